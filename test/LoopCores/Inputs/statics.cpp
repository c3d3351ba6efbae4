// Functions of statics.test.
#include "hls_stream.h"

static int weights[4] = {3, -5, 7, 2}; // never written
static int totals[4] = {100};
static unsigned char line[2][12];

void counted(const int in[8], int out[8]) {
  for (int i = 0; i < 8; ++i) {
    totals[i & 3] += in[i] * weights[i & 3];
    out[i] = totals[i & 3];
  }
}

// Rows that come in, each minus the two before: the first ones are those of the
// launch before.
void edges(hls::stream<unsigned char> &in, hls::stream<int> &out) {
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 12; ++x) {
#pragma HLS pipeline II = 1
      unsigned char next = in.read(), above[2];
      for (int i = 0; i < 2; ++i)
        above[i] = line[i][x];
      out.write(2 * next - above[0] - above[1]);
      line[0][x] = above[1];
      line[1][x] = next;
    }
}

int twice(int x) {
  static int calls = x;
  return ++calls;
}

// Two functions share a variable, which one of them only reads.
static int gains[4];
void loaded(const int in[4]) {
#pragma HLS top
  for (int i = 0; i < 4; ++i)
    gains[i] = in[i];
}
void gained(const int in[4], int out[4]) {
#pragma HLS top
  for (int i = 0; i < 4; ++i)
    out[i] = in[i] * gains[i];
}
