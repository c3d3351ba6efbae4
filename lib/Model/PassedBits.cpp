// Bits that sums only pass on.
//
/// \file
/// Of a sum with x << n the lowest n bits are those of the other operand. In a
/// chain of sums, as stencils have, such bits move from register to register
/// and are read nowhere in between: synthesis makes shift registers of them.
#include "roofline/Model/ResourceModel.h"

#include <algorithm>

namespace roofline {
namespace {

class PassedBits {
public:
  PassedBits(const StreamKernel &K, const DatapathSchedule &S)
      : K(K), S(S), Live(liveBits(K)), Readers(K.Nodes.size()) {
    countReaders();
    for (const DatapathNode &N : K.Nodes)
      Chains.push_back(std::vector<Chain>(N.Type.Bits <= 64 ? N.Type.Bits : 0));
  }

  std::vector<ShiftChain> run() {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (S.Nodes[I].Used && isStage(I))
        pass(I);
    std::vector<ShiftChain> All;
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      for (const Chain &C : Chains[I])
        if (C.Length > 1 && !C.GoesOn)
          All.push_back({I, C.Length});
    return All;
  }

private:
  struct Chain {
    uint32_t Length = 1; ///< [step] registers that end in this bit's own
    bool GoesOn = false;
  };
  struct Place {
    uint32_t Node, Bit;
  };
  const StreamKernel &K;
  const DatapathSchedule &S;
  std::vector<LiveBits> Live;
  std::vector<uint32_t> Readers;
  std::vector<std::vector<Chain>> Chains; ///< by node and bit

  void countReaders() {
    for (uint32_t I = 0; I < K.Nodes.size(); ++I)
      if (S.Nodes[I].Used)
        for (uint32_t O : K.Nodes[I].Operands)
          ++Readers[O];
    for (const OutputStream &Out : K.Outputs)
      ++Readers[Out.Value];
    for (const Reduction &R : K.Reductions)
      ++Readers[R.Value];
  }

  bool isStage(uint32_t N) const {
    const OperatorUnit &Unit = S.Nodes[N].Unit;
    return Unit.Latency == 1 &&
           (Unit.Kind == UnitKind::Logic || Unit.Kind == UnitKind::ShiftAdd);
  }

  /// The register behind bit \p P, through wires that nothing else reads.
  std::optional<Place> source(Place P) const {
    while (Readers[P.Node] == 1 && !isStage(P.Node)) {
      const DatapathNode &N = K.Nodes[P.Node];
      if (S.Nodes[P.Node].Unit.Kind != UnitKind::Wire || N.Operands.empty())
        return std::nullopt;
      const DatapathNode &Last = K.Nodes[N.Operands.back()];
      uint32_t By = uint32_t(std::min<uint64_t>(Last.Value, 64));
      bool ByConstant = Last.Op == DatapathOp::Constant;
      if (N.Op == DatapathOp::LShr && ByConstant)
        P.Bit += By;
      else if (N.Op == DatapathOp::Shl && ByConstant && P.Bit >= By)
        P.Bit -= By;
      else if (N.Op != DatapathOp::ZeroExtend && N.Op != DatapathOp::Truncate)
        return std::nullopt;
      P.Node = N.Operands[0];
      if (P.Bit >= K.Nodes[P.Node].Type.Bits)
        return std::nullopt;
    }
    return Readers[P.Node] == 1 ? std::optional(P) : std::nullopt;
  }

  void pass(uint32_t I) {
    const DatapathNode &N = K.Nodes[I];
    if (N.Op != DatapathOp::Add && N.Op != DatapathOp::Sub)
      return;
    LiveBits A = Live[N.Operands[0]], B = Live[N.Operands[1]];
    unsigned From = N.Op == DatapathOp::Add && B.Low < A.Low ? 1 : 0;
    uint32_t End = std::min<uint32_t>(std::max(A.Low, B.Low), N.Type.Bits);
    if (N.Op == DatapathOp::Sub)
      End = std::min<uint32_t>(B.Low, N.Type.Bits);
    for (uint32_t Bit = From ? B.Low : A.Low; Bit < End; ++Bit) {
      std::optional<Place> P = source({N.Operands[From], Bit});
      if (!P || S.Nodes[P->Node].ready() != S.Nodes[I].Start)
        continue;
      Chain &Before = Chains[P->Node][P->Bit];
      Before.GoesOn = true;
      Chains[I][Bit].Length = Before.Length + 1;
    }
  }
};

} // namespace

std::vector<ShiftChain> passedBits(const StreamKernel &K,
                                   const DatapathSchedule &S) {
  return PassedBits(K, S).run();
}

} // namespace roofline
