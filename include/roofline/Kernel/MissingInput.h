// Inputs that a model lacks, and how the user can give them.
#ifndef ROOFLINE_KERNEL_MISSINGINPUT_H
#define ROOFLINE_KERNEL_MISSINGINPUT_H

#include "roofline/Base/SourceLocation.h"

namespace roofline {

/// A missing input of the model, without which the answer is incomplete.
struct MissingInput {
  /// The input: "trip count of the loop", "latency of exp", "argument N".
  std::string What;
  SourceLocation Loc;
  std::string Hint; ///< advice for the user: "bind with --arg N=..."
  bool operator==(const MissingInput &) const = default;
};

} // namespace roofline

#endif
