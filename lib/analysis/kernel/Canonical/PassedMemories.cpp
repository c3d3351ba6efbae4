// Memories that calls pass as arguments, before inlining makes them one.
#include "PassedMemories.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/HlsKernels.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {
namespace {

/// What \p Slot always holds, where one store fills it, as that of an argument.
const Value *onlyStored(const AllocaInst &Slot) {
  const Value *Stored = nullptr;
  for (const User *U : Slot.users()) {
    const auto *Store = dyn_cast<StoreInst>(U);
    if (!Store || Store->getPointerOperand() != &Slot)
      continue;
    if (Stored)
      return nullptr;
    Stored = Store->getValueOperand();
  }
  return Stored;
}

/// The array, global variable or argument that \p Pointer points into; null
/// where that is not clear.
const Value *rootOf(const Value *Pointer) {
  constexpr unsigned MostSlots = 16;
  for (unsigned I = 0; Pointer && I < MostSlots; ++I) {
    Pointer = getUnderlyingObject(Pointer);
    const auto *Load = dyn_cast<LoadInst>(Pointer);
    if (!Load)
      return Pointer;
    const auto *Slot = dyn_cast<AllocaInst>(Load->getPointerOperand());
    Pointer = Slot ? onlyStored(*Slot) : nullptr;
  }
  return nullptr;
}

using Roots = SetVector<const Value *>;

/// Adds the memories behind \p Root, which may be an argument of a function
/// that is called itself; returns true where that is new.
bool addRoots(const Value *Root, const Function &Top,
              const MapVector<const Argument *, Roots> &Known, Roots &To) {
  const size_t Before = To.size();
  const auto *A = dyn_cast_or_null<Argument>(Root);
  if (!A || A->getParent() == &Top) {
    if (A || isa_and_nonnull<AllocaInst, GlobalVariable>(Root))
      To.insert(Root);
  } else if (auto It = Known.find(A); It != Known.end()) {
    To.insert(It->second.begin(), It->second.end());
  }
  return To.size() > Before;
}

/// "memory<tab>owner" of \p Root; empty where the parser does not know it.
std::string nameOf(const Value &Root) {
  if (const auto *A = dyn_cast<Argument>(&Root)) {
    const SourceFunction *F = recordedFunction(A->getParent()->getName());
    return F ? kernelArgument(*A).Name + "\t" + F->Name : "";
  }
  if (const auto *Array = dyn_cast<AllocaInst>(&Root)) {
    const auto [Source, Owner] = arrayInSource(*Array);
    return Source ? Source->Name + "\t" + Owner->Name : "";
  }
  return StringRef(demangle(Root.getName())).rsplit("::").second.empty()
             ? demangle(Root.getName()) + "\t"
             : StringRef(demangle(Root.getName())).rsplit("::").second.str() +
                   "\t";
}

} // namespace

std::string passedMemoriesText(Function &Top) {
  MapVector<const Argument *, Roots> Known;
  const auto Called = calledBy(Top);
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    for (const Function *F : Called)
      for (const Instruction &I : instructions(*F)) {
        const auto *Call = dyn_cast<CallBase>(&I);
        const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
        if (!Callee || Callee->isDeclaration() ||
            Callee->arg_size() > Call->arg_size())
          continue;
        for (const Argument &A : Callee->args())
          if (A.getType()->isPointerTy()) {
            Roots Found = Known[&A];
            IsNew |= addRoots(rootOf(Call->getArgOperand(A.getArgNo())), Top,
                              Known, Found);
            Known[&A] = std::move(Found);
          }
      }
  }
  std::string Text;
  for (const auto &[A, Found] : Known)
    for (const Value *Root : Found)
      if (const std::string Name = nameOf(*Root); !Name.empty())
        Text += A->getParent()->getName().str() + "\t" +
                kernelArgument(*A).Name + "\t" + Name + "\n";
  return Text;
}

std::vector<PassedMemory> passedMemories(const Function &Kernel) {
  std::vector<PassedMemory> Found;
  for (StringRef Line :
       split(Kernel.getFnAttribute(PassedMemoriesMark).getValueAsString(),
             '\n')) {
    SmallVector<StringRef, 4> Words;
    Line.split(Words, '\t');
    if (Words.size() != 4)
      continue;
    PassedMemory M{recordedFunction(Words[0]), Words[1].str(), Words[2].str(),
                   Words[3].str()};
    if (M.Function && !is_contained(Found, M))
      Found.push_back(std::move(M));
  }
  return Found;
}

} // namespace roofline
