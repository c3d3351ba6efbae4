// Functions of wide.test: integers of more than 64 bits.
#include "ap_int.h"

// Words of a wide memory port.
void lanes(const ap_uint<512> in[6], ap_uint<512> out[6]) {
  for (int i = 0; i < 6; ++i) {
#pragma HLS pipeline
    const ap_uint<512> word = in[i];
    ap_uint<512> result;
    for (int k = 0; k < 16; ++k)
      result.range(32 * k + 31, 32 * k) =
          word.range(32 * k + 31, 32 * k) * 3 + k;
    out[i] = result;
  }
}

// Every operation that there is, in widths that are no multiples of a word.
void operations(const ap_int<100> a[10], const ap_int<100> b[10],
                const unsigned char by[10], ap_int<100> out[10],
                unsigned char order[10]) {
  for (int i = 0; i < 10; ++i) {
    const ap_int<100> x = a[i], y = b[i];
    const unsigned n = by[i] % 100u;
    ap_int<100> result = (x + y) ^ (x - y);
    result ^= (x & y) << n;
    result += (x | y) >> n;
    result -= ap_int<100>(ap_uint<100>(x) >> (n / 2));
    if (x < 0)
      result = ~result;
    out[i] = result + ap_int<100>(by[i]) * 5;
    order[i] = (x < y) + 2 * (ap_uint<100>(x) < ap_uint<100>(y)) +
               4 * (x == y) + 8 * (x >= y) + 16 * (y > ap_int<100>(0)) +
               32 * (x != x.range(70, 3)) + 64 * (y <= ap_int<100>(-5));
  }
}

// A product of 128 bits, as of residues.
void products(const unsigned long in[8], const long by[8],
              unsigned long out[8]) {
  for (int i = 0; i < 8; ++i) {
    const unsigned __int128 all = (unsigned __int128)in[i] * (in[i] ^ 77u);
    const __int128 some = (__int128)by[i] * (long)in[i];
    out[i] = (unsigned long)(all >> 64) + (unsigned long)(some >> 61);
  }
}

// A sum that a loop carries.
void total(const unsigned long in[20], ap_uint<72> out[1]) {
  ap_uint<72> sum = 0;
  for (int i = 0; i < 20; ++i)
    sum += in[i];
  out[0] = sum;
}
