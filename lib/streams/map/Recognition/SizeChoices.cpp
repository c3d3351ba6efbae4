// Evaluates what sizes alone decide.
#include "SizeChoices.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Stream/StreamChain.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

SizeChoices::SizeChoices(const Module &M, StringRef Kernels)
    : Names(kernelsOfChain(Kernels.str())) {
  SourceForms Sources;
  Canonical = canonicalClone(*cloneKernels(M), Sources, DataOverflow::Wraps);
}
SizeChoices::SizeChoices(SizeChoices &&) = default;
SizeChoices::~SizeChoices() = default;

/// The size of the NDRange that \p Call asks for; nothing for other calls.
static std::optional<uint64_t> globalSize(const CallBase &Call,
                                          const Launch &L) {
  const Function *F = Call.getCalledFunction();
  if (!F || Call.arg_size() != 1 || !F->getName().contains("get_global_size"))
    return std::nullopt;
  const auto *D = dyn_cast<ConstantInt>(Call.getArgOperand(0));
  return D && D->getZExtValue() < 3 ? std::optional(L.Global[D->getZExtValue()])
                                    : std::nullopt;
}

void SizeChoices::add(const Function &F, const Launch &L,
                      std::vector<Outcome> &All) const {
  DenseMap<const Value *, Constant *> Known;
  for (const Argument &A : F.args())
    if (auto Bound = L.Args.find(kernelArgument(A).Name);
        Bound != L.Args.end() && A.getType()->isIntegerTy())
      Known[&A] = ConstantInt::getSigned(
          cast<IntegerType>(const_cast<Type *>(A.getType())), Bound->second);
  const DataLayout &DL = F.getDataLayout();
  auto Of = [&](const Value *V) -> Constant * {
    if (const auto *C = dyn_cast<ConstantInt>(V))
      return const_cast<ConstantInt *>(C);
    return Known.lookup(V);
  };
  for (const BasicBlock *B : ReversePostOrderTraversal(&F))
    for (const Instruction &I : *B) {
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (const auto Size = globalSize(*Call, L))
          Known[&I] = ConstantInt::get(I.getType(), *Size);
      const auto *Joins = dyn_cast<MinMaxIntrinsic>(&I);
      if (isa<PHINode>(I) || !I.getType()->isIntegerTy() ||
          I.mayReadOrWriteMemory() || (isa<CallBase>(I) && !Joins))
        continue;
      SmallVector<Constant *, 3> Operands;
      for (const Use &U : Joins
                              ? make_range(Joins->arg_begin(), Joins->arg_end())
                              : make_range(I.op_begin(), I.op_end()))
        if (Constant *C = Of(U))
          Operands.push_back(C);
      const size_t Count = Joins ? 2 : I.getNumOperands();
      if (Count == 0 || Operands.size() != Count)
        continue;
      Constant *Folded = nullptr;
      if (Joins || isa<ICmpInst>(I)) {
        const APInt &A = cast<ConstantInt>(Operands[0])->getValue();
        const APInt &C = cast<ConstantInt>(Operands[1])->getValue();
        const auto Predicate =
            Joins ? Joins->getPredicate() : cast<ICmpInst>(I).getPredicate();
        const bool Is = ICmpInst::compare(A, C, Predicate);
        // The order counts, too: between two sizes that are not equal to a
        // third one may lie one that is.
        const bool IsLess =
            CmpInst::isUnsigned(Predicate) ? A.ult(C) : A.slt(C);
        for (bool Outcome : {Is, IsLess})
          All.push_back({Outcome, sourceLocation(&I)});
        Folded = Joins ? Operands[Is ? 0 : 1]
                       : ConstantInt::getBool(I.getContext(), Is);
      } else {
        Folded = ConstantFoldInstOperands(const_cast<Instruction *>(&I),
                                          Operands, DL);
      }
      auto *Number = dyn_cast_or_null<ConstantInt>(Folded);
      if (!Number)
        continue;
      Known[&I] = Number;
    }
}

std::vector<SizeChoices::Outcome> SizeChoices::all(const Launch &L) const {
  std::vector<Outcome> All;
  for (const std::string &Name : Names)
    if (const Function *F = Canonical->getFunction(Name))
      add(*F, L, All);
  return All;
}

std::vector<bool> SizeChoices::outcomes(const Launch &L) const {
  std::vector<bool> Outcomes;
  for (const Outcome &O : all(L))
    Outcomes.push_back(O.Is);
  return Outcomes;
}

SourceLocation SizeChoices::place(const Launch &L, size_t I) const {
  const std::vector<Outcome> All = all(L);
  return I < All.size() ? All[I].Loc : SourceLocation();
}

} // namespace roofline
