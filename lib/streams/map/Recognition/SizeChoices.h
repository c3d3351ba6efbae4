// Comparisons of a kernel that sizes alone decide.
#ifndef ROOFLINE_LIB_RECOGNITION_SIZECHOICES_H
#define ROOFLINE_LIB_RECOGNITION_SIZECHOICES_H

#include "roofline/Base/SourceLocation.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/ADT/StringRef.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace roofline {

/// A core is built for one outcome of them: `w == 640`, `w > h`, the larger of
/// two sizes.
class SizeChoices {
public:
  /// \p Kernels of \p M, "first,second".
  SizeChoices(const llvm::Module &M, llvm::StringRef Kernels);
  SizeChoices(SizeChoices &&);
  ~SizeChoices();

  /// Outcomes under \p L, in the order of the kernels.
  std::vector<bool> outcomes(const Launch &L) const;
  /// Place of comparison number \p I of outcomes().
  SourceLocation place(const Launch &L, size_t I) const;

private:
  struct Outcome {
    bool Is;
    SourceLocation Loc;
  };
  void add(const llvm::Function &F, const Launch &L,
           std::vector<Outcome> &All) const;
  std::vector<Outcome> all(const Launch &L) const;

  std::unique_ptr<llvm::Module> Canonical;
  std::vector<std::string> Names;
};

} // namespace roofline

#endif
