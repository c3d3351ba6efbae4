// What is computed of the sums before it is stored: a kernel of one position, which begins
// when they are there. Lanes join their sums before.
// REQUIRES: nightly
// REQUIRES: iverilog
// RUN: rm -rf %t && mkdir %t
// DEFINE: %{emit} = %roofline emit verilog %s --arg n=50
// RUN: %{emit} --kernel mean -o %t/mean
// RUN: %verify %t/mean --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel mean -o %t/lanes --variant 'map-par[5](map-pipe(map-par[2] f)) . reshapeTo 5 . vectorise 2'
// RUN: %verify %t/lanes --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel mean -o %t/comb --variant 'map-comb f'
// RUN: %verify %t/comb --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel mean -o %t/masters --memory axi4
// RUN: %verify %t/masters --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel norm -o %t/norm
// RUN: %verify %t/norm --seeds 1 | FileCheck %s --check-prefixes=CHECK,PRICED
// RUN: %{emit} --kernel distance_of -o %t/distance
// RUN: %verify %t/distance --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel moments -o %t/moments
// RUN: %verify %t/moments --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel choice -o %t/choice
// RUN: %verify %t/choice --no-synthesis --seeds 1 | FileCheck %s
// RUN: %{emit} --kernel sometimes -o %t/sometimes
// RUN: %verify %t/sometimes --no-synthesis --seeds 4 | FileCheck %s
// RUN: %{emit} --kernel plane -o %t/plane --arg m=20
// RUN: %verify %t/plane --no-synthesis --seeds 1 | FileCheck %s
// CHECK: outputs equal the original's, bit for bit
// CHECK: cycles {{.*}} exact
// PRICED-NOT: unknown

// The stream kernel is written, read again and priced; its schema has the finish.
// RUN: %roofline variants %s --kernel moments --arg n=50 --device adm-pcie-7v3 --streams-out %t/moments.streams.json > %t/a.txt
// RUN: %python %S/../schema/validate.py %schemas/stream-kernel.schema.json %t/moments.streams.json
// RUN: %python %S/../schema/validate.py %schemas/core.schema.json %t/norm/core.json
// RUN: %roofline variants %t/moments.streams.json --device adm-pcie-7v3 > %t/b.txt
// RUN: diff %t/a.txt %t/b.txt

kernel void mean(global const int *a, global int *r, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  r[2] = sum / n;
}
kernel void norm(global const float *a, global const float *b, global float *r,
                 int n) {
  float ab = 0, aa = 0, bb = 0;
  for (int i = 0; i < n; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  r[0] = ab / sqrt(aa * bb);
}
kernel void moments(global const int *a, global float *r, global long *sums,
                    float scale, int n) {
  long sum = 0, squares = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    squares += (long)a[i] * a[i];
  }
  float m = (float)sum / n;
  r[0] = scale * m;
  r[1] = (float)squares / n - m * m;
  sums[0] = sum;
  sums[1] = squares;
}
// A choice behind the loops, an element that another one scales, one that grows.
kernel void choice(global const uchar *a, global const int *weights,
                   global int *r, int n) {
  int above = 0, least = 255;
  for (int i = 0; i < n; i++) {
    if (a[i] > 100)
      above++;
    least = min(least, (int)a[i]);
  }
  int first;
  if (above > least)
    first = above * weights[3];
  else
    first = least - 7;
  r[0] += first;
  r[1] = above == n;
}
kernel void plane(global const short *a, global uchar *o, global short *r, int n,
                  int m) {
  int sum = 0;
  for (int y = 0; y < m; y++)
    for (int x = 0; x < n; x++) {
      sum += a[y * n + x];
      o[y * n + x] = a[y * n + x] >> 8;
    }
  r[0] = sum / (n * m);
}

// Whether something is stored is decided there, too, and what.
kernel void sometimes(global const int *a, global int *r, global int *s, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum ^= a[i];
  if (sum > 5)
    r[0] = sum / 3;
  s[0] = sum;
  if (sum & 1)
    s[0] = 7;
  else if (sum & 2)
    s[1] = sum >> 4;
}
// RUN: not %{emit} --kernel last --variant 'map-pipe f' -o %t/x 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: finish.cl:[[#@LINE+4]]:{{[0-9]+}}: a value of the loops, and no sum, that is used behind them
kernel void last(global const int *a, global int *r, int n) {
  int sum = 0, seen = 0;
  for (int i = 0; i < n; i++) {
    sum += a[i];
    seen = a[i] * 5;
  }
  r[0] = sum / 3 + seen;
}
// RUN: not %{emit} --kernel twice -o %t/x 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: finish.cl:[[#@LINE+6]]:{{[0-9]+}}: 'r' is written by another store, too, which has another type
kernel void twice(global const int *a, global int *r, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i];
  r[0] = sum / 3;
  ((global short *)r)[4] = (short)(sum / 3);
}
// RUN: not %{emit} --kernel mean,mean -o %t/x 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: 'mean' computes with what its loops sum up, behind them: kernels, or nests, one after another are one core only without that
// Of double.
kernel void distance_of(global const double *a, global const double *b, global double *out,
                        int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  out[0] = sqrt(sum);
  out[1] = sum / n;
}
