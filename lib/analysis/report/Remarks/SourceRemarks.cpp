// The remarks of a result, each at a place of the source.
#include "roofline/Remarks/SourceRemarks.h"

#include "AccessPattern.h"
#include "UnboundRemarks.h"

#include "roofline/Report/ClosedForm.h"
#include "roofline/Report/CountsReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

#include <cmath>

using namespace llvm;

namespace roofline {

std::string SourceRemark::text() const {
  std::string Text;
  for (const Piece &P : Pieces)
    Text += P.Text;
  return Text;
}

std::string remarkNumber(double Value) {
  double Whole = std::round(Value); // up to the last digits of a double
  return std::abs(Value - Whole) <= 1e-12 * std::abs(Value) &&
                 std::abs(Value) < 1e15
             ? std::to_string(int64_t(Whole))
             : formatv("{0:f2}", Value).str();
}

namespace {

/// Accesses that take more than this share of the time get a remark.
constexpr double CostlyShare = 0.1;

using NV = SourceRemark::Piece;

class RemarkList {
public:
  explicit RemarkList(const AnalysisResult &R) : R(R) {}

  std::vector<SourceRemark> make(AdviceList Wanted) {
    const bool HasBlocks = !R.Bound.Blocks.empty(), Tells = tellsTime(R);
    if (HasBlocks)
      Result.push_back(Tells ? kernelCost() : unboundCost(R));
    kernelRoofline();
    if (HasBlocks && Tells)
      whatCosts(Wanted);
    else if (HasBlocks)
      append_range(Result, unboundRemarks(R));
    for (const LoopWarning &W : R.Warnings)
      warning(W);
    // A loop that the compiler removed takes no time, and its work is unknown.
    for (const MissingInput &M :
         R.Bound.Missing.empty() ? R.Counts.Missing : R.Bound.Missing)
      missing(M);
    if (HasBlocks && !Tells)
      for (const MissingInput &M : furtherUnknowns(R))
        missing(M);
    return std::move(Result);
  }

private:
  void whatCosts(AdviceList Wanted) {
    limitingNode();
    costlyAccesses();
    const bool All = Wanted == AdviceList::All;
    for (const Advice &A :
         ArrayRef(R.Advices).take_front(All ? R.Advices.size() : 1))
      advice(A);
  }

  /// Adds those of the published model, where it gives the time.
  void potentials(SourceRemark &K) const {
    const Potentials &P = R.Priced.Potential;
    auto Known = [](const std::optional<double> &Value) {
      return Value ? formatv("{0:f2}", *Value).str() : "unknown";
    };
    K << "; B_mem " << NV{"BMem", Known(P.Mem)} << ", B_balance "
      << NV{"BBalance", Known(P.Balance)} << ", B_itpp "
      << NV{"BItpp", Known(P.Itpp)};
  }

  SourceRemark kernelCost() const {
    SourceRemark K("KernelCost", R.Kernel->Loc);
    K << "kernel " << NV{"Kernel", R.Kernel->Name} << ": " << timeBoundText(R)
      << NV{"Time", secondsText(R.time().value())} << ", "
      << NV{"Cycles", remarkNumber(std::round(R.cycles()))} << " cycles at "
      << NV{"ClockMHz", remarkNumber(std::round(R.Bound.Clock / 1e6))}
      << " MHz on " << NV{"Device", R.Board} << ", limited by "
      << NV{"Limit", limitOf(R)} << "; "
      << NV{"Transactions",
            remarkNumber(R.OnBoard ? std::round(R.OnBoard->words())
                                   : R.Priced.MemTransTotal)}
      << " memory transactions";
    if (!R.OnBoard)
      potentials(K);
    if (!R.complete()) {
      ClosedForm Form = closedForm(R, R.Priced.LimitingBlock);
      K << "; in closed form Comp_min " << (Form.AtMost ? "<= " : "= ")
        << NV{"ClosedForm", Form.CompMin} << " cycles (WI: work-items)";
    }
    return K;
  }

  /// W, Q, I and the place under the roof; in closed form while the launch is
  /// not known.
  void kernelRoofline() {
    const KernelCounts &K = R.Counts;
    SourceRemark N("KernelRoofline", R.Kernel->Loc);
    N << "W " << NV{"WorkRelation", relation(K.work())} << " "
      << NV{"Work", countOrForm(K.work())} << " "
      << NV{"WorkType", K.isFloat() ? "floating-point" : "integer"}
      << " operations, Q " << NV{"TrafficRelation", relation(K.requested())}
      << " " << NV{"Traffic", countOrForm(K.requested())} << " bytes";
    if (!R.Roofs.empty() && R.Roofs.front().Requested.hasBound()) {
      const RoofPlacement &P = R.Roofs.front();
      N << " (each once " << NV{"CompulsoryRelation", relation(K.Compulsory)}
        << " " << NV{"Compulsory", countOrForm(K.Compulsory)}
        << "), I = " << NV{"Intensity", remarkNumber(P.Requested.Intensity)}
        << " operations per byte: at most "
        << NV{"Attainable", rateText(P.Requested.Attainable.value())}
        << ", limited by " << NV{"Roof", P.Requested.Limit};
      if (P.Predicted)
        N << "; predicted " << NV{"Predicted", rateText(*P.Predicted)} << ", "
          << NV{"Distance",
                remarkNumber(P.Requested.Attainable.value() / *P.Predicted)}
          << " times below it";
    } else if (const std::string Form = intensityForm(R); !Form.empty()) {
      N << ", I = " << NV{"IntensityForm", Form} << " operations per byte";
    }
    Result.push_back(std::move(N));
  }

  const char *relation(const Count &C) const {
    const bool HasValue = C.Most || !closedFormOf(R, C).empty();
    if (C.IsSampled && C.Most)
      return C.isBound() ? "<= ~" : "~";
    return C.isBound() && HasValue ? "<=" : "=";
  }
  std::string countOrForm(const Count &C) const {
    if (C.Most)
      return remarkNumber(*C.Most);
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
    SourceRemark L(IsLoop ? "LimitingLoop" : "LimitingBlock", Loc);
    L << "limits the kernel: " << NV{"Cycles", remarkNumber(Cycles)}
      << " cycles, "
      << NV{"Share",
            remarkNumber(Total > 0 ? std::min(100., 100 * Cycles / Total) : 0)}
      << " % of the time, by " << NV{"Limit", limitOf(R)} << "; depth "
      << NV{"Depth", remarkNumber(Depth)} << " cycles";
    if (IsLoop) {
      const auto Forced = timedInterval(R, *Loop);
      double Interval = R.Bound.Loops[*Loop].interval();
      if (R.OnBoard && R.Bound.SingleWorkItem)
        Interval = R.OnBoard->Pipelines[R.OnBoard->Limiting].Interval;
      else if (Forced)
        Interval = std::max(Interval, Forced->Cycles);
      L << ", trip count " << NV{"TripCount", tripText(R, *Loop)}
        << ", initiation interval of one work-item "
        << NV{"InitiationInterval", remarkNumber(Interval)};
      if (Interval > 1 && !R.Bound.SingleWorkItem)
        L << ", which other work-items fill";
      if (Forced) {
        L << ": "
          << NV{"Forcing", dependenceText(R, *Loop, Forced->Dependence)};
        addEnds(R, *Loop, Forced->Dependence, L);
        L.IsWarning = true;
      }
      for (auto Id = Loop; Id; Id = R.Kernel->Loops[*Id].Parent)
        if (const auto Dep = serialDependence(R, *Id)) {
          L << "; passes of the loop at line "
            << NV{"SerialLoop", lineText(*R.Kernel, R.Kernel->Loops[*Id].Loc)}
            << " do not overlap: "
            << NV{"Serial", dependenceText(R, *Id, *Dep)};
          addEnds(R, *Id, *Dep, L);
          L.IsWarning = true;
        }
    }
    Result.push_back(std::move(L));
  }

  void costlyAccesses() {
    for (uint32_t I = 0; I < R.Bound.Blocks.size(); ++I) {
      const BoundBlock &B = R.Bound.Blocks[I];
      const std::vector<AccessPart> Parts = accessParts(R, I);
      for (uint32_t A = B.FirstAccess; A < B.FirstAccess + B.NumAccesses; ++A) {
        const double Share = Parts[A - B.FirstAccess].Share;
        if (Share <= CostlyShare)
          continue;
        const MemoryAccess &Source =
            R.Kernel->Accesses[R.Bound.Accesses[A].Access];
        SourceRemark C("CostlyAccess", Source.Loc);
        C << accessText(Source.K) << " of "
          << NV{"Object", Source.Base.empty() ? "memory" : Source.Base} << ": "
          << NV{"Share", remarkNumber(100 * Share)} << " % of the time, "
          << NV{"Bytes", remarkNumber(Source.NumBytes)} << " bytes each, "
          << NV{"Pattern", patternText(R, I, A)};
        C.IsWarning = isScattered(directionsOf(R, I, A));
        Result.push_back(std::move(C));
      }
    }
  }

  void advice(const Advice &A) {
    SourceRemark M("Advice", A.Loc);
    M << NV{"Optimisation", A.Optimisation} << ": " << A.Text << "; predicted "
      << NV{"Gain", formatv("{0:f2}", A.Gain).str()} << " times as fast";
    if (A.Potential)
      M << " (" << NV{"Potential", std::string(potentialName(*A.Potential))}
        << " "
        << NV{"PotentialValue", formatv("{0:f2}", A.PotentialValue).str()}
        << ")";
    if (A.OnBoard)
      M << NV{"Then", changeText(*A.OnBoard)};
    for (const std::string &Guard : A.Guards)
      M << "; note: " << NV{"Note", Guard};
    Result.push_back(std::move(M));
  }

  void warning(const LoopWarning &W) {
    SourceRemark M(W.IsOfLaunches ? "Deadlock" : "FalseIvdep", W.Loc);
    M << NV{"Warning", W.Text};
    M.IsWarning = true;
    M.Others = {{W.Writer, "written here"},
                {W.Reader, W.IsOfLaunches ? "read here"
                                          : "read here by a later iteration"}};
    Result.push_back(std::move(M));
  }

  void missing(const MissingInput &M) {
    SourceRemark K("MissingInput", M.Loc ? M.Loc : R.Kernel->Loc);
    K << (!R.IsPriced || !tellsTime(R) ? "unknown: "
          : timeBound(R) == TimeBound::Lower
              ? "unknown, so the time is a lower bound: "
              : "unknown, so the time is no bound: ")
      << NV{"What", M.What} << " (" << M.Hint;
    if (StringRef(M.What) == "number of work-items" &&
        !R.Kernel->Loc.File.empty())
      K << ", or all in "
        << sys::path::stem(R.Kernel->Loc.File) +
               ".launch.yaml beside the source";
    K << ")";
    Result.push_back(std::move(K));
  }

  const AnalysisResult &R;
  std::vector<SourceRemark> Result;
};

} // namespace

SourceRemark remarkOnLaunch(const AnalysisResult &R) {
  SourceRemark L("LaunchFile", R.Kernel->Loc);
  L << "launch as in " << NV{"File", R.LaunchFile}
    << " (--launch none: without)";
  return L;
}

std::vector<SourceRemark> remarksOf(const AnalysisResult &R,
                                    AdviceList Wanted) {
  return RemarkList(R).make(Wanted);
}

} // namespace roofline
