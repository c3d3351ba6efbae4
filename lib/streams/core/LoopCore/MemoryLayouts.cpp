// Banks and copies of memories, and the ports of accesses.
#include "MemoryLayouts.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace roofline {
namespace {

/// Accesses of one kind that a leaf makes to a memory, in their order.
class AccessGroup {
public:
  std::vector<uint32_t> Accesses;

  /// Pairs come ordered by the first, then by the second. \p Parted: the
  /// functions that let both have one cycle.
  void addPair(uint64_t Parted) { Pairs.push_back(Parted); }
  bool areParted(size_t A, size_t B, size_t Function) const {
    const size_t N = Accesses.size();
    assert(Pairs.size() == N * (N - 1) / 2 && A < B && "each pair is there");
    return Pairs[A * N - A * (A + 1) / 2 + B - A - 1] >> Function & 1;
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
  std::vector<uint64_t> Pairs;
};

uint32_t numberOf(const std::vector<uint32_t> &Places) {
  return Places.empty() ? 0 : *std::ranges::max_element(Places) + 1;
}

/// Accesses of one leaf to one memory.
struct LeafUses {
  AccessGroup Loads, Stores;
};

class LayoutPlanner {
public:
  LayoutPlanner(const LoopKernel &K, const LoopFacts &Facts,
                const std::vector<LeafNeeds> &Needs)
      : K(K), Facts(Facts), Needs(Needs) {
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
        GroupOf(P.First).addPair(inOneCycle(L, P));
      Uses.push_back(std::move(Leaf));
      LeafPorts Ports;
      Ports.Ports.resize(Accesses.size());
      Plan.Leaves.push_back(std::move(Ports));
    }
  }

  LayoutPlan run() {
    for (size_t M = 0; M < K.Memories.size(); ++M) {
      Plan.Memories.push_back({});
      if (!isPort(K.Memories[M].Kind))
        plan(M);
    }
    return std::move(Plan);
  }

private:
  const LoopKernel &K;
  const LoopFacts &Facts;
  const std::vector<LeafNeeds> &Needs;
  std::vector<std::vector<LeafUses>> Uses; ///< by leaf and memory
  LayoutPlan Plan;

  /// The bank that \p Access of leaf \p L is wired to.
  std::optional<uint32_t> wiredBank(size_t L, uint32_t Access,
                                    const BankFunction &F) const {
    const auto Bank = F.fixedBank(Facts.Leaves[L].Addresses[Access]);
    const uint32_t M = K.Leaves[L].Accesses[Access].Memory;
    if (!Bank || *Bank >= F.banks(K.Memories[M].Words)) // it has no word
      return std::nullopt;
    return uint32_t(*Bank);
  }

  /// The functions that part \p P, but for those whose banks addresses choose
  /// where one access comes after the other: such a port is for one cycle.
  uint64_t inOneCycle(size_t L, const LeafFacts::Pair &P) const {
    if (!Needs[L].Sequences.count({P.First, P.Second}) &&
        !Needs[L].Sequences.count({P.Second, P.First}))
      return P.Parted;
    const auto &Functions = Facts.Banks[K.Leaves[L].Accesses[P.First].Memory];
    uint64_t Wired = 0;
    for (size_t I = 0; I < Functions.size(); ++I) {
      const auto First = wiredBank(L, P.First, Functions[I]),
                 Second = wiredBank(L, P.Second, Functions[I]);
      if (First && Second && *First != *Second)
        Wired |= uint64_t(1) << I;
    }
    return Wired;
  }

  /// Cycles of its leaves, area in thirds of a LUT, banks: less is better.
  using Cost = std::tuple<uint64_t, uint64_t, uint64_t>;

  BankFunction functionOf(size_t M, std::optional<size_t> Function) const {
    return Function ? Facts.Banks[M][*Function] : BankFunction();
  }

  Cost costOf(size_t M, std::optional<size_t> Function) const {
    const LoopMemory &Own = K.Memories[M];
    const BankFunction F = functionOf(M, Function);
    const uint64_t Banks = F.banks(Own.Words), Words = F.words(Own.Words),
                   Width = Own.Type.Bits;
    uint64_t Cycles = 0, Copies = 1, Choices = 0;
    for (size_t L = 0; L < K.Leaves.size(); ++L) {
      const LeafUses &Leaf = Uses[L][M];
      Cycles +=
          Facts.Leaves[L].Iterations *
          std::max(Needs[L].Bound, numberOf(Leaf.Stores.places(Function)));
      Copies =
          std::max<uint64_t>(Copies, numberOf(Leaf.Loads.places(Function)));
      for (uint32_t A : Leaf.Loads.Accesses)
        if (Banks > 1 && !wiredBank(L, A, F))
          ++Choices;
    }
    // Xilinx UG473: blocks of 18 Kb, and LUT RAM of 32 x 6 bits in four LUTs; a
    // choice of four words takes a LUT for each bit. A Zynq-7020 has 190 LUTs
    // for each block.
    constexpr uint64_t BlockBits = 18432, BlockArea = 3 * 190;
    constexpr uint64_t TableWords = 64, HalfTable = 32;
    const uint64_t Area =
        Words > TableWords
            ? BlockArea * ((Words * Width + BlockBits - 1) / BlockBits)
            : 2 * Width * ((Words + HalfTable - 1) / HalfTable);
    return {Cycles, Copies * Banks * Area + Choices * (Banks - 1) * Width,
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
      LeafPorts &Ports = Plan.Leaves[L];
      const std::vector<uint32_t> Copies = Leaf.Loads.places(Best);
      Layout.Copies = std::max(Layout.Copies, numberOf(Copies));
      for (size_t I = 0; I < Copies.size(); ++I)
        Ports.Ports[Leaf.Loads.Accesses[I]].Copy = Copies[I];
      const uint64_t Banks = Layout.Banks.banks(K.Memories[M].Words);
      Ports.Least =
          std::max(Ports.Least,
                   uint32_t((Leaf.Stores.Accesses.size() + Banks - 1) / Banks));
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
      Leaf.Ports[Access].Bank = wiredBank(L, Access, Banks);
      for (size_t A = 0; A < B; ++A)
        if (Group.areParted(A, B, Function))
          Leaf.Parted.insert({Group.Accesses[A], Access});
    }
  }
};

} // namespace

LayoutPlan planLayouts(const LoopKernel &K, const LoopFacts &Facts,
                       const std::vector<LeafNeeds> &Needs) {
  return LayoutPlanner(K, Facts, Needs).run();
}

} // namespace roofline
