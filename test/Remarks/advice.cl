// The best change is a remark at the loop, with the time after it.
// RUN: clang-22 -fplugin=%plugin -fpass-plugin=%plugin -target spir64 -cl-std=CL2.0 -O2 -c -emit-llvm \
// RUN:   %s -o %t.bc -Rpass-analysis=fpga-cost -mllvm -fpga-global=4096 -mllvm -fpga-local=64 \
// RUN:   -mllvm -fpga-arg=n=64 2>&1 | FileCheck %s
// CHECK: advice.cl:[[#@LINE+4]]:3: remark: UL: unroll the loop at line [[#@LINE+4]]: #pragma unroll {{[0-9]+}}; predicted {{[0-9.]+}} times as fast, {{.*}} at {{[0-9]+}} MHz; {{.*}} DSP; then {{.*}} limit
kernel void rows(global const float *restrict a, global float *restrict b, int n) {
  int g = get_global_id(0);
  float s = 0;
  for (int k = 0; k < n; ++k)
    s += a[k] * b[g];
  b[g] = s;
}
