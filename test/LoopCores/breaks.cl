// Loops that end early run one iteration after another.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// RUN: %roofline emit verilog %s --kernel first --global 16 --variant loops -o %t/first && %verify %t/first --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel nested --global 16 --variant loops -o %t/nested && %verify %t/nested --no-synthesis | FileCheck %s
// RUN: %roofline emit verilog %s --kernel absent --variant loops -o %t/absent && %verify %t/absent --no-synthesis | FileCheck %s --check-prefixes=CHECK,ABSENT
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
