// A pragma that denies a dependence which the addresses show is named.
// RUN: %roofline analyze --verbose %s --kernel known --arg n=64 | FileCheck %s
// CHECK: note: `#pragma ivdep` of the loop at line [[#@LINE+18]] is false: line [[#@LINE+19]] writes what line [[#@LINE+19]] reads 3
// CHECK-NEXT: iterations later
// RUN: %roofline analyze --verbose %s --kernel by_argument --arg n=64 --arg k=7 | FileCheck %s --check-prefix=ARG
// ARG: reads 7
// ARG-NEXT: iterations later

// What the launch never does, data decide, or a condition prevents, is not.
// RUN: %roofline analyze --verbose %s --kernel by_argument --arg n=64 --arg k=64 | FileCheck %s --check-prefix=NONE
// RUN: %roofline analyze --verbose %s --kernel of_data --arg n=64 | FileCheck %s --check-prefix=NONE
// RUN: %roofline analyze --verbose %s --kernel guarded --arg n=64 | FileCheck %s --check-prefix=NONE
// NONE: model board
// NONE-NOT: ivdep

// RUN: %clang -O2 -c -emit-llvm \
// RUN:   %s -o %t.bc -Rpass-analysis=fpga-cost -mllvm -fpga-arg=n=64 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: false-ivdep.cl:[[#@LINE+3]]:3: remark: `#pragma ivdep` of the loop
kernel void known(global float *restrict p, int n) {
#pragma ivdep
  for (int i = 0; i < n; ++i)
    p[i + 3] = p[i] * 2.0f;
}

kernel void by_argument(global float *restrict p, int n, int k) {
#pragma ivdep
  for (int i = 0; i < n; ++i)
    p[i + k] = p[i] * 2.0f;
}

kernel void of_data(global float *restrict p, global const int *restrict at, int n) {
#pragma ivdep
  for (int i = 0; i < n; ++i)
    p[at[i]] = p[i] * 2.0f;
}

kernel void guarded(global float *restrict p, int n) {
#pragma ivdep
  for (int i = 0; i < n; ++i)
    if (i < 3)
      p[i + 3] = p[i] * 2.0f;
}
