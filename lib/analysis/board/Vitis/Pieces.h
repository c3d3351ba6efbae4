// Parts of a sequence: loops, straight code and copies of arrays.
#ifndef ROOFLINE_LIB_VITIS_PIECES_H
#define ROOFLINE_LIB_VITIS_PIECES_H

#include "Body.h"

#include <set>
#include <vector>

namespace roofline::vitis {

struct Piece {
  double Cycles = 0;
  std::set<uint32_t> Arrays, Written; ///< indices into Forms::Arrays
  bool IsLoop = false;
  bool IsCopy = false;
  /// Two iterations are left of an unrolled loop: its arrays are split so far
  /// that other pieces find a port.
  bool IsShort = false;
  bool IsMerged = false; ///< a loop that loop_merge joins with its neighbours
};

/// Rule 2.2: loops side by side overlap where they have no array in common.
double cyclesOf(const std::vector<Piece> &Pieces);

/// Rule `short-loops`: cycles of all copies of the body of \p Loop, which is
/// \p Pieces. A short loop waits for values alone, and runs beside the pieces
/// of other copies.
/// Source: HLSyn-Vitis, atax with factors of 62: 63 cycles for each copy.
double cyclesOfCopies(const Frame &F, uint32_t Loop,
                      const std::vector<Piece> &Pieces);

} // namespace roofline::vitis

#endif
