// Functions of functions.test.
#include <complex>
#include <cstring>
#include <iostream> // has a static constructor

namespace dsp {
void scaled(const int in[64], int out[64]) {
  for (int i = 0; i < 64; ++i)
    out[i] = in[i] * 5 - 7;
}
} // namespace dsp

// Rows of a sparse matrix: the ends of rows ascend, and indices stay inside.
void rows(const int end[17], const int column[96], const int value[96],
          const int x[24], int y[16]) {
  for (int row = 0; row < 16; ++row) {
    int sum = 0;
    for (int i = end[row]; i < end[row + 1]; ++i)
      sum += value[i] * x[column[i]];
    y[row] = sum;
  }
}

// A result is a port, too.
int greatest(const short in[40]) {
  int most = in[0];
  for (int i = 1; i < 40; ++i)
    if (in[i] > most)
      most = in[i];
  return most;
}

// The borders of the local array are never written: they are 0.
void border(const int in[32], int out[32]) {
  int copy[32];
  for (int i = 1; i < 31; ++i)
    copy[i] = in[i - 1] + in[i + 1];
  std::memcpy(out, copy, sizeof copy);
}

// Insertion, whose inner loop data end.
void sort(int data[24]) {
  for (int i = 1; i < 24; ++i) {
    int v = data[i], j = i - 1;
    while (j >= 0 && data[j] > v) {
      data[j + 1] = data[j];
      --j;
    }
    data[j + 1] = v;
  }
}

void prefix(const int in[32], int out[32], int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    out[i] = sum += in[i];
}

// A word of Verilog; a result of one bit is below.
bool module(const int in[16]) {
  for (int i = 0; i < 16; ++i)
    if (in[i] < 0 && in[15 - i] == 7)
      return true;
  return in[3] > 0;
}

void counts(const unsigned char in[30], int bins[10]) {
  for (int i = 0; i < 30; ++i)
    bins[in[i]] += i;
}

void silent(const int in[4]) {}

typedef unsigned _BitInt(12) word;
void narrow(const word table[10], const unsigned char at[30], int out[30]) {
  for (int i = 0; i < 30; ++i)
    out[i] = int(table[at[i]] & 1023);
}

// Indices are small enough for what is added to them.
void shifted(const int table[64], const unsigned char at[30], int out[30]) {
  for (int i = 0; i < 30; ++i)
    out[i] = table[at[i] + 5];
}

// Without C99's rules for infinities, which call a function.
void rotated(const std::complex<float> in[16], const std::complex<float> by[16],
             std::complex<float> out[16]) {
  for (int i = 0; i < 16; ++i)
    out[i] = in[i] * by[i] + std::conj(in[i]);
}

// A place that a loop looks for.
void probed(const unsigned key[24], unsigned table[64], int collisions[1]) {
  int count = 0;
  for (int i = 0; i < 64; ++i)
    table[i] = 0;
  for (int i = 0; i < 24; ++i) {
    unsigned place = (key[i] * 2654435761u) >> 26;
    while (table[place] != 0 && table[place] != key[i]) {
      place = (place + 1) & 63;
      ++count;
    }
    table[place] = key[i];
  }
  collisions[0] = count;
}
