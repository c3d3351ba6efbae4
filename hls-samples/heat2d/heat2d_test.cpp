// Each step as a sum over neighbours with weights, in doubles, from one plate
// to another.
#include "../check.h"
#include "heat2d.h"
#include <cmath>

int main() {
  static float plate[ROWS][COLS];
  static double expected[2][ROWS][COLS];
  Numbers numbers;
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLS; ++j) {
      plate[i][j] = static_cast<float>(numbers.unit());
      expected[0][i][j] = expected[1][i][j] = plate[i][j];
    }
  heat2d(plate);
  for (int t = 0; t < STEPS; ++t)
    for (int i = 1; i < ROWS - 1; ++i)
      for (int j = 1; j < COLS - 1; ++j) {
        double sum = 0;
        for (int di = -1; di <= 1; ++di)
          for (int dj = -1; dj <= 1; ++dj) {
            double weight = di && dj ? 0 : di || dj ? 0.125 : 0.5;
            sum += weight * expected[t % 2][i + di][j + dj];
          }
        expected[1 - t % 2][i][j] = sum;
      }
  int wrong = 0;
  for (int i = 0; i < ROWS; ++i)
    for (int j = 0; j < COLS; ++j)
      wrong += std::fabs(plate[i][j] - expected[STEPS % 2][i][j]) > 1e-5;
  return verdict("heat2d", wrong, ROWS * COLS);
}
