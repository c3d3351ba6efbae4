// The remarks of the pass `fpga-cost`.
#include "roofline/Plugin/Remarks.h"

#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/CountsReport.h"

#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

constexpr char PassName[] = "fpga-cost";

/// Accesses that take more than this share of the time get a remark.
constexpr double CostlyShare = 0.1;

using Remark = OptimizationRemarkAnalysis;
using NV = DiagnosticInfoOptimizationBase::Argument;

/// \p Hint with the plugin's options in the place of the driver's.
std::string optionsOfPlugin(StringRef Hint) {
  std::string Text = Hint.str();
  for (auto [Driver, Plugin] :
       {std::pair("--global ", "-fpga-global="),
        std::pair("--local ", "-fpga-local="),
        std::pair("--arg ", "-fpga-arg="), std::pair("--trip ", "-fpga-trip=")})
    if (size_t At = Text.find(Driver); At != std::string::npos)
      Text.replace(At, StringRef(Driver).size(), Plugin);
  return Text;
}

class RemarkPrinter {
public:
  RemarkPrinter(const Function &F, const AnalysisResult &R,
                OptimizationRemarkEmitter &ORE)
      : F(F), R(R), ORE(ORE) {}

  void print() {
    if (!R.Bound.Blocks.empty())
      kernelCost();
    kernelRoofline();
    if (!R.Bound.Blocks.empty()) {
      limitingNode();
      costlyAccesses();
      if (!R.Advices.empty())
        advice(R.Advices.front());
      for (const LoopWarning &W : R.Warnings)
        warning(W);
    }
    for (const MissingInput &M :
         R.IsPriced ? R.Bound.Missing : R.Counts.Missing)
      missing(M);
  }

  void launchFile() {
    Remark L = remark("LaunchFile", R.Kernel->Loc);
    L << "launch as in " << NV("File", R.LaunchFile)
      << " (-fpga-launch=none: without)";
    ORE.emit(L);
  }

private:
  /// \p Loc in the scope of the kernel; places in headers get their own file.
  DiagnosticLocation place(const SourceLocation &Loc) const {
    DISubprogram *SP = F.getSubprogram();
    if (!SP || !Loc)
      return SP ? DiagnosticLocation(SP) : DiagnosticLocation();
    DILocalScope *Scope = SP;
    LLVMContext &Context = F.getContext();
    if (Loc.File != SP->getFilename()) {
      auto *File = DIFile::get(Context, Loc.File, SP->getDirectory());
      Scope = DILexicalBlockFile::get(Context, SP, File, 0);
    }
    return DiagnosticLocation(
        DebugLoc(DILocation::get(Context, Loc.Line, Loc.Column, Scope)));
  }

  Remark remark(StringRef Name, const SourceLocation &Loc) const {
    return Remark(PassName, Name, place(Loc), &F.getEntryBlock());
  }

  static std::string number(double Value) {
    double Whole = std::round(Value); // up to the last digits of a double
    return std::abs(Value - Whole) <= 1e-12 * std::abs(Value) &&
                   std::abs(Value) < 1e15
               ? std::to_string(int64_t(Whole))
               : formatv("{0:f2}", Value).str();
  }

  void kernelCost() {
    const Potentials &P = R.Priced.Potential;
    Remark K = remark("KernelCost", R.Kernel->Loc);
    K << "kernel " << NV("Kernel", R.Kernel->Name) << ": " << timeBoundText(R)
      << NV("Time", secondsText(R.time().value())) << ", "
      << NV("Cycles", number(std::round(R.cycles()))) << " cycles at "
      << NV("ClockMHz", number(R.Bound.Clock / 1e6)) << " MHz on "
      << NV("Device", R.Board) << ", limited by " << NV("Limit", limitOf(R))
      << "; "
      << NV("Transactions", number(R.OnBoard ? std::round(R.OnBoard->words())
                                             : R.Priced.MemTransTotal))
      << " memory transactions; B_mem "
      << NV("BMem", formatv("{0:f2}", P.Mem).str()) << ", B_balance "
      << NV("BBalance",
            P.Balance ? formatv("{0:f2}", *P.Balance).str() : "unknown")
      << ", B_itpp "
      << NV("BItpp", P.Itpp ? formatv("{0:f2}", *P.Itpp).str() : "unknown");
    if (!R.complete()) {
      ClosedForm Form = closedForm(R, R.Priced.LimitingBlock);
      K << "; in closed form Comp_min " << (Form.AtMost ? "<= " : "= ")
        << NV("ClosedForm", Form.CompMin) << " cycles (WI: work-items)";
    }
    ORE.emit(K);
  }

  /// W, Q, I and the place under the roof; in closed form while the launch is
  /// not known.
  void kernelRoofline() {
    const KernelCounts &K = R.Counts;
    Remark N = remark("KernelRoofline", R.Kernel->Loc);
    N << "W " << NV("WorkRelation", relation(K.work())) << " "
      << NV("Work", countOrForm(K.work())) << " "
      << NV("WorkType", K.isFloat() ? "floating-point" : "integer")
      << " operations, Q " << NV("TrafficRelation", relation(K.requested()))
      << " " << NV("Traffic", countOrForm(K.requested())) << " bytes";
    if (!R.Roofs.empty() && R.Roofs.front().Requested.Missing.empty()) {
      const RoofPlacement &P = R.Roofs.front();
      N << " (each once " << NV("CompulsoryRelation", relation(K.Compulsory))
        << " " << NV("Compulsory", countOrForm(K.Compulsory))
        << "), I = " << NV("Intensity", number(P.Requested.Intensity))
        << " operations per byte: at most "
        << NV("Attainable", rateText(P.Requested.Attainable.value()))
        << ", limited by " << NV("Roof", P.Requested.Limit);
      if (P.Predicted)
        N << "; predicted " << NV("Predicted", rateText(*P.Predicted)) << ", "
          << NV("Distance",
                number(P.Requested.Attainable.value() / *P.Predicted))
          << " times below it";
    }
    ORE.emit(N);
  }

  const char *relation(const Count &C) const {
    const bool HasValue = C.Most || !closedFormOf(R, C).empty();
    if (C.IsSampled && C.Most)
      return C.isBound() ? "<= ~" : "~";
    return C.isBound() && HasValue ? "<=" : "=";
  }
  std::string countOrForm(const Count &C) const {
    if (C.Most)
      return number(*C.Most);
    std::string Form = closedFormOf(R, C);
    return Form.empty() ? "unknown" : Form;
  }

  void limitingNode() {
    const BoundBlock &B = R.Bound.Blocks[R.Priced.LimitingBlock];
    const BlockEstimate &E = R.Priced.Blocks[R.Priced.LimitingBlock];
    std::optional<uint32_t> Loop = B.Loop;
    double Cycles = E.Total * E.Repeat, Depth = E.Depth;
    if (R.OnBoard) {
      const Pipeline &P = R.OnBoard->Pipelines[R.OnBoard->Limiting];
      Loop = P.Loop;
      Cycles = std::round(P.Cycles);
      Depth = P.Depth;
    }
    const double Total = R.cycles();
    const bool IsLoop = Loop.has_value();
    SourceLocation Loc = IsLoop      ? R.Kernel->Loops[*Loop].Loc
                         : R.OnBoard ? R.Kernel->Loc
                                     : R.Kernel->Nodes[B.Node].Range.Begin;
    Remark L = remark(IsLoop ? "LimitingLoop" : "LimitingBlock", Loc);
    L << "limits the kernel: " << NV("Cycles", number(Cycles)) << " cycles, "
      << NV("Share",
            number(Total > 0 ? std::min(100., 100 * Cycles / Total) : 0))
      << " % of the time, by " << NV("Limit", limitOf(R)) << "; depth "
      << NV("Depth", number(Depth)) << " cycles";
    if (IsLoop) {
      const double Interval = R.Bound.Loops[*Loop].interval();
      L << ", trip count " << NV("TripCount", tripText(R, *Loop))
        << ", initiation interval of one work-item "
        << NV("InitiationInterval", number(Interval));
      if (Interval > 1 && !R.Bound.SingleWorkItem)
        L << ", which other work-items fill";
      if (const auto Dep = forcingDependence(R, *Loop))
        L << ": " << NV("Forcing", dependenceText(R, *Loop, *Dep));
      for (auto Id = Loop; Id; Id = R.Kernel->Loops[*Id].Parent)
        if (const auto Dep = serialDependence(R, *Id))
          L << "; passes of the loop at line "
            << NV("SerialLoop", lineText(*R.Kernel, R.Kernel->Loops[*Id].Loc))
            << " do not overlap: "
            << NV("Serial", dependenceText(R, *Id, *Dep));
    }
    ORE.emit(L);
  }

  void costlyAccesses() {
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A) {
        double Share = accessShare(R, I, A);
        if (Share <= CostlyShare)
          continue;
        const MemoryAccess &Source =
            R.Kernel->Accesses[R.Bound.Accesses[A].Access];
        Remark C = remark("CostlyAccess", Source.Loc);
        C << (Source.K == MemoryAccess::Kind::Read ? "read of " : "write of ")
          << NV("Object", Source.Base.empty() ? "memory" : Source.Base) << ": "
          << NV("Share", number(100 * Share)) << " % of the time, "
          << NV("Bytes", number(Source.NumBytes)) << " bytes each, "
          << NV("Pattern", patternText(R, I, A));
        ORE.emit(C);
      }
    }
  }

  void advice(const Advice &A) {
    Remark M = remark("Advice", A.Loc);
    M << NV("Optimisation", A.Optimisation) << ": " << A.Text << "; predicted "
      << NV("Gain", formatv("{0:f2}", A.Gain).str()) << " times as fast";
    if (A.Potential)
      M << " (" << NV("Potential", potentialName(*A.Potential)) << " "
        << NV("PotentialValue", formatv("{0:f2}", A.PotentialValue).str())
        << ")";
    if (A.OnBoard)
      M << NV("Then", changeText(*A.OnBoard));
    for (const std::string &Guard : A.Guards)
      M << "; note: " << NV("Note", Guard);
    ORE.emit(M);
  }

  void warning(const LoopWarning &W) {
    Remark M = remark("FalseIvdep", W.Loc);
    M << NV("Warning", W.Text);
    ORE.emit(M);
  }

  void missing(const MissingInput &M) {
    Remark K = remark("MissingInput", M.Loc ? M.Loc : R.Kernel->Loc);
    K << (timeBound(R) == TimeBound::Lower
              ? "unknown, so the time is a lower bound: "
              : "unknown, so the time is no bound: ")
      << NV("What", M.What) << " (" << optionsOfPlugin(M.Hint) << ")";
    ORE.emit(K);
  }

  const Function &F;
  const AnalysisResult &R;
  OptimizationRemarkEmitter &ORE;
};

} // namespace

void emitCostRemarks(const Function &F, const AnalysisResult &R,
                     bool NamesLaunch, OptimizationRemarkEmitter &ORE) {
  RemarkPrinter Printer(F, R, ORE);
  if (NamesLaunch && !R.LaunchFile.empty())
    Printer.launchFile();
  Printer.print();
}

} // namespace roofline
