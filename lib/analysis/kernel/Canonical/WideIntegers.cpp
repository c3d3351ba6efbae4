// Integers wider than a datapath's words as several of these.
#include "WideIntegers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

using namespace llvm;

namespace roofline {
namespace {

constexpr unsigned WordBits = 64;

bool isWide(const Type *T) {
  return T->isIntegerTy() && T->getIntegerBitWidth() > WordBits;
}
bool isWide(const Value *V) { return isWide(V->getType()); }

/// True for an operation on wide integers that has a form in words.
bool isSplit(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
  case Instruction::ICmp:
  case Instruction::Select:
  case Instruction::PHI:
  case Instruction::Freeze:
    return true;
  case Instruction::Load:
    return cast<LoadInst>(I).isSimple();
  case Instruction::Store:
    return cast<StoreInst>(I).isSimple();
  default:
    return false;
  }
}

/// The lowest word first. Bits above the integer's width are 0.
using Words = SmallVector<Value *, 8>;

class Splitting {
public:
  explicit Splitting(Function &F)
      : F(F), Word(Type::getInt64Ty(F.getContext())) {}

  void run() {
    SmallVector<Instruction *, 32> Old;
    SmallVector<PHINode *, 8> Phis;
    // Operands are before their users, but for those of phis.
    for (BasicBlock *B : ReversePostOrderTraversal<Function *>(&F))
      for (Instruction &I : *B)
        if (isWide(&I) ||
            any_of(I.operands(), [](const Use &U) { return isWide(U.get()); }))
          Old.push_back(&I);
    for (Instruction *I : Old) {
      Builder.SetInsertPoint(I);
      if (auto *Phi = dyn_cast<PHINode>(I)) {
        Phis.push_back(Phi);
        Words &Parts = Known[Phi];
        for (unsigned N = 0; N < numWords(Phi); ++N)
          Parts.push_back(Builder.CreatePHI(Word, Phi->getNumIncomingValues()));
      } else {
        split(*I);
      }
    }
    for (PHINode *Phi : Phis)
      for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In) {
        const Words From = wordsOf(Phi->getIncomingValue(In));
        for (auto [Part, Value] : zip_equal(Known[Phi], From))
          cast<PHINode>(Part)->addIncoming(Value, Phi->getIncomingBlock(In));
      }
    for (Instruction *I : reverse(Old)) {
      if (!I->getType()->isVoidTy())
        I->replaceAllUsesWith(PoisonValue::get(I->getType()));
      I->eraseFromParent();
    }
  }

private:
  Function &F;
  Type *Word;
  IRBuilder<> Builder{F.getContext()};
  DenseMap<Value *, Words> Known;

  static unsigned numWords(const Value *V) {
    return unsigned(divideCeil(V->getType()->getIntegerBitWidth(), WordBits));
  }
  Value *number(uint64_t Bits) { return ConstantInt::get(Word, Bits); }

  Words wordsOf(Value *V) {
    if (auto It = Known.find(V); It != Known.end())
      return It->second;
    Words Parts;
    if (const auto *C = dyn_cast<ConstantInt>(V)) {
      for (unsigned N = 0; N < numWords(V); ++N)
        Parts.push_back(number(
            C->getValue().lshr(N * WordBits).trunc(WordBits).getZExtValue()));
    } else { // undefined
      Parts.assign(numWords(V), number(0));
    }
    return Parts;
  }

  /// Clears the bits of \p Parts above \p Width.
  Words cleared(Words Parts, unsigned Width) {
    Parts.resize(divideCeil(Width, WordBits));
    if (const unsigned Rest = Width % WordBits)
      Parts.back() = Builder.CreateAnd(
          Parts.back(), number(maskTrailingOnes<uint64_t>(Rest)));
    return Parts;
  }

  /// \p Parts, of \p From bits, with as many of the sign above as \p To bits
  /// and whole words take.
  Words signExtended(Words Parts, unsigned From, unsigned To) {
    if (const unsigned Rest = From % WordBits) {
      Value *Room = number(WordBits - Rest);
      Parts.back() =
          Builder.CreateAShr(Builder.CreateShl(Parts.back(), Room), Room);
    }
    Value *Sign = Builder.CreateAShr(Parts.back(), number(WordBits - 1));
    Parts.resize(divideCeil(To, WordBits), Sign);
    return Parts;
  }

  /// The integer \p V of any width, as \p To bits.
  Words extended(Value *V, bool IsSigned, unsigned To) {
    const unsigned From = V->getType()->getIntegerBitWidth();
    Words Parts = isWide(V) ? wordsOf(V) : Words{Builder.CreateZExt(V, Word)};
    if (IsSigned)
      return cleared(signExtended(std::move(Parts), From, To), To);
    Parts.resize(divideCeil(To, WordBits), number(0));
    return Parts;
  }

  /// Sums with the carry from word to word; a difference adds the complement
  /// and 1.
  Words sum(const Words &L, const Words &R, bool Subtracts) {
    Words Result;
    Value *Carry = number(Subtracts);
    for (auto [A, B] : zip_equal(L, R)) {
      Value *Other = Subtracts ? Builder.CreateNot(B) : B;
      Value *Half = Builder.CreateAdd(A, Other);
      Value *Whole = Builder.CreateAdd(Half, Carry);
      Carry = Builder.CreateZExt(
          Builder.CreateOr(Builder.CreateICmpULT(Half, A),
                           Builder.CreateICmpULT(Whole, Half)),
          Word);
      Result.push_back(Whole);
    }
    return Result;
  }

  /// The two words of the product of two.
  std::pair<Value *, Value *> productOfWords(Value *L, Value *R) {
    constexpr unsigned HalfBits = WordBits / 2;
    auto Low = [&](Value *V) {
      return Builder.CreateAnd(V, number(maskTrailingOnes<uint64_t>(HalfBits)));
    };
    auto High = [&](Value *V) {
      return Builder.CreateLShr(V, number(HalfBits));
    };
    Value *Lowest = Builder.CreateMul(Low(L), Low(R));
    Value *Left = Builder.CreateMul(High(L), Low(R));
    Value *Right = Builder.CreateMul(Low(L), High(R));
    Value *Middle = Builder.CreateAdd(High(Lowest),
                                      Builder.CreateAdd(Low(Left), Low(Right)));
    Value *Highest = Builder.CreateAdd(
        Builder.CreateAdd(Builder.CreateMul(High(L), High(R)), High(Middle)),
        Builder.CreateAdd(High(Left), High(Right)));
    return {Builder.CreateOr(Low(Lowest),
                             Builder.CreateShl(Middle, number(HalfBits))),
            Highest};
  }

  /// The product's words that the factors have.
  Words product(const Words &L, const Words &R) {
    Words Result(L.size(), number(0));
    for (unsigned I = 0; I < L.size(); ++I)
      for (unsigned J = 0; I + J < L.size(); ++J) {
        Words Term(L.size(), number(0));
        if (I + J + 1 < L.size())
          std::tie(Term[I + J], Term[I + J + 1]) = productOfWords(L[I], R[J]);
        else
          Term[I + J] = Builder.CreateMul(L[I], R[J]);
        Result = sum(Result, Term, false);
      }
    return Result;
  }

  /// \p Parts by \p By whole words to the left, or to the right; \p Fill comes
  /// in.
  Words movedWords(const Words &Parts, unsigned By, bool ToLeft, Value *Fill) {
    Words Result(Parts.size(), Fill);
    for (unsigned N = By; N < Parts.size(); ++N)
      if (ToLeft)
        Result[N] = Parts[N - By];
      else
        Result[N - By] = Parts[N];
    return Result;
  }

  Words shifted(Words Parts, Value *By, bool ToLeft, Value *Fill) {
    const Words Amount = wordsOf(By);
    for (unsigned Bit = Log2_32(WordBits);
         (1u << Bit) / WordBits < Parts.size() && Bit < 32; ++Bit) {
      Value *IsSet = Builder.CreateTrunc(
          Builder.CreateLShr(Amount[0], number(Bit)), Builder.getInt1Ty());
      const Words Moved =
          movedWords(Parts, (1u << Bit) / WordBits, ToLeft, Fill);
      for (auto [Part, Other] : zip_equal(Parts, Moved))
        Part = Builder.CreateSelect(IsSet, Other, Part);
    }
    Value *Inside = Builder.CreateAnd(Amount[0], number(WordBits - 1));
    const Intrinsic::ID Funnel = ToLeft ? Intrinsic::fshl : Intrinsic::fshr;
    Words Result;
    for (unsigned N = 0; N < Parts.size(); ++N) {
      Value *High = ToLeft                 ? Parts[N]
                    : N + 1 < Parts.size() ? Parts[N + 1]
                                           : Fill;
      Value *Low = !ToLeft ? Parts[N] : N > 0 ? Parts[N - 1] : Fill;
      Result.push_back(
          Builder.CreateIntrinsic(Funnel, {Word}, {High, Low, Inside}));
    }
    return Result;
  }

  Value *compared(const ICmpInst &Test) {
    const unsigned Width = Test.getOperand(0)->getType()->getIntegerBitWidth();
    auto Side = [&](unsigned N) {
      Words Parts = wordsOf(Test.getOperand(N));
      return Test.isSigned() ? signExtended(std::move(Parts), Width, Width)
                             : Parts;
    };
    const Words L = Side(0), R = Side(1);
    if (Test.isEquality()) {
      Value *Differs = number(0);
      for (auto [A, B] : zip_equal(L, R))
        Differs = Builder.CreateOr(Differs, Builder.CreateXor(A, B));
      return Builder.CreateICmp(Test.getPredicate(), Differs, number(0));
    }
    // From the lowest word up: the highest one that differs decides.
    Value *Result =
        Builder.getInt1(ICmpInst::isTrueWhenEqual(Test.getPredicate()));
    for (unsigned N = 0; N < L.size(); ++N) {
      const bool IsTop = N + 1 == L.size();
      const auto Order =
          IsTop ? Test.getStrictPredicate()
                : ICmpInst::getUnsignedPredicate(Test.getStrictPredicate());
      Result = Builder.CreateSelect(Builder.CreateICmpEQ(L[N], R[N]), Result,
                                    Builder.CreateICmp(Order, L[N], R[N]));
    }
    return Result;
  }

  /// Visits the words of \p Bytes at \p Pointer: their types and places.
  void forEachPlace(Value *Pointer, unsigned Bytes,
                    function_ref<void(Type *, Value *, unsigned)> Visit) {
    for (unsigned At = 0, N = 0; At < Bytes; At += 8, ++N) {
      const unsigned Left = std::min(8u, Bytes - At);
      Visit(
          Builder.getIntNTy(Left * 8),
          Builder.CreateConstInBoundsGEP1_32(Builder.getInt8Ty(), Pointer, At),
          N);
    }
  }

  void split(Instruction &I) {
    const unsigned Width =
        I.getType()->isIntegerTy() ? I.getType()->getIntegerBitWidth() : 0;
    auto Both = [&](function_ref<Value *(Value *, Value *)> Make) {
      const Words L = wordsOf(I.getOperand(0)), R = wordsOf(I.getOperand(1));
      Words Result;
      for (auto [A, B] : zip_equal(L, R))
        Result.push_back(Make(A, B));
      return Result;
    };
    switch (I.getOpcode()) {
    case Instruction::Add:
    case Instruction::Sub:
      Known[&I] =
          cleared(sum(wordsOf(I.getOperand(0)), wordsOf(I.getOperand(1)),
                      I.getOpcode() == Instruction::Sub),
                  Width);
      return;
    case Instruction::Mul:
      Known[&I] = cleared(
          product(wordsOf(I.getOperand(0)), wordsOf(I.getOperand(1))), Width);
      return;
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor: {
      const auto Op = cast<BinaryOperator>(I).getOpcode();
      Known[&I] = Both(
          [&](Value *A, Value *B) { return Builder.CreateBinOp(Op, A, B); });
      return;
    }
    case Instruction::Shl:
    case Instruction::LShr:
      Known[&I] = cleared(shifted(wordsOf(I.getOperand(0)), I.getOperand(1),
                                  I.getOpcode() == Instruction::Shl, number(0)),
                          Width);
      return;
    case Instruction::AShr: {
      const Words From = signExtended(wordsOf(I.getOperand(0)), Width, Width);
      Value *Sign = Builder.CreateAShr(From.back(), number(WordBits - 1));
      Known[&I] = cleared(shifted(From, I.getOperand(1), false, Sign), Width);
      return;
    }
    case Instruction::ZExt:
    case Instruction::SExt:
      Known[&I] =
          extended(I.getOperand(0), I.getOpcode() == Instruction::SExt, Width);
      return;
    case Instruction::Trunc:
      if (isWide(&I))
        Known[&I] = cleared(wordsOf(I.getOperand(0)), Width);
      else
        I.replaceAllUsesWith(
            Builder.CreateTrunc(wordsOf(I.getOperand(0))[0], I.getType()));
      return;
    case Instruction::Freeze: {
      Words Result;
      for (Value *Part : wordsOf(I.getOperand(0)))
        Result.push_back(Builder.CreateFreeze(Part));
      Known[&I] = std::move(Result);
      return;
    }
    case Instruction::Select: {
      const Words T = wordsOf(I.getOperand(1)), E = wordsOf(I.getOperand(2));
      Words Result;
      for (auto [A, B] : zip_equal(T, E))
        Result.push_back(Builder.CreateSelect(I.getOperand(0), A, B));
      Known[&I] = std::move(Result);
      return;
    }
    case Instruction::ICmp:
      I.replaceAllUsesWith(compared(cast<ICmpInst>(I)));
      return;
    case Instruction::Load: {
      Words Result;
      forEachPlace(I.getOperand(0), divideCeil(Width, 8),
                   [&](Type *T, Value *Place, unsigned) {
                     Result.push_back(Builder.CreateZExt(
                         Builder.CreateLoad(T, Place), Word));
                   });
      Known[&I] = cleared(std::move(Result), Width);
      return;
    }
    case Instruction::Store: {
      const Words From = wordsOf(I.getOperand(0));
      forEachPlace(
          I.getOperand(1),
          divideCeil(I.getOperand(0)->getType()->getIntegerBitWidth(), 8),
          [&](Type *T, Value *Place, unsigned N) {
            Builder.CreateStore(Builder.CreateTrunc(From[N], T), Place);
          });
      return;
    }
    default:
      llvm_unreachable("isSplit() knows all of them");
    }
  }
};

} // namespace

bool splitWideIntegers(Function &F) {
  bool HasWide = false;
  for (const Instruction &I : instructions(F)) {
    const bool IsWide = isWide(&I) || any_of(I.operands(), [](const Use &U) {
                          return isWide(U.get());
                        });
    const bool IsKnown = all_of(I.operands(), [](const Use &U) {
      return !isWide(U.get()) ||
             isa<Instruction, ConstantInt, UndefValue>(U.get());
    });
    if (IsWide && !(IsKnown && isSplit(I)))
      return false;
    HasWide |= IsWide;
  }
  if (HasWide)
    Splitting(F).run();
  return HasWide;
}

} // namespace roofline
