// Designs of kernels as a vendor's compiler builds them, for `roofline
// explore`.
#include "KernelDesigns.h"

#include "Command.h"
#include "DesignPage.h"

#include "roofline/Explore/KernelDesignsReport.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

Expected<Hertz> parseClock(StringRef Value) {
  constexpr double Least = 1e-3, Most = 1e5; // [MHz]
  double MHz;
  if (Value.getAsDouble(MHz) || !(MHz >= Least && MHz <= Most))
    return invalid(
        formatv("--clock '{0}': a number from {1} to {2} is expected", Value,
                Least, Most));
  return Hertz(MHz * 1e6);
}

Error parseUtilizationLimit(StringRef Value, double &Out) {
  if (Value.getAsDouble(Out) || !(Out > 0 && Out <= 1))
    return invalid("--utilization '" + Value +
                   "': a number above 0, to 1, is expected");
  return Error::success();
}

std::vector<CommandOption> kernelDesignOptions(KernelExploration &O) {
  return {text("json", O.Json), text("html", O.Html),
          noted({"max-unroll",
                 [&O](StringRef Value) {
                   O.Space.MostReplays = 1000000; // what was asked for stays
                   return parseCount(Value, "--max-unroll", O.Space.MaxUnroll);
                 }},
                O.KernelOption),
          noted(count("max-units", O.Space.MaxUnits), O.KernelOption),
          noted(count("limit", O.Limit), O.KernelOption)};
}

Error checkKernelDesigns(const KernelInput &Input, const KernelExploration &O) {
  if (!O.StreamOption.empty())
    return invalid(O.StreamOption + " is of designs of streams alone");
  if (!O.IsByTime)
    return invalid(
        "--objective: designs of kernels are searched by time alone");
  if (!Input.Texts.Iterate.empty())
    return invalid("--iterate is of designs of streams alone");
  return Error::success();
}

Expected<std::vector<KernelSummary>>
readKernelsFor(const Device &D, KernelInput &Input, Launch &L) {
  if (Error E = Input.readLaunch(L))
    return E;
  Input.DeviceDefines = D.Defines;
  Expected<std::vector<KernelSummary>> Kernels = Input.readKernels(L);
  if (Kernels)
    if (Error E = checkTrips(*Kernels, L))
      return E;
  return Kernels;
}

/// On a terminal, at each hundredth of the work.
static void showProgress(uint64_t Done, uint64_t Replays) {
  static const bool IsShown = sys::Process::StandardErrIsDisplayed();
  if (!IsShown ||
      (Done != Replays && Done * 100 / Replays == (Done - 1) * 100 / Replays))
    return;
  errs() << formatv("\r{0} % of {1} replays", Done * 100 / Replays, Replays)
         << (Done == Replays ? "\r\033[K" : "");
}

Expected<int> exploreKernels(ArrayRef<KernelSummary> Kernels,
                             const KernelInput &Input, const Launch &L,
                             const Device &D, const KernelExploration &O) {
  std::vector<KernelSearchResult> Results;
  bool Fits = true;
  for (const KernelSummary &K : Kernels) {
    Expected<KernelSearchResult> R =
        exploreKernel(K, L, D, O.Space, showProgress);
    if (!R)
      return R.takeError();
    Fits &= R->Best.has_value();
    Results.push_back(std::move(*R));
  }
  if (!O.Json.empty())
    if (Error E = writeJson(O.Json, toJSON(Results, O.Limit)))
      return E;
  if (Error E = writeDesignPage(O.Html, DesignPage::Kind::Kernels, Input.File,
                                [&] { return toJSON(Results, SIZE_MAX); }))
    return E;
  if (O.Json != "-")
    for (const KernelSearchResult &R : Results)
      printKernelDesigns(R, O.Limit, outs());
  return Fits ? Done : Incomplete;
}

} // namespace roofline
