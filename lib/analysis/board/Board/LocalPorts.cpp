// Intervals at which a pipeline can access local arrays.
#include "LocalPorts.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace roofline {
namespace {

/// Ports of a block of memory that runs at twice the clock, and those that
/// stores leave to reads.
constexpr double Ports = 4, ForReads = 2;
/// Neighbours that one access has at most, where they were moved out of a loop.
constexpr size_t MostMoved = 16;

/// Bytes of an array that are accessed together.
struct Span {
  int64_t Start, End;
  auto operator<=>(const Span &) const = default;
};

/// Counts those of \p Together that the bank with most of them has. The memory
/// has as many banks as accesses, a power of two; the lowest bits of an element
/// choose one.
size_t mostInABank(const std::vector<Span> &Together, int64_t Element) {
  Element = std::max<int64_t>(1, Element);
  const size_t NumBanks = std::bit_ceil(Together.size());
  std::vector<size_t> InBank(NumBanks);
  for (const Span &S : Together) {
    const size_t NumElements = size_t((S.End - S.Start) / Element);
    for (size_t I = 0; I < std::min(NumElements, NumBanks); ++I)
      ++InBank[(uint64_t(S.Start / Element) + I) % NumBanks];
  }
  return *std::max_element(InBank.begin(), InBank.end());
}

/// Stores of one local array that write neighbours: one wide store.
struct WideStore {
  int64_t Start, End;
  uint32_t NumAccesses = 1;
  const CompiledAccess *First;
};

class StorePorts {
public:
  StorePorts(BoundLaunch &Launched, const Design &D)
      : Launched(Launched), D(D) {}

  double interval(const std::vector<uint32_t> &Blocks) {
    std::map<std::string, Updates> Arrays;
    for (uint32_t Block : Blocks)
      for (uint32_t Id : Launched.AccessesOf[Block]) {
        const MemoryAccess &M = Launched.Kernel.Accesses[Id];
        const CompiledAccess &A = Launched.Accesses[Id];
        if (M.Space != AddressSpace::Local || M.K == MemoryAccess::Kind::Read)
          continue;
        if (M.K == MemoryAccess::Kind::ReadWrite)
          Arrays[M.Base].Atomics += numCopies(Block);
        else if (!M.Index || A.IsIrregular)
          Arrays[M.Base].Anywhere += numCopies(Block);
        else
          Arrays[M.Base].Stores.push_back(&A);
      }
    double Longest = 1;
    for (const auto &[Name, Of] : Arrays)
      Longest = std::max(Longest, intervalOf(Of));
    return Longest;
  }

private:
  /// Writes of a pass to one array.
  struct Updates {
    std::vector<const CompiledAccess *> Stores; ///< at addresses that are known
    double Anywhere = 0; ///< stores at addresses that data choose
    double Atomics = 0;
  };

  /// Accesses that nothing joins to a wider one.
  double numCopies(uint32_t Block) const {
    double Number = std::max(1u, D.Simd);
    for (auto Loop = Launched.LoopOf[Block]; Loop;
         Loop = Launched.Kernel.Loops[*Loop].Parent)
      Number *= D.Unroll[*Loop];
    return Number;
  }

  double intervalOf(const Updates &Of) {
    double Parts = 0, Number = Of.Anywhere + Of.Atomics;
    if (!Of.Stores.empty()) {
      double Times = 1;
      std::vector<Span> Together;
      for (const WideStore &S : wideStores(Of.Stores)) {
        Times = std::max(Times, addCopies(S, Together));
        if (S.NumAccesses > 1 && liesApart(S))
          Parts += double(S.NumAccesses) * D.Simd;
      }
      int64_t Element = Together.front().End - Together.front().Start;
      for (const CompiledAccess *A : Of.Stores)
        Element = std::min<int64_t>(
            Element, Launched.Kernel.Accesses[A->Access].NumBytes);
      Number += Times * double(mostInABank(Together, Element));
    }
    const double Reads = std::max(ForReads, Of.Atomics);
    const double Shared =
        Number > Ports - ForReads ? (Number + Reads) / Ports : 1;
    return std::max(Shared, Parts / Ports);
  }

  /// Adds \p S and its copies along unrolled loops, where it moves with them by
  /// more than it writes. More than MostCopies are not told apart: as many
  /// times what was added.
  double addCopies(const WideStore &S, std::vector<Span> &Together) {
    const CompiledAccess &A = *S.First;
    double Times = 1;
    const uint32_t Block = Launched.Kernel.Accesses[A.Access].BlockId;
    std::vector<Span> Copies{{S.Start, S.End}};
    for (auto Loop = Launched.LoopOf[Block]; Loop;
         Loop = Launched.Kernel.Loops[*Loop].Parent) {
      LoopCopy Next;
      Launched.place(0, 0);
      const int64_t Start = Launched.addressOf(A, Next);
      Next.set(*Loop, 1);
      const int64_t Step = Launched.addressOf(A, Next) - Start;
      if (std::abs(Step) <= S.End - S.Start)
        continue;
      const size_t Number = Copies.size();
      if (Number * D.Unroll[*Loop] > MostCopies) {
        Times *= D.Unroll[*Loop];
        continue;
      }
      for (uint32_t Copy = 1; Copy < D.Unroll[*Loop]; ++Copy)
        for (size_t I = 0; I < Number; ++I)
          Copies.push_back(
              {Copies[I].Start + Copy * Step, Copies[I].End + Copy * Step});
    }
    Together.insert(Together.end(), Copies.begin(), Copies.end());
    return Times;
  }

  std::vector<WideStore>
  wideStores(const std::vector<const CompiledAccess *> &Stores) {
    std::vector<WideStore> Parts, Result;
    Launched.place(0, 0);
    for (const CompiledAccess *A : Stores) {
      const int64_t Start = Launched.addressOf(*A, {});
      Parts.push_back(
          {Start, Start + Launched.Kernel.Accesses[A->Access].NumBytes, 1, A});
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
    return Result;
  }

  /// True where the work-items of a vector leave gaps between what they store.
  bool liesApart(const WideStore &S) {
    if (D.Simd <= 1)
      return false;
    Launched.place(0, 0);
    const int64_t First = Launched.addressOf(*S.First, {});
    Launched.place(0, 1);
    return std::abs(Launched.addressOf(*S.First, {}) - First) > S.End - S.Start;
  }

  BoundLaunch &Launched;
  const Design &D;
};

class ReadPorts {
public:
  ReadPorts(const BoundKernel &Bound, BoundLaunch &Launched, const Design &D)
      : Bound(Bound), Launched(Launched), Kernel(Launched.Kernel), D(D),
        Motion(Kernel) {
    for (const MemoryAccess &M : Kernel.Accesses)
      if (M.K != MemoryAccess::Kind::Read)
        for (auto Loop = Launched.LoopOf[M.BlockId]; Loop;
             Loop = Kernel.Loops[*Loop].Parent)
          Written.insert({*Loop, M.Base});
  }

  /// By loop, the last of the kernel's body. Reads under a condition are left
  /// out: Sobel filters with many of them wait for none.
  std::vector<double> intervals() {
    std::map<std::tuple<size_t, bool, std::string>, std::vector<Span>> All;
    for (const CompiledAccess &A : Launched.Accesses)
      if (const MemoryAccess &M = Kernel.Accesses[A.Access];
          isOfArray(M, MemoryAccess::Kind::Read) && !A.IsIrregular &&
          !M.Predicated) {
        const Home In = homeOf(M);
        addSpans(A, In.Pipeline, All[{In.Pipeline, In.IsMoved, M.Base}]);
      }
    std::vector<double> Result(Kernel.Loops.size() + 1, 1);
    for (auto &[In, Spans] : All) {
      const auto &[Pipeline, AreMoved, Array] = In;
      const double Own = AreMoved ? movedInterval(Spans, Pipeline, Array)
                                  : std::max(1.0, apart(Spans) / Ports);
      Result[Pipeline] = std::max(Result[Pipeline], Own);
    }
    return Result;
  }

private:
  /// The loop that a read is pipelined with; one past the last: none.
  struct Home {
    size_t Pipeline;
    bool IsMoved = false; ///< out of a loop in which it stands still
  };

  static bool isOfArray(const MemoryAccess &M, MemoryAccess::Kind K) {
    return M.Space == AddressSpace::Local && M.K == K && M.Index;
  }

  Home homeOf(const MemoryAccess &Read) const {
    Home In{Kernel.Loops.size()};
    for (auto Loop = Launched.LoopOf[Read.BlockId]; Loop;
         Loop = Kernel.Loops[*Loop].Parent) {
      if (isFullyUnrolled(Bound, D, *Loop))
        continue;
      if (movesAlong(*Read.Index, symbolOfLoop(*Loop)) ||
          Motion.HasBarrier[*Loop] || Written.contains({*Loop, Read.Base})) {
        In.Pipeline = *Loop;
        break;
      }
      In.IsMoved = true;
    }
    return In;
  }

  /// For all work-items of a vector, and for copies of the loop \p Pipeline and
  /// those inside: those of loops around it work beside it.
  void addSpans(const CompiledAccess &A, size_t Pipeline,
                std::vector<Span> &Spans) {
    const MemoryAccess &M = Kernel.Accesses[A.Access];
    auto Copies = Launched.copiesOf(M.BlockId, D);
    std::erase_if(Copies, [&](const LoopCopy &Copy) {
      return isOfOuterCopy(Copy, Pipeline);
    });
    for (uint32_t Lane = 0; Lane < std::max(1u, D.Simd); ++Lane) {
      Launched.place(0, Lane);
      for (const LoopCopy &Copy : Copies) {
        const int64_t Start = Launched.addressOf(A, Copy);
        Spans.push_back({Start, Start + M.NumBytes});
      }
    }
  }

  bool isOfOuterCopy(const LoopCopy &Copy, size_t Pipeline) const {
    if (Pipeline == Kernel.Loops.size())
      return false;
    for (auto Loop = Kernel.Loops[Pipeline].Parent; Loop;
         Loop = Kernel.Loops[*Loop].Parent)
      if (Copy[*Loop] != 0)
        return true;
    return false;
  }

  /// Neighbours, and how many there are.
  struct Run {
    Span All;
    size_t Number = 0;
  };

  static std::vector<Run> runsOf(std::vector<Span> &Spans) {
    std::sort(Spans.begin(), Spans.end());
    Spans.erase(std::unique(Spans.begin(), Spans.end()), Spans.end());
    std::vector<Run> Runs;
    for (const Span &S : Spans) {
      if (Runs.empty() || S.Start > Runs.back().All.End)
        Runs.push_back({S});
      Runs.back().All.End = std::max(Runs.back().All.End, S.End);
      ++Runs.back().Number;
    }
    return Runs;
  }

  static double apart(std::vector<Span> &Spans) {
    std::vector<Span> Together;
    int64_t Element = Spans.front().End - Spans.front().Start;
    for (const Span &S : Spans)
      Element = std::min(Element, S.End - S.Start);
    for (const Run &R : runsOf(Spans))
      Together.push_back(R.All);
    return double(mostInABank(Together, Element));
  }

  double movedInterval(std::vector<Span> &Spans, size_t Pipeline,
                       const std::string &Array) const {
    double Number = 0;
    bool FallsApart = false;
    for (const Run &R : runsOf(Spans)) {
      FallsApart |= R.Number > MostMoved;
      Number += R.Number > MostMoved ? double(R.Number) : 1;
    }
    if (FallsApart)
      Number += numStores(Pipeline, Array);
    return std::max(1.0, Number / Ports);
  }

  /// Stores of \p Array directly inside loop \p Pipeline, by each work-item of
  /// a vector.
  double numStores(size_t Pipeline, const std::string &Array) const {
    double Number = 0;
    for (const MemoryAccess &M : Kernel.Accesses)
      if (isOfArray(M, MemoryAccess::Kind::Write) && M.Base == Array &&
          Launched.LoopOf[M.BlockId].value_or(Kernel.Loops.size()) == Pipeline)
        Number += std::max(1u, D.Simd);
    return Number;
  }

  const BoundKernel &Bound;
  BoundLaunch &Launched;
  const KernelSummary &Kernel;
  const Design &D;
  const LoopMotion Motion;
  std::set<std::pair<uint32_t, std::string>>
      Written; ///< loops and their arrays
};

} // namespace

std::vector<double> portIntervals(const BoundKernel &Bound,
                                  BoundLaunch &Launched, const Design &D) {
  std::vector<double> Result = ReadPorts(Bound, Launched, D).intervals();
  StorePorts Stores(Launched, D);
  for (size_t I = 0; I < Result.size(); ++I)
    Result[I] = std::max(Result[I], Stores.interval(Launched.BlocksOf[I]));
  return Result;
}

} // namespace roofline
