// W, Q and I of a kernel as a table and as JSON.
#include "roofline/Report/CountsReport.h"

#include "roofline/Model/LaunchSymbols.h"
#include "roofline/Report/SummaryJSON.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

static std::string typeText(const ValueType &T) {
  switch (T.Scalar) {
  case ScalarKind::Float:
    return "float" + std::to_string(T.Bits);
  case ScalarKind::Int:
    return "int" + std::to_string(T.Bits);
  case ScalarKind::Pointer:
    return "pointer";
  case ScalarKind::None:
    break;
  }
  return "";
}

/// The number, or its bounds, or what is known of it.
static std::string numberText(const Count &C) {
  if (!C.Most)
    return C.Least && *C.Least > 0 ? ">= " + countText(*C.Least) : "unknown";
  if (C.isExact())
    return countText(*C.Most);
  return C.Least && *C.Least > 0
             ? countText(*C.Least) + " .. " + countText(*C.Most)
             : "<= " + countText(*C.Most);
}

static std::string formOf(const AnalysisResult &R, const Count &C) {
  if (!C.MostForm)
    return "";
  std::string Text = formText(
      *R.Kernel, substitute(*C.MostForm, launchSymbols(*R.Kernel, R.L)));
  return C.LeastForm == C.MostForm ? Text : "<= " + Text;
}

IntensityWalls intensityWalls(const KernelCounts &Counts) {
  auto Divide = [&](const Count &Q) -> std::optional<double> {
    const Count &W = Counts.work();
    if (!W.Most || !Q.Most || *Q.Most <= 0)
      return std::nullopt;
    return *W.Most / *Q.Most;
  };
  return {Divide(Counts.requested()), Divide(Counts.Compulsory)};
}

void printCounts(const AnalysisResult &R, raw_ostream &OS, bool Verbose) {
  const KernelCounts &K = R.Counts;
  auto Row = [&](StringRef Name, const Count &C) {
    std::string Form = formOf(R, C);
    std::string Number = numberText(C);
    OS << formatv("  {0,-30}{1,22}", Name, Number);
    if (!Form.empty() && Form != Number)
      OS << "  " << Form;
    OS << '\n';
  };
  OS << formatv("\n  {0,-30}{1,22}  {2}\n", "work and traffic", "number",
                "in closed form");
  for (const OperationTotal &T : K.Operations)
    if (T.Counted && Verbose)
      Row(T.Name + " " + typeText(T.Type), T.Number);
  Row(K.isFloat() ? "W [floating-point operation]" : "W [integer operation]",
      K.work());
  static constexpr StringLiteral Spaces[] = {"private", "global", "constant",
                                             "local", "generic"};
  for (const Traffic &T : K.Requested) {
    if (T.Space == AddressSpace::Private || !Verbose)
      continue;
    StringRef Space = Spaces[size_t(T.Space)];
    Row((Space + " read [byte]").str(), T.Read);
    Row((Space + " written [byte]").str(), T.Written);
  }
  Row("Q requested [byte]", K.requested());
  Row("Q compulsory [byte]", K.Compulsory);
  IntensityWalls I = intensityWalls(K);
  auto Text = [](std::optional<double> V) {
    return V ? formatv("{0:f3}", *V).str() : std::string("unknown");
  };
  OS << formatv("  {0,-30}{1,22}  {2} with each byte once\n",
                "I = W / Q [operation/byte]", Text(I.Requested),
                Text(I.Compulsory));
}

static json::Value boundsJSON(const Count &C) {
  json::Object O;
  if (C.Least)
    O["least"] = *C.Least;
  if (C.Most)
    O["most"] = *C.Most;
  if (C.LeastForm)
    O["least_form"] = toJSON(*C.LeastForm);
  if (C.MostForm)
    O["most_form"] = toJSON(*C.MostForm);
  return O;
}

json::Value countsJSON(const AnalysisResult &R) {
  const KernelCounts &K = R.Counts;
  json::Array Operations, Requested, Missing;
  for (const OperationTotal &T : K.Operations)
    Operations.push_back(json::Object{{"name", T.Name},
                                      {"type", typeText(T.Type)},
                                      {"number", boundsJSON(T.Number)},
                                      {"counted", T.Counted}});
  static constexpr StringLiteral Spaces[] = {"private", "global", "constant",
                                             "local", "generic"};
  for (const Traffic &T : K.Requested)
    Requested.push_back(json::Object{{"space", Spaces[size_t(T.Space)]},
                                     {"read", boundsJSON(T.Read)},
                                     {"written", boundsJSON(T.Written)}});
  for (const MissingInput &M : K.Missing)
    Missing.push_back(M.What);
  json::Object Result{{"operations", std::move(Operations)},
                      {"work", boundsJSON(K.work())},
                      {"work_type", K.isFloat() ? "float" : "int"},
                      {"requested_by_space", std::move(Requested)},
                      {"requested", boundsJSON(K.requested())},
                      {"compulsory", boundsJSON(K.Compulsory)},
                      {"missing", std::move(Missing)}};
  IntensityWalls I = intensityWalls(K);
  if (I.Requested)
    Result["intensity_requested"] = *I.Requested;
  if (I.Compulsory)
    Result["intensity_compulsory"] = *I.Compulsory;
  return Result;
}

} // namespace roofline
