#include "smith_waterman.h"

static score_t greater(score_t a, score_t b) {
#pragma HLS INLINE
  return a > b ? a : b;
}

score_t smith_waterman(const base_t query[QUERY],
                       const base_t reference[REFERENCE], ap_uint<8> &end) {
  // The row of the score table above the current one.
  score_t above[QUERY + 1];
#pragma HLS ARRAY_PARTITION variable=above type=complete
  score_t best = 0;
  end = 0;

clear:
  for (int j = 0; j <= QUERY; ++j) {
#pragma HLS UNROLL
    above[j] = 0;
  }
rows:
  for (int i = 0; i < REFERENCE; ++i) {
    score_t left = 0;
    score_t diagonal = 0;
    base_t base = reference[i];
  columns:
    for (int j = 1; j <= QUERY; ++j) {
#pragma HLS PIPELINE II=1
      score_t met = diagonal + (query[j - 1] == base ? MATCH : MISMATCH);
      score_t gap = greater(above[j], left) + GAP;
      score_t score = greater(greater(met, gap), 0);
      diagonal = above[j];
      above[j] = score;
      left = score;
      if (score > best) {
        best = score;
        end = i;
      }
    }
  }
  return best;
}
