// A signed division by a power of two is a sum and a shift, its rest a sum, a mask and a
// difference; not the divider's 32 cycles.
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --allow-unknown --device de5net --kernel search --arg n=100 --trip 9=10 | FileCheck %s --check-prefix=SEARCH
// RUN: %roofline analyze --verbose --model hpca16-repaired %s --device de5net --kernel both --global 1024 | FileCheck %s --check-prefix=BOTH
// lo + hi, its half 2, an address, a comparison and a choice: 6 a step.
// SEARCH: loop {{.*}}, trip 10 (given) {{ *}}62 
kernel void search(global const int *restrict a, global int *restrict o, int n, int key) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (a[mid] < key)
      lo = mid + 1;
    else
      hi = mid;
  }
  o[0] = lo;
}
// An address, 3 of the rest and the last sum.
// BOTH: block {{.*}} 5 {{ *}}1028 
kernel void both(global const int *restrict a, global int *restrict o) {
  int g = get_global_id(0);
  o[g] = a[g] / 8 + a[g] % 16;
}
