// Words of short runs are those of the whole launch, though some of its iterations alone are
// gone through. A word has 64 B.
// 128 rows of 4 tiles, each of 32 floats: 128 * 4 * 2 words.
// RUN: %roofline analyze --verbose %s --device de5net --kernel tiles --arg n=128 | FileCheck %s --check-prefix=TILES
// TILES: a {{ *}}1 {{ *}}4 {{ *}}16384 {{ *}}1024 {{ *}}read
kernel void tiles(global const float *restrict a, global float *restrict b, int n) {
  for (int tile = 0; tile < n; tile += 32)
    for (int i = 0; i < n; i++)
      for (int j = tile; j < tile + 32; j++)
        b[i * n + j] = a[i * n + j] + 1.0f;
}
// 100 rows of 100 floats, 128 apart: 6 words and a quarter are 7.
// RUN: %roofline analyze --verbose %s --device de5net --kernel rows --arg n=100 --arg w=100 --arg p=128 | FileCheck %s --check-prefix=ROWS
// ROWS: a {{ *}}1 {{ *}}4 {{ *}}10000 {{ *}}700 {{ *}}read
kernel void rows(global const float *restrict a, global float *restrict b, int n, int w, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      b[i] += a[i * p + j];
}
// 1000 rows of 200 bytes, 256 apart: 4 words each. Bytes change words after 64 iterations.
// RUN: %roofline analyze --verbose %s --device de5net --kernel bytes --arg n=1000 --arg w=200 --arg p=256 | FileCheck %s --check-prefix=BYTES
// BYTES: a {{ *}}1 {{ *}}1 {{ *}}200000 {{ *}}4000 {{ *}}read
kernel void bytes(global const char *restrict a, global int *restrict b, int n, int w, int p) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < w; j++)
      b[i] += a[i * p + j];
}
