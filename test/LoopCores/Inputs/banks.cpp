// Arrays in banks.
#include <stdint.h>

// Rows of 62 words each, in which data choose a word: a bank for a row.
void votes(const uint8_t in[512], int out[3 * 62]) {
  int rows[3][62];
  for (int x = 0; x < 62; ++x) {
#pragma HLS pipeline
    for (int y = 0; y < 3; ++y)
      rows[y][x] = 0;
  }
  for (int i = 0; i < 512; ++i) {
#pragma HLS pipeline
    uint8_t x = in[i] % 62;
    for (int y = 0; y < 3; ++y)
      rows[y][x] += y + 1;
  }
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 62; ++x)
      out[y * 62 + x] = rows[y][x];
}

// Four words of each iteration in four banks, and one whose bank moves on.
void fourths(int seed, int out[257]) {
  int words[256];
#pragma HLS array_partition variable = words cyclic factor = 4
  for (int i = 0; i < 64; ++i) {
#pragma HLS pipeline
    for (int k = 0; k < 4; ++k)
      words[4 * i + k] = (seed ^ i) * (k + 1);
  }
  int sum = 0;
  for (int i = 0; i < 64; ++i) {
#pragma HLS pipeline
    for (int k = 0; k < 4; ++k)
      sum += words[4 * i + k];
  }
  out[0] = sum;
  for (int i = 0; i < 256; ++i)
    out[i + 1] = words[i] + 1;
}

// Data choose the words; which of four histograms they are in is known.
void histograms(const uint8_t in[1024], int out[256]) {
  uint8_t bytes[1024];
  int counts[4][256];
  for (int i = 0; i < 1024; ++i)
    bytes[i] = in[i];
  for (int w = 0; w < 256; ++w) {
#pragma HLS pipeline
    for (int k = 0; k < 4; ++k)
      counts[k][w] = 0;
  }
  for (int i = 0; i < 256; ++i) {
#pragma HLS pipeline
    for (int k = 0; k < 4; ++k)
      ++counts[k][bytes[1023 - 4 * i - k]];
  }
  for (int w = 0; w < 256; ++w)
    out[w] = counts[0][w] + counts[1][w] + counts[2][w] + counts[3][w];
}

// A table of 2048 words that eight loads read: banks, not eight copies.
void mixed(const uint8_t in[64], int out[64]) {
  int table[2048];
  for (int i = 0; i < 2048; ++i)
    table[i] = i * i - 77 * i;
  for (int i = 0; i < 64; ++i) {
#pragma HLS pipeline
    int sum = in[i];
    for (int k = 0; k < 8; ++k)
      sum ^= table[8 * i + k];
    out[i] = sum;
  }
}

// Constants in banks.
struct Waves {
  int16_t words[4096];
};
constexpr Waves waves() {
  Waves w = {};
  for (int i = 0; i < 4096; ++i)
    w.words[i] = int16_t(i * 31 ^ i >> 3);
  return w;
}
void constants(const uint8_t in[1024], int out[1024]) {
  static constexpr Waves table = waves();
  for (int i = 0; i < 1024; ++i) {
#pragma HLS pipeline
    int sum = in[i];
    for (int k = 0; k < 4; ++k)
      sum += table.words[4 * i + k];
    out[i] = sum;
  }
}

// Whether the second word of an iteration is read depends on the first.
void chained(const uint8_t in[256], int out[256]) {
  int words[2048];
  for (int i = 0; i < 2048; ++i)
    words[i] = i * 40503 >> 3;
  for (int i = 0; i < 256; ++i) {
    int sum = in[i], first = words[5 * i];
    if (first & 1)
      sum += words[5 * i + 1];
    out[i] = sum + first;
  }
}

// The number of rows is always 3, which no analysis knows.
void beyond(const int in[64], int out[3 * 62]) {
  int rows[3][62];
  for (int x = 0; x < 62; ++x) {
#pragma HLS pipeline
    for (int y = 0; y < 3; ++y)
      rows[y][x] = 0;
  }
  for (int i = 0; i < 64; ++i) {
#pragma HLS pipeline
    int v = in[i] & 255, n = 3 + (v * v * v - v) % 3, x = (v + i) % 62;
    for (int y = 0; y < 4; ++y)
      if (y < n)
        rows[y][x] += y + 1;
  }
  for (int y = 0; y < 3; ++y)
    for (int x = 0; x < 62; ++x)
      out[y * 62 + x] = rows[y][x];
}

// Twelve copies of "a", four banks of "b".
void named(const uint8_t in[64], int out[64]) {
  int a[256], a1[256], b[1024], b__b1[256];
  for (int i = 0; i < 256; ++i) {
    a[i] = 3 * i;
    a1[i] = i ^ 7;
    b__b1[i] = 5 * i;
  }
  for (int i = 0; i < 256; ++i) {
#pragma HLS pipeline
    for (int k = 0; k < 4; ++k)
      b[4 * i + k] = i + k;
  }
  for (int i = 0; i < 64; ++i) {
#pragma HLS pipeline
    int sum = a1[in[i]] + b__b1[in[i]] + b[4 * in[i]];
    for (int k = 0; k < 12; ++k)
      sum += a[in[i] * (k + 1) & 255];
    out[i] = sum;
  }
}

void many(int seed, int out[4096]) {
  int t[4096];
  for (int i = 0; i < 16; ++i) {
#pragma HLS pipeline
    for (int k = 0; k < 256; ++k)
      t[256 * i + k] = seed ^ i * k;
  }
  for (int i = 0; i < 4096; ++i)
    out[i] = t[i];
}
