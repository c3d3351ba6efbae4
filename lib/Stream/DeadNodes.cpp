// A datapath without what no result depends on.
#include "roofline/Stream/DeadNodes.h"

namespace roofline {

void removeDeadNodes(StreamKernel &K, bool KeepTaps) {
  std::vector<bool> Live(K.Nodes.size());
  forEachResult(K, [&](uint32_t &N) { Live[N] = true; });
  for (size_t I = K.Nodes.size(); I-- > 0;) {
    Live[I] = Live[I] || (KeepTaps && K.Nodes[I].Op == DatapathOp::Input);
    for (uint32_t O : K.Nodes[I].Operands)
      Live[O] = Live[O] || Live[I];
  }
  std::vector<uint32_t> Now(K.Nodes.size());
  uint32_t Next = 0;
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    if (!Live[I])
      continue;
    for (uint32_t &O : K.Nodes[I].Operands)
      O = Now[O];
    Now[I] = Next;
    if (Next != I)
      K.Nodes[Next] = std::move(K.Nodes[I]);
    ++Next;
  }
  K.Nodes.resize(Next);
  forEachResult(K, [&](uint32_t &N) { N = Now[N]; });
}

} // namespace roofline
