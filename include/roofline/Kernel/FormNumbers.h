// Equal numbers for closed forms that differ only by a constant.
#ifndef ROOFLINE_KERNEL_FORMNUMBERS_H
#define ROOFLINE_KERNEL_FORMNUMBERS_H

#include "roofline/Kernel/KernelSummary.h"

#include <map>
#include <string>

namespace roofline {

/// Numbers many forms, so that forms which differ only by a constant are found
/// without a comparison of each pair.
class FormNumbers {
public:
  struct Form {
    uint32_t Number = 0;  ///< equal for forms that differ only by a constant
    int64_t Constant = 0; ///< the form's constant addend
    auto operator<=>(const Form &) const = default;
  };

  /// Returns number and constant of \p E.
  Form of(const Expr &E);
  /// Returns number and constant of \p Index. The constantDistance() of two
  /// indices with the same number is To.Constant - From.Constant; indices with
  /// different numbers have no such distance.
  Form of(const AffineIndex &Index);
  /// Returns a number for \p Text, equal for equal texts.
  uint32_t of(const std::string &Text) {
    return Numbers.try_emplace(Text, uint32_t(Numbers.size())).first->second;
  }

private:
  std::map<std::string, uint32_t> Numbers;
};

/// Returns \p Terms as text: "loop:0*(4)+global_id(0)*(4*n)+".
std::string textOf(const std::vector<IndexTerm> &Terms);

} // namespace roofline

#endif
