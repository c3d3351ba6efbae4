// Cycles of a kernel's dataflow region, with the intervals and depths of our
// own model or those of a vendor's report.
//
/// \file
/// Each line of the input is a pipeline of a vendor's report: the name of the
/// nest, `loop0_loop1_loop2`, its interval and its depth. Without --given the
/// input is not read. Prints a line of JSON. Try: dataflow-score
/// summary.json --clock 300 --least
#include "roofline/Dataflow/DataflowRegion.h"
#include "roofline/Dataflow/LeastDepths.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <iostream>

using namespace llvm;
using namespace roofline;

namespace {

struct Arguments {
  std::string Summary;
  VitisOptions Options;
  bool IsGiven = false, WithLeast = false, Flushes = false;
};

Expected<Arguments> parseArguments(ArrayRef<const char *> Args) {
  Arguments A;
  for (size_t I = 0; I < Args.size(); ++I) {
    const StringRef Arg = Args[I];
    double Megahertz = 0;
    if (Arg == "--given") {
      A.IsGiven = true;
    } else if (Arg == "--least") {
      A.WithLeast = true;
    } else if (Arg == "--flushes") {
      A.Flushes = true;
    } else if (Arg == "--unsafe-math") {
      A.Options.UnsafeMath = true;
    } else if (Arg == "--clock" && I + 1 < Args.size() &&
               !StringRef(Args[I + 1]).getAsDouble(Megahertz)) {
      A.Options.Clock = Hertz(Megahertz * 1e6);
      ++I;
    } else if (!Arg.starts_with("-") && A.Summary.empty()) {
      A.Summary = Arg.str();
    } else {
      return createStringError("unexpected argument '" + Arg + "'");
    }
  }
  if (A.Summary.empty())
    return createStringError("usage: dataflow-score SUMMARY.json [--clock MHZ] "
                             "[--unsafe-math] [--given < LOOPS] [--least] "
                             "[--flushes]");
  return A;
}

Expected<KernelSummary> readKernel(const std::string &Path) {
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return createStringError(Path + ": " + Text.getError().message());
  auto Kernels = readSummaries((*Text)->getBuffer(), Path);
  if (!Kernels)
    return Kernels.takeError();
  if (Kernels->size() != 1 || !Kernels->front().IsHls)
    return createStringError(Path + ": not one function of C or C++");
  if (std::optional<std::string> Reason = checkSummary(Kernels->front()))
    return createStringError(Path + ": " + *Reason);
  return std::move(Kernels->front());
}

/// Gives the loops of a vendor's nest, and those below, what it says.
Error setNest(StringRef Line, const KernelSummary &K,
              std::vector<VitisLoop> &Loops) {
  SmallVector<StringRef> Words;
  Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
  double Interval = 0, Depth = 0;
  if (Words.size() != 3 || Words[1].getAsDouble(Interval) ||
      Words[2].getAsDouble(Depth))
    return createStringError("'" + Line + "': expected NEST II DEPTH");
  SmallVector<StringRef> Labels;
  Words[0].split(Labels, '_');
  std::optional<uint32_t> Last;
  double Trips = 1;
  for (StringRef Label : Labels)
    for (VitisLoop &L : Loops)
      if (K.Loops[L.Loop].Label == Label) {
        Trips *= L.MostTrip;
        L.IsUnrolledInFull = false;
        L.IsFlattened = Label != Labels.back();
        L.IsPipelined = !L.IsFlattened;
        L.Factor = 1;
        L.Interval = Interval;
        Last = L.Loop;
      }
  if (!Last)
    return createStringError("'" + Line + "': no such loop");
  const double Whole = (Trips - 1) * Interval + Depth + 1;
  for (StringRef Label : Labels)
    for (VitisLoop &L : Loops)
      if (K.Loops[L.Loop].Label == Label)
        L.Latency = {Whole, Whole};
  for (VitisLoop &L : Loops)
    for (auto P = K.Loops[L.Loop].Parent; P; P = K.Loops[*P].Parent)
      if (P == Last)
        L.IsUnrolledInFull = true;
  return Error::success();
}

json::Array processesOf(const DataflowNetwork &N, const DataflowRun &R) {
  json::Array Processes;
  for (size_t P = 0; P < N.Processes.size(); ++P) {
    json::Array Waits;
    for (const DataflowWait &W : R.Processes[P].Waits)
      Waits.push_back(json::Array{W.K == DataflowWait::Kind::Start
                                      ? N.Arrays[W.Index].Name
                                      : N.Fifos[W.Index].Name,
                                  W.K == DataflowWait::Kind::Data    ? "data"
                                  : W.K == DataflowWait::Kind::Space ? "space"
                                                                     : "start",
                                  W.Cycles});
    Processes.push_back(json::Object{{"name", N.Processes[P].Name},
                                     {"alone", N.Processes[P].Cycles},
                                     {"done", R.Processes[P].Done},
                                     {"waits", std::move(Waits)}});
  }
  return Processes;
}

json::Object scoreOf(DataflowRegion &Region, const Arguments &A) {
  json::Object Score{{"missing", json::Array()}, {"findings", json::Array()}};
  for (const Unknown &U : Region.Missing)
    Score.getArray("missing")->push_back(U.Reason);
  for (const RegionFinding &F : Region.Findings)
    Score.getArray("findings")->push_back(F.Text);
  if (!Region.Missing.empty())
    return Score;
  if (A.Flushes)
    for (DataflowProcess &P : Region.Network.Processes)
      P.Style = StallStyle::Flushes;
  const auto Start = std::chrono::steady_clock::now();
  const DataflowRun R = runDataflow(Region.Network);
  const std::chrono::duration<double> Time =
      std::chrono::steady_clock::now() - Start;
  Score["cycles"] = R.Cycles;
  Score["events"] = R.NumEvents;
  Score["seconds"] = Time.count();
  Score["deadlock"] = R.isDeadlock() ? stuckText(Region.Network, R) : "";
  Score["processes"] = processesOf(Region.Network, R);
  if (!A.WithLeast || R.isDeadlock())
    return Score;
  json::Array Fifos;
  auto Least = leastDepths(Region.Network, R.Cycles);
  for (size_t F = 0; F < Region.Network.Fifos.size(); ++F)
    Fifos.push_back(json::Object{{"name", Region.Network.Fifos[F].Name},
                                 {"lanes", Region.Network.Fifos[F].Lanes},
                                 {"declared", Region.Network.Fifos[F].Depth},
                                 {"peak", R.Peaks[F]},
                                 {"least", Least->Depths[F]}});
  Score["fifos"] = std::move(Fifos);
  return Score;
}

Error run(const Arguments &A) {
  Expected<KernelSummary> Kernel = readKernel(A.Summary);
  if (!Kernel)
    return Kernel.takeError();
  std::vector<VitisLoop> Loops = estimateVitis(*Kernel, A.Options).Loops;
  for (std::string Line; A.IsGiven && std::getline(std::cin, Line);)
    if (Error E = setNest(Line, *Kernel, Loops))
      return E;
  std::vector<DataflowRegion> Regions = dataflowRegions(*Kernel, Loops);
  if (Regions.size() != 1)
    return createStringError(Twine(Regions.size()) + " regions");
  outs() << json::Value(scoreOf(Regions.front(), A)) << "\n";
  return Error::success();
}

} // namespace

int main(int Argc, char **Argv) {
  Expected<Arguments> A =
      parseArguments(ArrayRef<const char *>(Argv + 1, size_t(Argc - 1)));
  Error E = A ? run(*A) : A.takeError();
  if (!E)
    return 0;
  errs() << "dataflow-score: " << toString(std::move(E)) << "\n";
  return 1;
}
