// Loops with which values vary: an unrolled copy computes the others once.
#include "Parts.h"

#include <algorithm>

namespace roofline::vitis {
namespace {

uint64_t bitOf(uint32_t Loop) { return uint64_t(1) << std::min(Loop, 63u); }

/// Loops around each node.
void collectAround(const KernelSummary &K, uint32_t Node, uint64_t Around,
                   std::vector<uint64_t> &OpLoops) {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Loop)
    Around |= bitOf(N.Index);
  if (N.K == Node::Kind::Block) {
    const Block &B = K.Blocks[N.Index];
    for (uint32_t Op = 0; Op < B.NumOperations; ++Op)
      OpLoops[B.FirstOperation + Op] = Around;
  }
  for (uint32_t Child : N.Children)
    collectAround(K, Child, Around, OpLoops);
}

uint64_t indexLoops(const AccessForm &A) {
  uint64_t Loops = 0;
  for (const FormTerm &T : A.Terms)
    Loops |= bitOf(T.Loop);
  for (uint32_t Loop : A.IrregularLoops)
    Loops |= bitOf(Loop);
  return Loops;
}

} // namespace

LoopVariation variationOf(const Frame &F) {
  const KernelSummary &K = *F.Kernel;
  LoopVariation V;
  V.Loops.assign(K.Operations.size(), 0);
  std::vector<uint64_t> Around(K.Operations.size(), 0);
  collectAround(K, K.Root, 0, Around);
  // A loaded value varies with its index, and with the loops that change the
  // array while they read it.
  std::vector<uint64_t> Writers(F.Arrays->Arrays.size(), 0);
  for (uint32_t Op = 0; Op < K.Operations.size(); ++Op)
    if (F.Classes[Op] == OpClass::Store && K.Operations[Op].Access)
      Writers[F.Arrays->Accesses[*K.Operations[Op].Access].Array] |= Around[Op];
  for (uint32_t Op = 0; Op < K.Operations.size(); ++Op) {
    if (const std::optional<uint32_t> &Access = K.Operations[Op].Access) {
      const AccessForm &A = F.Arrays->Accesses[*Access];
      V.Loops[Op] = indexLoops(A);
      if (F.Classes[Op] == OpClass::Load)
        V.Loops[Op] |= Writers[A.Array] & Around[Op];
    }
    if (F.CarriedSources[Op] != NoOp)
      V.Loops[Op] |= bitOf(F.CarryingLoops[Op]);
  }
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (uint32_t Op = 0; Op < K.Operations.size(); ++Op) {
      uint64_t Loops = V.Loops[Op];
      for (uint32_t Operand : K.Operations[Op].Operands)
        if (!F.IsIndex[Operand])
          Loops |= V.Loops[Operand];
      if (F.CarriedSources[Op] != NoOp)
        Loops |= V.Loops[F.CarriedSources[Op]];
      // A value is there as often as the code that computes it.
      Loops &= Around[Op] | V.Loops[Op];
      IsChanged |= Loops != V.Loops[Op];
      V.Loops[Op] = Loops;
    }
  }
  for (uint32_t Op = 0; Op < K.Operations.size(); ++Op)
    V.Loops[Op] &= Around[Op];
  return V;
}

} // namespace roofline::vitis
