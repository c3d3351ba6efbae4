// Masks and narrow types wrap: their value is never negative, and a shift rounds down.
// The numbers are C's, by hand.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel arguments --device de5net --arg n=1003 --arg u=5 | FileCheck %s
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel counters --device de5net | FileCheck %s --check-prefix=MEAN
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --kernel groups --device de5net --global 64 --local 16 \
// RUN:   | FileCheck %s --check-prefix=ITEMS
kernel void arguments(global float *a, int n, uint u) {
  // -1003 & 15 = 16 - 11
  // CHECK: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 5{{ }}
  for (int i = 0; i < (-n & 15); i++)
    a[i] = 1;
  // (16 - 5) % 16
  // CHECK: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 11{{ }}
  for (uint i = 0; i < (16 - u) % 16; i++)
    a[i] = 2;
  // (1002 & 7) + 1
  // CHECK: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 3{{ }}
  for (int i = 0; i < ((n - 1) & 7) + 1; i++)
    a[i] = 3;
  // 1004 & 3 = 0
  // CHECK: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 16{{ }}
  for (int i = (n + 1) & 3; i < 16; i++)
    a[i] = 4;
  // 703 - 2 * 256
  // CHECK: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 191{{ }}
  for (uchar i = 0; i < (uchar)(n - 300); i++)
    a[i] = 5;
}
kernel void counters(global float *a) {
  for (int i = 0; i < 8; i++) {
    // 3, 2, 1, 0, 3, 2, 1, 0
    // MEAN: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 1.50
    for (int j = 0; j < (~i & 3); j++)
      a[j] = 1;
    // 1, 3, 5, 7 and 2, 4, 6
    // MEAN: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 3.50
    for (int x = 1 + (i & 1); x < 8; x += 2)
      a[x] = 2;
    // -5 >> 1 = -3, -4 >> 1 = -2, ...: 0, 1, 1, 2, 2, 3, 3, 4
    // MEAN: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 2
    for (int j = 0; j < ((i - 5) >> 1) + 3; j++)
      a[j] = 3;
    // Only i = 6 and 7 are above 5: the loop's own test guards it.
    // MEAN: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 0.25
    for (int j = 5; j < i; j += 5)
      a[j] = 4;
  }
}
kernel void groups(global float *a) {
  int l = get_local_id(0);
  // 1, 2, ... 15, 0
  // ITEMS: loop [[@LINE+1]]-{{[0-9]+}}, trip {{.*}} = 7.50
  for (int j = 0; j < ((l + 1) & 15); j++)
    a[l * 16 + j] = 1;
}
