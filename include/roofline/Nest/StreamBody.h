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

/// [iteration] A loop of a work-item that is laid out, although it stores,
/// where it has no pragma: the elements of a block, the directions of a
/// lattice, the bytes of a state.
constexpr unsigned MostLaidOut = 16;

/// Value of Source Firsts.size() iterations ago. Where there was none yet,
/// iteration I has Firsts[I].
struct DelayedValue {
  const llvm::Value *Source = nullptr;
  std::vector<const llvm::Value *> Firsts;
};

/// A launch as a perfect nest of loops of constant size.
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
  /// Phis by loop, innermost first, that pass a value to the next iteration.
  /// Index variables are not among them.
  std::array<std::vector<llvm::PHINode *>, 3> Carried;
  /// Elements of shift registers in the innermost loop.
  llvm::DenseMap<const llvm::PHINode *, DelayedValue> Delayed;
  /// Likewise, of values that come back into themselves, which are Carried,
  /// too: recurrences by their distance.
  llvm::DenseMap<const llvm::PHINode *, DelayedValue> Returning;
  std::array<llvm::BasicBlock *, 3> Latches = {nullptr, nullptr, nullptr};
  /// The sizes are one choice of Launch::Maxima.
  bool TakesSizes = false;
  /// Dimensions that the streams walk against their loop.
  std::array<bool, 3> IsTurned = {false, false, false};

  /// True for blocks in any loop of the nest; isInBody() for those of the
  /// innermost one.
  bool isInNest(const llvm::BasicBlock &B) const {
    return LI->getLoopDepth(&B) > 0;
  }
  bool isInBody(const llvm::BasicBlock &B) const {
    return LI->getLoopDepth(&B) == NumDimensions;
  }
};

/// A kernel in canonical form, without tiles and without what no stream has.
struct OpenKernel {
  std::unique_ptr<llvm::Module> M;
  llvm::Function *Kernel = nullptr; ///< of M
  Launch L;                         ///< of the kernel without tiles
};

/// Clones \p M in canonical form, binds the shape of \p Kernel from \p L and
/// replaces its tiles, which may change the launch.
llvm::Expected<OpenKernel> openKernel(const llvm::Module &M,
                                      llvm::StringRef Kernel, const Launch &L);

/// Unrolls loops of a single work-item that only fill or shift private arrays:
/// those within others where an array joins two nests, else all of them.
llvm::Error layOutPrivateLoops(OpenKernel &Kernel);

/// The nest of \p Kernel, in the form that fits it; after layOutPrivateLoops().
/// \p HasPlanes: parts of a buffer that lie apart become streams of their own.
llvm::Expected<StreamBody> prepareStreamBody(OpenKernel Kernel, bool HasPlanes);

/// The error "FILE:LINE:COLUMN: TEXT" at \p V, as far as its place is known.
llvm::Error notAStream(const llvm::Value *V, const llvm::Twine &Text);

/// "depends on ...": the load, or the unbound argument of \p Kernel, that \p V
/// depends on; \p Else when \p V depends on neither.
std::string whyUnknown(const llvm::Value *V, const llvm::Function &Kernel,
                       const llvm::Twine &Else);

} // namespace roofline

#endif
