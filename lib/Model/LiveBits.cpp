// Bits of a datapath that can be set.
#include "roofline/Model/ResourceModel.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

class Walker {
public:
  explicit Walker(const StreamKernel &K) : K(K), Live(K.Nodes.size()) {}

  std::vector<LiveBits> run() {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
      LiveBits B = of(K.Nodes[I]);
      B.High = std::min<uint32_t>(B.High, K.Nodes[I].Type.Bits);
      B.Low = std::min(B.Low, B.High);
      Live[I] = B;
    }
    findRead();
    return std::move(Live);
  }

private:
  const StreamKernel &K;
  std::vector<LiveBits> Live;

  const DatapathNode *constant(const DatapathNode &N, unsigned I) const {
    const DatapathNode &O = K.Nodes[N.Operands[I]];
    return O.Op == DatapathOp::Constant ? &O : nullptr;
  }
  LiveBits at(const DatapathNode &N, unsigned I) const {
    return Live[N.Operands[I]];
  }
  static LiveBits either(LiveBits A, LiveBits B) {
    return {std::min(A.Low, B.Low), std::max(A.High, B.High)};
  }
  LiveBits of(const DatapathNode &N) const;
  uint32_t lowestCompared(const DatapathNode &N) const;
  void findRead();
  LiveBits shifted(const DatapathNode &N) const;
};

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

/// Shifts to the right, masks and comparisons leave out the lowest bits.
void Walker::findRead() {
  std::vector<std::optional<uint32_t>> From(K.Nodes.size());
  auto Read = [&](uint32_t N, uint32_t Bit) {
    From[N] = std::min(From[N].value_or(Bit), Bit);
  };
  for (const OutputStream &Out : K.Outputs) {
    Read(Out.Value, 0);
    if (Out.Enable)
      Read(*Out.Enable, 0);
  }
  for (const Reduction &R : K.Reductions) {
    Read(R.Value, 0);
    if (R.Enable)
      Read(*R.Enable, 0);
  }
  for (size_t I = K.Nodes.size(); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    if (!From[I] || N.Operands.empty())
      continue;
    bool Keeps = N.Op == DatapathOp::Truncate ||
                 N.Op == DatapathOp::ZeroExtend ||
                 N.Op == DatapathOp::SignExtend || N.Op == DatapathOp::And ||
                 N.Op == DatapathOp::Or || N.Op == DatapathOp::Xor;
    uint32_t Bit = Keeps ? *From[I] : lowestCompared(N);
    const DatapathNode *By = N.Operands.size() == 2 ? constant(N, 1) : nullptr;
    if (By && (N.Op == DatapathOp::LShr || N.Op == DatapathOp::AShr))
      Bit = uint32_t(std::min<uint64_t>(*From[I] + By->Value, N.Type.Bits - 1));
    if (By && N.Op == DatapathOp::And && By->Value)
      Bit = std::max(*From[I], uint32_t(std::countr_zero(By->Value)));
    for (uint32_t O : N.Operands)
      Read(O, Bit);
  }
  for (size_t I = 0; I < K.Nodes.size(); ++I)
    Live[I].Read = From[I].value_or(0);
}

LiveBits Walker::of(const DatapathNode &N) const {
  uint32_t Bits = N.Type.Bits;
  LiveBits All = {0, Bits};
  switch (N.Op) {
  case DatapathOp::Constant:
    return {uint32_t(std::countr_zero(N.Value | uint64_t(1) << (Bits - 1))),
            uint32_t(std::bit_width(N.Value))};
  case DatapathOp::Position:
    return {0, bitsFor(uint64_t(K.Space.Size[N.Value] - 1))};
  case DatapathOp::Add: {
    LiveBits A = at(N, 0), B = at(N, 1);
    return {std::min(A.Low, B.Low), std::max(A.High, B.High) + 1};
  }
  case DatapathOp::Sub:
    return {std::min(at(N, 0).Low, at(N, 1).Low), Bits};
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
    return All;
  }
}

} // namespace

std::vector<LiveBits> liveBits(const StreamKernel &K) {
  return Walker(K).run();
}

} // namespace roofline
