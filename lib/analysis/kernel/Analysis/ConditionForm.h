// Conditions as numbers: 1 when true, 0 when false.
#ifndef ROOFLINE_LIB_ANALYSIS_CONDITIONFORM_H
#define ROOFLINE_LIB_ANALYSIS_CONDITIONFORM_H

#include "roofline/Base/Expr.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace roofline {

/// 1 when \p L is at least \p R, else 0.
Expr atLeast(const Expr &L, const Expr &R);

/// 1 when \p L \p P \p R holds for signed numbers, else 0.
Expr comparisonForm(llvm::CmpInst::Predicate P, const Expr &L, const Expr &R);

/// Value of the border condition \p E at inner indices: a limit lies at the far
/// end, an equality holds for one index. Nothing when \p E is no such
/// condition.
std::optional<bool> holdsInside(const Expr &E);

/// True when \p L and \p R share a symbol that changes during the launch.
bool moveTogether(const Expr &L, const Expr &R);

} // namespace roofline

#endif
