// The remarks on a C++ kernel, each at a place of the source.
#include "BusText.h"

#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

using Piece = SourceRemark::Piece;

std::string whole(double Number) {
  return std::to_string(uint64_t(std::llround(Number)));
}

SourceRemark cost(const HlsResult &R) {
  SourceRemark S("SynthesisCost", R.Kernel->Loc);
  S << "function " << Piece{"Function", R.Kernel->Name} << ": "
    << (R.Estimate.Missing.empty() ? "" : "at least ")
    << Piece{"Cycles", whole(R.Estimate.Latency.Most)} << " cycles, "
    << Piece{"Time", secondsText(R.time().value())} << " at "
    << Piece{"Clock", remarkNumber(R.Options.Clock.value() / 1e6)} << " MHz; "
    << Piece{"Lut", whole(R.Estimate.Resources.Lut)} << " LUT, "
    << Piece{"FlipFlop", whole(R.Estimate.Resources.FlipFlop)} << " FF, "
    << Piece{"Dsp", whole(R.Estimate.Resources.Dsp)} << " DSP, "
    << Piece{"BlockRam", whole(R.Estimate.Resources.BlockRam)}
    << " block RAM of 18 Kb";
  if (!R.Estimate.Doubt.empty())
    S << "; it will not be built: " << Piece{"Doubt", R.Estimate.Doubt};
  S.IsWarning = !R.Estimate.Doubt.empty();
  return S;
}

SourceRemark pipeline(const HlsResult &R, const VitisLoop &L) {
  SourceRemark S("SynthesisLoop", R.Kernel->Loops[L.Loop].Loc);
  S.IsWarning = L.Interval > 1;
  S << Piece{"Loop", loopText(*R.Kernel, L.Loop)} << ": "
    << Piece{"Cycles", whole(L.Latency.Most)} << " cycles an entry, interval "
    << Piece{"Interval", whole(L.Interval)} << ", depth "
    << Piece{"Depth", whole(L.Depth)};
  if (!L.IntervalReason.empty())
    S << "; " << Piece{"Reason", L.IntervalReason};
  return S;
}

SourceRemark pragma(const HlsResult &R, const DirectiveOutcome &O) {
  const Directive &D = R.Kernel->Directives[O.Directive];
  SourceRemark S("Pragma", D.Loc);
  S.IsWarning = O.K == DirectiveOutcome::Kind::NoEffect;
  S << "'" << Piece{"Pragma", directiveText(D)} << "' "
    << (S.IsWarning                               ? "has no effect"
        : O.K == DirectiveOutcome::Kind::Subsumed ? "is subsumed"
                                                  : "is not modelled");
  if (!O.Reason.empty())
    S << ": " << Piece{"Reason", O.Reason};
  return S;
}

SourceRemark bus(const HlsResult &R, const BusUse &B) {
  SourceRemark S("Bus", B.Loc);
  S.IsWarning = !B.IsBurst;
  S << Piece{"Bus", busText(R, B)};
  if (!B.IsBurst)
    S << "; " << Piece{"Change", busAdvice(R, B)};
  return S;
}

SourceRemark advice(const HlsResult &R, const HlsChange &C) {
  SourceRemark S("Advice", C.Loc);
  const double Gain = R.Estimate.Latency.Most / C.After.Latency.Most;
  S << Piece{"Change", join(C.Texts, "; ")} << ": "
    << Piece{"Gain", formatv("{0:f2}", Gain).str()} << " times as fast, "
    << Piece{"Cycles", whole(C.After.Latency.Most)} << " cycles, "
    << Piece{"Dsp", whole(C.After.Resources.Dsp)} << " DSP";
  return S;
}

/// The hop, breaks of the rules and depths of a region.
void addRegion(const DataflowResult &D, std::vector<SourceRemark> &All) {
  const DataflowNetwork &N = D.Region.Network;
  auto Add = [&](const char *Name, const SourceLocation &Loc,
                 const std::string &Text, bool IsWarning) {
    SourceRemark S(Name, Loc ? Loc : D.Region.Loc);
    S.IsWarning = IsWarning;
    S << Piece{"Text", Text};
    All.push_back(std::move(S));
  };
  for (const RegionFinding &F : D.Region.Findings)
    Add("DataflowRule", F.Loc, F.Text, true);
  if (D.Hop)
    Add("DataflowHop", N.Processes[D.Hop->Reader].Loc, D.Hop->Text, true);
  for (const DataflowChange &C : D.Changes)
    Add("Advice", C.Loc,
        C.Text + ": " + whole(double(C.Cycles)) + " cycles instead of " +
            whole(double(D.Run.Cycles)),
        false);
  for (size_t F = 0; D.Least && F < N.Fifos.size(); ++F)
    if (D.Least->Depths[F] != N.Fifos[F].Depth)
      Add("DataflowDepth", N.Fifos[F].Loc,
          "depth " + std::to_string(D.Least->Depths[F]) + " of " +
              N.Fifos[F].Name + " is enough for " +
              whole(double(D.Least->Cycles)) + " cycles; it has " +
              std::to_string(N.Fifos[F].Depth),
          false);
}

} // namespace

std::vector<SourceRemark> remarksOnHls(const HlsResult &R, AdviceList Wanted) {
  std::vector<SourceRemark> All = {cost(R)};
  for (const Unknown &U : R.Estimate.Missing) {
    SourceRemark S("MissingInput", U.Loc ? U.Loc : R.Kernel->Loc);
    S.IsWarning = true;
    S << "unknown: " << Piece{"Reason", U.Reason};
    All.push_back(std::move(S));
  }
  for (const VitisLoop &L : R.Estimate.Loops)
    if (L.IsPipelined)
      All.push_back(pipeline(R, L));
  for (const BusUse &B : R.Estimate.Buses)
    All.push_back(bus(R, B));
  for (const DataflowResult &D : R.Regions)
    addRegion(D, All);
  for (const DirectiveOutcome &O : R.Estimate.Outcomes)
    if (O.K != DirectiveOutcome::Kind::Applied)
      All.push_back(pragma(R, O));
  for (const HlsChange &C : R.Changes) {
    All.push_back(advice(R, C));
    if (Wanted == AdviceList::Best)
      break;
  }
  return All;
}

} // namespace roofline
