// A loop along which each work-item marches is a dimension of the launch, and what it
// keeps of the planes before is read again: those are taps of the same stream.
// REQUIRES: iverilog
// RUN: rm -rf %t
// DEFINE: %{kernel} =
// DEFINE: %{launch} =
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{kernel} %{launch} -o %t/%{kernel} \
// DEFINE:   && %verify %t/%{kernel} --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit

// Registers alone.
// REDEFINE: %{kernel} = registers
// REDEFINE: %{launch} = --global 12,6 --arg nx=12 --arg ny=6 --arg nz=5
// RUN: %{prove}
kernel void registers(global const float *in, global float *out, int nx, int ny, int nz) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int plane = nx * ny;
  int at = y * nx + x;
  float below = in[at], here = in[at + plane], above;
  for (int z = 1; z < nz - 1; z++) {
    at += plane;
    above = in[at + plane];
    out[at] = 0.5f * here + 0.25f * (below + above);
    below = here;
    here = above;
  }
}

// A plane in local memory.
// REDEFINE: %{kernel} = plane
// REDEFINE: %{launch} = --global 16,8 --local 8,4 --arg nx=18 --arg ny=10 --arg nz=5
// RUN: %{prove}
kernel void plane(global const float *in, global float *out, int nx, int ny, int nz) {
  local float p[4 + 2][8 + 2];
  const int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  const int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  const int plane = nx * ny;
  int at = y * nx + x;
  float below = in[at], here = in[at + plane], above;
  for (int z = 1; z < nz - 1; z++) {
    at += plane;
    above = in[at + plane];
    barrier(CLK_LOCAL_MEM_FENCE);
    p[ly][lx] = here;
    if (lx == 1) p[ly][0] = in[at - 1];
    if (lx == 8) p[ly][9] = in[at + 1];
    if (ly == 1) p[0][lx] = in[at - nx];
    if (ly == 4) p[5][lx] = in[at + nx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = 0.5f * here + 0.1f * (below + above + p[ly][lx - 1] + p[ly][lx + 1] + p[ly - 1][lx] + p[ly + 1][lx]);
    below = here;
    here = above;
  }
}

// Arrays of registers, a halo of two.
// REDEFINE: %{kernel} = arrays
// REDEFINE: %{launch} = --global 8,8 --local 8,4 --arg nx=8 --arg ny=8 --arg nz=3
// RUN: %{prove}
#define RAD 2
kernel void arrays(global const float *in, global float *out, constant float *c, int nx, int ny, int nz) {
  local float tile[4 + 2 * RAD][8 + 2 * RAD];
  int gx = get_global_id(0), gy = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  int stride_y = nx + 2 * RAD, stride_z = stride_y * (ny + 2 * RAD);
  int ii = (gy + RAD) * stride_y + gx + RAD;
  float infront[RAD], behind[RAD], current;
  for (int i = RAD - 2; i >= 0; i--) { behind[i] = in[ii]; ii += stride_z; }
  current = in[ii]; int oi = ii; ii += stride_z;
  for (int i = 0; i < RAD; i++) { infront[i] = in[ii]; ii += stride_z; }
  for (int iz = 0; iz < nz; iz++) {
    for (int i = RAD - 1; i > 0; i--) behind[i] = behind[i - 1];
    behind[0] = current;
    current = infront[0];
    for (int i = 0; i < RAD - 1; i++) infront[i] = infront[i + 1];
    infront[RAD - 1] = in[ii];
    ii += stride_z; oi += stride_z;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ly < RAD) { tile[ly][lx + RAD] = in[oi - RAD * stride_y]; tile[ly + 4 + RAD][lx + RAD] = in[oi + 4 * stride_y]; }
    if (lx < RAD) { tile[ly + RAD][lx] = in[oi - RAD]; tile[ly + RAD][lx + 8 + RAD] = in[oi + 8]; }
    tile[ly + RAD][lx + RAD] = current;
    barrier(CLK_LOCAL_MEM_FENCE);
    float v = c[0] * current;
    for (int i = 1; i <= RAD; i++)
      v += c[i] * (infront[i - 1] + behind[i - 1] + tile[ly + RAD - i][lx + RAD] + tile[ly + RAD + i][lx + RAD] + tile[ly + RAD][lx + RAD - i] + tile[ly + RAD][lx + RAD + i]);
    out[oi] = v;
  }
}

// Zeros beyond a volume that the groups do not fill.
// REDEFINE: %{kernel} = volume
// REDEFINE: %{launch} = --global 16,8 --local 8,4 --arg nx=13 --arg ny=6 --arg nz=5
// RUN: %{prove}
kernel void volume(global const float *a, global float *b, int nx, int ny, int nz) {
  local float s[6][10];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  int ok = x < nx && y < ny;
  float up = 0, mid = 0, down = 0;
  if (ok) { mid = a[y * nx + x]; up = a[(ny + y) * nx + x]; }
  for (int k = 0; k < nz; ++k) {
    barrier(CLK_LOCAL_MEM_FENCE);
    s[ly][lx] = mid;
    if (lx == 1) s[ly][0] = (ok && x > 0) ? a[(k * ny + y) * nx + x - 1] : 0;
    if (lx == 8) s[ly][9] = (ok && x < nx - 1) ? a[(k * ny + y) * nx + x + 1] : 0;
    if (ly == 1) s[0][lx] = (ok && y > 0) ? a[(k * ny + y - 1) * nx + x] : 0;
    if (ly == 4) s[5][lx] = (ok && y < ny - 1) ? a[(k * ny + y + 1) * nx + x] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (ok)
      b[(k * ny + y) * nx + x] = s[ly][lx - 1] + s[ly][lx + 1] + s[ly - 1][lx] + s[ly + 1][lx] + up + down - 6 * mid;
    down = mid;
    mid = up;
    up = (ok && k + 2 < nz) ? a[((k + 2) * ny + y) * nx + x] : 0;
  }
}

// Two rows that take turns.
// REDEFINE: %{kernel} = turns
// REDEFINE: %{launch} = --global 16,3 --local 8,1 --arg nx=18 --arg ny=5 --arg nz=3
// RUN: %{prove}
kernel void turns(global const int *in, global int *out, int nx, int ny, int nz) {
  local int row[2][8 + 2];
  int x = get_global_id(0) + 1, z = get_global_id(1);
  int l = get_local_id(0) + 1;
  for (int y = 0; y < ny; ++y) {
    int at = (z * ny + y) * nx + x;
    row[y & 1][l] = in[at];
    if (l == 1) row[y & 1][0] = in[at - 1];
    if (l == 8) row[y & 1][9] = in[at + 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = row[y & 1][l - 1] + row[y & 1][l] + row[y & 1][l + 1];
  }
}

// What an iteration computes of the one before is no element of a buffer.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel prefix --global 8,4 --arg nz=5 -o %t/none 2>&1 | FileCheck %s --check-prefix=PREFIX
// PREFIX: marches.cl:[[#@LINE+5]]:12: the index of this access is not the work-item's own place and a constant offset
kernel void prefix(global const int *in, global int *out, int nz) {
  int x = get_global_id(0), y = get_global_id(1), acc = 0;
  for (int z = 0; z < nz; ++z) {
    int at = (z * get_global_size(1) + y) * get_global_size(0) + x;
    acc += in[at];
    out[at] = acc;
  }
}
// Marches of different lengths have no box of positions.
// RUN: not %roofline emit verilog %s --variant 'map-pipe f' --kernel wedge --global 8 --arg n=8 -o %t/none 2>&1 | FileCheck %s --check-prefix=WEDGE
// WEDGE: marches.cl:[[#@LINE+4]]:3: the size of the loop differs from position to position
kernel void wedge(global const int *in, global int *out, int n) {
  int x = get_global_id(0);
  int last = in[x];
  for (int z = 1; z <= x; ++z) {
    int here = in[z * n + x];
    out[z * n + x] = here - last;
    last = here;
  }
}
// RUN: not ls %t/none
