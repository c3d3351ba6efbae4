// Bits of a datapath that can be set.
#include "roofline/Stream/LiveBits.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {
namespace {

uint64_t shiftLeft(uint64_t Mask, uint64_t Amount) {
  return Amount >= 64 ? 0 : Mask << Amount;
}

uint64_t shiftRight(uint64_t Mask, uint64_t Amount) {
  return Amount >= 64 ? 0 : Mask >> Amount;
}

/// Facts about the bits of a value.
struct KnownBits {
  uint64_t Zero = 0, One = 0;
  uint64_t Same = 0; ///< are always the same as each other

  uint64_t varies() const { return ~(Zero | One); }
};

class Walker {
public:
  Walker(const StreamKernel &K, const std::vector<StandIn> &StandIns)
      : K(K), StandIns(StandIns), Live(K.Nodes.size()), Known(K.Nodes.size()),
        Needed(K.Nodes.size()) {}

  std::vector<LiveBits> run();

private:
  const StreamKernel &K;
  const std::vector<StandIn> &StandIns;
  std::vector<LiveBits> Live;
  std::vector<KnownBits> Known;
  std::vector<uint64_t> Needed; ///< bits that something reads

  const DatapathNode *constant(const DatapathNode &N, unsigned I) const {
    const DatapathNode &O = K.Nodes[N.Operands[I]];
    return O.Op == DatapathOp::Constant ? &O : nullptr;
  }
  uint32_t operandBits(const DatapathNode &N, unsigned I) const {
    return K.Nodes[N.Operands[I]].Type.Bits;
  }
  LiveBits at(const DatapathNode &N, unsigned I) const {
    return Live[N.Operands[I]];
  }
  const KnownBits &known(const DatapathNode &N, unsigned I) const {
    return Known[N.Operands[I]];
  }
  static LiveBits either(LiveBits A, LiveBits B) {
    if (A.count() == 0 || B.count() == 0)
      return A.count() == 0 ? B : A;
    return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
  }
  LiveBits of(const DatapathNode &N) const;
  LiveBits shifted(const DatapathNode &N) const;
  KnownBits knownOf(const DatapathNode &N) const;
  KnownBits knownShift(const DatapathNode &N, uint64_t Amount) const;
  uint64_t sameOfChoice(const DatapathNode &N) const;
  uint32_t lowestCompared(const DatapathNode &N) const;
  uint64_t neededOperand(const DatapathNode &N, unsigned I,
                         uint64_t OfResult) const;
  void findNeeded();
};

std::vector<LiveBits> Walker::run() {
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    LiveBits B = of(N);
    KnownBits &Bits = Known[I] = knownOf(N);
    Bits.Zero |=
        ~(lowMask(std::min<uint32_t>(B.High, N.Type.Bits)) & ~lowMask(B.Low));
    if (uint64_t Set = ~Bits.Zero)
      B = {uint32_t(std::countr_zero(Set)), uint32_t(std::bit_width(Set))};
    else
      B = {};
    B.Varies = Bits.varies();
    Live[I] = B;
  }
  findNeeded();
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    Live[I].Read = Needed[I];
    uint64_t Held = Live[I].Varies & Needed[I], Same = Held & Known[I].Same;
    Live[I].Held = (Held & ~Same) | (Same & (0 - Same)); // the lowest of those
  }
  return std::move(Live);
}

KnownBits Walker::knownShift(const DatapathNode &N, uint64_t Amount) const {
  const KnownBits A = known(N, 0);
  const uint32_t Bits = N.Type.Bits;
  Amount = std::min<uint64_t>(Amount, Bits - 1);
  const uint64_t Inside = lowMask(Bits), Filled = Inside & ~(Inside >> Amount);
  if (N.Op == DatapathOp::Shl)
    return {A.Zero << Amount | lowMask(uint32_t(Amount)), A.One << Amount,
            A.Same << Amount};
  KnownBits R = {(A.Zero & Inside) >> Amount, (A.One & Inside) >> Amount,
                 (A.Same & Inside) >> Amount};
  uint64_t Sign = uint64_t(1) << (Bits - 1);
  if (N.Op == DatapathOp::LShr || (A.Zero & Sign))
    R.Zero |= Filled;
  else if (A.One & Sign)
    R.One |= Filled;
  else
    R.Same = (A.Same & Sign ? R.Same : 0) | Filled | Sign >> Amount;
  return R;
}

/// Where a choice takes a constant, its 0s are the same, and its 1s.
uint64_t Walker::sameOfChoice(const DatapathNode &N) const {
  const KnownBits &A = known(N, 1), &B = known(N, 2);
  uint64_t Best = 0;
  for (uint64_t OfA : {A.Same, A.Zero, A.One})
    for (uint64_t OfB : {B.Same, B.Zero, B.One}) {
      uint64_t Both = OfA & OfB & ~(A.Zero & B.Zero) & ~(A.One & B.One);
      if (std::popcount(Both) > std::popcount(Best))
        Best = Both;
    }
  return Best;
}

/// Finds the known bits of A + B + \p Carry, or of a difference as A + ~B + 1.
/// A bit is known where the bits of both operands are, and the largest and the
/// smallest sum carry the same.
KnownBits knownSum(const KnownBits &A, const KnownBits &B, bool Carry,
                   uint32_t Bits) {
  const uint64_t Largest = ~A.Zero + ~B.Zero + Carry;
  const uint64_t Smallest = A.One + B.One + Carry;
  const uint64_t NoCarry = ~(Largest ^ A.Zero ^ B.Zero);
  const uint64_t IsCarry = Smallest ^ A.One ^ B.One;
  const uint64_t Both = ~A.varies() & ~B.varies() & (NoCarry | IsCarry);
  return {(Both & ~Largest) | ~lowMask(Bits), Both & Smallest & lowMask(Bits),
          0};
}

KnownBits Walker::knownOf(const DatapathNode &N) const {
  KnownBits A, B;
  if (!N.Operands.empty())
    A = known(N, 0);
  if (N.Operands.size() > 1)
    B = known(N, 1);
  switch (N.Op) {
  case DatapathOp::Constant:
    return {~N.Value, N.Value, 0};
  case DatapathOp::And:
    return {A.Zero | B.Zero, A.One & B.One, A.Same & (B.Same | B.One)};
  case DatapathOp::Or:
    return {A.Zero & B.Zero, A.One | B.One, A.Same & (B.Same | B.Zero)};
  case DatapathOp::Xor:
    return {(A.Zero & B.Zero) | (A.One & B.One),
            (A.Zero & B.One) | (A.One & B.Zero), A.Same & (B.Same | B.Zero)};
  case DatapathOp::Add:
    return knownSum(A, B, false, N.Type.Bits);
  case DatapathOp::Sub:
    return knownSum(A, {B.One, B.Zero, 0}, true, N.Type.Bits);
  case DatapathOp::Truncate:
  case DatapathOp::ZeroExtend:
  case DatapathOp::AtOffset:
    return A;
  case DatapathOp::SignExtend: {
    uint32_t From = operandBits(N, 0);
    uint64_t Sign = uint64_t(1) << (From - 1), Above = ~lowMask(From);
    A.Zero &= ~Above;
    if (A.Zero & Sign)
      A.Zero |= Above;
    else if (A.One & Sign)
      A.One |= Above;
    else
      A.Same = (A.Same & Sign ? A.Same : 0) | Above | Sign;
    return A;
  }
  case DatapathOp::Shl:
  case DatapathOp::LShr:
  case DatapathOp::AShr:
    if (const DatapathNode *By = constant(N, 1))
      return knownShift(N, By->Value);
    return {};
  case DatapathOp::Select: {
    const KnownBits &C = known(N, 2);
    return {B.Zero & C.Zero, B.One & C.One, sameOfChoice(N)};
  }
  default:
    return {};
  }
}

LiveBits Walker::shifted(const DatapathNode &N) const {
  uint32_t Bits = N.Type.Bits;
  const DatapathNode *By = constant(N, 1);
  if (!By)
    return {0, Bits};
  uint32_t C = uint32_t(std::min<uint64_t>(By->Value, Bits));
  LiveBits A = at(N, 0);
  if (N.Op == DatapathOp::Shl)
    return {A.Low + C, A.High + C};
  LiveBits Down = {A.Low > C ? A.Low - C : 0, A.High > C ? A.High - C : 0};
  if (N.Op == DatapathOp::AShr && A.High == Bits)
    Down.High = Bits;
  return Down;
}

/// The lowest bit of its operands that decides an order: below the lowest 1 of
/// a constant bound, made exclusive, nothing does.
uint32_t Walker::lowestCompared(const DatapathNode &N) const {
  bool OrEqual =
      N.Op == DatapathOp::ULessEqual || N.Op == DatapathOp::SLessEqual;
  if (!OrEqual && N.Op != DatapathOp::ULess && N.Op != DatapathOp::SLess)
    return 0;
  for (unsigned I : {0u, 1u})
    if (const DatapathNode *Bound = constant(N, I)) {
      uint64_t Exclusive = Bound->Value + (OrEqual == (I == 1));
      return std::min<uint32_t>(std::countr_zero(Exclusive),
                                Bound->Type.Bits - 1);
    }
  return 0;
}

/// Finds the bits of operand \p I that decide the read bits of the result.
uint64_t Walker::neededOperand(const DatapathNode &N, unsigned I,
                               uint64_t OfResult) const {
  const uint32_t Bits = operandBits(N, I);
  const uint64_t Inside = lowMask(Bits);
  const uint64_t Sign = uint64_t(1) << (Bits - 1);
  const DatapathNode *By = N.Operands.size() == 2 ? constant(N, 1) : nullptr;
  auto Other = [&] { return known(N, 1 - I); };
  switch (N.Op) {
  case DatapathOp::Truncate:
  case DatapathOp::ZeroExtend:
  case DatapathOp::AtOffset:
  case DatapathOp::Xor:
    return OfResult & Inside;
  case DatapathOp::SignExtend:
    return (OfResult & Inside) | (OfResult & ~Inside ? Sign : 0);
  case DatapathOp::And:
    return OfResult & ~Other().Zero;
  case DatapathOp::Or:
    return OfResult & ~Other().One;
  case DatapathOp::Select:
    return I == 0 ? 1 : OfResult;
  case DatapathOp::Shl:
    return By ? shiftRight(OfResult, By->Value) : Inside;
  case DatapathOp::LShr:
  case DatapathOp::AShr: {
    if (!By)
      return Inside;
    uint64_t Filled = Inside & ~shiftRight(Inside, By->Value);
    return (shiftLeft(OfResult, By->Value) & Inside) |
           (N.Op == DatapathOp::AShr && (OfResult & Filled) ? Sign : 0);
  }
  case DatapathOp::Add:
  case DatapathOp::Sub: {
    // No carry comes from below where the other operand has only zeros there.
    const uint64_t Below =
        I == 1 && N.Op == DatapathOp::Sub
            ? 0
            : lowMask(uint32_t(std::countr_one(Other().Zero)));
    const uint64_t Carried = OfResult & ~Below;
    return (OfResult & Below) |
           (lowMask(uint32_t(std::bit_width(Carried))) & ~Below);
  }
  case DatapathOp::Mul:
    return lowMask(uint32_t(std::bit_width(OfResult)));
  default:
    return Inside & ~lowMask(lowestCompared(N));
  }
}

void Walker::findNeeded() {
  forEachResult(
      K, [&](uint32_t N) { Needed[N] |= lowMask(K.Nodes[N].Type.Bits); });
  for (bool Changed = true; Changed;) {
    for (size_t I = K.Nodes.size(); I-- > 0;) {
      const DatapathNode &N = K.Nodes[I];
      for (unsigned O = 0; Needed[I] && O < N.Operands.size(); ++O)
        Needed[N.Operands[O]] |= neededOperand(N, O, Needed[I]);
    }
    Changed = false;
    for (const StandIn &S : StandIns) {
      Changed |= (Needed[S.Original] & ~Needed[S.Node]) != 0;
      Needed[S.Node] |= Needed[S.Original];
    }
  }
}

LiveBits Walker::of(const DatapathNode &N) const {
  uint32_t Bits = N.Type.Bits;
  const LiveBits Whole = {0, Bits};
  switch (N.Op) {
  case DatapathOp::Constant:
    return {uint32_t(std::countr_zero(N.Value | uint64_t(1) << (Bits - 1))),
            uint32_t(std::bit_width(N.Value))};
  case DatapathOp::Position:
    return {0, bitsFor(uint64_t(K.Space.Size[N.Value] - 1))};
  case DatapathOp::Add: {
    LiveBits A = at(N, 0), B = at(N, 1);
    return {either(A, B).Low, std::max(A.High, B.High) + 1};
  }
  case DatapathOp::Sub:
  case DatapathOp::SAbsDiff:
    return {either(at(N, 0), at(N, 1)).Low, Bits};
  case DatapathOp::Mul: {
    LiveBits A = at(N, 0), B = at(N, 1);
    return {A.Low + B.Low, A.High + B.High};
  }
  case DatapathOp::UDiv:
    return {0, at(N, 0).High};
  case DatapathOp::URem:
    return {0, std::min(at(N, 0).High, at(N, 1).High)};
  case DatapathOp::And: {
    LiveBits A = at(N, 0), B = at(N, 1);
    return {std::max(A.Low, B.Low), std::min(A.High, B.High)};
  }
  case DatapathOp::Or:
  case DatapathOp::Xor:
  case DatapathOp::UMax:
  case DatapathOp::UAbsDiff:
    return either(at(N, 0), at(N, 1));
  case DatapathOp::UMin: // no larger than either
    return {std::min(at(N, 0).Low, at(N, 1).Low),
            std::min(at(N, 0).High, at(N, 1).High)};
  case DatapathOp::Select:
    return either(at(N, 1), at(N, 2));
  case DatapathOp::SMax:
    for (unsigned I : {0u, 1u}) // not negative
      if (const DatapathNode *C = constant(N, I);
          C && !(C->Value >> (Bits - 1)))
        return {std::min(at(N, 0).Low, at(N, 1).Low), Bits - 1};
    return either(at(N, 0), at(N, 1));
  case DatapathOp::SMin:
    return either(at(N, 0), at(N, 1));
  case DatapathOp::Shl:
  case DatapathOp::LShr:
  case DatapathOp::AShr:
    return shifted(N);
  case DatapathOp::PopCount:
  case DatapathOp::CountLeadingZeros:
  case DatapathOp::CountTrailingZeros:
    return {0, bitsFor(Bits)};
  case DatapathOp::Truncate:
  case DatapathOp::ZeroExtend:
  case DatapathOp::AtOffset:
    return at(N, 0);
  case DatapathOp::SignExtend: {
    LiveBits A = at(N, 0);
    return A.High < K.Nodes[N.Operands[0]].Type.Bits ? A
                                                     : LiveBits{A.Low, Bits};
  }
  case DatapathOp::FAbs:
    return {0, Bits - 1};
  default:
    return Whole;
  }
}

} // namespace

std::vector<LiveBits> liveBits(const StreamKernel &K,
                               const std::vector<StandIn> &StandIns) {
  assert(std::all_of(StandIns.begin(), StandIns.end(),
                     [&](const StandIn &S) {
                       return S.Node < K.Nodes.size() &&
                              S.Original < K.Nodes.size();
                     }) &&
         "a node stands in for another one of the kernel");
  return Walker(K, StandIns).run();
}

} // namespace roofline
