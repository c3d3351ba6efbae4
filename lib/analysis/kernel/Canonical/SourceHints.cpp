// Requests of a source for kernels and loops, kept beside the emitted module.
#include "roofline/Canonical/SourceHints.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instruction.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

static StringMap<AttributeTexts> &table() {
  static StringMap<AttributeTexts> Table;
  return Table;
}

void recordAttributes(StringRef Kernel, AttributeTexts Attributes) {
  table()[Kernel] = std::move(Attributes);
}

const AttributeTexts &recordedAttributes(const Function &Kernel) {
  static const AttributeTexts None;
  auto It = table().find(Kernel.getName());
  return It == table().end() ? None : It->second;
}

static bool isPrivateHint(const Metadata *Op) {
  const auto *Node = dyn_cast_or_null<MDNode>(Op);
  if (!Node || Node->getNumOperands() != 2)
    return false;
  const auto *Name = dyn_cast_or_null<MDString>(Node->getOperand(0));
  const auto *Value =
      mdconst::dyn_extract_or_null<ConstantInt>(Node->getOperand(1));
  return Name && Value &&
         Name->getString() == "llvm.loop.pipeline.initiationinterval" &&
         readPrivateHint(Value->getLimitedValue());
}

/// True for a list of what holds after a transformation.
static const MDNode *followup(const Metadata *Op) {
  const auto *Node = dyn_cast_or_null<MDNode>(Op);
  const auto *Name = Node && Node->getNumOperands()
                         ? dyn_cast_or_null<MDString>(Node->getOperand(0))
                         : nullptr;
  return Name && Name->getString().contains(".followup_") ? Node : nullptr;
}

/// \p List, from its operand \p First, without private hints. Clang writes a
/// list of what holds after a transformation only for a hint that stands in it:
/// such a list goes as a whole. Clang nests five deep at most; \p Depth ends
/// the walk on metadata that refers to itself.
static SmallVector<Metadata *, 8> withoutHints(const MDNode &List,
                                               unsigned Depth) {
  SmallVector<Metadata *, 8> Kept;
  for (const MDOperand &Op : List.operands()) {
    if (isPrivateHint(Op))
      continue;
    const MDNode *Nested = Depth ? followup(Op) : nullptr;
    if (Nested && any_of(Nested->operands(), isPrivateHint))
      continue;
    Metadata *New = Op;
    if (Nested)
      if (auto Inner = withoutHints(*Nested, Depth - 1);
          Inner.size() != Nested->getNumOperands())
        New = MDNode::get(List.getContext(), Inner);
    Kept.push_back(New);
  }
  return Kept;
}

static bool holdsHint(const MDNode &List, unsigned Depth) {
  return any_of(List.operands(), [&](const MDOperand &Op) {
    const MDNode *Nested = Depth ? followup(Op) : nullptr;
    return isPrivateHint(Op) || (Nested && holdsHint(*Nested, Depth - 1));
  });
}

void removePrivateHints(Module &M) {
  constexpr unsigned Deepest = 8;
  DenseMap<const MDNode *, MDNode *> Changed;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      MDNode *Id =
          I.isTerminator() ? I.getMetadata(LLVMContext::MD_loop) : nullptr;
      if (!Id || !holdsHint(*Id, Deepest))
        continue;
      auto [It, IsNew] = Changed.try_emplace(Id, nullptr);
      if (IsNew) {
        SmallVector<Metadata *, 8> Kept = withoutHints(*Id, Deepest);
        // The first operand is the list itself, as its identity.
        if (Kept.size() > 1) {
          It->second = MDNode::getDistinct(M.getContext(), Kept);
          It->second->replaceOperandWith(0, It->second);
        }
      }
      I.setMetadata(LLVMContext::MD_loop, It->second);
    }
}

} // namespace roofline
