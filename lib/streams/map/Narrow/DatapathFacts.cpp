// Possible values of a datapath's nodes, and their demanded bits.
//
/// \file
/// Forwards: LLVM's KnownBits and ConstantRange of each operation, each made
/// sharper by the other one. Backwards: demanded bits, as a number of lowest
/// bits: sums, products and bit operations need no higher bits of their
/// operands than are demanded of their results.
#include "roofline/Narrow/DatapathFacts.h"

#include "roofline/Stream/DeadNodes.h"

#include "llvm/IR/InstrTypes.h"

#include <map>
#include <tuple>

using namespace llvm;

namespace roofline {
namespace {

using Op = DatapathOp;

class Forwards {
public:
  explicit Forwards(const StreamKernel &K) : K(K) {}

  std::vector<NodeFacts> run() {
    for (const DatapathNode &N : K.Nodes) {
      unsigned Bits = N.Type.Bits;
      NodeFacts F = {ConstantRange::getFull(Bits), KnownBits(Bits), 0};
      if (N.Type.Scalar == ScalarKind::Int)
        learn(N, F);
      // The smallest: of the bytes times -38, whose lowest bit is 0, the
      // numbers from 0 to almost the largest would do as well.
      ConstantRange Both =
          F.Range.intersectWith(ConstantRange::fromKnownBits(F.Known, false));
      Both = Both.intersectWith(ConstantRange::fromKnownBits(F.Known, true));
      if (!Both.isEmptySet()) {
        F.Range = Both;
        F.Known = F.Known.unionWith(Both.toKnownBits());
      }
      All.push_back(std::move(F));
    }
    return std::move(All);
  }

private:
  const StreamKernel &K;
  std::vector<NodeFacts> All;

  const NodeFacts &at(const DatapathNode &N, unsigned I) const {
    return All[N.Operands[I]];
  }
  void learn(const DatapathNode &N, NodeFacts &F) const;
  void source(const DatapathNode &N, NodeFacts &F) const;
  void sum(const DatapathNode &N, NodeFacts &F) const;
  void quotient(const DatapathNode &N, NodeFacts &F) const;
  void bitwise(const DatapathNode &N, NodeFacts &F) const;
  void shift(const DatapathNode &N, NodeFacts &F) const;
  void choice(const DatapathNode &N, NodeFacts &F) const;
  void distance(const DatapathNode &N, NodeFacts &F) const;
  void comparison(const DatapathNode &N, NodeFacts &F) const;
  void conversion(const DatapathNode &N, NodeFacts &F) const;
  bool isAbsolute(const DatapathNode &N) const;
};

void Forwards::source(const DatapathNode &N, NodeFacts &F) const {
  unsigned Bits = N.Type.Bits;
  if (N.Op == Op::Constant)
    F.Range = ConstantRange(APInt(Bits, N.Value));
  else if (uint64_t Last = uint64_t(K.Space.Size[N.Value] - 1);
           N.Op == Op::Position && isUIntN(Bits, Last))
    F.Range =
        ConstantRange::getNonEmpty(APInt::getZero(Bits), APInt(Bits, Last) + 1);
}

void Forwards::sum(const DatapathNode &N, NodeFacts &F) const {
  const NodeFacts &A = at(N, 0), &B = at(N, 1);
  switch (N.Op) {
  case Op::Add:
    F.Range = A.Range.add(B.Range);
    F.Known = KnownBits::add(A.Known, B.Known);
    return;
  case Op::Sub:
    F.Range = A.Range.sub(B.Range);
    F.Known = KnownBits::sub(A.Known, B.Known);
    return;
  default:
    F.Range = A.Range.multiply(B.Range);
    F.Known = KnownBits::mul(A.Known, B.Known);
  }
}

/// A division by 0 and that of the least integer by -1 have values, which LLVM
/// leaves out: StreamKernel.h.
void Forwards::quotient(const DatapathNode &N, NodeFacts &F) const {
  const ConstantRange &A = at(N, 0).Range, &B = at(N, 1).Range;
  unsigned Bits = N.Type.Bits;
  bool Signed = N.Op == Op::SDiv || N.Op == Op::SRem;
  bool Quotient = N.Op == Op::UDiv || N.Op == Op::SDiv;
  if (N.Op == Op::UDiv)
    F.Range = A.udiv(B);
  else if (N.Op == Op::SDiv)
    F.Range = A.sdiv(B);
  else
    F.Range = Signed ? A.srem(B) : A.urem(B);
  if (at(N, 1).mayBeZero())
    F.Range = F.Range.unionWith(
        Quotient ? ConstantRange(APInt::getAllOnes(Bits)) : A);
  if (Signed && A.contains(APInt::getSignedMinValue(Bits)) &&
      B.contains(APInt::getAllOnes(Bits)))
    F.Range = ConstantRange::getFull(Bits);
}

void Forwards::bitwise(const DatapathNode &N, NodeFacts &F) const {
  const NodeFacts &A = at(N, 0), &B = at(N, 1);
  switch (N.Op) {
  case Op::And:
    F.Known = A.Known & B.Known;
    F.Range = A.Range.binaryAnd(B.Range);
    return;
  case Op::Or:
    F.Known = A.Known | B.Known;
    F.Range = A.Range.binaryOr(B.Range);
    return;
  default:
    F.Known = A.Known ^ B.Known;
    F.Range = A.Range.binaryXor(B.Range);
  }
}

/// By less than the width; more has values that LLVM leaves out.
void Forwards::shift(const DatapathNode &N, NodeFacts &F) const {
  const NodeFacts &A = at(N, 0), &B = at(N, 1);
  if (B.Range.getUnsignedMax().uge(N.Type.Bits))
    return;
  switch (N.Op) {
  case Op::Shl:
    F.Range = A.Range.shl(B.Range);
    if (const APInt *By = B.Range.getSingleElement()) // of signed numbers, too
      F.Range = F.Range.intersectWith(
          A.Range.multiply(ConstantRange(APInt(N.Type.Bits, 1).shl(*By))));
    F.Known = KnownBits::shl(A.Known, B.Known);
    return;
  case Op::LShr:
    F.Range = A.Range.lshr(B.Range);
    F.Known = KnownBits::lshr(A.Known, B.Known);
    return;
  default:
    F.Range = A.Range.ashr(B.Range);
    F.Known = KnownBits::ashr(A.Known, B.Known);
  }
}

/// smax(x, 0 - x).
bool Forwards::isAbsolute(const DatapathNode &N) const {
  const DatapathNode &Minus = K.Nodes[N.Operands[1]];
  return N.Op == Op::SMax && Minus.Op == Op::Sub &&
         Minus.Operands[1] == N.Operands[0] &&
         All[Minus.Operands[0]].Range.getUnsignedMax().isZero();
}

void Forwards::choice(const DatapathNode &N, NodeFacts &F) const {
  bool Selects = N.Op == Op::Select;
  const ConstantRange &A = at(N, Selects).Range, &B = at(N, Selects + 1).Range;
  switch (N.Op) {
  case Op::UMin:
    F.Range = A.umin(B);
    return;
  case Op::UMax:
    F.Range = A.umax(B);
    return;
  case Op::SMin:
    F.Range = A.smin(B);
    return;
  case Op::SMax:
    F.Range = isAbsolute(N) ? A.abs() : A.smax(B);
    return;
  default:
    F.Known = at(N, 1).Known.intersectWith(at(N, 2).Known);
    F.Range = A.unionWith(B);
    if (std::optional<bool> Is =
            at(N, 0).Known.isConstant()
                ? at(N, 0).Known.getConstant().getBoolValue()
                : std::optional<bool>()) {
      F.Known = at(N, *Is ? 1 : 2).Known;
      F.Range = *Is ? A : B;
    }
  }
}

/// From 0 to the most that one operand may be above the other.
void Forwards::distance(const DatapathNode &N, NodeFacts &F) const {
  const ConstantRange &A = at(N, 0).Range, &B = at(N, 1).Range;
  const bool Signed = N.Op == Op::SAbsDiff;
  auto Above = [&](const ConstantRange &X, const ConstantRange &Y) {
    const APInt Most = Signed ? X.getSignedMax() : X.getUnsignedMax();
    const APInt Least = Signed ? Y.getSignedMin() : Y.getUnsignedMin();
    const bool Never = Signed ? Most.slt(Least) : Most.ult(Least);
    return Never ? APInt::getZero(N.Type.Bits) : Most - Least;
  };
  const APInt Most = APIntOps::umax(Above(A, B), Above(B, A));
  F.Range = ConstantRange::getNonEmpty(APInt::getZero(N.Type.Bits), Most + 1);
}

void Forwards::comparison(const DatapathNode &N, NodeFacts &F) const {
  CmpInst::Predicate P;
  switch (N.Op) {
  case Op::Equal:
    P = CmpInst::ICMP_EQ;
    break;
  case Op::NotEqual:
    P = CmpInst::ICMP_NE;
    break;
  case Op::ULess:
    P = CmpInst::ICMP_ULT;
    break;
  case Op::ULessEqual:
    P = CmpInst::ICMP_ULE;
    break;
  case Op::SLess:
    P = CmpInst::ICMP_SLT;
    break;
  default:
    P = CmpInst::ICMP_SLE;
  }
  const ConstantRange &A = at(N, 0).Range, &B = at(N, 1).Range;
  if (A.icmp(P, B))
    F.Range = ConstantRange(APInt(1, 1));
  else if (A.icmp(CmpInst::getInversePredicate(P), B))
    F.Range = ConstantRange(APInt(1, 0));
}

void Forwards::conversion(const DatapathNode &N, NodeFacts &F) const {
  const NodeFacts &A = at(N, 0);
  unsigned Bits = N.Type.Bits;
  switch (N.Op) {
  case Op::Truncate:
    F.Range = A.Range.truncate(Bits);
    F.Known = A.Known.trunc(Bits);
    return;
  case Op::ZeroExtend:
    F.Range = A.Range.zeroExtend(Bits);
    F.Known = A.Known.zext(Bits);
    return;
  case Op::SignExtend:
    F.Range = A.Range.signExtend(Bits);
    F.Known = A.Known.sext(Bits);
    return;
  case Op::PopCount:
    F.Range = A.Range.ctpop();
    return;
  case Op::CountLeadingZeros:
    F.Range = A.Range.ctlz();
    return;
  case Op::CountTrailingZeros:
    F.Range = A.Range.cttz();
    return;
  case Op::ReverseBits:
    F.Known = A.Known.reverseBits();
    return;
  case Op::SwapBytes:
    if (Bits % 16 == 0)
      F.Known = A.Known.byteSwap();
    return;
  default: // from floats
    return;
  }
}

void Forwards::learn(const DatapathNode &N, NodeFacts &F) const {
  switch (N.Op) {
  case Op::Constant:
  case Op::Position:
    return source(N, F);
  case Op::Argument:
  case Op::Input:
  case Op::Previous:
  case Op::RotateLeft:
    return;
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
    return sum(N, F);
  case Op::UDiv:
  case Op::SDiv:
  case Op::URem:
  case Op::SRem:
    return quotient(N, F);
  case Op::And:
  case Op::Or:
  case Op::Xor:
    return bitwise(N, F);
  case Op::Shl:
  case Op::LShr:
  case Op::AShr:
    return shift(N, F);
  case Op::UMin:
  case Op::UMax:
  case Op::SMin:
  case Op::SMax:
  case Op::Select:
    return choice(N, F);
  case Op::UAbsDiff:
  case Op::SAbsDiff:
    return distance(N, F);
  case Op::Equal:
  case Op::NotEqual:
  case Op::ULess:
  case Op::ULessEqual:
  case Op::SLess:
  case Op::SLessEqual:
    return comparison(N, F);
  default:
    return conversion(N, F);
  }
}

/// [bit] of operand \p I of \p N that matter where \p Demanded of the result
/// do.
unsigned demandedOf(const std::vector<NodeFacts> &All, const StreamKernel &K,
                    const DatapathNode &N, unsigned I, unsigned Demanded) {
  unsigned Bits = K.Nodes[N.Operands[I]].Type.Bits;
  auto By = [&]() -> std::optional<unsigned> {
    const KnownBits &B = All[N.Operands[1]].Known;
    return B.isConstant()
               ? std::optional(unsigned(B.getConstant().getLimitedValue(Bits)))
               : std::nullopt;
  };
  switch (N.Op) {
  case Op::Add:
  case Op::Sub:
  case Op::Mul:
  case Op::Or:
  case Op::Xor:
    return Demanded;
  case Op::And: // beyond what the other one can have there are zeros
    return std::min(Demanded, All[N.Operands[1 - I]].bits(false));
  case Op::Select:
    return I == 0 ? 1 : Demanded;
  case Op::Truncate:
  case Op::ZeroExtend:
  case Op::SignExtend:
    return std::min(Demanded, Bits);
  case Op::Shl:
    if (I == 1)
      return Bits;
    return By() ? Demanded - std::min(Demanded, *By()) : Demanded;
  case Op::LShr:
  case Op::AShr:
    return I == 0 && By() ? std::min(Demanded + *By(), Bits) : Bits;
  default:
    return Bits;
  }
}

/// Finds each node's twin: the first node that computes the same of other
/// positions, all equally far away. A stencil takes a column's sum, say, of two
/// columns.
std::vector<uint32_t> findTwins(const StreamKernel &K) {
  struct Place {
    uint32_t Twin;
    std::optional<Offset> Delta; // none: the same everywhere
  };
  using Shape = std::tuple<Op, ScalarKind, uint32_t, uint64_t,
                           std::vector<std::pair<uint32_t, Offset>>>;
  std::map<Shape, uint32_t> First;
  std::vector<Place> Places;
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    std::optional<Offset> Base;
    if (N.Op == Op::Input)
      Base = N.Delta;
    else if (N.Op == Op::Position)
      Base = Offset{};
    for (uint32_t O : N.Operands)
      if (!Base)
        Base = Places[O].Delta;
    std::vector<std::pair<uint32_t, Offset>> Of;
    for (uint32_t O : N.Operands) {
      Offset Apart = Places[O].Delta.value_or(Base.value_or(Offset{}));
      for (unsigned Dim = 0; Dim < 3; ++Dim)
        Apart[Dim] -= Base.value_or(Offset{})[Dim];
      Of.emplace_back(Places[O].Twin, Apart);
    }
    if (N.Op == Op::AtOffset && Base)
      for (unsigned Dim = 0; Dim < 3; ++Dim)
        (*Base)[Dim] += N.Delta[Dim];
    Shape Own = {N.Op, N.Type.Scalar, N.Type.Bits, N.Value, std::move(Of)};
    Places.push_back(
        {First.try_emplace(std::move(Own), I).first->second, Base});
  }
  std::vector<uint32_t> Twins;
  for (const Place &P : Places)
    Twins.push_back(P.Twin);
  return Twins;
}

} // namespace

std::vector<NodeFacts> datapathFacts(const StreamKernel &K) {
  std::vector<NodeFacts> All = Forwards(K).run();
  auto Demand = [&](uint32_t N, unsigned Bits) {
    All[N].Demanded = std::max(All[N].Demanded, Bits);
  };
  forEachResult(K, [&](uint32_t N) { Demand(N, K.Nodes[N].Type.Bits); });
  // Synthesis shares twins only where they are equally wide.
  const std::vector<uint32_t> Twins = findTwins(K);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = K.Nodes.size(); I-- > 0;)
      if (All[I].Demanded > 0)
        for (unsigned J = 0; J < K.Nodes[I].Operands.size(); ++J)
          Demand(K.Nodes[I].Operands[J],
                 demandedOf(All, K, K.Nodes[I], J, All[I].Demanded));
    std::vector<unsigned> Most(K.Nodes.size());
    for (size_t I = 0; I < K.Nodes.size(); ++I)
      Most[Twins[I]] = std::max(Most[Twins[I]], All[I].Demanded);
    for (size_t I = 0; I < K.Nodes.size(); ++I)
      if (All[I].Demanded > 0 && All[I].Demanded < Most[Twins[I]]) {
        All[I].Demanded = Most[Twins[I]];
        Changed = true;
      }
  }
  return All;
}

} // namespace roofline
