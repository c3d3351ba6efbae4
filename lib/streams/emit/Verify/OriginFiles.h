// Files of an emitted folder with the kernel that it is derived from.
#ifndef ROOFLINE_LIB_VERIFY_ORIGINFILES_H
#define ROOFLINE_LIB_VERIFY_ORIGINFILES_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"
#include "roofline/Stream/Variant.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace roofline {

/// Kernel and launch of an origin, whatever was made of them.
struct OriginLaunch {
  std::string Kernel; ///< one, or a chain of them
  Launch L;
  std::unique_ptr<llvm::Module> M;
};
/// Reads the IR and the launch of `origin/` of \p Folder.
llvm::Expected<OriginLaunch> readOriginLaunch(llvm::StringRef Folder,
                                              llvm::LLVMContext &Context);

struct OriginFiles {
  StreamKernel K;
  Launch L;
  std::string Variant;
  std::unique_ptr<llvm::Module> M;
};
/// Reads `origin/` of \p Folder; \p What ("a core") names its kind in errors.
llvm::Expected<OriginFiles> readOriginFiles(llvm::StringRef Folder,
                                            llvm::StringRef What,
                                            llvm::LLVMContext &Context);

/// "variant 'TEXT', column 3: why"
llvm::Error variantError(llvm::StringRef Text, const VariantError &Problem);

} // namespace roofline

#endif
