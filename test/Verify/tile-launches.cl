// Positions are the elements that are stored, side by side, whatever work-items are
// numbered by.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t
// DEFINE: %{kernel} =
// DEFINE: %{launch} =
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{kernel} %{launch} -o %t/%{kernel} \
// DEFINE:   && %verify %t/%{kernel} --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit

// Groups that overlap: each stores less than it reads.
// REDEFINE: %{kernel} = overlapped
// REDEFINE: %{launch} = --global 54,20 --local 18,10 --arg w=45 --arg h=16
// RUN: %{prove}
kernel void overlapped(global const int *in, global int *out, int w, int h) {
  local int t[10][18];
  int lx = get_local_id(0), ly = get_local_id(1);
  int x = get_group_id(0) * 16 + lx - 1, y = get_group_id(1) * 8 + ly - 1;
  t[ly][lx] = (x >= 0 && x < w && y >= 0 && y < h) ? in[y * w + x] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lx > 0 && lx < 17 && ly > 0 && ly < 9 && x < w && y < h)
    out[y * w + x] = t[ly][lx - 1] + t[ly][lx + 1] + t[ly - 1][lx] + t[ly + 1][lx] - 4 * t[ly][lx];
}

// Two steps in local memory, of which each makes the valid part smaller.
// REDEFINE: %{kernel} = pyramid
// REDEFINE: %{launch} = --global 32,32 --local 16,16 --arg iterations=2 --arg cols=23 --arg rows=20
// RUN: %{prove}
#define BS 16
#define IN_RANGE(x, lo, hi) ((x) >= (lo) && (x) <= (hi))
kernel void pyramid(int iterations, global const float *power, global const float *src, global float *dst, int cols, int rows, float step) {
  local float now[BS][BS];
  local float pw[BS][BS];
  local float next[BS][BS];
  int bx = get_group_id(0), by = get_group_id(1);
  int tx = get_local_id(0), ty = get_local_id(1);
  int small = BS - iterations * 2;
  int blkY = small * by - iterations, blkX = small * bx - iterations;
  int yidx = blkY + ty, xidx = blkX + tx;
  int index = cols * yidx + xidx;
  if (IN_RANGE(yidx, 0, rows - 1) && IN_RANGE(xidx, 0, cols - 1)) {
    now[ty][tx] = src[index];
    pw[ty][tx] = power[index];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int vy0 = blkY < 0 ? -blkY : 0, vy1 = blkY + BS - 1 > rows - 1 ? BS - 1 - (blkY + BS - 1 - rows + 1) : BS - 1;
  int vx0 = blkX < 0 ? -blkX : 0, vx1 = blkX + BS - 1 > cols - 1 ? BS - 1 - (blkX + BS - 1 - cols + 1) : BS - 1;
  int N = ty - 1, S = ty + 1, W = tx - 1, E = tx + 1;
  N = (N < vy0) ? vy0 : N; S = (S > vy1) ? vy1 : S;
  W = (W < vx0) ? vx0 : W; E = (E > vx1) ? vx1 : E;
  bool computed;
  for (int i = 0; i < iterations; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BS - i - 2) && IN_RANGE(ty, i + 1, BS - i - 2) && IN_RANGE(tx, vx0, vx1) && IN_RANGE(ty, vy0, vy1)) {
      computed = true;
      next[ty][tx] = now[ty][tx] + step * (pw[ty][tx] + (now[S][tx] + now[N][tx] - 2.0f * now[ty][tx]) + (now[ty][E] + now[ty][W] - 2.0f * now[ty][tx]));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iterations - 1) break;
    if (computed) now[ty][tx] = next[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) dst[index] = next[ty][tx];
}

// Tiles that are stored by columns.
// REDEFINE: %{kernel} = transpose
// REDEFINE: %{launch} = --global 24,16 --local 8,8 --arg w=24 --arg h=16
// RUN: %{prove}
kernel void transpose(global const int *in, global int *out, int w, int h) {
  local int t[8][9];
  int lx = get_local_id(0), ly = get_local_id(1);
  t[ly][lx] = in[get_global_id(1) * w + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int ox = get_group_id(1) * 8 + lx, oy = get_group_id(0) * 8 + ly;
  out[oy * h + ox] = t[lx][ly];
}

// The same, several rows for each work-item.
// REDEFINE: %{kernel} = transpose_rows
// REDEFINE: %{launch} = --global 16,12 --local 8,4 --arg w=16 --arg h=24
// RUN: %{prove}
kernel void transpose_rows(global const float *in, global float *out, int w, int h) {
  local float tile[8][9];
  int x = get_group_id(0) * 8 + get_local_id(0), y = get_group_id(1) * 8 + get_local_id(1);
  for (int j = 0; j < 8; j += 4) tile[get_local_id(1) + j][get_local_id(0)] = in[(y + j) * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 8 + get_local_id(0); y = get_group_id(0) * 8 + get_local_id(1);
  for (int j = 0; j < 8; j += 4) out[(y + j) * h + x] = tile[get_local_id(0)][get_local_id(1) + j];
}

// Several rows for each work-item, in their order.
// REDEFINE: %{kernel} = coarse
// REDEFINE: %{launch} = --global 32,16 --local 16,8 --arg w=32
// RUN: %{prove}
kernel void coarse(global const int *in, global int *out, int w) {
  local int t[16][17];
  int x = get_global_id(0), lx = get_local_id(0), ly = get_local_id(1);
  int y0 = get_group_id(1) * 16;
  for (int j = 0; j < 16; j += 8) t[ly + j][lx] = in[(y0 + ly + j) * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int j = 0; j < 16; j += 8) out[(y0 + ly + j) * w + x] = t[ly + j][lx] * 3;
}

// Sums of floats by a tree: one position for each group, the kernel's own order.
// REDEFINE: %{kernel} = dot
// REDEFINE: %{launch} = --global 64 --local 8
// RUN: %{prove}
// A group that sums up more than a stream carries at once is refused.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel dot --global 512 --local 64 -o %t/none 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: tile-launches.cl:[[#@LINE+9]]:{{[0-9]+}}: a position, which is a work-group, finds more than the 1024 bits of a buffer that a stream carries at once: have smaller work-groups, and sum up their results
kernel void dot(global const float *a, global const float *b, global float *part, local float *s) {
  int l = get_local_id(0);
  s[l] = a[get_global_id(0)] * b[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = get_local_size(0) / 2; o > 0; o /= 2) {
    if (l < o) s[l] = s[l] + s[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (!l) part[get_group_id(0)] = s[0];
}

// Two results of each group.
// REDEFINE: %{kernel} = minmax
// REDEFINE: %{launch} = --global 64 --local 8
// RUN: %{prove}
kernel void minmax(global const int *in, global int *lo, global int *hi, local int *a, local int *b) {
  uint l = get_local_id(0);
  a[l] = b[l] = in[get_global_id(0)];
  for (uint s = get_local_size(0) >> 1; s; s >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < s) { a[l] = min(a[l], a[l + s]); b[l] = max(b[l], b[l + s]); }
  }
  if (l == 0) { lo[get_group_id(0)] = a[0]; hi[get_group_id(0)] = b[0]; }
}

// Elements that several work-items find are no stream.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel doubled --global 64 --local 16 -o %t/none 2>&1 | FileCheck %s --check-prefix=DOUBLED
// DOUBLED: tile-launches.cl:[[#@LINE+6]]:12: the place of what this finds in local memory is no sum over the dimensions of the launch: have neighbouring work-items find neighbouring elements, in all groups
kernel void doubled(global const uchar *in, global uchar *out) {
  local uchar t[8];
  int g = get_global_id(0), l = get_local_id(0);
  if (l < 8) t[l] = in[get_group_id(0) * 8 + l];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[g] = t[l / 2];
}
// RUN: not ls %t/none
