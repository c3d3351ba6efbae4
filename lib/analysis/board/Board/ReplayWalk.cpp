// Replays one part of a launch's code, work-item by work-item.
#include "ReplayWalk.h"

#include "LoadStoreUnits.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>

namespace roofline {
namespace {

/// Points of one block and batch of groups, and groups along a dimension that
/// are gone through.
constexpr uint64_t MostPoints = 8192, MostGroups = 4;
/// Executions of a block or of a loop's pass by a work-item that are gone
/// through, all parts of the code together, before what is left runs as little
/// of its loops as it can.
constexpr uint64_t MostSteps = 1u << 24;
/// Executions that a visit, with no work-item, takes as long as.
constexpr uint64_t VisitSteps = 8;
/// [work-item] Follow each other through a pipeline at once. Assumed: some
/// hundred stages of operators and of global memory.
constexpr uint64_t InFlight = 128;

/// One of 0 .. Number - 1, for as many as Weight says; 0 for one that only
/// comes before the next.
struct Sample {
  uint64_t Index = 0;
  double Weight = 1;
};

/// Iterations that follow each other in a sample: elements of a word of four
/// bytes each, so that it changes as often as in all of them; or a multiple.
constexpr uint64_t RunLength = 16;
/// With the first, the one that leads to the run, and the last.
constexpr uint64_t ShortSample = RunLength + 3;

/// About as many as \p Most, but four, or five of more. What happens again
/// after
/// \p Period iterations, as a change of words does, happens as often in the
/// sample as in all of them, if \p Most permits as many.
std::vector<Sample> sample(uint64_t Number, uint64_t Most, uint64_t Period) {
  std::vector<Sample> Result;
  if (Most == 0 && Number > 0)
    return {{Number / 2, double(Number)}};
  // The first, a run in the middle after one that leads to it, the last after
  // one that leads to it. The run stands for whole periods, and what these
  // leave is gone through before it.
  uint64_t Run = std::max<uint64_t>(Most, 5) - 3, Rest = 0;
  if (Run >= Period && Number > 2) {
    Run -= Run % Period;
    Rest = (Number - 2) % Period;
  }
  if (Number <= std::max<uint64_t>({Most, 4, Rest ? Run + Rest + 4 : 0})) {
    for (uint64_t I = 0; I < Number; ++I)
      Result.push_back({I, 1});
    return Result;
  }
  const uint64_t From = (Number - Run - Rest) / 2;
  Result = {{0, 1}, {From, 0}};
  for (uint64_t I = 1; I <= Rest; ++I)
    Result.push_back({From + I, 1});
  for (uint64_t I = Rest + 1; I <= Rest + Run; ++I)
    Result.push_back({From + I, double(Number - 2 - Rest) / double(Run)});
  if (Run >= Period)
    Result.push_back({Number - 2, 0});
  Result.push_back({Number - 1, 1});
  return Result;
}

/// The first, the last and two between, which differ in whether they are odd.
std::vector<Sample> sampleGroups(uint64_t Number) {
  std::vector<Sample> Result;
  if (Number <= MostGroups) {
    for (uint64_t I = 0; I < Number; ++I)
      Result.push_back({I, 1});
    return Result;
  }
  const double Between = double(Number - 2) / 2;
  const uint64_t Third = Number / 3;
  return {{0, 1},
          {Third, Between},
          {2 * Third + 1 - Third % 2, Between},
          {Number - 1, 1}};
}

struct WorkItem {
  BoundLaunch::Ids Ids;
  uint64_t Number = 0;           ///< in the batch of groups
  uint32_t Vector = 0, Lane = 0; ///< where it is computed
  uint64_t Group = 0;            ///< in the batch
};

/// Goes through batches of work-items, which are told by their index in the
/// batch, along the loops around one part of the code.
class Walker {
public:
  Walker(const BoundKernel &Bound, BoundLaunch &Launched, const Design &D,
         const BoardMechanisms &With, size_t Part)
      : Bound(Bound), Kernel(*Bound.Kernel), D(D), With(With),
        WordBytes(uint32_t(Bound.TransactionWidth)), Placed(Launched),
        Part(Part), UnitsOf(loadStoreUnits(Placed, D, With, Part)) {
    findPath();
    for (uint32_t Block : Placed.BlocksOf[Part])
      findTwins(UnitsOf[Block]);
    for (uint32_t Block : Placed.BlocksOf[Part])
      for (LoadStoreUnit &U : UnitsOf[Block])
        if (U.Result.IsCached && !U.Twin)
          Caches.push_back(&U);
  }

  ReplayedPart walk() {
    walkGroups();
    if (IsSampled && With.Conditions) {
      walkMissed();
      scaleToTotals();
    }
    ReplayedPart Result;
    if (Part < Kernel.Loops.size())
      Result.Loop = Loops[Part];
    else
      Result.Loop.Passes = Passes;
    Result.IsSampled = IsSampled;
    for (uint32_t Block : Placed.BlocksOf[Part]) {
      Result.BlockRuns.push_back(BlockRuns[Block]);
      Result.Units.emplace_back();
      for (const LoadStoreUnit &U : UnitsOf[Block])
        Result.Units.back().push_back(U.Twin ? UnitsOf[Block][*U.Twin].Result
                                             : U.Result);
    }
    return Result;
  }

private:
  void findTwins(std::vector<LoadStoreUnit> &Units) const {
    std::map<uint32_t, std::vector<uint32_t>> AloneOf; // by access
    for (uint32_t I = 0; I < Units.size(); ++I) {
      std::vector<uint32_t> &Alone = AloneOf[Units[I].Result.Access];
      const auto Twin =
          std::find_if(Alone.begin(), Alone.end(), [&](uint32_t Other) {
            return areTwins(Units[Other], Units[I]);
          });
      if (Twin != Alone.end())
        Units[I].Twin = *Twin;
      else
        Alone.push_back(I);
    }
  }

  bool areTwins(const LoadStoreUnit &L, const LoadStoreUnit &R) const {
    const CompiledAccess &A = Placed.Accesses[L.Result.Access];
    const CompiledGuard &When =
        Placed.BlockGuards[Kernel.Accesses[A.Access].BlockId];
    if (L.Result.Access != R.Result.Access ||
        L.Result.NumBytes != R.Result.NumBytes || A.IsIrregular)
      return false;
    uint64_t Apart = 0; // [byte]
    const uint32_t Block = Kernel.Accesses[A.Access].BlockId;
    for (auto Loop = Placed.LoopOf[Block]; Loop;
         Loop = Kernel.Loops[*Loop].Parent) {
      if (L.Copy[*Loop] == R.Copy[*Loop])
        continue;
      const auto Step = A.Address.step(BoundLaunch::LoopId + *Loop);
      if (!Step || When.Form.reads(BoundLaunch::LoopId + *Loop))
        return false;
      Apart += uint64_t(*Step) * uint64_t(R.Copy[*Loop] - L.Copy[*Loop]);
    }
    return int64_t(Apart) % int64_t(WordBytes) == 0;
  }

  /// Goes through some of the groups, as many at once as are under way at once:
  /// their work-items follow each other through each iteration.
  void walkGroups() {
    const uint64_t AtOnce =
        std::min(Placed.TotalGroups,
                 (InFlight + Placed.ItemsPerGroup - 1) / Placed.ItemsPerGroup);
    if (AtOnce == Placed.TotalGroups)
      return walkBatch(0, AtOnce, 1);
    IsSampled = true;
    std::array<std::vector<Sample>, 3> Groups;
    for (unsigned Dim = 0; Dim < 3; ++Dim)
      Groups[Dim] = sampleGroups(Placed.NumGroups[Dim]);
    for (const Sample &Z : Groups[2])
      for (const Sample &Y : Groups[1])
        for (const Sample &X : Groups[0]) {
          const uint64_t First =
              std::min(X.Index + Placed.NumGroups[0] *
                                     (Y.Index + Placed.NumGroups[1] * Z.Index),
                       Placed.TotalGroups - AtOnce);
          if (!Caches.empty() && First >= AtOnce)
            walkBatch(First - AtOnce, AtOnce, 0); // fills the caches
          walkBatch(First, AtOnce,
                    X.Weight * Y.Weight * Z.Weight / double(AtOnce));
        }
  }

  /// Goes through \p Number groups from \p First on, the first dimension
  /// fastest.
  void walkBatch(uint64_t First, uint64_t Number, double Weight) {
    std::vector<uint32_t> Items;
    const uint64_t NumItems = Number * Placed.ItemsPerGroup;
    const uint64_t Step = std::max<uint64_t>(1, NumItems / MostPoints);
    IsSampled |= Step > 1;
    Batch.clear();
    for (uint64_t I = 0; I < NumItems; I += Step)
      if (Placed.place(First, I)) {
        Items.push_back(uint32_t(Batch.size()));
        Batch.push_back({Placed.ids(), I, uint32_t(I / D.Simd),
                         uint32_t(I % D.Simd), I / Placed.ItemsPerGroup});
      }
    findRows();
    for (uint32_t Block : Placed.BlocksOf[Part])
      for (LoadStoreUnit &U : UnitsOf[Block])
        U.forget();
    BatchStep = Step;
    Weight *= double(Step);
    Passes += Weight * passes(Items);
    walkBody(Kernel.Loops.size(), Items, Weight, MostPoints);
  }

  /// Work-items of a batch, one after another, whose ids grow by as much from
  /// each to the next.
  struct Row {
    uint32_t End; ///< index into the batch
    BoundLaunch::Ids Apart;
  };

  void findRows() {
    Rows.clear();
    RowOf.resize(Batch.size());
    for (uint32_t I = 0; I < Batch.size(); ++I) {
      BoundLaunch::Ids Apart{};
      for (size_t Slot = 0; I + 1 < Batch.size() && Slot < Apart.size(); ++Slot)
        Apart[Slot] = Batch[I + 1].Ids[Slot] - Batch[I].Ids[Slot];
      if (Rows.empty() || I >= Rows.back().End)
        Rows.push_back({I + 1, Apart});
      RowOf[I] = uint32_t(Rows.size() - 1);
      if (I + 1 < Batch.size() && Apart == Rows.back().Apart)
        Rows.back().End = I + 2;
    }
  }

  void place(uint32_t Item) { Placed.place(Batch[Item].Ids); }

  /// Goes from the body of loop \p Id, or of the kernel, on to the part.
  void walkBody(size_t Id, const std::vector<uint32_t> &Items, double Weight,
                uint64_t Points) {
    if (Id != Part)
      return walkLoop(Next[Id], Items, Weight, Points);
    for (uint32_t Block : Placed.BlocksOf[Id])
      walkBlock(Block, Items, Weight);
  }

  /// Work-items that enter a loop, and how many iterations each has.
  struct Entry {
    std::vector<uint32_t> Items;
    std::vector<int64_t> Counts; ///< by item; empty: all have Least
    int64_t Least = 0, Most = 0;
    double Iterations = 0; ///< of all items
  };

  Entry entryOf(uint32_t Id, const std::vector<uint32_t> &Items) {
    Entry In;
    Placed.setLoop(Id, 0);
    if (Placed.isUniform(Id) && !Items.empty()) {
      In.Items = Items;
      In.Least = In.Most = Placed.tripOf(Id, 0);
      In.Iterations = double(In.Most) * double(Items.size());
      return In;
    }
    for (uint32_t Item : Items) {
      place(Item);
      if (!Placed.runs(Placed.LoopGuards[Id]))
        continue;
      const int64_t Count = Placed.tripOf(Id, Batch[Item].Number);
      In.Least = In.Items.empty() ? Count : std::min(In.Least, Count);
      In.Most = std::max(In.Most, Count);
      In.Iterations += double(Count);
      In.Items.push_back(Item);
      In.Counts.push_back(Count);
    }
    return In;
  }

  void walkLoop(uint32_t Id, const std::vector<uint32_t> &Items, double Weight,
                uint64_t Points) {
    const Entry In = entryOf(Id, Items);
    Weight *= Placed.LoopGuards[Id].Share;
    ReplayedLoop &Loop = Loops[Id];
    Loop.Entries += Weight * double(In.Items.size());
    Loop.Groups += Weight / double(BatchStep) * numGroups(In.Items);
    Loop.Iterations += Weight * In.Iterations;
    const uint64_t Copies = std::max<uint32_t>(1, D.Unroll[Id]);
    const uint64_t Number = (uint64_t(In.Most) + Copies - 1) / Copies;
    const auto Some =
        sample(Number, mostPasses(Id, Points, In.Items.size()), periodOf(Id));
    IsSampled |= Some.size() < Number;
    const double OfAll = passes(In.Items);
    std::vector<uint32_t> Going;
    auto Walk = [&](const Sample &S) {
      const auto First = int64_t(S.Index * Copies);
      const bool AreAll = First < In.Least;
      Going.clear();
      for (size_t I = 0; !AreAll && I < In.Items.size(); ++I)
        if (First < In.Counts[I])
          Going.push_back(In.Items[I]);
      Loop.Passes += Weight * S.Weight * (AreAll ? OfAll : passes(Going));
      Placed.setLoop(Id, First);
      NumSteps += VisitSteps + Going.size();
      walkBody(Id, AreAll ? In.Items : Going, Weight * S.Weight,
               std::max<uint64_t>(1, Points / Some.size()));
    };
    for (auto S = Some.begin(); S != Some.end();) {
      if (S->Weight <= 1) {
        Walk(*S++);
        continue;
      }
      const std::vector<double> Before = loadsOfCaches();
      const double Skipped = S->Weight - 1;
      for (; S != Some.end() && S->Weight > 1; ++S)
        Walk(*S);
      skipLoads(Before, Skipped);
    }
    Placed.setLoop(Id, 0);
  }

  /// [word] that each cache has taken in so far.
  std::vector<double> loadsOfCaches() const {
    std::vector<double> Result;
    for (const LoadStoreUnit *U : Caches)
      Result.push_back(U->Loaded + U->Skipped);
    return Result;
  }

  /// Passes that are not gone through load as much as those since \p Before,
  /// \p Times as often.
  void skipLoads(const std::vector<double> &Before, double Times) {
    for (size_t I = 0; I < Caches.size(); ++I) {
      LoadStoreUnit &U = *Caches[I];
      U.Skipped += Times * (U.Loaded + U.Skipped - Before[I]);
    }
  }

  /// Limits the passes of loop \p Id that are gone through for \p Entering
  /// work-items.
  uint64_t mostPasses(uint32_t Id, uint64_t Points, size_t Entering) const {
    if (NumSteps >= MostSteps / Placed.BlocksOf.size())
      return 0;
    const uint64_t Most = Points / std::max<size_t>(1, Entering) / Inside[Id];
    return std::max(Most, Id == Part ? periodOf(Id) + 3 : 1);
  }

  /// Passes of loop \p Id after which all units of the part are as far into a
  /// word as before, and at least RunLength.
  uint64_t periodOf(uint32_t Id) const {
    uint64_t Period = RunLength;
    for (uint32_t Block : Placed.BlocksOf[Part])
      for (const LoadStoreUnit &U : UnitsOf[Block])
        if (const auto Step = Placed.Accesses[U.Result.Access].Address.step(
                BoundLaunch::LoopId + Id);
            Step && *Step != 0)
          Period = std::max<uint64_t>(
              Period, WordBytes / std::gcd(uint64_t(WordBytes),
                                           uint64_t(std::abs(*Step)) *
                                               std::max(1u, D.Unroll[Id])));
    return Period;
  }

  /// Finds the way through the loops around the part, and how many passes of
  /// those inside of each are gone through.
  void findPath() {
    Inside.assign(Kernel.Loops.size(), 1);
    Next.resize(Kernel.Loops.size() + 1);
    for (size_t Id = Part; Id < Kernel.Loops.size();) {
      const size_t Around = Kernel.Loops[Id].Parent.value_or(Inside.size());
      Next[Around] = uint32_t(Id);
      const double Most =
          std::clamp(std::ceil(Bound.Loops[Id].Trip / factorOf(Id)), 1.0,
                     double(ShortSample));
      if (Around < Inside.size())
        Inside[Around] =
            std::min<uint64_t>(MostPoints, uint64_t(Most) * Inside[Id]);
      Id = Around;
    }
  }

  double factorOf(size_t Id) const { return std::max(1u, D.Unroll[Id]); }

  /// Goes once through blocks that no sample met, for what a run asks for.
  void walkMissed() {
    std::vector<uint32_t> Items(Batch.size());
    std::iota(Items.begin(), Items.end(), 0);
    for (uint32_t Id : Placed.BlocksOf[Part]) {
      const BoundBlock &Known = Bound.Blocks[Placed.BoundOf[Id]];
      if (BlockRuns[Id] > 0 || Known.Runs.value_or(0) <= 0)
        continue;
      BlockRuns[Id] = double(Items.size());
      for (LoadStoreUnit &U : UnitsOf[Id]) {
        U.forget();
        if (!U.Twin)
          walkUnit(U, Items, 1);
      }
    }
  }

  /// Lets what was gone through stand for all of the launch, whose iterations
  /// and runs of blocks are known.
  void scaleToTotals() {
    const double OfLoop = Part < Kernel.Loops.size() ? scaleLoop(Part) : 1;
    for (uint32_t Id : Placed.BlocksOf[Part]) {
      const BoundBlock &Known = Bound.Blocks[Placed.BoundOf[Id]];
      double &Runs = BlockRuns[Id];
      if (Runs <= 0)
        continue;
      const double Copies = firstCopies(Known.Loop);
      const double Total = Known.Runs.value_or(0) * Copies;
      const double By = Copies < 1 ? OfLoop : Total > 0 ? Total / Runs : 1;
      Runs *= By;
      for (LoadStoreUnit &U : UnitsOf[Id])
        for (double *Number :
             {&U.Result.Requests, &U.Result.Slots, &U.Result.Words,
              &U.Result.Jumps, &U.Result.Repeats})
          *Number *= By;
    }
  }

  /// By how much there is more of loop \p Id than was gone through.
  double scaleLoop(uint32_t Id) {
    const BoundLoop &Known = Bound.Loops[Id];
    ReplayedLoop &Loop = Loops[Id];
    if (!Known.Iterations)
      return 1;
    const double Iterations =
        *Known.Iterations * firstCopies(Kernel.Loops[Id].Parent);
    const double By = Loop.Iterations > 0 ? Iterations / Loop.Iterations : 1;
    Loop.Passes = Loop.Iterations > 0 ? Loop.Passes * By
                                      : Iterations / D.Simd / factorOf(Id);
    Loop.Iterations = Iterations;
    Loop.Groups *= By;
    if (Known.Trip > 0)
      Loop.Entries = Iterations / Known.Trip;
    return By;
  }

  /// The share of the iterations of the loops around that the first copies of
  /// unrolled loops have.
  double firstCopies(std::optional<uint32_t> Around) const {
    double Share = 1;
    for (; Around; Around = Kernel.Loops[*Around].Parent)
      if (const double Trip = Bound.Loops[*Around].Trip; Trip > 0)
        Share *= std::min(1.0, std::ceil(Trip / factorOf(*Around)) / Trip);
    return Share;
  }

  /// Counts the groups that \p Items has a work-item of.
  double numGroups(const std::vector<uint32_t> &Items) const {
    double Sum = 0;
    for (size_t I = 0; I < Items.size(); ++I)
      Sum += I == 0 || Batch[Items[I]].Group != Batch[Items[I - 1]].Group;
    return Sum;
  }

  /// Counts the vectors that \p Items has a work-item of.
  double passes(const std::vector<uint32_t> &Items) const {
    if (D.Simd <= 1)
      return double(Items.size());
    double Sum = 0;
    for (size_t I = 0; I < Items.size(); ++I)
      Sum += I == 0 || Batch[Items[I]].Vector != Batch[Items[I - 1]].Vector;
    return Sum;
  }

  void walkBlock(uint32_t Id, const std::vector<uint32_t> &Items,
                 double Weight) {
    const CompiledGuard &When = Placed.BlockGuards[Id];
    NumSteps += VisitSteps + Items.size() * (1 + UnitsOf[Id].size());
    Weight *= When.Share;
    std::vector<uint32_t> Filtered;
    if (!When.Always)
      Filtered = running(When, Items);
    const std::vector<uint32_t> &Some = When.Always ? Items : Filtered;
    BlockRuns[Id] += Weight * double(Some.size());
    for (LoadStoreUnit &U : UnitsOf[Id]) {
      if (U.Twin)
        continue;
      Placed.move(U.Copy, 1);
      if (When.Always || !readsCopy(When, U.Copy))
        walkUnit(U, Some, Weight);
      else
        walkUnit(U, running(When, Items), Weight);
      Placed.move(U.Copy, -1);
    }
  }

  std::vector<uint32_t> running(const CompiledGuard &When,
                                const std::vector<uint32_t> &Items) {
    std::vector<uint32_t> Result;
    for (uint32_t Item : Items) {
      place(Item);
      if (Placed.runs(When))
        Result.push_back(Item);
    }
    return Result;
  }

  /// True where another copy may decide otherwise.
  static bool readsCopy(const CompiledGuard &When, const LoopCopy &Copy) {
    return std::any_of(Copy.begin(), Copy.end(), [&](const LoopCopy::Step &S) {
      return S.Number != 0 && When.Form.reads(BoundLaunch::LoopId + S.Loop);
    });
  }

  /// The bytes that the work-items of one vector have asked for so far.
  struct VectorRequest {
    std::optional<uint32_t> Vector;
    int64_t Start = 0, End = 0;
  };

  void finish(LoadStoreUnit &U, VectorRequest &Open, double Weight) {
    if (Open.Vector)
      U.request(0, Open.Start, Open.End, WordBytes, Weight);
    Open.Vector.reset();
  }

  void ask(LoadStoreUnit &U, const WorkItem &Asker, int64_t Address,
           VectorRequest &Open, double Weight) {
    const int64_t End = Address + U.Result.NumBytes;
    if (!U.JoinsLanes)
      return U.request(Asker.Lane, Address, End, WordBytes, Weight);
    if (Open.Vector == Asker.Vector) {
      Open.Start = std::min(Open.Start, Address);
      Open.End = std::max(Open.End, End);
      return;
    }
    finish(U, Open, Weight);
    Open = {Asker.Vector, Address, End};
  }

  /// Lets \p Items, in their order, ask unit \p U for what they access.
  void walkUnit(LoadStoreUnit &U, const std::vector<uint32_t> &Items,
                double Weight) {
    const CompiledAccess &A = Placed.Accesses[U.Result.Access];
    VectorRequest Open;
    for (size_t I = 0; I < Items.size();) {
      const Row &In = Rows[RowOf[Items[I]]];
      place(Items[I]);
      const int64_t Address = Placed.addressOf(A);
      const auto Step = Placed.stepOf(A, In.Apart);
      // Items ascend: as many as there are numbers between are all of them.
      size_t Last = I + 1;
      if (const size_t All = I + In.End - Items[I];
          Step && All <= Items.size() && Items[All - 1] == In.End - 1)
        Last = All;
      else
        while (Step && Last < Items.size() && Items[Last] < In.End &&
               Items[Last] == Items[Last - 1] + 1)
          ++Last;
      walkRow(U, Items[I], Last - I, Address, Step.value_or(0), Open, Weight);
      I = Last;
    }
    finish(U, Open, Weight);
  }

  /// Lets \p Number work-items from \p First on ask, each for what is \p Step
  /// bytes behind what the one before does.
  void walkRow(LoadStoreUnit &U, uint32_t First, size_t Number, int64_t Address,
               int64_t Step, VectorRequest &Open, double Weight) {
    auto At = [&](size_t I) {
      return int64_t(uint64_t(Address) + uint64_t(Step) * I);
    };
    for (size_t I = 0; I < Number;) {
      const WorkItem &By = Batch[First + I];
      size_t Vectors = 0; // that the row has all work-items of
      if (U.JoinsLanes && By.Lane == 0 && I + D.Simd <= Number &&
          Batch[First + I + D.Simd - 1].Number == By.Number + D.Simd - 1)
        Vectors = (Number - I) / D.Simd;
      if (Vectors == 0) {
        ask(U, By, At(I), Open, Weight);
        ++I;
        continue;
      }
      finish(U, Open, Weight);
      const auto [Least, Most] = std::minmax({At(I), At(I + D.Simd - 1)});
      U.requestRun(Least, Most + U.Result.NumBytes, Step * D.Simd, Vectors,
                   WordBytes, Weight);
      I += Vectors * D.Simd;
    }
  }

  const BoundKernel &Bound;
  const KernelSummary &Kernel;
  const Design &D;
  const BoardMechanisms With;
  const uint32_t WordBytes;
  BoundLaunch &Placed;
  const size_t Part;
  std::vector<std::vector<LoadStoreUnit>> UnitsOf; ///< by block
  std::vector<LoadStoreUnit *> Caches;
  std::vector<uint64_t> Inside; ///< by loop; see findPath()
  std::vector<uint32_t> Next;   ///< loop inside, by loop
  std::vector<WorkItem> Batch;  ///< that are gone through together
  uint64_t BatchStep = 1;       ///< of so many work-items one is in it
  std::vector<Row> Rows;
  std::vector<uint32_t> RowOf; ///< by work-item of the batch
  uint64_t NumSteps = 0;       ///< gone through so far; see MostSteps

  std::vector<ReplayedLoop> Loops{Kernel.Loops.size()};
  std::vector<double> BlockRuns = std::vector<double>(Kernel.Blocks.size());
  double Passes = 0; ///< of the kernel's body
  bool IsSampled = false;
};

} // namespace

ReplayedPart walkPart(const BoundKernel &Bound, BoundLaunch &Launched,
                      const Design &D, const BoardMechanisms &With,
                      size_t Part) {
  assert(Part <= Bound.Loops.size() &&
         "a part is a loop, or the code outside of all");
  assert(D.Unroll.size() == Bound.Loops.size() &&
         "a design has an unroll factor for each loop");
  Launched.unplace();
  return Walker(Bound, Launched, D, With, Part).walk();
}

} // namespace roofline
