// Resources of the AXI4 masters around a core.
#include "roofline/Resources/MasterCost.h"

#include "roofline/Core/MasterNumbers.h"
#include "roofline/Resources/ResourceModel.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>

namespace roofline {
namespace {

constexpr MasterSizes Usual; ///< what the others are compared with

bool isSized(const std::vector<MasterNumber> &Numbers) {
  return std::any_of(Numbers.begin(), Numbers.end(),
                     [](const MasterNumber &N) { return N.isSized(); });
}

class MasterPredictor {
public:
  MasterPredictor(const CostModel &Costs, const StreamKernel &K,
                  const StreamDesign &D, const MemoryMasters &M)
      : Costs(Costs), K(K), D(D), M(M) {}

  MasterPrediction run();

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const MemoryMasters &M;
  MasterPrediction P;

  FabricResources curve(std::string_view Structure, std::string_view Form,
                        uint32_t Parameter, uint32_t Size);
  FabricResources more(std::string_view Structure, std::string_view Form,
                       uint32_t Size, uint32_t Usual) {
    return curve(Structure, Form, 0, Size) - curve(Structure, Form, 0, Usual);
  }
  void path(std::string_view Structure, std::string_view Form,
            uint32_t Parameter, uint32_t Size);
  void master(bool Reads, const Stream &S, const MasterNumbers &Numbers);
  void queue(uint32_t Bits, uint32_t UsualBits, uint32_t Width,
             uint32_t UsualWidth);
  void gaps(const MasterNumbers &Numbers);
};

FabricResources MasterPredictor::curve(std::string_view Structure,
                                       std::string_view Form,
                                       uint32_t Parameter, uint32_t Size) {
  return Costs.need(Structure, Form, Parameter, Size, P.Unknowns);
}

/// A master's registers part it from the core: its own longest path is that of
/// the longest of its measurements, each of which differs in one size.
void MasterPredictor::path(std::string_view Structure, std::string_view Form,
                           uint32_t Parameter, uint32_t Size) {
  const CostCurve *C = Costs.find(Structure, Form, Parameter);
  const std::optional<double> Delay =
      C ? C->delayAt(Size) : std::optional<double>();
  P.Delay = P.Delay && Delay ? std::optional(std::max(*P.Delay, *Delay))
                             : std::nullopt;
}

/// Adds a queue of another depth, less the part that "burst" already has.
void MasterPredictor::queue(uint32_t Bits, uint32_t UsualBits, uint32_t Width,
                            uint32_t UsualWidth) {
  if (Bits == UsualBits || Width == UsualWidth)
    return;
  P.Need +=
      curve("fifo", "", Bits, Width) - curve("fifo", "", UsualBits, Width);
  P.Need += curve("fifo", "", UsualBits, UsualWidth) -
            curve("fifo", "", Bits, UsualWidth);
}

void MasterPredictor::master(bool Reads, const Stream &S,
                             const MasterNumbers &Numbers) {
  const Transfer &T = Numbers.T;
  std::string_view Name = Reads ? "axi-read" : "axi-write";
  uint32_t Width = beatBits(S, D);
  const std::string Sized = isSized(Numbers.OfTransfer) ? "sized-" : "";
  path(Name, "bus", M.DataBits / Width, M.DataBits);
  path(Name, "address", 0, M.AddressBits);
  path(Name, Sized + "count", 0, Numbers.Count);
  path(Name, "burst", M.Outstanding, M.Burst);
  P.Need += curve(Name, "bus", M.DataBits / Width, M.DataBits);
  P.Need += more(Name, "address", M.AddressBits, Usual.Address);
  P.Need += curve(Name, Sized + "count", 0, Numbers.Count) -
            curve(Name, "count", 0, Usual.Count);
  P.Need += curve(Name, "burst", M.Outstanding, M.Burst) -
            curve(Name, "burst", Usual.Outstanding, Usual.Burst);
  auto Bits = [&](uint32_t Burst, uint32_t Outstanding) {
    return uint32_t(Reads ? std::bit_width(Burst * Outstanding - 1)
                          : std::max<uint32_t>(3, std::bit_width(Burst)));
  };
  auto Word = [&](uint32_t Data) { return Reads ? Data : Data + Data / 8 + 1; };
  queue(Bits(M.Burst, M.Outstanding), Bits(Usual.Burst, Usual.Outstanding),
        Word(M.DataBits), Word(Usual.Data));
  if (T.Rows) {
    const uint32_t Parts = M.DataBits / Width;
    const std::string Form = Sized + (T.Rows->Plane ? "planes" : "rows");
    path(Name, Form, Parts, M.AddressBits);
    // Its counter is one of the usual width, of a number as they are here.
    P.Need += curve(Name, Form, Parts, M.AddressBits) -
              curve(Name, "bus", Parts, rowSampleBits(Parts)) -
              (curve(Name, Sized + "count", 0, Usual.Count) -
               curve(Name, "count", 0, Usual.Count));
    P.Need += more(Name, "address", Usual.Address, M.AddressBits);
  }
  const uint64_t Offset = uint64_t(T.First) * (Width / 8);
  if (Offset && !Numbers.Offset.isSized()) { // or masterWords() has it
    // Its low bits are those of the base.
    FabricResources Adder =
        curve("add", "constant", 0,
              M.AddressBits - uint32_t(std::countr_zero(Offset)));
    Adder.Registers = 0; // it is the master's
    P.Need += Adder;
  }
}

void MasterPredictor::gaps(const MasterNumbers &Numbers) {
  P.Need += curve("axi-gaps", isSized(Numbers.OfGaps) ? "sized" : "", 0,
                  Numbers.GapBits);
}

MasterPrediction MasterPredictor::run() {
  uint32_t Writers = 0;
  for (uint32_t Lane = 0; Lane < D.Lanes; ++Lane) {
    for (uint32_t I : portsOf(K.Inputs))
      master(true, K.Inputs[I], masterNumbers(K, D, M, true, I, Lane));
    for (uint32_t I : portsOf(K.Outputs)) {
      ++Writers;
      const MasterNumbers Numbers = masterNumbers(K, D, M, false, I, Lane);
      master(false, K.Outputs[I], Numbers);
      if (Numbers.Gaps)
        gaps(Numbers);
    }
  }
  // Start and done, as around lanes.
  P.Need += curve("top", "", 0, std::max<uint32_t>(1, Writers));
  return std::move(P);
}

} // namespace

MasterPrediction predictMasters(const CostModel &Costs, const StreamKernel &K,
                                const StreamDesign &D, const MemoryMasters &M) {
  assert(M.DataBits > 0 && "masters have a bus: see chooseBus()");
  return MasterPredictor(Costs, K, D, M).run();
}

CoveredLanes lanesWith(const StreamKernel &K, const StreamDesign &D,
                       const std::optional<MemoryMasters> &M) {
  return CoveredLanes(M ? masterWords(K, D, *M) : std::vector<SizedWord>());
}

CoreCost coreCost(const CostModel &Costs, const StreamKernel &K,
                  const StreamDesign &D,
                  const std::optional<MemoryMasters> &Asked) {
  const std::optional<MemoryMasters> M =
      Asked ? std::optional(chooseBus(*Asked, K, D)) : std::nullopt;
  CoveredLanes Lanes = lanesWith(K, D, M);
  CorePrediction Core = predict(Costs, K, D, Lanes);
  CoreCost Cost = {Costs.Target, Costs.Tool, {}, std::move(Core.Unknowns)};
  FabricResources Need = Core.total();
  if (M) {
    MasterPrediction Masters = predictMasters(Costs, K, D, *M);
    Need += Masters.Need;
    Cost.Unknowns.insert(Cost.Unknowns.end(), Masters.Unknowns.begin(),
                         Masters.Unknowns.end());
  }
  if (Cost.Unknowns.empty())
    Cost.Need = Need;
  return Cost;
}

} // namespace roofline
