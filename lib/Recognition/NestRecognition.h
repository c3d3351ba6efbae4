// One nest of a kernel as a stream kernel.
#ifndef ROOFLINE_LIB_RECOGNITION_NESTRECOGNITION_H
#define ROOFLINE_LIB_RECOGNITION_NESTRECOGNITION_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace roofline {

/// As recognizeStreams(), of a kernel that is one nest.
llvm::Expected<StreamKernel>
recognizeNest(const llvm::Module &M, llvm::StringRef Kernel, const Launch &L);

} // namespace roofline

#endif
