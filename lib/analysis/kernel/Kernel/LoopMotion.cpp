// Where operations stand among the loops, and what moves with a loop.
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cassert>

namespace roofline {

std::vector<std::optional<uint32_t>>
loopsOfBlocks(const KernelSummary &Kernel) {
  assert(Kernel.Root < Kernel.Nodes.size() &&
         "the hierarchy of a kernel has a root");
  std::vector<std::optional<uint32_t>> LoopOf(Kernel.Blocks.size());
  std::vector<std::pair<uint32_t, std::optional<uint32_t>>> Work{
      {Kernel.Root, std::nullopt}};
  while (!Work.empty()) {
    auto [Id, Around] = Work.back();
    Work.pop_back();
    const Node &N = Kernel.Nodes[Id];
    if (N.K == Node::Kind::Block)
      LoopOf[N.Index] = Around;
    if (N.K == Node::Kind::Loop)
      Around = N.Index;
    for (uint32_t Child : N.Children)
      Work.push_back({Child, Around});
  }
  return LoopOf;
}

bool movesAlong(const AffineIndex &Index, std::string_view Variable) {
  return std::any_of(
             Index.Terms.begin(), Index.Terms.end(),
             [&](const IndexTerm &T) { return T.Variable == Variable; }) ||
         std::find(Index.IrregularAlong.begin(), Index.IrregularAlong.end(),
                   Variable) != Index.IrregularAlong.end();
}

LoopMotion::LoopMotion(const KernelSummary &Kernel)
    : LoopOf(loopsOfBlocks(Kernel)), BlockOf(Kernel.Operations.size()),
      HasBarrier(Kernel.Loops.size()), Kernel(Kernel) {
  for (uint32_t Id = 0; Id < Kernel.Blocks.size(); ++Id) {
    const Block &B = Kernel.Blocks[Id];
    for (uint32_t I = 0; I < B.NumOperations; ++I) {
      BlockOf[B.FirstOperation + I] = Id;
      if (Kernel.Operations[B.FirstOperation + I].Name == "barrier")
        for (auto L = LoopOf[Id]; L; L = Kernel.Loops[*L].Parent)
          HasBarrier[*L] = true;
    }
  }
}

bool LoopMotion::isInside(uint32_t Block, uint32_t Loop) const {
  assert(Block < LoopOf.size() && Loop < Kernel.Loops.size() &&
         "block and loop are those of the kernel");
  for (auto L = LoopOf[Block]; L; L = Kernel.Loops[*L].Parent)
    if (*L == Loop)
      return true;
  return false;
}

bool LoopMotion::moves(uint32_t Op, uint32_t Loop) const {
  assert(Op < BlockOf.size() && Loop < Kernel.Loops.size() &&
         "operation and loop are those of the kernel");
  const std::string Name = symbolOfLoop(Loop);
  auto AccessOf = [&](uint32_t User) {
    const auto &Id = Kernel.Operations[User].Access;
    return Id ? &Kernel.Accesses[*Id] : nullptr;
  };
  if (const MemoryAccess *A = AccessOf(Op);
      A && A->Space == AddressSpace::Private)
    return !A->Index || movesAlong(*A->Index, Name);
  if (Kernel.Operations[Op].Name == "br")
    return false;
  std::vector<uint32_t> Work{Op};
  std::vector<bool> Seen(Kernel.Operations.size());
  while (!Work.empty()) {
    const uint32_t At = Work.back();
    Work.pop_back();
    if (Kernel.Operations[At].Name == "phi" && loopOfOperation(At) == Loop)
      return true;
    if (const MemoryAccess *A = AccessOf(At);
        A && A->Index && movesAlong(*A->Index, Name))
      return true;
    for (uint32_t Operand : Kernel.Operations[At].Operands)
      if (!Seen[Operand]) {
        Seen[Operand] = true;
        Work.push_back(Operand);
      }
  }
  return false;
}

} // namespace roofline
