// A comparison of two reports as text and as Markdown.
#include "roofline/Report/DiffReport.h"

#include "DiffText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

size_t numSame(const ReportDiff &D) {
  return count_if(D.Kernels, [](const KernelDiff &K) { return K.isSame(); });
}

std::string placeOf(const KernelDiff &K) {
  const PartDiff &Whole = K.Parts.front();
  return Whole.Old || Whole.New ? " (" + movedText(Whole, {}) + ")" : "";
}

void printKernel(const ReportDiff &D, const KernelDiff &K, raw_ostream &OS) {
  OS << formatv("kernel {0}{1}: {2}\n", kernelText(D, K.Name, K.Launch),
                placeOf(K), verdictText(K));
  if (K.P != Presence::Both)
    return;
  for (const std::string &Note : noteTexts(K))
    OS << "  note: " << Note << '\n';
  for (const MetricChange &C : changedNumbers(K))
    OS << formatv("  {0,-13}{1,16} -> {2,-16} {3}\n", metricName(C.M),
                  readingText(C.M, C.Old), readingText(C.M, C.New),
                  changeText(C));
  const std::vector<Reason> Reasons = reasonsOf(K);
  if (!Reasons.empty())
    OS << "  why\n";
  for (const Reason &R : Reasons) {
    if (!R.Part.empty())
      OS << "    " << R.Part << (R.Texts.empty() ? "\n" : ":\n");
    for (const std::string &Text : R.Texts)
      OS << (R.Part.empty() ? "    " : "      ") << Text << '\n';
  }
}

/// "2 kernels".
std::string kernelsText(size_t Number) {
  return std::to_string(Number) + (Number == 1 ? " kernel" : " kernels");
}

std::string limitsText(const GateResult &Gate) {
  std::vector<std::string> Texts;
  for (const Limit &L : Gate.Limits)
    Texts.push_back(limitText(L));
  return join(Texts, ", ");
}

/// "mm: time=5%: ..."; an application has no kernel.
std::string failureLine(const ReportDiff &D, const GateFailure &F) {
  std::string Whose =
      F.Kernel.empty() ? "all" : kernelText(D, F.Kernel, F.Launch);
  return Whose + ": " + failureText(F);
}

/// \p Text with those characters escaped that Markdown reads.
std::string escaped(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (StringRef("|*_`<\\").contains(C))
      Result += '\\';
    Result += C;
  }
  return Result;
}

void printTable(ArrayRef<MetricChange> Changes, raw_ostream &OS) {
  OS << "| number | before | after | change |\n|---|---:|---:|---:|\n";
  for (const MetricChange &C : Changes)
    OS << formatv("| {0} | {1} | {2} | {3} |\n", metricName(C.M),
                  readingText(C.M, C.Old), readingText(C.M, C.New),
                  changeText(C));
}

void printKernelMarkdown(const ReportDiff &D, const KernelDiff &K,
                         raw_ostream &OS) {
  OS << formatv("\n#### {0}: {1}\n\n", escaped(kernelText(D, K.Name, K.Launch)),
                escaped(verdictText(K)));
  if (K.P != Presence::Both)
    return;
  for (const std::string &Note : noteTexts(K))
    OS << "> " << escaped(Note) << "\n\n";
  printTable(changedNumbers(K), OS);
  const std::vector<Reason> Reasons = reasonsOf(K);
  if (!Reasons.empty())
    OS << "\nWhy:\n\n";
  for (const Reason &R : Reasons) {
    if (!R.Part.empty())
      OS << "- " << escaped(R.Part) << '\n';
    for (const std::string &Text : R.Texts)
      OS << (R.Part.empty() ? "- " : "  - ") << escaped(Text) << '\n';
  }
}

} // namespace

void printDiff(const ReportDiff &D, const GateResult *Gate, raw_ostream &OS) {
  for (const std::string &Note : noteTexts(D))
    OS << "note: " << Note << '\n';
  if (D.ApplicationTime)
    OS << formatv("application: time {0} -> {1}, {2}\n",
                  readingText(Metric::Time, D.ApplicationTime->Old),
                  readingText(Metric::Time, D.ApplicationTime->New),
                  changeText(*D.ApplicationTime));
  for (const KernelDiff &K : D.Kernels)
    if (!K.isSame())
      printKernel(D, K, OS);
  if (const size_t Same = numSame(D))
    OS << "no change: " << kernelsText(Same) << '\n';
  if (D.Kernels.empty())
    OS << "neither report has a kernel\n";
  if (!Gate)
    return;
  OS << "limits " << limitsText(*Gate)
     << (Gate->isKept() ? ": kept\n" : ": broken\n");
  for (const GateFailure &F : Gate->Failures)
    OS << "  " << failureLine(D, F) << '\n';
}

void printDiffMarkdown(const ReportDiff &D, const GateResult *Gate,
                       raw_ostream &OS) {
  const size_t Same = numSame(D);
  OS << "### Roofline: "
     << (D.isSame() ? "no change"
                    : kernelsText(D.Kernels.size() - Same) + " changed")
     << "\n\n";
  for (const std::string &Note : noteTexts(D))
    OS << "> " << escaped(Note) << "\n\n";
  if (Gate) {
    OS << "Limits " << escaped(limitsText(*Gate)) << ": **"
       << (Gate->isKept() ? "kept" : "broken") << "**\n\n";
    for (const GateFailure &F : Gate->Failures)
      OS << "- " << escaped(failureLine(D, F)) << '\n';
  }
  if (D.ApplicationTime) {
    OS << "\nAll launches:\n\n";
    printTable({*D.ApplicationTime}, OS);
  }
  for (const KernelDiff &K : D.Kernels)
    if (!K.isSame())
      printKernelMarkdown(D, K, OS);
  if (Same && !D.isSame())
    OS << "\nNo change: " << kernelsText(Same) << ".\n";
}

} // namespace roofline
