// Where there is no loop, what is written apart is to be consecutive along the
// work-items. Now 8192 + 2 * 65536 words, 0.85 cycles each, beside 65536 passes:
// (118374^1.45 + 65536^1.45)^(1 / 1.45) = 151074 cycles. With 4096 words for one of
// the two, 66150 cycles of memory, 106199: 1.42 times.
// RUN: %roofline analyze --verbose %s --device de5net --global 256,256 --local 16,16 \
// RUN:   --arg h=256 | FileCheck %s
// CHECK: MC {{ *}}lay out `re` at line [[#@LINE+6]] so that its addresses are consecutive along dimension 0: 1.42 times
// CHECK-NEXT: as fast
kernel void turn(global const float2 *restrict in, global float *restrict re,
                 global float *restrict im, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  float2 c = in[y * get_global_size(0) + x];
  re[x * h + y] = c.x;
  im[x * h + y] = c.y;
}
