// A switch that has every value that can be is no way out of its loop, with or
// without a default. n = 1000: the loop's comparison 1001 times, its increment
// and the mask 1000 times each, and the operation of one arm, as the mask says.
// RUN: %roofline analyze --verbose %s --arg n=1000 | FileCheck %s
// CHECK: loop {{.*}}trip n = 1000
// CHECK: W [integer operation] {{ *}}4001 
kernel void k(global int *r, int n) {
  int acc = 0;
  for (int i = 0; i < n; i++)
    switch (i & 3) {
    case 0:
      acc += r[i];
      break;
    case 1:
      acc -= r[i];
      break;
    case 2:
      acc ^= r[i];
      break;
    case 3:
      acc |= r[i];
      break;
    }
  r[0] = acc;
}
