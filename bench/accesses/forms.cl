// Forms of indices as programs write them, for comparison with what they address.
struct Particle {
  float4 place;
  float mass;
  int kind;
};

kernel void cast_forms(global int *A, int w, uint uw) {
  int x = get_global_id(0), y = get_global_id(1);
  uint ux = get_global_id(0), uy = get_global_id(1);
  size_t sx = get_global_id(0), sy = get_global_id(1);
  A[y * w + x] = 1;
  A[uy * uw + ux + 100] = 2;
  A[sy * w + sx + 200] = 3;
  A[mad24(y, w, x) + 300] = 4;
  A[(y << 4) + (x << 1) + 400] = 5;
}

kernel void groups(global int *A) {
  int i = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int j = get_local_id(1) + get_group_id(1) * get_local_size(1);
  A[j * get_global_size(0) + i] = 1;
  A[get_global_linear_id() + 300] = 2;
  A[get_local_linear_id() + 600] = 3;
}

kernel void transpose(global const int *A, global int *B, int n) {
  local int tile[4][5];
  int lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = A[get_global_id(1) * n + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = get_group_id(1) * 4 + lx, y = get_group_id(0) * 4 + ly;
  B[y * n + x] = tile[lx][ly];
}

kernel void triangle(global int *A, int n) {
  int i = get_global_id(0);
  for (int j = 0; j <= i; ++j)
    for (int k = j; k < n; k += 3)
      A[i * n + k] += j;
}

kernel void downward(global int *A, int n) {
  int i = get_global_id(0);
  for (int k = n - 1; k >= 0; --k)
    A[k * get_global_size(0) + i] = k;
  for (int k = n; k > 1; k /= 2)
    A[i] += k;
}

kernel void pointers(global const float *A, global float *B, int w) {
  global const float *row = A + get_global_id(1) * w;
  global float *out = B + get_global_id(0);
  for (int k = 0; k < 6; ++k, row += 2, out += w)
    *out = row[get_global_id(0)] + row[1];
}

kernel void grid_stride(global int *A, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0))
    A[i] = i;
}

kernel void structures(global struct Particle *P, global float4 *V) {
  int i = get_global_id(0);
  P[i].place = P[i + 1].place;
  P[2 * i].kind = 3;
  V[i] = (float4)(1, 2, 3, 4);
}

kernel void stencil(global const float *A, global float *B, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x == 0 || y == 0 || x == w - 1 || y == h - 1)
    return;
  float sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += A[(y + dy) * w + x + dx];
  B[y * w + x] = sum / 9;
}

kernel void volume(global const float *A, global float *B, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  int at = (z * h + y) * w + x;
  B[at] = A[at] + A[at + 1] + A[at + w] + A[at + w * h];
}

kernel void clamped(global const float *A, global float *B, int w) {
  int x = get_global_id(0);
  int before = x < 1 ? 0 : x - 1;
  int after = min(x + 1, w - 1);
  int around = x + 2 >= w ? x + 2 - w : x + 2;
  B[x] = A[before] + A[after] + A[around];
}

kernel void rows(global const int *Start, global const int *Column,
                 global const float *V, global const float *X, global float *Y) {
  int r = get_global_id(0);
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += V[Start[r] + k] * X[Column[4 * r + k]];
  Y[r] = sum;
}

kernel void lookup(global const int *Rows, global int *A, int w) {
  int x = get_global_id(0), y = get_global_id(1);
  A[Rows[y] * w + x] = Rows[3];
  A[Rows[2] + x + 500] = 1;
}

// The last row is cut short: 20 work-items in rows of 6.
kernel void rows_of_any_width(global int *A, global const float *R, global int *B,
                              int w, int p) {
  int g = get_global_id(0), row = g / w, column = g % w;
  A[row * p + column] = R[row];
  B[column * p + row] = 1;
  B[100 + g - (g / w) * w] = 2;
}

kernel void volume_of_flat_ids(global int *A, int nx, int ny) {
  const uint g = get_global_id(0);
  const uint x = g % nx, y = g / nx % ny, z = g / (nx * ny);
  A[(z * (ny + 2) + y + 1) * (nx + 2) + x + 1] = 1;
}

// Rows of 12 in parts of 4, as heads share keys.
kernel void parts_of_rows(global int *A, int w, int r) {
  size_t g = get_global_id(0);
  A[g / w * 100 + g % w / r * 10 + g % w % r] = 1;
  A[1000 + g / w / r] = 2;
}

kernel void turns(global int *A, int w, int n) {
  int g = get_global_id(0), l = get_local_id(0);
  for (int k = 0; k < n; ++k) {
    A[(g + k) % w] = k;
    A[50 + (4 * g + k + 3) / w] = l;
    A[100 + (k + l) / w * 10 + g % w] = k;
  }
}

kernel void bits(global int *A) {
  int i = get_global_id(0);
  A[i & 3] = 1;
  A[(i >> 2) + 50] = 2;
  A[(i & ~3) + 100] = 3;
  A[(i ^ 1) + 150] = 4;
  A[i % 3 + 200] = 5;
}

kernel void helper_square(global int *A, int i) { A[i * 2 + 100] = i; }

kernel void calls(global int *A) {
  int i = get_global_id(0);
  helper_square(A, i + 1);
  A[i] = 1;
}

kernel void switches(global int *A, int n) {
  int i = get_global_id(0);
  switch (i) {
  case 1:
    A[i + 10] = 1;
    break;
  case 2:
    for (int k = 0; k < n; ++k)
      A[20 + i + k] = 2;
    break;
  default:
    A[i + 60] = 3;
  }
}

kernel void several_exits(global int *A, int n) {
  int i = get_global_id(0);
  for (int k = 0; k < n; ++k) {
    A[100 + i * n + k] = k;
    if (A[i] == 77)
      break;
  }
}

kernel void single(global const int *A, global int *B, int n) {
  int carry = 0;
  for (int i = 0; i < n; ++i) {
    carry += A[i];
    B[n - 1 - i] = carry;
  }
}
