// The operation graph and the memory accesses of a kernel.
//
/// \file
/// Each instruction of the canonical clone becomes an operation, in the order
/// of the hierarchy's blocks, with its operands; loads, stores, atomics,
/// vloadN, vstoreN and image accesses also become memory accesses with their
/// index. A permitted fused multiply-add is an fmul and an fadd.
#ifndef ROOFLINE_ANALYSIS_OPERATIONGRAPH_H
#define ROOFLINE_ANALYSIS_OPERATIONGRAPH_H

#include "roofline/Analysis/Hierarchy.h"
#include "roofline/Analysis/SymbolicForm.h"
#include "roofline/Canonical/SourceTypes.h"

#include <map>
#include <utility>

namespace llvm {
class AnyMemIntrinsic;
class CallInst;
class Function;
class Instruction;
class LoopInfo;
class ScalarEvolution;
class Type;
} // namespace llvm

namespace roofline {

class PathConditions;

class OperationGraph {
public:
  OperationGraph(KernelSummary &Kernel, const Hierarchy &H, SymbolicForm &Forms,
                 llvm::ScalarEvolution &SE, const llvm::LoopInfo &LI,
                 const PathConditions &Paths,
                 const SymbolicForm::ArgumentNames &Names)
      : Kernel(Kernel), H(H), Forms(Forms), SE(SE), LI(LI), Paths(Paths),
        Names(Names) {}

  void build();

  /// The operations of \p L that read its \p Phi, or its own where it has one:
  /// a phi of a block without operations is a wire.
  llvm::SmallVector<uint32_t, 4> readersOf(const llvm::PHINode &Phi,
                                           const llvm::Loop &L) const;
  /// The operations of \p L that its \p Phi takes its next value from, and how
  /// many iterations before: 2 for z2 of `z2 = z1; z1 = ...`.
  llvm::SmallVector<std::pair<uint32_t, int64_t>, 4>
  writersOf(const llvm::PHINode &Phi, const llvm::Loop &L) const;

private:
  struct Pointer {
    const llvm::Value *Address;
    const llvm::SCEV *ElementOffset = nullptr; ///< vloadN's first argument
    uint64_t ElementBytes = 0;
  };

  void addPhi(const llvm::PHINode &Phi);
  void addInstruction(llvm::Instruction &I);
  void addCall(llvm::CallInst &Call);
  void addUnknownCall(llvm::CallInst &Call, Unknown::Kind K,
                      const llvm::Twine &What);
  void addIntrinsic(llvm::CallInst &Call, const llvm::Function &Callee);
  void addMemoryIntrinsic(llvm::AnyMemIntrinsic &Copy, uint32_t Operation);
  void addVectorAccess(llvm::CallInst &Call, bool IsLoad, unsigned Lanes);
  void addImageAccess(llvm::CallInst &Call, bool IsRead);
  void addPipeAccess(llvm::CallInst &Call, bool IsRead);
  /// The channel that \p Pointer points into; null where it is memory.
  Channel *findChannel(const llvm::Instruction &I, const llvm::Value *Pointer,
                       llvm::Type *Packet);
  void noteUse(Channel &Of, bool IsRead) const;
  void addMultiplyAdd(llvm::CallInst &Call);
  void addSignedPowerDivision(const llvm::Instruction &I);
  /// \p Of all operands of \p I.
  uint32_t addOperation(const llvm::Instruction &I, llvm::StringRef Name,
                        llvm::Type *T);
  uint32_t addOperation(const llvm::Instruction &I, llvm::StringRef Name,
                        llvm::Type *T, llvm::ArrayRef<const llvm::Value *> Of);
  /// Operation \p Id of block \p At waits for what computes \p V. A phi of a
  /// block without operations is a wire; what a loop around \p At carries to it
  /// is of an earlier iteration.
  void addOperands(uint32_t Id, const llvm::Value *V,
                   const llvm::BasicBlock *At);
  void addAccess(const llvm::Instruction &I, uint32_t Operation,
                 const Pointer &P, llvm::Type *T, MemoryAccess::Kind K);
  void attach(uint32_t Operation, MemoryAccess A);
  MemoryAccess describeAccess(const llvm::Instruction &I, llvm::Type *T,
                              MemoryAccess::Kind K) const;
  std::pair<const llvm::Value *, SymbolicForm::Result>
  resolve(const llvm::Value *Address, const llvm::Loop *L);
  /// Load \p Id of \p A waits for the last of \p Stores of its block that may
  /// write what it reads; in an array of the kernel's own for all of them,
  /// those of earlier blocks included.
  void orderAfter(llvm::ArrayRef<uint32_t> Stores, uint32_t Id,
                  const MemoryAccess &A);
  std::string baseName(const llvm::Value *Base) const;

  KernelSummary &Kernel;
  const Hierarchy &H;
  SymbolicForm &Forms;
  llvm::ScalarEvolution &SE;
  const llvm::LoopInfo &LI;
  const PathConditions &Paths;
  const SymbolicForm::ArgumentNames &Names;
  llvm::DenseMap<const llvm::Value *, uint32_t> OperationOf;
  /// The stores to each object so far, in their order.
  std::map<std::pair<AddressSpace, std::string>, llvm::SmallVector<uint32_t, 0>>
      StoresTo;
  uint32_t CurrentBlock = 0;
};

} // namespace roofline

#endif
