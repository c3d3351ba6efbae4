// Loops that end early run one iteration after another.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --kernel first --global 16 --variant loops -o %t/first && %verify %t/first --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel nested --global 16 --variant loops -o %t/nested && %verify %t/nested --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel absent --variant loops -o %t/absent && %verify %t/absent --no-synthesis | FileCheck %s --check-prefixes=CHECK,ABSENT
// RUN: %roofline emit verilog %s --kernel halves --variant loops -o %t/halves && %verify %t/halves --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel quotients --variant loops -o %t/quotients && %verify %t/quotients --no-synthesis | FileCheck %s
// CHECK: bit for bit
// The copy of 32 elements, 2 cycles for each of 32 iterations, the result.
// ABSENT: cycles {{ *}}97 {{ *}}97
// CHECK: exact
kernel void first(global const uchar *in, global int *out) {
  int i = get_global_id(0);
  int at = -1;
  for (int j = 0; j < 16; ++j)
    if ((in[i * 16 + j] & 3) == 0) {
      at = j;
      break;
    }
  out[i] = at;
}
// Two loops are left at once; a third way goes on.
kernel void nested(global const uchar *in, global int *out) {
  int i = get_global_id(0);
  int sum = 0;
  for (int j = 0; j < 4; ++j) {
    for (int k = 0; k < 4; ++k) {
      uchar v = in[i * 16 + j * 4 + k];
      if (v > 230)
        goto end;
      if (v < 60)
        break;
      if (v & 1)
        continue;
      sum += v;
    }
    sum ^= j;
  }
end:
  out[i] = sum;
}
// Random numbers are other ones.
kernel void absent(global const int *in, global int *out) {
  int at = -1;
  for (int i = 0; i < 32; ++i)
    if (in[i] == 12345) {
      at = i;
      break;
    }
  *out = at;
}
// What a loop with a break carries takes the cycles of its units.
kernel void halves(global const float *in, global float *out) {
  float sum = 1;
  for (int i = 0; i < 16; ++i) {
    if (in[i] < -1e30f)
      break;
    sum = (sum + in[i]) * 0.5f;
  }
  *out = sum;
}
kernel void quotients(global const uint *in, global uint *out) {
  for (uint i = 0; i < 16; ++i) {
    out[in[i] % 5] = in[i] / (in[i ^ 1] | 1);
    if (in[i] % 20 == 7)
      break;
  }
}
