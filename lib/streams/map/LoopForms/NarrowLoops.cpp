// Datapaths of loops with the bits that matter.
#include "roofline/LoopForms/LoopRecognition.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Narrow/DatapathFacts.h"
#include "roofline/Narrow/NarrowDatapath.h"

using namespace llvm;

namespace roofline {

/// Narrows \p D, whose roots \p Roots calls with.
template <typename RootsFn>
static void narrowPath(LoopDatapath &D, RootsFn Roots) {
  StreamKernel Graph = D.Graph;
  Roots([&](uint32_t &Node) {
    OutputStream Root;
    Root.Name = "root" + std::to_string(Graph.Outputs.size());
    Root.Type = Graph.Nodes[Node].Type;
    Root.Value = Node;
    Graph.Outputs.push_back(std::move(Root));
  });
  StreamKernel Narrow = narrowed(Graph);
  size_t Next = 0;
  Roots([&](uint32_t &Node) { Node = Narrow.Outputs[Next++].Value; });
  Narrow.Outputs.clear();
  std::vector<LoopSource> Sources;
  for (const ScalarArgument &S : Narrow.Scalars) {
    auto It = find_if(D.Graph.Scalars, [&](const ScalarArgument &Old) {
      return Old.Name == S.Name;
    });
    Sources.push_back(D.Sources[It - D.Graph.Scalars.begin()]);
  }
  D.Graph = std::move(Narrow);
  D.Sources = std::move(Sources);
}

static AddressFacts addressFacts(const NodeFacts &F) {
  return {F.Known.Zero.getZExtValue() | ~lowMask(F.Known.getBitWidth()),
          F.Known.One.getZExtValue(), F.Range.getUnsignedMin().getZExtValue(),
          F.Range.getUnsignedMax().getZExtValue()};
}

void narrowLoops(LoopKernel &K) {
  for (LoopLeaf &L : K.Leaves) {
    for (LoopAccess &A : L.Accesses) {
      const LoopMemory &M = K.Memories[A.Memory];
      const auto Bits = uint16_t(
          isPort(M.Kind) ? 1 : bitsFor(std::max<uint64_t>(2, M.Words) - 1));
      if (L.Body.Graph.Nodes[A.Address].Type.Bits <= Bits)
        continue;
      L.Body.Graph.Nodes.push_back({DatapathOp::Truncate,
                                    {ScalarKind::Int, Bits, 1},
                                    {A.Address},
                                    0,
                                    {},
                                    A.Loc});
      A.Address = uint32_t(L.Body.Graph.Nodes.size() - 1);
    }
    narrowPath(L.Body, [&](auto Use) { forEachRoot(L, Use); });
    const std::vector<NodeFacts> Facts = datapathFacts(L.Body.Graph);
    for (LoopAccess &A : L.Accesses)
      A.Known = addressFacts(Facts[A.Address]);
  }
}

} // namespace roofline
