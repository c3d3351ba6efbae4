// Without SPIR's address spaces nobody knows what a buffer is: each kernel has one remark that says so, and no
// number. Structures by value are no buffers.
// REQUIRES: llvm-22
// DEFINE: %{target} =
// DEFINE: %{compile} = clang-22 -fplugin=%plugin -fpass-plugin=%plugin -cl-std=CL2.0 -O2 -S -emit-llvm %s
// DEFINE: %{flat} = %{compile} %{target} -o /dev/null -Rpass-analysis=fpga-cost 2>&1 \
// DEFINE:   | FileCheck %s --check-prefix=FLAT --implicit-check-not=remark:
// RUN: %{flat}
// REDEFINE: %{target} = -target x86_64
// RUN: %{flat}
// REDEFINE: %{target} = -target aarch64
// RUN: %{flat}
// REDEFINE: %{target} = -target amdgcn
// RUN: %{flat}
// REDEFINE: %{target} = -target nvptx64
// RUN: %{flat}
// FLAT: address-spaces.cl:[[#@LINE+22]]:1: remark: kernel twice is not priced: its buffers cannot be told from other memory, as target '{{.+}}' lacks the address spaces of SPIR: compile with -target spir64
// FLAT: address-spaces.cl:[[#@LINE+26]]:1: remark: kernel shift is not priced:

// REDEFINE: %{target} = -target spir64
// DEFINE: %{spir} = %{compile} %{target} -o /dev/null -Rpass-analysis=fpga-cost -mllvm -fpga-global=64 2>&1 \
// DEFINE:   | FileCheck %s --check-prefix=PRICED --implicit-check-not='not priced'
// RUN: %{spir}
// REDEFINE: %{target} = -target spir
// RUN: %{spir}
// REDEFINE: %{target} = -target spirv64
// RUN: %{spir}
// PRICED: kernel twice:
// PRICED: W = 64 floating-point operations, Q = 512 bytes

// Without remarks, in IR that comes from elsewhere.
// RUN: %{compile} -target x86_64 -o %t.ll
// RUN: %opt -passes=fpga-cost -disable-output %t.ll 2>&1 | FileCheck %s --check-prefix=PRINTED --implicit-check-not=time
// PRINTED: kernel twice is not priced:
// PRINTED: kernel shift is not priced:
// RUN: not %roofline analyze %t.ll --global 64 2>&1 | FileCheck %s --check-prefix=DRIVER
// DRIVER: roofline: error: {{.*}}.ll: target 'x86_64', expected a SPIR target

kernel void twice(global const float *in, global float *out) {
  out[get_global_id(0)] = 2 * in[get_global_id(0)];
}

struct Offset { int of[8]; };
kernel void shift(global int *data, struct Offset by) {
  data[get_global_id(0)] += by.of[get_global_id(0) & 7];
}
