// Where there is no loop, what is written apart is to be consecutive along the
// work-items. At 277 MHz a word takes 64 B / (95 % of 25.6 GB/s) * 277 MHz + 0.35 = 1.079
// cycles. Now 8192 + 2 * 65536 words beside 65536 passes: (150259^1.5 + 65536^1.5)^(1 / 1.5)
// = 177880 cycles. With 4096 words for one of the two, 83968 cycles of memory, 119112: 1.49.
// RUN: %roofline analyze --verbose %s --device de5net --global 256,256 --local 16,16 \
// RUN:   --arg h=256 | FileCheck %s
// CHECK: MC {{ *}}lay out `re` at line [[#@LINE+6]] so that its addresses are consecutive along dimension 0: 1.49 times
// CHECK-NEXT: as fast
kernel void turn(global const float2 *restrict in, global float *restrict re,
                 global float *restrict im, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float2 c = in[y * get_global_size(0) + x];
  re[x * h + y] = c.x;
  im[x * h + y] = c.y;
}
