// W, Q and I: operations and bytes of a kernel, and operational intensity.
//
/// \file
/// W counts the operations that the author wrote, Q the bytes. Both are closed
/// forms over arguments and NDRange sizes, which a launch evaluates. In a form,
/// "WI" is the number of work-items and "trip(LINE)" an unknown trip count.
/// Source: ICHEC15 section 3, Eq. (1).
#ifndef ROOFLINE_KERNEL_COUNTS_H
#define ROOFLINE_KERNEL_COUNTS_H

#include "roofline/Base/Expr.h"
#include "roofline/Base/Workload.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Kernel/MissingInput.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// A count with its bounds. The bounds differ under an undecided condition, and
/// where a loop may end early. They are empty where an input is missing.
struct Count {
  std::optional<Expr> LeastForm = Expr::constant(0),
                      MostForm = Expr::constant(0);
  std::optional<double> Least = 0, Most = 0; ///< under the launch
  bool IsSampled = false; ///< approximate: see MeanTrip::IsSampled
  bool isExact() const { return Least && Least == Most && !IsSampled; }
  /// True where the upper bound is known and the lower one differs or is
  /// unknown.
  bool isBound() const {
    return Most ? Least != Most : MostForm && LeastForm != MostForm;
  }

  bool operator==(const Count &) const = default;
  Count &operator+=(const Count &Other);
  Count operator*(int64_t Factor) const;
};

/// Executions of one operator on one type. Each vector lane counts.
struct OperationTotal {
  std::string Name; ///< "fadd", "mul", "icmp", "sqrt"
  ValueType Type;   ///< type of one lane
  Count Number;
  bool Counted = false; ///< belongs to W under the chosen operators
};

/// Bytes that all accesses move from and to one address space.
struct Traffic {
  AddressSpace Space = AddressSpace::Global;
  Count Read, Written; ///< [byte]
};

/// W and Q of a kernel under a launch.
struct KernelCounts {
  std::vector<OperationTotal> Operations; ///< ordered by name and type
  std::vector<Traffic> Requested;         ///< ordered by space
  /// [byte] Compulsory traffic of global memory: each byte that is read counts
  /// once, and each byte that is written counts once.
  Count Compulsory;
  /// [operation] Chosen operators on floating-point and on integer operands.
  Count FloatWork, IntegerWork;
  std::vector<MissingInput> Missing; ///< inputs without which no count exists
  /// Reasons why W and Q are bounds: conditions on data or on inputs that the
  /// launch does not give, and loops that may end early.
  std::vector<MissingInput> Undecided;

  /// Returns W: floating-point work where the kernel has any, else integer
  /// work.
  const Count &work() const;
  bool isFloat() const; ///< true where work() is floating-point work
  /// Returns Q as requested [byte]: all accesses of global, constant and
  /// generic memory.
  Count requested() const;
};

/// Operators that W counts, by their names in `--ops`. A name is an LLVM
/// operator or a builtin ("fadd", "icmp", "sqrt"), or a class: add, sub, mul,
/// div, rem, shift, logic, compare, special, convert, select, address, all.
struct OperationChoice {
  std::vector<std::string> Names = {"add",   "sub",     "mul",
                                    "div",   "rem",     "shift",
                                    "logic", "compare", "special"};
};

/// True for a name that OperationChoice understands.
bool isOperatorName(std::string_view Name);

/// Counts operations and bytes of \p Kernel under \p L.
KernelCounts countKernel(const KernelSummary &Kernel, const Launch &L,
                         const OperationChoice &Choice = {});

/// Returns the executions of the operations in \p T over all work-items, as
/// countKernel() adds them up. A vector operation counts once for all lanes.
Count executions(const KernelSummary &Kernel, const Launch &L, const Tally &T);

/// Returns the work of a kernel for a processing unit: W by type and kind of
/// operation, and Q [byte] of "external" memory, either \p Compulsory traffic
/// or all requested bytes. Takes upper bounds. Nothing where one is missing.
std::optional<Workload> workload(const KernelSummary &Kernel,
                                 const KernelCounts &Counts, bool Compulsory);

} // namespace roofline

#endif
