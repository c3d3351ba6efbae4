// Values of LLVM IR as nodes of a datapath, for code that is no stream.
#ifndef ROOFLINE_RECOGNITION_VALUENODES_H
#define ROOFLINE_RECOGNITION_VALUENODES_H

#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <memory>

namespace llvm {
class BasicBlock;
class Function;
class LoadInst;
class Type;
class Value;
} // namespace llvm

namespace roofline {

/// int of 1 to 64 bits, half, float or double; nothing for other types.
std::optional<ValueType> streamType(const llvm::Type *T);

/// Adds nodes to a kernel without streams. Branches become selections. After
/// failed(), takeError() names the value that nodes cannot express, and node
/// numbers have no meaning.
class ValueNodes {
public:
  using LoadNode = std::function<uint32_t(const llvm::LoadInst &)>;

  /// \p F has the arguments of the kernel \p Original. Conditions are those
  /// since the entry of \p F. \p Load gives the node of a load.
  ValueNodes(StreamKernel &Graph, llvm::Function &F, llvm::Function &Original,
             LoadNode Load);
  ~ValueNodes();

  /// Gives \p V a node, before it is asked for.
  void define(const llvm::Value *V, uint32_t Node);
  uint32_t node(const llvm::Value *V);
  /// Condition under which \p B runs; nothing: always.
  std::optional<uint32_t> runs(const llvm::BasicBlock *B);
  uint32_t add(DatapathOp Op, ValueType Type, std::vector<uint32_t> Operands,
               const llvm::Value *Place = nullptr, uint64_t Value = 0);
  uint32_t constant(ValueType Type, uint64_t Bits);
  uint32_t fail(const llvm::Value *Place, const llvm::Twine &Text);
  bool failed() const;
  llvm::Error takeError();

private:
  struct Impl;
  std::unique_ptr<Impl> I;
};

} // namespace roofline

#endif
