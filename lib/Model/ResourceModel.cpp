// What an emitted core needs of an FPGA, before it is synthesised.
#include "roofline/Model/ResourceModel.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

/// [bit] of the step counter at which curve "lane" was measured, and the flags
/// that it contains. See docs/cost-format.md.
constexpr uint32_t LaneStepBits = 16, LaneEvents = 3, LaneRanges = 2;

FabricResources &operator+=(FabricResources &L, const FabricResources &R) {
  return L = L + R;
}

class Predictor {
public:
  Predictor(const CostModel &Costs, const StreamKernel &K,
            const StreamDesign &D, const DatapathSchedule &S,
            const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L), Live(liveBits(K)),
        Space(beatBox(K.Space, D.Vector)) {}

  CorePrediction run();

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  std::vector<LiveBits> Live;
  Box Space; ///< in beats
  CorePrediction P;
  /// A last register that moves into the DSP block behind it.
  struct Absorbed {
    bool IsTap = false;
    uint32_t Index = 0; ///< node or input
    int64_t Delay = 0;  ///< [step] as in DelayLine::Points; 0: a node's own
  };
  std::vector<Absorbed> InDsp;

  void missing(const std::string &What, const SourceLocation &Loc = {});
  FabricResources curve(std::string_view Structure, std::string_view Form,
                        uint32_t Parameter, uint32_t Size);
  FabricResources operation(DatapathOp Op, uint32_t Width);
  uint32_t builtCopies(uint32_t N) const;
  void absorbOperands(uint32_t N);
  bool isAbsorbed(const DelayLine &Line, const DelaySegment &Segment) const;

  std::optional<FabricResources> besideDivider(uint32_t N) const;
  FabricResources operators();
  FabricResources line(const DelayLine &Line, uint32_t Index);
  FabricResources delays();
  FabricResources lineBuffers();
  FabricResources reductions();
  FabricResources control();
  FabricResources box(const BoxFlag &B);
};

void Predictor::missing(const std::string &What, const SourceLocation &Loc) {
  std::string Text = What + ": not in the cost file of " + Costs.Target;
  if (Loc)
    Text = Loc.File + ":" + std::to_string(Loc.Line) + ":" +
           std::to_string(Loc.Column) + ": " + Text;
  if (std::find(P.Unknowns.begin(), P.Unknowns.end(), Text) == P.Unknowns.end())
    P.Unknowns.push_back(std::move(Text));
}

FabricResources Predictor::curve(std::string_view Structure,
                                 std::string_view Form, uint32_t Parameter,
                                 uint32_t Size) {
  const CostCurve *C = Costs.find(Structure, Form, Parameter);
  if (std::optional<FabricResources> Need =
          C ? C->at(Size) : std::optional<FabricResources>())
    return *Need;
  missing(std::string(Structure) + (Form.empty() ? "" : " ") +
          std::string(Form) + " of size " + std::to_string(Size) +
          (Parameter ? " and parameter " + std::to_string(Parameter) : ""));
  return {};
}

/// An integer operation on two variables, as in trees of reductions.
FabricResources Predictor::operation(DatapathOp Op, uint32_t Width) {
  return curve(name(Op), "variable", 0, Width);
}

/// Of a beat's copies of node \p N, those that no other copy stands for.
uint32_t Predictor::builtCopies(uint32_t N) const {
  uint32_t Count = 0;
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
    Count += L.Copies[N * D.Vector + Slot] == NodeCopy{N, Slot};
  return Count;
}

/// A multiplier in DSP blocks takes in one register before each operand, where
/// nothing else reads it: measured by the curve "mul", "registered".
void Predictor::absorbOperands(uint32_t N) {
  const OperatorUnit &Unit = S.Nodes[N].Unit;
  if (Unit.Latency == 0 || (Unit.Kind != UnitKind::Multiplier &&
                            Unit.Kind != UnitKind::ConstantDivider))
    return;
  uint32_t Width = K.Nodes[N].Type.Bits;
  const CostCurve *Plain = Costs.find("mul", "variable");
  const CostCurve *After = Costs.find("mul", "registered");
  auto Without = Plain ? Plain->at(Width) : std::nullopt;
  auto With = After ? After->at(Width) : std::nullopt;
  if (!Without || !With || With->Registers - Without->Registers > Width / 2)
    return;
  for (uint32_t Operand : K.Nodes[N].Operands) {
    ValuePlace Place = valuePlace(K, Operand, 0, D.Vector);
    uint32_t O = Place.Node;
    while ((K.Nodes[O].Op == DatapathOp::ZeroExtend ||
            K.Nodes[O].Op == DatapathOp::SignExtend) &&
           Place.Ahead == 0 && S.Nodes[O].Start == S.Nodes[N].Start)
      O = K.Nodes[O].Operands[0];
    const DatapathNode &Of = K.Nodes[O];
    bool IsTap = Of.Op == DatapathOp::Input;
    if (S.Nodes[O].Invariant || Of.Op == DatapathOp::Position)
      continue;
    int64_t Delay = IsTap
                        ? tapPlace(K, Of, 0, D.Vector).Delay + S.Nodes[N].Start
                        : S.Nodes[N].Start - S.Nodes[O].ready() - Place.Ahead;
    // All that read this value at this stage or later. A tap behind this one
    // goes on from the register before: what is between becomes one chain.
    unsigned Readers = 0;
    auto Count = [&](uint32_t Value, int64_t Stage) {
      const DatapathNode &V = K.Nodes[Value];
      ValuePlace There = valuePlace(K, Value, 0, D.Vector);
      if (IsTap)
        Readers += V.Op == DatapathOp::Input && V.Value == Of.Value &&
                   tapPlace(K, V, 0, D.Vector).Delay + Stage == Delay;
      else
        Readers += There.Node == O &&
                   Stage - S.Nodes[O].ready() - There.Ahead >= Delay;
    };
    for (size_t I = 0; I < K.Nodes.size(); ++I)
      if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
        for (uint32_t Value : K.Nodes[I].Operands)
          Count(Value, S.Nodes[I].Start);
    for (size_t I = 0; I < K.Outputs.size(); ++I) {
      Count(K.Outputs[I].Value, S.Outputs[I]);
      if (K.Outputs[I].Enable)
        Count(*K.Outputs[I].Enable, S.Outputs[I]);
    }
    for (size_t I = 0; I < K.Reductions.size(); ++I)
      Count(K.Reductions[I].Value, S.Reductions[I]);
    bool HasRegister = Delay > 0 || (!IsTap && S.Nodes[O].Unit.Latency > 0);
    if (Readers == 1 && HasRegister)
      InDsp.push_back({IsTap, IsTap ? uint32_t(Of.Value) : O, Delay});
  }
}

/// A DSP block has the last register of \p Segment, which is the last of its
/// line or followed by registers that become a shift register with it.
bool Predictor::isAbsorbed(const DelayLine &Line,
                           const DelaySegment &Segment) const {
  bool IsTap = Line.Source == DelayLine::From::Tap;
  return Line.Source != DelayLine::From::Coordinate &&
         std::any_of(InDsp.begin(), InDsp.end(),
                     [&](const Absorbed &A) {
                       return A.IsTap == IsTap && A.Index == Line.Index &&
                              A.Delay == Line.Points[Segment.Point];
                     }) &&
         (Segment.Point + 1 == Line.Points.size() ||
          (&Segment != &L.Segments.back() && !(&Segment)[1].Ring &&
           (&Segment)[1].Line == Segment.Line && (&Segment)[1].Length > 2));
}

/// What division \p N adds to an earlier one that starts with it and whose
/// pipeline synthesis merges with its own: quotient and remainder of the same
/// operands, or float quotients by the same divisor. Nothing where there is
/// none, or the two were not measured together.
std::optional<FabricResources> Predictor::besideDivider(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  bool Float = B.Op == DatapathOp::FDiv;
  if (!Float && S.Nodes[N].Unit.Kind != UnitKind::Divider)
    return std::nullopt;
  bool Signed = B.Op == DatapathOp::SDiv || B.Op == DatapathOp::SRem;
  for (uint32_t I = 0; I < N; ++I) {
    const DatapathNode &A = K.Nodes[I];
    if (!S.Nodes[I].Used || S.Nodes[I].Start != S.Nodes[N].Start ||
        S.Nodes[I].Unit.Kind != S.Nodes[N].Unit.Kind || A.Type != B.Type ||
        A.Operands.back() != B.Operands.back())
      continue;
    bool Both =
        A.Operands == B.Operands && A.Op != B.Op &&
        Signed == (A.Op == DatapathOp::SDiv || A.Op == DatapathOp::SRem);
    if (Float ? A.Op != B.Op : !Both)
      continue;
    const CostCurve *Pair = Float    ? Costs.find("fdiv", "common")
                            : Signed ? Costs.find("sdiv", "both")
                                     : Costs.find("udiv", "both");
    const CostCurve *One = Costs.find(name(A.Op), "variable");
    auto Two = Pair ? Pair->at(B.Type.Bits) : std::nullopt;
    auto First = One ? One->at(B.Type.Bits) : std::nullopt;
    if (!Two || !First)
      return std::nullopt;
    FabricResources More = *Two - *First;
    if (D.Form == ElementForm::Comb)
      More.Registers = 0;
    return More;
  }
  return std::nullopt;
}

FabricResources Predictor::operators() {
  FabricResources Sum;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used && builtCopies(I) > 0)
      absorbOperands(I);
  for (const Absorbed &A : InDsp)
    if (!A.IsTap && A.Delay == 0)
      Sum.Registers -= double(Live[A.Index].registers()) * builtCopies(A.Index);
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathSchedule::Node &Node = S.Nodes[I];
    uint32_t Copies = builtCopies(I);
    if (!Node.Used || Copies == 0)
      continue;
    auto Need = besideDivider(I);
    if (!Need)
      Need = operatorCost(Costs, K, I, Live, D.Form != ElementForm::Comb);
    if (!Need)
      missing(std::string(name(K.Nodes[I].Op)) + " of " +
                  std::to_string(K.Nodes[I].Type.Bits) + " bits",
              K.Nodes[I].Loc);
    else
      Sum += *Need * Copies;
  }
  if (D.Form == ElementForm::Pipe)
    for (const ShiftChain &C : passedBits(K, S)) {
      FabricResources Chain = curve("delay", "", 0, C.Length);
      Chain.Registers -= C.Length;
      Sum += Chain * double(builtCopies(C.Node));
    }
  return Sum;
}

/// The registers of a line's segments. A chain from which nothing is taken in
/// between may become shift-register LUTs, and the register of the operation
/// before it is a part of that.
FabricResources Predictor::line(const DelayLine &Line, uint32_t Index) {
  FabricResources Sum;
  uint32_t Width = Line.Width;
  bool Joins = false; // the register before it
  if (Line.Source == DelayLine::From::Node) {
    const OperatorUnit &Unit = S.Nodes[Line.Index].Unit;
    Width = Live[Line.Index].registers();
    Joins = S.Nodes[Line.Index].Unit.Latency > 0 &&
            Unit.Kind != UnitKind::Multiplier && !Line.AtOnce;
  }
  uint32_t Before = 0; // registers that the next segment takes over
  for (const DelaySegment &Segment : L.Segments) {
    if (Segment.Line != Index || Segment.Ring)
      continue;
    bool First = Segment.Point == 0 && Joins;
    uint32_t Length = uint32_t(Segment.Length) + First + Before;
    Before = 0;
    if (isAbsorbed(Line, Segment)) {
      --Length;
      Before = Segment.Point + 1 < Line.Points.size();
    }
    if (Length > 0)
      Sum += curve("delay", "", 0, Length) * double(Width);
    if (First)
      Sum.Registers -= Width;
  }
  return Sum;
}

FabricResources Predictor::delays() {
  FabricResources Sum;
  for (uint32_t I = 0; I < L.Lines.size(); ++I)
    Sum += line(L.Lines[I], I);
  return Sum;
}

FabricResources Predictor::lineBuffers() {
  FabricResources Sum;
  for (const RingBuffer &R : L.Rings) {
    uint32_t Words = uint32_t(R.Length - 1), Blocks = (Words + 511) / 512;
    const char *Form = "part";
    const CostCurve *C = Costs.find("ring", Form, Blocks);
    if (!C) // as good as all words that the address can reach
      Form = "", Blocks = bitsFor(Words - 1),
      C = Costs.find("ring", "", Blocks);
    uint32_t Widest = C ? C->Points.back().Size : R.Width;
    for (uint32_t Left = R.Width; Left > 0; Left -= std::min(Left, Widest))
      Sum += curve("ring", Form, Blocks, std::min(Left, Widest));
  }
  return Sum;
}

FabricResources Predictor::reductions() {
  FabricResources Sum;
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    uint32_t Width = R.Type.Bits;
    bool Joined = combineCycles(K, D) > 0;
    bool Port = !Joined && !R.Initial; // of the buffer, or of an argument
    if (reductionLatency(R) > 0) {
      Sum += operation(R.Op, Width);
      Sum += curve("reduce", "float", 0, Width);
    } else {
      Sum +=
          curve("reduce", std::string(name(R.Op)) + (Port ? "" : "-constant"),
                0, Width);
    }
    // What a sum of few bits leaves of the adders above it: the carry.
    bool Grows = R.Op == DatapathOp::Add;
    uint32_t Bits = Grows ? std::min(Live[R.Value].High, Width) : Width;
    for (uint32_t Left = D.Vector; Left > 1; Left /= 2) {
      Bits = std::min(Bits + Grows, Width);
      Sum += operation(R.Op, Bits) * double(Left / 2);
    }
    if (Bits < Width)
      Sum.Luts -= operation(R.Op, Width).Luts - operation(R.Op, Bits).Luts -
                  curve("add", "extended", 0, 1 + Width - Bits).Luts +
                  curve("add", "extended", 0, 1).Luts;
  }
  return Sum;
}

/// A flag that tells whether a counter's coordinates are in a box.
FabricResources Predictor::box(const BoxFlag &B) {
  FabricResources Sum;
  for (uint32_t Dim = 0; Dim < 3; ++Dim) {
    uint32_t Bits = bitsFor(uint64_t(Space.Size[Dim] - 1));
    if (B.Beats.Origin[Dim] > 0)
      Sum += curve("side", "least", 0, Bits);
    if (B.Beats.Origin[Dim] + B.Beats.Size[Dim] < Space.Size[Dim])
      Sum += curve("side", "below", 0, Bits);
  }
  Sum.Registers = 1;
  return Sum;
}

FabricResources Predictor::control() {
  auto Ports = [](const auto &Streams) {
    uint32_t Count = 0;
    for (uint32_t I = 0; I < Streams.size(); ++I)
      Count += portOf(Streams, I) == I;
    return Count;
  };
  FabricResources Sum = curve("lane", "", Ports(K.Outputs), Ports(K.Inputs));
  Sum += curve("lane-steps", "", 0, L.StepBits) -
         curve("lane-steps", "", 0, LaneStepBits);
  uint32_t Events = 0;
  for (const std::vector<int64_t> &Steps : L.Events)
    Events += std::any_of(Steps.begin(), Steps.end(),
                          [](int64_t Step) { return Step >= 0; });
  FabricResources Event = curve("event", "", 0, L.StepBits);
  FabricResources Measured = curve("event", "", 0, LaneStepBits);
  Event.Registers = Measured.Registers = 0;
  // Without outputs nothing read the second range that was measured, so that
  // synthesis left it out, with the event that begins it.
  uint32_t Missing = K.Outputs.empty();
  Sum += (Measured - Event) * Missing +
         Event * (double(Events) + Missing - LaneEvents);
  FabricResources Range;
  Range.Luts = Range.Registers = 1;
  Sum += Range * (double(L.Ranges.size()) + Missing - LaneRanges);
  for (const CoordinateCounter &C : L.Counters)
    for (uint32_t Dim = 0; Dim < C.Dimensions; ++Dim)
      if (uint64_t Size = uint64_t(Space.Size[Dim]); Size > 1)
        Sum += curve("counter", std::has_single_bit(Size) ? "power" : "wrap", 0,
                     bitsFor(Size - 1));
  for (const BoxFlag &B : L.Boxes)
    Sum += box(B);
  return Sum;
}

CorePrediction Predictor::run() {
  double Lanes = D.Lanes;
  P.Operators = operators() * Lanes;
  P.Delays = delays() * Lanes;
  P.LineBuffers = lineBuffers() * Lanes;
  P.Reductions = reductions() * Lanes;
  if (combineCycles(K, D) > 0)
    for (const Reduction &R : K.Reductions)
      P.Reductions += curve("join", name(R.Op), R.Type.Bits, D.Lanes);
  P.Control = control() * Lanes +
              curve("top", combineCycles(K, D) > 0 ? "joined" : "", 0, D.Lanes);
  return std::move(P);
}

} // namespace

FabricResources operator+(const FabricResources &L, const FabricResources &R) {
  return L - R * -1;
}

FabricResources CorePrediction::total() const noexcept {
  return Operators + Delays + LineBuffers + Reductions + Control;
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, const DatapathSchedule &S,
                       const LaneLayout &L) {
  return Predictor(Costs, K, D, S, L).run();
}

CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D) {
  DatapathSchedule S = scheduleDatapath(K, D.Form, D.Vector);
  return predict(Costs, K, D, S, layOutLane(K, S, D));
}

std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D) {
  if (whyNotBuildable(K, D))
    return std::nullopt;
  CorePrediction P = predict(Costs, K, D);
  if (!P.Unknowns.empty())
    return std::nullopt;
  return P.total();
}

} // namespace roofline
