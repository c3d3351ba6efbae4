// Counted loops around code that is built afterwards.
#ifndef ROOFLINE_LIB_VARIANTS_LOOPBUILDER_H
#define ROOFLINE_LIB_VARIANTS_LOOPBUILDER_H

#include "roofline/Stream/StreamDesign.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"

namespace roofline {

/// "pipe", "comb" or "seq".
llvm::StringRef formName(ElementForm Form);

/// The metadata of a loop that is executed in \p Form.
llvm::MDNode *loopOfForm(llvm::LLVMContext &Context, llvm::StringRef Form);

/// Opens loops one in the other; the code of the innermost is what is inserted
/// between open() and close().
class LoopBuilder {
public:
  explicit LoopBuilder(llvm::IRBuilder<> &Builder) : Builder(Builder) {}

  /// Counts from 0 to below \p Trip, an i64; gives the counter.
  llvm::Value *open(llvm::Value *Trip, const llvm::Twine &Name,
                    llvm::StringRef Form);
  /// Ends the innermost loop; insertion goes on behind it.
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
