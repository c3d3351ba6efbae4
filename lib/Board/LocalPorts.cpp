// How often the stores of a pipeline can go to a local array.
#include "LocalPorts.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

/// Stores of one local array that write neighbours: one wide store.
struct WideStore {
  int64_t Start, End;
  uint32_t NumAccesses = 1, NumCopies = 1;
  const CompiledAccess *First;
};

class StorePorts {
public:
  StorePorts(BoundLaunch &Of, const Design &D) : Of(Of), D(D) {}

  double interval(const std::vector<uint32_t> &Blocks) {
    std::map<std::string, std::vector<const CompiledAccess *>> Arrays;
    for (const CompiledAccess &A : Of.Accesses)
      if (const MemoryAccess &M = Of.Kernel.Accesses[A.Access];
          M.Space == AddressSpace::Local && M.K == MemoryAccess::Kind::Write &&
          M.Index && !A.IsIrregular &&
          std::find(Blocks.begin(), Blocks.end(), M.BlockId) != Blocks.end())
        Arrays[M.Base].push_back(&A);
    double Longest = 1;
    for (const auto &[Name, Stores] : Arrays)
      Longest = std::max(Longest, intervalOf(Stores));
    return Longest;
  }

private:
  double intervalOf(const std::vector<const CompiledAccess *> &Stores) {
    double Number = 0, OneByOne = 0;
    for (const WideStore &S : wideStores(Stores)) {
      Number += S.NumCopies;
      if (S.NumAccesses > 1 && liesApart(S))
        OneByOne += S.NumAccesses;
    }
    constexpr double Ports = 4, ForReads = 2;
    const double Shared =
        Number > Ports - ForReads ? (Number + ForReads) / Ports : 1;
    return std::max(Shared, OneByOne);
  }

  /// Copies along an unrolled loop, of stores that move with it by more than
  /// they write together.
  uint32_t copiesOf(const CompiledAccess &A, int64_t NumBytes) {
    const uint32_t Block = Of.Kernel.Accesses[A.Access].BlockId;
    uint32_t Number = 1;
    for (auto Loop = Of.LoopOf[Block]; Loop;
         Loop = Of.Kernel.Loops[*Loop].Parent) {
      if (D.Unroll[*Loop] <= 1)
        continue;
      LoopCopy Next(Of.Kernel.Loops.size());
      Of.place(0, 0);
      const int64_t Start = Of.addressOf(A, Next);
      Next[*Loop] = 1;
      if (std::abs(Of.addressOf(A, Next) - Start) > NumBytes)
        Number *= D.Unroll[*Loop];
    }
    return Number;
  }

  std::vector<WideStore>
  wideStores(const std::vector<const CompiledAccess *> &Stores) {
    std::vector<WideStore> Parts, Result;
    Of.place(0, 0);
    for (const CompiledAccess *A : Stores) {
      const int64_t Start = Of.addressOf(*A, {});
      Parts.push_back(
          {Start, Start + Of.Kernel.Accesses[A->Access].NumBytes, 1, 1, A});
    }
    std::sort(Parts.begin(), Parts.end(),
              [](auto &L, auto &R) { return L.Start < R.Start; });
    for (const WideStore &P : Parts) {
      if (!Result.empty() && P.Start <= Result.back().End) {
        Result.back().End = std::max(Result.back().End, P.End);
        ++Result.back().NumAccesses;
        continue;
      }
      Result.push_back(P);
    }
    for (WideStore &S : Result)
      S.NumCopies = copiesOf(*S.First, S.End - S.Start);
    return Result;
  }

  /// True where the work-items of a vector leave gaps between what they store.
  bool liesApart(const WideStore &S) {
    if (D.Simd <= 1)
      return false;
    Of.place(0, 0);
    const int64_t First = Of.addressOf(*S.First, {});
    Of.place(0, 1);
    return std::abs(Of.addressOf(*S.First, {}) - First) > S.End - S.Start;
  }

  BoundLaunch &Of;
  const Design &D;
};

} // namespace

double storeInterval(BoundLaunch &Of, const Design &D,
                     const std::vector<uint32_t> &Blocks) {
  return StorePorts(Of, D).interval(Blocks);
}

} // namespace roofline
