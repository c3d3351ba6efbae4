// Numbers for closed forms that are a constant apart.
#ifndef ROOFLINE_KERNEL_FORMNUMBERS_H
#define ROOFLINE_KERNEL_FORMNUMBERS_H

#include "roofline/Kernel/KernelSummary.h"

#include <map>
#include <string>

namespace roofline {

/// Tells of many forms which differ by a constant alone, without comparing each
/// with each.
class FormNumbers {
public:
  struct Form {
    uint32_t Number = 0; ///< equal where the rest is
    int64_t Constant = 0;
    auto operator<=>(const Form &) const = default;
  };

  Form of(const Expr &E);
  /// Two of one number are constantDistance() = To.Constant - From.Constant
  /// apart; no others have one.
  Form of(const AffineIndex &Index);
  /// For any other text.
  uint32_t of(const std::string &Text) {
    return Numbers.try_emplace(Text, uint32_t(Numbers.size())).first->second;
  }

private:
  std::map<std::string, uint32_t> Numbers;
};

/// "loop:0*(4)+global_id(0)*(4*n)+".
std::string textOf(const std::vector<IndexTerm> &Terms);

} // namespace roofline

#endif
