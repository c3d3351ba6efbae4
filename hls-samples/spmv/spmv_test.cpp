// The product with the dense matrix, as doubles.
#include "../check.h"
#include "spmv.h"
#include <cmath>

int main() {
  static float values[ELEMENTS], x[COLS], y[ROWS];
  static int columns[ELEMENTS], starts[ROWS + 1];
  static double dense[ROWS][COLS];
  Numbers numbers;
  for (float &value : x)
    value = static_cast<float>(numbers.unit());
  int count = 0;
  for (int i = 0; i < ROWS; ++i) {
    starts[i] = count;
    int length = i % 17 == 0 ? 0 : numbers.between(0, 14);
    for (int j = numbers.between(0, 9), k = 0; k < length && count < ELEMENTS;
         ++k) {
      columns[count] = j;
      values[count] = static_cast<float>(numbers.unit());
      dense[i][j] = values[count++];
      j += numbers.between(1, 16);
    }
  }
  starts[ROWS] = count;
  spmv(values, columns, starts, x, y);
  int wrong = 0;
  for (int i = 0; i < ROWS; ++i) {
    double sum = 0;
    for (int j = 0; j < COLS; ++j)
      sum += dense[i][j] * x[j];
    wrong += std::fabs(y[i] - sum) > 1e-5;
  }
  return verdict("spmv", wrong, ROWS);
}
