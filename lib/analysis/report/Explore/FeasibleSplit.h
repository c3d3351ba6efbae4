// Least risk of sets of blocks with one more unit, if feasible.
#ifndef ROOFLINE_LIB_EXPLORE_FEASIBLESPLIT_H
#define ROOFLINE_LIB_EXPLORE_FEASIBLESPLIT_H

#include "roofline/Machine/Platform.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace roofline {

constexpr double Infinite = std::numeric_limits<double>::infinity();
using Table = std::vector<double>; ///< by set of blocks

/// Adds a unit with risks First to the units with risks Rest:
///   Out[M] = min over S in M of max(First[S], Rest[M - S])
/// if that is feasible, else some infeasible value. Works on rows of eight sets
/// that differ in the lowest three blocks: Shifted[L] is Rest with the blocks
/// of L added to each set that has none of them.
class FeasibleSplit {
public:
  static constexpr BlockSet RowSize = 8;
  static constexpr int RowBits = 3;

  void run(const Table &First, BlockSet Candidates, const Table &Rest,
           Table &Out) {
    const BlockSet NumSets = BlockSet(Rest.size());
    Rows.clear();
    for (BlockSet M = 0; M < NumSets; M += RowSize)
      if (std::any_of(&Rest[M], &Rest[M] + RowSize, isFeasible))
        Rows.push_back(M >> RowBits);
    for (BlockSet L = 0; L < RowSize; ++L) {
      Shifted[L].assign(NumSets, Infinite);
      for (BlockSet Row : Rows)
        for (BlockSet M = Row * RowSize; M < (Row + 1) * RowSize; ++M)
          if ((M & L) == L)
            Shifted[L][M] = Rest[M ^ L];
    }
    Out = Rest; // The empty set, which costs nothing.
    for (BlockSet S = Candidates; S; S = (S - 1) & Candidates)
      if (isFeasible(First[S]))
        add(First[S], S >> RowBits, Shifted[S & (RowSize - 1)], Out);
  }

private:
  /// Puts the blocks of the rows \p High on a unit, at \p Risk, beside each set
  /// of \p Beside that has none of them.
  void add(double Risk, BlockSet High, const Table &Beside, Table &Out) const {
    auto AddTo = [&](BlockSet Row) {
      const double *From = &Beside[size_t(Row) * RowSize];
      double *To = &Out[size_t(Row | High) * RowSize];
      for (BlockSet I = 0; I < RowSize; ++I) {
        const double Both = From[I] > Risk ? From[I] : Risk;
        To[I] = Both < To[I] ? Both : To[I];
      }
    };
    const BlockSet Free = (BlockSet(Out.size() / RowSize) - 1) & ~High;
    if (Rows.size() >> std::popcount(Free)) { // fewer sets than rows
      for (BlockSet Row = Free; Row; Row = (Row - 1) & Free)
        AddTo(Row);
      AddTo(0);
      return;
    }
    for (BlockSet Row : Rows)
      if (!(Row & High))
        AddTo(Row);
  }

  std::vector<BlockSet> Rows; ///< rows with a feasible set, ascending
  std::array<Table, RowSize> Shifted;
};

} // namespace roofline

#endif
