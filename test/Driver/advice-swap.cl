// Where all is consecutive along dimension 1 the work-items are to follow each
// other along it. Now each access asks for a word of its own: 2 * 65536, 1.089 cycles
// each at 281 MHz (advice-dimension.cl), beside 65536 passes; then for 2 * 4096.
// (65536^1.5 + 142799^1.5)^(1 / 1.5) = 171044 and 67714 cycles: 2.53 times.
// RUN: %roofline analyze --verbose %s --kernel apart --global 256,256 --local 16,16 --arg h=256 | FileCheck %s
// CHECK: MC {{ *}}swap dimensions 0 and 1, of the launch and of the ids: `in`, `out` are consecutive
// CHECK-SAME: along
// CHECK-NEXT: dimension 1, and work-items follow each other along dimension 0: 2.53 times as fast

// No layout mends what data decide, and consecutive addresses need none.
// RUN: %roofline analyze --verbose %s --kernel gather --global 65536 --local 64 | FileCheck %s --check-prefix=NONE
// NONE: what to change
// NONE-NOT: {{^ *}}MC
// NONE-NOT: {{^ *}}SM
kernel void apart(global const float *restrict in, global float *restrict out, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  out[x * h + y] = in[x * h + y] * 2.0f;
}

kernel void gather(global const float *restrict in, global const int *restrict at,
                   global float *restrict out) {
  int x = get_global_id(0);
  out[x] = in[at[x]];
}
