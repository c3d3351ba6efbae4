// Micro-benchmarks to a cost model.
#include "roofline/Calibrate/Calibrate.h"

#include "ResultCache.h"

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

/// A micro-benchmark that has to be synthesised.
struct Job {
  const MicroBenchmark *Benchmark = nullptr;
  std::string Key;
  std::vector<std::string> Sources;
};

class Calibration {
public:
  Calibration(const SynthesisTarget &Target, const CalibrationOptions &Options)
      : Target(Target), Options(Options), Cache(Options.Cache) {}

  Expected<CalibrationResult> run(ArrayRef<MicroBenchmark> Benchmarks);

private:
  Error prepare(ArrayRef<MicroBenchmark> Benchmarks);
  void findModules(StringRef Verilog, std::set<std::string> &Modules);
  std::string modulePath(StringRef Name) const;
  void work();
  Error addPoint(const MicroBenchmark &B, const CellCounts &Cells,
                 CostModel &Costs) const;

  const SynthesisTarget &Target;
  const CalibrationOptions &Options;
  ResultCache Cache;
  std::string Version;
  std::map<std::string, std::string> ModuleTexts; ///< by module
  std::set<std::string> Missing;
  std::vector<Job> All, Open;

  std::mutex Mutex; ///< of what follows, Cache and Options.Progress
  size_t Next = 0, Done = 0;
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
    Job J{&B, {}, {}};
    MD5 Hash;
    for (StringRef Text :
         {StringRef(Version), Target.Command, StringRef(B.Verilog)}) {
      Hash.update(Text);
      Hash.update(ArrayRef<uint8_t>(0));
    }
    for (const std::string &M : Modules) {
      Hash.update(ModuleTexts[M]);
      J.Sources.push_back(modulePath(M));
    }
    MD5::MD5Result Result;
    Hash.final(Result);
    J.Key = Result.digest().str().str();
    if (!Cache.find(J.Key))
      Open.push_back(J);
    All.push_back(std::move(J));
  }
  return Error::success();
}

/// Takes batches until there are none, or one failed.
void Calibration::work() {
  std::unique_lock Lock(Mutex);
  while (Next < Open.size() && Problem.empty()) {
    size_t Begin = Next;
    Next = std::min(Open.size(), Begin + Options.BatchSize);
    ArrayRef<Job> Batch = ArrayRef(Open).slice(Begin, Next - Begin);
    std::vector<std::string> Modules;
    std::set<std::string> Needed;
    for (const Job &J : Batch) {
      Modules.push_back(J.Benchmark->Verilog);
      Needed.insert(J.Sources.begin(), J.Sources.end());
    }
    std::vector<std::string> Sources(Needed.begin(), Needed.end());
    Lock.unlock();
    auto Results = synthesize(Target, Modules, Sources, Options.Yosys);
    Lock.lock();
    if (!Results) {
      Problem = toString(Results.takeError());
      return;
    }
    for (size_t I = 0; I < Batch.size(); ++I)
      if (Error E = Cache.add(Batch[I].Key, std::move((*Results)[I])))
        Problem = toString(std::move(E));
    Done += Batch.size();
    Options.Progress(Done, All.size());
  }
}

Error Calibration::addPoint(const MicroBenchmark &B, const CellCounts &Cells,
                            CostModel &Costs) const {
  Expected<CostPoint> Point = resourcesOf(Target, Cells);
  if (!Point)
    return createStringError(inconvertibleErrorCode(),
                             B.Structure + " of size " + Twine(B.Size) + ": " +
                                 toString(Point.takeError()));
  Point->Size = B.Size;
  auto Curve = find_if(Costs.Curves, [&](const CostCurve &C) {
    return C.Structure == B.Structure && C.Form == B.Form &&
           C.Parameter == B.Parameter;
  });
  if (Curve == Costs.Curves.end())
    Curve = Costs.Curves.insert(
        Curve, CostCurve{B.Structure, B.Form, B.Parameter, {}, {}});
  Curve->Points.push_back(*Point);
  return Error::success();
}

Expected<CalibrationResult>
Calibration::run(ArrayRef<MicroBenchmark> Benchmarks) {
  if (Error E = prepare(Benchmarks))
    return E;
  Done = All.size() - Open.size();
  Options.Progress(Done, All.size());
  std::vector<std::thread> Workers;
  for (unsigned I = 0; I < std::max(1u, Options.Jobs); ++I)
    Workers.emplace_back([this] { work(); });
  for (std::thread &T : Workers)
    T.join();
  if (!Problem.empty())
    return createStringError(inconvertibleErrorCode(), Problem);

  CalibrationResult Result;
  Result.MissingModules.assign(Missing.begin(), Missing.end());
  CostModel &Costs = Result.Costs;
  Costs.Target = Target.Name;
  Costs.Tool = Version;
  Costs.Command = Target.Command;
  Costs.Source = "measured: roofline calibrate, " + Options.Date;
  for (const Job &J : All)
    if (Error E = addPoint(*J.Benchmark, *Cache.find(J.Key), Costs))
      return E;
  for (CostCurve &C : Costs.Curves) {
    sort(C.Points, [](const CostPoint &A, const CostPoint &B) {
      return A.Size < B.Size;
    });
    fitCurve(C);
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
