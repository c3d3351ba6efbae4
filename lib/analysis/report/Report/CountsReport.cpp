// W, Q and I of a kernel as a table.
#include "roofline/Report/CountsReport.h"

#include "roofline/Kernel/LaunchSymbols.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;

namespace roofline {

std::string operandTypeText(const ValueType &T) {
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
  const std::string Most = (C.IsSampled ? "about " : "") + countText(*C.Most);
  if (C.Least == C.Most)
    return Most;
  return C.Least && *C.Least > 0 ? countText(*C.Least) + " .. " + Most
                                 : "<= " + Most;
}

std::string closedFormOf(const AnalysisResult &R, const Count &C) {
  if (!C.MostForm)
    return "";
  Expr Form = substitute(*C.MostForm, launchSymbols(*R.Kernel, R.L));
  // A form is a polynomial of trip counts, and a negative one is none.
  for (const Loop &L : R.Kernel->Loops)
    if (!boundTrip(L, R.L) &&
        evaluate(L.Trip.Count, launchSymbols(*R.Kernel, R.L)).value_or(0) < 0)
      return "";
  return formText(*R.Kernel, std::move(Form));
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

/// "0.125", "0.125 to 0.250", ">= 0.125", "<= 0.250" or "unknown": W / Q.
static std::string intensityText(const Count &W, const Count &Q) {
  auto Divide = [](const std::optional<double> &A,
                   const std::optional<double> &B) {
    return A && B && *B > 0 ? formatv("{0:f3}", *A / *B).str() : std::string();
  };
  const std::string Least = Divide(W.Least, Q.Most),
                    Most = Divide(W.Most, Q.Least);
  if (Least == Most)
    return Least.empty() ? "unknown" : Least;
  if (Least.empty() || Most.empty())
    return Least.empty() ? "<= " + Most : ">= " + Least;
  return Least + " to " + Most;
}

/// "12:5, 14:7": where \p What stands, and the first places of others of its
/// kind.
static std::string placesOf(const AnalysisResult &R, ArrayRef<MissingInput> All,
                            StringRef What) {
  constexpr size_t MostPlaces = 6;
  std::vector<std::string> Places;
  for (const MissingInput &M : All) {
    std::string Place =
        M.Loc ? lineText(*R.Kernel, M.Loc) +
                    (M.Loc.Column ? ":" + std::to_string(M.Loc.Column) : "")
              : "?";
    if (M.What == What && !is_contained(Places, Place))
      Places.push_back(std::move(Place));
  }
  const size_t More =
      Places.size() > MostPlaces ? Places.size() - MostPlaces : 0;
  Places.resize(Places.size() - More);
  return join(Places, ", ") +
         (More ? " and " + std::to_string(More) + " more" : "");
}

/// Why W and Q are bounds, and what would bind them.
static void printUndecided(const AnalysisResult &R, raw_ostream &OS) {
  std::vector<StringRef> Told;
  for (const MissingInput &M : R.Counts.Undecided) {
    if (is_contained(Told, M.What))
      continue;
    Told.push_back(M.What);
    OS << (Told.size() == 1 ? "  W and Q are bounds: " : "    and ") << M.What
       << " at " << placesOf(R, R.Counts.Undecided, M.What) << "; " << M.Hint
       << '\n';
  }
}

/// Why W and Q are unknown, where the time is not.
static void printMissing(const AnalysisResult &R, raw_ostream &OS) {
  if (!R.IsPriced || !R.Bound.Missing.empty())
    return; // the time has the same reasons, and names them
  std::vector<StringRef> Told;
  for (const MissingInput &M : R.Counts.Missing) {
    if (is_contained(Told, M.What))
      continue;
    Told.push_back(M.What);
    OS << "  W and Q are unknown: " << M.What << " at "
       << placesOf(R, R.Counts.Missing, M.What) << "; " << M.Hint << '\n';
  }
}

void printCounts(const AnalysisResult &R, raw_ostream &OS, bool Verbose) {
  const KernelCounts &K = R.Counts;
  auto Row = [&](StringRef Name, const Count &C) {
    std::string Form = closedFormOf(R, C);
    std::string Number = numberText(C);
    OS << formatv("  {0,-30}{1,22}", Name, Number);
    if (!Form.empty() && C.LeastForm != C.MostForm)
      Form = "<= " + Form;
    if (!Form.empty() && Form != Number)
      OS << "  " << Form;
    OS << '\n';
  };
  OS << formatv("\n  {0,-30}{1,22}  {2}\n", "work and traffic", "number",
                "in closed form");
  for (const OperationTotal &T : K.Operations)
    if (T.Counted && Verbose)
      Row(T.Name + " " + operandTypeText(T.Type), T.Number);
  Row(K.isFloat() ? "W [floating-point operation]" : "W [integer operation]",
      K.work());
  for (const Traffic &T : K.Requested) {
    if (T.Space == AddressSpace::Private || !Verbose)
      continue;
    StringRef Space = name(T.Space);
    Row((Space + " read [byte]").str(), T.Read);
    Row((Space + " written [byte]").str(), T.Written);
  }
  Row("Q requested [byte]", K.requested());
  Row("Q compulsory [byte]", K.Compulsory);
  OS << formatv("  {0,-30}{1,22}  {2} with each byte once\n",
                "I = W / Q [operation/byte]",
                intensityText(K.work(), K.requested()),
                intensityText(K.work(), K.Compulsory));
  printUndecided(R, OS);
  printMissing(R, OS);
}

/// "1.23e+04", "170.7": so many digits.
static std::string digits(double Value, int Number = 3) {
  std::string Text;
  raw_string_ostream(Text) << format("%.*g", Number, Value);
  return Text;
}

std::string rateText(double Rate) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1e12, "Top/s"}, {1e9, "Gop/s"}, {1e6, "Mop/s"}, {1, "op/s"}};
  for (auto [Scale, Unit] : Units)
    if (Rate >= Scale || Scale == 1)
      return digits(Rate / Scale, 4) + " " + Unit;
  return "";
}

void printRoofs(ArrayRef<RoofPlacement> Roofs, raw_ostream &OS) {
  if (Roofs.empty())
    return;
  OS << formatv("\n  {0,-17}{1,8}{2,13}{3,13}{4,10}  {5}\n", "roofs", "I",
                "attainable", "time", "to ridge", "limited by");
  for (const RoofPlacement &P : Roofs) {
    auto Row = [&](StringRef Name, const Placement &Placed) {
      if (!Placed.hasBound()) {
        OS << formatv("  {0,-17}unknown: {1}\n", Name,
                      llvm::join(Placed.Missing, ", "));
        return;
      }
      bool Computes = Placed.Attainable.value() > 0;
      OS << formatv("  {0,-17}{1,8}{2,13}{3,13}{4,10}  {5}\n", Name,
                    digits(Placed.Intensity),
                    Computes ? rateText(Placed.Attainable.value()) : "none",
                    secondsText(Placed.Time.value()),
                    std::isfinite(Placed.RidgeDistance)
                        ? digits(Placed.RidgeDistance) + "x"
                        : "-",
                    Placed.Limit);
      if (!Placed.Missing.empty())
        OS << "    the roof may be lower; the device lacks "
           << llvm::join(Placed.Missing, ", ") << '\n';
    };
    Row(P.Device, P.Requested);
    if (P.Compulsory.Intensity != P.Requested.Intensity)
      Row("  each byte once", P.Compulsory);
    if (!P.Predicted)
      continue;
    const double Below = P.Requested.Attainable.value() / *P.Predicted;
    constexpr double Even = 1.02; // beyond it a factor is worth a word
    OS << "    predicted " << rateText(*P.Predicted) << ", "
       << (Below > Even ? digits(Below) + " times below the roof\n"
           : 1 / Below > Even
               ? digits(1 / Below) + " times above the roof: fewer "
                                     "bytes move than are "
                                     "requested\n"
               : "at the roof\n");
  }
}

} // namespace roofline
