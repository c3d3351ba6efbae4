// Which accesses of a leaf may meet.
#include "LoopDataFlow.h"

#include "roofline/Loops/LoopPorts.h"

#include <algorithm>
#include <set>

namespace roofline {
namespace {

/// Learns event by event where accesses are, and the least distances of those
/// that meet.
class Meetings {
public:
  Meetings(const LoopLeaf &L,
           const std::vector<std::vector<BankFunction>> &Banks)
      : L(L), Banks(Banks), Addresses(L.Accesses.size(), Nowhere) {
    std::map<std::pair<uint32_t, bool>, uint32_t> Group;
    for (const LoopAccess &A : L.Accesses) {
      Rank.push_back(Group[{A.Memory, A.isStore()}]++);
      FirstPair.push_back(Pairs.size());
      Pairs.resize(Pairs.size() + Rank.back());
    }
    for (const auto &[Kind, Number] : Group)
      if (Kind.second || Number > 1)
        MayMeet.insert(Kind.first);
  }

  void take(const AccessEvent &E) {
    if (Entry != E.Entry)
      Last.clear();
    if (Entry != E.Entry || Iteration != E.Iteration)
      InIteration.clear();
    Entry = E.Entry;
    Iteration = E.Iteration;
    AddressFacts &Known = Addresses[E.Access];
    Known = {Known.Zero & ~E.Address, Known.One & E.Address,
             std::min(Known.Least, E.Address), std::max(Known.Most, E.Address)};
    const LoopAccess &A = L.Accesses[E.Access];
    if (!MayMeet.count(A.Memory))
      return;
    for (const auto &[Other, Address] : InIteration)
      if (L.Accesses[Other].Memory == A.Memory &&
          L.Accesses[Other].isStore() == A.isStore())
        together(pair(Other, E.Access), Address, E.Address, A.Memory);
    InIteration.emplace_back(E.Access, E.Address);
    auto &Here = Last[{A.Memory, E.Address}];
    for (const auto &[Other, Then] : Here)
      if (L.Accesses[Other].isStore() || A.isStore()) {
        auto [It, IsNew] = Least.try_emplace({Other, E.Access}, ~uint64_t(0));
        It->second = std::min(It->second, E.Iteration - Then);
      }
    Here[E.Access] = E.Iteration;
  }

  const AddressFacts &addresses(uint32_t A) const { return Addresses[A]; }
  /// Functions that gave \p A and \p B, two stores or two loads of a memory,
  /// one bank in some iteration.
  uint64_t together(uint32_t A, uint32_t B) { return pair(A, B).Together; }

  std::map<std::pair<uint32_t, uint32_t>, uint64_t> Least;

private:
  struct Pair {
    uint64_t Together = 0;
    uint64_t Difference = 0; ///< exclusive or of the addresses
    bool HasMet = false;
  };
  /// Facts of an access that never took place.
  static constexpr AddressFacts Nowhere = {~uint64_t(0), ~uint64_t(0),
                                           ~uint64_t(0), 0};
  const LoopLeaf &L;
  const std::vector<std::vector<BankFunction>> &Banks;
  std::vector<AddressFacts> Addresses;
  std::set<uint32_t> MayMeet; ///< memories with a store, or several loads
  uint64_t Entry = ~uint64_t(0), Iteration = 0;
  std::vector<std::pair<uint32_t, uint64_t>> InIteration;
  /// Last iteration of each access, by memory and address.
  std::map<std::pair<uint32_t, uint64_t>, std::map<uint32_t, uint64_t>> Last;
  /// By access: its place among those of its memory and kind, and the pair with
  /// the first of these.
  std::vector<uint32_t> Rank;
  std::vector<size_t> FirstPair;
  std::vector<Pair> Pairs;

  Pair &pair(uint32_t A, uint32_t B) { return Pairs[FirstPair[B] + Rank[A]]; }

  void together(Pair &P, uint64_t A, uint64_t B, uint32_t Memory) {
    const uint64_t Difference = A ^ B;
    const bool IsSame = P.HasMet && P.Difference == Difference;
    P.HasMet = true;
    P.Difference = Difference;
    const auto &Functions = Banks[Memory];
    for (size_t I = 0; I < Functions.size(); ++I) {
      if (IsSame && Functions[I].K != BankFunction::Kind::Rows)
        return; // rows come first, and others follow from the difference
      if (!(P.Together >> I & 1) &&
          Functions[I].bank(A) == Functions[I].bank(B))
        P.Together |= uint64_t(1) << I;
    }
  }
};

/// The set of \p Functions that part two accesses: \p Did, those that parted
/// them in every iteration of the run, and others by their addresses.
uint64_t parted(const std::vector<BankFunction> &Functions,
                const AddressFacts &A, const AddressFacts &B, uint64_t Did) {
  uint64_t Parted = 0;
  for (size_t I = 0; I < Functions.size(); ++I)
    if ((Did >> I & 1) || Functions[I].parts(A, B))
      Parted |= uint64_t(1) << I;
  return Parted;
}

} // namespace

LoopFacts factsOf(const LoopKernel &K, StreamMemory Memory) {
  const LoopDataFlow Flow(K);
  LoopFacts Facts;
  for (const LoopMemory &M : K.Memories)
    Facts.Banks.push_back(isPort(M.Kind) ? std::vector<BankFunction>()
                                         : bankFunctions(M.Words, M.Row));
  std::vector<Meetings> Met;
  for (const LoopLeaf &L : K.Leaves)
    Met.emplace_back(L, Facts.Banks);
  const LoopLog Log = evaluate(K, Memory, [&](const AccessEvent &E) {
    // Where data decide whether an access takes place, it may.
    if ((E.Enabled || !Flow.isFixed(E.Leaf, E.Access)) &&
        !isPort(K.Memories[K.Leaves[E.Leaf].Accesses[E.Access].Memory].Kind))
      Met[E.Leaf].take(E);
  });
  Facts.Problem = Log.Problem;
  for (uint32_t I = 0; I < K.Leaves.size(); ++I) {
    const LoopLeaf &L = K.Leaves[I];
    LeafFacts F;
    F.Iterations = Log.Leaves[I].Iterations;
    for (uint32_t A = 0; A < L.Accesses.size(); ++A) {
      F.IsFixed.push_back(Flow.hasFixedAddress(I, A));
      F.Addresses.push_back(F.IsFixed[A] ? Met[I].addresses(A)
                                         : L.Accesses[A].Known);
    }
    for (uint32_t A = 0; A < L.Accesses.size(); ++A)
      for (uint32_t B = 0; B < L.Accesses.size(); ++B) {
        const LoopAccess &From = L.Accesses[A], &To = L.Accesses[B];
        if (From.Memory != To.Memory || isPort(K.Memories[From.Memory].Kind))
          continue;
        const bool Proven = F.IsFixed[A] && F.IsFixed[B];
        if (A < B && From.isStore() == To.isStore())
          F.Pairs.push_back(
              {A, B,
               parted(Facts.Banks[From.Memory], F.Addresses[A], F.Addresses[B],
                      Proven ? ~Met[I].together(A, B) : 0)});
        if (!From.isStore() && !To.isStore())
          continue;
        if (!Proven) {
          if (A != B && !F.Addresses[A].excludes(F.Addresses[B]))
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
