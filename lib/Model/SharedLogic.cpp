// What operators of a datapath have in common after synthesis.
#include "SharedLogic.h"

#include <algorithm>
#include <set>

namespace roofline {

/// Nodes \p A and \p B are built once.
bool SharedLogic::areOne(uint32_t A, uint32_t B) const {
  return L.Copies[A * D.Vector] == L.Copies[B * D.Vector];
}

/// What smaller or larger one \p N of two floats adds to the other one of the
/// same floats that starts with it; nothing where there is none, or the two
/// were not measured together.
std::optional<FabricResources> SharedLogic::besideOrder(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  auto IsOrder = [](DatapathOp Op) {
    return Op == DatapathOp::FMin || Op == DatapathOp::FMax;
  };
  if (!IsOrder(B.Op))
    return std::nullopt;
  for (uint32_t I = 0; I < N; ++I) {
    const DatapathNode &A = K.Nodes[I];
    if (!S.Nodes[I].Used || S.Nodes[I].Start != S.Nodes[N].Start ||
        !IsOrder(A.Op) || A.Op == B.Op || A.Type != B.Type ||
        !std::is_permutation(A.Operands.begin(), A.Operands.end(),
                             B.Operands.begin()))
      continue;
    const CostCurve *Pair = Costs.find("minnum", "both");
    const CostCurve *One = Costs.find("minnum", "variable");
    auto Two = Pair ? Pair->at(B.Type.Bits) : std::nullopt;
    auto First = One ? One->at(B.Type.Bits) : std::nullopt;
    return Two && First ? std::optional(*Two - *First) : std::nullopt;
  }
  return std::nullopt;
}

/// What division \p N adds to an earlier one that starts with it and whose
/// pipeline synthesis merges with its own: quotient and remainder of the same
/// operands, or float quotients by the same divisor. Nothing where there is
/// none, or the two were not measured together.
std::optional<FabricResources> SharedLogic::besideDivider(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  bool Float = B.Op == DatapathOp::FDiv;
  if (!Float && S.Nodes[N].Unit.Kind != UnitKind::Divider)
    return std::nullopt;
  bool Signed = B.Op == DatapathOp::SDiv || B.Op == DatapathOp::SRem;
  for (uint32_t I = 0; I < N; ++I) {
    const DatapathNode &A = K.Nodes[I];
    if (!S.Nodes[I].Used || S.Nodes[I].Start != S.Nodes[N].Start ||
        S.Nodes[I].Unit.Kind != S.Nodes[N].Unit.Kind || A.Type != B.Type ||
        !areOne(A.Operands.back(), B.Operands.back()))
      continue;
    bool Both =
        areOne(A.Operands[0], B.Operands[0]) && A.Op != B.Op &&
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

/// True for b - a at the same step as an earlier a - b, as in an absolute
/// difference: a bit's LUT, a ^ ~b, serves the carries of both.
bool SharedLogic::isOppositeDifference(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  if (B.Op != DatapathOp::Sub || S.Nodes[N].Unit.Kind != UnitKind::Logic)
    return false;
  for (uint32_t I = 0; I < N; ++I) {
    const DatapathNode &A = K.Nodes[I];
    if (S.Nodes[I].Used && S.Nodes[I].Start == S.Nodes[N].Start &&
        A.Op == B.Op && A.Type == B.Type &&
        areOne(A.Operands[0], B.Operands[1]) &&
        areOne(A.Operands[1], B.Operands[0]))
      return true;
  }
  return false;
}

/// What float operator \p N has in common with an earlier one that reads the
/// same operand at the same step, its sign aside: the registers and logic of
/// that operand alone. Nothing where two such operators were not measured
/// together.
FabricResources SharedLogic::ofOperands(uint32_t N) const {
  FabricResources Sum;
  const DatapathNode &B = K.Nodes[N];
  bool Adds = B.Op == DatapathOp::FAdd || B.Op == DatapathOp::FSub;
  auto HasConstant = [&](const DatapathNode &A) {
    return std::any_of(A.Operands.begin(), A.Operands.end(), [&](uint32_t O) {
      return K.Nodes[O].Op == DatapathOp::Constant;
    });
  };
  if ((!Adds && B.Op != DatapathOp::FMul) || HasConstant(B))
    return Sum;
  const char *Name = Adds ? "fadd" : "fmul";
  const CostCurve *Pair = Costs.find(Name, "common");
  const CostCurve *Single = Costs.find(Name, "variable");
  auto Two = Pair ? Pair->at(B.Type.Bits) : std::nullopt;
  auto One = Single ? Single->at(B.Type.Bits) : std::nullopt;
  if (!Two || !One)
    return Sum;
  auto Magnitudes = [&](const DatapathNode &A) {
    std::set<uint32_t> Of;
    for (uint32_t O : A.Operands)
      Of.insert(K.Nodes[O].Op == DatapathOp::FNeg ? K.Nodes[O].Operands[0] : O);
    return Of;
  };
  std::set<uint32_t> Shared;
  for (uint32_t I = 0; I < N; ++I)
    if (const DatapathNode &A = K.Nodes[I];
        S.Nodes[I].Used && S.Nodes[I].Start == S.Nodes[N].Start &&
        A.Op == B.Op && A.Type == B.Type && !HasConstant(A))
      Shared.merge(Magnitudes(A));
  for (uint32_t O : Magnitudes(B))
    if (Shared.count(O))
      Sum += *One * 2 - *Two;
  return Sum;
}

std::optional<FabricResources> SharedLogic::beside(uint32_t N) const {
  auto Need = besideDivider(N);
  return Need ? Need : besideOrder(N);
}

} // namespace roofline
