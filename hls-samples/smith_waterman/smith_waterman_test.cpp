// Each local alignment is a path through the whole table, found by recursion
// with memory.
#include "../check.h"
#include "smith_waterman.h"
#include <algorithm>

static int query[QUERY], reference[REFERENCE], known[REFERENCE][QUERY];

/// Score of the best alignment that ends at a pair of bases.
static int score(int i, int j) {
  if (i < 0 || j < 0)
    return 0;
  int &result = known[i][j];
  if (result < 0) {
    int met = score(i - 1, j - 1) + (reference[i] == query[j] ? 2 : -1);
    result = std::max({0, met, score(i - 1, j) - 1, score(i, j - 1) - 1});
  }
  return result;
}

int main() {
  int wrong = 0;
  const int pairs = 20;
  Numbers numbers;
  for (int pair = 0; pair < pairs; ++pair) {
    base_t q[QUERY], r[REFERENCE];
    for (int i = 0; i < REFERENCE; ++i)
      r[i] = reference[i] = numbers.below(4);
    // The query is a part of the reference with some bases changed.
    int start = numbers.below(REFERENCE - QUERY);
    for (int j = 0; j < QUERY; ++j)
      q[j] = query[j] =
          numbers.below(5) ? reference[start + j] : int(numbers.below(4));
    std::fill_n(&known[0][0], REFERENCE * QUERY, -1);
    int best = 0, last = 0;
    for (int i = 0; i < REFERENCE; ++i)
      for (int j = 0; j < QUERY; ++j)
        if (score(i, j) > best) {
          best = score(i, j);
          last = i;
        }
    ap_uint<8> end;
    score_t found = smith_waterman(q, r, end);
    wrong += found.to_int() != best || end.to_int() != last;
  }
  return verdict("smith_waterman", wrong, pairs);
}
