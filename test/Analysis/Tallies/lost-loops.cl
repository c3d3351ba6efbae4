// A loop that constants end at once is no loop of the canonical form, and turns as
// often as the source says. 64 work-items.
// RUN: %roofline analyze --verbose %s --global 64 --local 64 | FileCheck %s
// CHECK-LABEL: kernel once
// CHECK: W [floating-point operation] {{ *}}64
// CHECK: Q requested [byte] {{ *}}512
#define TURNS 1
kernel void once(global float *restrict o, global const float *restrict i) {
  for (int r = 0; r < TURNS; ++r)
    o[get_global_id(0)] = i[get_global_id(0)] + 1.0f;
}
// The inner loop adds 3 times, under the condition of its only iteration of the
// outer one: 3 * 10.
// CHECK-LABEL: kernel inside
// CHECK: W [floating-point operation] {{ *}}30
// CHECK: Q requested [byte] {{ *}}240
kernel void inside(global float *restrict o, global const float *restrict i) {
  const int g = get_global_id(0);
  for (int r = 0; r < TURNS; ++r)
    if (g < 10 + r)
      for (int k = 0; k < 3; ++k)
        o[3 * g + k] = i[3 * g + k] + 1.0f;
}
// The condition is around the loop that is lost.
// CHECK-LABEL: kernel around
// CHECK: W [floating-point operation] {{ *}}30
kernel void around(global float *restrict o, global const float *restrict i) {
  const int g = get_global_id(0);
  if (g < 10)
    for (int r = 0; r < TURNS; ++r)
      for (int k = 0; k < 3; ++k)
        o[3 * g + k] = i[3 * g + k] + 1.0f;
}
// CHECK-LABEL: kernel never
// CHECK: W [floating-point operation] {{ *}}64
// CHECK: Q requested [byte] {{ *}}512
kernel void never(global float *restrict o, global const float *restrict i) {
  const int g = get_global_id(0);
  for (int r = 1; r < TURNS; ++r)
    o[g] = 3.0f * i[g];
  o[g] = i[g] + 1.0f;
}
// Sums that nobody reads are the author's work: 10 a work-item.
// CHECK-LABEL: kernel unread
// CHECK: W [floating-point operation] {{ *}}640
kernel void unread(global float *restrict o, global const float *restrict i) {
  float sum = 0;
  for (int k = 0; k < 10; ++k)
    sum += i[get_global_id(0) + k];
  o[get_global_id(0)] = 1;
}
