// Cuts the operators of one kernel: the parts that all operators are cut into.
#ifndef ROOFLINE_LIB_CORE_STAGECUTTER_H
#define ROOFLINE_LIB_CORE_STAGECUTTER_H

#include "roofline/Core/CutStages.h"
#include "roofline/Core/StreamUnits.h"
#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/LiveBits.h"
#include "roofline/Stream/Recurrences.h"

#include <map>

namespace roofline {

/// CutStages.cpp has sums, comparisons, shifts and choices; CutProducts.cpp
/// products and divisions by constants.
class StageCutter {
public:
  StageCutter(const StreamKernel &K, uint32_t Bits)
      : K(K), StageBits(Bits), New(K), Live(liveBits(K)),
        Cycles(recurrenceCycles(K)) {
    New.Nodes.clear();
    New.StageBits = Bits;
  }

  StreamKernel run() {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
      Loc = K.Nodes[I].Loc;
      NewNode.push_back(cut(I));
    }
    forEachResult(New, [&](uint32_t &N) { N = NewNode[N]; });
    mergeEqualNodes(New);
    removeDeadNodes(New, /*KeepTaps=*/true);
    for (StreamKernel &F : New.Finish)
      F = cutStages(F, StageBits);
    return std::move(New);
  }

private:
  using Op = DatapathOp;
  const StreamKernel &K;
  uint32_t StageBits;
  StreamKernel New;
  std::vector<LiveBits> Live;    ///< of K
  RecurrenceCycles Cycles;       ///< of K
  std::vector<uint32_t> NewNode; ///< by node of K
  /// [bit] of each new node: those from Low to High may be set.
  struct Span {
    uint32_t Low = 0, High = 0;
  };
  std::vector<Span> Spans;
  struct Part {
    uint32_t LowBit = 0, Bits = 0; ///< [bit]
  };
  /// Nodes of which a new node is made, from the lowest bit on.
  std::map<uint32_t, std::vector<std::pair<Part, uint32_t>>> Joined;
  SourceLocation Loc; ///< of the node at work

  uint32_t width(uint32_t N) const { return New.Nodes[N].Type.Bits; }
  bool isConstant(uint32_t N) const { return New.Nodes[N].Op == Op::Constant; }
  bool isZero(uint32_t N) const {
    return isConstant(N) && New.Nodes[N].Value == 0;
  }
  std::vector<Part> partsOf(uint32_t Bits) const;

  uint32_t add(Op O, uint32_t Bits, std::vector<uint32_t> Operands, Span S,
               uint64_t Value = 0);
  uint32_t add(Op O, uint32_t Bits, std::vector<uint32_t> Operands) {
    return add(O, Bits, std::move(Operands), {0, Bits});
  }
  uint32_t constant(uint64_t Value, uint32_t Bits);
  uint32_t resized(uint32_t N, uint32_t Bits);
  uint32_t raised(uint32_t N, uint32_t Shift);
  uint32_t part(uint32_t N, Part P);
  uint32_t join(const std::vector<std::pair<Part, uint32_t>> &Parts,
                uint32_t Bits);

  uint32_t sum(Op O, uint32_t A, uint32_t B);
  uint32_t less(uint32_t A, uint32_t B, bool Signed, bool OrEqual);
  uint32_t equal(uint32_t A, uint32_t B);
  uint32_t choice(uint32_t Condition, uint32_t A, uint32_t B) {
    return add(Op::Select, width(A), {Condition, A, B});
  }
  uint32_t scaled(uint32_t A, const TwoTerms &Factor);
  uint32_t inBlock(uint32_t A, uint32_t B, uint32_t Bits);
  /// The lowest Bits of a node, a number with or without a sign.
  struct Factor {
    uint32_t Node = 0, Bits = 0;
    bool Signed = false;
  };
  uint32_t extended(const Factor &F, uint32_t Bits);
  std::vector<std::pair<uint32_t, Factor>> parts(const Factor &F);
  uint32_t product(const Factor &A, const Factor &B, uint32_t Bits);
  uint32_t product(uint32_t A, uint32_t B, uint32_t Bits) {
    return product({A, Spans[A].High}, {B, Spans[B].High}, Bits);
  }
  std::optional<uint32_t> quotient(uint32_t A, uint64_t Divisor, uint64_t Most);
  std::optional<uint32_t> signedQuotient(uint32_t A, uint64_t Divisor);
  std::optional<uint32_t> division(const DatapathNode &N);
  uint32_t shift(Op O, uint32_t A, uint32_t Amount);
  uint32_t count(uint32_t A);
  bool isWithinBlock(uint32_t Node) const;
  std::optional<uint32_t> simple(Op O, std::vector<uint32_t> Operands,
                                 uint32_t Bits);
  std::optional<uint32_t> expression(const DatapathNode &N);
  std::optional<uint32_t> pieces(uint32_t Node);
  uint32_t cut(uint32_t Node);
};

} // namespace roofline

#endif
