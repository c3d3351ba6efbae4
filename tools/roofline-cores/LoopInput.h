// Kernels of a command line as cores of loops with memories.
#ifndef ROOFLINE_TOOLS_LOOPINPUT_H
#define ROOFLINE_TOOLS_LOOPINPUT_H

#include "KernelInput.h"

#include "roofline/Tytra17/LoopCost.h"

namespace roofline {

/// True where \p Input is one kernel in a language that may become loops, not
/// a chain, and not launched again and again.
bool mayBeLoops(const KernelInput &Input);

/// The variant that asks for loops.
constexpr llvm::StringLiteral LoopsVariant = "loops";

/// The one kernel of \p M that \p Input asks for, and its launch \p L; an error
/// where loops are not launched so.
llvm::Expected<std::string> loopKernel(KernelInput &Input,
                                       const llvm::Module &M, Launch &L);

/// Prices the one kernel of \p Input as loops, as priceLoopCore() does; \p Name
/// gets its name.
llvm::Expected<LoopLaunch> readLoops(KernelInput &Input, const CostModel *Costs,
                                     std::string &Name);

/// A refusal by both kinds of cores: its two reasons, or the one that they
/// share.
llvm::Error refusedAsBoth(llvm::StringRef WhyNoStreams, llvm::Error NoLoops);

} // namespace roofline

#endif
