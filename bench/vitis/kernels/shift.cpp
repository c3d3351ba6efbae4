#include <string.h>

#define LENGTH 40

/// Two sums of copies: the second reads what the first wrote. Its cycles are computed by
/// hand in checks.py.
void shift(double a[LENGTH], double b[LENGTH]) {
  double from[LENGTH], between[LENGTH], to[LENGTH];
  memcpy(from, a, sizeof from);
first:
  for (int i = 0; i < LENGTH; i++) {
#pragma HLS unroll factor=auto{__PARA__first}
    between[i] = from[i] + 1.5;
  }
second:
  for (int i = 0; i < LENGTH; i++) {
#pragma HLS pipeline auto{__PIPE__second}
    to[i] = between[i] + 2.5;
  }
  memcpy(b, to, sizeof to);
}
