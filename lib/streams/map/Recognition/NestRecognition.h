// The nests of a kernel as stream kernels.
#ifndef ROOFLINE_LIB_RECOGNITION_NESTRECOGNITION_H
#define ROOFLINE_LIB_RECOGNITION_NESTRECOGNITION_H

#include "roofline/Nest/StreamBody.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
}

namespace roofline {

/// How to see a buffer with parts that no access leaves, such as a structure of
/// arrays.
enum class BufferParts : uint8_t {
  Joined,   ///< one stream, as chains and steps need it
  Separate, ///< a stream for each part
};

/// Recognises the one nest of \p Open, which layOutPrivateLoops() has seen. \p
/// L is the launch of the kernel as written.
llvm::Expected<StreamKernel> recognizeNest(OpenKernel Open, const Launch &L,
                                           BufferParts Parts);

/// The nests of a kernel, and the private arrays that join them.
struct Nests {
  std::vector<StreamKernel> Parts;
  std::vector<std::string> Arrays;
};

/// Recognises one nest, or several in sequence. \p Parts is of one nest;
/// several have joined ones.
llvm::Expected<Nests> nestsOf(const llvm::Module &M, llvm::StringRef Kernel,
                              const Launch &L,
                              BufferParts Parts = BufferParts::Joined);

/// Joins \p All to one kernel \p Name.
llvm::Expected<StreamKernel> joinNests(const Nests &All,
                                       std::vector<std::string> Temporaries,
                                       llvm::StringRef Name);

} // namespace roofline

#endif
