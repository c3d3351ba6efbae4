// Loop kernels made by hand.
#ifndef ROOFLINE_UNITTESTS_LOOPCORE_LOOPLEAVES_H
#define ROOFLINE_UNITTESTS_LOOPCORE_LOOPLEAVES_H

#include "roofline/Loops/LoopKernel.h"

namespace roofline {

constexpr ValueType Word = {ScalarKind::Int, 32, 1};

inline LoopRegion leafRegion(uint32_t Index) {
  LoopRegion R;
  R.K = LoopRegion::Kind::Leaf;
  R.Index = Index;
  return R;
}

inline uint32_t addSource(LoopLeaf &L, LoopSourceKind Kind, uint32_t Index,
                          ValueType Type) {
  const auto S = uint32_t(L.Body.Sources.size());
  L.Body.Sources.push_back({Kind, Index});
  L.Body.Graph.Scalars.push_back({"s" + std::to_string(S), Type, {}});
  L.Body.Graph.Nodes.push_back({DatapathOp::Argument, Type, {}, S, {}, {}});
  return uint32_t(L.Body.Graph.Nodes.size() - 1);
}

inline uint32_t addNode(LoopLeaf &L, DatapathOp Op,
                        std::vector<uint32_t> Operands, uint64_t Value = 0,
                        ValueType Type = Word) {
  L.Body.Graph.Nodes.push_back({Op, Type, std::move(Operands), Value, {}, {}});
  return uint32_t(L.Body.Graph.Nodes.size() - 1);
}

} // namespace roofline

#endif
