// Stream kernels from the file of a command line.
#ifndef ROOFLINE_TOOLS_STREAMINPUT_H
#define ROOFLINE_TOOLS_STREAMINPUT_H

#include "KernelInput.h"

#include "roofline/StreamFiles/StreamKernelJSON.h"

namespace roofline {

/// An error for a bound argument that none of \p Kernels has, or of the chains,
/// or that its number does not fit.
llvm::Error checkArguments(const llvm::Module &M,
                           llvm::ArrayRef<std::string> Kernels, Launch &L);

/// An error for a work-group that a kernel of \p Kernel, or of the chain, does
/// not permit; \p L gets the size that it requires.
llvm::Error checkGroups(const llvm::Module &M, llvm::StringRef Kernel,
                        Launch &L);

/// The one kernel of \p M that \p Input asks for; \p L gets what a launch
/// file that was found says of it.
llvm::Expected<std::string> onlyKernel(KernelInput &Input,
                                       const llvm::Module &M, Launch &L);

/// The kernel of \p M, or the chain, as streams; \p L gets the work-group's
/// size that it requires.
llvm::Expected<StreamKernel>
recognizeStreams(const llvm::Module &M, llvm::StringRef Kernel,
                 llvm::ArrayRef<std::string> Temporaries, Launch &L);

/// As recognizeStreams(), but one step of the kernel's time loop where it has
/// one and \p L repeats no launch; \p L gets its steps.
llvm::Expected<StreamKernel>
recognizeSteps(const llvm::Module &M, llvm::StringRef Kernel,
               llvm::ArrayRef<std::string> Temporaries, Launch &L);

/// The one kernel of \p Input, under its launch \p L, with its module \p M: by
/// recognizeSteps() where \p Variant fuses steps, else by recognizeStreams().
llvm::Expected<StreamKernel> readKernelFor(llvm::StringRef Variant,
                                           KernelInput &Input,
                                           llvm::LLVMContext &Context,
                                           std::unique_ptr<llvm::Module> &M,
                                           Launch &L);

/// Says whether a time loop in the kernel that is read is taken as steps.
struct TimeLoopUse {
  bool IsTaken = false; ///< its steps are an iteration where they can be
  /// Why they are not; empty: they are, or none is there.
  std::string WhyLaidOut = {};
};

/// The stream kernels of \p Input's file, or the one that it names, under the
/// launch \p L that it has; a single one may have the time loop \p Loop.
llvm::Expected<std::vector<StreamKernel>>
readStreams(KernelInput &Input, Launch &L, TimeLoopUse &Loop);

/// Names the options that would fuse steps of \p K, or says why none do; empty
/// where there is nothing to say.
std::string noteOnSteps(const StreamKernel &K, const Launch &L,
                        const TimeLoopUse &Loop);

/// Launches that share what forms B and C transfer once, from 1.
llvm::Error parseLaunches(llvm::StringRef Value, double &Out);

} // namespace roofline

#endif
