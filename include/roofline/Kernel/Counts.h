// W, Q and I: how much a kernel computes and moves.
//
/// \file
/// W counts the operations that the author wrote, Q the bytes; both as closed
/// forms over arguments and NDRange sizes, which a launch evaluates. "WI" in a
/// form is the number of work-items, "trip(LINE)" an unknown trip count.
/// Source: ICHEC15 section 3, Eq. (1).
#ifndef ROOFLINE_KERNEL_COUNTS_H
#define ROOFLINE_KERNEL_COUNTS_H

#include "roofline/Base/Expr.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Kernel/MissingInput.h"
#include "roofline/Machine/Roofline.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// A count with its bounds, which differ under a condition or where a loop may
/// end early; absent where something is missing.
struct Count {
  std::optional<Expr> LeastForm = Expr::constant(0),
                      MostForm = Expr::constant(0);
  std::optional<double> Least = 0, Most = 0; ///< under the launch
  bool IsSampled = false; ///< about right: MeanTrip::IsSampled
  bool isExact() const { return Least && Least == Most && !IsSampled; }
  /// The most that it can be is known, and the least is another or unknown.
  bool isBound() const {
    return Most ? Least != Most : MostForm && LeastForm != MostForm;
  }

  bool operator==(const Count &) const = default;
  Count &operator+=(const Count &Other);
  Count operator*(int64_t Factor) const;
};

/// Executions of one operator on one type, vector lanes counted each.
struct OperationTotal {
  std::string Name; ///< "fadd", "mul", "icmp", "sqrt"
  ValueType Type;   ///< lanes are 1
  Count Number;
  bool Counted = false; ///< belongs to W under the chosen operators
};

/// Bytes that are moved from and to one address space: every access.
struct Traffic {
  AddressSpace Space = AddressSpace::Global;
  Count Read, Written; ///< [byte]
};

/// W and Q of a kernel under a launch.
struct KernelCounts {
  std::vector<OperationTotal> Operations; ///< ordered by name and type
  std::vector<Traffic> Requested;         ///< ordered by space
  /// [byte] From and to global memory: each byte that is read and each that is
  /// written, once.
  Count Compulsory;
  /// [operation] What is counted, of floating point and of integers; operators
  /// are of the type that they compute on.
  Count FloatWork, IntegerWork;
  std::vector<MissingInput> Missing;
  /// Reasons why W and Q are bounds: conditions on data, or on what the launch
  /// does not give, and loops that may end early.
  std::vector<MissingInput> Undecided;

  /// W: on floating point where there is any, else on integers.
  const Count &work() const;
  bool isFloat() const;
  /// Q as requested: global and constant memory.
  Count requested() const;
};

/// The operators that W counts, as `--ops` names them: an LLVM operator or a
/// builtin ("fadd", "icmp", "sqrt"), or a class: add, sub, mul, div, rem,
/// shift, logic, compare, special, convert, select, address, all.
struct OperationChoice {
  std::vector<std::string> Names = {"add",   "sub",     "mul",
                                    "div",   "rem",     "shift",
                                    "logic", "compare", "special"};
};

/// True for a name that OperationChoice understands.
bool isOperatorName(std::string_view Name);

KernelCounts countKernel(const KernelSummary &Kernel, const Launch &L,
                         const OperationChoice &Choice = {});

/// How often what \p T counts runs, over all work-items: its place's executions
/// times its number; lanes count once. As countKernel() adds them up.
Count executions(const KernelSummary &Kernel, const Launch &L, const Tally &T);

/// Work that the kernel asks of a processing unit: W by type and kind of
/// operation, Q from "external" memory, compulsory or as requested; upper
/// bounds where there are bounds. Nothing where a count is missing.
std::optional<Workload> workload(const KernelSummary &Kernel,
                                 const KernelCounts &Counts, bool Compulsory);

} // namespace roofline

#endif
