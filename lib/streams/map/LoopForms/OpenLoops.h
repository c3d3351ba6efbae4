// The code of one work-item, in the form that regions are made of.
#ifndef ROOFLINE_LIB_LOOPFORMS_OPENLOOPS_H
#define ROOFLINE_LIB_LOOPFORMS_OPENLOOPS_H

#include "roofline/Kernel/Launch.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace roofline {

/// What a call that open code has in place of work-item functions asks for.
enum class ItemQuery : uint8_t { Global, Local, Group };

/// A work-item's code: loops in simple, rotated form with values that leave
/// them in phis. Sizes of the launch are constants.
struct OpenLoops {
  std::unique_ptr<llvm::Module> M;
  llvm::Function *F = nullptr;
  std::array<uint64_t, 3> Global{1, 1, 1}, Local{1, 1, 1}; ///< [work-item]
};

llvm::Expected<OpenLoops> openLoops(const llvm::Module &M,
                                    llvm::StringRef Kernel, const Launch &L);

/// The query that \p I makes, and its dimension; nothing for other code.
std::optional<std::pair<ItemQuery, unsigned>>
itemQuery(const llvm::Instruction &I);

/// The number of the work-item in its group, of 64 bits.
llvm::Value *localItem(llvm::IRBuilder<> &B, OpenLoops &Open);

/// True for a call that work-items of a group wait at.
bool isBarrier(const llvm::Instruction &I);
/// True where \p L, or a loop in it, has one.
bool hasBarrier(const llvm::Loop &L);

} // namespace roofline

#endif
