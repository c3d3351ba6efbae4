// The operation graph and the memory accesses of a kernel.
//
/// \file
/// Each instruction of the canonical clone becomes an operation with its
/// operands, in the order of the hierarchy's blocks. Loads, stores, atomics,
/// vloadN, vstoreN and image accesses also become memory accesses with their
/// index. A fused multiply-add becomes an fmul and an fadd.
#ifndef ROOFLINE_ANALYSIS_OPERATIONGRAPH_H
#define ROOFLINE_ANALYSIS_OPERATIONGRAPH_H

#include "roofline/Analysis/ChannelUses.h"
#include "roofline/Analysis/Hierarchy.h"
#include "roofline/Analysis/SymbolicForm.h"
#include "roofline/Canonical/SourceTypes.h"
#include "roofline/Kernel/FormNumbers.h"

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

/// Builds the operations and accesses of a kernel's summary.
class OperationGraph {
public:
  OperationGraph(KernelSummary &Kernel, const Hierarchy &H, SymbolicForm &Forms,
                 llvm::ScalarEvolution &SE, const llvm::LoopInfo &LI,
                 const PathConditions &Paths,
                 const SymbolicForm::ArgumentNames &Names)
      : Kernel(Kernel), H(H), Forms(Forms), SE(SE), LI(LI), Paths(Paths),
        Names(Names) {}

  /// Appends blocks, operations and accesses to the kernel.
  void build();

  /// Returns the operations on channels that build() met.
  std::vector<ChannelUse> takeChannelUses() { return std::move(ChannelUses); }

  /// Returns the operation of header phi \p Phi of \p L, where it has one.
  /// Otherwise the phi is a wire: returns the operations of \p L that read it.
  llvm::SmallVector<uint32_t, 4> readersOf(const llvm::PHINode &Phi,
                                           const llvm::Loop &L) const;
  /// Returns the operations of \p L that compute the next value of its \p Phi.
  /// The second of each pair is the distance [iteration]: 2 for z2 of
  /// `z2 = z1; z1 = ...`.
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
  /// hls::stream in C++: \p Method as streamMethod() names it.
  void addStreamAccess(llvm::CallInst &Call, llvm::StringRef Method);
  void addPipeAccess(llvm::CallInst &Call, bool IsRead);
  /// Returns the channel that \p Pointer points into; null for memory.
  Channel *findChannel(const llvm::Instruction &I, const llvm::Value *Pointer,
                       llvm::Type *Packet);
  /// Notes that operation \p Id, which is \p I, reads or writes \p C, at \p
  /// Pointer.
  void noteUse(Channel &C, bool IsRead, const llvm::Instruction &I,
               const llvm::Value *Pointer, uint32_t Id);
  void noteElements(const Channel &C, const llvm::Value *Pointer,
                    const llvm::Loop *L, uint32_t Id, ChannelUse &Use);
  /// True where a loop has no counter in hardware.
  bool isUnrolled(const llvm::Loop &L) const;
  void addMultiplyAdd(llvm::CallInst &Call);
  void addSignedPowerDivision(const llvm::Instruction &I);
  /// Appends an operation for \p I and returns its index. The operation waits
  /// for \p Operands, by default for all operands of \p I.
  uint32_t addOperation(const llvm::Instruction &I, llvm::StringRef Name,
                        llvm::Type *T);
  uint32_t addOperation(const llvm::Instruction &I, llvm::StringRef Name,
                        llvm::Type *T,
                        llvm::ArrayRef<const llvm::Value *> Operands);
  /// Makes operation \p Id of block \p Home wait for the operation that
  /// computes
  /// \p V. Follows phis that are wires to their inputs, but not the value that
  /// a loop around \p Home carries: an earlier iteration computes that value.
  void addOperands(uint32_t Id, const llvm::Value *V,
                   const llvm::BasicBlock *Home);
  void addAccess(const llvm::Instruction &I, uint32_t Operation,
                 const Pointer &P, llvm::Type *T, MemoryAccess::Kind K);
  void attach(uint32_t Operation, MemoryAccess A);
  MemoryAccess describeAccess(const llvm::Instruction &I, llvm::Type *T,
                              MemoryAccess::Kind K) const;
  std::pair<const llvm::Value *, SymbolicForm::Result>
  resolve(const llvm::Value *Address, const llvm::Loop *L);
  /// Makes load \p Id, access \p A, wait for the last of \p Stores in its block
  /// that may write the bytes it reads. In private and local arrays the load
  /// waits for all such stores, also in earlier blocks, back to the last store
  /// of its block that overwrites all the bytes.
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
  /// Stores to each object so far, in program order.
  std::map<std::pair<AddressSpace, std::string>, llvm::SmallVector<uint32_t, 0>>
      StoresTo;
  std::vector<ChannelUse> ChannelUses;
  /// Indices by access, as numbers: a block of thousands of accesses has
  /// millions of pairs whose distance is asked for.
  FormNumbers PlaceNumbers;
  std::vector<std::optional<FormNumbers::Form>> Places;
  uint32_t CurrentBlock = 0;
};

} // namespace roofline

#endif
