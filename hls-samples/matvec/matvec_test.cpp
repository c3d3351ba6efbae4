// The same in integers: 12 bits behind the point become 24 in a product and 10
// in a result.
#include "../check.h"
#include "matvec.h"

int main() {
  static element_t a[ROWS][COLS], x[COLS];
  static result_t y[ROWS];
  static long long matrix[ROWS][COLS], vector[COLS];
  Numbers numbers;
  for (int j = 0; j < COLS; ++j) {
    vector[j] = numbers.between(-32768, 32767);
    x[j] = vector[j] / 4096.0;
    for (int i = 0; i < ROWS; ++i) {
      // Some rows are too long for the result's range.
      matrix[i][j] = numbers.between(-32768, 32767) >> (i % 8);
      a[i][j] = matrix[i][j] / 4096.0;
    }
  }
  matvec(a, x, y);
  int wrong = 0;
  for (int i = 0; i < ROWS; ++i) {
    long long sum = 0;
    for (int j = 0; j < COLS; ++j)
      sum += matrix[i][j] * vector[j];
    long long expected = (sum + (1 << 13)) >> 14;
    expected = expected > 131071    ? 131071
               : expected < -131072 ? -131072
                                    : expected;
    wrong += y[i].to_double() * 1024 != static_cast<double>(expected);
  }
  return verdict("matvec", wrong, ROWS);
}
