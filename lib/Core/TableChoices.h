// The choices within a table of constants.
//
/// \file
/// A table of 2^n constants is a tree of choices by the bits of its index. It
/// is logic of n bits, some lookup tables deep, whatever it holds: a register
/// after each choice would delay more words than the table has.
#ifndef ROOFLINE_LIB_CORE_TABLECHOICES_H
#define ROOFLINE_LIB_CORE_TABLECHOICES_H

#include "roofline/Stream/StreamKernel.h"

namespace roofline {

/// [bit] Most bits of an index whose table has no registers within.
constexpr unsigned MaxTableBits = 10;

/// Returns for each node of \p K whether it is a choice, decided by bits of one
/// word alone, which only other choices by that word's bits read.
std::vector<bool> withinTables(const StreamKernel &K);

} // namespace roofline

#endif
