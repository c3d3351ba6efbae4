// Kernels of C++ with buffers that their function does not take.
#include "KernelBuffers.h"

#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"

using namespace llvm;

namespace roofline {

void inlineCallees(Function &Kernel) {
  for (Function *F : calledBy(Kernel))
    if (F != &Kernel && !F->isDeclaration()) {
      F->removeFnAttr(Attribute::OptimizeNone);
      F->removeFnAttr(Attribute::NoInline);
      F->addFnAttr(Attribute::AlwaysInline);
    }
  PassAnalyses Analyses;
  AlwaysInlinerPass(/*InsertLifetime=*/false)
      .run(*Kernel.getParent(), Analyses.MAM);
}

std::string sourceName(const Value &Variable) {
  if (!isa<GlobalVariable>(Variable))
    return Variable.getName().split('.').first.str();
  // "area(state<int>*)::count" of C++, "area.count" of C.
  std::string Name;
  unsigned Depth = 0;
  for (char C : demangle(Variable.getName())) {
    const bool Opens = C == '<' || C == '(', Closes = C == '>' || C == ')';
    Depth += Opens;
    if (C == ':' || C == '.')
      Name.clear();
    else if (Depth == 0)
      Name += C;
    Depth -= Closes && Depth;
  }
  const bool IsGuard = Variable.getName().starts_with("_ZGV");
  return StringRef(Name).trim().str() + (IsGuard ? "_is_set" : "");
}

Function &addBuffers(Function &F, ArrayRef<std::string> Names) {
  if (Names.empty())
    return F;
  SmallVector<Type *, 8> Types(F.getFunctionType()->params());
  Types.append(Names.size(), PointerType::get(F.getContext(), GlobalSpace));
  Function *Wider =
      Function::Create(FunctionType::get(F.getReturnType(), Types, false),
                       F.getLinkage(), F.getAddressSpace(), "", F.getParent());
  Wider->takeName(&F);
  Wider->copyAttributesFrom(&F);
  Wider->setSubprogram(F.getSubprogram());
  F.setSubprogram(nullptr);
  Wider->splice(Wider->begin(), &F);
  for (auto [Old, New] : zip_first(F.args(), Wider->args())) {
    New.takeName(&Old);
    Old.replaceAllUsesWith(&New);
  }
  for (const auto &[N, Name] : enumerate(Names))
    Wider->getArg(unsigned(F.arg_size() + N))->setName(Name);
  F.eraseFromParent();
  return *Wider;
}

} // namespace roofline
