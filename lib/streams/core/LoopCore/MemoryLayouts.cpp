// Banks and copies of memories, and the ports of accesses.
#include "MemoryLayouts.h"

#include <algorithm>
#include <tuple>

namespace roofline {
namespace {

/// Accesses of one kind that a leaf makes to a memory, in their order.
class AccessGroup {
public:
  std::vector<uint32_t> Accesses;

  void addPair(const LeafFacts::Pair &P) { Parted.push_back(P.Parted); }
  /// Pairs come ordered by the first, then by the second.
  bool areParted(size_t A, size_t B, size_t Function) const {
    const size_t N = Accesses.size();
    return Parted[A * N - A * (A + 1) / 2 + B - A - 1] >> Function & 1;
  }

  /// By access: the first place in which banks part it from all that are there.
  std::vector<uint32_t> places(std::optional<size_t> Function) const {
    std::vector<uint32_t> Places(Accesses.size());
    std::vector<std::vector<size_t>> There;
    for (size_t B = 0; B < Accesses.size(); ++B) {
      auto Free = [&](const std::vector<size_t> &Others) {
        return Function && std::ranges::all_of(Others, [&](size_t A) {
                 return areParted(A, B, *Function);
               });
      };
      const auto Place = std::ranges::find_if(There, Free);
      Places[B] = uint32_t(Place - There.begin());
      if (Place == There.end())
        There.emplace_back();
      There[Places[B]].push_back(B);
    }
    return Places;
  }

private:
  std::vector<uint64_t> Parted;
};

uint32_t numberOf(const std::vector<uint32_t> &Places) {
  return Places.empty() ? 0 : *std::ranges::max_element(Places) + 1;
}

/// Of one memory in one leaf.
struct LeafUses {
  AccessGroup Loads, Stores;
};

class LayoutPlanner {
public:
  LayoutPlanner(const LoopKernel &K, const LoopFacts &Facts,
                const std::vector<uint32_t> &Bounds)
      : K(K), Facts(Facts), Bounds(Bounds) {
    for (size_t L = 0; L < K.Leaves.size(); ++L) {
      std::vector<LeafUses> Leaf(K.Memories.size());
      const auto &Accesses = K.Leaves[L].Accesses;
      auto GroupOf = [&](uint32_t A) -> AccessGroup & {
        LeafUses &M = Leaf[Accesses[A].Memory];
        return Accesses[A].isStore() ? M.Stores : M.Loads;
      };
      for (uint32_t A = 0; A < Accesses.size(); ++A)
        GroupOf(A).Accesses.push_back(A);
      for (const LeafFacts::Pair &P : Facts.Leaves[L].Pairs)
        GroupOf(P.First).addPair(P);
      Uses.push_back(std::move(Leaf));
      LeafPorts Ports;
      Ports.Ports.resize(Accesses.size());
      Plan.Leaves.push_back(std::move(Ports));
    }
  }

  LayoutPlan run() {
    for (size_t M = 0; M < K.Memories.size(); ++M) {
      const LoopMemoryKind Kind = K.Memories[M].Kind;
      Plan.Memories.push_back({});
      if (Kind != LoopMemoryKind::Input && Kind != LoopMemoryKind::Output)
        plan(M);
    }
    return std::move(Plan);
  }

private:
  const LoopKernel &K;
  const LoopFacts &Facts;
  const std::vector<uint32_t> &Bounds;
  std::vector<std::vector<LeafUses>> Uses; ///< by leaf and memory
  LayoutPlan Plan;

  /// Cycles of its leaves, memory blocks, banks: less is better.
  using Cost = std::tuple<uint64_t, uint64_t, uint64_t>;

  BankFunction functionOf(size_t M, std::optional<size_t> Function) const {
    return Function ? Facts.Banks[M][*Function] : BankFunction();
  }

  Cost costOf(size_t M, std::optional<size_t> Function) const {
    constexpr uint64_t BlockBits = 18432; // of most families, or near
    const LoopMemory &Own = K.Memories[M];
    uint64_t Cycles = 0;
    uint32_t Copies = 1;
    for (size_t L = 0; L < K.Leaves.size(); ++L) {
      const LeafUses &Leaf = Uses[L][M];
      Cycles += Facts.Leaves[L].Iterations *
                std::max(Bounds[L], numberOf(Leaf.Stores.places(Function)));
      Copies = std::max(Copies, numberOf(Leaf.Loads.places(Function)));
    }
    const BankFunction F = functionOf(M, Function);
    const uint64_t Banks = F.banks(Own.Words);
    const uint64_t Bits = F.words(Own.Words) * Own.Type.Bits;
    return {Cycles,
            Copies * Banks *
                std::max<uint64_t>(1, (Bits + BlockBits - 1) / BlockBits),
            Banks};
  }

  void plan(size_t M) {
    std::optional<size_t> Best;
    Cost Least = costOf(M, Best);
    const bool MayGain = std::ranges::any_of(Uses, [&](const auto &Leaf) {
      return Leaf[M].Loads.Accesses.size() > 1 ||
             Leaf[M].Stores.Accesses.size() > 1;
    });
    for (size_t I = 0; MayGain && I < Facts.Banks[M].size(); ++I)
      if (const Cost Own = costOf(M, I); Own < Least) {
        Least = Own;
        Best = I;
      }
    MemoryLayout &Layout = Plan.Memories[M];
    Layout.Banks = functionOf(M, Best);
    for (size_t L = 0; L < K.Leaves.size(); ++L) {
      const LeafUses &Leaf = Uses[L][M];
      const std::vector<uint32_t> Copies = Leaf.Loads.places(Best);
      Layout.Copies = std::max(Layout.Copies, numberOf(Copies));
      for (size_t I = 0; I < Copies.size(); ++I)
        Plan.Leaves[L].Ports[Leaf.Loads.Accesses[I]].Copy = Copies[I];
      if (!Best)
        continue;
      for (const AccessGroup *Group : {&Leaf.Loads, &Leaf.Stores})
        takePorts(L, *Group, *Best, Layout.Banks);
    }
  }

  void takePorts(size_t L, const AccessGroup &Group, size_t Function,
                 const BankFunction &Banks) {
    LeafPorts &Leaf = Plan.Leaves[L];
    for (size_t B = 0; B < Group.Accesses.size(); ++B) {
      const uint32_t Access = Group.Accesses[B];
      if (auto Bank = Banks.fixedBank(Facts.Leaves[L].Addresses[Access]))
        Leaf.Ports[Access].Bank = uint32_t(*Bank);
      for (size_t A = 0; A < B; ++A)
        if (Group.areParted(A, B, Function))
          Leaf.Parted.insert({Group.Accesses[A], Access});
    }
  }
};

} // namespace

LayoutPlan planLayouts(const LoopKernel &K, const LoopFacts &Facts,
                       const std::vector<uint32_t> &Bounds) {
  return LayoutPlanner(K, Facts, Bounds).run();
}

} // namespace roofline
