// Directives that limit or promise something: dependences, latencies, units.
//
/// \file
/// Source: AMD UG1399, pages of the pragmas dependence, latency, allocation,
/// loop_merge, bind_op and expression_balance.
#ifndef ROOFLINE_LIB_VITIS_LIMITS_H
#define ROOFLINE_LIB_VITIS_LIMITS_H

#include "Body.h"

#include <string>

namespace roofline::vitis {

/// Promise of the source about an array, which the tool does not check.
struct Promise {
  bool IsFreeBetween = false; ///< no iteration reads what an earlier one wrote
  bool IsFreeInside = false;  ///< nor does it read what it wrote itself
  int64_t Distance = 0; ///< [iteration] between the write and the read; 0: none
};

/// True where \p D stands in one of \p Loops, or in the top function around.
bool standsIn(const Frame &F, const Directive &D,
              const std::vector<uint32_t> &Loops);

/// Returns what dependence directives in \p Loops promise of \p Array.
Promise promiseOf(const Frame &F, uint32_t Array,
                  const std::vector<uint32_t> &Loops);

/// True for a dependence directive about a write behind a read or a write,
/// which carries no value.
bool isAboutWrites(const Directive &D);

/// True where \p D is a dependence directive about \p Array.
bool promisesOf(const Directive &D, const Frame &F, uint32_t Array);

/// Returns the cycles that `latency min=` asks for in one iteration of \p Loop;
/// without a loop, in the top function. 0 where it does not.
double leastLatency(const Frame &F, std::optional<uint32_t> Loop);

/// Returns the units of operator \p O that `allocation` allows; nothing where
/// it does not limit them.
std::optional<double> unitsAllowed(const Frame &F, const Operation &O);

/// Interval that the units allow, with the reason.
struct UnitLimit {
  double Interval = 1; ///< [cycle]
  std::string Reason;
};
/// Rule of allocation: II >= ceil(n / limit) for n operations of an iteration.
UnitLimit unitLimit(const Frame &F, const Body &B);

/// True where `loop_merge` joins the loops directly inside \p Around.
bool mergesInside(const Frame &F, std::optional<uint32_t> Around);

/// True where `expression_balance off` keeps the order of sums in \p Loops.
bool keepsOrder(const Frame &F, const std::vector<uint32_t> &Loops);

/// Returns the operations that \p D, a bind_op, is about: those of its kind, if
/// they stand in one line; more lines do not tell which one.
std::vector<uint32_t> boundOperations(const KernelSummary &K,
                                      const Directive &D);

/// Returns the whole number that is the value of option \p Name.
std::optional<int64_t> wholeOption(const Directive &D, std::string_view Name);

} // namespace roofline::vitis

#endif
