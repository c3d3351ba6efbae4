// The remarks of a result at places of the source, as a list.
//
/// \file
/// The plugin emits them as remarks of the pass `fpga-cost`, the driver as
/// SARIF and as lines. One KernelCost and one KernelRoofline per kernel, one
/// LimitingLoop (or LimitingBlock), one CostlyAccess for each access that costs
/// much, the best Advice, and one MissingInput for each thing that keeps the
/// answer from being complete. Names and keys are stable; every number is a
/// piece of its own. See docs/fpga-cost.md.
#ifndef ROOFLINE_REMARKS_SOURCEREMARKS_H
#define ROOFLINE_REMARKS_SOURCEREMARKS_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/Twine.h"

#include <string>
#include <utility>
#include <vector>

namespace roofline {

struct SourceRemark {
  /// A value with its key, or words between values: the key is empty.
  struct Piece {
    std::string Key, Text;
  };
  /// Another place that the remark is about, as the other end of a dependence.
  struct Other {
    SourceLocation Loc;
    std::string Text;
  };
  std::string Name;       ///< "KernelCost"
  SourceLocation Loc;     ///< the kernel's where nothing else is known
  bool IsWarning = false; ///< it costs time, or is wrong
  std::vector<Piece> Pieces;
  std::vector<Other> Others;

  SourceRemark(std::string Name, SourceLocation Loc)
      : Name(std::move(Name)), Loc(std::move(Loc)) {}
  SourceRemark &operator<<(const llvm::Twine &Words) {
    Pieces.push_back({"", Words.str()});
    return *this;
  }
  SourceRemark &operator<<(Piece Value) {
    Pieces.push_back(std::move(Value));
    return *this;
  }
  std::string text() const;
};

enum class AdviceList : uint8_t { Best, All };

/// All that is said of \p R, of the kernel first. Options are the driver's.
std::vector<SourceRemark> remarksOf(const AnalysisResult &R,
                                    AdviceList Wanted = AdviceList::Best);

/// Names the launch file that was found.
SourceRemark remarkOnLaunch(const AnalysisResult &R);

/// "12", "0.25": a number of a remark.
std::string remarkNumber(double Value);

} // namespace roofline

#endif
