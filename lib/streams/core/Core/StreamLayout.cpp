// The delays, ring buffers, counters and flags of a lane.
#include "roofline/Core/StreamLayout.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Core/SizeForms.h"
#include "roofline/Core/StreamSchedule.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <compare>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace roofline {
namespace {

class Layouter {
public:
  Layouter(const StreamKernel &K, const DatapathSchedule &S,
           const StreamDesign &D)
      : K(K), S(S), D(D), Space(beatBox(K.Space, D.Vector)) {}

  LaneLayout run() {
    addParts();
    findGrowth();
    addSegments();
    return std::move(L);
  }
  /// The parts that segments are made of.
  LaneLayout parts() {
    addParts();
    return std::move(L);
  }

private:
  const StreamKernel &K;
  const DatapathSchedule &S;
  const StreamDesign &D;
  Box Space; ///< in beats
  std::vector<LiveBits> Live;
  LaneLayout L;
  /// A delay at which a line is read; of one line they follow on when sorted.
  struct Point {
    DelayLine::Origin Source;
    uint32_t Index, Slot; ///< as DelayLine
    int64_t Delay;        ///< [step]
    uint64_t Read;        ///< [bit]
    bool IsLong;          ///< much logic lies between it and a register
    auto operator<=>(const Point &) const = default;
    bool isSameLine(const Point &P) const {
      return Source == P.Source && Index == P.Index && Slot == P.Slot;
    }
  };
  std::vector<Point> Points;
  /// [step] By how much a delay is longer for each of the other sizes than for
  /// the kernel's own, by line and delay.
  using Growth = std::vector<int64_t>;
  std::map<std::pair<uint32_t, int64_t>, Growth> Grows;

  void addParts();
  void findGrowth();
  /// Growth of what lies between two delays of a line.
  Growth growth(uint32_t Line, int64_t Before, int64_t End) const;
  static bool isConstant(const Growth &Growing) {
    return std::all_of(Growing.begin(), Growing.end(),
                       [](int64_t G) { return G == 0; });
  }
  /// \p Point, a new delay of a line, grows as \p Like does.
  void growsLike(uint32_t Line, int64_t Point, int64_t Like) {
    if (!K.Sizes.empty())
      Grows.try_emplace({Line, Point}, Growth(Grows.at({Line, Like})));
  }
  std::vector<StandIn> standIns() const;
  bool isLongBefore(uint32_t N) const;
  void addLines();
  void read(uint32_t N, int32_t Stage, uint32_t Slot, uint64_t Bits,
            bool IsLong = false);
  /// DelayLine::Index of a Position node.
  uint32_t coordinate(uint32_t N) const {
    auto It = std::find(S.PositionStages.begin(), S.PositionStages.end(),
                        S.Nodes[N].Start);
    return uint32_t(K.Nodes[N].Value + 3 * (It - S.PositionStages.begin()));
  }
  /// [step] Lengths of rings, by line and the delay at which they end.
  std::map<std::pair<uint32_t, int64_t>, int64_t> RingLengths;
  /// Likewise, of registers that are apart, and of points with IsLong.
  std::set<std::pair<uint32_t, int64_t>> Apart, Long;
  void endInRegisters();
  void cutLongSegments();
  void shareRings();
  void addSegments();
  void addControl();
  uint32_t event(const std::vector<int64_t> &Steps);
  uint32_t range(const std::vector<StepRange> &Steps);
  uint32_t counter(int64_t Shift, uint32_t Dimensions);
  std::optional<uint32_t> box(const Box &Beats, int64_t Shift);
  Gate inputGate(uint32_t I);
  std::optional<FoldFlags> foldFlags(uint32_t I);
  Gate resultGate(const Box &Window, int32_t Stage,
                  std::vector<StepRange> Steps);
  std::vector<StepRange> steps(std::vector<StepRange> LaneWalk::*Ranges,
                               uint32_t I) const;
};

void Layouter::addParts() {
  L.Copies = builtCopies(K, S, D);
  Live = liveBits(K, standIns());
  for (uint32_t I = 0; I < D.Lanes; ++I)
    L.Walks.push_back(laneWalk(K, S, D, I));
  addLines();
  addControl();
}

/// The parts for each of the other sizes, and what follows from them.
void Layouter::findGrowth() {
  if (K.Sizes.empty())
    return;
  for (const KernelSizes &Sizes : K.Sizes) {
    const StreamKernel Sized = withSizes(K, Sizes);
    L.Sizes.push_back(
        Layouter(Sized, scheduleDatapath(Sized, D.Form, D.Vector), D).parts());
  }
  std::vector<int64_t> Steps;
  for (const LaneLayout &Layout : L.Sizes)
    Steps.push_back(Layout.Walks[0].Steps);
  L.StepBits = std::max(L.StepBits, bitsFor(uint64_t(mostNumber(K, Steps))));
  for (uint32_t I = 0; I < L.Lines.size(); ++I) {
    Grows[{I, 0}] = Growth(L.Sizes.size());
    for (size_t P = 0; P < L.Lines[I].Points.size(); ++P) {
      const int64_t Own = L.Lines[I].Points[P];
      Growth &Growing = Grows[{I, Own}];
      for (const LaneLayout &Size : L.Sizes) {
        // whyNotSized() refuses a size with other lines.
        const bool IsThere =
            I < Size.Lines.size() && P < Size.Lines[I].Points.size();
        Growing.push_back(IsThere ? Size.Lines[I].Points[P] - Own : 0);
      }
    }
  }
}

Layouter::Growth Layouter::growth(uint32_t Line, int64_t Before,
                                  int64_t End) const {
  if (K.Sizes.empty())
    return {};
  const Growth &From = Grows.at({Line, Before});
  Growth Growing = Grows.at({Line, End});
  for (size_t I = 0; I < Growing.size() && I < From.size(); ++I)
    Growing[I] -= From[I];
  return Growing;
}

/// Nodes of which a copy is built for another node's.
std::vector<StandIn> Layouter::standIns() const {
  std::vector<StandIn> All;
  for (uint32_t N = 0; N < K.Nodes.size(); ++N)
    for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
      if (const NodeCopy &C = L.Copies[N * D.Vector + Slot];
          C != NotBuilt && C.Node != N &&
          (All.empty() || All.back().Original != N ||
           All.back().Node != C.Node))
        All.push_back({C.Node, N});
  return All;
}

/// \p N of position \p Slot is read at \p Stage, with at least \p Bits.
void Layouter::read(uint32_t N, int32_t Stage, uint32_t Slot, uint64_t Bits,
                    bool IsLong) {
  const DatapathNode &Node = K.Nodes[N];
  if (S.Nodes[N].Invariant)
    return;
  Bits |= Live[N].Read;
  if (Node.Op == DatapathOp::Position) {
    Points.push_back({DelayLine::Origin::Coordinate, coordinate(N), 0,
                      Stage - S.Nodes[N].Start, Bits, IsLong});
  } else if (Node.Op == DatapathOp::Input) {
    TapPlace T = tapPlace(K, Node, Slot, D.Vector);
    Points.push_back({DelayLine::Origin::Tap, uint32_t(Node.Value), T.Slot,
                      T.Delay + Stage, Bits, IsLong});
  } else if (Node.Op == DatapathOp::Previous) {
    Points.push_back({DelayLine::Origin::Node, N, 0, Stage - S.Nodes[N].Start,
                      Bits, IsLong});
  } else {
    ValuePlace V = valuePlace(K, N, Slot, D.Vector);
    NodeCopy C = L.Copies[V.Node * D.Vector + V.Slot];
    if (K.Nodes[C.Node].Operands.empty() || S.Nodes[C.Node].Invariant)
      return read(C.Node, Stage, C.Slot, Bits, IsLong);
    Points.push_back({DelayLine::Origin::Node, C.Node, C.Slot,
                      Stage - S.Nodes[V.Node].ready() - V.Ahead + C.Lag,
                      Bits | Live[V.Node].Read | Live[C.Node].Read, IsLong});
  }
}

/// A unit of floats compares its operands before its first register.
bool Layouter::isLongBefore(uint32_t N) const {
  const DatapathOperator &Operator = facts(K.Nodes[N].Op);
  return Operator.Class == OperatorClass::Float && S.Nodes[N].Unit.Latency > 1;
}

void Layouter::addLines() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    for (uint32_t Slot = 0; Slot < (S.Nodes[I].PerSlot ? D.Vector : 1); ++Slot)
      if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset &&
          L.Copies[I * D.Vector + Slot] == NodeCopy{I, Slot})
        for (uint32_t O : K.Nodes[I].Operands)
          read(O, S.Nodes[I].Start, Slot, 0, isLongBefore(I));
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
    auto ReadResult = [&](const auto &Result, int32_t Stage) {
      forEachNode(Result, [&](uint32_t N) { read(N, Stage, Slot, 0); });
    };
    for (uint32_t I = 0; I < K.Outputs.size(); ++I)
      ReadResult(K.Outputs[I], S.Outputs[I]);
    for (uint32_t I = 0; I < K.Reductions.size(); ++I)
      ReadResult(K.Reductions[I], S.Reductions[I]);
    for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
      ReadResult(K.Recurrences[I], leavingStage(K, S, I));
  }
  std::sort(Points.begin(), Points.end());
  for (auto From = Points.begin(), End = From; From != Points.end();
       From = End) {
    DelayLine Line = {From->Source, From->Index, From->Slot, 0, 0, {}, false};
    uint64_t Read = 0;
    std::vector<int64_t> LongPoints;
    for (End = From; End != Points.end() && End->isSameLine(*From); ++End) {
      Read |= End->Read;
      if (End->IsLong)
        LongPoints.push_back(End->Delay);
      if (End->Delay == 0)
        Line.AtOnce = true;
      else if (Line.Points.empty() || Line.Points.back() != End->Delay)
        Line.Points.push_back(End->Delay);
    }
    if (Line.Points.empty())
      continue;
    Line.Width = Line.Source == DelayLine::Origin::Coordinate
                     ? bitsFor(Space.Size[Line.Index % 3] - 1)
                     : uint32_t(std::bit_width(Read | 1));
    if (Line.Source == DelayLine::Origin::Node && Read)
      Line.Low =
          std::max(uint32_t(std::countr_zero(Read)), Live[Line.Index].Low);
    if (Line.Source == DelayLine::Origin::Coordinate &&
        Space.Size[Line.Index % 3] == 1)
      continue; // the constant 0
    for (int64_t Delay : LongPoints)
      Long.insert({uint32_t(L.Lines.size()), Delay});
    L.Lines.push_back(std::move(Line));
  }
}

/// Cuts a register from the end of what is a ring that long logic reads; by
/// stages, of any that may be a shift register or a ring, with the registers in
/// front of a line: one of an operator, two of a product, and
/// any of what wires join.
void Layouter::endInRegisters() {
  constexpr int64_t LeastShift = 3; // [step] of Series 7
  auto IsOwnRing = [&](uint32_t Line, int64_t End, int64_t Length) {
    const uint32_t Width = L.Lines[Line].Width;
    return isRing(D.Delays, Length, Width, Width) ||
           !isConstant(growth(Line, 0, End));
  };
  for (uint32_t I = 0; I < L.Lines.size(); ++I) {
    DelayLine &Line = L.Lines[I];
    std::vector<int64_t> Cut;
    const bool IsNode = Line.Source == DelayLine::Origin::Node;
    int64_t Before = Line.Source == DelayLine::Origin::Tap             ? 0
                     : IsNode && S.Nodes[Line.Index].Unit.Latency != 1 ? -2
                                                                       : -1;
    for (int64_t End : Line.Points) {
      const int64_t Length = End - std::exchange(Before, End);
      if (K.StageBits > 0 ? Length >= LeastShift
                          : Long.count({I, End}) && IsOwnRing(I, End, Length)) {
        if (End > 1) {
          Cut.push_back(End - 1);
          growsLike(I, End - 1, End);
        }
        Apart.insert({I, End});
      }
      Cut.push_back(End);
    }
    Line.Points = std::move(Cut);
  }
}

/// Cuts what is longer than a ring buffer.
void Layouter::cutLongSegments() {
  const int64_t Most = maxRingLength(D.Delays);
  for (uint32_t I = 0; I < L.Lines.size(); ++I) {
    DelayLine &Line = L.Lines[I];
    for (size_t P = 0; P < Line.Points.size(); ++P) {
      const int64_t Before = P ? Line.Points[P - 1] : 0;
      if (Line.Points[P] - Before <= Most ||
          !isConstant(growth(I, Before, Line.Points[P])))
        continue;
      Line.Points.insert(Line.Points.begin() + P, Before + Most);
      growsLike(I, Before + Most, Before);
    }
  }
}

/// Groups the segments by their lengths, from the shortest on, and makes rings
/// of the groups that are large enough. Segments that are a few registers
/// longer get these in front.
void Layouter::shareRings() {
  struct Delay {
    int64_t Length, End;
    uint32_t Line;
    Growth Grows;
  };
  std::vector<Delay> Left;
  const int64_t Least =
      std::min(MinRingLength, leastSharedRing(D.Delays).Length);
  for (uint32_t I = 0; I < L.Lines.size(); ++I)
    for (int64_t Before = 0; int64_t End : L.Lines[I].Points) {
      Growth Growing = growth(I, Before, End);
      int64_t Length = End - std::exchange(Before, End);
      if (Length >= Least || !isConstant(Growing))
        Left.push_back({Length, End, I, std::move(Growing)});
    }
  std::stable_sort(
      Left.begin(), Left.end(), [](const Delay &A, const Delay &B) {
        return std::tie(A.Length, A.Grows) < std::tie(B.Length, B.Grows);
      });
  auto WidthOf = [&](const Delay &Delayed) {
    return L.Lines[Delayed.Line].Width;
  };
  while (!Left.empty()) {
    const int64_t Length = Left.front().Length;
    const Growth Grows = Left.front().Grows;
    auto IsNear = [&](const Delay &Delayed) {
      return Delayed.Grows == Grows &&
             (Delayed.Length - Length) * WidthOf(Delayed) <= MaxSharingBits;
    };
    uint64_t Together = 0;
    for (const Delay &Delayed : Left)
      Together += IsNear(Delayed) ? WidthOf(Delayed) : 0;
    auto Joins = [&](const Delay &Delayed) {
      return IsNear(Delayed) &&
             (!isConstant(Grows) ||
              isRing(D.Delays, Length, WidthOf(Delayed), Together));
    };
    const bool HasRing =
        std::any_of(Left.begin(), Left.end(), [&](const Delay &Delayed) {
          return Delayed.Length == Length && Joins(Delayed);
        });
    std::erase_if(Left, [&](const Delay &Delayed) {
      const bool Ends = HasRing && Joins(Delayed);
      if (Ends)
        RingLengths[{Delayed.Line, Delayed.End}] = Length;
      return Ends || (Delayed.Length == Length && Delayed.Grows == Grows);
    });
  }
}

void Layouter::addSegments() {
  endInRegisters();
  cutLongSegments();
  shareRings();
  std::map<std::pair<int64_t, Growth>, uint32_t> RingOf;
  for (uint32_t I = 0; I < L.Lines.size(); ++I) {
    DelayLine &Line = L.Lines[I];
    for (size_t P = 0; P < Line.Points.size(); ++P) {
      const int64_t Before = P ? Line.Points[P - 1] : 0;
      if (auto Found = RingLengths.find({I, Line.Points[P]});
          Found != RingLengths.end() &&
          Line.Points[P] - Before > Found->second) {
        const int64_t Start = Line.Points[P] - Found->second;
        Line.Points.insert(Line.Points.begin() + P, Start);
        growsLike(I, Start, Before);
        ++P;
      }
    }
    for (uint32_t P = 0; P < Line.Points.size(); ++P) {
      const int64_t Before = P ? Line.Points[P - 1] : 0;
      DelaySegment Segment = {I, P, Line.Points[P] - Before, {}, 0};
      Segment.IsApart = Apart.count({I, Line.Points[P]}) > 0;
      if (RingLengths.count({I, Line.Points[P]})) {
        const Growth Grows = growth(I, Before, Line.Points[P]);
        auto [It, New] = RingOf.try_emplace(std::pair(Segment.Length, Grows),
                                            L.Rings.size());
        if (New) {
          std::vector<int64_t> Lengths;
          for (int64_t By : Grows)
            Lengths.push_back(Segment.Length + By);
          L.Rings.push_back(
              {isConstant(Grows) ? Segment.Length : mostNumber(K, Lengths), 0});
          for (size_t Of = 0; Of < Grows.size(); ++Of)
            L.Sizes[Of].Rings.push_back({Segment.Length + Grows[Of], 0});
        }
        Segment.Ring = It->second;
        Segment.RingBit = L.Rings[It->second].Width;
        L.Rings[It->second].Width += Line.Width;
      }
      L.Segments.push_back(Segment);
    }
  }
}

uint32_t Layouter::event(const std::vector<int64_t> &Steps) {
  auto It = std::find(L.Events.begin(), L.Events.end(), Steps);
  if (It == L.Events.end())
    It = L.Events.insert(It, Steps);
  return uint32_t(It - L.Events.begin());
}

uint32_t Layouter::range(const std::vector<StepRange> &Steps) {
  std::vector<int64_t> Set, Clear;
  for (const StepRange &R : Steps) {
    bool Empty = R.First == R.Last;
    Set.push_back(Empty ? -1 : R.First - 1);
    Clear.push_back(Empty ? -1 : R.Last - 1);
  }
  RangeFlag Flag = {event(Set), event(Clear)};
  auto It = std::find(L.Ranges.begin(), L.Ranges.end(), Flag);
  if (It == L.Ranges.end())
    It = L.Ranges.insert(It, Flag);
  return uint32_t(It - L.Ranges.begin());
}

uint32_t Layouter::counter(int64_t Shift, uint32_t Dimensions) {
  auto It = std::find_if(
      L.Counters.begin(), L.Counters.end(),
      [&](const CoordinateCounter &C) { return C.Shift == Shift; });
  if (It == L.Counters.end())
    It = L.Counters.insert(It, {Shift, 0});
  It->Dimensions = std::max(It->Dimensions, Dimensions);
  return uint32_t(It - L.Counters.begin());
}

/// The flag of a box \p Shift beats ahead of stage 0; nothing where the box is
/// the whole space.
std::optional<uint32_t> Layouter::box(const Box &Beats, int64_t Shift) {
  uint32_t Dimensions = 0;
  for (uint32_t I = 0; I < 3; ++I)
    if (Beats.Origin[I] != 0 || Beats.Size[I] != Space.Size[I])
      Dimensions = I + 1;
  if (Dimensions == 0)
    return std::nullopt;
  BoxFlag Flag = {counter(Shift + 1, Dimensions), Beats};
  auto It = std::find(L.Boxes.begin(), L.Boxes.end(), Flag);
  if (It == L.Boxes.end())
    It = L.Boxes.insert(It, Flag);
  return uint32_t(It - L.Boxes.begin());
}

std::vector<StepRange> Layouter::steps(std::vector<StepRange> LaneWalk::*Ranges,
                                       uint32_t I) const {
  std::vector<StepRange> Steps;
  for (const LaneWalk &W : L.Walks)
    Steps.push_back((W.*Ranges)[I]);
  return Steps;
}

Gate Layouter::inputGate(uint32_t I) {
  Gate G;
  G.Range = range(steps(&LaneWalk::Inputs, I));
  Box Beats = beatBox(K.Inputs[I].Window, D.Vector);
  if (!isOneRun(Beats, Space))
    G.Box = box(Beats, beatHalo(K, K.Inputs[I], D.Vector).Ahead);
  return G;
}

std::optional<FoldFlags> Layouter::foldFlags(uint32_t I) {
  const Reduction &R = K.Reductions[I];
  if (R.Interleave == 1)
    return std::nullopt;
  auto Range = [&](auto RangeOf) {
    std::vector<StepRange> All;
    for (const StepRange &Taken : steps(&LaneWalk::Reductions, I))
      All.push_back(RangeOf(Taken));
    return range(All);
  };
  const int64_t N = R.Interleave;
  FoldFlags F;
  F.First =
      Range([](const StepRange &T) { return StepRange{T.First, T.First + 1}; });
  F.Fresh = Range(
      [&](const StepRange &T) { return StepRange{T.First, T.First + N}; });
  F.Runs = Range([&](const StepRange &T) {
    return StepRange{T.First, T.Last + foldSteps(R, T.Last - T.First)};
  });
  for (int64_t Half = N / 2, Round = 1; Half > 0; Half /= 2, ++Round)
    F.Halvings.push_back(Range([&](const StepRange &T) {
      const int64_t End = T.Last + fillSteps(R, T.Last - T.First) + Round * N;
      return StepRange{End - Half, End};
    }));
  return F;
}

/// The positions in slot \p Slot of each beat that lie in \p B, in beats.
Box slotBox(const Box &B, uint32_t Slot, uint32_t Vector) {
  auto Before = [&](int64_t X) { // beats whose slot lies before position X
    return (X - Slot + Vector - 1) / Vector;
  };
  Box Beats = B;
  Beats.Origin[0] = Before(B.Origin[0]);
  Beats.Size[0] = Before(B.Origin[0] + B.Size[0]) - Beats.Origin[0];
  return Beats;
}

/// Builds the gate of a result that takes the values of \p Window at \p Stage.
Gate Layouter::resultGate(const Box &Window, int32_t Stage,
                          std::vector<StepRange> Steps) {
  Gate G;
  G.Range = range(Steps);
  Box Beats = beatBox(Window, D.Vector);
  if (!isOneRun(Beats, Space))
    G.Box = box(Beats, -Stage);
  bool Whole = true;
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
    Whole &= slotBox(Window, Slot, D.Vector) == Beats;
  for (uint32_t Slot = 0; !Whole && Slot < D.Vector; ++Slot)
    G.Slots.push_back(box(slotBox(Window, Slot, D.Vector), -Stage));
  return G;
}

void Layouter::addControl() {
  for (int32_t Stage : S.PositionStages) {
    uint32_t Dimensions = 0;
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (K.Nodes[I].Op == DatapathOp::Position && S.Nodes[I].Used &&
          S.Nodes[I].Start == Stage && Space.Size[K.Nodes[I].Value] > 1)
        Dimensions = std::max(Dimensions, uint32_t(K.Nodes[I].Value) + 1);
    L.PositionCounters.emplace_back();
    if (Dimensions)
      L.PositionCounters.back() = counter(-Stage, Dimensions);
  }
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    L.Inputs.push_back(inputGate(I));
  for (uint32_t I = 0; I < K.Outputs.size(); ++I)
    L.Outputs.push_back(resultGate(written(K, K.Outputs[I]), S.Outputs[I],
                                   steps(&LaneWalk::Outputs, I)));
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    Gate G =
        resultGate(K.Active, S.Reductions[I], steps(&LaneWalk::Reductions, I));
    if (D.Vector > 1 && G.Box && G.Slots.empty())
      G.Slots.assign(D.Vector, G.Box); // the tree takes identities elsewhere
    if (D.Vector > 1)
      G.Box.reset();
    L.Reductions.push_back(G);
  }
  for (uint32_t I = 0; I < K.Reductions.size(); ++I)
    L.Folds.push_back(foldFlags(I));
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
    L.Recurrences.push_back(resultGate(K.Active, leavingStage(K, S, I),
                                       steps(&LaneWalk::Recurrences, I)));
  std::vector<int64_t> Last;
  for (const LaneWalk &W : L.Walks) {
    Last.push_back(W.Steps - 1);
    L.StepBits = std::max(L.StepBits, bitsFor(W.Steps));
  }
  L.Finish = event(Last);
}

/// The beat and the slot of a position.
std::pair<int64_t, uint32_t> beatOf(int64_t Position, int64_t Vector) noexcept {
  int64_t Beat =
      Position >= 0 ? Position / Vector : -((-Position + Vector - 1) / Vector);
  return {Beat, uint32_t(Position - Beat * Vector)};
}

} // namespace

TapPlace tapPlace(const StreamKernel &K, const DatapathNode &Input,
                  uint32_t Slot, uint32_t Vector) noexcept {
  assert(Input.Op == DatapathOp::Input && Input.Value < K.Inputs.size() &&
         "a tap is one of an input of the kernel");
  assert(Slot < Vector && "a slot is a position of the beat");
  auto [Beat, There] = beatOf(int64_t(Slot) + K.distance(Input.Delta), Vector);
  return {beatHalo(K, K.Inputs[Input.Value], Vector).Ahead - Beat, There};
}

ValuePlace valuePlace(const StreamKernel &K, uint32_t Operand, uint32_t Slot,
                      uint32_t Vector) noexcept {
  assert(Operand < K.Nodes.size() && "an operand is a node of the kernel");
  assert(Slot < Vector && "a slot is a position of the beat");
  const DatapathNode &N = K.Nodes[Operand];
  if (N.Op != DatapathOp::AtOffset)
    return {Operand, 0, Slot};
  auto [Beat, There] = beatOf(int64_t(Slot) + K.distance(N.Delta), Vector);
  return {N.Operands[0], Beat, There};
}

LaneLayout layOutLane(const StreamKernel &K, const DatapathSchedule &S,
                      const StreamDesign &D) {
  assert(S.Nodes.size() == K.Nodes.size() &&
         "the schedule is that of the kernel");
  assert(D.Lanes >= 1 && D.Vector >= 1 &&
         "a design has at least one lane and one position a beat");
  return Layouter(K, S, D).run();
}

} // namespace roofline
