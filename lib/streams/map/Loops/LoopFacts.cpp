// Which accesses of a leaf may meet.
#include "LoopDataFlow.h"

#include "roofline/Loops/LoopPorts.h"

#include <algorithm>
#include <bit>
#include <set>

namespace roofline {
namespace {

/// Learns the least distances of accesses that meet, event by event.
class Meetings {
public:
  explicit Meetings(const LoopLeaf &L) : L(L) {}

  void take(const AccessEvent &E) {
    if (Entry != E.Entry)
      Last.clear();
    if (Entry != E.Entry || Iteration != E.Iteration)
      InIteration.clear();
    Entry = E.Entry;
    Iteration = E.Iteration;
    const LoopAccess &A = L.Accesses[E.Access];
    for (const auto &[Other, Address] : InIteration)
      if (L.Accesses[Other].Memory == A.Memory &&
          L.Accesses[Other].isStore() == A.isStore() &&
          (std::popcount(Address) & 1) == (std::popcount(E.Address) & 1))
        SameParity.insert({Other, E.Access});
    InIteration.emplace_back(E.Access, E.Address);
    auto &Here = Last[{A.Memory, E.Address}];
    for (const auto &[Other, Then] : Here)
      if (L.Accesses[Other].isStore() || A.isStore()) {
        auto [It, IsNew] = Least.try_emplace({Other, E.Access}, ~uint64_t(0));
        It->second = std::min(It->second, E.Iteration - Then);
      }
    Here[E.Access] = E.Iteration;
  }

  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Least;
  std::set<std::pair<uint32_t, uint32_t>> SameParity;

private:
  const LoopLeaf &L;
  uint64_t Entry = ~uint64_t(0), Iteration = 0;
  std::vector<std::pair<uint32_t, uint64_t>> InIteration;
  /// Last iteration of each access, by memory and address.
  std::map<std::pair<uint32_t, uint64_t>, std::map<uint32_t, uint64_t>> Last;
};

bool isPort(const LoopMemory &M) {
  return M.Kind == LoopMemoryKind::Input || M.Kind == LoopMemoryKind::Output;
}

} // namespace

LoopFacts factsOf(const LoopKernel &K, StreamMemory Memory) {
  const LoopDataFlow Flow(K);
  std::vector<Meetings> Met;
  for (const LoopLeaf &L : K.Leaves)
    Met.emplace_back(L);
  std::vector<std::vector<bool>> Matters; // memories that are written here
  for (const LoopLeaf &L : K.Leaves) {
    std::vector<bool> Stored(K.Memories.size());
    std::vector<uint32_t> Loads(K.Memories.size());
    for (const LoopAccess &A : L.Accesses)
      if (!isPort(K.Memories[A.Memory]) &&
          (A.isStore() || ++Loads[A.Memory] > 1))
        Stored[A.Memory] = true;
    Matters.push_back(std::move(Stored));
  }
  LoopFacts Facts;
  const LoopLog Log = evaluate(K, Memory, [&](const AccessEvent &E) {
    // Where data decide whether an access takes place, it may.
    if ((E.Enabled || !Flow.isFixed(E.Leaf, E.Access)) &&
        Matters[E.Leaf][K.Leaves[E.Leaf].Accesses[E.Access].Memory])
      Met[E.Leaf].take(E);
  });
  Facts.Problem = Log.Problem;
  for (uint32_t I = 0; I < K.Leaves.size(); ++I) {
    const LoopLeaf &L = K.Leaves[I];
    LeafFacts F;
    for (uint32_t A = 0; A < L.Accesses.size(); ++A)
      F.IsFixed.push_back(Flow.hasFixedAddress(I, A));
    for (uint32_t A = 0; A < L.Accesses.size(); ++A)
      for (uint32_t B = 0; B < L.Accesses.size(); ++B) {
        const LoopAccess &From = L.Accesses[A], &To = L.Accesses[B];
        if (From.Memory != To.Memory || isPort(K.Memories[From.Memory]))
          continue;
        const bool Proven = F.IsFixed[A] && F.IsFixed[B];
        if (A < B && From.isStore() == To.isStore())
          F.Pairs.push_back({A, B, Proven && !Met[I].SameParity.count({A, B})});
        if (!From.isStore() && !To.isStore())
          continue;
        if (!Proven) {
          if (A != B)
            F.Dependences.push_back({A, B, A < B ? 0u : 1u, false});
          continue;
        }
        if (auto It = Met[I].Least.find({A, B}); It != Met[I].Least.end())
          F.Dependences.push_back({A, B, It->second, true});
      }
    Facts.Leaves.push_back(std::move(F));
  }
  return Facts;
}

} // namespace roofline
