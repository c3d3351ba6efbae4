// Variables that outlive a call as buffers.
#ifndef ROOFLINE_LIB_CANONICAL_STATICBUFFERS_H
#define ROOFLINE_LIB_CANONICAL_STATICBUFFERS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SetVector.h"

namespace llvm {
class Function;
class GlobalVariable;
} // namespace llvm

namespace roofline {

using StaticVariables = llvm::SmallSetVector<llvm::GlobalVariable *, 8>;

/// Returns the static variables that one of \p Kernels, of C++, writes, after
/// all that they call is inlined. Makes constants of those that they only read.
StaticVariables writtenStatics(llvm::ArrayRef<llvm::Function *> Kernels);

/// Makes buffers of those of \p Written that \p Kernel uses: what is there
/// after a launch goes into the next one. Returns the kernel, which is another
/// function where it takes more buffers.
llvm::Function &makeStaticsBuffers(llvm::Function &Kernel,
                                   const StaticVariables &Written);

} // namespace roofline

#endif
