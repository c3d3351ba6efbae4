// Functions of streams.test.
#include "ap_axi_sdata.h"
#include "ap_int.h"
#include "hls_stream.h"

// Words in, words out.
void tripled(hls::stream<int> &in, hls::stream<int> &out) {
  for (int i = 0; i < 50; ++i)
    out.write(in.read() * 3);
}

// A structure is a buffer for each field. Fields of a word arrive in turn.
typedef ap_axiu<32, 1, 1, 1> word;
void raised(hls::stream<word> &in, hls::stream<word> &out) {
  for (int i = 0; i < 20; ++i) {
    word w = in.read();
    w.data = w.data + 5;
    w.last = i == 19;
    out.write(w);
  }
}

// Data decide how many elements are kept; a static stream keeps none of the
// launch before.
void kept(const int in[40], int out[40]) {
  static hls::stream<int> positive("positive");
  for (int i = 0; i < 40; ++i) {
    out[i] = -1;
    if (in[i] > 0)
      positive << in[i];
  }
  for (int i = 0; i < 40; ++i)
    if (!positive.empty()) {
      out[i] = 100 * int(positive.size());
      out[i] += positive.read();
    }
}

struct pixel {
  unsigned char red, green, blue;
  bool last;
  short weight;
};
static void produce(const unsigned in[30], hls::stream<pixel> &to) {
  for (int i = 0; i < 30; ++i) {
    pixel p = {(unsigned char)in[i], (unsigned char)(in[i] >> 8),
               (unsigned char)(in[i] >> 16), i == 29, (short)(i - 7)};
    to.write(p);
  }
}
static void consume(hls::stream<pixel> &from, int out[30]) {
  int sum = 0;
  for (int i = 0; i < 30; ++i) {
    pixel p;
    from.read(p);
    sum += (p.red + p.green + p.blue) * p.weight;
    out[i] = p.last ? sum : 0;
  }
}
void weighed(const unsigned in[30], int out[30]) {
#pragma HLS dataflow
  hls::stream<pixel> between;
  produce(in, between);
  consume(between, out);
}

// Four streams in one variable.
void dealt(const int in[64], int out[64]) {
  hls::stream<int, 8> lanes[4];
  for (int i = 0; i < 64; ++i)
    lanes[i % 4].write(in[i] + i);
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 16; ++i)
      out[k * 16 + i] = lanes[k].read();
}

void wide(hls::stream<ap_uint<128>> &in, hls::stream<ap_uint<128>> &out,
          int n) {
  hls::stream<ap_uint<128>> inside;
  for (int i = 0; i < n; ++i)
    inside.write(in.read() ^ 5);
  for (int i = 0; i < n; ++i)
    out.write(inside.read() | 48);
}

void endless(hls::stream<int> &in, hls::stream<int> &out) {
  while (!in.empty())
    out.write(in.read());
}

// Streams in a class are not told apart; a call that stays writes to this one.
struct pair {
  hls::stream<int> left, right;
};
void paired(const int in[8], int out[8]) {
  pair both;
  for (int i = 0; i < 8; ++i) {
    both.left.write(in[i]);
    both.right.write(in[i] + 1);
  }
  for (int i = 0; i < 8; ++i)
    out[i] = both.left.read() - both.right.read();
}
static void fill(hls::stream<int> &to, int n) {
  if (n > 0) {
    to.write(n);
    fill(to, n - 1);
  }
}
void filled(const int in[8], int out[8]) {
  hls::stream<int> all;
  fill(all, in[0] & 3);
  for (int i = 0; i < 8; ++i)
    all.write(in[i]);
  for (int i = 0; i < 8; ++i)
    out[i] = all.read();
}

struct token {};
void flags(const bool in[8], bool out[8]) {
  hls::stream<bool> all;
  for (int i = 0; i < 8; ++i)
    all.write(!in[i]);
  for (int i = 0; i < 8; ++i)
    out[i] = all.read();
}
void tokens(const int in[8], int out[8]) {
  hls::stream<token> all;
  for (int i = 0; i < 8; ++i)
    all.write(token());
  for (int i = 0; i < 8; ++i) {
    all.read();
    out[i] = in[i];
  }
}
