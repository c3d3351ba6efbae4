// Kernels whose cores were synthesised by Yosys 0.23 (synth_xilinx, xc7).
__kernel void relax(__global const int *restrict a, __global int *restrict b,
                    int n, int m, int wc, int wn) {
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < m - 1; j++)
      b[i * m + j] = wc * a[i * m + j] +
                     wn * (a[(i - 1) * m + j] + a[(i + 1) * m + j] +
                           a[i * m + j - 1] + a[i * m + j + 1]);
}

__kernel void patterns(__global const uchar *in, __global uchar *out, int w) {
  int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
  uchar c = in[y * w + x], code = 0;
  code |= (in[(y - 1) * w + x - 1] >= c) << 7;
  code |= (in[(y - 1) * w + x] >= c) << 6;
  code |= (in[(y - 1) * w + x + 1] >= c) << 5;
  code |= (in[y * w + x + 1] >= c) << 4;
  code |= (in[(y + 1) * w + x + 1] >= c) << 3;
  code |= (in[(y + 1) * w + x] >= c) << 2;
  code |= (in[(y + 1) * w + x - 1] >= c) << 1;
  code |= (in[y * w + x - 1] >= c);
  out[y * w + x] = code;
}

__kernel void contrast(__global const ushort *in, __global ushort *out, int w,
                       int h, int strength) {
  int y = get_global_id(0) / w;
  int x = get_global_id(0) % w;
  if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
    int sum = 0;
    ushort lo = 65535, hi = 0;
    for (int d = 0; d < 9; ++d) {
      ushort v = in[(y + d / 3 - 1) * w + x + d % 3 - 1];
      sum += v;
      lo = min(lo, v);
      hi = max(hi, v);
    }
    int mean = sum / 9;
    int v = in[y * w + x] + ((in[y * w + x] - mean) * strength) / 16;
    out[y * w + x] = clamp(v, (int)lo, (int)hi);
  }
}

__kernel void life(__global const uchar *g, __global uchar *n, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1);
  int xm = (x + w - 1) % w, xp = (x + 1) % w;
  int ym = (y + h - 1) % h, yp = (y + 1) % h;
  int c = g[ym * w + xm] + g[ym * w + x] + g[ym * w + xp] + g[y * w + xm] +
          g[y * w + xp] + g[yp * w + xm] + g[yp * w + x] + g[yp * w + xp];
  n[y * w + x] = c == 3 || (c == 2 && g[y * w + x]);
}

kernel void square(global const float *a, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] * a[i];
}

kernel void phase(global const uint *in, global uint *out, int w) {
  int x = get_global_id(0), i = get_global_id(1) * w + x;
  if (x == 0 || x == w - 1)
    return;
  out[i] = (in[i - 1] + in[i] + in[i + 1]) % 1000u;
}

// Five streams in, five out.
kernel void relaxation(global const int *f0, global const int *f1,
                       global const int *f2, global const int *f3,
                       global const int *f4, global int *g0, global int *g1,
                       global int *g2, global int *g3, global int *g4, int w) {
  int i = get_global_id(1) * w + get_global_id(0);
  int a = f0[i], b = f1[i], c = f2[i], d = f3[i], e = f4[i];
  int mean = a + b + c + d + e;
  g0[i] = a + mean;
  g1[i] = b - mean;
  g2[i] = c + mean;
  g3[i] = d - mean;
  g4[i] = e + mean;
}

kernel void scale(global const int *a, global const int *b, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)(((long)a[i] * b[i]) >> 16);
}

kernel void hash(global const uint *restrict x, global uint *restrict y) {
  int i = get_global_id(0);
  y[i] = mul_hi(x[i], 2654435769u);
}

kernel void turn(global const uchar *restrict x, global uchar *restrict y) {
  int i = get_global_id(0);
  y[i] = rotate(x[i], (uchar)(x[i] >> 5));
}
