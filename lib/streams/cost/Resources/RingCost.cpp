// Resources of a ring buffer on an FPGA.
#include "roofline/Resources/RingCost.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// [word] of the memory.
uint64_t wordsOf(const RingBuffer &R) {
  assert(R.Length >= 2 &&
         "a ring has a word of memory before its output register");
  return uint64_t(R.Length - 1);
}

/// Blocks of \p R; nothing where whole rings are measured.
std::optional<MemoryMapping> ringBlocks(const CostModel &Costs,
                                        const RingBuffer &R) {
  return Costs.find("ring", "address")
             ? mapMemory(Costs.Memory, wordsOf(R), R.Width)
             : std::nullopt;
}

/// Curve of a ring, as measured at some widths and lengths.
struct MeasuredRing {
  const CostCurve *Curve = nullptr;
  const char *Form = "";
  uint32_t Parameter = 0;
};

MeasuredRing measuredRing(const CostModel &Costs, const RingBuffer &R) {
  auto OfParts = [&](const char *Form, uint64_t Words) -> MeasuredRing {
    const uint32_t Parts = uint32_t((wordsOf(R) + Words - 1) / Words);
    return {Costs.find("ring", Form, Parts), Form, Parts};
  };
  if (wordsOf(R) <= MostShortWords)
    if (const MeasuredRing Short = OfParts("short", 8); Short.Curve)
      return Short;
  if (const MeasuredRing Part = OfParts("part", 512); Part.Curve)
    return Part;
  // as good as all words that the address can reach
  const uint32_t Bits = bitsFor(wordsOf(R) - 1);
  return {Costs.find("ring", "", Bits), "", Bits};
}

/// Side by side, rings of the widest that was measured.
FabricResources measuredCost(const CostModel &Costs, const RingBuffer &R,
                             std::vector<std::string> &Unknowns) {
  const MeasuredRing M = measuredRing(Costs, R);
  const uint32_t Widest = M.Curve ? M.Curve->Points.back().Size : R.Width;
  FabricResources Sum;
  for (uint32_t Left = R.Width; Left > 0; Left -= std::min(Left, Widest))
    Sum += Costs.need("ring", M.Form, M.Parameter, std::min(Left, Widest),
                      Unknowns);
  return Sum;
}

} // namespace

/// Resources of the address of a ring of \p Words.
static FabricResources addressCost(const CostModel &Costs, uint64_t Words,
                                   std::vector<std::string> &Unknowns) {
  return Costs.need("ring", "address", 0, bitsFor(Words - 1), Unknowns);
}

FabricResources sectionsCost(const CostModel &Costs, uint32_t Sections,
                             uint32_t Width,
                             std::vector<std::string> &Unknowns) {
  assert(Sections > 1 && "a section alone is no choice");
  auto Choice = [&](uint32_t Measured) {
    return Costs.need("ring", "sections", Measured, Sections, Unknowns) -
           addressCost(Costs, uint64_t(Sections) * RingSectionWords, Unknowns);
  };
  const auto [Narrow, Wide] = RingSectionWidths;
  const FabricResources Least = Choice(Narrow);
  return Least + (Choice(Wide) - Least) *
                     ((double(Width) - Narrow) / (double(Wide) - Narrow));
}

FabricResources ringCost(const CostModel &Costs, const RingBuffer &R,
                         std::vector<std::string> &Unknowns) {
  assert(R.Width >= 1 && "a ring has bits");
  const auto Memory = ringBlocks(Costs, R);
  if (!Memory)
    return measuredCost(Costs, R, Unknowns);
  FabricResources Need = addressCost(Costs, wordsOf(R), Unknowns);
  if (Memory->Sections > 1)
    Need += sectionsCost(Costs, Memory->Sections, R.Width, Unknowns);
  Need.Luts = std::max(Need.Luts, 0.0);
  Need.MemoryBlocks = Memory->Blocks;
  return Need;
}

FabricResources delayCost(const CostModel &Costs, uint32_t Length,
                          std::vector<std::string> &Unknowns) {
  assert(Length >= 1 && "a delay takes at least a cycle");
  const CostCurve *C = Costs.find("delay");
  const uint32_t Longest = C ? C->Points.back().Size : Length;
  FabricResources Sum;
  for (; Length > Longest; Length -= Longest)
    Sum += Costs.need("delay", "", 0, Longest, Unknowns);
  return Sum + Costs.need("delay", "", 0, Length, Unknowns);
}

std::optional<double> ringDelay(const CostModel &Costs, const RingBuffer &R) {
  const auto Memory = ringBlocks(Costs, R);
  const CostCurve *C =
      Memory ? Costs.find("ring", "sections", RingSectionWidths.back())
             : measuredRing(Costs, R).Curve;
  return C ? C->delayAt(Memory ? Memory->Sections : std::min(R.Width, 64u))
           : std::nullopt;
}

} // namespace roofline
