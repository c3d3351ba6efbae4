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
  case DatapathOp::UMin:
  case DatapathOp::UMax:
    return either(at(N, 0), at(N, 1));
  case DatapathOp::Select:
    return either(at(N, 1), at(N, 2));
  case DatapathOp::SMin:
  case DatapathOp::SMax:
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
