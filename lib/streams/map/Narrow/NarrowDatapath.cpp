// A datapath whose values keep only the bits that matter.
#include "roofline/Narrow/NarrowDatapath.h"

#include "roofline/Narrow/DatapathFacts.h"

#include "roofline/Stream/DeadNodes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

using Op = DatapathOp;

ValueType intType(unsigned Bits) {
  return {ScalarKind::Int, uint16_t(Bits), 1};
}

/// The narrowest divider and conversion that cost files price.
constexpr unsigned LeastModule = 8;

class Narrower {
public:
  explicit Narrower(const StreamKernel &K)
      : K(K), New(K), Facts(datapathFacts(K)), Values(K.Nodes.size()) {
    New.Nodes.clear();
  }
  StreamKernel run();

private:
  /// Stands for a node: its lowest bits, and what the bits above them are.
  struct Value {
    uint32_t Node = 0;
    unsigned Bits = 0;
    bool Signed = false;
  };
  const StreamKernel &K;
  StreamKernel New;
  std::vector<NodeFacts> Facts;
  std::vector<Value> Values; ///< by node of K
  SourceLocation Loc;        ///< of the node at work
  std::map<std::pair<uint32_t, unsigned>, uint32_t> Truncated;

  uint32_t add(Op O, unsigned Bits, std::vector<uint32_t> Operands,
               uint64_t Value = 0);
  uint32_t resized(const Value &V, unsigned Bits);
  uint32_t low(uint32_t N, unsigned Bits);
  uint32_t typed(uint32_t N);
  Value narrow(uint32_t N);
  Value computed(const DatapathNode &N, unsigned Bits);
  Value atCommonWidth(const DatapathNode &N);
  Value choice(const DatapathNode &N, unsigned Bits);
  Value withoutZeros(uint32_t N, unsigned Zeros, unsigned Bits);
  Value product(const DatapathNode &N, unsigned Bits);
  Value quotient(const DatapathNode &N);
  Value shift(const DatapathNode &N, unsigned Bits);
  Value conversion(const DatapathNode &N);
  Value extended(const DatapathNode &N);
  Value whole(const DatapathNode &N);

  const NodeFacts &operand(const DatapathNode &N, unsigned I) const {
    return Facts[N.Operands[I]];
  }
  /// None of the lowest \p Bits can be set in both operands.
  bool shareNoBit(const DatapathNode &N, unsigned Bits) const {
    APInt Both = ~operand(N, 0).Known.Zero & ~operand(N, 1).Known.Zero;
    return Both.countr_zero() >= Bits;
  }
  unsigned bitsOf(const DatapathNode &N, bool Signed) const {
    return std::max(operand(N, 0).bits(Signed), operand(N, 1).bits(Signed));
  }
};

uint32_t Narrower::add(Op O, unsigned Bits, std::vector<uint32_t> Operands,
                       uint64_t Value) {
  DatapathNode N = {O, intType(Bits), std::move(Operands), Value, {}, Loc};
  if (O == Op::Constant) {
    N.Loc = {};
    auto Same = find(New.Nodes, N);
    if (Same != New.Nodes.end())
      return uint32_t(Same - New.Nodes.begin());
  }
  New.Nodes.push_back(std::move(N));
  return uint32_t(New.Nodes.size() - 1);
}

/// Extensions are made for each reader, so that what waits for it is narrow.
uint32_t Narrower::resized(const Value &V, unsigned Bits) {
  if (V.Bits == Bits)
    return V.Node;
  const DatapathNode &N = New.Nodes[V.Node];
  if (N.Op == Op::Constant) {
    uint64_t All = V.Signed ? SignExtend64(N.Value, V.Bits) : N.Value;
    return add(Op::Constant, Bits, {}, All & maskTrailingOnes<uint64_t>(Bits));
  }
  if (V.Bits < Bits)
    return add(V.Signed ? Op::SignExtend : Op::ZeroExtend, Bits, {V.Node});
  auto [It, IsNew] = Truncated.try_emplace({V.Node, Bits}, 0);
  if (IsNew)
    It->second = add(Op::Truncate, Bits, {V.Node});
  return It->second;
}

/// The lowest \p Bits of node \p N of the original, as far as they are demanded
/// of it.
uint32_t Narrower::low(uint32_t N, unsigned Bits) {
  return resized(Values[N], Bits);
}

/// In the type of the original.
uint32_t Narrower::typed(uint32_t N) {
  const ValueType &T = K.Nodes[N].Type;
  return T.Scalar == ScalarKind::Int ? low(N, T.Bits) : Values[N].Node;
}

/// Without a change but that the operands are those of the new datapath.
Narrower::Value Narrower::whole(const DatapathNode &N) {
  DatapathNode Same = N;
  for (uint32_t &O : Same.Operands)
    O = typed(O);
  New.Nodes.push_back(std::move(Same));
  return {uint32_t(New.Nodes.size() - 1), N.Type.Bits, false};
}

/// Narrows an operation that orders two values. Their order is the same in any
/// width that holds both, and their distance. Values extended by their signs
/// keep their order as unsigned numbers too, but not their distance.
Narrower::Value Narrower::atCommonWidth(const DatapathNode &N) {
  unsigned Bits = bitsOf(N, false), SignedBits = bitsOf(N, true);
  Op O = N.Op;
  bool Signed = SignedBits < Bits && O != Op::UAbsDiff;
  if (Signed)
    Bits = SignedBits;
  else if (O == Op::SMin || O == Op::SMax || O == Op::SLess ||
           O == Op::SLessEqual || O == Op::SAbsDiff) {
    // Signed numbers of the type's own width are no unsigned ones.
    if (!operand(N, 0).isNonNegative() || !operand(N, 1).isNonNegative())
      return whole(N);
    O = O == Op::SMin       ? Op::UMin
        : O == Op::SMax     ? Op::UMax
        : O == Op::SLess    ? Op::ULess
        : O == Op::SAbsDiff ? Op::UAbsDiff
                            : Op::ULessEqual;
  }
  bool Compares = N.Type.Bits == 1 && O >= Op::Equal;
  uint32_t Node = add(O, Compares ? 1 : Bits,
                      {low(N.Operands[0], Bits), low(N.Operands[1], Bits)});
  return {Node, Compares ? 1 : Bits, !Compares && Signed && O != Op::SAbsDiff};
}

Narrower::Value Narrower::choice(const DatapathNode &N, unsigned Bits) {
  if (N.Op != Op::Select) {
    // Take the operand that always is the smaller one, or the larger one.
    const ConstantRange &A = operand(N, 0).Range, &B = operand(N, 1).Range;
    bool Signed = N.Op == Op::SMin || N.Op == Op::SMax;
    bool Least = N.Op == Op::SMin || N.Op == Op::UMin;
    auto Less = Signed ? CmpInst::ICMP_SLE : CmpInst::ICMP_ULE;
    if (A.icmp(Less, B))
      return {low(N.Operands[Least ? 0 : 1], Bits), Bits, false};
    if (B.icmp(Less, A))
      return {low(N.Operands[Least ? 1 : 0], Bits), Bits, false};
    return atCommonWidth(N);
  }
  const KnownBits &If = operand(N, 0).Known;
  if (If.isConstant())
    return {low(N.Operands[If.getConstant().isZero() ? 2 : 1], Bits), Bits,
            false};
  // Branches that do the same, and a condition that is stored.
  const KnownBits &Then = operand(N, 1).Known, &Else = operand(N, 2).Known;
  if (N.Operands[1] == N.Operands[2])
    return {low(N.Operands[1], Bits), Bits, false};
  if (Bits == 1 && Then.isConstant() && Else.isConstant() &&
      Then.getConstant()[0] && !Else.getConstant()[0])
    return {low(N.Operands[0], 1), 1, false};
  return {add(Op::Select, Bits,
              {low(N.Operands[0], 1), low(N.Operands[1], Bits),
               low(N.Operands[2], Bits)}),
          Bits, false};
}

/// Node \p N of the original without its lowest \p Zeros, of which \p Bits are
/// demanded.
Narrower::Value Narrower::withoutZeros(uint32_t N, unsigned Zeros,
                                       unsigned Bits) {
  const NodeFacts &F = Facts[N];
  const bool Signed = F.bits(true) < F.bits(false);
  const unsigned Width = std::min(F.bits(Signed), Bits);
  const uint32_t Amount = add(Op::Constant, Width, {}, Zeros);
  const uint32_t Moved =
      add(Signed ? Op::AShr : Op::LShr, Width, {low(N, Width), Amount});
  const Value Whole = {Moved, Width, Signed};
  return {resized(Whole, Width - Zeros), Width - Zeros, Signed};
}

/// Multiplies the factors without the zeros below their bits: a DSP block has
/// its registers for whole parts of factors alone.
Narrower::Value Narrower::product(const DatapathNode &N, unsigned Bits) {
  unsigned Zeros[2];
  for (unsigned I : {0u, 1u}) {
    const KnownBits &Known = operand(N, I).Known;
    Zeros[I] = Known.isConstant() ? 0 : Known.countMinTrailingZeros();
  }
  const unsigned Sum = Zeros[0] + Zeros[1];
  if (Sum == 0 || Sum >= Bits)
    return {
        add(N.Op, Bits, {low(N.Operands[0], Bits), low(N.Operands[1], Bits)}),
        Bits, false};
  const unsigned Left = Bits - Sum;
  std::vector<uint32_t> Factors;
  for (unsigned I : {0u, 1u}) {
    const uint32_t O = N.Operands[I];
    Factors.push_back(Zeros[I] ? resized(withoutZeros(O, Zeros[I], Bits), Left)
                               : low(O, Left));
  }
  const Value Product = {add(N.Op, Left, Factors), Left, false};
  const uint32_t Amount = add(Op::Constant, Bits, {}, Sum);
  return {add(Op::Shl, Bits, {resized(Product, Bits), Amount}), Bits, false};
}

Narrower::Value Narrower::quotient(const DatapathNode &N) {
  const NodeFacts &A = operand(N, 0), &B = operand(N, 1);
  Op O = N.Op;
  bool Signed = O == Op::SDiv || O == Op::SRem;
  if (Signed && A.isNonNegative() && B.isNonNegative() && !B.mayBeZero()) {
    O = O == Op::SDiv ? Op::UDiv : Op::URem;
    Signed = false;
  }
  // By 0 it would be the all ones of a narrow quotient.
  if (O == Op::UDiv && B.mayBeZero())
    return whole(N);
  // The least integer has no opposite.
  bool MayNegate = Signed && B.Range.contains(APInt::getAllOnes(N.Type.Bits));
  unsigned Bits = std::max(bitsOf(N, Signed) + MayNegate, LeastModule);
  if (Bits >= N.Type.Bits)
    return whole(N);
  return {add(O, Bits, {low(N.Operands[0], Bits), low(N.Operands[1], Bits)}),
          Bits, Signed};
}

/// \p Bits of the result.
Narrower::Value Narrower::shift(const DatapathNode &N, unsigned Bits) {
  const NodeFacts &A = operand(N, 0), &B = operand(N, 1);
  bool Signed = N.Op == Op::AShr && !A.isNonNegative();
  Op O = N.Op == Op::AShr && !Signed ? Op::LShr : N.Op;
  unsigned Width = O == Op::Shl ? Bits : A.bits(Signed);
  if (!B.Known.isConstant()) {
    Width = std::max(Width, B.bits(false));
    return {
        add(O, Width, {low(N.Operands[0], Width), low(N.Operands[1], Width)}),
        Width, Signed};
  }
  unsigned By = unsigned(B.Known.getConstant().getLimitedValue(N.Type.Bits));
  if (O != Op::Shl) // the bits that remain, and those that leave
    Width = std::min(Width, By + Bits);
  if (By >= Width && !Signed)
    return {add(Op::Constant, Bits, {}, 0), Bits, false};
  By = std::min(By, Width - 1); // of a sign there is no end
  uint32_t Amount = add(Op::Constant, Width, {}, By);
  return {add(O, Width, {low(N.Operands[0], Width), Amount}), Width, Signed};
}

Narrower::Value Narrower::conversion(const DatapathNode &N) {
  const NodeFacts &A = operand(N, 0);
  unsigned From = K.Nodes[N.Operands[0]].Type.Bits;
  bool Signed = N.Op == Op::SIntToF && !A.isNonNegative();
  unsigned Bits = std::min(From, std::max(A.bits(Signed), LeastModule));
  DatapathNode Same = N;
  Same.Op = Signed || Bits == From ? N.Op : Op::UIntToF;
  Same.Operands = {low(N.Operands[0], Bits)};
  New.Nodes.push_back(std::move(Same));
  return {uint32_t(New.Nodes.size() - 1), N.Type.Bits, false};
}

/// Extends or truncates a value: says what is above the bits of the operand.
Narrower::Value Narrower::extended(const DatapathNode &N) {
  Value V = Values[N.Operands[0]];
  unsigned From = K.Nodes[N.Operands[0]].Type.Bits;
  if (N.Op == Op::ZeroExtend && V.Signed)
    return {resized(V, From), From, false};
  if (N.Op == Op::SignExtend && V.Bits == From)
    V.Signed = true;
  return V;
}

/// At least the lowest \p Bits of \p N, perhaps more than are right beyond
/// them.
Narrower::Value Narrower::computed(const DatapathNode &N, unsigned Bits) {
  switch (N.Op) {
  case Op::Position:
    return {add(N.Op, Bits, {}, N.Value), Bits, false};
  case Op::And:
    for (unsigned I : {0u, 1u}) // a mask of all that there are
      if (const KnownBits &M = operand(N, 1 - I).Known;
          M.isConstant() && M.getConstant().countr_one() >= Bits)
        return {low(N.Operands[I], Bits), Bits, false};
    [[fallthrough]];
  case Op::Add:
  case Op::Or:
  case Op::Xor:
    if (shareNoBit(N, Bits))
      return {add(Op::Or, Bits,
                  {low(N.Operands[0], Bits), low(N.Operands[1], Bits)},
                  /*Disjoint=*/1),
              Bits, false};
    [[fallthrough]];
  case Op::Sub:
    return {
        add(N.Op, Bits, {low(N.Operands[0], Bits), low(N.Operands[1], Bits)}),
        Bits, false};
  case Op::Mul:
    return product(N, Bits);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return quotient(N);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return shift(N, Bits);
  case Op::UMin:
  case Op::UMax:
  case Op::SMin:
  case Op::SMax:
  case Op::Select:
    return choice(N, Bits);
  case Op::UAbsDiff:
  case Op::SAbsDiff:
  case Op::Equal:
  case Op::NotEqual:
  case Op::ULess:
  case Op::ULessEqual:
  case Op::SLess:
  case Op::SLessEqual:
    return atCommonWidth(N);
  case Op::Truncate:
  case Op::ZeroExtend:
  case Op::SignExtend:
    return extended(N);
  case Op::PopCount: {
    unsigned Width = operand(N, 0).bits(false);
    return {add(N.Op, Width, {low(N.Operands[0], Width)}), Width, false};
  }
  default:
    return whole(N);
  }
}

Narrower::Value Narrower::narrow(uint32_t I) {
  const DatapathNode &N = K.Nodes[I];
  if (N.Op == Op::SIntToF || N.Op == Op::UIntToF)
    return conversion(N);
  if (N.Type.Scalar != ScalarKind::Int || N.Op == Op::Input ||
      N.Op == Op::Argument)
    return whole(N);
  const NodeFacts &F = Facts[I];
  unsigned Demanded = std::max(1u, F.Demanded);
  bool Signed = F.bits(true) < F.bits(false) && F.bits(true) < Demanded;
  unsigned Bits = std::min(F.bits(Signed), Demanded);
  if (KnownBits Lowest = F.Known.trunc(Demanded); Lowest.isConstant()) {
    uint64_t Value = Lowest.getConstant().getZExtValue();
    return {
        add(Op::Constant, Bits, {}, Value & maskTrailingOnes<uint64_t>(Bits)),
        Bits, Signed};
  }
  Value V = computed(N, Bits);
  // A width that holds the values keeps them; any other one keeps the lowest
  // bits.
  return {resized(V, Bits), Bits, Signed};
}

StreamKernel Narrower::run() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    Loc = K.Nodes[I].Loc;
    if (Facts[I].Demanded > 0 || K.Nodes[I].Op == Op::Input)
      Values[I] = narrow(I);
  }
  forEachResult(New, [&](uint32_t &N) {
    Loc = K.Nodes[N].Loc;
    N = typed(N);
  });
  return std::move(New);
}

} // namespace

StreamKernel narrowed(const StreamKernel &K) {
  StreamKernel New = Narrower(K).run();
  for (StreamKernel &Finish : New.Finish)
    Finish = narrowed(Finish);
  removeDeadNodes(New, /*KeepTaps=*/true);
  return New;
}

} // namespace roofline
