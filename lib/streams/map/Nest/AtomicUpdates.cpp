// Atomic updates, lowered to plain updates.
#include "roofline/Nest/AtomicUpdates.h"

#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace roofline {

namespace {
struct Update {
  AtomicRMWInst::BinOp Op;
  Value *Pointer, *Operand;
  Value *Expected = nullptr; ///< what is exchanged: this alone
};
} // namespace

/// True where \p Symbol's pointer is one to an unsigned number.
static bool isUnsigned(StringRef Symbol) {
  // Itanium mangling: PU3AS1Vj and PU3AS4VU7_Atomicj are pointers to uint.
  StringRef Rest =
      Symbol.drop_front(std::min(Symbol.find("PU3AS"), Symbol.size()));
  Rest = Rest.drop_front(std::min<size_t>(6, Rest.size()));
  Rest.consume_front("V");
  Rest.consume_front("U7_Atomic");
  return Rest.starts_with("j") || Rest.starts_with("m");
}

static std::optional<Update> updateOf(CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee || !Callee->isDeclaration() || !Call.getType()->isIntegerTy() ||
      Call.arg_empty() || !Call.getArgOperand(0)->getType()->isPointerTy())
    return std::nullopt;
  StringRef Name = builtinName(Callee->getName());
  if (Name.consume_front("atomic_fetch_") || Name == "atomic_exchange" ||
      Name == "atomic_exchange_explicit") {
    Name.consume_front("atomic_");
    Name.consume_back("_explicit");
  } else if (!Name.consume_front("atomic_") && !Name.consume_front("atom_"))
    return std::nullopt;
  const bool IsUnsigned = isUnsigned(Callee->getName());
  using Atomic = AtomicRMWInst;
  const auto Op = StringSwitch<Atomic::BinOp>(Name)
                      .Cases({"add", "inc"}, Atomic::Add)
                      .Cases({"sub", "dec"}, Atomic::Sub)
                      .Case("min", IsUnsigned ? Atomic::UMin : Atomic::Min)
                      .Case("max", IsUnsigned ? Atomic::UMax : Atomic::Max)
                      .Case("and", Atomic::And)
                      .Case("or", Atomic::Or)
                      .Case("xor", Atomic::Xor)
                      .Case("xchg", Atomic::Xchg)
                      .Case("exchange", Atomic::Xchg)
                      .Case("cmpxchg", Atomic::Xchg)
                      .Default(Atomic::BAD_BINOP);
  if (Op == Atomic::BAD_BINOP)
    return std::nullopt;
  Value *By = Name == "inc" || Name == "dec"
                  ? ConstantInt::get(Call.getType(), 1)
              : Call.arg_size() > 1 ? Call.getArgOperand(1)
                                    : nullptr;
  if (!By || By->getType() != Call.getType())
    return std::nullopt;
  if (Name != "cmpxchg")
    return Update{Op, Call.getArgOperand(0), By};
  if (Call.arg_size() != 3 || Call.getArgOperand(2)->getType() != By->getType())
    return std::nullopt;
  return Update{Op, Call.getArgOperand(0), Call.getArgOperand(2), By};
}

static std::optional<Update> updateOf(Instruction &I) {
  if (auto *Call = dyn_cast<CallInst>(&I))
    return updateOf(*Call);
  auto *Atomic = dyn_cast<AtomicRMWInst>(&I);
  if (!Atomic || !Atomic->getType()->isIntegerTy())
    return std::nullopt;
  return Update{Atomic->getOperation(), Atomic->getPointerOperand(),
                Atomic->getValOperand()};
}

void lowerAtomicUpdates(Function &F, AtomicOrder Order) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    std::optional<Update> U = updateOf(I);
    const bool Observes = U && (!I.use_empty() || U->Op == AtomicRMWInst::Xchg);
    if (!U || (Observes && Order == AtomicOrder::Any))
      continue;
    IRBuilder<> Builder(&I);
    Value *Before = Builder.CreateLoad(U->Operand->getType(), U->Pointer);
    Value *After =
        U->Expected
            ? Builder.CreateSelect(Builder.CreateICmpEQ(Before, U->Expected),
                                   U->Operand, Before)
            : buildAtomicRMWValue(U->Op, Builder, Before, U->Operand);
    Builder.CreateStore(After, U->Pointer);
    I.replaceAllUsesWith(Before);
    I.eraseFromParent();
  }
}

} // namespace roofline
