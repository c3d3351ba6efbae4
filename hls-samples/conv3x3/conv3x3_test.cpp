// Each pixel from the picture itself, in plain integers.
#include "../check.h"
#include "conv3x3.h"

int main() {
  static pixel_t in[ROWS * COLS], out[ROWS * COLS];
  static int picture[ROWS][COLS];
  Numbers numbers;
  for (int y = 0; y < ROWS; ++y)
    for (int x = 0; x < COLS; ++x)
      in[y * COLS + x] = picture[y][x] = numbers.below(256);
  conv3x3(in, out);
  int wrong = 0;
  for (int y = 0; y < ROWS; ++y)
    for (int x = 0; x < COLS; ++x) {
      int expected = picture[y][x];
      if (y > 0 && y < ROWS - 1 && x > 0 && x < COLS - 1) {
        int sum = 0;
        for (int i = -1; i <= 1; ++i)
          for (int j = -1; j <= 1; ++j)
            sum += (i ? 1 : 2) * (j ? 1 : 2) * picture[y + i][x + j];
        expected = (sum + 8) / 16;
      }
      wrong += out[y * COLS + x].to_int() != expected;
    }
  return verdict("conv3x3", wrong, ROWS * COLS);
}
