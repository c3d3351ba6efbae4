// From the summary of a C++ kernel to its report.
#include "roofline/HlsReport/HlsResult.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

using namespace llvm;

namespace roofline {
namespace {

constexpr double Never = std::numeric_limits<double>::infinity(); // [cycle]

/// The change from \p From to \p To as --what-if takes it.
std::string whatIf(const KernelSummary &Kernel, const VitisDesign &From,
                   const VitisDesign &To) {
  std::vector<std::string> Parts;
  for (uint32_t Id = 0; Id < To.size(); ++Id) {
    const Loop &L = Kernel.Loops[Id];
    const std::string Name =
        L.Label.empty() ? std::to_string(L.Loc.Line) : L.Label;
    if (To[Id].Factor != From[Id].Factor)
      Parts.push_back("unroll@" + Name + "=" +
                      (To[Id].Factor == LoopPragmas::Full
                           ? "full"
                           : std::to_string(To[Id].Factor)));
    if (To[Id].Pipelined == From[Id].Pipelined)
      continue;
    if (To[Id].Pipelined == LoopPragmas::Pipeline::On)
      Parts.push_back("pipeline@" + Name);
    if (To[Id].Pipelined == LoopPragmas::Pipeline::Off)
      Parts.push_back("pipeline@" + Name + "=off");
  }
  return join(Parts, ",");
}

HlsChange changeTo(const KernelSummary &Kernel, const VitisDesign &From,
                   PricedVitisDesign To) {
  HlsChange C;
  C.Texts = changeTexts(Kernel, From, To.D);
  C.WhatIf = whatIf(Kernel, From, To.D);
  for (uint32_t Id = 0; Id < To.D.size() && !C.Loc; ++Id)
    if (To.D[Id] != From[Id])
      C.Loc = Kernel.Loops[Id].Loc;
  C.After = std::move(To.E);
  return C;
}

/// Adds the split of an argument that gains most at its rank.
void addSplit(const KernelSummary &Kernel, const VitisSpace &Space,
              std::vector<HlsChange> &Changes) {
  std::optional<PricedSplit> S = bestSplit(Kernel, Space);
  if (!S)
    return;
  HlsChange C;
  for (const std::string &Name : S->Arguments)
    C.Texts.push_back("#pragma HLS array_partition variable=" + Name +
                      " type=cyclic factor=" + std::to_string(S->Factor) +
                      " dim=" + std::to_string(S->Dimension));
  C.Texts.back() += " in " + Kernel.Name +
                    ", whose interface changes: " + std::to_string(S->Factor) +
                    " memories for " + join(S->Arguments, ", ");
  C.Loc = Kernel.Loc;
  C.After = std::move(S->E);
  auto Place = find_if(Changes, [&](const HlsChange &Other) {
    return Other.After.Latency.Most > C.After.Latency.Most;
  });
  Changes.insert(Place, std::move(C));
}

} // namespace

double totalCycles(const HlsResult &R, uint32_t Id) {
  double Entries = 1;
  for (auto P = R.Kernel->Loops[Id].Parent; P; P = R.Kernel->Loops[*P].Parent)
    if (!R.Estimate.Loops[*P].IsUnrolledInFull &&
        !R.Estimate.Loops[*P].IsFlattened)
      Entries *= R.Estimate.Loops[*P].MostTrip;
  return Entries * R.Estimate.Loops[Id].Latency.Most;
}

std::optional<HlsInterface> interfaceOf(const KernelSummary &Kernel,
                                        StringRef Name) {
  // s_axilite beside one of these gives the address alone.
  static constexpr StringLiteral Modes[] = {"m_axi", "axis",    "ap_memory",
                                            "bram",  "ap_fifo", "ap_bus"};
  for (const Directive &D : Kernel.Directives) {
    if (D.Name != "interface" || optionOf(D, "port") != Name.str())
      continue;
    for (StringRef Mode : Modes)
      if (optionOf(D, "mode") == Mode.str() || optionOf(D, Mode) == "")
        return HlsInterface{Mode, optionOf(D, "bundle").value_or("gmem")};
  }
  return std::nullopt;
}

std::optional<uint32_t> limitingLoop(const HlsResult &R) {
  std::optional<uint32_t> Found;
  for (const VitisLoop &L : R.Estimate.Loops)
    if (L.IsPipelined &&
        (!Found || totalCycles(R, L.Loop) > totalCycles(R, *Found)))
      Found = L.Loop;
  return Found;
}

Expected<HlsResult> analyzeHls(KernelSummary Kernel, const Device &D,
                               const HlsOptions &Options) {
  assert(Kernel.IsHls && "a function of C or C++");
  for (const Unknown &U : Kernel.Unknowns)
    if (U.K == Unknown::Kind::Refused)
      return createStringError(placePrefix(U.Loc) + U.Reason);
  HlsResult R;
  R.Device = D.Name;
  R.Fabric = D.Unit.Fabric;
  R.Options = Options.Vitis;
  R.Options.UltraRam = D.Unit.UltraRam;
  if (!Options.WhatIf.empty()) {
    R.Source = estimateHls(Kernel, R.Options).Latency;
    auto Changed = parseChoices(Options.WhatIf, Kernel, sourceChoices(Kernel));
    if (const auto *Problem = std::get_if<std::string>(&Changed))
      return createStringError("--what-if " + *Problem);
    Kernel = withChoices(Kernel, std::get<VitisDesign>(Changed));
  }
  R.Kernel = std::make_shared<const KernelSummary>(std::move(Kernel));
  R.Estimate = estimateVitis(*R.Kernel, R.Options);
  R.Regions = runRegions(*R.Kernel, R.Estimate);
  placeUnderRoofs(R, D, Options);
  VitisSpace Space;
  Space.Options = R.Options;
  Space.Options.SkipsHopeless = true;
  // A change after which processes are no longer followed is no advice.
  Space.Estimate = [&](const KernelSummary &Changed,
                       const VitisOptions &Asked) {
    VitisEstimate E = estimateHls(Changed, Asked);
    if (E.Missing.size() > R.Estimate.Missing.size())
      E.Latency = {Never, Never};
    return E;
  };
  if (R.Fabric)
    Space.Available = *R.Fabric * Options.Utilization;
  const VitisDesign Source = sourceChoices(*R.Kernel);
  constexpr double QuickBudget = 1e5; // [operation] a tenth of a second
  VitisSpace Quick = Space;
  Quick.Budget = QuickBudget;
  const bool NeverEnds = any_of(
      R.Regions, [](const DataflowResult &D) { return D.Run.isDeadlock(); });
  if (Options.Advises && !NeverEnds) {
    for (PricedVitisDesign &P : singleChanges(*R.Kernel, Quick))
      R.Changes.push_back(changeTo(*R.Kernel, Source, std::move(P)));
    addSplit(*R.Kernel, Quick, R.Changes);
  }
  if (!Options.Combines)
    return R;
  FoundDesigns Found = bestDesign(*R.Kernel, Space);
  std::optional<PricedVitisDesign> &Best = Found.Best;
  R.Priced = Found.Priced;
  R.Fits = Best.has_value();
  for (PricedVitisDesign &P : Found.Front)
    R.Front.push_back(changeTo(*R.Kernel, Source, std::move(P)));
  // A source that does not fit wants the best that does, though it is slower.
  if (Best && (Best->E.Latency.Most < R.Estimate.Latency.Most ||
               !fits(R.Estimate, Space.Available)))
    R.Best = changeTo(*R.Kernel, Source, std::move(*Best));
  return R;
}

} // namespace roofline
