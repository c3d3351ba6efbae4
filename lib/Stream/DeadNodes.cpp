// Removes nodes that no result depends on.
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

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

void mergeEqualNodes(StreamKernel &K) {
  using Key = std::tuple<DatapathOp, ScalarKind, uint32_t, uint32_t, uint64_t,
                         Offset, std::vector<uint32_t>>;
  std::map<Key, uint32_t> First;
  std::vector<uint32_t> Now(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    DatapathNode &N = K.Nodes[I];
    for (uint32_t &O : N.Operands)
      O = Now[O];
    Now[I] = First
                 .try_emplace(Key(N.Op, N.Type.Scalar, N.Type.Bits,
                                  N.Type.Lanes, N.Value, N.At, N.Operands),
                              I)
                 .first->second;
  }
  forEachResult(K, [&](uint32_t &N) { N = Now[N]; });
}

namespace {

/// The members of a list that are used, in the order of their first use.
template <typename T> class UsedOf {
public:
  explicit UsedOf(std::vector<T> &All) : All(All), Now(All.size()) {}
  uint64_t use(uint64_t I) {
    if (!Now[I]) {
      Now[I] = Used.size();
      Used.push_back(std::move(All[I]));
    }
    return *Now[I];
  }
  void finish() { All = std::move(Used); }

private:
  std::vector<T> &All, Used;
  std::vector<std::optional<uint64_t>> Now;
};

} // namespace

void removeUnused(StreamKernel &K) {
  removeDeadNodes(K, /*KeepTaps=*/false);
  for (InputStream &In : K.Inputs)
    In.Taps.clear();
  UsedOf Inputs(K.Inputs);
  UsedOf Scalars(K.Scalars);
  for (DatapathNode &N : K.Nodes)
    if (N.Op == DatapathOp::Argument)
      N.Value = Scalars.use(N.Value);
    else if (N.Op == DatapathOp::Input)
      N.Value = Inputs.use(N.Value);
  Inputs.finish();
  Scalars.finish();
  for (const DatapathNode &N : K.Nodes)
    if (N.Op == DatapathOp::Input)
      addTap(K, N.Value, N.At);
}

void addTap(StreamKernel &K, uint64_t Input, const Offset &At) {
  std::vector<Offset> &Taps = K.Inputs[Input].Taps;
  auto Place = std::lower_bound(
      Taps.begin(), Taps.end(), At, [&](const Offset &L, const Offset &R) {
        return std::pair(K.distance(L), L) < std::pair(K.distance(R), R);
      });
  if (Place == Taps.end() || *Place != At)
    Taps.insert(Place, At);
}

} // namespace roofline
