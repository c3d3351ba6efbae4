// Designs of kernels as a vendor's compiler builds them, for `roofline
// explore`.
#ifndef ROOFLINE_TOOLS_KERNELDESIGNS_H
#define ROOFLINE_TOOLS_KERNELDESIGNS_H

#include "KernelInput.h"

#include "roofline/Explore/KernelSearch.h"

namespace roofline {

/// A search for the best pragmas and attributes of kernels.
struct KernelExploration {
  KernelSpace Space;
  uint32_t Limit = 20;    ///< most rows of a table
  std::string Json, Html; ///< files of the designs; empty: none
  /// An option given that designs of kernels alone have, and one that those
  /// of streams alone have.
  std::string KernelOption, StreamOption;
  bool IsByTime = true; ///< false: --objective asks for another order
};

/// The clock that --clock says in MHz.
llvm::Expected<Hertz> parseClock(llvm::StringRef Value);
/// The part of each resource that may be in use [1], above 0.
llvm::Error parseUtilizationLimit(llvm::StringRef Value, double &Out);

/// The options that designs of kernels alone have, and the files.
std::vector<CommandOption> kernelDesignOptions(KernelExploration &O);

/// An error where \p O or \p Input asks for what designs of kernels have not.
llvm::Error checkKernelDesigns(const KernelInput &Input,
                               const KernelExploration &O);

/// The kernels of \p Input, to be compiled for \p D, and their launch \p L.
llvm::Expected<std::vector<KernelSummary>>
readKernelsFor(const Device &D, KernelInput &Input, Launch &L);

/// Prints and writes the designs of \p Kernels.
llvm::Expected<int> exploreKernels(llvm::ArrayRef<KernelSummary> Kernels,
                                   const KernelInput &Input, const Launch &L,
                                   const Device &D, const KernelExploration &O);

} // namespace roofline

#endif
