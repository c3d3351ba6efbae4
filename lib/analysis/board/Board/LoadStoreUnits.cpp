// The load/store units of a design, and the memory words that they request.
#include "LoadStoreUnits.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <numeric>
#include <tuple>

namespace roofline {
namespace {

/// Words of a load unit's cache: 512 kbit. Source: Intel FPGA SDK for OpenCL
/// Best Practices Guide, "Load-Store Unit Modifiers".
constexpr uint64_t CacheLines = 1024;

/// Version of the compiler from which on neighbours under tests of ids, one for
/// each copy, are one unit. Seen: 14.1 keeps them apart (sobel on the DE5-Net),
/// 17.1 joins them (a memory benchmark on the 385A); none between was seen.
constexpr double FirstJoiningSdk = 15;

class UnitBuilder {
public:
  UnitBuilder(BoundLaunch &Launched, const Design &D,
              const BoardMechanisms &With)
      : Launched(Launched), Kernel(Launched.Kernel), D(D), With(With),
        UnitsOf(Kernel.Blocks.size()) {}

  std::vector<std::vector<LoadStoreUnit>> run(size_t Part) {
    Launched.place(0, 0);
    if (!Launched.BlocksOf[Part].empty())
      addUnits(Launched.BlocksOf[Part]);
    for (auto &Units : UnitsOf)
      for (LoadStoreUnit &U : Units)
        finish(U);
    return std::move(UnitsOf);
  }

private:
  /// One copy of an access.
  struct Part {
    const CompiledAccess *Access;
    const LoopCopy *Copy;
    int64_t Address;
  };
  /// Neighbours that have been joined so far.
  struct Run {
    const Part *First;
    int64_t Start, End;
  };

  /// Constants stand in a memory of their own on the chip.
  bool isOfBoard(const MemoryAccess &A) const {
    return A.Space == AddressSpace::Global || A.Space == AddressSpace::Generic;
  }

  /// Joins neighbours in memory that a work-item accesses under one condition,
  /// also in blocks one after another: the compiler turns short branches into
  /// conditions of the accesses.
  void addUnits(const std::vector<uint32_t> &Blocks) {
    const auto Copies = Launched.copiesOf(Blocks.front(), D);
    std::vector<Part> Parts;
    std::vector<uint32_t> Inside;
    for (uint32_t Block : Blocks)
      Inside.insert(Inside.end(), Launched.AccessesOf[Block].begin(),
                    Launched.AccessesOf[Block].end());
    std::sort(Inside.begin(), Inside.end());
    for (uint32_t Id : Inside)
      if (isOfBoard(Kernel.Accesses[Id])) {
        const CompiledAccess &A = Launched.Accesses[Id];
        for (const LoopCopy &Copy : Copies)
          Parts.push_back({&A, &Copy, Launched.addressOf(A, Copy)});
      }
    std::stable_sort(Parts.begin(), Parts.end(), [&](auto &L, auto &R) {
      const MemoryAccess &From = accessOf(L), &To = accessOf(R);
      return std::tie(From.Base, From.K, L.Address) <
             std::tie(To.Base, To.K, R.Address);
    });
    std::vector<Run> Runs;
    std::vector<size_t> Open; ///< runs that a later part may be a neighbour of
    for (const Part &P : Parts) {
      const int64_t End = P.Address + accessOf(P).NumBytes;
      std::erase_if(Open, [&](size_t R) {
        return Runs[R].End < P.Address ||
               accessOf(*Runs[R].First).Base != accessOf(P).Base;
      });
      const auto Joined = std::find_if(Open.begin(), Open.end(), [&](size_t R) {
        return isFixedDistance(*Runs[R].First, P) &&
               isUnderOneCondition(*Runs[R].First, P);
      });
      if (With.Neighbours && Joined != Open.end()) {
        Runs[*Joined].End = std::max(Runs[*Joined].End, End);
        continue;
      }
      Open.push_back(Runs.size());
      Runs.push_back({&P, P.Address, End});
    }
    for (const Run &R : Runs) {
      LoadStoreUnit U;
      U.Result.Access = R.First->Access->Access;
      U.Result.NumBytes = uint32_t(R.End - R.Start);
      U.Result.IsIrregular = R.First->Access->IsIrregular;
      U.Copy = *R.First->Copy;
      UnitsOf[accessOf(*R.First).BlockId].push_back(std::move(U));
    }
  }

  const MemoryAccess &accessOf(const Part &P) const {
    return Kernel.Accesses[P.Access->Access];
  }

  /// True where the addresses are always as far apart as they are now.
  bool isFixedDistance(const Part &L, const Part &R) const {
    if (L.Access == R.Access)
      return !L.Access->IsIrregular;
    const MemoryAccess &From = accessOf(L), &To = accessOf(R);
    return From.Base == To.Base && From.K == To.K && From.Index && To.Index &&
           constantDistance(*From.Index, *To.Index).has_value();
  }

  /// A test of counters alone, as for what is left at a loop's end, nearly
  /// always holds, and counts as none.
  bool isUnderOneCondition(const Part &L, const Part &R) const {
    const uint32_t From = accessOf(L).BlockId, To = accessOf(R).BlockId;
    if (!Launched.isOfWorkItem(From) && !Launched.isOfWorkItem(To))
      return true;
    const Guard &When = Kernel.Blocks[From].When;
    if (From == To && !When.IsOfData && Launched.Sdk >= FirstJoiningSdk)
      return true;
    // Both arms of an if that data decide have one guard: they are no one
    // condition.
    if (!(When == Kernel.Blocks[To].When) || (When.IsOfData && From != To))
      return false;
    for (auto Loop = Launched.LoopOf[From]; Loop;
         Loop = Kernel.Loops[*Loop].Parent)
      if ((*L.Copy)[*Loop] != (*R.Copy)[*Loop] &&
          Launched.BlockGuards[From].Form.reads(BoundLaunch::LoopId + *Loop))
        return false;
    return true;
  }

  void finish(LoadStoreUnit &U) {
    U.JoinsLanes = joinsLanes(U);
    U.Result.IsCached = isCached(U);
    U.Cache.resize(U.Result.IsCached ? CacheLines : 0);
    U.Result.NumLanes = U.JoinsLanes ? 1 : D.Simd;
    U.Last.assign(U.Result.NumLanes, NoWord);
  }

  /// True where the work-items of a vector access neighbours, or the same,
  /// under one condition.
  bool joinsLanes(const LoadStoreUnit &U) {
    if (D.Simd <= 1 || !With.OwnLanes)
      return true;
    const CompiledAccess &A = Launched.Accesses[U.Result.Access];
    const CompiledGuard &G =
        Launched.BlockGuards[Kernel.Accesses[U.Result.Access].BlockId];
    if (A.IsIrregular || (!G.Always && differsInVector(G.Form)))
      return false;
    Launched.place(0, 0);
    const int64_t First = Launched.addressOf(A, U.Copy);
    Launched.place(0, 1);
    const int64_t Step = Launched.addressOf(A, U.Copy) - First;
    return Step >= 0 && Step <= int64_t(U.Result.NumBytes);
  }

  /// True for what may differ between work-items of a vector.
  bool differsInVector(const CompiledExpr &Form) const {
    for (unsigned Dim = 0; Dim < 3; ++Dim) {
      if (Form.reads(BoundLaunch::GlobalId + Dim) ||
          Form.reads(BoundLaunch::LocalId + Dim))
        return true;
      if (Launched.GroupSize[Dim] % D.Simd == 0)
        return false; // the vector is a part of one row
    }
    return false;
  }

  /// True for a load of what the kernel never writes that repeats addresses:
  /// data choose them, or groups along a dimension have the same.
  bool isCached(const LoadStoreUnit &U) const {
    const MemoryAccess &A = Kernel.Accesses[U.Result.Access];
    if (!With.Caches || A.K != MemoryAccess::Kind::Read || isVectorAGroupsRow())
      return false;
    if (Launched.Written.contains(A.Base))
      return false;
    const CompiledAccess &C = Launched.Accesses[U.Result.Access];
    if (C.IsIrregular)
      return true;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      if (Launched.NumGroups[Dim] > 1 &&
          !C.Address.reads(BoundLaunch::GlobalId + Dim) &&
          !C.Address.reads(BoundLaunch::GroupId + Dim))
        return true;
    return false;
  }

  /// True where a group's row is one vector of work-items: no two vectors after
  /// each other ask for neighbours, and units have shown no cache then.
  bool isVectorAGroupsRow() const {
    return D.Simd > 1 && Launched.GroupSize[0] <= D.Simd;
  }

  BoundLaunch &Launched;
  const KernelSummary &Kernel;
  const Design &D;
  const BoardMechanisms With;
  std::vector<std::vector<LoadStoreUnit>> UnitsOf; ///< by block
};

int64_t wordOf(int64_t Address, uint64_t WordBytes) {
  if (std::has_single_bit(WordBytes))
    return Address >> std::countr_zero(WordBytes);
  const auto Bytes = int64_t(WordBytes);
  return Address / Bytes - (Address % Bytes < 0);
}

/// [byte] Width of the segments that a unit with requests of \p Bytes serves.
uint64_t segmentBytes(int64_t Bytes, uint32_t WordBytes) {
  constexpr int64_t Most = int64_t(1) << 62;
  return std::max<uint64_t>(WordBytes,
                            std::bit_ceil(uint64_t(std::min(Bytes, Most))));
}

/// Borders of segments inside a request.
double segmentsCrossed(int64_t Start, int64_t End, uint32_t WordBytes) {
  const uint64_t Segment = segmentBytes(End - Start, WordBytes);
  return double(wordOf(End - 1, Segment) - wordOf(Start, Segment));
}

/// Borders of segments inside \p Number requests of \p Bytes, a power of two,
/// one behind another from \p Start on.
double straddles(int64_t Start, int64_t Bytes, uint64_t Number,
                 uint32_t WordBytes) {
  const uint64_t Segment = segmentBytes(Bytes, WordBytes);
  const int64_t Last = Start + Bytes * int64_t(Number) - 1;
  return Start % Bytes == 0
             ? 0
             : double(wordOf(Last, Segment) - wordOf(Start, Segment));
}

int64_t moved(int64_t Address, int64_t Step, uint64_t Times) {
  return int64_t(uint64_t(Address) + uint64_t(Step) * Times);
}

} // namespace

void LoadStoreUnit::forget() {
  std::fill(Last.begin(), Last.end(), NoWord);
  Recent = NoWord;
}

void LoadStoreUnit::request(uint32_t Lane, int64_t Start, int64_t End,
                            uint32_t WordBytes, double Weight) {
  assert(Start < End && WordBytes > 0 &&
         "a request is for bytes of whole words");
  assert((JoinsLanes || Lane < Last.size() || !Cache.empty()) &&
         "a lane that requests is one of the unit");
  const int64_t First = wordOf(Start, WordBytes),
                Final = wordOf(End - 1, WordBytes);
  Result.Requests += Weight;
  Result.Slots += Weight * (1 + segmentsCrossed(Start, End, WordBytes));
  if (!Cache.empty())
    return load(First, Final, Weight);
  int64_t &LastWord = Last[JoinsLanes ? 0 : Lane];
  const bool Stays = First == LastWord;
  Result.Words += Weight * double(Final - First + (Stays ? 0 : 1));
  if (!Stays && First != LastWord + 1)
    Result.Jumps += Weight;
  if (!Stays && First == Recent)
    Result.Repeats += Weight;
  Recent = LastWord = Final;
}

/// Takes words into the cache.
void LoadStoreUnit::load(int64_t First, int64_t Final, double Weight) {
  for (int64_t Word = First; Word <= Final; ++Word) {
    CacheLine &Line = Cache[uint64_t(Word) % CacheLines];
    if (Line.Word == Word && Skipped - Line.Skipped < CacheLines)
      continue;
    Line = {Word, Skipped};
    ++Loaded;
    Result.Words += Weight;
  }
}

void LoadStoreUnit::requestRun(int64_t Start, int64_t End, int64_t Step,
                               uint64_t Number, uint32_t WordBytes,
                               double Weight) {
  assert(WordBytes > 0 && "a word of memory has bytes");
  uint64_t Next = 0;
  auto One = [&] {
    request(0, moved(Start, Step, Next), moved(End, Step, Next), WordBytes,
            Weight);
    ++Next;
  };
  if (Number > 0)
    One();
  // Neighbours ask for each word once.
  if (Next < Number && Step == End - Start &&
      std::has_single_bit(uint64_t(Step))) {
    const int64_t Before = Recent,
                  Final = wordOf(moved(End, Step, Number - 1) - 1, WordBytes);
    Result.Requests += Weight * double(Number - Next);
    Result.Slots += Weight * (double(Number - Next) +
                              straddles(moved(Start, Step, Next), Step,
                                        Number - Next, WordBytes));
    if (!Cache.empty())
      return load(wordOf(Start, WordBytes), Final, Weight);
    Result.Words += Weight * double(Final - Before);
    Last[0] = Recent = Final;
    return;
  }
  // A request a whole number of segments further on asks for as many.
  const uint64_t Segment = segmentBytes(End - Start, WordBytes);
  const uint64_t Period =
      Segment /
      std::gcd(Step < 0 ? 0 - uint64_t(Step) : uint64_t(Step), Segment);
  if (Cache.empty() && Number - Next > 2 * Period) {
    const ReplayedUnit Before = Result;
    while (Next <= Period)
      One();
    const uint64_t Times = (Number - Next) / Period;
    auto Repeat = [&](double ReplayedUnit::*Member) {
      Result.*Member += double(Times) * (Result.*Member - Before.*Member);
    };
    for (auto Member :
         {&ReplayedUnit::Requests, &ReplayedUnit::Slots, &ReplayedUnit::Words,
          &ReplayedUnit::Jumps, &ReplayedUnit::Repeats})
      Repeat(Member);
    Next += Times * Period;
    Last[0] = Recent = wordOf(moved(End, Step, Next - 1) - 1, WordBytes);
  }
  while (Next < Number)
    One();
}

std::vector<std::vector<LoadStoreUnit>>
loadStoreUnits(BoundLaunch &Launched, const Design &D,
               const BoardMechanisms &With, size_t Part) {
  assert(D.Simd >= 1 && "a vector has at least one work-item");
  return UnitBuilder(Launched, D, With).run(Part);
}

} // namespace roofline
