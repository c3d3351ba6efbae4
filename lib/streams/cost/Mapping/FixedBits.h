// Bits of registers that never change, or always equal others.
#ifndef ROOFLINE_LIB_MAPPING_FIXEDBITS_H
#define ROOFLINE_LIB_MAPPING_FIXEDBITS_H

#include "roofline/Mapping/BitNetlist.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace roofline {

/// A cell and a bit of its word.
using CellBit = std::pair<CellId, uint32_t>;
/// A bit that never changes, or always equals a bit of another register.
struct KnownBit {
  std::optional<bool> Value;
  CellBit Like = {0, 0};
};
using KnownBits = std::map<CellBit, KnownBit>;

/// A bit of a register that is read before its data are known.
struct OpenBit {
  CellBit Bit;
  const FlipFlop *F;
};

/// Adds to \p Fixed those of \p Bits, in the order of their cells, that never
/// change, or always equal an earlier one. Registers often pass words on from
/// one to the next: those that read a bit that is found are looked at again.
void findFixed(const std::vector<OpenBit> &Bits, KnownBits &Fixed);

} // namespace roofline

#endif
