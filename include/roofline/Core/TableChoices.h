// The choices within a table of constants.
//
/// \file
/// A table of 2^n constants is a tree of choices by the bits of its index. It
/// is logic of n bits, some lookup tables deep, whatever it holds: a register
/// after each choice would delay more words than the table has.
#ifndef ROOFLINE_CORE_TABLECHOICES_H
#define ROOFLINE_CORE_TABLECHOICES_H

#include "roofline/Stream/ConstantTables.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// A tree of choices between constants, all by bits of one word.
struct ConstantTable {
  uint32_t Last = 0; ///< node: the choice that gives the element
  uint32_t Word = 0; ///< node: the index is bits of it
  uint32_t Bits = 0; ///< [bit] of the index, up to MaxTableBits
};
struct TableChoices {
  std::vector<ConstantTable> Tables;
  /// True for the choices of a table but its last one, which choices of that
  /// table alone read, perhaps through wires; by node.
  std::vector<bool> Within;
};
TableChoices tableChoices(const StreamKernel &K);

/// Returns a line for each table of \p K of more than 16 elements to whose
/// index, in form \p Form, logic leads without a register: synthesis makes one
/// function of the two, which has no known price.
std::vector<std::string> tablesBehindLogic(const StreamKernel &K,
                                           ElementForm Form);

} // namespace roofline

#endif
