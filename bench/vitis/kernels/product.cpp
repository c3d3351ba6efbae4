#include <string.h>

#define SIZE 16

/// A matrix product on copies of its arguments. Its cycles are computed by hand in
/// checks.py.
void product(double a[SIZE * SIZE], double b[SIZE * SIZE], double c[SIZE * SIZE]) {
  double left[SIZE * SIZE], right[SIZE * SIZE], result[SIZE * SIZE];
  memcpy(left, a, sizeof left);
  memcpy(right, b, sizeof right);
rows:
  for (int i = 0; i < SIZE; i++) {
columns:
    for (int j = 0; j < SIZE; j++) {
      double sum = 0;
terms:
      for (int k = 0; k < SIZE; k++) {
#pragma HLS unroll factor=auto{__PARA__terms}
        sum += left[i * SIZE + k] * right[k * SIZE + j];
      }
      result[i * SIZE + j] = sum;
    }
  }
  memcpy(c, result, sizeof result);
}
