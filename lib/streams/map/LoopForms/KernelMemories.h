// The memories of a kernel, and the accesses that mean them.
#ifndef ROOFLINE_LIB_LOOPFORMS_KERNELMEMORIES_H
#define ROOFLINE_LIB_LOOPFORMS_KERNELMEMORIES_H

#include "LoopForms.h"

namespace roofline {

/// Finds the objects that loads and stores access.
class KernelMemories {
public:
  KernelMemories(CodeFacts &Code, llvm::Function &Original, LoopKernel &K)
      : Code(Code), Original(Original), K(K) {}

  /// Adds a memory to the kernel for each object; the error names an access
  /// that has none.
  llvm::Error find();
  /// Index of the memory that the load or store \p I accesses.
  uint32_t of(const llvm::Instruction &I) const;

private:
  CodeFacts &Code;
  llvm::Function &Original;
  LoopKernel &K;
  llvm::DenseMap<const llvm::Value *, uint32_t> Numbers;

  llvm::Error add(const llvm::Instruction &I);
  llvm::Expected<LoopMemory> describe(const llvm::Value &Object, ValueType Type,
                                      const llvm::Instruction &I) const;
  llvm::Error fillTable(LoopMemory &M, const llvm::GlobalVariable &G,
                        const llvm::Instruction &I) const;
};

} // namespace roofline

#endif
