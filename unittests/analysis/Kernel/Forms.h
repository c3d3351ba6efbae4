// Short names for the closed forms of tests.
#ifndef ROOFLINE_UNITTESTS_KERNEL_FORMS_H
#define ROOFLINE_UNITTESTS_KERNEL_FORMS_H

#include "roofline/Base/Expr.h"

namespace roofline::test {

inline Expr symbol(const char *Name) { return Expr::symbol(Name); }
inline Expr number(int64_t Value) { return Expr::constant(Value); }

} // namespace roofline::test

#endif
