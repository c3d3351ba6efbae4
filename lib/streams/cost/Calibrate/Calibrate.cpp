// Micro-benchmarks to a cost model.
#include "roofline/Calibrate/Calibrate.h"

#include "ResultCache.h"

#include "roofline/Process/RunFolder.h"
#include "roofline/Resources/CostSampling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <mutex>
#include <set>
#include <thread>

using namespace llvm;

namespace roofline {
namespace {

/// A micro-benchmark, and where its result is kept.
struct Job {
  const MicroBenchmark *Benchmark = nullptr;
  std::string Key;
  std::vector<std::string> Sources;
  bool Taken = false; ///< measured, or in this round
};

/// The micro-benchmarks of one curve, ascending.
struct Series {
  CostCurve Curve; ///< so far
  std::vector<Job> Jobs;
};

class Calibration {
public:
  Calibration(const SynthesisTarget &Target, const CalibrationOptions &Options)
      : Target(Target), Options(Options), Cache(Options.Cache) {}

  Expected<CalibrationResult> run(ArrayRef<MicroBenchmark> Benchmarks);

private:
  Error checkKnown() const;
  Error prepare(ArrayRef<MicroBenchmark> Benchmarks);
  void takeKnown();
  void findModules(StringRef Verilog, std::set<std::string> &Modules);
  std::string modulePath(StringRef Name) const;
  std::string keyOf(const MicroBenchmark &B,
                    const std::set<std::string> &Modules);
  std::vector<Job *> nextJobs(Series &S) const;
  void open(Job &J);
  Error measureRound();
  ArrayRef<Job *> nextBatch();
  void work();
  Error workElsewhere();
  void keep(ArrayRef<Job *> Batch, std::vector<Synthesis> Results);
  Error addPoint(const Job &J, CostCurve &Curve);

  const SynthesisTarget &Target;
  const CalibrationOptions &Options;
  ResultCache Cache;
  std::string Version;
  std::map<std::string, std::string> ModuleTexts; ///< by module
  std::set<std::string> Missing;
  std::vector<std::string> Changed;
  std::vector<Series> All;
  const MicroBenchmark Slack = slackBenchmark();
  Job OfSlack;
  std::vector<Job *> Open; ///< of this round, not in the cache

  std::mutex Mutex; ///< of what follows, Cache and Options.Progress
  size_t Next = 0;  ///< of Open
  CalibrationProgress Progress;
  std::string Problem; ///< the first one
};

/// The modules that \p Verilog instantiates, and those that these do: each has
/// a file of its name.
void Calibration::findModules(StringRef Verilog,
                              std::set<std::string> &Modules) {
  SmallVector<StringRef, 0> Lines;
  Verilog.split(Lines, '\n');
  constexpr StringLiteral Prefix = "roofline_";
  for (StringRef Line : Lines) {
    Line = Line.split("//").first.trim();
    if (!Line.starts_with(Prefix))
      continue;
    std::string Name =
        Line.take_while([](char C) { return isAlnum(C) || C == '_'; }).str();
    if (!Modules.insert(Name).second)
      continue;
    auto [Text, New] = ModuleTexts.try_emplace(Name);
    if (New)
      if (auto Buffer = MemoryBuffer::getFile(modulePath(Name)))
        Text->second = (*Buffer)->getBuffer().str();
    findModules(Text->second, Modules);
  }
}

std::string Calibration::modulePath(StringRef Name) const {
  SmallString<128> Path(Options.Modules);
  sys::path::append(Path, Name + ".v");
  return Path.str().str();
}

std::string Calibration::keyOf(const MicroBenchmark &B,
                               const std::set<std::string> &Modules) {
  MD5 Hash;
  const std::string Tool = Target.Command.str() + Target.delays();
  for (StringRef Text :
       {StringRef(Version), StringRef(Tool), StringRef(B.Verilog)}) {
    Hash.update(Text);
    Hash.update(ArrayRef<uint8_t>(0));
  }
  for (const std::string &M : Modules)
    Hash.update(ModuleTexts[M]);
  MD5::MD5Result Result;
  Hash.final(Result);
  return Result.digest().str().str();
}

/// Points of different tools are not to be mixed.
Error Calibration::checkKnown() const {
  const CostModel *Known = Options.Known;
  for (auto [What, Theirs, Ours] :
       {std::tuple("target", StringRef(Known->Target), Target.Name),
        {"command", Known->Command, Target.Command},
        {"tool", Known->Tool, Version}})
    if (Theirs != Ours)
      return createStringError(inconvertibleErrorCode(),
                               Twine("the cost file to go on from has the ") +
                                   What + " '" + Theirs + "', not '" + Ours +
                                   "'");
  return Error::success();
}

/// Takes over the cost file, and marks the jobs that it has as done.
void Calibration::takeKnown() {
  if (Options.Delays) // and nothing that it does not have
    for (Series &S : All)
      for (Job &J : S.Jobs)
        J.Taken = true;
  for (const CostCurve &C : Options.Known->Curves) {
    auto S = find_if(All, [&](const Series &S) {
      return S.Curve.Structure == C.Structure && S.Curve.Form == C.Form &&
             S.Curve.Parameter == C.Parameter;
    });
    if (S == All.end())
      S = All.insert(S, Series{});
    S->Curve = C;
    Progress.Done += C.Points.size();
    Progress.Known += C.Points.size();
    for (Job &J : S->Jobs) {
      auto P = find_if(C.Points, [&](const CostPoint &P) {
        return P.Size == J.Benchmark->Size;
      });
      const bool IsKnown = P != C.Points.end();
      J.Taken = Options.Delays ? !IsKnown || P->Delay : IsKnown;
    }
  }
}

Error Calibration::prepare(ArrayRef<MicroBenchmark> Benchmarks) {
  Expected<std::string> V = yosysVersion(Options.Yosys);
  if (!V)
    return V.takeError();
  Version = *V;
  for (const MicroBenchmark &B : Benchmarks) {
    std::set<std::string> Modules;
    findModules(B.Verilog, Modules);
    auto Absent = find_if(
        Modules, [&](const std::string &M) { return ModuleTexts[M].empty(); });
    if (Absent != Modules.end()) {
      Missing.insert(*Absent);
      continue;
    }
    auto S = find_if(All, [&](const Series &S) {
      return S.Curve.Structure == B.Structure && S.Curve.Form == B.Form &&
             S.Curve.Parameter == B.Parameter;
    });
    if (S == All.end())
      S = All.insert(
          S, Series{CostCurve{B.Structure, B.Form, B.Parameter, {}, {}}, {}});
    Job J{&B, keyOf(B, Modules), {}};
    for (const std::string &M : Modules)
      J.Sources.push_back(modulePath(M));
    S->Jobs.push_back(std::move(J));
  }
  for (Series &S : All)
    sort(S.Jobs, [](const Job &A, const Job &B) {
      return A.Benchmark->Size < B.Benchmark->Size;
    });
  if (!Options.Known)
    return Error::success();
  takeKnown();
  return checkKnown();
}

/// Jobs of \p S to measure next: all that are not bisected, and those where a
/// resource has its breakpoints.
std::vector<Job *> Calibration::nextJobs(Series &S) const {
  std::vector<uint32_t> Sizes;
  for (const Job &J : S.Jobs)
    Sizes.push_back(J.Benchmark->Size);
  std::set<uint32_t> Wanted;
  for (auto Member : CostMembers) {
    bool Smooth = Member == &FabricResources::Luts ||
                  Member == &FabricResources::Registers;
    for (uint32_t Size :
         sizesToMeasure(fitPoints(S.Curve, Member), Sizes,
                        Smooth ? Growth::Smooth : Growth::Steps))
      Wanted.insert(Size);
  }
  std::vector<Job *> Jobs;
  for (Job &J : S.Jobs)
    if (!J.Taken && (!J.Benchmark->Bisect || Wanted.count(J.Benchmark->Size)))
      Jobs.push_back(&J);
  return Jobs;
}

/// Jobs of one run of yosys: one that takes long, or several that do not.
ArrayRef<Job *> Calibration::nextBatch() {
  size_t Begin = Next++;
  if (!Open[Begin]->Benchmark->TakesLong)
    while (Next < Open.size() && Next - Begin < Options.BatchSize &&
           !Open[Next]->Benchmark->TakesLong)
      ++Next;
  return ArrayRef(Open).slice(Begin, Next - Begin);
}

static SynthesisBatch batchOf(ArrayRef<Job *> Jobs) {
  SynthesisBatch Batch;
  std::set<std::string> Needed;
  for (const Job *J : Jobs) {
    Batch.Modules.push_back(J->Benchmark->Verilog);
    Needed.insert(J->Sources.begin(), J->Sources.end());
  }
  Batch.Sources.assign(Needed.begin(), Needed.end());
  return Batch;
}

/// Keeps what came of \p Batch.
void Calibration::keep(ArrayRef<Job *> Batch, std::vector<Synthesis> Results) {
  for (auto [J, Result] : zip_equal(Batch, Results))
    if (Error E = Cache.add(J->Key, std::move(Result)))
      Problem = toString(std::move(E));
  Progress.Done += Batch.size();
  Progress.Measured += Batch.size();
  Options.Progress(Progress);
}

/// Takes batches until there are none, or one failed.
void Calibration::work() {
  std::unique_lock Lock(Mutex);
  while (Next < Open.size() && Problem.empty()) {
    ArrayRef<Job *> Jobs = nextBatch();
    const SynthesisBatch Batch = batchOf(Jobs);
    Lock.unlock();
    auto Results =
        synthesize(Target, Batch.Modules, Batch.Sources, Options.Yosys);
    Lock.lock();
    if (!Results) {
      Problem = Jobs.front()->Benchmark->Structure + " of size " +
                std::to_string(Jobs.front()->Benchmark->Size) +
                (Jobs.size() > 1 ? " and others: " : ": ") +
                toString(Results.takeError());
      return;
    }
    keep(Jobs, std::move(*Results));
  }
}

Error Calibration::workElsewhere() {
  std::vector<ArrayRef<Job *>> Jobs;
  std::vector<SynthesisBatch> Batches;
  while (Next < Open.size()) {
    Jobs.push_back(nextBatch());
    Batches.push_back(batchOf(Jobs.back()));
  }
  auto Results = Options.Elsewhere(Batches);
  if (!Results)
    return Results.takeError();
  for (auto [Of, Result] : zip_equal(Jobs, *Results))
    keep(Of, std::move(Result));
  return Error::success();
}

/// Measures Open.
Error Calibration::measureRound() {
  ++Progress.Round;
  Progress.Known += Open.size();
  Options.Progress(Progress);
  // Puts jobs that take long last: they run alone and fill the end of a round.
  stable_sort(Open, [](const Job *A, const Job *B) {
    return A->Benchmark->TakesLong < B->Benchmark->TakesLong;
  });
  Next = 0;
  std::vector<std::thread> Workers;
  std::optional<RunFolder> Work;
  if (!Options.Elsewhere && !RunFolder::isThere())
    Work.emplace("roofline-calibrate");
  if (!Options.Elsewhere)
    for (unsigned I = 0; I < std::max(1u, Options.Jobs); ++I)
      Workers.emplace_back([this] { work(); });
  else if (!Open.empty())
    if (Error E = workElsewhere())
      return E;
  for (std::thread &T : Workers)
    T.join();
  Open.clear();
  return Problem.empty() ? Error::success()
                         : createStringError(inconvertibleErrorCode(), Problem);
}

/// Adds \p J to this round; it is done already where its result was kept.
void Calibration::open(Job &J) {
  J.Taken = true;
  if (!Cache.find(J.Key)) {
    Open.push_back(&J);
    return;
  }
  ++Progress.Done;
  ++Progress.Known;
}

Error Calibration::addPoint(const Job &J, CostCurve &Curve) {
  Expected<CostPoint> Point = resourcesOf(Target, *Cache.find(J.Key));
  if (!Point)
    return createStringError(inconvertibleErrorCode(),
                             Curve.Structure + " of size " +
                                 Twine(J.Benchmark->Size) + ": " +
                                 toString(Point.takeError()));
  if (J.Benchmark->HasSlack) {
    Expected<CostPoint> Beside = resourcesOf(Target, *Cache.find(OfSlack.Key));
    if (!Beside)
      return Beside.takeError();
    Point->Need = Point->Need - Beside->Need;
  }
  Point->Size = J.Benchmark->Size;
  auto It = partition_point(
      Curve.Points, [&](const CostPoint &P) { return P.Size < Point->Size; });
  if (It == Curve.Points.end() || It->Size != Point->Size) {
    Curve.Points.insert(It, *Point);
    return Error::success();
  }
  // LUTs of control differ by a few with what stands beside it; where another
  // resource does, the module has changed. A third of a DSP block is rounded
  // in a file.
  constexpr double Rounding = 1e-6;
  if (any_of(drop_begin(CostMembers), [&](double FabricResources::*Member) {
        return std::abs(It->Need.*Member - Point->Need.*Member) > Rounding;
      })) {
    Changed.push_back(
        (Curve.Structure + " " + Curve.Form + " of size " + Twine(Point->Size))
            .str());
    *It = *Point;
  }
  It->Delay = Point->Delay;
  return Error::success();
}

Expected<CalibrationResult>
Calibration::run(ArrayRef<MicroBenchmark> Benchmarks) {
  if (Error E = prepare(Benchmarks))
    return E;
  OfSlack = {&Slack, keyOf(Slack, {}), {}};
  while (true) {
    std::vector<std::pair<Job *, CostCurve *>> Round;
    for (Series &S : All)
      for (Job *J : nextJobs(S)) {
        Round.push_back({J, &S.Curve});
        open(*J);
        if (J->Benchmark->HasSlack && !OfSlack.Taken)
          open(OfSlack);
      }
    if (Round.empty())
      break;
    if (!Open.empty())
      if (Error E = measureRound())
        return E;
    for (auto [J, Curve] : Round)
      if (Error E = addPoint(*J, *Curve))
        return E;
  }

  CalibrationResult Result;
  Result.Progress = Progress;
  Result.MissingModules.assign(Missing.begin(), Missing.end());
  Result.Changed = std::move(Changed);
  CostModel &Costs = Result.Costs;
  Costs.Target = Target.Name;
  Costs.Tool = Version;
  Costs.Command = Target.Command;
  Costs.Source = "measured: roofline calibrate, " + Options.Date;
  if (Options.Known) // it may end so already
    Costs.Source = StringRef(Options.Known->Source).ends_with(Costs.Source)
                       ? Options.Known->Source
                       : Options.Known->Source + "; " + Costs.Source;
  Costs.MemoryBlockBits = Target.MemoryBlockBits;
  Costs.Memory = Target.Memory.vec();
  for (Series &S : All) {
    if (S.Curve.Points.empty())
      continue;
    fitCurve(S.Curve);
    Costs.Curves.push_back(std::move(S.Curve));
  }
  return Result;
}

} // namespace

Expected<CalibrationResult> calibrate(const SynthesisTarget &Target,
                                      ArrayRef<MicroBenchmark> Benchmarks,
                                      const CalibrationOptions &Options) {
  return Calibration(Target, Options).run(Benchmarks);
}

} // namespace roofline
