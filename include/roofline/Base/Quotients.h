// Quotients and remainders that known ranges decide.
//
/// \file
/// Sources take ids and counters apart by `k >> 5`, `g / n`, `g & 31` and
/// `g % n`. Where the range of what is divided is known, such a form often is a
/// linear one: 32*i / 32 is i, and g % n is g where g is below n. All rules
/// hold for the division of C, which truncates; each asks for the signs that
/// the rule needs.
#ifndef ROOFLINE_BASE_QUOTIENTS_H
#define ROOFLINE_BASE_QUOTIENTS_H

#include "roofline/Base/Expr.h"

namespace roofline {

/// Least and greatest value of a form, as far as they are known.
struct FormRange {
  std::optional<int64_t> Least, Most;
};
using RangeOfSymbol = std::function<FormRange(std::string_view)>;

/// Returns \p E without the quotients and remainders that \p Ranges decide.
Expr foldQuotients(const Expr &E, const RangeOfSymbol &Ranges);

/// True for a symbol that goes through a grid whose sides meet.
using MeetsBorder = std::function<bool(std::string_view)>;

/// A form that holds but at borders.
struct InsideBorders {
  Expr Form;
  bool LeavesOut = false; ///< there is a border where it does not hold
};

/// As foldQuotients(). Takes `(x + 1) % n`, the neighbour in a grid whose sides
/// meet, for x % n + 1, where x consists of symbols that \p Meets accepts.
InsideBorders foldInsideBorders(const Expr &E, const RangeOfSymbol &Ranges,
                                const MeetsBorder &Meets);

} // namespace roofline

#endif
