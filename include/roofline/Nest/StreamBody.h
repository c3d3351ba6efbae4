// The code that one position of a stream kernel executes.
#ifndef ROOFLINE_NEST_STREAMBODY_H
#define ROOFLINE_NEST_STREAMBODY_H

#include "roofline/IndexForms/IndexForm.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace roofline {

/// Value that an iteration leaves to a later one: Source as it was
/// Firsts.size() iterations ago. Iteration I before that has Firsts[I].
struct DelayedValue {
  const llvm::Value *Source = nullptr;
  std::vector<const llvm::Value *> Firsts;
};

/// A launch as a perfect nest of loops of constant size whose body has none.
struct StreamBody {
  std::unique_ptr<llvm::Module> M;
  llvm::Function *F = nullptr; ///< variant IR; its arguments are the kernel's
  llvm::Function *Kernel = nullptr; ///< the original
  std::unique_ptr<llvm::DominatorTree> DT;
  std::array<int64_t, 3> Sizes = {1, 1, 1}; ///< [iteration], innermost first
  unsigned NumDimensions = 1;
  llvm::DenseMap<const llvm::Value *, IndexVariable> Variables;
  std::unique_ptr<llvm::LoopInfo> LI;
  llvm::BasicBlock *Header = nullptr; ///< of the innermost loop
  /// Phis that are no index variables, by loop, innermost first: what an
  /// iteration leaves to the next.
  std::array<std::vector<llvm::PHINode *>, 3> Carried;
  /// Places of shift registers, of the innermost loop.
  llvm::DenseMap<const llvm::PHINode *, DelayedValue> Delayed;
  std::array<llvm::BasicBlock *, 3> Latches = {nullptr, nullptr, nullptr};

  /// In the nest at all; in the code of one position.
  bool isInNest(const llvm::BasicBlock &B) const {
    return LI->getLoopDepth(&B) > 0;
  }
  bool isInBody(const llvm::BasicBlock &B) const {
    return LI->getLoopDepth(&B) == NumDimensions;
  }
};

/// How a kernel is looked at.
enum class NestForm : uint8_t {
  Plain,
  ExitsApart, ///< no guard of a loop is led together with its end
  Marched,    ///< the loop of each work-item is a dimension of the launch
};

/// \p M in canonical form, with what \p L binds of the shape of \p Kernel, and
/// with its tiles replaced, which may change \p L; loops that only fill and
/// shift private arrays are laid out, with \p KeepNests those within others
/// alone.
llvm::Expected<std::unique_ptr<llvm::Module>>
openKernel(const llvm::Module &M, llvm::StringRef Kernel, Launch &L,
           NestForm Form, bool KeepNests);

llvm::Expected<StreamBody> prepareStreamBody(const llvm::Module &M,
                                             llvm::StringRef Kernel,
                                             const Launch &L, NestForm Form);

/// "FILE:LINE:COLUMN: TEXT" of \p V, as far as its place is known.
llvm::Error notAStream(const llvm::Value *V, const llvm::Twine &Text);

/// "depends on" what is read, or on an argument that the launch of \p Kernel
/// does not bind, as \p V does; \p Else where it depends on neither.
std::string whyUnknown(const llvm::Value *V, const llvm::Function &Kernel,
                       const llvm::Twine &Else);

} // namespace roofline

#endif
