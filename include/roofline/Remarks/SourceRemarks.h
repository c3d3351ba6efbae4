// The remarks of a result, each at a place of the source.
//
/// \file
/// The plugin emits the remarks as those of the pass `fpga-cost`, the driver as
/// SARIF and as lines. A kernel has one KernelCost, one KernelRoofline, one
/// LimitingLoop (or LimitingBlock), a CostlyAccess for each expensive access,
/// the best Advice, and a MissingInput for each unknown input. Names and keys
/// are stable; every number is a piece of its own. See docs/fpga-cost.md.
#ifndef ROOFLINE_REMARKS_SOURCEREMARKS_H
#define ROOFLINE_REMARKS_SOURCEREMARKS_H

#include "roofline/Report/AnalysisResult.h"

#include "llvm/ADT/Twine.h"

#include <string>
#include <utility>
#include <vector>

namespace roofline {

struct SourceRemark {
  /// A value with its key, or words between values, with an empty key.
  struct Piece {
    std::string Key, Text;
  };
  /// Another place of the remark, as the other end of a dependence.
  struct Other {
    SourceLocation Loc;
    std::string Text;
  };
  std::string Name;       ///< "KernelCost"
  SourceLocation Loc;     ///< the kernel's place unless a better one is known
  bool IsWarning = false; ///< lost time, or wrong code
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

/// All remarks on \p R, those on the kernel first. Options have the driver's
/// names.
std::vector<SourceRemark> remarksOf(const AnalysisResult &R,
                                    AdviceList Wanted = AdviceList::Best);

/// A remark that names the found launch file.
SourceRemark remarkOnLaunch(const AnalysisResult &R);

/// "12", "0.25": a number of a remark.
std::string remarkNumber(double Value);

} // namespace roofline

#endif
