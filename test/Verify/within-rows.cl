// A neighbour may be more than half a row away: it is one of the own row where that has it.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{kernel} =
// DEFINE: %{verify} = %roofline verify %s --kernel %{kernel} --variant 'map-pipe f' --global 64,12 --seeds 1 \
// DEFINE:   --no-synthesis --simulator icarus
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// REDEFINE: %{kernel} = ahead
// RUN: %{verify} | FileCheck %s
// REDEFINE: %{kernel} = behind
// RUN: %{verify} | FileCheck %s
// REDEFINE: %{kernel} = halves
// RUN: %{verify} | FileCheck %s
// REDEFINE: %{kernel} = written_ahead
// RUN: %{verify} | FileCheck %s
// RUN: %roofline verify %s --kernel begun_ahead --variant 'map-pipe f' --seeds 1 --no-synthesis --simulator icarus \
// RUN:   | FileCheck %s
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel beyond --global 64,12 -o %t/x 2>&1 | FileCheck %s --check-prefix=BEYOND

kernel void ahead(global const int *restrict a, global int *restrict b) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 20)
    b[y * 64 + x] = a[y * 64 + x + 40] - a[y * 64 + x];
}
kernel void behind(global const int *restrict a, global int *restrict b) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= 40 && y > 2)
    b[y * 64 + x] = a[y * 64 + x - 40] - a[(y - 3) * 64 + x - 39] + a[y * 64 + x];
}
kernel void halves(global const int *restrict a, global int *restrict b) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 32)
    b[y * 64 + x] = a[y * 64 + x] + a[y * 64 + x + 32];
  else
    b[y * 64 + x] = a[y * 64 + x] - a[y * 64 + x - 32];
}
kernel void written_ahead(global const int *restrict a, global int *restrict b) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 20)
    b[y * 64 + x + 40] = a[y * 64 + x];
}
kernel void begun_ahead(global const int *restrict a, global int *restrict b) {
  for (int y = 2; y < 12; ++y)
    for (int x = 44; x < 60; ++x)
      b[y * 64 + x] = a[y * 64 + x] + 1;
}
kernel void beyond(global const int *restrict a, global int *restrict b) {
  int x = get_global_id(0), y = get_global_id(1);
  // BEYOND: within-rows.cl:[[#@LINE+2]]:{{[0-9]+}}: an access that leaves its row
  if (x < 30)
    b[y * 64 + x] = a[y * 64 + x + 40];
}
