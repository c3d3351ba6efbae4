// Tiles of planes and cubes, with halos as they are really filled.
// REQUIRES: nightly, iverilog
// RUN: rm -rf %t
// DEFINE: %{kernel} =
// DEFINE: %{launch} =
// DEFINE: %{prove} = %roofline emit verilog %s --kernel %{kernel} %{launch} -o %t/%{kernel} \
// DEFINE:   && %verify %t/%{kernel} --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit

// Loops in steps of the group, clamped at the borders.
// REDEFINE: %{kernel} = clamped
// REDEFINE: %{launch} = --global 32,24 --local 16,8 --arg w=32 --arg h=24
// RUN: %{prove}
kernel void clamped(global const float *in, global float *out, int w, int h) {
  local float tile[8 + 2][16 + 2];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int bx = get_group_id(0) * 16, by = get_group_id(1) * 8;
  for (int y = ly; y < 10; y += 8)
    for (int x = lx; x < 18; x += 16) {
      int sx = clamp(bx + x - 1, 0, w - 1);
      int sy = clamp(by + y - 1, 0, h - 1);
      tile[y][x] = in[sy * w + sx];
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  float s = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      s += tile[ly + dy][lx + dx];
  out[(by + ly) * w + bx + lx] = s / 9.0f;
}

// Sides and corners apart, zeros beyond the picture, rows of a padded length.
// REDEFINE: %{kernel} = sides
// REDEFINE: %{launch} = --global 32,16 --local 16,8 --arg width=32 --arg height=16
// RUN: %{prove}
#define TX 16
#define TY 8
#define PITCH (TX + 3)
kernel void sides(global const float *restrict src, global float *restrict dst, int width, int height) {
  local float s[(TY + 2) * PITCH];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  int idx = y * width + x;
  s[ly * PITCH + lx] = src[idx];
  if (get_local_id(0) == 0)
    s[ly * PITCH] = x > 0 ? src[idx - 1] : 0.0f;
  if (get_local_id(0) == TX - 1)
    s[ly * PITCH + lx + 1] = x < width - 1 ? src[idx + 1] : 0.0f;
  if (get_local_id(1) == 0)
    s[lx] = y > 0 ? src[idx - width] : 0.0f;
  if (get_local_id(1) == TY - 1)
    s[(ly + 1) * PITCH + lx] = y < height - 1 ? src[idx + width] : 0.0f;
  if (get_local_id(0) == 0 && get_local_id(1) == 0)
    s[0] = (x > 0 && y > 0) ? src[idx - width - 1] : 0.0f;
  if (get_local_id(0) == TX - 1 && get_local_id(1) == 0)
    s[lx + 1] = (x < width - 1 && y > 0) ? src[idx - width + 1] : 0.0f;
  if (get_local_id(0) == 0 && get_local_id(1) == TY - 1)
    s[(ly + 1) * PITCH] = (x > 0 && y < height - 1) ? src[idx + width - 1] : 0.0f;
  if (get_local_id(0) == TX - 1 && get_local_id(1) == TY - 1)
    s[(ly + 1) * PITCH + lx + 1] = (x < width - 1 && y < height - 1) ? src[idx + width + 1] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE);
  float gx = 0, gy = 0;
  gx = s[(ly - 1) * PITCH + lx + 1] - s[(ly - 1) * PITCH + lx - 1] + 2 * (s[ly * PITCH + lx + 1] - s[ly * PITCH + lx - 1]) + s[(ly + 1) * PITCH + lx + 1] - s[(ly + 1) * PITCH + lx - 1];
  gy = s[(ly + 1) * PITCH + lx - 1] - s[(ly - 1) * PITCH + lx - 1] + 2 * (s[(ly + 1) * PITCH + lx] - s[(ly - 1) * PITCH + lx]) + s[(ly + 1) * PITCH + lx + 1] - s[(ly - 1) * PITCH + lx + 1];
  dst[idx] = sqrt(gx * gx + gy * gy);
}

// One loop over the flat tile, a pointer from the host, a window.
// REDEFINE: %{kernel} = flat
// REDEFINE: %{launch} = --global 24,16 --local 8,4 --arg w=24 --arg h=16
// RUN: %{prove}
kernel void flat(global const uchar *in, global uchar *out, int w, int h, local uchar *tile) {
  int tid = get_local_id(1) * get_local_size(0) + get_local_id(0);
  int total = (get_local_size(0) + 2) * (get_local_size(1) + 2);
  int tw = get_local_size(0) + 2;
  int x0 = get_group_id(0) * get_local_size(0) - 1;
  int y0 = get_group_id(1) * get_local_size(1) - 1;
  for (int i = tid; i < total; i += get_local_size(0) * get_local_size(1)) {
    int ty = i / tw, tx = i % tw;
    int gx = min(max(x0 + tx, 0), w - 1), gy = min(max(y0 + ty, 0), h - 1);
    tile[i] = in[gy * w + gx];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  uchar m = 255;
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 3; i++)
      m = min(m, tile[(get_local_id(1) + j) * tw + get_local_id(0) + i]);
  out[get_global_id(1) * w + get_global_id(0)] = m;
}

// A picture that no whole number of groups covers.
// REDEFINE: %{kernel} = partial
// REDEFINE: %{launch} = --global 48,16 --local 16,4 --arg nx=40 --arg ny=15
// RUN: %{prove}
kernel void partial(global const float *t0, global float *t1, int nx, int ny, float k) {
  local float b[4 + 2][16 + 2];
  int i = get_global_id(0), j = get_global_id(1);
  int a = get_local_id(0) + 1, c = get_local_id(1) + 1;
  bool in = i < nx && j < ny;
  if (in) {
    b[c][a] = t0[j * nx + i];
    if (a == 1 && i > 0) b[c][0] = t0[j * nx + i - 1];
    if (a == 16 && i + 1 < nx) b[c][17] = t0[j * nx + i + 1];
    if (c == 1 && j > 0) b[0][a] = t0[(j - 1) * nx + i];
    if (c == 4 && j + 1 < ny) b[5][a] = t0[(j + 1) * nx + i];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
    t1[j * nx + i] = b[c][a] + k * (b[c][a - 1] + b[c][a + 1] + b[c - 1][a] + b[c + 1][a] - 4.0f * b[c][a]);
}

// Sums of columns of sums of rows.
// REDEFINE: %{kernel} = separable
// REDEFINE: %{launch} = --global 32,24 --local 16,8 --arg w=32 --arg h=24
// RUN: %{prove}
kernel void separable(global const int *in, global int *out, int w, int h) {
  local int rows[8 + 4][16];
  int x = get_global_id(0), ly = get_local_id(1), lx = get_local_id(0);
  int y0 = get_group_id(1) * 8 - 2;
  for (int r = ly; r < 12; r += 8) {
    int yy = clamp(y0 + r, 0, h - 1);
    int sum = 0;
    for (int d = -1; d <= 1; ++d)
      sum += in[yy * w + clamp(x + d, 0, w - 1)] * (2 - abs(d));
    rows[r][lx] = sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(1) * w + x] = rows[ly][lx] + rows[ly + 1][lx] * 4 + rows[ly + 2][lx] * 6 + rows[ly + 3][lx] * 4 + rows[ly + 4][lx];
}

// A cube of a padded volume.
// REDEFINE: %{kernel} = cube
// REDEFINE: %{launch} = --global 16,8,8 --local 8,4,4 --arg n=16
// RUN: %{prove}
kernel void cube(global const int *in, global int *out, int n) {
  local int t[4 + 2][4 + 2][8 + 2];
  int gx = get_global_id(0), gy = get_global_id(1), gz = get_global_id(2);
  int lx = get_local_id(0), ly = get_local_id(1), lz = get_local_id(2);
  for (int z = lz; z < 6; z += 4)
    for (int y = ly; y < 6; y += 4)
      for (int x = lx; x < 10; x += 8) {
        int px = gx - lx + x, py = gy - ly + y, pz = gz - lz + z;
        t[z][y][x] = in[(pz * (n + 2) + py) * (n + 2) + px];
      }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(gz * n + gy) * n + gx] = t[lz + 1][ly + 1][lx] + t[lz + 1][ly + 1][lx + 2] + t[lz + 1][ly][lx + 1] + t[lz + 1][ly + 2][lx + 1] + t[lz][ly + 1][lx + 1] + t[lz + 2][ly + 1][lx + 1];
}
