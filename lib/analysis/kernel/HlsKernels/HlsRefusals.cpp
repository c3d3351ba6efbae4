// Finds what no compiler makes hardware of: recursion, dynamic memory, the
// system.
#include "HlsFacts.h"

#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {
namespace {

enum class CalleeKind { Plain, Memory, System };

CalleeKind kindOf(StringRef Symbol) {
  // operator new, new[], delete, delete[]
  if (Symbol.starts_with("_Znw") || Symbol.starts_with("_Zna") ||
      Symbol.starts_with("_Zdl") || Symbol.starts_with("_Zda"))
    return CalleeKind::Memory;
  constexpr StringLiteral Memory[] = {"malloc", "calloc", "realloc", "free",
                                      "aligned_alloc"};
  constexpr StringLiteral System[] = {
      "exit",  "abort",  "system", "getenv", "time",   "clock", "rand",
      "fopen", "fclose", "fread",  "fwrite", "fscanf", "scanf", "read",
      "write", "open",   "close",  "usleep", "sleep"};
  return is_contained(Memory, Symbol)   ? CalleeKind::Memory
         : is_contained(System, Symbol) ? CalleeKind::System
                                        : CalleeKind::Plain;
}

std::string sourceName(const Function &F) {
  std::string Name = demangle(F.getName());
  return Name.substr(0, Name.find('('));
}

void refuse(const Instruction &I, const Twine &Reason, KernelSummary &Kernel) {
  Unknown U{Unknown::Kind::Refused, Reason.str(), sourceLocation(&I)};
  if (!U.Loc)
    U.Loc = Kernel.Loc;
  if (!is_contained(Kernel.Unknowns, U))
    Kernel.Unknowns.push_back(std::move(U));
}

void checkCall(const CallBase &Call, KernelSummary &Kernel) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return refuse(Call,
                  "a function is called by its address: call it by its name",
                  Kernel);
  // A call that inlining leaves is recursive.
  if (!Callee->isDeclaration() && !Callee->hasFnAttribute(TooLarge))
    return refuse(Call,
                  "'" + sourceName(*Callee) +
                      "' calls itself, and hardware has no stack: write a loop",
                  Kernel);
  const CalleeKind Kind = kindOf(Callee->getName());
  if (Kind == CalleeKind::Memory)
    refuse(Call,
           "'" + sourceName(*Callee) +
               "' takes memory while the kernel runs: declare an array of a "
               "constant size",
           Kernel);
  else if (Kind == CalleeKind::System)
    refuse(
        Call,
        "'" + sourceName(*Callee) +
            "' calls the system: leave it out where __SYNTHESIS__ is defined",
        Kernel);
}

} // namespace

void addRefusals(const Function &F, KernelSummary &Kernel) {
  for (const Instruction &I : instructions(F)) {
    if (const auto *Call = dyn_cast<CallBase>(&I);
        Call && !Call->isInlineAsm() && !isa<IntrinsicInst>(Call))
      checkCall(*Call, Kernel);
    const auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || !Load->getType()->isPointerTy())
      continue;
    const Value *Object = getUnderlyingObject(Load->getPointerOperand());
    if (const auto *A = dyn_cast<Argument>(Object); A && !A->hasByValAttr())
      refuse(I,
             "argument '" + A->getName() +
                 "' points to pointers: pass the arrays themselves",
             Kernel);
  }
}

} // namespace roofline
