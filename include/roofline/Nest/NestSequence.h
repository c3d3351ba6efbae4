// Nests of one kernel that run one after another, each as a kernel of its own.
//
/// \file
/// `for (..) tmp[..] = ..; for (..) out[..] = .. tmp[..] ..;` is a chain of two
/// kernels in the body of one. A loop around nests along which no access moves,
/// as that over the steps of a simulation, is laid out first, so that buffers
/// that change places are what they are in that step. Private arrays that join
/// the nests become arguments.
/// Not handled: a value of one nest that a later one uses, as a maximum by
/// which everything is divided; it is an error at its use.
#ifndef ROOFLINE_NEST_NESTSEQUENCE_H
#define ROOFLINE_NEST_NESTSEQUENCE_H

#include "roofline/Kernel/Launch.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <optional>

namespace roofline {

struct NestSequence {
  /// Modules in which the kernel has one of the nests alone.
  std::vector<std::unique_ptr<llvm::Module>> Parts;
  /// The private arrays, by the names of their arguments.
  std::vector<std::string> Arrays;
};

/// \p Kernel of \p M, a single work-item under \p L; nothing where it has no
/// two nests that follow one another. With \p KeepNests loops over private
/// arrays are nests, too, and not what fills and shifts registers.
llvm::Expected<std::optional<NestSequence>> splitNests(const llvm::Module &M,
                                                       llvm::StringRef Kernel,
                                                       const Launch &L,
                                                       bool KeepNests);

} // namespace roofline

#endif
