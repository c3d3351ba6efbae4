// The remarks name an argument as the source does, though the IR does not.
// RUN: %clang -O2 -S -emit-llvm %s -o %t.ll -Rpass-analysis=fpga-cost -mllvm -fpga-device=%devices/de5net.yaml 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR < %t.ll

// CHECK: remark: {{.*}}iterations
// IR: spir_kernel void @sum(ptr{{[^%]*}} %0,
// IR-NOT: kernel_arg_name
kernel void sum(global const float *a, global float *b, int iterations) {
  float s = 0;
  for (int i = 0; i < iterations; ++i) s += a[i];
  b[get_global_id(0)] = s;
}
