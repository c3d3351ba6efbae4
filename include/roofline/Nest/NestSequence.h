// Splits nests that run one after another into kernels of their own.
//
/// \file
/// `for (..) tmp[..] = ..; for (..) out[..] = .. tmp[..] ..;` is a chain of two
/// kernels in one body. A loop around nests that moves no access, as one over
/// the steps of a simulation, is unrolled first, so that each step names the
/// buffers that it uses. Private arrays between the nests become arguments.
/// Not handled: a scalar from one nest in a later nest, as a maximum that
/// divides every element; an error at its use.
#ifndef ROOFLINE_NEST_NESTSEQUENCE_H
#define ROOFLINE_NEST_NESTSEQUENCE_H

#include "roofline/Nest/StreamBody.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace roofline {

struct NestSequence {
  /// One module for each nest, whose kernel holds that nest alone.
  std::vector<std::unique_ptr<llvm::Module>> Parts;
  /// Names of the arguments that stand for private arrays.
  std::vector<std::string> Arrays;
};

/// True where \p Kernel, a single work-item after layOutPrivateLoops(), has
/// nests one after another, or a loop of steps around what it stores.
bool hasNestSequence(OpenKernel &Kernel);

/// Splits \p Opened, for which hasNestSequence() holds.
llvm::Expected<NestSequence> splitNests(OpenKernel Opened);

} // namespace roofline

#endif
