// Builds counted loops around code.
#ifndef ROOFLINE_LIB_VARIANTS_LOOPBUILDER_H
#define ROOFLINE_LIB_VARIANTS_LOOPBUILDER_H

#include "roofline/Stream/StreamDesign.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace roofline {

/// "pipe", "comb" or "seq".
llvm::StringRef formName(ElementForm Form);

/// Metadata of a loop that executes in \p Form.
llvm::MDNode *loopOfForm(llvm::LLVMContext &Context, llvm::StringRef Form);

/// Opens nested loops; code inserted between open() and close() belongs to the
/// innermost.
class LoopBuilder {
public:
  explicit LoopBuilder(llvm::IRBuilder<> &Builder) : Builder(Builder) {}

  /// Opens a loop from 0 to below \p Trip, an i64; returns the counter.
  llvm::Value *open(llvm::Value *Trip, const llvm::Twine &Name,
                    llvm::StringRef Form);
  /// Closes the innermost loop and continues behind it.
  void close();
  void closeAll();

private:
  struct Frame {
    llvm::PHINode *Counter;
    llvm::BasicBlock *Exit;
    llvm::StringRef Form;
  };

  llvm::IRBuilder<> &Builder;
  llvm::SmallVector<Frame, 5> Open;
};

} // namespace roofline

#endif
