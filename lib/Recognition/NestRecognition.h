// The nests of a kernel as stream kernels.
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

/// As recognizeStreams(), for a kernel of one nest.
llvm::Expected<StreamKernel>
recognizeNest(const llvm::Module &M, llvm::StringRef Kernel, const Launch &L);

/// The nests of a kernel, and the private arrays that join them.
struct Nests {
  std::vector<StreamKernel> Parts;
  std::vector<std::string> Arrays;
};

/// Recognises one nest, or several in sequence. The error is that of the
/// attempt that gets furthest with the kernel as written.
llvm::Expected<Nests> nestsOf(const llvm::Module &M, llvm::StringRef Kernel,
                              const Launch &L);

/// Joins \p All to one kernel \p Name.
llvm::Expected<StreamKernel> joinNests(const Nests &All,
                                       std::vector<std::string> Temporaries,
                                       llvm::StringRef Name);

} // namespace roofline

#endif
