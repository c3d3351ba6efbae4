// Resources of an emitted core, before it is synthesised.
#include "roofline/Resources/ResourceModel.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Core/TableChoices.h"
#include "roofline/Resources/NetlistPrice.h"
#include "roofline/Resources/RingCost.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace roofline {
namespace {

class Predictor {
public:
  Predictor(const CostModel &Costs, const StreamKernel &K,
            const StreamDesign &D, CoveredLanes &Lanes)
      : Costs(Costs), K(K), D(D), Lanes(Lanes) {}

  CorePrediction run() {
    const auto Core = Lanes.of(Costs, K, D);
    addCells(*Core);
    addRings(Core->Layout, *Core);
    checkTables();
    return std::move(P);
  }

  /// Prices lanes beyond the covered ones as copies, and positions of a vector
  /// where the positions before them are copies. Line buffers are no copies:
  /// their words get wider and fewer.
  CorePrediction runByCopies() {
    StreamDesign Design = D;
    Design.Vector = coveredDesign(D).Vector;
    if (Design.Vector < D.Vector) {
      const int64_t Row = 4 * int64_t(D.Vector);
      const bool IsLong =
          K.Space.Size[0] >= Row && K.Space.volume() >= 2 * Row * D.Lanes;
      const bool HasCopies =
          IsLong && delaysAreCopies(Design.Vector, layoutOf(D.Vector));
      const auto Cells = HasCopies ? cellsOfVector(Design) : std::nullopt;
      if (!Cells)
        Design.Vector = D.Vector;
      else
        P.Logic = *Cells;
    }
    if (Design.Vector == D.Vector)
      P.Logic = cellsOf(Design);
    addRings(layoutOf(D.Vector), *Lanes.of(Costs, K, withCoveredLanes(Design)));
    checkTables();
    return std::move(P);
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  CoveredLanes &Lanes;
  CorePrediction P;

  LaneLayout layoutOf(uint32_t Vector) const {
    StreamDesign Design = D;
    Design.Vector = Vector;
    return layOutLane(K, scheduleDatapath(K, Design.Form, Vector), Design);
  }

  /// True when \p OwnLayout, the layout of D, delays as many bits in registers
  /// as copies of \p Vector positions do. In wider vectors line buffers have
  /// fewer words, and may be registers.
  bool delaysAreCopies(uint32_t Vector, const LaneLayout &OwnLayout) const {
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
    return std::abs(Registers(OwnLayout) - Copies) <= 4 + 0.01 * Copies;
  }

  static StreamDesign withCoveredLanes(StreamDesign Design) {
    Design.Lanes = coveredDesign(Design).Lanes;
    return Design;
  }

  /// Adds the rings of all lanes, whose layout is \p L. Where a lane of \p Core
  /// has as many, it tells which of them are read.
  void addRings(const LaneLayout &L, const CoveredLane &Core) {
    std::set<int64_t> Read; // lengths: a lane has one ring of each
    for (const BitBox &Box : Core.Cells.Bits.Boxes)
      if (const Cell &C = Core.Words.Cells[Box.Cell]; C.Kind == CellKind::Ring)
        Read.insert(Core.Words.Rings[C.Index].Length);
    const std::vector<RingBuffer> &Covered = Core.Layout.Rings;
    for (size_t I = 0; I < L.Rings.size(); ++I)
      if (L.Rings.size() != Covered.size() || Read.count(Covered[I].Length))
        P.LineBuffers += ringCost(Costs, L.Rings[I], P.Unknowns) * D.Lanes;
  }

  /// Synthesis takes such a table and the logic for one function.
  void checkTables() {
    for (std::string &Table : tablesBehindLogic(K, D.Form))
      noteUnknown(std::move(Table));
  }

  void addCells(const CoveredLane &Lane) {
    CorePrediction Of = priceCells(Costs, Lane.Words, Lane.Cells);
    P.Logic += Of.Logic;
    P.Delays += Of.Delays;
    P.Units += Of.Units;
    for (std::string &Unknown : Of.Unknowns)
      noteUnknown(std::move(Unknown));
  }

  /// Cells of the core of \p Design with \p Count lanes, without line buffers.
  FabricResources cellsOf(const StreamDesign &Design, uint32_t Count) {
    Predictor Other(Costs, K, Design, Lanes);
    Other.addCells(*Lanes.of(Costs, K, Design, Count));
    for (std::string &Unknown : Other.P.Unknowns)
      noteUnknown(std::move(Unknown));
    return Other.P.Logic + Other.P.Delays + Other.P.Units;
  }

  /// Cells of the core of \p Design: lanes beyond the covered ones are copies
  /// of the last one.
  FabricResources cellsOf(const StreamDesign &Design) {
    const StreamDesign Few = withCoveredLanes(Design);
    const FabricResources Whole = cellsOf(Few, Few.Lanes);
    if (Few.Lanes == Design.Lanes)
      return Whole;
    const FabricResources Last = Whole - cellsOf(Few, Few.Lanes - 1);
    return Whole + Last * (Design.Lanes - Few.Lanes);
  }

  /// Cells of the core of D, with copies for the positions beyond \p Design.
  /// Nothing unless the halves of \p Design are copies, too.
  std::optional<FabricResources> cellsOfVector(StreamDesign Design) {
    const double Halves = 2.0 * (D.Vector - Design.Vector) / Design.Vector;
    const FabricResources Whole = cellsOf(Design);
    Design.Vector /= 2;
    const FabricResources Half = cellsOf(Design);
    Design.Vector /= 2;
    const FabricResources Upper = Whole - Half;
    const FabricResources Lower = (Half - cellsOf(Design)) * 2;
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

  void noteUnknown(std::string Text) {
    if (std::find(P.Unknowns.begin(), P.Unknowns.end(), Text) ==
        P.Unknowns.end())
      P.Unknowns.push_back(std::move(Text));
  }
};

} // namespace

FabricResources CorePrediction::total() const noexcept {
  return Logic + Delays + LineBuffers + Units;
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

std::optional<FabricResources> delayLineResources(const CostModel &Costs,
                                                  const StreamKernel &K,
                                                  const StreamDesign &D) {
  const LaneLayout L = layOutLane(K, scheduleDatapath(K, D.Form, D.Vector), D);
  const std::optional<uint32_t> LeastShift = familyCells(Costs).LeastShift;
  std::vector<std::string> Unknowns;
  FabricResources Lane;
  for (const RingBuffer &R : L.Rings)
    Lane += ringCost(Costs, R, Unknowns);
  for (const DelaySegment &S : L.Segments) {
    const double Width = L.Lines[S.Line].Width;
    if (S.Ring)
      continue;
    if (LeastShift && S.Length >= *LeastShift && !S.IsApart)
      Lane += delayCost(Costs, uint32_t(S.Length), Unknowns) * Width;
    else
      Lane.Registers += double(S.Length) * Width;
  }
  return Unknowns.empty() ? std::optional(Lane * D.Lanes) : std::nullopt;
}

} // namespace roofline
