// Registers of a datapath that synthesis moves into DSP blocks.
#include "AbsorbedRegisters.h"

#include "roofline/Model/DeadNodes.h"

#include <algorithm>

namespace roofline {
namespace {

class Absorber {
public:
  Absorber(const CostModel &Costs, const StreamKernel &K, const StreamDesign &D,
           const DatapathSchedule &S, const LaneLayout &L)
      : Costs(Costs), K(K), D(D), S(S), L(L) {}

  std::vector<AbsorbedRegister> run() {
    std::vector<bool> Leads = leadToMultipliers();
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (takesInRegisters(I) && isBuilt(I))
        absorbOperands(I, Leads);
    return std::move(All);
  }

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const StreamDesign &D;
  const DatapathSchedule &S;
  const LaneLayout &L;
  std::vector<AbsorbedRegister> All;

  bool isBuilt(uint32_t N) const;
  bool takesInRegisters(uint32_t N) const;
  bool isWires(uint32_t N) const;
  bool choosesConstant(uint32_t N) const;
  std::vector<bool> leadToMultipliers() const;
  void absorbOperands(uint32_t N, const std::vector<bool> &Leads);
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

/// True where \p N only leaves out or adds bits that are 0 or the sign.
bool Absorber::isWires(uint32_t N) const {
  const DatapathNode &Of = K.Nodes[N];
  switch (Of.Op) {
  case DatapathOp::ZeroExtend:
  case DatapathOp::SignExtend:
  case DatapathOp::Truncate:
    return true;
  case DatapathOp::LShr:
    return K.Nodes[Of.Operands[1]].Op == DatapathOp::Constant;
  default:
    return false;
  }
}

/// True for what synthesis makes a register with a synchronous reset.
bool Absorber::choosesConstant(uint32_t N) const {
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

/// The registers before the operands of multiplier \p N: it has its own copy,
/// and the one outside goes where nothing else reads it.
void Absorber::absorbOperands(uint32_t N, const std::vector<bool> &Leads) {
  for (uint32_t Operand : K.Nodes[N].Operands) {
    ValuePlace Place = valuePlace(K, Operand, 0, D.Vector);
    uint32_t O = Place.Node;
    while (isWires(O) && Place.Ahead == 0 &&
           S.Nodes[O].Start == S.Nodes[N].Start)
      O = K.Nodes[O].Operands[0];
    const DatapathNode &Of = K.Nodes[O];
    bool IsTap = Of.Op == DatapathOp::Input;
    if (S.Nodes[O].Invariant || Of.Op == DatapathOp::Position)
      continue;
    AbsorbedRegister A = {IsTap, IsTap ? uint32_t(Of.Value) : O, 0};
    A.Delay = IsTap ? tapPlace(K, Of, 0, D.Vector).Delay + S.Nodes[N].Start
                    : S.Nodes[N].Start - S.Nodes[O].ready() - Place.Ahead;
    auto See = [&](uint32_t Value, int64_t Stage, bool Leads) {
      const DatapathNode &V = K.Nodes[Value];
      ValuePlace There = valuePlace(K, Value, 0, D.Vector);
      if (IsTap ? V.Op != DatapathOp::Input || V.Value != Of.Value
                : There.Node != O)
        return;
      int64_t At = IsTap ? tapPlace(K, V, 0, D.Vector).Delay + Stage
                         : Stage - S.Nodes[O].ready() - There.Ahead;
      A.Kept |= At == A.Delay && !Leads;
      A.GoesOn |= At > A.Delay;
    };
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
        for (uint32_t Value : K.Nodes[I].Operands)
          See(Value, S.Nodes[I].Start, Leads[I]);
    for (size_t I = 0; I < K.Outputs.size(); ++I) {
      See(K.Outputs[I].Value, S.Outputs[I], false);
      if (K.Outputs[I].Enable)
        See(*K.Outputs[I].Enable, S.Outputs[I], false);
    }
    for (size_t I = 0; I < K.Reductions.size(); ++I)
      See(K.Reductions[I].Value, S.Reductions[I], false);
    bool HasRegister = A.Delay > 0 || (!IsTap && S.Nodes[O].Unit.Latency > 0 &&
                                       !choosesConstant(O));
    if (HasRegister && std::find(All.begin(), All.end(), A) == All.end())
      All.push_back(A);
  }
}

} // namespace

std::vector<AbsorbedRegister> absorbedRegisters(const CostModel &Costs,
                                                const StreamKernel &K,
                                                const StreamDesign &D,
                                                const DatapathSchedule &S,
                                                const LaneLayout &L) {
  return Absorber(Costs, K, D, S, L).run();
}

} // namespace roofline
