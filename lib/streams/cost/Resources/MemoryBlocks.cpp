// How synthesis builds a memory from blocks.
#include "roofline/Resources/MemoryBlocks.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// [1] of a bit of a two-way choice, and of a section's write enable.
constexpr double ChoiceWeight = 0.5;
/// [bit] that are written together at least, with their parity.
constexpr uint64_t ByteBits = 9;

/// True where words have 5, 10 and 20 bits, none of which is written alone.
constexpr bool hasTens(const MemoryShape &Shape) {
  return Shape.Widest % 5 == 0;
}
/// [bit] A word of \p Data bits with those of their parity.
constexpr uint64_t withParity(const MemoryShape &Shape, uint64_t Data) {
  return Data + Data / (hasTens(Shape) ? 4 : 8);
}

constexpr uint64_t ceilDiv(uint64_t A, uint64_t B) { return (A + B - 1) / B; }

} // namespace

std::optional<MemoryMapping> mapMemory(std::span<const MemoryShape> Shapes,
                                       uint64_t Words,
                                       uint64_t Width) noexcept {
  assert(Words >= 1 && Width >= 1 && "a memory has words, and these have bits");
  std::optional<MemoryMapping> Best;
  double Least = 0;
  for (const MemoryShape &Shape : Shapes)
    for (uint64_t Data = 1; withParity(Shape, Data) <= Shape.Widest;
         Data *= 2) {
      const uint64_t Unit = withParity(Shape, Data);
      if (Unit < Shape.Narrowest)
        continue;
      const uint64_t Sections = ceilDiv(Words, Shape.Words / Data);
      const uint64_t Byte = hasTens(Shape) ? Unit : std::min(ByteBits, Unit);
      const uint64_t Number =
          ceilDiv(Sections * ceilDiv(Width, Byte) * Byte, Unit);
      const double Enables = Sections > 1 ? double(Sections) : 0;
      const double Weight =
          Shape.Weight * double(Number) + Shape.Once +
          ChoiceWeight * (double((Sections - 1) * Width) + Enables);
      if (!Best || Weight < Least) {
        Least = Weight;
        Best = {Shape.Blocks * double(Number), uint32_t(Sections)};
      }
    }
  return Best;
}

} // namespace roofline
