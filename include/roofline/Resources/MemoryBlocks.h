// How synthesis builds a memory from blocks.
//
/// \file
/// A block holds words of a few possible widths: wider words, fewer of them.
/// Synthesis takes the width with the least weight of blocks and of the logic
/// that selects between sections, as yosys does in `memory_libmap` by the
/// families' files brams*.txt. Where it takes the width that wastes the fewest
/// bits, as `memory_bram` does, the weight is the bits of a block. Not handled:
/// several ports, write enables of single bits.
#ifndef ROOFLINE_RESOURCES_MEMORYBLOCKS_H
#define ROOFLINE_RESOURCES_MEMORYBLOCKS_H

#include <cstdint>
#include <optional>
#include <span>

namespace roofline {

/// A way to use a block. Its widths are the members of 1, 2, 4, 9, 18, 36, 72
/// from Narrowest to Widest, or of 5, 10, 20, 40 where Widest is one of them;
/// each holds half as many words as the one before.
struct MemoryShape {
  double Blocks = 1;      ///< [block] taken by one use
  uint32_t Words = 0;     ///< [word] of one bit
  uint32_t Narrowest = 1; ///< [bit]
  uint32_t Widest = 1;    ///< [bit]
  double Weight = 0; ///< [1] of each use; a two-way choice of a bit weighs 0.5
  double Once = 0;   ///< [1] of the whole memory, at any size
  bool operator==(const MemoryShape &) const = default;
};

struct MemoryMapping {
  double Blocks = 0;     ///< [block]
  uint32_t Sections = 1; ///< sections of the words, selected at the output
  bool operator==(const MemoryMapping &) const = default;
};

/// Finds the lightest memory for \p Words words of \p Width bits, both at least
/// 1, written and read at one address; among equals the first shape. Nothing
/// without shapes.
///   weight = Weight n + Once + 0.5 (s - 1) width + [s > 1] 0.5 s
///   n = ceil(s w / u) blocks of words of u bits
///   s = ceil(words / words of a block) sections
///   w [bit] width, rounded up to bytes of min(9, u)
std::optional<MemoryMapping> mapMemory(std::span<const MemoryShape> Shapes,
                                       uint64_t Words, uint64_t Width) noexcept;

} // namespace roofline

#endif
