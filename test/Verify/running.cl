// Pointers and indices that run along with the loops, as C code has them. Emission runs the
// streams against the original; some cores are simulated, too.
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s
// RUN: %{emit} --kernel bump --arg n=64 -o %t/bump
// RUN: %{emit} --kernel gray --arg n=64 -o %t/gray
// RUN: %verify %t/gray --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel dot --arg n=64 -o %t/dot
// RUN: %{emit} --kernel conv --arg n=64 -o %t/conv
// RUN: %verify %t/conv --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel down --arg n=64 -o %t/down
// RUN: %{emit} --kernel idx --arg w=16 --arg h=12 -o %t/idx
// RUN: %verify %t/idx --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel rows --arg w=16 --arg h=12 -o %t/rows
// RUN: %verify %t/rows --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel interior --arg w=16 --arg h=12 -o %t/interior
// RUN: %{emit} --kernel all --arg w=16 --arg h=5 --arg d=3 -o %t/all
// RUN: %{emit} --kernel scan --arg w=12 --arg h=10 -o %t/scan
// RUN: %verify %t/scan --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel scan2 --arg w=12 --arg h=10 -o %t/scan2
// RUN: %verify %t/scan2 --no-synthesis --seeds 1 | FileCheck %s
// In lanes and vectors, too.
// RUN: %{emit} --kernel all --arg w=16 --arg h=5 --arg d=3 -o %t/lanes --variant 'map-par[5](map-pipe(map-par[4] f)) . reshapeTo 5 . vectorise 4'
// RUN: %verify %t/lanes --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
kernel void bump(global const int *in, global int *out, int n) {
  while (n--)
    *out++ = *in++ * 3;
}
kernel void idx(global const int *in, global int *out, int w, int h) {
  int i = 0;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++, i++)
      out[i] = in[i] + x * y;
}
kernel void rows(global const uchar *in, global uchar *out, int w, int h) {
  global const uchar *p = in + w;
  global uchar *q = out;
  for (int y = 1; y < h - 1; y++, p += w, q += w)
    for (int x = 1; x < w - 1; x++)
      q[x] = (p[x - 1] + 2 * p[x] + p[x + 1] + p[x - w] + p[x + w]) >> 3;
}
kernel void gray(global const uchar *rgb, global uchar *out, int n) {
  for (int i = 0; i < n; i++) {
    *out++ = (77 * rgb[0] + 150 * rgb[1] + 29 * rgb[2]) >> 8;
    rgb += 3;
  }
}
kernel void dot(global const short *a, global const short *b, global int *r,
                int n) {
  int s = 0;
  do
    s += *a++ * *b++;
  while (--n);
  *r = s;
}
kernel void conv(global const int *a, global int *o, constant int *c, int n) {
  global const int *p = a;
  for (int i = 0; i < n; i++, p++) {
    global const int *q = p;
    int s = 0;
    for (int k = 0; k < 5; k++)
      s += c[k] * *q++;
    *o++ = s;
  }
}
kernel void down(global const int *a, global int *o, int n) {
  global const int *p = a + n;
  for (int i = n - 1; i >= 0; i--)
    o[i] = *--p;
}
kernel void all(global const int *in, global int *out, int w, int h, int d) {
  for (int z = 0; z < d; z++)
    for (int y = 0; y < h; y++)
      for (int x = 0; x < w; x++)
        *out++ = *in++ + x * y - z;
}
kernel void interior(global const int *in, global int *out, int w, int h) {
  int i = w + 1;
  for (int y = 1; y < h - 1; y++, i += 2)
    for (int x = 1; x < w - 1; x++, i++)
      out[i] = in[i - 1] + in[i + 1] + in[i - w] + in[i + w];
}
// One loop that counts its columns and rows itself.
kernel void scan(global const uchar *in, global uchar *out, int w, int h) {
  int x = 0, y = 0;
  for (int i = 0; i < w * h; i++) {
    int left = x > 0 ? in[i - 1] : in[i];
    int up = y > 0 ? in[i - w] : in[i];
    out[i] = (left + up) / 2;
    if (++x == w) {
      x = 0;
      y++;
    }
  }
}
kernel void scan2(global const uchar *in, global uchar *out, int w, int h) {
  int x = 0, y = 0;
  for (int i = 0; i < w * h; i++) {
    out[y * w + x] = in[y * w + x] + x - y;
    x++;
    if (x >= w) {
      x = 0;
      y = y + 1;
    }
  }
}
