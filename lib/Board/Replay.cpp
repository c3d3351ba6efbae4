// A launch, gone through work-item by work-item.
#include "roofline/Board/Replay.h"

#include "CompiledExpr.h"

#include "roofline/Kernel/LaunchSymbols.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <tuple>

namespace roofline {
namespace {

/// Points of one block and group, copies of an unrolled access, and groups
/// along a dimension that are gone through.
constexpr uint64_t MostPoints = 8192, MostCopies = 4096, MostGroups = 4;
/// [work-item] That follow each other through a pipeline at once: some
/// hundred stages of operators and of global memory.
constexpr uint64_t InFlight = 128;
/// [work-item] per group where nothing tells: as compilers take them.
constexpr uint64_t DefaultGroupSize = 256;

/// Of a cached load unit: 512 kbit. Source: Intel FPGA SDK for OpenCL Best
/// Practices Guide, Load-Store Unit Modifiers: a cache is created where the
/// access pattern is data-dependent or appears to be repetitive.
constexpr uint64_t CacheLines = 1024;

/// Where the values of symbols stand: ids by dimension, then loops.
enum Slots : uint32_t { GlobalId = 0, LocalId = 3, GroupId = 6, LoopId = 9 };

/// Some of 0 .. Number - 1, each for as many as Weight says; 0 for one that
/// only comes before the next.
struct Sample {
  uint64_t At = 0;
  double Weight = 1;
};

std::vector<Sample> sample(uint64_t Number, uint64_t Most) {
  std::vector<Sample> Result;
  if (Number <= std::max<uint64_t>(Most, 4)) {
    for (uint64_t I = 0; I < Number; ++I)
      Result.push_back({I, 1});
    return Result;
  }
  // The first, a run in the middle after one that leads to it, the last.
  const uint64_t Run = std::max<uint64_t>(Most, 5) - 3;
  const uint64_t From = (Number - Run) / 2;
  Result = {{0, 1}, {From, 0}};
  for (uint64_t I = 1; I <= Run; ++I)
    Result.push_back({From + I, double(Number - 2) / double(Run)});
  Result.push_back({Number - 1, 1});
  return Result;
}

/// A unit while it is being built and replayed.
struct Unit {
  ReplayedUnit Result;
  std::vector<int64_t> Copy; ///< by loop: which copy of the unrolled ones
  bool JoinsLanes = false;   ///< of a vector of work-items: side by side
  int64_t Recent = -1;
  bool IsCached = false;     ///< keeps words, by place
  std::vector<int64_t> Cache; ///< word, by line
  std::vector<int64_t> Last; ///< word, by lane
};

struct CompiledGuard {
  CompiledExpr Form;
  bool Always = true;
};

struct CompiledAccess {
  uint32_t Access = 0;
  CompiledExpr Address;
  /// Of an irregular one: the slots that it moves with.
  std::vector<uint32_t> Along;
  bool IsIrregular = false;
};

class Walker {
public:
  Walker(const KernelSummary &Kernel, const Launch &L, const Design &D,
         uint32_t WordBytes, const BoardMechanisms &With)
      : Kernel(Kernel), L(L), D(D), WordBytes(WordBytes), With(With),
        Symbols(launchSymbols(Kernel, L)), Values(LoopId + Kernel.Loops.size()),
        BlocksOf(Kernel.Loops.size() + 1), LoopsOf(Kernel.Loops.size() + 1),
        UnitsOf(Kernel.Blocks.size()) {
    R.Loops.resize(Kernel.Loops.size());
    R.Blocks.resize(Kernel.Blocks.size());
  }

  Replay walk() {
    findSizes();
    placeBlocks(Kernel.Root, Kernel.Loops.size());
    compile();
    walkGroups();
    for (const auto &Units : UnitsOf)
      for (const auto &U : Units)
        R.Units.push_back(U->Result);
    return std::move(R);
  }

private:
  void findSizes() {
    for (unsigned Dim = 0; Dim < 3; ++Dim) {
      const uint64_t Global = std::max<uint64_t>(L.Global[Dim], 1);
      const auto Local = Symbols("local_size(" + std::to_string(Dim) + ")");
      R.GroupSize[Dim] = Local && *Local > 0 ? uint64_t(*Local)
                         : Dim == 0 ? std::gcd(Global, DefaultGroupSize)
                                    : 1;
      R.GroupSize[Dim] = std::min(R.GroupSize[Dim], Global);
      R.NumGroups[Dim] = (Global + R.GroupSize[Dim] - 1) / R.GroupSize[Dim];
    }
    NumItems = R.GroupSize[0] * R.GroupSize[1] * R.GroupSize[2];
  }

  /// The first, the last and two between, which differ in whether they are odd.
  std::vector<Sample> groupsAlong(unsigned Dim) {
    const uint64_t Number = R.NumGroups[Dim];
    std::vector<Sample> Result;
    if (Number <= MostGroups) {
      for (uint64_t I = 0; I < Number; ++I)
        Result.push_back({I, 1});
      return Result;
    }
    R.IsSampled = true;
    const double Between = double(Number - 2) / 2;
    const uint64_t Third = Number / 3;
    return {{0, 1},
            {Third, Between},
            {2 * Third + 1 - Third % 2, Between},
            {Number - 1, 1}};
  }

  void placeBlocks(uint32_t Node, size_t Around) {
    const auto &N = Kernel.Nodes[Node];
    if (N.K == Node::Kind::Block)
      BlocksOf[Around].push_back(N.Index);
    if (N.K == Node::Kind::Loop) {
      LoopsOf[Around].push_back(N.Index);
      Around = N.Index;
    }
    for (uint32_t Child : N.Children)
      placeBlocks(Child, Around);
  }

  std::optional<uint32_t> slotOf(std::string_view Symbol) const {
    if (const auto Id = loopOfSymbol(Symbol))
      return LoopId + *Id;
    for (auto [Name, First] : {std::pair{"global_id(", GlobalId},
                               {"local_id(", LocalId},
                               {"group_id(", GroupId}})
      if (Symbol.starts_with(Name))
        return First + uint32_t(Symbol[std::string_view(Name).size()] - '0');
    return std::nullopt;
  }

  std::optional<CompiledExpr> compile(const Expr &E) {
    return CompiledExpr::compile(
        substitute(E, Symbols),
        [this](std::string_view S) { return slotOf(S); });
  }

  CompiledGuard compile(const Guard &When) {
    if (!With.Conditions)
      return {};
    R.IsAtMost |= When.IsOfData;
    auto Form = compile(When.Form);
    if (!Form) {
      R.IsAtMost = true;
      return {};
    }
    return {*Form, When.Form.isConstant(1)};
  }

  void compile() {
    for (const Block &B : Kernel.Blocks)
      BlockGuards.push_back(compile(B.When));
    for (const Loop &Source : Kernel.Loops) {
      LoopGuards.push_back(compile(Source.When));
      auto Given = boundTrip(Source, L);
      auto Count = Source.Trip.K == TripCount::Kind::Unknown
                       ? std::nullopt
                       : compile(Source.Trip.Count);
      R.IsAtMost |= !Given && Source.Trip.K != TripCount::Kind::Exact;
      if (Given || !Count)
        Count = compile(Expr::constant(Given ? std::llround(*Given) : 1));
      Trips.push_back(*Count);
    }
    for (uint32_t I = 0; I < Kernel.Accesses.size(); ++I)
      Accesses.push_back(compileAccess(I));
    for (const auto &Blocks : BlocksOf)
      addUnits(Blocks);
  }

  CompiledAccess compileAccess(uint32_t Id) {
    CompiledAccess Result;
    Result.Access = Id;
    const auto &Index = Kernel.Accesses[Id].Index;
    if (!Index) {
      Result.IsIrregular = true;
      for (uint32_t Slot = 0; Slot < Values.size(); ++Slot)
        Result.Along.push_back(Slot);
      return Result;
    }
    Expr Sum = Index->Offset;
    for (const IndexTerm &T : Index->Terms)
      Sum = Sum + T.Coefficient * Expr::symbol(T.Variable);
    if (auto Whole = compile(Sum + Index->Irregular)) {
      Result.Address = *Whole;
      return Result;
    }
    Result.IsIrregular = true;
    if (auto Regular = compile(Sum))
      Result.Address = *Regular;
    for (const std::string &Variable : Index->IrregularAlong)
      if (auto Slot = slotOf(Variable))
        Result.Along.push_back(*Slot);
    return Result;
  }

  // Units
  // -----------------------------------------------------------------------

  bool isOfBoard(const MemoryAccess &A) const {
    return A.Space == AddressSpace::Global ||
           A.Space == AddressSpace::Generic ||
           A.Space == AddressSpace::Constant;
  }

  /// The copies of loops around \p Block, as the values that they add to the
  /// loops' slots.
  std::vector<std::vector<int64_t>> copiesOf(uint32_t Block) const {
    std::vector<std::vector<int64_t>> Result{
        std::vector<int64_t>(Kernel.Loops.size())};
    for (auto Loop = LoopOfBlock(Block); Loop;
         Loop = Kernel.Loops[*Loop].Parent) {
      const uint32_t Number = D.Unroll[*Loop];
      if (Number <= 1 || Result.size() * Number > MostCopies)
        continue;
      const size_t Before = Result.size();
      for (uint32_t Copy = 1; Copy < Number; ++Copy)
        for (size_t I = 0; I < Before; ++I) {
          Result.push_back(Result[I]);
          Result.back()[*Loop] = Copy;
        }
    }
    return Result;
  }

  std::optional<uint32_t> LoopOfBlock(uint32_t Block) const {
    for (size_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      if (std::find(BlocksOf[Id].begin(), BlocksOf[Id].end(), Block) !=
          BlocksOf[Id].end())
        return uint32_t(Id);
    return std::nullopt;
  }

  int64_t addressAt(const CompiledAccess &A, const std::vector<int64_t> &Copy) {
    for (size_t I = 0; I < Copy.size(); ++I)
      Values[LoopId + I] += Copy[I];
    int64_t Address = A.Address(Values.data());
    if (A.IsIrregular) {
      uint64_t Hash = 0x9e3779b97f4a7c15u + A.Access;
      for (uint32_t Slot : A.Along) {
        Hash ^= uint64_t(Values[Slot]) + (Hash << 6) + (Hash >> 2);
        Hash *= 0xbf58476d1ce4e5b9u;
        Hash ^= Hash >> 29;
      }
      // Anywhere in an array that is far larger than what is close by.
      Address += int64_t(Hash % (uint64_t(1) << 30)) *
                 std::max<int64_t>(1, Kernel.Accesses[A.Access].NumBytes);
    }
    for (size_t I = 0; I < Copy.size(); ++I)
      Values[LoopId + I] -= Copy[I];
    return Address;
  }

  bool runsAt(const CompiledGuard &G, const std::vector<int64_t> &Copy) {
    if (G.Always)
      return true;
    for (size_t I = 0; I < Copy.size(); ++I)
      Values[LoopId + I] += Copy[I];
    const bool Runs = G.Form(Values.data()) > 0;
    for (size_t I = 0; I < Copy.size(); ++I)
      Values[LoopId + I] -= Copy[I];
    return Runs;
  }

  /// True where the addresses of two copies, or accesses, are always as far
  /// apart as they are now.
  bool isFixedDistance(const CompiledAccess &L, const CompiledAccess &R) const {
    if (L.Access == R.Access)
      return !L.IsIrregular;
    const auto &From = Kernel.Accesses[L.Access],
               &To = Kernel.Accesses[R.Access];
    return From.Base == To.Base && From.K == To.K && From.Index && To.Index &&
           constantDistance(*From.Index, *To.Index).has_value();
  }

  /// Neighbours in memory that a work-item accesses under one condition are one
  /// unit, also in blocks one after another: the compiler turns short branches
  /// into conditions of the accesses.
  void addUnits(const std::vector<uint32_t> &Blocks) {
    struct Part {
      CompiledAccess *Of;
      const std::vector<int64_t> *Copy;
      int64_t Address;
    };
    if (Blocks.empty())
      return;
    std::vector<Part> Parts;
    const auto Copies = copiesOf(Blocks.front());
    for (CompiledAccess &A : Accesses)
      if (const MemoryAccess &M = Kernel.Accesses[A.Access];
          isOfBoard(M) &&
          std::find(Blocks.begin(), Blocks.end(), M.BlockId) != Blocks.end())
        for (const auto &Copy : Copies)
          Parts.push_back({&A, &Copy, addressAt(A, Copy)});
    std::stable_sort(Parts.begin(), Parts.end(), [&](auto &L, auto &R) {
      const auto &From = Kernel.Accesses[L.Of->Access];
      const auto &To = Kernel.Accesses[R.Of->Access];
      return std::tie(From.Base, From.K, L.Address) <
             std::tie(To.Base, To.K, R.Address);
    });
    struct Open {
      const Part *First;
      Unit *Of;
      int64_t Start, End;
    };
    std::vector<Open> Growing;
    for (const Part &P : Parts) {
      const MemoryAccess &A = Kernel.Accesses[P.Of->Access];
      const int64_t End = P.Address + A.NumBytes;
      auto Joined = std::find_if(Growing.begin(), Growing.end(), [&](Open &O) {
        return With.Neighbours && P.Address <= O.End &&
               isUnderOneCondition(*O.First, P) &&
               isFixedDistance(*O.First->Of, *P.Of);
      });
      if (Joined != Growing.end()) {
        Joined->End = std::max(Joined->End, End);
        Joined->Of->Result.NumBytes = uint32_t(Joined->End - Joined->Start);
        continue;
      }
      auto &Units = UnitsOf[A.BlockId];
      Units.push_back(std::make_unique<Unit>());
      Unit &U = *Units.back();
      U.Result.Access = P.Of->Access;
      U.Result.NumBytes = A.NumBytes;
      U.Result.IsIrregular = P.Of->IsIrregular;
      U.Copy = *P.Copy;
      Growing.push_back({&P, &U, P.Address, End});
    }
    for (const Open &O : Growing) {
      O.Of->JoinsLanes = joinsLanes(*O.Of);
      O.Of->IsCached = isCached(*O.Of);
      HasCaches |= O.Of->IsCached;
      if (O.Of->IsCached)
        O.Of->Cache.assign(CacheLines, -1);
      O.Of->Last.assign(O.Of->JoinsLanes ? 1 : D.Simd, -1);
    }
  }

  /// True where the work-items decide whether \p Block runs, or data do: a test
  /// of counters alone, as for what is left at a loop's end, nearly always
  /// holds.
  bool isOfWorkItem(uint32_t Block) const {
    if (Kernel.Blocks[Block].When.IsOfData)
      return true;
    for (uint32_t Slot = 0; Slot < LoopId; ++Slot)
      if (!BlockGuards[Block].Always && BlockGuards[Block].Form.reads(Slot))
        return true;
    return false;
  }

  bool isUnderOneCondition(const auto &L, const auto &R) const {
    const auto &From = Kernel.Accesses[L.Of->Access];
    const auto &To = Kernel.Accesses[R.Of->Access];
    if (!isOfWorkItem(From.BlockId) && !isOfWorkItem(To.BlockId))
      return true;
    if (!(Kernel.Blocks[From.BlockId].When == Kernel.Blocks[To.BlockId].When))
      return false;
    for (uint32_t Loop = 0; Loop < Kernel.Loops.size(); ++Loop)
      if ((*L.Copy)[Loop] != (*R.Copy)[Loop] &&
          BlockGuards[From.BlockId].Form.reads(LoopId + Loop))
        return false;
    return true;
  }

  /// True for a load that repeats addresses: of data, or the same for groups
  /// along a dimension.
  bool isCached(const Unit &U) const {
    const MemoryAccess &A = Kernel.Accesses[U.Result.Access];
    if (!With.Caches || A.K != MemoryAccess::Kind::Read || D.Simd > 1)
      return false;
    for (const MemoryAccess &Other : Kernel.Accesses)
      if (Other.Base == A.Base && Other.K != MemoryAccess::Kind::Read)
        return false;
    const CompiledAccess &C = Accesses[U.Result.Access];
    if (C.IsIrregular)
      return true;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      if (R.NumGroups[Dim] > 1 && !C.Address.reads(GlobalId + Dim) &&
          !C.Address.reads(GroupId + Dim))
        return true;
    return false;
  }

  /// True for what may differ between work-items of a vector.
  bool differsInVector(const CompiledExpr &Form) const {
    for (unsigned Dim = 0; Dim < 3; ++Dim) {
      if (Form.reads(GlobalId + Dim) || Form.reads(LocalId + Dim))
        return true;
      if (R.GroupSize[Dim] % D.Simd == 0)
        return false; // the vector is a part of one row
    }
    return false;
  }

  /// True where the work-items of a vector access neighbours, or the same,
  /// under one condition.
  bool joinsLanes(const Unit &U) {
    if (D.Simd <= 1 || !With.OwnLanes)
      return true;
    const CompiledAccess &A = Accesses[U.Result.Access];
    const CompiledGuard &G =
        BlockGuards[Kernel.Accesses[U.Result.Access].BlockId];
    if (A.IsIrregular || (!G.Always && differsInVector(G.Form)))
      return false;
    place(0);
    const int64_t First = addressAt(A, U.Copy);
    place(1);
    const int64_t Step = addressAt(A, U.Copy) - First;
    return Step >= 0 && Step <= int64_t(U.Result.NumBytes);
  }

  // The walk
  // -----------------------------------------------------------------------

  void place(uint64_t Item) {
    const uint64_t Of = FirstGroup + Item / NumItems;
    Item %= NumItems;
    const std::array<uint64_t, 3> Local{Item % R.GroupSize[0],
                                        Item / R.GroupSize[0] % R.GroupSize[1],
                                        Item / R.GroupSize[0] / R.GroupSize[1]};
    const std::array<uint64_t, 3> Group{Of % R.NumGroups[0],
                                        Of / R.NumGroups[0] % R.NumGroups[1],
                                        Of / R.NumGroups[0] / R.NumGroups[1]};
    for (unsigned Dim = 0; Dim < 3; ++Dim) {
      Values[GroupId + Dim] = int64_t(Group[Dim]);
      Values[LocalId + Dim] = int64_t(Local[Dim]);
      Values[GlobalId + Dim] =
          int64_t(Group[Dim] * R.GroupSize[Dim] + Local[Dim]);
    }
  }

  /// Goes through some of the groups, as many at once as are under way at once:
  /// their work-items follow each other through each iteration.
  void walkGroups() {
    const uint64_t Total = R.NumGroups[0] * R.NumGroups[1] * R.NumGroups[2];
    const uint64_t AtOnce =
        std::min(Total, (InFlight + NumItems - 1) / NumItems);
    if (AtOnce == Total)
      return walkBatch(0, Total, 1);
    std::array<std::vector<Sample>, 3> Groups;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      Groups[Dim] = groupsAlong(Dim);
    for (const Sample &Z : Groups[2])
      for (const Sample &Y : Groups[1])
        for (const Sample &X : Groups[0]) {
          const uint64_t First = std::min(
              X.At + R.NumGroups[0] * (Y.At + R.NumGroups[1] * Z.At),
              Total - AtOnce);
          if (HasCaches && First >= AtOnce)
            walkBatch(First - AtOnce, AtOnce, 0); // fills the caches
          walkBatch(First, AtOnce,
                    X.Weight * Y.Weight * Z.Weight / double(AtOnce));
        }
  }

  /// Of \p Number groups from \p First on, the first dimension fastest.
  void walkBatch(uint64_t First, uint64_t Number, double Weight) {
    FirstGroup = First;
    std::vector<uint32_t> Items;
    const uint64_t Step = std::max<uint64_t>(1, Number * NumItems / MostPoints);
    R.IsSampled |= Step > 1;
    for (uint64_t I = 0; I < Number * NumItems; I += Step) {
      place(I);
      bool Exists = true;
      for (unsigned Dim = 0; Dim < 3; ++Dim)
        Exists &= Values[GlobalId + Dim] <
                  int64_t(std::max<uint64_t>(L.Global[Dim], 1));
      if (Exists)
        Items.push_back(uint32_t(I));
    }
    for (auto &Units : UnitsOf)
      for (auto &U : Units)
        std::fill(U->Last.begin(), U->Last.end(), -1);
    Weight *= double(Step);
    R.Passes += Weight * std::ceil(double(Items.size()) / D.Simd);
    walkBody(Kernel.Loops.size(), Items, Weight, MostPoints);
  }

  /// Of the body of loop \p Of, or of the kernel, for \p Items.
  void walkBody(size_t Of, const std::vector<uint32_t> &Items, double Weight,
                uint64_t Points) {
    for (uint32_t Block : BlocksOf[Of])
      walkBlock(Block, Items, Weight);
    for (uint32_t Loop : LoopsOf[Of])
      walkLoop(Loop, Items, Weight, Points);
  }

  void walkLoop(uint32_t Id, const std::vector<uint32_t> &Items, double Weight,
                uint64_t Points) {
    std::vector<uint32_t> Entering;
    std::vector<int64_t> Counts;
    int64_t Most = 0;
    double Sum = 0;
    Values[LoopId + Id] = 0;
    for (uint32_t Item : Items) {
      place(Item);
      if (!runsAt(LoopGuards[Id], {}))
        continue;
      const int64_t Count = std::max<int64_t>(0, Trips[Id](Values.data()));
      Entering.push_back(Item);
      Counts.push_back(Count);
      Most = std::max(Most, Count);
      Sum += double(Count);
    }
    ReplayedLoop &Loop = R.Loops[Id];
    Loop.Entries += Weight * double(Entering.size());
    Loop.Iterations += Weight * Sum;
    const uint64_t Copies = std::max<uint32_t>(1, D.Unroll[Id]);
    const uint64_t Number = (uint64_t(Most) + Copies - 1) / Copies;
    const uint64_t Budget =
        std::max<uint64_t>(1, Points / std::max<size_t>(1, Entering.size()));
    const auto Iterations = sample(Number, Budget);
    R.IsSampled |= Iterations.size() < Number;
    std::vector<uint32_t> Active;
    for (const Sample &S : Iterations) {
      Active.clear();
      for (size_t I = 0; I < Entering.size(); ++I)
        if (int64_t(S.At * Copies) < Counts[I])
          Active.push_back(Entering[I]);
      Loop.Passes += Weight * S.Weight * passes(Active);
      Values[LoopId + Id] = int64_t(S.At * Copies);
      walkBody(Id, Active, Weight * S.Weight,
               std::max<uint64_t>(1, Points / Iterations.size()));
    }
    Values[LoopId + Id] = 0;
  }

  /// Vectors of work-items of which \p Items has one.
  double passes(const std::vector<uint32_t> &Items) const {
    if (D.Simd <= 1)
      return double(Items.size());
    double Sum = 0;
    for (size_t I = 0; I < Items.size(); ++I)
      Sum += I == 0 || Items[I] / D.Simd != Items[I - 1] / D.Simd;
    return Sum;
  }

  void walkBlock(uint32_t Id, const std::vector<uint32_t> &Items,
                 double Weight) {
    std::vector<uint32_t> Running;
    if (BlockGuards[Id].Always)
      Running = Items;
    else
      for (uint32_t Item : Items) {
        place(Item);
        if (runsAt(BlockGuards[Id], {}))
          Running.push_back(Item);
      }
    R.Blocks[Id].Runs += Weight * double(Running.size());
    R.Blocks[Id].Passes += Weight * passes(Running);
    for (auto &U : UnitsOf[Id])
      walkUnit(*U, Id, Items, Weight);
  }

  void walkUnit(Unit &U, uint32_t Block, const std::vector<uint32_t> &Items,
                double Weight) {
    const CompiledAccess &A = Accesses[U.Result.Access];
    std::optional<uint32_t> Vector;
    int64_t Start = 0, End = 0; ///< of the vector's request
    auto Request = [&] {
      if (Vector)
        touch(U, U.Last[0], Start, End, Weight);
    };
    for (uint32_t Item : Items) {
      place(Item);
      if (!runsAt(BlockGuards[Block], U.Copy))
        continue;
      const int64_t Address = addressAt(A, U.Copy);
      if (!U.JoinsLanes) {
        touch(U, U.Last[Item % D.Simd], Address, Address + U.Result.NumBytes,
              Weight);
        continue;
      }
      if (Vector != Item / D.Simd) {
        Request();
        Vector = Item / D.Simd;
        Start = Address;
        End = Address;
      }
      Start = std::min(Start, Address);
      End = std::max(End, Address + U.Result.NumBytes);
    }
    Request();
  }

  int64_t wordOf(int64_t Address) const {
    const auto Bytes = int64_t(WordBytes);
    return Address / Bytes - (Address % Bytes < 0);
  }

  void touch(Unit &U, int64_t &Last, int64_t Start, int64_t End,
             double Weight) {
    const int64_t First = wordOf(Start), Final = wordOf(End - 1);
    if (U.IsCached) {
      U.Result.Requests += Weight;
      for (int64_t Word = First; Word <= Final; ++Word) {
        int64_t &Line = U.Cache[uint64_t(Word) % CacheLines];
        if (Line != Word)
          U.Result.Words += Weight;
        Line = Word;
      }
      return;
    }
    const bool Stays = First == Last;
    U.Result.Requests += Weight;
    U.Result.Words += Weight * double(Final - First + (Stays ? 0 : 1));
    if (!Stays && First != Last + 1)
      U.Result.Jumps += Weight;
    if (!Stays && First == U.Recent)
      U.Result.PageMisses += Weight;
    U.Recent = Final;
    Last = Final;
  }

  const KernelSummary &Kernel;
  const Launch &L;
  const Design &D;
  const uint32_t WordBytes;
  const BoardMechanisms With;
  SymbolValue Symbols;
  Replay R;
  uint64_t NumItems = 1;
  bool HasCaches = false;
  uint64_t FirstGroup = 0; ///< of the batch
  std::vector<int64_t> Values; ///< by Slots
  /// Directly inside a loop; the last: in none.
  std::vector<std::vector<uint32_t>> BlocksOf, LoopsOf;
  std::vector<CompiledGuard> BlockGuards, LoopGuards;
  std::vector<CompiledExpr> Trips;
  std::vector<CompiledAccess> Accesses;
  std::vector<std::vector<std::unique_ptr<Unit>>> UnitsOf; ///< by block
};

} // namespace

Replay replay(const KernelSummary &Kernel, const Launch &L, const Design &D,
              uint32_t WordBytes, const BoardMechanisms &With) {
  return Walker(Kernel, L, D, WordBytes, With).walk();
}

} // namespace roofline
