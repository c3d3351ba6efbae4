// On-chip memories: how the compiler splits arrays, and what the banks cost.
#ifndef ROOFLINE_LIB_VITIS_MEMORIES_H
#define ROOFLINE_LIB_VITIS_MEMORIES_H

#include "Partition.h"
#include "Parts.h"

#include <array>

namespace roofline::vitis {

/// Rule `split`: each unrolled loop asks for two ports for every two accesses;
/// the greatest wish of a dimension holds.
///   f = n / 2 where that divides U, U otherwise; all E elements for U >= E / 2
///   U [1] copies of the index, n [1] accesses per iteration, E [1] extent
/// Where the source has array_partition or array_reshape, that holds.
/// Source: HLSyn-Vitis, gemver L3, 2mm L5, covariance L6, syrk L1.
std::vector<Split> splitsOf(const Frame &F, const std::vector<Part> &Parts);

/// Blocks of one memory.
struct MemoryCost {
  double BlockRam = 0; ///< of 18 Kbit
  double UltraRam = 0;
  bool IsSmall = false; ///< in LUTs
};

/// Rule `memories`: cost of a memory of \p Words of \p Bits.
///   to 64 words: distributed in LUTs
///   to 4,096 words and above 64 Kbit: ceil(Bits / 72) UltraRAM, where the
///   device has any
///   otherwise ceil(Bits / w) block RAM, w = 36, 18, 9, 4, 2 bits to 512,
///   1,024, 2,048, 4,096 and more words
/// Source: HLSyn-Vitis; the report counts no more for larger arrays.
MemoryCost memoryCost(double Words, double Bits, bool HasUltraRam = true);

/// Cost of all banks of \p Array of \p F under \p S.
MemoryCost costOfArray(const Frame &F, const ArrayForm &Array, const Split &S);

/// True for an array that the function keeps in memories of its own.
bool isLocal(const ArrayForm &Array);

/// Describes the arrays of \p F that have a name. \p Ports: of each array.
std::vector<VitisArray> describeArrays(const Frame &F,
                                       const std::vector<Split> &Splits,
                                       const std::vector<double> &Ports);

/// Banks that one access of \p Use may meet: those along a dimension that no
/// copy of the access fixes.
double waysOf(const ArrayUse &Use, const Split &S);

/// Words in the largest bank of \p Array under \p S.
double wordsOf(const ArrayForm &Array, const Split &S);

} // namespace roofline::vitis

#endif
