// Line buffers of a vector are one memory on a family without shift registers. Rows of 64 beats:
// two of them, of 8 bytes, are 128 bits, which four blocks of 36 bits hold.
// REQUIRES: iverilog, yosys
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{vector} = --variant 'map-pipe(map-par[8] f) . vectorise 8'
// RUN: %roofline emit verilog %s --kernel rows --global 512,5 %{vector} --device ulx3s-85f -o %t/ulx3s
// RUN: grep '"delays": "flip-flops"' %t/ulx3s/core.json
// RUN: grep 'roofline_ring .*WIDTH(128)' %t/ulx3s/rows_lane.v
// RUN: %roofline verify %t/ulx3s --target ecp5 --seeds 1 | FileCheck %s
// A kernel that is verified for a family is laid out for it.
// RUN: %roofline verify %s --kernel rows --global 512,5 %{vector} --target ecp5 --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// CHECK: FF {{[0-9.]+ +[0-9.]+}} {{exact|[-+][0-4][.]}}
// CHECK: BRAM 4.0 4.0 exact

// Without a device they are shift registers of Series 7.
// RUN: %roofline emit verilog %s --kernel rows --global 512,5 %{vector} -o %t/series7
// RUN: not grep -r 'delays\|roofline_ring ' %t/series7/core.json %t/series7/rows_lane.v

// Two planes of 256 x 256 are 32 memories of 2048 words in a row, and have a price.
// RUN: %roofline explore %s --kernel planes --global 256,256,256 --device de10-nano --form pipe | FileCheck %s --check-prefix=PLANES
// PLANES: map-pipe f
kernel void rows(global const uchar *in, global uchar *out) {
  int x = get_global_id(0), y = get_global_id(1), w = get_global_size(0);
  if (y > 0 && y < get_global_size(1) - 1)
    out[y * w + x] = in[(y - 1) * w + x] ^ in[y * w + x] ^ in[(y + 1) * w + x];
}

kernel void planes(global const ushort *in, global ushort *out) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int w = get_global_size(0), p = w * get_global_size(1);
  if (z > 0 && z < get_global_size(2) - 1)
    out[z * p + y * w + x] = in[(z - 1) * p + y * w + x] + in[(z + 1) * p + y * w + x];
}
