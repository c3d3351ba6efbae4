// An element of a table of constants, chosen by data: choices by the bits of the index.
// Emission runs the streams against the original.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: %{emit} --kernel curve --arg n=60 -o %t/curve
// RUN: %verify %t/curve --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel curve_of_items --global 60 -o %t/items
// RUN: %{emit} --kernel odd --arg n=60 -o %t/odd
// RUN: %verify %t/odd --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel weights --arg n=60 -o %t/weights
// RUN: %{emit} --kernel own --arg n=60 -o %t/own
// RUN: %{emit} --kernel by_place --arg n=60 -o %t/place
// RUN: %verify %t/place --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel row --arg n=60 -o %t/row
// RUN: %{emit} --kernel sbox --arg n=300 -o %t/sbox
// RUN: %verify %t/sbox --seeds 1 | FileCheck %s --check-prefix=SBOX
// RUN: %{emit} --kernel sbox --arg n=300 --variant 'map-par[2](map-pipe f) . reshapeTo 2' -o %t/lanes
// RUN: %verify %t/lanes --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel twice --arg n=300 -o %t/twice
// RUN: %verify %t/twice --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel twice --arg n=300 --variant 'map-seq f' -o %t/seq
// RUN: %verify %t/seq --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel rounds --global 100 -o %t/rounds
// RUN: %verify %t/rounds --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel biased --global 100 -o %t/biased
// RUN: %verify %t/biased --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel two --global 100 -o %t/two
// RUN: %verify %t/two --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel crc --arg n=60 -o %t/crc
// RUN: not %roofline verify %t/crc --seeds 1 | FileCheck %s --check-prefix=CRC
// RUN: %verify %t/crc --seeds 1 --no-synthesis | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact

// RUN: not %{emit} --variant 'map-pipe f' --kernel large --arg n=60 -o %t/no 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not %{emit} --variant 'map-pipe f' --kernel of_buffer --arg n=60 -o %t/no 2>&1 | FileCheck %s --check-prefix=BUFFER
// RUN: not %{emit} --variant 'map-pipe f' --kernel counts --arg n=60 -o %t/no 2>&1 | FileCheck %s --check-prefix=COUNTS
// RUN: not ls %t/no

constant uchar steps[16] = {0, 3, 9, 20, 31, 40, 52, 63, 77, 90, 111, 130, 150, 177, 200, 255};
constant int five[5] = {1, -5, 7, 100, -32768};
constant float scale[8] = {1.0f, 0.5f, 2.0f, 3.25f, -1.0f, 7.5f, 0.25f, 9.0f};
constant short rows[2][4] = {{1, 2, 3, 4}, {-1, -20, -300, -4000}};
constant ushort many[1025] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
// The S-box of the Advanced Encryption Standard.
constant uchar substitutes[256] = {
    99, 124, 119, 123, 242, 107, 111, 197, 48, 1, 103, 43, 254, 215, 171, 118, 202, 130, 201, 125,
    250, 89, 71, 240, 173, 212, 162, 175, 156, 164, 114, 192, 183, 253, 147, 38, 54, 63, 247, 204,
    52, 165, 229, 241, 113, 216, 49, 21, 4, 199, 35, 195, 24, 150, 5, 154, 7, 18, 128, 226, 235,
    39, 178, 117, 9, 131, 44, 26, 27, 110, 90, 160, 82, 59, 214, 179, 41, 227, 47, 132, 83, 209,
    0, 237, 32, 252, 177, 91, 106, 203, 190, 57, 74, 76, 88, 207, 208, 239, 170, 251, 67, 77, 51,
    133, 69, 249, 2, 127, 80, 60, 159, 168, 81, 163, 64, 143, 146, 157, 56, 245, 188, 182, 218,
    33, 16, 255, 243, 210, 205, 12, 19, 236, 95, 151, 68, 23, 196, 167, 126, 61, 100, 93, 25, 115,
    96, 129, 79, 220, 34, 42, 144, 136, 70, 238, 184, 20, 222, 94, 11, 219, 224, 50, 58, 10, 73,
    6, 36, 92, 194, 211, 172, 98, 145, 149, 228, 121, 231, 200, 55, 109, 141, 213, 78, 169, 108,
    86, 244, 234, 101, 122, 174, 8, 186, 120, 37, 46, 28, 166, 180, 198, 232, 221, 116, 31, 75,
    189, 139, 138, 112, 62, 181, 102, 72, 3, 246, 14, 97, 53, 87, 185, 134, 193, 29, 158, 225,
    248, 152, 17, 105, 217, 142, 148, 155, 30, 135, 233, 206, 85, 40, 223, 140, 161, 137, 13, 191,
    230, 66, 104, 65, 153, 45, 15, 176, 84, 187, 22};

kernel void curve(global const uchar *restrict in, global uchar *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = steps[in[i] >> 4];
}
kernel void curve_of_items(global const uchar *restrict in, global uchar *restrict out) {
  int i = get_global_id(0);
  out[i] = steps[in[i] & 15];
}
kernel void odd(global const uint *restrict in, global int *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = five[in[i] % 5] * five[in[i] & 3];
}
kernel void weights(global const int *restrict in, global float *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = scale[in[i] & 7] * 2.0f;
}
kernel void own(global const int *restrict in, global int *restrict out, int n) {
  const int t[8] = {1, 2, 4, 8, 5, 9, 11, 3};
  for (int i = 0; i < n; ++i)
    out[i] = t[in[i] & 7];
}
// The index depends on the position alone.
kernel void by_place(global const int *restrict in, global int *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = in[i] * five[i & 3] + five[i % 5];
}
// One of two rows is constant.
kernel void row(global const int *restrict in, global short *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = rows[1][in[i] & 3];
}
// A table takes one stage: 8 bits of 4 LUTs of 6 inputs (two with MUXF7 and MUXF8), and a register of 8.
// SBOX: outputs equal the original's, bit for bit
// SBOX: cycles 301 {{.*}} exact
// SBOX: LUT {{[0-9.]+ 4[0-9].0}}
// SBOX: FF {{.*}} exact
kernel void sbox(global const uchar *restrict in, global uchar *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = substitutes[in[i]];
}
// A table by a table: a stage each. A bit of one of them decides.
kernel void twice(global const uchar *restrict in, global uchar *restrict out, int n) {
  for (int i = 0; i < n; ++i) {
    uchar once = substitutes[in[i]];
    out[i] = once & 1 ? substitutes[once] : steps[once >> 4] + 1;
  }
}
// The bits that an index has say where its table ends.
#define FOUR(i) (i) * 77 & 4095, (i) * 78 & 4095, (i) * 79 & 4095, (i) * 83 & 4095
#define MANY(i) FOUR(i), FOUR(i + 4), FOUR(i + 8), FOUR(i + 12), FOUR(i + 16), FOUR(i + 20), FOUR(i + 24), FOUR(i + 28)
constant ushort boxes[40][32] = {{MANY(0)}, {MANY(1)}, {MANY(2)}, {MANY(3)}};
kernel void rounds(global const ushort *restrict in, global ushort *restrict out) {
  ushort x = in[get_global_id(0)];
  for (int i = 0; i < 3; ++i)
    x = boxes[0][x & 31] ^ boxes[1][x >> 5 & 31] ^ boxes[2][x >> 11] ^ i;
  out[get_global_id(0)] = x;
}
// Indices that are below 0 before something is added, or before the first element.
kernel void biased(global const char *restrict in, global uchar *restrict out) {
  int v = in[get_global_id(0)];
  out[get_global_id(0)] = substitutes[v + 128] ^ steps[v % 8 + 8] ^ substitutes[max(v, 1) - 1];
}
// Two indices, of which one may be below 0, and a field.
constant struct { short x; uchar y; } points[5][4] = {
    {{1, 2}, {3, 4}, {5, 6}, {7, 8}}, {{9, 1}, {8, 2}, {7, 3}, {6, 4}}, {{-1, 3}, {-2, 5}}, {{300, 9}, {400, 8}}};
kernel void two(global const char *restrict in, global short *restrict out) {
  int v = in[get_global_id(0)];
  out[get_global_id(0)] = points[v % 3 + 2][v & 3].x + points[v & 3][v >> 2 & 3].y;
}
// Synthesis takes the index and the table for one function: neither has a price.
// CRC: outputs equal the original's, bit for bit
// CRC: LUT unknown
// CRC: unknown: predicted resources: {{.*}}constant-tables.cl:[[#@LINE+4]]:{{[0-9]+}}: a table of constants to whose index logic leads without a register
kernel void crc(global const uchar *restrict in, global uchar *restrict out, int n) {
  uchar c = 0;
  for (int i = 0; i < n; ++i)
    out[i] = c = substitutes[c ^ in[i]] ^ c >> 1;
}
kernel void large(global const uchar *restrict in, global uchar *restrict out, int n) {
  for (int i = 0; i < n; ++i)
    // LARGE: constant-tables.cl:[[#@LINE+1]]:14: the index of this access depends on what is read at {{[0-9:]+}}; a table of up to 1024 constants is logic where indices into it choose
    out[i] = many[in[i] * 5];
}
kernel void of_buffer(global const uchar *restrict in, global uchar *restrict out, constant uchar *restrict table, int n) {
  for (int i = 0; i < n; ++i)
    // BUFFER: constant-tables.cl:[[#@LINE+1]]:14: the index of this access depends on what is read at
    out[i] = table[in[i] & 15];
}
kernel void counts(global const uchar *restrict in, global uint *restrict out, int n) {
  uint bins[16];
  for (int i = 0; i < 16; ++i)
    bins[i] = 0;
  for (int i = 0; i < n; ++i) {
    // COUNTS: constant-tables.cl:[[#@LINE+1]]:{{[0-9]+}}: the index of this access depends on what is read at {{[0-9:]+}}; a private array is a shift register or a line buffer
    bins[in[i] & 15]++;
    out[i] = bins[0];
  }
}
