// Registers of a datapath that synthesis moves into DSP blocks.
#include "AbsorbedRegisters.h"

#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

class Absorber {
public:
  Absorber(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D,
           const DatapathSchedule &S, const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L) {}

  std::set<AbsorbedRegister> run() {
    findReads();
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (takesInRegisters(I) && isBuilt(I))
        absorbOperands(I);
    return std::move(All);
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  std::set<AbsorbedRegister> All;
  /// A tap's input or a node, as AbsorbedRegister has them.
  using Line = std::pair<bool, uint32_t>;
  /// Delays at which each line is read, and whether there by anything else than
  /// what leads to multipliers.
  std::map<Line, std::map<int64_t, bool>> Reads;

  bool isBuilt(uint32_t N) const;
  bool takesInRegisters(uint32_t N) const;
  bool isWires(uint32_t N) const;
  std::vector<bool> leadToMultipliers() const;
  void findReads();
  void absorbOperands(uint32_t N);
};

/// Some copy of node \p N in a beat is one that no other copy stands for.
bool Absorber::isBuilt(uint32_t N) const {
  for (uint32_t Slot = 0; Slot < D.Vector; ++Slot)
    if (L.Copies[N * D.Vector + Slot] == NodeCopy{N, Slot})
      return true;
  return false;
}

/// True for a multiplier in DSP blocks: measured by the curve "mul",
/// "registered".
bool Absorber::takesInRegisters(uint32_t N) const {
  const OperatorUnit &Unit = S.Nodes[N].Unit;
  if (!S.Nodes[N].Used || Unit.Latency == 0 ||
      (Unit.Kind != UnitKind::Multiplier &&
       Unit.Kind != UnitKind::ConstantDivider))
    return false;
  uint32_t Width = K.Nodes[N].Type.Bits;
  const CostCurve *Plain = Costs.find("mul", "variable");
  const CostCurve *After = Costs.find("mul", "registered");
  auto Without = Plain ? Plain->at(Width) : std::nullopt;
  auto With = After ? After->at(Width) : std::nullopt;
  return Without && With && With->Registers - Without->Registers <= Width / 2;
}

/// True where \p N only moves bits, leaves some out, or adds some that are 0 or
/// the sign.
bool Absorber::isWires(uint32_t N) const {
  const DatapathNode &Of = K.Nodes[N];
  switch (Of.Op) {
  case DatapathOp::ZeroExtend:
  case DatapathOp::SignExtend:
  case DatapathOp::Truncate:
    return true;
  case DatapathOp::Shl:
  case DatapathOp::LShr:
  case DatapathOp::AShr:
    return K.Nodes[Of.Operands[1]].Op == DatapathOp::Constant;
  default:
    return false;
  }
}

/// The nodes that hand their operands to nothing but multipliers.
std::vector<bool> Absorber::leadToMultipliers() const {
  std::vector<bool> Leads(K.Nodes.size()), Elsewhere(K.Nodes.size()),
      Read(K.Nodes.size());
  forEachResult(K, [&](uint32_t N) { Elsewhere[N] = true; });
  for (uint32_t I = K.Nodes.size(); I-- > 0;) {
    if (!S.Nodes[I].Used)
      continue;
    Leads[I] = takesInRegisters(I) || (isWires(I) && Read[I] && !Elsewhere[I]);
    for (uint32_t O : K.Nodes[I].Operands) {
      Read[O] = true;
      if (!Leads[I])
        Elsewhere[O] = true;
    }
  }
  return Leads;
}

void Absorber::findReads() {
  std::vector<bool> Leads = leadToMultipliers();
  auto Read = [&](uint32_t Value, int64_t Stage, bool Leads) {
    OperandRegister R = registerAt(K, D, S, Value, Stage);
    const bool IsAlways = !R.IsTap && S.Nodes[R.Index].Invariant;
    Reads[{R.IsTap, R.Index}][IsAlways ? 0 : R.Delay] |= !Leads;
  };
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
      for (uint32_t Value : K.Nodes[I].Operands)
        Read(Value, S.Nodes[I].Start, Leads[I]);
  for (size_t I = 0; I < K.Outputs.size(); ++I) {
    Read(K.Outputs[I].Value, S.Outputs[I], false);
    if (K.Outputs[I].Enable)
      Read(*K.Outputs[I].Enable, S.Outputs[I], false);
  }
  for (size_t I = 0; I < K.Reductions.size(); ++I)
    Read(K.Reductions[I].Value, S.Reductions[I], false);
}

/// The registers before the operands of multiplier \p N: it has its own copy,
/// and the one outside goes where nothing else reads it.
void Absorber::absorbOperands(uint32_t N) {
  for (uint32_t Operand : K.Nodes[N].Operands) {
    ValuePlace Place = valuePlace(K, Operand, 0, D.Vector);
    uint32_t O = Place.Node;
    while (isWires(O) && Place.Ahead == 0 &&
           (S.Nodes[O].Invariant || S.Nodes[O].Start == S.Nodes[N].Start))
      O = K.Nodes[O].Operands[0];
    const DatapathNode &Of = K.Nodes[O];
    if (Of.Op == DatapathOp::Position)
      continue;
    int64_t Stage = S.Nodes[N].Start;
    AbsorbedRegister A = {false, O, Stage - S.Nodes[O].ready() - Place.Ahead};
    if (S.Nodes[O].Invariant)
      A.Delay = 0;
    if (Of.Op == DatapathOp::Input) {
      OperandRegister R = registerAt(K, D, S, O, Stage);
      A = {R.IsTap, R.Index, R.Delay};
    }
    if (auto Line = Reads.find({A.IsTap, A.Index}); Line != Reads.end()) {
      const std::map<int64_t, bool> &Delays = Line->second;
      auto There = Delays.find(A.Delay);
      A.Kept = There != Delays.end() && There->second;
      A.GoesOn = Delays.rbegin()->first > A.Delay;
    }
    bool HasRegister =
        A.Delay > 0 ||
        (!A.IsTap && S.Nodes[O].Unit.Latency > 0 && !hasSynchronousReset(K, O));
    if (HasRegister)
      All.insert(A);
  }
}

} // namespace

OperandRegister registerAt(const StreamKernel &K, const StreamDesign &D,
                           const DatapathSchedule &S, uint32_t Operand,
                           int64_t Stage, uint32_t Slot) {
  const DatapathNode &N = K.Nodes[Operand];
  if (N.Op == DatapathOp::Input) {
    TapPlace T = tapPlace(K, N, Slot, D.Vector);
    return {true, uint32_t(N.Value), T.Slot, T.Delay + Stage};
  }
  ValuePlace V = valuePlace(K, Operand, Slot, D.Vector);
  return {false, V.Node, V.Slot, Stage - S.Nodes[V.Node].ready() - V.Ahead};
}

bool hasSynchronousReset(const StreamKernel &K, uint32_t N) noexcept {
  const DatapathNode &Of = K.Nodes[N];
  switch (Of.Op) {
  case DatapathOp::Select:
  case DatapathOp::SMin:
  case DatapathOp::SMax:
  case DatapathOp::UMin:
  case DatapathOp::UMax:
    return std::any_of(Of.Operands.begin(), Of.Operands.end(), [&](uint32_t O) {
      return K.Nodes[O].Op == DatapathOp::Constant;
    });
  default:
    return false;
  }
}

std::map<OperandRegister, uint32_t>
operandRegisters(const StreamKernel &K, const StreamDesign &D,
                 const DatapathSchedule &S) {
  std::map<OperandRegister, uint32_t> All;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    bool IsProduct = N.Op == DatapathOp::FMul;
    bool HasRegisters = IsProduct || N.Op == DatapathOp::FAdd ||
                        N.Op == DatapathOp::FSub || N.Op == DatapathOp::FMin ||
                        N.Op == DatapathOp::FMax;
    if (!S.Nodes[I].Used || !HasRegisters ||
        std::any_of(N.Operands.begin(), N.Operands.end(), [&](uint32_t O) {
          return K.Nodes[O].Op == DatapathOp::Constant;
        }))
      continue;
    uint32_t Fraction = N.Type.Bits == 64 ? 52 : 23;
    for (uint32_t O : N.Operands)
      for (uint32_t Slot = 0; Slot < D.Vector; ++Slot) {
        uint32_t &Bits =
            All[registerAt(K, D, S, O, S.Nodes[I].Start + 1, Slot)];
        Bits = std::max(Bits, IsProduct ? Fraction : N.Type.Bits);
      }
  }
  return All;
}

std::set<AbsorbedRegister> absorbedRegisters(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D,
                                             const DatapathSchedule &S,
                                             const LaneLayout &L) {
  return Absorber(Costs, K, D, S, L).run();
}

} // namespace roofline
