// Resources of an emitted core, before it is synthesised.
#include "roofline/Resources/ResourceModel.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Resources/RingCost.h"
#include "roofline/Resources/UnitCost.h"

#include <algorithm>
#include <cmath>

namespace roofline {
namespace {

class Predictor {
public:
  Predictor(const CostModel &Costs, const StreamKernel &K,
            const StreamDesign &D, CoveredLanes &Lanes)
      : Costs(Costs), K(K), D(D), Lanes(Lanes) {}

  CorePrediction run() {
    addLane(D);
    return whole();
  }

  /// Prices lanes beyond the covered ones as copies, and positions of a vector
  /// where the positions before them are copies. Line buffers are no copies:
  /// their words get wider and fewer.
  CorePrediction runByCopies() {
    StreamDesign Of = coveredDesign(D);
    if (Of.Vector < D.Vector) {
      const int64_t Row = 4 * int64_t(D.Vector);
      const bool IsLong =
          K.Space.Size[0] >= Row && K.Space.volume() >= 2 * Row * D.Lanes;
      const LaneLayout Own = layoutOf(D.Vector);
      if (const auto Cells = IsLong && delaysAreCopies(Of.Vector, Own)
                                 ? cellsOfVector(Of)
                                 : std::nullopt) {
        P.Logic = *Cells;
        addRings(Own, *Lanes.of(Costs, K, Of));
        return whole();
      }
      Of.Vector = D.Vector;
    }
    addLane(Of);
    return whole();
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  CoveredLanes &Lanes;
  CorePrediction P;

  LaneLayout layoutOf(uint32_t Vector) const {
    StreamDesign Of = D;
    Of.Vector = Vector;
    return layOutLane(K, scheduleDatapath(K, Of.Form, Vector), Of);
  }

  /// True when \p Own, the layout of D, delays as many bits in registers as
  /// copies of \p Vector positions do. In wider vectors line buffers have fewer
  /// words, and may be registers.
  bool delaysAreCopies(uint32_t Vector, const LaneLayout &Own) const {
    auto Registers = [](const LaneLayout &L) {
      double Bits = 0;
      for (const DelaySegment &S : L.Segments)
        Bits += S.Ring ? 0 : double(S.Length) * L.Lines[S.Line].Width;
      return Bits;
    };
    const double Whole = Registers(layoutOf(Vector));
    const double Half = Registers(layoutOf(Vector / 2));
    const double Halves = 2.0 * (D.Vector - Vector) / Vector;
    const double Copies = Whole + (Whole - Half) * Halves;
    return std::abs(Registers(Own) - Copies) <= 4 + 0.01 * Copies;
  }

  FabricResources need(std::string_view Structure, std::string_view Form,
                       uint32_t Parameter, uint32_t Size) {
    return Costs.need(Structure, Form, Parameter, Size, P.Unknowns);
  }

  /// Prices a delay; one beyond the longest measured delay is several in a row.
  FabricResources delayOf(uint32_t Length) {
    const CostCurve *C = Costs.find("delay");
    const uint32_t Longest = C ? C->Points.back().Size : Length;
    FabricResources Sum;
    for (; Length > Longest; Length -= Longest)
      Sum += need("delay", "", 0, Longest);
    return Sum + need("delay", "", 0, Length);
  }

  /// Adds the rings of \p L. Where \p Lane has as many, it tells which of them
  /// are read.
  void addRings(const LaneLayout &L, const CoveredLane &Lane) {
    std::vector<bool> IsRead(Lane.Layout.Rings.size());
    for (const BitBox &Box : Lane.Cells.Bits.Boxes)
      if (const Cell &C = Lane.Words.Cells[Box.Of]; C.Kind == CellKind::Ring)
        IsRead[C.Index] = true;
    for (size_t I = 0; I < L.Rings.size(); ++I)
      if (L.Rings.size() != IsRead.size() || IsRead[I])
        P.LineBuffers += ringCost(Costs, L.Rings[I], P.Unknowns);
  }

  void addCells(const CoveredLane &Lane) {
    const MappedNetlist &M = Lane.Cells;
    P.Logic.Luts += M.Logic.Count.total() + M.OwnResets + M.ChainLuts -
                    double(M.MergedControls);
    P.Logic.Registers += M.FlipFlops;
    for (const auto &[Length, Count] : M.ShiftRegisters)
      P.Delays += delayOf(Length) * Count;
    for (size_t I = 0; I < M.Bits.Boxes.size(); ++I)
      if (Lane.Words.Cells[M.Bits.Boxes[I].Of].Kind != CellKind::Ring)
        addUnit(Lane.Words, M.Bits.Boxes, I);
  }

  void addLane(const StreamDesign &Of) {
    const auto Lane = Lanes.of(Costs, K, Of);
    addCells(*Lane);
    addRings(Lane->Layout, *Lane);
  }

  /// Cells of a lane of \p Of, without line buffers.
  FabricResources cellsOf(const StreamDesign &Of) {
    Predictor Other(Costs, K, Of, Lanes);
    Other.addCells(*Lanes.of(Costs, K, Of));
    for (std::string &Unknown : Other.P.Unknowns)
      noteUnknown(std::move(Unknown));
    return Other.P.Logic + Other.P.Delays + Other.P.Units;
  }

  /// Cells of a lane of D, with copies for the positions beyond \p Of. Nothing
  /// unless the halves of \p Of are copies, too.
  std::optional<FabricResources> cellsOfVector(StreamDesign Of) {
    const double Halves = 2.0 * (D.Vector - Of.Vector) / Of.Vector;
    const FabricResources Whole = cellsOf(Of);
    Of.Vector /= 2;
    const FabricResources Half = cellsOf(Of);
    Of.Vector /= 2;
    const FabricResources Upper = Whole - Half;
    const FabricResources Lower = (Half - cellsOf(Of)) * 2;
    auto AreLike = [&](auto Member, double Cells) {
      return std::abs(Upper.*Member - Lower.*Member) <=
             Cells + 0.01 * Whole.*Member;
    };
    if (!AreLike(&FabricResources::Luts, 4) ||
        !AreLike(&FabricResources::Registers, 4) ||
        !AreLike(&FabricResources::DspBlocks, 0))
      return std::nullopt;
    return Whole + Upper * Halves;
  }

  CorePrediction whole() {
    for (FabricResources *Each :
         {&P.Logic, &P.Delays, &P.LineBuffers, &P.Units})
      *Each = *Each * D.Lanes;
    addAround();
    if (!K.Finish.empty())
      addFinish();
    return std::move(P);
  }

  void addUnit(const Netlist &N, const std::vector<BitBox> &Boxes, size_t I) {
    const Cell &C = N.Cells[Boxes[I].Of];
    if (const auto Price = unitPrice(Costs, N, Boxes[I])) {
      P.Units += *Price - sharedPart(Costs, N, Boxes, I);
      return;
    }
    noteUnknown(placePrefix(C.Loc) + std::string(name(C.Op)) + " of " +
                std::to_string(C.Width) + " bits: not in the cost file of " +
                Costs.Target);
  }

  void noteUnknown(std::string Text) {
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

FabricResources CorePrediction::total() const noexcept {
  return Logic + Delays + LineBuffers + Units + Around + Finish;
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, CoveredLanes &Lanes) {
  return Predictor(Costs, K, D, Lanes).run();
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D) {
  CoveredLanes Lanes;
  return predict(Costs, K, D, Lanes);
}

StreamDesign coveredDesign(StreamDesign D) noexcept {
  constexpr uint32_t MostVector = 8, MostLanes = 2;
  D.Vector = std::min(D.Vector, MostVector);
  D.Lanes = std::min(D.Lanes, MostLanes);
  return D;
}

std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D,
                                             CoveredLanes &Lanes) {
  if (whyNotBuildable(K, D))
    return std::nullopt;
  const CorePrediction P = Predictor(Costs, K, D, Lanes).runByCopies();
  if (!P.Unknowns.empty())
    return std::nullopt;
  return P.total();
}

} // namespace roofline
