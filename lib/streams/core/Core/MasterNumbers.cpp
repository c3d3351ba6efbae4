// The numbers that an AXI4 master of a core takes, of any sizes of a launch.
#include "roofline/Core/MasterNumbers.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/SizeForms.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
namespace {

/// Traffic of a master at some sizes.
struct Move {
  Transfer T;
  std::optional<StreamGaps> Gaps;
};

/// [bit] Width of the counter in a master that moves \p Beats words of \p Width
/// bits.
uint32_t countBits(const MemoryMasters &M, uint32_t Width,
                   int64_t Beats) noexcept {
  constexpr uint32_t Least = 6; // that was measured
  return std::max({Least, bitsFor(uint64_t(Beats)),
                   bitsFor(uint64_t(M.Burst) * (M.DataBits / Width))});
}

} // namespace

bool MasterNumber::isSized() const {
  assert(!BySize.empty() && "a number has a value for each of the sizes");
  return std::any_of(BySize.begin(), BySize.end(),
                     [&](int64_t N) { return N != BySize[0]; });
}

MasterNumbers masterNumbers(const StreamKernel &K, const StreamDesign &D,
                            const MemoryMasters &M, bool Reads, uint32_t Stream,
                            uint32_t Lane) {
  assert(M.DataBits > 0 && "masters have a bus: see chooseBus()");
  assert(Lane < D.Lanes && "a lane is one of the design");
  assert(Stream < (Reads ? K.Inputs.size() : K.Outputs.size()) &&
         "a stream is one of the kernel");
  auto MoveOf = [&](const StreamKernel &Kernel) -> Move {
    if (Reads)
      return {inputTransfer(Kernel, D, Lane, Stream), {}};
    return {outputTransfer(Kernel, D, Lane, Stream),
            outputGaps(Kernel, D, Lane, Stream)};
  };
  const Move Own = MoveOf(K);
  std::vector<Move> Moves;
  for (const StreamKernel &Kernel : kernelsOfSizes(K))
    Moves.push_back(MoveOf(Kernel));
  auto BySize = [&](auto Number) {
    if (Moves.empty())
      return std::vector{Number(Own)};
    std::vector<int64_t> Numbers;
    for (const Move &Each : Moves)
      Numbers.push_back(Number(Each));
    return Numbers;
  };
  auto Most = [&](auto Number) {
    return Moves.empty() ? Number(Own) : mostNumber(K, BySize(Number));
  };
  const uint32_t Width =
      beatBits(Reads ? static_cast<const roofline::Stream &>(K.Inputs[Stream])
                     : K.Outputs[Stream],
               D);
  MasterNumbers Of;
  Of.T = Own.T;
  Of.Gaps = Own.Gaps;
  auto Row = [](const Move &A) { return A.T.row(); };
  auto Runs = [](const Move &A) { return A.T.numRows(); };
  auto Rows = [](const Move &A) { return A.T.Rows ? A.T.Rows->Rows : 1; };
  Of.Row = Most(Row);
  Of.Rows = Most(Rows);
  Of.Runs = Most(Runs);
  Of.Count = countBits(M, Width, Of.Row);
  // Words' addresses have no bits below a word.
  const uint32_t Place =
      std::min(32u, M.AddressBits - uint32_t(std::countr_zero(Width / 8)));
  auto InRows = [&](uint32_t Bits) { return Own.T.Rows ? Bits : 0; };
  auto InPlanes = [&](uint32_t Bits) {
    return Own.T.Rows && Own.T.Rows->Plane ? Bits : 0;
  };
  Of.Offset = {"offset", M.AddressBits, M.AddressBits,
               BySize([&](const Move &A) { return A.T.First * Width / 8; })};
  Of.OfTransfer = {
      {"beats", Of.Count, Of.Count, BySize(Row)},
      {"runs", 32, InRows(bitsFor(uint64_t(Of.Runs))), BySize(Runs)},
      {"rows", 32, InPlanes(bitsFor(uint64_t(Of.Rows))), BySize(Rows)},
      {"pitch", 32, InRows(Place),
       BySize([](const Move &A) { return A.T.Rows ? A.T.Rows->Pitch : 1; })},
      {"plane", 32, InPlanes(Place), BySize([](const Move &A) {
         return A.T.Rows ? A.T.Rows->Plane : int64_t(0);
       })}};
  if (!Own.Gaps)
    return Of;
  auto OfGaps = [&](auto Number) {
    return [Number](const Move &A) { return Number(*A.Gaps); };
  };
  auto Long = OfGaps([](const StreamGaps &G) { return G.Gap + G.Plane; });
  auto AllRows = [](const StreamGaps &G) { return G.Rows; };
  Of.GapBits = bitsFor(uint64_t(
      std::max({Most(OfGaps([](const StreamGaps &G) { return G.Row; })),
                Most(OfGaps(AllRows)), Most(Long)})));
  auto Add = [&](const char *Name, auto Number) {
    Of.OfGaps.push_back({Name, Of.GapBits, Of.GapBits, BySize(Number)});
  };
  Add("column", OfGaps([](const StreamGaps &G) { return G.Column; }));
  Add("row", OfGaps([](const StreamGaps &G) { return G.FirstRow; }));
  Add("last", OfGaps([](const StreamGaps &G) { return G.Row - 1; }));
  Add("gap", OfGaps([](const StreamGaps &G) { return G.Gap; }));
  Add("bottom", OfGaps([](const StreamGaps &G) { return G.Rows - 1; }));
  Add("long", Long);
  return Of;
}

} // namespace roofline
