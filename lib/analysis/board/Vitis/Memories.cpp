// On-chip memories: how the compiler splits arrays, and what the banks cost.
#include "Memories.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace roofline::vitis {
namespace {

/// Banks that \p Use wants along \p Dim.
double wishOf(const ArrayForm &Array, const ArrayUse &Use, unsigned Dim) {
  double Copies = Use.Spread[Dim];
  double Extent = Dim < Array.Extents.size() ? double(Array.Extents[Dim]) : 0;
  double Others = 1;
  for (unsigned Other = 0; Other < MaxDims; ++Other)
    if (Other != Dim)
      Others *= Use.Spread[Other];
  constexpr double Ports = 2;
  if (Copies <= 1)
    return Use.Offsets[Dim] > Ports ? Use.Offsets[Dim] : 1;
  if (Extent > 0 && Copies >= Extent / 2)
    return Extent;
  double Accesses = std::ceil((Use.Loads + Use.Stores) / Others);
  double Half = std::ceil(Accesses / Ports);
  if (Half <= 1)
    return 1;
  bool IsDivisor = std::fmod(Copies, Half) == 0 && std::fmod(Accesses, 2) == 0;
  return IsDivisor && !Use.HasStride ? Half : Copies;
}

} // namespace

std::vector<Split> splitsOf(const Frame &F, const std::vector<Part> &Parts) {
  std::vector<Split> Splits(F.Arrays->Arrays.size());
  for (const Part &P : Parts) {
    bool IsCarried =
        P.Width > 1 && std::ranges::any_of(P.Arrays, [](const ArrayUse &Use) {
          return Use.IsCarried;
        });
    for (const ArrayUse &Use : P.Arrays) {
      Split &S = Splits[Use.Array];
      S.IsShared |= IsCarried ? Use.IsCarried && Use.Loads > 0
                              : Use.Loads > 2 && Use.Stores > 2;
      if (!P.isPipeline() || IsCarried)
        continue;
      for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
        S.Banks[Dim] = std::max(S.Banks[Dim],
                                wishOf(F.Arrays->Arrays[Use.Array], Use, Dim));
    }
  }
  for (uint32_t Array = 0; Array < Splits.size(); ++Array)
    if (auto Given = givenSplit(F, F.Arrays->Arrays[Array]))
      Splits[Array] = *Given;
  for (Split &S : Splits)
    S.IsShared = S.IsShared && S.total() == 1;
  return Splits;
}

double waysOf(const ArrayUse &Use, const Split &S) {
  double Ways = 1;
  for (unsigned Dim = 0; Dim < MaxDims; ++Dim)
    Ways *= std::max(1.0, S.Banks[Dim] / (Use.Spread[Dim] * Use.Around[Dim]));
  return Ways;
}

double wordsOf(const ArrayForm &Array, const Split &S) {
  double Words = 1;
  for (unsigned Dim = 0; Dim < Array.Extents.size(); ++Dim)
    Words *= std::ceil(double(Array.Extents[Dim]) / S.Banks[Dim]);
  return Words;
}

MemoryCost memoryCost(double Words, double Bits, bool HasUltraRam) {
  constexpr double SmallWords = 64, UltraWords = 4096, UltraBits = 65536;
  MemoryCost Cost;
  if (Words <= SmallWords) {
    Cost.IsSmall = Words > 1;
    return Cost;
  }
  if (HasUltraRam && Words <= UltraWords && Words * Bits > UltraBits) {
    Cost.UltraRam = std::ceil(Bits / 72);
    return Cost;
  }
  constexpr std::array<std::pair<double, double>, 4> Shapes = {
      {{512, 36}, {1024, 18}, {2048, 9}, {4096, 4}}};
  double Width = 2;
  for (auto [Depth, Bit] : Shapes)
    if (Words <= Depth) {
      Width = Bit;
      break;
    }
  Cost.BlockRam = std::ceil(Bits / Width);
  return Cost;
}

MemoryCost costOfArray(const Frame &F, const ArrayForm &Array, const Split &S) {
  MemoryCost Cost =
      memoryCost(wordsOf(Array, S), double(Array.ElementBytes) * 8,
                 F.Options->UltraRam.value_or(1) > 0);
  const double Number = S.total() * (S.IsShared ? 2 : 1);
  Cost.BlockRam *= Number;
  Cost.UltraRam *= Number;
  return Cost;
}

bool isLocal(const ArrayForm &Array) {
  return !Array.IsArgument && !Array.IsConstant && Array.Name != "?";
}

static VitisArray::Storage storageOf(const ArrayForm &Array,
                                     const MemoryCost &Cost) {
  using enum VitisArray::Storage;
  if (Array.IsArgument)
    return Outside;
  if (Array.IsConstant || std::ranges::count(Array.Extents, 0u))
    return Unknown;
  return Cost.UltraRam > 0   ? UltraRam
         : Cost.BlockRam > 0 ? BlockRam
         : Cost.IsSmall      ? Lut
                             : Registers;
}

std::vector<VitisArray> describeArrays(const Frame &F,
                                       const std::vector<Split> &Splits,
                                       const std::vector<double> &Ports) {
  std::vector<VitisArray> All;
  for (uint32_t Id = 0; Id < Splits.size(); ++Id) {
    const ArrayForm &Array = F.Arrays->Arrays[Id];
    if (Array.Name.empty() || Array.Name == "?")
      continue;
    const Split &S = Splits[Id];
    const MemoryCost Cost = costOfArray(F, Array, S);
    VitisArray &To = All.emplace_back();
    To.Name = Array.Name;
    To.Memory = Array.Memory;
    To.Banks.assign(S.Banks.begin(), S.Banks.begin() + Array.Extents.size());
    To.Ports = Ports[Id];
    To.K = storageOf(Array, Cost);
    if (isLocal(Array))
      To.Blocks = Cost.BlockRam + Cost.UltraRam;
  }
  return All;
}

} // namespace roofline::vitis
