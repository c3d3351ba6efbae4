// The terms of an affine index.
#ifndef ROOFLINE_LIB_ANALYSIS_INDEXTERMS_H
#define ROOFLINE_LIB_ANALYSIS_INDEXTERMS_H

#include "roofline/Kernel/KernelSummary.h"

namespace roofline {

/// Adds \p Addend, a product, to \p Index; false where it is not affine.
bool addAddend(AffineIndex &Index, const Expr &Addend);

/// Puts terms in order, none with coefficient 0: equal indices compare equal.
void normalize(AffineIndex &Index);

} // namespace roofline

#endif
