// The source names of kernel arguments.
#include "roofline/Canonical/ArgumentNames.h"

#include "OnlyRead.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

static StringMap<std::vector<ArgInfo>> &recorded() {
  static StringMap<std::vector<ArgInfo>> Table;
  return Table;
}

void recordArguments(StringRef Kernel, std::vector<ArgInfo> Arguments) {
  recorded()[Kernel] = std::move(Arguments);
}

static StringRef metadataString(const Argument &A, StringRef Kind) {
  const MDNode *Node = A.getParent()->getMetadata(Kind);
  if (!Node || A.getArgNo() >= Node->getNumOperands())
    return "";
  const auto *Text = dyn_cast_or_null<MDString>(Node->getOperand(A.getArgNo()));
  return Text ? Text->getString() : "";
}

static StringRef debugInfoName(const Argument &A) {
  auto IsArgument = [&](const DILocalVariable *Variable) {
    return Variable && Variable->getArg() == A.getArgNo() + 1;
  };
  const DISubprogram *SP = A.getParent()->getSubprogram();
  if (!SP || A.getParent()->isDeclaration())
    return "";
  for (const MDNode *Node : SP->getRetainedNodes())
    if (const auto *Variable = dyn_cast_or_null<DILocalVariable>(Node);
        IsArgument(Variable))
      return Variable->getName();
  for (const Instruction &I : A.getParent()->getEntryBlock())
    for (const DbgVariableRecord &Record : filterDbgVars(I.getDbgRecordRange()))
      if (Record.getVariable()->getScope() == SP &&
          IsArgument(Record.getVariable()))
        return Record.getVariable()->getName();
  return "";
}

ArgInfo kernelArgument(const Argument &A) {
  // Clang emits the kernel's body a second time under a name of its own.
  StringRef Kernel = A.getParent()->getName();
  Kernel.consume_front("__clang_ocl_kern_imp_");
  auto It = recorded().find(Kernel);
  if (It != recorded().end() && A.getArgNo() < It->second.size())
    return It->second[A.getArgNo()];
  ArgInfo Info;
  Info.Type = metadataString(A, "kernel_arg_type");
  for (StringRef Name :
       {metadataString(A, "kernel_arg_name"), debugInfoName(A), A.getName()})
    if (!Name.empty() && Info.Name.empty())
      Info.Name = Name;
  if (Info.Name.empty())
    Info.Name = "arg" + std::to_string(A.getArgNo());
  return Info;
}

std::optional<std::pair<const Argument *, uint64_t>>
fieldOfArgument(const LoadInst &Load) {
  if (!Load.getType()->isIntegerTy())
    return std::nullopt;
  const DataLayout &Layout = Load.getDataLayout();
  APInt Offset(Layout.getIndexTypeSizeInBits(Load.getPointerOperandType()), 0);
  const auto *A = dyn_cast<Argument>(
      Load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          Layout, Offset, /*AllowNonInbounds=*/true));
  if (!A || !A->hasByValAttr() || Offset.isNegative() || !isOnlyRead(*A))
    return std::nullopt;
  return std::pair(A, Offset.getZExtValue());
}

void copyStructures(Function &F) {
  const DataLayout &DL = F.getParent()->getDataLayout();
  for (Argument &A : F.args()) {
    // Some targets pass structures in another space than variables'.
    if (!A.hasByValAttr() ||
        A.getType()->getPointerAddressSpace() != DL.getAllocaAddrSpace() ||
        all_of(A.users(), [](const User *U) { return isa<MemCpyInst>(U); }))
      continue;
    IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
    AllocaInst *Copy = B.CreateAlloca(A.getParamByValType());
    A.replaceAllUsesWith(Copy);
    B.CreateMemCpy(Copy, A.getParamAlign(), &A, A.getParamAlign(),
                   DL.getTypeAllocSize(A.getParamByValType()));
    Copy->setAlignment(
        std::max(Copy->getAlign(), A.getParamAlign().valueOrOne()));
  }
}

} // namespace roofline
