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

#include "roofline/Kernel/Launch.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>

namespace roofline {

struct NestSequence {
  /// One module for each nest, whose kernel holds that nest alone.
  std::vector<std::unique_ptr<llvm::Module>> Parts;
  /// Names of the arguments that stand for private arrays.
  std::vector<std::string> Arrays;
};

/// Splits \p Kernel of \p M, a single work-item under \p L; nothing when it has
/// no two nests in sequence. With \p KeepNests loops over private arrays are
/// nests too, and do not count as shift registers.
llvm::Expected<std::optional<NestSequence>> splitNests(const llvm::Module &M,
                                                       llvm::StringRef Kernel,
                                                       const Launch &L,
                                                       bool KeepNests);

} // namespace roofline

#endif
