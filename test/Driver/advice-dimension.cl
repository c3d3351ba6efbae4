// Where there is no loop, what is written apart is to be consecutive along the
// work-items. Now 8192 + 2 * 65536 transactions of 64 bytes at 25.6 GB/s take
// 348 us; with one of the two 4096 instead, the memory takes 195 us and the
// 65536 work-items at 240 MHz 273 us: 348 / 273 = 1.27.
// RUN: %roofline analyze %s --device de5net --global 256,256 --local 16,16 \
// RUN:   --arg h=256 | FileCheck %s
// CHECK: MC {{ *}}lay out `re` at line [[#@LINE+6]] so that its addresses are consecutive along dimension 0
// CHECK-NEXT: 1.27 times as fast
kernel void turn(global const float2 *restrict in, global float *restrict re,
                 global float *restrict im, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float2 c = in[y * get_global_size(0) + x];
  re[x * h + y] = c.x;
  im[x * h + y] = c.y;
}
