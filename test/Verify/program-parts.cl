// Programs of a buffer of which one part is written and others are read: no element is both.
// REQUIRES: nightly
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{check} = FileCheck %s
// RUN: %roofline emit opencl %s --global 60 --kernel behind -o %t/behind
// RUN: %verify %t/behind --seeds 1 | %{check}
// RUN: %roofline emit hls %s --global 60 --kernel behind --variant 'map-pipe(map-par[4] f) . vectorise 4' -o %t/vectors
// RUN: %verify %t/vectors --seeds 1 | %{check}
// RUN: %roofline emit hls %s --global 12,8 --kernel rows -o %t/rows
// RUN: %verify %t/rows --seeds 1 | %{check}
// CHECK: outputs equal the original's, bit for bit

// Parts that meet in one element are refused.
// RUN: not %roofline emit hls %s --global 61 --kernel behind -o %t/meets 2>&1 | FileCheck %s --check-prefix=MEETS
// MEETS: program-parts.cl:[[#@LINE+4]]:10: 'a' is written and also accessed at another place: a work-item may read what another one writes

kernel void behind(global int *a) {
  int i = get_global_id(0);
  a[i] = a[i + 60] + 3 * a[i + 127];
}

kernel void rows(global int *a) {
  int x = get_global_id(0), y = get_global_id(1);
  a[(y + 9) * 12 + x] = a[y * 12 + x] ^ a[(y + 20) * 12 + 11 - x / 12];
}
