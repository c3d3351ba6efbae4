// Arrays that a kernel reads before it has written all of them.
#include "roofline/Loops/LoopPorts.h"

#include "roofline/Base/LowMask.h"

namespace roofline {

/// A leaf that stores 0 to each word of memory \p M.
static LoopLeaf clearLeaf(const LoopKernel &K, uint32_t M) {
  const LoopMemory &Memory = K.Memories[M];
  const ValueType Place = {ScalarKind::Int, uint16_t(bitsFor(Memory.Words - 1)),
                           1};
  LoopLeaf L;
  L.Loc = Memory.Loc;
  L.Levels.push_back({Memory.Words, {}});
  L.Body.Graph.Scalars.push_back({"#place", Place, {}});
  L.Body.Sources.push_back({LoopSourceKind::Counter, 0});
  L.Body.Graph.Nodes.push_back({DatapathOp::Argument, Place, {}, 0, {}, {}});
  L.Body.Graph.Nodes.push_back(
      {DatapathOp::Constant, Memory.Type, {}, 0, {}, {}});
  L.Accesses.push_back({M, 0, 1, {}, Memory.Loc});
  return L;
}

void clearUnwritten(LoopKernel &K) {
  for (LoopLog Log = probe(K, {});
       Log.Unwritten &&
       K.Memories[*Log.Unwritten].Kind == LoopMemoryKind::Private;
       Log = probe(K, {})) {
    K.Cleared.push_back(*Log.Unwritten);
    LoopRegion First;
    First.K = LoopRegion::Kind::Leaf;
    First.Index = uint32_t(K.Leaves.size());
    K.Leaves.push_back(clearLeaf(K, *Log.Unwritten));
    LoopRegion Root;
    Root.Children = {std::move(First), std::move(K.Root)};
    K.Root = std::move(Root);
  }
}

} // namespace roofline
