// Functions of processes.test.
#include "hls_stream.h"
#include <cstdint>

// Nothing in common: the longer one decides.
void apart(const int a[100], int b[100], const int c[40], int d[40]) {
  for (int i = 0; i < 100; ++i)
    b[i] = a[i] + 1;
  for (int i = 0; i < 40; ++i)
    d[i] = c[i] * c[i];
}

// The sums come 32 elements after the elements that they are taken from.
void split(const int in[256], int out[256]) {
  hls::stream<int> left, right;
  for (int i = 0; i < 256; ++i) {
    left.write(in[i]);
    right.write(in[i] ^ 21);
  }
  hls::stream<int> means;
  for (int b = 0, sum = 0; b < 256; ++b) {
    sum = (b % 32 == 0 ? 0 : sum) + right.read();
    if (b % 32 == 31)
      means.write(sum >> 5);
  }
  for (int i = 0, mean = 0; i < 256; ++i) {
    if (i % 32 == 0)
      mean = means.read();
    out[i] = left.read() - mean;
  }
}

// Each load takes the words of one store: two channels.
void pairs(const int64_t in[64], int64_t out[64]) {
  int32_t halves[128];
  for (int i = 0; i < 64; ++i) {
    halves[2 * i] = int32_t(in[i]) + 1;
    halves[2 * i + 1] = int32_t(in[i] >> 32) + 2;
  }
  int64_t last = 0;
  for (int i = 0; i < 64; ++i) {
    last ^= int64_t(halves[2 * i]) << 32 | uint32_t(halves[2 * i + 1]);
    out[i] = last;
  }
}

// Two are written in a cycle, one is read.
void narrower(const int64_t in[64], int32_t out[128]) {
  int32_t halves[128];
  for (int i = 0; i < 64; ++i) {
    halves[2 * i] = int32_t(in[i]);
    halves[2 * i + 1] = int32_t(in[i] >> 32);
  }
  int32_t last = 0;
  for (int i = 0; i < 128; ++i) {
    last = (last >> 1) + halves[i];
    out[i] = last;
  }
}

// The first and the last loop share an array, so they are one process: what the
// second one gives has to wait until the first one ends.
void back(const int in[64], int out[64]) {
  int kept[64], there[64], again[64];
  for (int i = 0; i < 64; ++i) {
    kept[63 - i] = in[i];
    there[i] = in[i] + 7;
  }
  for (int i = 0, sum = 0; i < 64; ++i) {
    sum += there[i];
    again[i] = sum;
  }
  for (int i = 0; i < 64; ++i)
    out[i] = again[i] * kept[i];
}

// One takes all of a channel before the other: its writer must not stop there.
void unequal(const int in[96], int first[1], int out[96]) {
  hls::stream<int> ahead, behind;
  for (int i = 0; i < 96; ++i) {
    ahead.write(in[i]);
    behind.write(-in[i]);
  }
  int sum = 0;
  for (int i = 0; i < 96; ++i)
    sum += ahead.read();
  first[0] = sum;
  for (int i = 0; i < 96; ++i)
    out[i] = behind.read() + sum;
}

// Data say how long an element takes.
void steps(const uint8_t in[50], int out[50]) {
  hls::stream<int> counts;
  for (int i = 0; i < 50; ++i) {
    int n = 0;
    for (int x = in[i]; x > 1; x = x & 1 ? x - 1 : x >> 1)
      ++n;
    counts.write(n);
  }
  int last = 0;
  for (int i = 0; i < 50; ++i) {
    int n = counts.read();
    out[i] = n - last;
    last = n;
  }
}

// Both read the same buffer, in order and not, and the same table.
static const int weights[8] = {3, 1, 4, 1, 5, 9, 2, 6};
void shared(const int in[64], const int x[64], int out[64]) {
  int between[64];
  for (int i = 0; i < 64; ++i)
    between[i] = in[i] * weights[i & 7] + x[(i * 5) & 63];
  int last = 0;
  for (int i = 0; i < 64; ++i) {
    last = (last ^ between[i]) + in[i];
    out[i] = last + weights[(i >> 2) & 7] - x[(i * 11) & 63];
  }
}

// Each of four accesses takes place in its own iterations: one channel would
// give each iteration four cycles.
void exclusive(const int in[64], int out[128]) {
  int kept[64];
  int c = 0;
  for (int i = 0; i < 64; ++i) {
    c = (c >> 1) + in[i];
    kept[i] = c;
  }
  int next = 0, last = 0;
  for (int i = 0; i < 128; ++i) {
    switch (i & 7) {
    case 0:
      last = kept[next++] * 3;
      break;
    case 2:
      last ^= kept[next++];
      break;
    case 5:
      last += kept[next++];
      break;
    case 7:
      last = kept[next++] - last;
      break;
    default:
      last += 11;
    }
    out[i] = last;
  }
}

// Two stores never take place, and two loads have the same words.
void never(const int in[64], int out[64]) {
  int a[64];
  int c = 0;
  for (int i = 0; i < 64; ++i) {
    c = (c >> 1) + in[i];
    a[i] = c;
    if (i * i % 7 == 3)
      a[(i + 1) & 63] = in[i] * 7;
    if (i * i % 7 == 5)
      a[(i + 2) & 63] = in[i] * 9;
  }
  for (int r = 0; r < 4; ++r) {
    int s = 0;
    for (int k = 0; k < 16; ++k) {
      s += a[r * 16 + k];
      if (k * k % 7 == 3)
        s ^= a[(r * 16 + k + 5) & 63];
    }
    for (int k = 0; k < 16; ++k)
      out[r * 16 + k] = a[r * 16 + k] * s;
  }
}

// A stream that two loops take from stays one.
void header(hls::stream<int> &in, hls::stream<int> &head,
            hls::stream<int> &out) {
  int h = in.read();
  head.write(h * 3);
  int s = 0;
  for (int i = 0; i < 40; ++i) {
    s ^= in.read() + (s >> 1);
    out.write(s);
  }
}
