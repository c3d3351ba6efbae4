// How synthesis makes a memory of blocks.
//
/// \file
/// A block holds words of one of a few widths, and the wider they are, the
/// fewer. Synthesis takes the width at which blocks and the logic that chooses
/// between sections weigh least: yosys does in `memory_libmap`, by the
/// families' files brams*.txt. Not handled: initial values, several ports, bits
/// that are written alone.
#ifndef ROOFLINE_RESOURCES_MEMORYBLOCKS_H
#define ROOFLINE_RESOURCES_MEMORYBLOCKS_H

#include <cstdint>
#include <optional>
#include <span>

namespace roofline {

/// A way to use a block. Its widths are those of the series 1, 2, 4, 9, 18, 36,
/// 72 from Narrowest to Widest: each holds half as many words as the one
/// before.
struct MemoryShape {
  double Blocks = 1;      ///< [block] of memory that it takes
  uint32_t Words = 0;     ///< [word] of one bit
  uint32_t Narrowest = 1; ///< [bit]
  uint32_t Widest = 1;    ///< [bit]
  double Weight = 0;      ///< [1] of each; a bit of a two-way choice weighs 0.5
  double Once = 0;        ///< [1] of the memory, whatever its size
  bool operator==(const MemoryShape &) const = default;
};

struct MemoryMapping {
  double Blocks = 0;     ///< [block]
  uint32_t Sections = 1; ///< of the words, between which an output chooses
  bool operator==(const MemoryMapping &) const = default;
};

/// The lightest way to keep \p Words of \p Width [bit], both at least 1, that
/// are written and read at one address; the first one of several. Nothing
/// without shapes.
///   weight = Weight n + Once + 0.5 (s - 1) width + [s > 1] 0.5 s
///   n = ceil(s w / u) blocks of words of u bits
///   s = ceil(words / words of a block) sections
///   w [bit] width, rounded up to bytes of min(9, u)
std::optional<MemoryMapping> mapMemory(std::span<const MemoryShape> Shapes,
                                       uint64_t Words, uint64_t Width) noexcept;

} // namespace roofline

#endif
