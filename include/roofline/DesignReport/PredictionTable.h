// A table of designs: what was predicted beside what came out.
#ifndef ROOFLINE_DESIGNREPORT_PREDICTIONTABLE_H
#define ROOFLINE_DESIGNREPORT_PREDICTIONTABLE_H

#include "roofline/Resources/ResourceComparison.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
}

namespace roofline {

class PredictionTable {
public:
  /// One number of a design, predicted and as it came out; nothing: unknown.
  struct Pair {
    std::optional<double> Predicted, CameOut;
  };

  explicit PredictionTable(std::vector<std::string> Designs)
      : Designs(std::move(Designs)) {}

  /// Adds a column with a pair for each design. One without any number is not
  /// printed.
  void add(llvm::StringRef Name, std::vector<Pair> Pairs);
  /// Adds LUT, FF, DSP, BRAM and path; null: a design without a result.
  void addResources(llvm::ArrayRef<const ResourceComparison *> Needs);

  /// A row of "predicted/came out" for each design, or one number where both
  /// are equal; ends with its text of \p Endings, if there are any.
  void print(llvm::raw_ostream &OS, llvm::ArrayRef<std::string> Endings) const;
  /// "LUT: exact in 2 of 3, 3.1 % off at most", a line for each column.
  void printWorst(llvm::raw_ostream &OS) const;

private:
  struct Column {
    std::string Name;
    std::vector<Pair> Pairs;
  };
  std::vector<std::string> Designs;
  std::vector<Column> Columns;
};

/// What --synthesise found; nothing of no design.
void printSynthesised(llvm::ArrayRef<SynthesisedDesign> Designs,
                      llvm::raw_ostream &OS);

} // namespace roofline

#endif
