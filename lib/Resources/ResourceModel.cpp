// Resources of an emitted core, before it is synthesised.
#include "roofline/Resources/ResourceModel.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Netlist/ExpandUnits.h"
#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Resources/RingCost.h"
#include "roofline/Resources/UnitCost.h"

#include <algorithm>

namespace roofline {
namespace {

class Predictor {
public:
  Predictor(const CostModel &Costs, const StreamKernel &K,
            const StreamDesign &D, CoveredLanes &Lanes)
      : Costs(Costs), K(K), D(D), Lanes(Lanes) {}

  CorePrediction run(const DatapathSchedule &S, const LaneLayout &L) {
    const Netlist N = pricedLane(K, D, S, L);
    const auto Mapped = Lanes.of(Costs, N);
    const MappedNetlist &M = *Mapped;
    P.Logic.Luts = M.Logic.Count.total() + M.OwnResets + M.ChainLuts -
                   double(M.MergedControls);
    P.Logic.Registers = M.FlipFlops;
    for (const auto &[Length, Count] : M.ShiftRegisters)
      P.Delays += delayOf(Length) * Count;
    for (uint32_t I = 0; I < N.Rings.size(); ++I)
      addRing(N, M.Bits, I);
    for (size_t I = 0; I < M.Bits.Boxes.size(); ++I)
      if (N.Cells[M.Bits.Boxes[I].Of].Kind != CellKind::Ring)
        addUnit(N, M.Bits.Boxes, I);
    for (FabricResources *Each :
         {&P.Logic, &P.Delays, &P.LineBuffers, &P.Units})
      *Each = *Each * D.Lanes;
    addAround();
    if (!K.Finish.empty())
      addFinish();
    return std::move(P);
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  CoveredLanes &Lanes;
  CorePrediction P;

  FabricResources need(std::string_view Structure, std::string_view Form,
                       uint32_t Parameter, uint32_t Size) {
    return Costs.need(Structure, Form, Parameter, Size, P.Unknowns);
  }

  /// Beyond the longest one that was measured, several follow one another.
  FabricResources delayOf(uint32_t Length) {
    const CostCurve *C = Costs.find("delay");
    const uint32_t Longest = C ? C->Points.back().Size : Length;
    FabricResources Sum;
    for (; Length > Longest; Length -= Longest)
      Sum += need("delay", "", 0, Longest);
    return Sum + need("delay", "", 0, Length);
  }

  void addRing(const Netlist &N, const BitNetlist &Bits, uint32_t Ring) {
    uint32_t Width = 0;
    for (const BitBox &Box : Bits.Boxes)
      if (const Cell &C = N.Cells[Box.Of];
          C.Kind == CellKind::Ring && C.Index == Ring)
        Width += C.Width;
    if (Width)
      P.LineBuffers +=
          ringCost(Costs, {N.Rings[Ring].Length, Width}, P.Unknowns);
  }

  void addUnit(const Netlist &N, const std::vector<BitBox> &Boxes, size_t I) {
    const Cell &C = N.Cells[Boxes[I].Of];
    if (const auto Price = unitPrice(Costs, N, Boxes[I])) {
      P.Units += *Price - sharedPart(Costs, N, Boxes, I);
      return;
    }
    std::string Text = placePrefix(C.Loc) + std::string(name(C.Op)) + " of " +
                       std::to_string(C.Width) +
                       " bits: not in the cost file of " + Costs.Target;
    if (std::find(P.Unknowns.begin(), P.Unknowns.end(), Text) ==
        P.Unknowns.end())
      P.Unknowns.push_back(std::move(Text));
  }

  void addAround() {
    if (isWholeCore(K, D))
      return; // it is in the netlist
    const int64_t Levels = combineCycles(K, D);
    P.Around = need("top", Levels ? "joined" : "", 0, D.Lanes);
    if (Levels == 0)
      return;
    P.Around.Registers += double(Levels - 1); // "joined" has one
    for (const Reduction &R : K.Reductions)
      P.Around += need(name(R.Op), "variable", 0, R.Type.Bits) *
                  double(joinedValues(R, D) - 1);
  }

  void addFinish() {
    const CorePrediction Finish =
        predict(Costs, K.Finish.front(), StreamDesign(), Lanes);
    P.Finish = Finish.total();
    P.Unknowns.insert(P.Unknowns.end(), Finish.Unknowns.begin(),
                      Finish.Unknowns.end());
  }
};

} // namespace

Netlist pricedLane(const StreamKernel &K, const StreamDesign &D,
                   const DatapathSchedule &S, const LaneLayout &L) {
  Netlist Lane = pricedNetlist(K, D, S, L);
  expandUnits(Lane);
  return Lane;
}

FabricResources CorePrediction::total() const noexcept {
  return Logic + Delays + LineBuffers + Units + Around + Finish;
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, CoveredLanes &Lanes) {
  const DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  return Predictor(Costs, K, D, Lanes).run(S, layOutLane(K, S, D));
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D) {
  CoveredLanes Lanes;
  return predict(Costs, K, D, Lanes);
}

std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D,
                                             CoveredLanes &Lanes) {
  if (whyNotBuildable(K, D))
    return std::nullopt;
  const CorePrediction P = predict(Costs, K, D, Lanes);
  if (!P.Unknowns.empty())
    return std::nullopt;
  return P.total();
}

std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D) {
  CoveredLanes Lanes;
  return coreResources(Costs, K, D, Lanes);
}

} // namespace roofline
