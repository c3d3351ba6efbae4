// A removed loop that turns as often as an argument says leaves W and Q unknown, with
// the reason, and no exit code of success.
// RUN: not %roofline analyze --verbose %s --global 64 --local 64 --arg n=8 > %t
// RUN: FileCheck %s < %t
// CHECK: W [floating-point operation] {{ *}}unknown
// CHECK: W and Q are unknown: operations of a loop that the compiler removed at [[#@LINE+6]]:21
// CHECK-SAME: how often it turns is no constant
// RUN: not %roofline analyze --verbose %s --global 64 --local 64 --arg n=8 --remarks - | FileCheck %s --check-prefix=REMARK
// REMARK: unknown{{.*}}operations of a loop that the compiler removed
kernel void unread(global float *restrict o, global const float *restrict i, int n) {
  float sum = 0;
  for (int k = 0; k < n; ++k)
    sum += i[get_global_id(0) + k];
  o[get_global_id(0)] = 1;
}
