// Resources of the AXI4 masters around a core.
#include "roofline/Resources/MasterCost.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/StreamGaps.h"
#include "roofline/Resources/ResourceModel.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

constexpr MasterSizes Usual; ///< what the others are compared with

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
  void master(bool Reads, const Stream &S, const Transfer &T);
  void queue(uint32_t Bits, uint32_t UsualBits, uint32_t Width,
             uint32_t UsualWidth);
  void gaps(const StreamGaps &G);
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

void MasterPredictor::master(bool Reads, const Stream &S, const Transfer &T) {
  std::string_view Name = Reads ? "axi-read" : "axi-write";
  uint32_t Width = beatBits(S, D);
  const uint32_t Count = masterCountBits(M, Width, T.row());
  path(Name, "bus", M.DataBits / Width, M.DataBits);
  path(Name, "address", 0, M.AddressBits);
  path(Name, "count", 0, Count);
  path(Name, "burst", M.Outstanding, M.Burst);
  P.Need += curve(Name, "bus", M.DataBits / Width, M.DataBits);
  P.Need += more(Name, "address", M.AddressBits, Usual.Address);
  P.Need += more(Name, "count", Count, Usual.Count);
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
    path(Name, T.Rows->Plane ? "planes" : "rows", Parts, M.AddressBits);
    P.Need +=
        curve(Name, T.Rows->Plane ? "planes" : "rows", Parts, M.AddressBits) -
        curve(Name, "bus", Parts, rowSampleBits(Parts));
    P.Need += more(Name, "address", Usual.Address, M.AddressBits);
  }
  if (uint64_t Offset = uint64_t(T.First) * (Width / 8)) {
    // Its low bits are those of the base.
    FabricResources Adder =
        curve("add", "constant", 0,
              M.AddressBits - uint32_t(std::countr_zero(Offset)));
    Adder.Registers = 0; // it is the master's
    P.Need += Adder;
  }
}

void MasterPredictor::gaps(const StreamGaps &G) {
  P.Need +=
      curve("axi-gaps", "", 0,
            bitsFor(uint64_t(std::max({G.Row, G.Rows, G.Gap + G.Plane}))));
}

MasterPrediction MasterPredictor::run() {
  uint32_t Writers = 0;
  for (uint32_t Lane = 0; Lane < D.Lanes; ++Lane) {
    for (uint32_t I = 0; I < K.Inputs.size(); ++I)
      if (portOf(K.Inputs, I) == I)
        master(true, K.Inputs[I], inputTransfer(K, D, Lane, I));
    for (uint32_t I = 0; I < K.Outputs.size(); ++I) {
      if (portOf(K.Outputs, I) != I)
        continue;
      ++Writers;
      master(false, K.Outputs[I], outputTransfer(K, D, Lane, I));
      if (std::optional<StreamGaps> G = outputGaps(K, D, Lane, I))
        gaps(*G);
    }
  }
  // Start and done, as around lanes.
  P.Need += curve("top", "", 0, std::max<uint32_t>(1, Writers));
  return std::move(P);
}

} // namespace

uint32_t masterCountBits(const MemoryMasters &M, uint32_t Width,
                         int64_t Beats) noexcept {
  constexpr uint32_t Least = 6; // that was measured
  return std::max({Least, bitsFor(uint64_t(Beats)),
                   bitsFor(uint64_t(M.Burst) * (M.DataBits / Width))});
}

MasterPrediction predictMasters(const CostModel &Costs, const StreamKernel &K,
                                const StreamDesign &D, const MemoryMasters &M) {
  return MasterPredictor(Costs, K, D, M).run();
}

CoreCost coreCost(const CostModel &Costs, const StreamKernel &K,
                  const StreamDesign &D,
                  const std::optional<MemoryMasters> &Asked) {
  CorePrediction Core = predict(Costs, K, D);
  CoreCost Cost = {Costs.Target, Costs.Tool, {}, std::move(Core.Unknowns)};
  FabricResources Need = Core.total();
  if (Asked) {
    MasterPrediction Masters =
        predictMasters(Costs, K, D, chooseBus(*Asked, K, D));
    if (!K.Sizes.empty())
      Cost.Unknowns.push_back(
          "registers of the masters' rows and offsets that follow from sizes");
    Need += Masters.Need;
    Cost.Unknowns.insert(Cost.Unknowns.end(), Masters.Unknowns.begin(),
                         Masters.Unknowns.end());
  }
  if (Cost.Unknowns.empty())
    Cost.Need = Need;
  return Cost;
}

} // namespace roofline
