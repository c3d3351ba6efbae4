// Each row on its own, in plain integers.
#include "../check.h"
#include "centred_rows.h"

int main() {
  static sample_t in[ROWS][COLUMNS];
  static sample_t out[ROWS][COLUMNS];
  static int plain[ROWS][COLUMNS];
  Numbers numbers;
  for (int r = 0; r < ROWS; ++r)
    for (int c = 0; c < COLUMNS; ++c)
      in[r][c] = plain[r][c] = numbers.between(-900, 900);
  centred_rows(in, out);
  int wrong = 0;
  for (int r = 0; r < ROWS; ++r) {
    int sum = 0;
    for (int c = 0; c < COLUMNS; ++c)
      sum += plain[r][c];
    for (int c = 0; c < COLUMNS; ++c)
      wrong += out[r][c].to_int() != plain[r][c] - (sum >> 6);
  }
  return verdict("centred_rows", wrong, ROWS * COLUMNS);
}
