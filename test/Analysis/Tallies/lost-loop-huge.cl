// Removed loops that turn 2^70 times are more than a number of operations holds.
// RUN: not %roofline analyze --verbose %s --kernel far --global 1 --local 1 | FileCheck %s
// CHECK: W [integer operation] {{ *}}unknown
// CHECK: operations of a loop that the compiler removed
// CHECK-SAME: how often it turns is no constant below 2^63
kernel void far(global float *o) {
  float sum = 0;
  for (ulong a = 0; a < 1ul << 40; ++a)
    for (ulong b = 0; b < 1ul << 30; ++b)
      sum += 1;
  o[get_global_id(0)] = 1;
}

// Two of 2^62 turns are 2^63, 9.223e18.
// RUN: %roofline analyze --verbose %s --kernel twice --global 1 --local 1 \
// RUN:   | FileCheck %s --check-prefix=TWICE
// TWICE: W [floating-point operation] {{ *}}9.223e+18
kernel void twice(global float *o) {
  float sum = 0;
  for (ulong a = 0; a < 1ul << 62; ++a)
    sum += 1;
  for (ulong a = 0; a < 1ul << 62; ++a)
    sum += 1;
  o[get_global_id(0)] = 1;
}
