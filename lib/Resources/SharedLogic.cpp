// Logic that operators of a datapath share after synthesis.
#include "SharedLogic.h"

#include <algorithm>

namespace roofline {

/// The structure by which the cost file knows the module of a float operator
/// that keeps its operands, or nothing.
static std::string_view moduleOf(DatapathOp Op) {
  switch (Op) {
  case DatapathOp::FAdd:
  case DatapathOp::FSub:
    return "fadd";
  case DatapathOp::FMul:
    return "fmul";
  case DatapathOp::FMin:
  case DatapathOp::FMax:
    return "minnum";
  default:
    return "";
  }
}

SharedLogic::SharedLogic(const CostModel &Costs, const StreamKernel &K,
                         const StreamDesign &D, const DatapathSchedule &S,
                         const LaneLayout &L)
    : Costs(Costs), K(K), D(D), S(S), L(L) {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used)
      Starting[S.Nodes[I].Start].push_back(I);
}

bool SharedLogic::hasConstant(uint32_t N) const {
  const std::vector<uint32_t> &Operands = K.Nodes[N].Operands;
  return std::any_of(Operands.begin(), Operands.end(), [&](uint32_t O) {
    return K.Nodes[O].Op == DatapathOp::Constant;
  });
}

/// In any order.
bool SharedLogic::haveSameOperands(uint32_t A, uint32_t B) const {
  const std::vector<uint32_t> &Of = K.Nodes[A].Operands,
                              &By = K.Nodes[B].Operands;
  return std::is_permutation(
      Of.begin(), Of.end(), By.begin(), By.end(),
      [&](uint32_t L, uint32_t R) { return areOne(L, R); });
}

/// The operands of \p N, each once, without their signs.
std::set<uint32_t> SharedLogic::magnitudes(uint32_t N) const {
  std::set<uint32_t> Of;
  for (uint32_t O : K.Nodes[N].Operands)
    Of.insert(
        built(K.Nodes[O].Op == DatapathOp::FNeg ? K.Nodes[O].Operands[0] : O));
  return Of;
}

/// The first node before \p N that starts with it, has its type, and
/// \p Matches.
std::optional<uint32_t> SharedLogic::earlier(uint32_t N,
                                             const Test &Matches) const {
  const auto There = Starting.find(S.Nodes[N].Start);
  if (There != Starting.end())
    for (uint32_t I : There->second) {
      if (I >= N)
        break;
      if (K.Nodes[I].Type == K.Nodes[N].Type && Matches(I))
        return I;
    }
  return std::nullopt;
}

/// Resources that the second of two operators adds to the \p First. The two
/// were measured together.
std::optional<FabricResources> SharedLogic::second(std::string_view Structure,
                                                   std::string_view Form,
                                                   std::string_view First,
                                                   uint32_t Width) const {
  auto Two = measured(Structure, Form, 0, Width);
  auto One = measured(First, "variable", 0, Width);
  return Two && One ? std::optional(*Two - *One) : std::nullopt;
}

std::optional<FabricResources> SharedLogic::measured(std::string_view Structure,
                                                     std::string_view Form,
                                                     uint32_t Parameter,
                                                     uint32_t Width) const {
  const CostCurve *C = Costs.find(Structure, Form, Parameter);
  return C ? C->at(Width) : std::nullopt;
}

std::optional<uint32_t> SharedLogic::scaledFactor(uint32_t N) const {
  const DatapathNode &Product = K.Nodes[N];
  if (Product.Op != DatapathOp::FMul)
    return std::nullopt;
  auto IsConstant = [&](unsigned I) {
    return K.Nodes[Product.Operands[I]].Op == DatapathOp::Constant;
  };
  if (IsConstant(0) == IsConstant(1))
    return std::nullopt;
  return Product.Operands[IsConstant(0) ? 1 : 0];
}

bool SharedLogic::multiplyOneFactor(uint32_t A, uint32_t B) const {
  const auto Of = scaledFactor(A), By = scaledFactor(B);
  return Of && By && areOne(*Of, *By);
}

uint64_t SharedLogic::constantMagnitude(uint32_t N) const {
  const DatapathNode &Product = K.Nodes[N];
  const bool IsFirst = scaledFactor(N) == Product.Operands[1];
  return K.Nodes[Product.Operands[IsFirst ? 0 : 1]].Value &
         ~(uint64_t(1) << (Product.Type.Bits - 1));
}

/// The significand's bits of the constants that were measured in pairs.
constexpr uint32_t MeasuredSignificand = 24;

std::optional<FabricResources> SharedLogic::besideProduct(uint32_t N) const {
  const uint32_t Width = K.Nodes[N].Type.Bits;
  const uint64_t Fraction = (uint64_t(1) << (Width == 64 ? 52 : 23)) - 1;
  const auto First = earlier(N, [&](uint32_t I) {
    return multiplyOneFactor(I, N) &&
           ((constantMagnitude(I) ^ constantMagnitude(N)) & Fraction) == 0;
  });
  if (!First)
    return std::nullopt;
  const bool IsNegative = constantMagnitude(*First) == constantMagnitude(N);
  auto Two = measured("fmul", IsNegative ? "opposite" : "scaled", 0, Width);
  auto One = measured("fmul", "constant", MeasuredSignificand, Width);
  return Two && One ? std::optional(*Two - *One) : std::nullopt;
}

std::optional<FabricResources> SharedLogic::beside(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  const bool Orders = moduleOf(B.Op) == "minnum";
  const bool Divides = S.Nodes[N].Unit.Kind == UnitKind::Divider;
  if (B.Op == DatapathOp::FMul)
    return besideProduct(N);
  if (!Orders && !Divides && B.Op != DatapathOp::FDiv)
    return std::nullopt;
  auto IsSigned = [](DatapathOp Op) {
    return Op == DatapathOp::SDiv || Op == DatapathOp::SRem;
  };
  std::optional<uint32_t> First = earlier(N, [&](uint32_t I) {
    const DatapathNode &A = K.Nodes[I];
    if (B.Op == DatapathOp::FDiv)
      return A.Op == B.Op && areOne(A.Operands.back(), B.Operands.back());
    if (A.Op == B.Op)
      return false;
    if (Orders)
      return moduleOf(A.Op) == "minnum" && haveSameOperands(I, N);
    return S.Nodes[I].Unit.Kind == UnitKind::Divider &&
           IsSigned(A.Op) == IsSigned(B.Op) &&
           areOne(A.Operands[0], B.Operands[0]) &&
           areOne(A.Operands[1], B.Operands[1]);
  });
  if (!First)
    return std::nullopt;
  const std::string_view Of = name(K.Nodes[*First].Op);
  const uint32_t Width = B.Type.Bits;
  if (B.Op == DatapathOp::FDiv)
    return second("fdiv", "common", Of, Width);
  if (Orders)
    return second("minnum", "both", Of, Width);
  auto More = second(IsSigned(B.Op) ? "sdiv" : "udiv", "both", Of, Width);
  if (More && D.Form == ElementForm::Comb)
    More->Registers = 0;
  return More;
}

std::optional<uint32_t> SharedLogic::remainderOfPair(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  if (S.Nodes[N].Unit.Kind != UnitKind::ConstantDivider)
    return std::nullopt;
  const bool Remains = B.Op == DatapathOp::URem || B.Op == DatapathOp::SRem;
  const DatapathOp Other = B.Op == DatapathOp::UDiv   ? DatapathOp::URem
                           : B.Op == DatapathOp::URem ? DatapathOp::UDiv
                           : B.Op == DatapathOp::SDiv ? DatapathOp::SRem
                                                      : DatapathOp::SDiv;
  auto First = earlier(N, [&](uint32_t I) {
    return K.Nodes[I].Op == Other &&
           S.Nodes[I].Unit.Kind == UnitKind::ConstantDivider &&
           haveSameOperands(I, N);
  });
  return First && Remains ? N : First;
}

bool SharedLogic::isOppositeDifference(uint32_t N) const {
  const DatapathNode &B = K.Nodes[N];
  if (B.Op != DatapathOp::Sub || S.Nodes[N].Unit.Kind != UnitKind::Logic)
    return false;
  return earlier(N,
                 [&](uint32_t I) {
                   const DatapathNode &A = K.Nodes[I];
                   return A.Op == B.Op &&
                          areOne(A.Operands[0], B.Operands[1]) &&
                          areOne(A.Operands[1], B.Operands[0]);
                 })
      .has_value();
}

/// The operation that chooses the other one of two integers; none for other
/// operations.
static std::optional<DatapathOp> otherEnd(DatapathOp Op) {
  switch (Op) {
  case DatapathOp::UMin:
    return DatapathOp::UMax;
  case DatapathOp::UMax:
    return DatapathOp::UMin;
  case DatapathOp::SMin:
    return DatapathOp::SMax;
  case DatapathOp::SMax:
    return DatapathOp::SMin;
  default:
    return std::nullopt;
  }
}

bool SharedLogic::isOtherEnd(uint32_t N) const {
  const auto Other = otherEnd(K.Nodes[N].Op);
  return Other && !hasConstant(N) && earlier(N, [&](uint32_t I) {
                                       return K.Nodes[I].Op == Other &&
                                              haveSameOperands(I, N);
                                     }).has_value();
}

FabricResources SharedLogic::ofOperands(uint32_t N) const {
  FabricResources Sum;
  const std::string_view Module = moduleOf(K.Nodes[N].Op);
  const uint32_t Width = K.Nodes[N].Type.Bits;
  if (scaledFactor(N) &&
      earlier(N, [&](uint32_t I) { return multiplyOneFactor(I, N); })) {
    auto One = measured("fmul", "constant", MeasuredSignificand, Width);
    auto Two = measured("fmul", "constants", 0, Width);
    return One && Two ? *One * 2 - *Two : Sum;
  }
  if (Module.empty() || hasConstant(N))
    return Sum;
  auto One = measured(Module, "variable", 0, Width);
  auto More = second(Module, "common", Module, Width);
  if (!One || !More)
    return Sum;
  for (uint32_t O : magnitudes(N))
    if (earlier(N, [&](uint32_t I) {
          return moduleOf(K.Nodes[I].Op) == Module && !hasConstant(I) &&
                 magnitudes(I).count(O);
        }))
      Sum += *One - *More;
  return Sum;
}

} // namespace roofline
