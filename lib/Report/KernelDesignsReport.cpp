// The designs of compiled kernels as text and JSON.
#include "roofline/Report/KernelDesignsReport.h"

#include "roofline/Hpca16/WhatIf.h"
#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

const char *orAsItIs(const std::string &WhatIf) {
  return WhatIf.empty() ? "(as the source is)" : WhatIf.c_str();
}

void printRow(const KernelSearchResult &R, const PricedKernelDesign &D,
              StringRef Mark, raw_ostream &OS) {
  OS << formatv("{0,-2}{1,11}{2,8:f0}{3,9}{4,9}{5,8}{6,9:f2}  {7,-8}{8}\n",
                Mark, secondsText(D.Time.value()), D.Clock.value() / 1e6,
                percentText(D.Used.Logic), percentText(D.Used.Memory),
                percentText(D.Used.Dsp), R.Source.Time.value() / D.Time.value(),
                D.Limit, orAsItIs(D.WhatIf));
}

void printTable(const KernelSearchResult &R, size_t Limit, raw_ostream &OS) {
  OS << formatv("{0,-2}{1,11}{2,8}{3,9}{4,9}{5,8}{6,9}  {7,-8}{8}\n", "",
                "time", "[MHz]", "logic", "memory", "DSP", "gain", "limit",
                "design, as for analyze --what-if");
  for (const auto &[I, D] : enumerate(ArrayRef(R.Front).take_front(Limit)))
    printRow(R, D, I == R.Best ? ">*" : " *", OS);
  if (R.Front.size() > Limit)
    OS << formatv("   and {0} more; --limit N prints more\n",
                  R.Front.size() - Limit);
  printRow(R, R.Source, "  ", OS);
  OS << "\n*: no other is better in everything; >: the best by time; last: the "
        "source's own design"
     << (R.fits(R.Source) ? "\n" : ", which does not fit\n");
}

void printBest(const KernelSearchResult &R, raw_ostream &OS) {
  const PricedKernelDesign &Best = R.Front[*R.Best];
  if (Best.Changes.empty()) {
    OS << "the source asks for the best design already\n";
    return;
  }
  OS << "for the best, the source has to say\n";
  for (const std::string &Change : Best.Changes)
    OS << "  " << Change << '\n';
}

json::Object resourcesJSON(const FitAmounts &A) {
  return json::Object{
      {"logic", A.Logic}, {"memory_blocks", A.Memory}, {"dsp_blocks", A.Dsp}};
}

json::Object designJSON(const KernelSearchResult &R,
                        const PricedKernelDesign &D) {
  json::Array Group, Changes;
  for (uint64_t Size : D.Group)
    Group.push_back(int64_t(Size));
  for (const std::string &Change : D.Changes)
    Changes.push_back(Change);
  return json::Object{{"what_if", D.WhatIf},
                      {"changes", std::move(Changes)},
                      {"unroll", json::Array(D.D.Unroll)},
                      {"simd", D.D.Simd},
                      {"compute_units", D.D.ComputeUnits},
                      {"work_group", std::move(Group)},
                      {"cycles", D.Cycles},
                      {"clock_hz", D.Clock.value()},
                      {"time_s", D.Time.value()},
                      {"time_low_s", D.Fastest.value()},
                      {"time_high_s", D.Slowest.value()},
                      {"limit", D.Limit},
                      {"resources", resourcesJSON(D.Need)},
                      {"used", json::Object{{"logic", D.Used.Logic},
                                            {"memory_blocks", D.Used.Memory},
                                            {"dsp_blocks", D.Used.Dsp}}},
                      {"fits", R.fits(D)},
                      {"gain", R.Source.Time.value() / D.Time.value()}};
}

json::Object resultJSON(const KernelSearchResult &R, size_t Limit) {
  json::Array Front, Notes;
  for (const PricedKernelDesign &D : ArrayRef(R.Front).take_front(Limit))
    Front.push_back(designJSON(R, D));
  for (const std::string &Note : R.Notes)
    Notes.push_back(Note);
  json::Object O{{"kernel", R.Kernel},
                 {"device", R.Board},
                 {"max_unroll", R.Space.MaxUnroll},
                 {"max_compute_units", R.Space.MaxUnits},
                 {"utilisation", R.Space.Utilization},
                 {"replays", R.Replays},
                 {"priced", R.Priced},
                 {"fitting", R.Fitting},
                 {"left_out", R.LeftOut},
                 {"wall_s", R.WallSeconds},
                 {"available", resourcesJSON(R.Available)},
                 {"resources_at_least", R.IsAtLeast},
                 {"front_size", R.Front.size()},
                 {"source", designJSON(R, R.Source)},
                 {"front", std::move(Front)},
                 {"notes", std::move(Notes)}};
  // The front begins with the best.
  if (R.Best)
    O["best"] = designJSON(R, R.Front[*R.Best]);
  if (R.Why != Doubt::None)
    O["doubt"] = doubtText(R.Why);
  return O;
}

} // namespace

void printKernelDesigns(const KernelSearchResult &R, size_t Limit,
                        raw_ostream &OS) {
  OS << formatv("{0} on {1}: {2} designs priced, {3} fit; {4} replays in {5}\n",
                R.Kernel, R.Board, R.Priced, R.Fitting, R.Replays,
                secondsText(R.WallSeconds));
  if (R.LeftOut)
    OS << formatv("{0} replays left out: a part of what they are of does not "
                  "fit\n",
                  R.LeftOut);
  if (R.Why != Doubt::None)
    OS << formatv("times are an order of magnitude: {0}\n", doubtText(R.Why));
  OS << '\n';
  if (R.Best) {
    printTable(R, Limit, OS);
    printBest(R, OS);
  } else if (R.TooLarge) {
    const Utilization &U = R.TooLarge->Used;
    OS << formatv("no design fits: the smallest, {0}, takes {1} logic, {2} "
                  "memory blocks, {3} DSP of {4}\n",
                  orAsItIs(R.TooLarge->WhatIf), percentText(U.Logic),
                  percentText(U.Memory), percentText(U.Dsp), R.Board);
  }
  for (const std::string &Note : R.Notes)
    OS << "note: " << Note << '\n';
  OS << '\n';
}

json::Value toJSON(ArrayRef<KernelSearchResult> Results, size_t Limit) {
  json::Array Kernels;
  for (const KernelSearchResult &R : Results)
    Kernels.push_back(resultJSON(R, Limit));
  return json::Object{{"format", "roofline-designs"},
                      {"version", 1},
                      {"kernels", std::move(Kernels)}};
}

} // namespace roofline
