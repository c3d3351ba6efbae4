// The model of C++ kernels on many designs of one kernel, without a compile of
// each.
//
/// \file
/// Reads a summary whose source has a pragma wherever a design may have one.
/// Each line of the input is a design: a name, then LINE=VALUE for the pragma
/// at that line. VALUE is `off`, which drops the pragma, `on`, or a factor.
/// Prints a line of JSON for each design. vitis.py --compile compares these
/// lines with the tool's own reports. Try: echo "a 18=4 17=off" | vitis-score
/// summary.json --clock 250 --unsafe-math
#include "roofline/Report/SummaryJSON.h"
#include "roofline/Vitis/VitisEstimate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <iostream>
#include <sys/time.h>

using namespace llvm;
using namespace roofline;

namespace {

struct Arguments {
  std::string Summary, Kernel;
  VitisOptions Options;
  bool WithLoops = false;
  unsigned Limit = 0; ///< [s] processor time of a design; 0: none
};

/// One pragma of a design.
struct Knob {
  uint32_t Line = 0;
  StringRef Value;
};

Error leaveOut(StringRef Rules, VitisOptions &Options) {
  for (StringRef Rule : split(Rules, ',')) {
    if (!is_contained(VitisRules, Rule))
      return createStringError("'" + Rule + "': no rule of the model");
    Options.Without.insert(Rule.str());
  }
  return Error::success();
}

Expected<Arguments> parseArguments(ArrayRef<const char *> Args) {
  Arguments A;
  for (size_t I = 0; I < Args.size(); ++I) {
    const StringRef Arg = Args[I];
    const StringRef Next = I + 1 < Args.size() ? Args[I + 1] : "";
    double Megahertz = 0;
    if (Arg == "--unsafe-math") {
      A.Options.UnsafeMath = true;
    } else if (Arg == "--loops") {
      A.WithLoops = true;
    } else if (Arg == "--clock" && !Next.getAsDouble(Megahertz)) {
      A.Options.Clock = Hertz(Megahertz * 1e6);
      ++I;
    } else if (Arg == "--limit" && !Next.getAsInteger(10, A.Limit)) {
      ++I;
    } else if (Arg == "--kernel" && !Next.empty()) {
      A.Kernel = Next.str();
      ++I;
    } else if (Arg == "--without" && !Next.empty()) {
      if (Error E = leaveOut(Next, A.Options))
        return E;
      ++I;
    } else if (!Arg.starts_with("-") && A.Summary.empty()) {
      A.Summary = Arg.str();
    } else {
      return createStringError("unexpected argument '" + Arg + "'");
    }
  }
  if (A.Summary.empty())
    return createStringError(
        "usage: vitis-score SUMMARY.json [--kernel NAME] [--clock MHZ] "
        "[--unsafe-math] [--without RULE,..] [--loops] [--limit SECONDS] "
        "< DESIGNS\n       vitis-score --rules");
  return A;
}

Expected<KernelSummary> readKernel(const Arguments &A) {
  auto Text = MemoryBuffer::getFile(A.Summary);
  if (!Text)
    return createStringError(A.Summary + ": " + Text.getError().message());
  auto Kernels = readSummaries((*Text)->getBuffer(), A.Summary);
  if (!Kernels)
    return Kernels.takeError();
  for (KernelSummary &K : *Kernels)
    if (A.Kernel.empty() || K.Name == A.Kernel) {
      if (std::optional<std::string> Reason = checkSummary(K))
        return createStringError(A.Summary + ": " + *Reason);
      if (!K.IsHls)
        return createStringError(A.Summary + ": not a function of C or C++");
      return std::move(K);
    }
  return createStringError(A.Summary + ": no kernel '" + A.Kernel + "'");
}

void setFactor(Directive &D, StringRef Value) {
  for (Directive::Option &O : D.Options)
    if (O.Name == "factor")
      O.Value = Value.str();
}

/// Applies \p K to all directives at its line; a callee's occur once for each
/// call.
Error applyKnob(const Knob &K, std::vector<Directive> &Directives) {
  bool IsFound = false;
  for (Directive &D : Directives) {
    if (D.Loc.Line != K.Line)
      continue;
    IsFound = true;
    if (K.Value == "off")
      D.Name.clear();
    else if (K.Value != "on")
      setFactor(D, K.Value);
  }
  return IsFound ? Error::success()
                 : createStringError("no pragma at line " + Twine(K.Line));
}

/// Sets the pragmas of \p Line in \p Kernel; returns the design's name.
Expected<StringRef> applyDesign(StringRef Line, KernelSummary &Kernel) {
  SmallVector<StringRef> Words;
  Line.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : drop_begin(Words)) {
    Knob K;
    const auto [Where, Value] = Word.split('=');
    if (Where.getAsInteger(10, K.Line) || Value.empty())
      return createStringError("'" + Word + "': expected LINE=VALUE");
    K.Value = Value;
    if (Error E = applyKnob(K, Kernel.Directives))
      return E;
  }
  erase_if(Kernel.Directives,
           [](const Directive &D) { return D.Name.empty(); });
  return Words.empty() ? "" : Words.front();
}

json::Array loopsOf(const KernelSummary &Kernel, const VitisEstimate &E) {
  json::Array Loops;
  for (const VitisLoop &L : E.Loops) {
    const Loop &Source = Kernel.Loops[L.Loop];
    Loops.push_back(json::Object{{"label", Source.Label},
                                 {"line", Source.Loc.Line},
                                 {"trip", L.MostTrip},
                                 {"factor", L.Factor},
                                 {"is_pipelined", L.IsPipelined},
                                 {"is_flattened", L.IsFlattened},
                                 {"is_unrolled", L.IsUnrolledInFull},
                                 {"interval", L.Interval},
                                 {"depth", L.Depth},
                                 {"latency", L.Latency.Most}});
  }
  return Loops;
}

json::Object scoreOf(StringRef Name, const KernelSummary &Kernel,
                     const Arguments &A) {
  // The processor's time may count in steps of many estimates.
  using Clock = std::chrono::steady_clock;
  const auto Start = Clock::now();
  const VitisEstimate E = estimateVitis(Kernel, A.Options);
  const std::chrono::duration<double, std::micro> Time = Clock::now() - Start;
  const VitisResources &R = E.Resources;
  json::Object Score{{"name", Name},
                     {"least", E.Latency.Least},
                     {"most", E.Latency.Most},
                     {"lut", R.Lut},
                     {"flip_flop", R.FlipFlop},
                     {"dsp", R.Dsp},
                     {"block_ram", R.BlockRam},
                     {"ultra_ram", R.UltraRam},
                     {"doubt", E.Doubt},
                     {"missing", json::Array()},
                     {"us", Time.count()}};
  for (const Unknown &U : E.Missing)
    Score.getArray("missing")->push_back(U.Reason);
  if (A.WithLoops)
    Score["loops"] = loopsOf(Kernel, E);
  return Score;
}

/// Ends this program by SIGVTALRM if it computes longer than \p Seconds from
/// now on.
void limitTime(unsigned Seconds) {
  itimerval Timer{};
  Timer.it_value.tv_sec = Seconds;
  setitimer(ITIMER_VIRTUAL, &Timer, nullptr);
}

Error run(const Arguments &A) {
  Expected<KernelSummary> Kernel = readKernel(A);
  if (!Kernel)
    return Kernel.takeError();
  uint64_t Number = 0;
  for (std::string Line; std::getline(std::cin, Line);) {
    ++Number;
    KernelSummary Design = *Kernel;
    Expected<StringRef> Name = applyDesign(Line, Design);
    if (!Name)
      return createStringError("line " + Twine(Number) + ": " +
                               toString(Name.takeError()));
    limitTime(A.Limit);
    outs() << json::Value(scoreOf(*Name, Design, A)) << "\n";
    outs().flush();
  }
  return Error::success();
}

} // namespace

int main(int Argc, char **Argv) {
  if (Argc == 2 && StringRef(Argv[1]) == "--rules") {
    for (const char *Rule : VitisRules)
      outs() << Rule << "\n";
    return 0;
  }
  Expected<Arguments> A =
      parseArguments(ArrayRef<const char *>(Argv + 1, size_t(Argc - 1)));
  Error E = A ? run(*A) : A.takeError();
  if (!E)
    return 0;
  errs() << "vitis-score: " << toString(std::move(E)) << "\n";
  return 1;
}
