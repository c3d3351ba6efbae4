// A table of designs: what was predicted beside what came out.
#include "roofline/DesignReport/PredictionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

using namespace llvm;

namespace roofline {

void PredictionTable::add(StringRef Name, std::vector<Pair> Pairs) {
  if (any_of(Pairs, [](const Pair &P) { return P.Predicted || P.CameOut; }))
    Columns.push_back({Name.str(), std::move(Pairs)});
}

void PredictionTable::addResources(ArrayRef<const ResourceComparison *> Needs) {
  auto Add = [&](StringRef Name, auto PairOf) {
    std::vector<Pair> Pairs;
    for (const ResourceComparison *Need : Needs)
      Pairs.push_back(Need ? PairOf(*Need) : Pair());
    add(Name, std::move(Pairs));
  };
  for (auto [Name, Member] : ResourceNames)
    Add(Name, [M = Member](const ResourceComparison &C) {
      auto Get = [M](const std::optional<FabricResources> &R) {
        return R ? std::optional((*R).*M) : std::nullopt;
      };
      return Pair{Get(C.Predicted), Get(C.Synthesised)};
    });
  Add("path [ps]", [](const ResourceComparison &C) {
    return Pair{C.PredictedPath, C.Path};
  });
}

/// "480/476", "480" where both are equal.
static std::string cell(const PredictionTable::Pair &P) {
  if (!P.Predicted && !P.CameOut)
    return "";
  auto Text = [](std::optional<double> Value) {
    if (!Value)
      return std::string("?");
    return std::round(*Value) == *Value ? formatv("{0:f0}", *Value).str()
                                        : formatv("{0:f1}", *Value).str();
  };
  return P.Predicted == P.CameOut ? Text(P.CameOut)
                                  : Text(P.Predicted) + "/" + Text(P.CameOut);
}

void PredictionTable::print(raw_ostream &OS,
                            ArrayRef<std::string> Endings) const {
  size_t Wide = 0;
  for (const std::string &Design : Designs)
    Wide = std::max(Wide, Design.size());
  std::vector<std::string> Lines = {"  " + std::string(Wide, ' ')};
  for (const std::string &Design : Designs)
    Lines.push_back("  " + Design + std::string(Wide - Design.size(), ' '));
  for (const Column &C : Columns) {
    std::vector<std::string> Cells = {C.Name};
    for (const Pair &P : C.Pairs)
      Cells.push_back(cell(P));
    size_t Width = 0;
    for (const std::string &Cell : Cells)
      Width = std::max(Width, Cell.size());
    for (auto [Line, Cell] : zip_equal(Lines, Cells))
      Line += std::string(2 + Width - Cell.size(), ' ') + Cell;
  }
  for (size_t I = 0; I < Endings.size(); ++I)
    if (!Endings[I].empty())
      Lines[I + 1] += "  " + Endings[I];
  for (const std::string &Line : Lines)
    OS << Line << '\n';
}

void PredictionTable::printWorst(raw_ostream &OS) const {
  for (const Column &C : Columns) {
    double Worst = 0;
    unsigned Compared = 0, Exact = 0;
    for (auto [Predicted, CameOut] : C.Pairs) {
      if (!Predicted || !CameOut)
        continue;
      ++Compared;
      Exact += *Predicted == *CameOut;
      if (*CameOut)
        Worst =
            std::max(Worst, 100 * std::abs(*Predicted - *CameOut) / *CameOut);
    }
    if (Compared)
      OS << formatv("  {0}: exact in {1} of {2}", C.Name, Exact, Compared)
         << (Exact == Compared ? ""
                               : formatv(", {0:f1} % off at most", Worst).str())
         << '\n';
  }
}

void printSynthesised(ArrayRef<SynthesisedDesign> Designs, raw_ostream &OS) {
  if (Designs.empty())
    return;
  std::vector<std::string> Names;
  std::vector<const ResourceComparison *> Needs;
  StringRef By = "no synthesiser";
  for (const SynthesisedDesign &D : Designs) {
    Names.push_back(D.Variant);
    Needs.push_back(&D.Need);
    if (!D.Need.Synthesizer.empty())
      By = D.Need.Synthesizer;
  }
  OS << "\nsynthesised for " << Designs.front().Need.Target << " by " << By
     << ": predicted/came out\n\n";
  PredictionTable Table(std::move(Names));
  Table.addResources(Needs);
  Table.print(OS, {});
  OS << '\n';
  Table.printWorst(OS);
  for (const SynthesisedDesign &D : Designs)
    for (const std::string &Unknown : D.Need.Unknowns)
      OS << "  unknown of " << D.Variant << ": " << Unknown << '\n';
}

} // namespace roofline
