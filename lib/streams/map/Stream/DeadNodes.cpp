// Removes nodes that no result depends on.
#include "roofline/Stream/DeadNodes.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

namespace roofline {

/// The nodes that an output or a reduction depends on, also by way of
/// recurrences, of which the others are removed.
static std::vector<bool> liveNodes(StreamKernel &K, bool KeepTaps) {
  std::vector<bool> Live(K.Nodes.size()), IsRead(K.Recurrences.size());
  for (OutputStream &Out : K.Outputs)
    forEachNode(Out, [&](uint32_t N) { Live[N] = true; });
  for (Reduction &R : K.Reductions)
    forEachNode(R, [&](uint32_t N) { Live[N] = true; });
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = K.Nodes.size(); I-- > 0;) {
      const DatapathNode &N = K.Nodes[I];
      Live[I] = Live[I] || (KeepTaps && N.Op == DatapathOp::Input);
      for (uint32_t O : N.Operands)
        Live[O] = Live[O] || Live[I];
      if (N.Op == DatapathOp::Previous && Live[I] && !IsRead[N.Value]) {
        Changed = IsRead[N.Value] = true;
        Live[K.Recurrences[N.Value].Value] = true;
      }
    }
  }
  std::vector<uint64_t> Now(K.Recurrences.size());
  size_t Kept = 0;
  for (size_t R = 0; R < K.Recurrences.size(); ++R)
    if (IsRead[R]) {
      Now[R] = Kept;
      K.Recurrences[Kept++] = K.Recurrences[R];
    }
  K.Recurrences.resize(Kept);
  for (size_t I = 0; I < K.Nodes.size(); ++I)
    if (K.Nodes[I].Op == DatapathOp::Previous && Live[I])
      K.Nodes[I].Value = Now[K.Nodes[I].Value];
  return Live;
}

void removeDeadNodes(StreamKernel &K, bool KeepTaps) {
  const std::vector<bool> Live = liveNodes(K, KeepTaps);
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
                                  N.Type.Lanes, N.Value, N.Delta, N.Operands),
                              I)
                 .first->second;
  }
  forEachResult(K, [&](uint32_t &N) { N = Now[N]; });
}

namespace {

/// The members of a list that are used, in the order of their first use.
template <typename T> class UsedOf {
public:
  explicit UsedOf(std::vector<T> &All) : All(All), NewIndex(All.size()) {}
  uint64_t use(uint64_t I) {
    if (!NewIndex[I]) {
      NewIndex[I] = Used.size();
      Used.push_back(std::move(All[I]));
    }
    return *NewIndex[I];
  }
  void finish() { All = std::move(Used); }

private:
  std::vector<T> &All, Used;
  std::vector<std::optional<uint64_t>> NewIndex;
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
      addTap(K, N.Value, N.Delta);
}

void addTap(StreamKernel &K, uint64_t Input, const Offset &Delta) {
  assert(Input < K.Inputs.size() && "a tap is one of an input of the kernel");
  std::vector<Offset> &Taps = K.Inputs[Input].Taps;
  auto Place = std::lower_bound(
      Taps.begin(), Taps.end(), Delta, [&](const Offset &L, const Offset &R) {
        return std::pair(K.distance(L), L) < std::pair(K.distance(R), R);
      });
  if (Place == Taps.end() || *Place != Delta)
    Taps.insert(Place, Delta);
}

} // namespace roofline
