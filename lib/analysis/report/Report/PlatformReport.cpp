// The choice of a platform as text, and as points to plot.
#include "roofline/Report/PlatformReport.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <bit>
#include <cmath>

using namespace llvm;

namespace roofline {

std::string mappingText(const System &S, const PlatformResult &R,
                        const Mapping &M) {
  std::string Text;
  for (size_t I = 0; I < M.Blocks.size(); ++I)
    if (M.Blocks[I])
      Text += (Text.empty() ? "" : "; ") + instanceName(S, R.Instances[I]) +
              ": " + blockNames(S, M.Blocks[I]);
  return Text;
}

namespace {

std::string number(double Value) {
  return std::isfinite(Value) ? formatv("{0:f2}", Value).str() : "-";
}

/// Without digits that say nothing: "30", "12.5".
std::string sixDigits(double Value) {
  std::string Text;
  raw_string_ostream(Text) << format("%.6g", Value);
  return Text;
}

/// Units side by side in the table of prices.
constexpr size_t UnitsInARow = 6;

class PlatformPrinter {
public:
  PlatformPrinter(const System &S, const PlatformResult &R, raw_ostream &OS)
      : S(S), R(R), OS(OS) {
    for (const SystemBlock &B : S.Blocks)
      NameWidth = std::max(NameWidth, B.Name.size());
    for (const SystemUnit &U : S.Units)
      UnitWidth = std::max(UnitWidth, U.Name.size());
  }

  void header() {
    OS << (S.Description.empty() ? "system" : S.Description) << ": "
       << S.Blocks.size()
       << (S.Blocks.size() == 1 ? " block at " : " blocks at ")
       << sixDigits(S.FrameRate.value()) << " frame/s of ";
    for (size_t I = 0; I < S.Frame.size(); ++I)
      OS << (I ? " x " : "") << S.Frame[I];
    OS << " elements";
    if (S.MaxPower)
      OS << ", at most " << sixDigits(S.MaxPower->value()) << " W";
    if (S.MaxCost)
      OS << ", at most " << sixDigits(*S.MaxCost) << ' ' << S.Currency;
    OS << '\n';
  }

  void blocks() {
    OS << (R.Which == Peaks::Measured ? "measured" : "theoretical")
       << " rates of units\n\nblocks\n  " << left_justify("", NameWidth)
       << "       Gop/s      GB/s      op/B           ipc\n";
    for (size_t B = 0; B < S.Blocks.size(); ++B) {
      const PricedUnit::BlockPrice &P = R.Prices.front().Blocks[B];
      OS << "  " << left_justify(S.Blocks[B].Name, NameWidth)
         << formatv("  {0,10}{1,10}{2,10}{3,14}\n", number(P.Operations / 1e9),
                    number(P.Bytes / 1e9), number(P.Operations / P.Bytes),
                    S.Blocks[B].Parallelism
                        ? formatv("{0:f0}", *S.Blocks[B].Parallelism).str()
                        : "unknown");
    }
  }

  void prices() {
    OS << "\nrisk of a block alone on a unit; from 1 on it does not keep up\n";
    for (size_t First = 0; First < S.Units.size(); First += UnitsInARow) {
      size_t End = std::min(First + UnitsInARow, S.Units.size());
      OS << "  " << left_justify("", NameWidth);
      for (size_t U = First; U < End; ++U)
        OS << "  " << right_justify(S.Units[U].Name, UnitWidth);
      OS << '\n';
      for (size_t B = 0; B < S.Blocks.size(); ++B) {
        OS << "  " << left_justify(S.Blocks[B].Name, NameWidth);
        for (size_t U = First; U < End; ++U)
          OS << "  " << right_justify(alone(U, B), UnitWidth);
        OS << '\n';
      }
    }
    bool Any = false;
    for (size_t B = 0; B < S.Blocks.size(); ++B)
      for (size_t U = 0; U < S.Units.size(); ++U)
        if (const std::string &Why = R.Prices[U].Blocks[B].Unfit;
            !Why.empty()) {
          OS << (Any ? "" : "not pre-selected\n") << "  " << S.Blocks[B].Name
             << " on " << S.Units[U].Name << ": " << Why << '\n';
          Any = true;
        }
    for (size_t B = 0; B < S.Blocks.size(); ++B)
      for (size_t U = 0; U < S.Units.size(); ++U)
        if (std::string Why = whyNeverAlone(U, B); !Why.empty())
          OS << "  " << S.Blocks[B].Name << " alone on " << S.Units[U].Name
             << ": " << Why << '\n';
  }

  void mappings(StringRef Title, ArrayRef<Mapping> List) {
    OS << '\n'
       << Title << "\n    risk   max frame/s" << costTitle()
       << (R.HasPower ? "   power [W]" : "") << "  mapping\n";
    for (const Mapping &M : List) {
      OS << formatv("  {0,6}{1,14}", number(M.Risk),
                    number(S.FrameRate.value() / M.Risk));
      if (R.HasCost)
        OS << right_justify(number(M.Cost), costTitle().size());
      if (R.HasPower)
        OS << formatv("{0,12}", number(M.Power));
      OS << "  " << mappingText(S, R, M) << '\n';
    }
  }

  void loads() {
    OS << "\nload of each unit on the Pareto front [share of its time]\n"
       << "  mapping  " << left_justify("unit", UnitWidth + 2)
       << "compute  memory  interconnect  limit         pipelined\n";
    for (size_t N = 0; N < R.Front.size(); ++N)
      for (size_t I = 0; I < R.Instances.size(); ++I) {
        if (!R.Front[N].Blocks[I])
          continue;
        UnitLoad L =
            loadOf(R.Prices[R.Instances[I].Unit], R.Front[N].Blocks[I]);
        OS << formatv("  {0,7}  ", N + 1)
           << left_justify(instanceName(S, R.Instances[I]), UnitWidth + 2)
           << formatv("{0,7}{1,8}{2,14}  ", number(L.Compute), number(L.Memory),
                      number(L.Interconnect))
           << left_justify(L.limit(), 12) << "  " << pipelined(L) << '\n';
      }
  }

  void verdict() {
    OS << '\n'
       << formatv("{0:f0}", R.NumMeetRate)
       << " mappings meet the rate (an exchange of equal units counts once)";
    if (R.FeasibleComplete && (S.MaxCost || S.MaxPower))
      OS << "; " << R.Feasible.size() << " keep the limits";
    OS << '\n';
    for (const std::string &Why : R.WhyNone)
      OS << (&Why == &R.WhyNone.front() ? "no feasible mapping\n" : "") << "  "
         << Why << '\n';
  }

  void missing() {
    if (!R.Fallbacks.empty())
      OS << "\nrates\n";
    for (const std::string &What : R.Fallbacks)
      OS << "  " << What << '\n';
    if (!R.Missing.empty())
      OS << "\nunknown\n";
    for (const std::string &What : R.Missing)
      OS << "  " << What << '\n';
  }

private:
  std::string costTitle() const {
    return R.HasCost
               ? "   cost" + (S.Currency.empty() ? std::string()
                                                 : " [" + S.Currency + "]")
               : "";
  }

  std::string alone(size_t U, size_t B) const {
    const PricedUnit &P = R.Prices[U];
    return P.Candidates >> B & 1 ? number(loadOf(P, BlockSet(1) << B).risk())
                                 : std::string("-");
  }

  /// Why a pre-selected pair has no risk; empty where it has one.
  std::string whyNeverAlone(size_t U, size_t B) const {
    const PricedUnit &P = R.Prices[U];
    if (!(P.Candidates >> B & 1))
      return "";
    const UnitLoad L = loadOf(P, BlockSet(1) << B);
    if (std::isfinite(L.risk()))
      return "";
    return std::isfinite(L.Memory)
               ? "exchanges data with other units, and the unit has no "
                 "interconnect"
               : "its internal memory is too small";
  }

  std::string pipelined(const UnitLoad &L) const {
    std::string Text;
    for (uint64_t Left = L.Pipelined; Left; Left &= Left - 1) {
      const SystemEdge &E = S.Edges[std::countr_zero(Left)];
      Text += (Text.empty() ? "" : ", ") + S.Blocks[E.Source].Name + " to " +
              S.Blocks[E.Target].Name;
    }
    return Text.empty() ? "-" : Text;
  }

  const System &S;
  const PlatformResult &R;
  raw_ostream &OS;
  size_t NameWidth = 5, UnitWidth = 5;
};

} // namespace

void printPlatform(const System &S, const PlatformResult &R, bool All,
                   raw_ostream &OS) {
  PlatformPrinter P(S, R, OS);
  P.header();
  P.blocks();
  P.prices();
  P.verdict();
  if (!R.Front.empty()) {
    P.mappings("Pareto front over risk, cost and power", R.Front);
    P.loads();
    if (All && R.FeasibleComplete)
      P.mappings("all feasible mappings", R.Feasible);
  }
  P.missing();
}

void printCombinations(const System &S, const PlatformResult &R,
                       raw_ostream &OS) {
  OS << "\ncombinations\n       Gop/s      GB/s      op/B      risk  unit: "
        "blocks\n";
  for (BlockSet Set = 1; Set < BlockSet(1) << S.Blocks.size(); ++Set)
    for (size_t U = 0; U < S.Units.size(); ++U) {
      if (Set & ~R.Prices[U].Candidates)
        continue;
      UnitLoad L = loadOf(R.Prices[U], Set);
      OS << formatv("  {0,10}{1,10}{2,10}{3,10}  {4}: {5}\n",
                    number(L.Operations / 1e9), number(L.Bytes / 1e9),
                    number(L.Operations / L.Bytes), number(L.risk()),
                    S.Units[U].Name, blockNames(S, Set));
    }
}

static std::string csvWord(StringRef Text) {
  return "\"" + join(split(Text, '"'), "\"\"") + "\"";
}

std::string platformCSV(const System &S, const PlatformResult &R) {
  std::string Text = "risk,cost,power_W,pareto,mapping\n";
  raw_string_ostream OS(Text);
  for (const Mapping &M : R.FeasibleComplete ? R.Feasible : R.Front) {
    OS << formatv("{0:f6},", M.Risk);
    if (R.HasCost)
      OS << sixDigits(M.Cost);
    OS << ',';
    if (R.HasPower)
      OS << sixDigits(M.Power);
    OS << ',' << is_contained(R.Front, M) << ','
       << csvWord(mappingText(S, R, M)) << '\n';
  }
  return Text;
}

} // namespace roofline
