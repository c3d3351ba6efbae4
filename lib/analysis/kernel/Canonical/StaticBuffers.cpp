// Variables that outlive a call as buffers.
#include "StaticBuffers.h"

#include "KernelBuffers.h"
#include "OnlyRead.h"

#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ReplaceConstant.h"
#include "llvm/Transforms/Scalar/SROA.h"

using namespace llvm;

namespace roofline {

/// Adds the variables that \p V names, in expressions, too.
static void addVariables(Value *V, StaticVariables &Found) {
  if (auto *G = dyn_cast<GlobalVariable>(V)) {
    if (!G->isConstant() && G->hasInitializer() && !G->isThreadLocal())
      Found.insert(G);
  } else if (auto *C = dyn_cast<ConstantExpr>(V)) {
    for (Value *Operand : C->operands())
      addVariables(Operand, Found);
  }
}

static StaticVariables variablesOf(Function &Kernel) {
  StaticVariables Found;
  for (Function *F : calledBy(Kernel))
    for (Instruction &I : instructions(*F))
      for (Value *Operand : I.operands())
        addVariables(Operand, Found);
  return Found;
}

StaticVariables writtenStatics(ArrayRef<Function *> Kernels) {
  StaticVariables All;
  for (Function *Kernel : Kernels) {
    if (variablesOf(*Kernel).empty())
      continue;
    inlineCallees(*Kernel);
    PassAnalyses Analyses;
    SROAPass(SROAOptions::PreserveCFG).run(*Kernel, Analyses.FAM);
    Analyses.FAM.clear();
    const StaticVariables Own = variablesOf(*Kernel);
    All.insert(Own.begin(), Own.end());
  }
  All.remove_if([](GlobalVariable *G) {
    G->setConstant(isOnlyRead(*G));
    return G->isConstant();
  });
  return All;
}

Function &makeStaticsBuffers(Function &Kernel, const StaticVariables &Written) {
  StaticVariables Own = variablesOf(Kernel);
  Own.remove_if([&](GlobalVariable *G) { return !Written.contains(G); });
  std::vector<std::string> Names;
  for (const GlobalVariable *G : Own)
    Names.push_back(sourceName(*G));
  const auto First = unsigned(Kernel.arg_size());
  Function &Wider = addBuffers(Kernel, Names);
  IRBuilder<> Builder(&Wider.getEntryBlock(), Wider.getEntryBlock().begin());
  for (const auto &[N, G] : enumerate(Own)) {
    Argument &Buffer = *Wider.getArg(First + unsigned(N));
    Buffer.addAttr(Attribute::getWithDereferenceableBytes(
        Wider.getContext(),
        Wider.getDataLayout().getTypeAllocSize(G->getValueType())));
    convertUsersOfConstantsToInstructions({G}, &Wider);
    Value *Place = Builder.CreateAddrSpaceCast(&Buffer, G->getType());
    G->replaceUsesWithIf(Place, [&](const Use &U) {
      const auto *I = dyn_cast<Instruction>(U.getUser());
      return I && I->getFunction() == &Wider;
    });
  }
  return Wider;
}

} // namespace roofline
