// Conditions as numbers: 1 where they hold, 0 elsewhere.
#ifndef ROOFLINE_LIB_ANALYSIS_CONDITIONFORM_H
#define ROOFLINE_LIB_ANALYSIS_CONDITIONFORM_H

#include "roofline/Base/Expr.h"

#include "llvm/IR/InstrTypes.h"

#include <optional>

namespace roofline {

/// 1 where \p L is at least \p R, and 0 elsewhere.
Expr atLeast(const Expr &L, const Expr &R);

/// 1 where \p L \p P \p R, numbers with a sign, and 0 elsewhere.
Expr comparisonForm(llvm::CmpInst::Predicate P, const Expr &L, const Expr &R);

/// Whether the condition \p E holds away from the borders that it asks for: a
/// limit lies at the far end, an equality is for one index. Nothing where E is
/// no such condition.
std::optional<bool> holdsInside(const Expr &E);

/// True when \p L and \p R move with one another.
bool moveTogether(const Expr &L, const Expr &R);

} // namespace roofline

#endif
