// Adds what only functions of C and C++ have: directives, labels, memories.
#include "roofline/HlsKernels/HlsAnalysis.h"

#include "HlsFacts.h"

#include "roofline/Analysis/Hierarchy.h"
#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/SourceTypes.h"
#include "roofline/Kernel/KernelSummary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// \p Path as places of the IR have it: Clang's debug information lacks the
/// folders that an absolute path shares with the current folder.
static std::string fileOfIR(StringRef Path) {
  SmallString<128> Current;
  if (!sys::path::is_absolute(Path) || sys::fs::current_path(Current))
    return Path.str();
  auto Folder = sys::path::begin(Current), End = sys::path::end(Current);
  auto Part = sys::path::begin(Path), Last = sys::path::end(Path);
  unsigned Shared = 0;
  for (; Folder != End && Part != Last && *Folder == *Part; ++Folder, ++Part)
    ++Shared;
  if (Shared < 2) // the root alone
    return Path.str();
  SmallString<128> Rest;
  for (; Part != Last; ++Part)
    sys::path::append(Rest, *Part);
  return Rest.str().str();
}

static SourceLocation placeIn(const SourceFunction &F, LinePlace Place) {
  return {fileOfIR(F.File), Place.Line, Place.Column};
}

static Memory memoryOf(const SourceArray &A, const SourceFunction *F) {
  Memory M;
  M.Name = A.Name;
  M.Element = A.Element;
  M.Dimensions = A.Dimensions;
  M.IsStatic = A.IsStatic;
  M.IsConstant = A.IsConstant;
  if (F) {
    M.Function = F->Name;
    M.Loc = placeIn(*F, A.Place);
  }
  return M;
}

static void addLabels(const Hierarchy &H, KernelSummary &Kernel) {
  for (const auto &[Id, L] : enumerate(H.Loops)) {
    const LoopInSource Source = loopInSource(*L);
    if (!Source.Function)
      continue;
    for (const auto &[Place, Label] : Source.Function->Labels)
      if (Place == Source.Place)
        Kernel.Loops[Id].Label = Label;
  }
}

/// \p D, which is about an argument of \p F, for each memory that calls pass as
/// that argument; \p D itself where there is none.
static std::vector<Directive> forMemories(const Directive &D,
                                          const SourceFunction &F,
                                          ArrayRef<PassedMemory> Passed) {
  std::vector<Directive> Result;
  const auto Variable = optionOf(D, "variable");
  for (const PassedMemory &M : Passed) {
    if (M.Function != &F || Variable != M.Argument || D.Name == "stream")
      continue;
    Directive New = D;
    for (Directive::Option &O : New.Options)
      if (O.Name == "variable")
        O.Value = M.Memory;
    New.Options.push_back({"argument", M.Argument});
    New.Function = M.Owner;
    Result.push_back(std::move(New));
  }
  return Result.empty() ? std::vector{D} : Result;
}

/// A directive in a loop is one of each copy that inlining has made of it.
static void addDirective(Directive D, const SourceFunction &F,
                         const SourceDirective &P, const Hierarchy &H,
                         KernelSummary &Kernel) {
  D.IsLoopLost = P.Loop.has_value();
  const size_t NumBefore = Kernel.Directives.size();
  for (const auto &[Id, L] : enumerate(H.Loops)) {
    const LoopInSource Source = loopInSource(*L);
    if (!P.Loop || Source.Function != &F || Source.Place != *P.Loop)
      continue;
    D.Loop = Id;
    D.IsLoopLost = false;
    Kernel.Directives.push_back(D);
  }
  if (Kernel.Directives.size() == NumBefore)
    Kernel.Directives.push_back(std::move(D));
}

static void addDirectives(const SourceFunction &F, const Hierarchy &H,
                          ArrayRef<PassedMemory> Passed,
                          KernelSummary &Kernel) {
  for (const SourceDirective &P : F.Directives) {
    Directive D;
    D.Name = P.Name;
    for (const auto &[Name, Value] : P.Options)
      D.Options.push_back({Name, Value});
    D.Function = F.Name;
    D.Loc = placeIn(F, P.Place);
    for (Directive &Each : forMemories(D, F, Passed))
      addDirective(std::move(Each), F, P, H, Kernel);
  }
}

/// Dimensions and element of \p T; a structure of one member counts as it.
static Memory memoryOf(const Type *T) {
  Memory M;
  while (true) {
    if (T->isArrayTy()) {
      M.Dimensions.push_back(T->getArrayNumElements());
      T = T->getArrayElementType();
    } else if (const auto *S = dyn_cast<StructType>(T);
               S && S->getNumElements() == 1) {
      T = S->getElementType(0);
    } else {
      break;
    }
  }
  M.Element = valueType(const_cast<Type *>(T));
  return M;
}

/// Gives memory \p Number the name \p Wanted of the source, which inlining has
/// changed; where another one has it, a number behind it.
static void renameMemory(KernelSummary &Kernel, size_t Number,
                         std::string Wanted) {
  Memory &M = Kernel.Memories[Number];
  const std::string Base = Wanted;
  for (unsigned Next = 2; any_of(Kernel.Memories,
                                 [&](const Memory &Other) {
                                   return &Other != &M && Other.Name == Wanted;
                                 });
       ++Next)
    Wanted = Base + "#" + std::to_string(Next);
  for (MemoryAccess &A : Kernel.Accesses)
    if (A.Base == M.Name && A.Space == AddressSpace::Private)
      A.Base = Wanted;
  for (Channel &C : Kernel.Channels)
    if (C.Name == M.Name)
      C.Name = Wanted;
  M.Name = std::move(Wanted);
}

static void addArrays(const Function &F, KernelSummary &Kernel) {
  SmallPtrSet<const Value *, 16> Seen;
  for (const Instruction &I : instructions(F)) {
    if (const auto *Array = dyn_cast<AllocaInst>(&I);
        Array && Array->getAllocatedType()->isAggregateType()) {
      const auto [Source, Owner] = arrayInSource(*Array);
      Memory M = Source ? memoryOf(*Source, Owner)
                        : memoryOf(Array->getAllocatedType());
      M.Name = Array->getName().str();
      const std::string Wanted =
          Source ? Source->Name : StringRef(M.Name).split('.').first.str();
      Kernel.Memories.push_back(std::move(M));
      renameMemory(Kernel, Kernel.Memories.size() - 1, Wanted);
    }
    for (const Value *Op : I.operands()) {
      const auto *G = dyn_cast<GlobalVariable>(
          Op->getType()->isPointerTy() ? Op->stripInBoundsConstantOffsets()
                                       : Op);
      if (!G || !Seen.insert(G).second)
        continue;
      Memory M = memoryOf(G->getValueType());
      M.Name = G->getName().str();
      M.IsStatic = true;
      M.IsConstant = G->isConstant();
      // "top(int*, int*)::buf" is buf of top.
      const std::string Wanted =
          StringRef(demangle(M.Name)).rsplit("::").second.str();
      const std::string Plain = Wanted.empty() ? demangle(M.Name) : Wanted;
      Kernel.Memories.push_back(std::move(M));
      renameMemory(Kernel, Kernel.Memories.size() - 1, Plain);
    }
  }
}

/// Adds what the parser knows of \p F to \p Kernel; nothing for a kernel of
/// OpenCL.
static void addHlsFacts(const Function &F, KernelSummary &Kernel) {
  if (!F.hasFnAttribute(HlsFunctions))
    return;
  DominatorTree DT(const_cast<Function &>(F));
  LoopInfo LI(DT);
  const Hierarchy H = buildHierarchy(F, LI); // as the summary has it
  assert(H.Loops.size() == Kernel.Loops.size() && "loops of the summary");
  Kernel.IsHls = true;
  const std::vector<const SourceFunction *> Sources = sourceFunctions(F);
  Kernel.Name = demangle(Kernel.Name);
  Kernel.Name.resize(std::min(Kernel.Name.find('('), Kernel.Name.size()));
  if (!Sources.empty()) {
    Kernel.Name = Sources.front()->Name;
    Kernel.Loc = placeIn(*Sources.front(), Sources.front()->Place);
    for (const SourceArray &A : Sources.front()->Arguments) {
      Kernel.Memories.push_back(memoryOf(A, Sources.front()));
      Kernel.Memories.back().IsArgument = true;
      Kernel.Memories.back().IsConstant = false; // the caller may change it
    }
  }
  addLabels(H, Kernel);
  addCalls(H, Kernel);
  const std::vector<PassedMemory> Passed = passedMemories(F);
  for (const SourceFunction *Source : Sources)
    addDirectives(*Source, H, Passed, Kernel);
  addArrays(F, Kernel);
  addRefusals(F, Kernel);
}

std::vector<KernelSummary> summarizeTops(const Module &M,
                                         ArrayRef<std::string> Tops) {
  return summarizeKernels(M, Tops, [](Function &F, KernelSummary &Kernel) {
    addHlsFacts(F, Kernel);
  });
}

} // namespace roofline
