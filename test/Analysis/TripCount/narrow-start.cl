// A counter of few bits without a sign begins where it says: from 200 to 220
// are 20 elements, from byte 800 on; none from 200 to 120. With a sign -50 to
// 10 are 60, from the array's beginning.
// RUN: %roofline analyze --verbose %s --kernel unsigned_start --arg m=220 --summary-out %t.json | FileCheck %s --check-prefix=UP
// RUN: FileCheck %s --check-prefix=INDEX --input-file=%t.json
// RUN: %roofline analyze --verbose %s --kernel unsigned_start --arg m=120 | FileCheck %s --check-prefix=NONE
// RUN: %roofline analyze --verbose %s --kernel signed_start --arg m=10 | FileCheck %s --check-prefix=SIGNED
// UP: trip m - 200 = 20
// INDEX: "offset": 800
// NONE: trip m - 200 = 0
// SIGNED: trip m + 50 = 60
kernel void unsigned_start(global const float *a, global float *b, int m) {
  float s = 0;
  for (uchar u = 200; u < m; u++)
    s += a[u];
  b[0] = s;
}
kernel void signed_start(global const float *a, global float *b, int m) {
  float s = 0;
  for (char u = -50; u < m; u++)
    s += a[u + 50];
  b[0] = s;
}
