// Designs through a synthesiser, beside what was predicted of them.
#include "roofline/Verify/SynthesiseCore.h"

#include "roofline/Calibrate/CoreSynthesis.h"
#include "roofline/Process/RunFolder.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/Resources/MasterCost.h"
#include "roofline/Resources/NetlistPrice.h"
#include "roofline/Resources/ResourceModel.h"
#include "roofline/Verify/CoreFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"

#include <mutex>

using namespace llvm;

namespace roofline {
namespace {

void predict(CoreCost Cost, const LogicPath &Path, ResourceComparison &Result) {
  for (const std::string &Unknown : Cost.Unknowns)
    Result.Unknowns.push_back("predicted resources: " + Unknown);
  Result.Predicted = Cost.Need;
  if (Path.Unknowns.empty())
    Result.PredictedPath = Path.Delay;
  else
    Result.Unknowns.push_back("predicted path: no delay of " +
                              Path.Unknowns.front() +
                              (Path.Unknowns.size() > 1 ? " and others" : ""));
}
void predict(const CoreOrigin &Origin, const CostModel &Costs,
             ResourceComparison &Result) {
  predict(costOf(Costs, Origin), pathOf(Costs, Origin), Result);
}
void predict(const Netlist &N, const CostModel &Costs,
             ResourceComparison &Result) {
  const NetlistPrice Price = priceNetlist(Costs, N);
  predict(Price.Cost, Price.Path, Result);
}

Error synthesise(const CoreSynthesis &Yosys, ArrayRef<std::string> Sources,
                 StringRef Top, ResourceComparison &Result) {
  Expected<Synthesis> Core = Yosys.run(Sources, Top);
  if (!Core)
    return Core.takeError();
  Expected<CostPoint> Need = resourcesOf(Yosys.target(), *Core);
  if (!Need)
    return Need.takeError();
  Result.Synthesised = Need->Need;
  Result.Path = Need->Delay;
  return Error::success();
}

/// \p Of is what predict() takes.
template <typename CoreT>
ResourceComparison compare(const CoreT &Of, ArrayRef<std::string> Sources,
                           StringRef Top, Expected<CoreSynthesis> Yosys,
                           const SynthesisOptions &O) {
  ResourceComparison Result;
  Result.Target = O.Target;
  if (O.Costs)
    predict(Of, *O.Costs, Result);
  else
    Result.Unknowns.push_back("predicted resources: no cost file of " +
                              O.Target);
  Error E =
      Yosys ? synthesise(*Yosys, Sources, Top, Result) : Yosys.takeError();
  if (Yosys)
    Result.Synthesizer = Yosys->version();
  if (E)
    Result.Unknowns.push_back("synthesised resources: " +
                              toString(std::move(E)));
  return Result;
}

} // namespace

ResourceComparison synthesiseCore(const CoreOrigin &Origin,
                                  ArrayRef<std::string> Sources, StringRef Top,
                                  const SynthesisOptions &O) {
  return compare(Origin, Sources, Top,
                 CoreSynthesis::find(*findTarget(O.Target), O.Kept), O);
}

ResourceComparison synthesiseNetlist(const Netlist &N,
                                     ArrayRef<std::string> Sources,
                                     StringRef Top, const SynthesisOptions &O) {
  return compare(N, Sources, Top,
                 CoreSynthesis::find(*findTarget(O.Target), O.Kept), O);
}

Expected<std::vector<SynthesisedDesign>>
synthesiseDesigns(const StreamKernel &K, const Launch &L,
                  ArrayRef<std::string> Variants, const SynthesisOptions &O) {
  Expected<CoreSynthesis> Yosys =
      CoreSynthesis::find(*findTarget(O.Target), O.Kept);
  if (!Yosys)
    return Yosys.takeError();
  RunFolder Work("roofline-synthesis");
  if (std::error_code EC = Work.error())
    return createStringError("a temporary folder: " + EC.message());
  std::vector<SynthesisedDesign> Designs;
  for (const std::string &Variant : Variants)
    Designs.push_back({Variant, {}});
  std::mutex Telling;
  size_t NumDone = 0;
  auto Synthesise = [&](size_t I) {
    ResourceComparison &Need = Designs[I].Need;
    Need.Target = O.Target;
    auto Fail = [&](Error E) {
      Need.Unknowns.push_back("no core: " + toString(std::move(E)));
    };
    Expected<CoreOrigin> Origin = applyVariant(K, Variants[I], L);
    if (!Origin)
      return Fail(Origin.takeError());
    if (O.Costs)
      Origin->Design = laidOutFor(*O.Costs, Origin->Design);
    Expected<VerilogCore> Core = emitWithoutBench(*Origin, O.RtlFolder);
    if (!Core)
      return Fail(Core.takeError());
    Expected<std::vector<std::string>> Sources =
        writeVerilog(*Core, Work.file(std::to_string(I)));
    if (!Sources)
      return Fail(Sources.takeError());
    Need = compare(*Origin, *Sources, Core->Name, *Yosys, O);
    std::lock_guard Lock(Telling);
    if (++NumDone, O.Progress)
      O.Progress(std::to_string(NumDone) + " of " +
                 std::to_string(Variants.size()) + " designs are synthesised");
  };
  DefaultThreadPool Pool;
  for (size_t I = 0; I < Variants.size(); ++I)
    Pool.async(Synthesise, I);
  Pool.wait();
  if (RunFolder::isInterrupted())
    return createStringError("interrupted");
  return Designs;
}

} // namespace roofline
