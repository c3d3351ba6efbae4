// W, Q and I: how much a kernel computes and moves.
//
/// \file
/// W counts the operations that the author wrote, Q the bytes; both as closed
/// forms over arguments and NDRange sizes, which a launch evaluates.
/// Source: ICHEC15 section 3, Eq. (1).
#ifndef ROOFLINE_MODEL_COUNTS_H
#define ROOFLINE_MODEL_COUNTS_H

#include "roofline/Model/Design.h"
#include "roofline/Model/Estimate.h"
#include "roofline/Model/Expr.h"
#include "roofline/Model/KernelSummary.h"
#include "roofline/Model/Roofline.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A count with its bounds, which differ under a condition or where a loop may
/// end early. A number that cannot be given is absent and stands in Missing.
struct Count {
  Expr LeastForm, MostForm;          ///< over arguments and NDRange sizes
  std::optional<double> Least, Most; ///< under the launch
  bool isExact() const { return LeastForm == MostForm; }
};

/// Executions of one operator on one type, vector lanes counted each.
struct OperationTotal {
  std::string Name; ///< "fadd", "mul", "icmp", "sqrt"
  ValueType Type;   ///< lanes are 1
  Count Number;
  bool Counted = false; ///< belongs to W under the chosen classes
};

/// Bytes that are moved from and to one address space.
struct Traffic {
  AddressSpace Space = AddressSpace::Global;
  Count Read, Written; ///< [byte] requested: every access
};

/// W and Q of a kernel under a launch.
struct KernelCounts {
  std::vector<OperationTotal> Operations;
  std::vector<Traffic> Requested;
  Count Compulsory; ///< [byte] of global memory: each byte once
  Count Work;       ///< W [operation]: those that are counted
  std::vector<MissingInput> Missing;
};

/// Names of operator classes for `--ops`: "add", "mul", "xor", ... or LLVM's
/// own ("fadd", "icmp", "getelementptr").
struct OperationChoice {
  std::vector<std::string> Names; ///< empty: the default of docs/counts.md
};

KernelCounts countKernel(const KernelSummary &Kernel, const Launch &L,
                         const OperationChoice &Choice = {});

/// What the kernel asks of a processing unit: W by type and kind, and Q from
/// external memory, \p Compulsory or as requested; upper bounds where there are
/// bounds. Nothing where a count is missing.
std::optional<Workload> workload(const KernelSummary &Kernel,
                                 const KernelCounts &Counts, bool Compulsory);

} // namespace roofline

#endif
