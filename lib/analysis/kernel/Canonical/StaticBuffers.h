// Variables that outlive a call as buffers.
#ifndef ROOFLINE_LIB_CANONICAL_STATICBUFFERS_H
#define ROOFLINE_LIB_CANONICAL_STATICBUFFERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Makes buffers of the static variables that \p Kernel, of C++, writes: what
/// is there after a launch goes into the next one. Those that it only reads are
/// constants. Returns the kernel, which is another function where it takes more
/// buffers.
llvm::Function &makeStaticsBuffers(llvm::Function &Kernel);

} // namespace roofline

#endif
