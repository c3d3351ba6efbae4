// Values of a launch as sums over its dimensions.
#include "IndexForm.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

#include <algorithm>
#include <map>

using namespace llvm;

namespace roofline {

Choice choiceOf(const PHINode &Phi, const DominatorTree &DT) {
  if (Phi.getNumIncomingValues() != 2)
    return {};
  const BasicBlock *Join = Phi.getParent();
  const auto *Node = DT.getNode(Join);
  if (!Node || !Node->getIDom())
    return {};
  const BasicBlock *Top = Node->getIDom()->getBlock();
  const auto *Branch = dyn_cast<BranchInst>(Top->getTerminator());
  if (!Branch || !Branch->isConditional() ||
      Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return {};
  auto ComesBy = [&](unsigned Side, unsigned Incoming) {
    BasicBlockEdge Edge(Top, Branch->getSuccessor(Side));
    const BasicBlock *From = Phi.getIncomingBlock(Incoming);
    return From == Top ? Branch->getSuccessor(Side) == Join
                       : DT.dominates(Edge, From);
  };
  for (unsigned First : {0u, 1u})
    if (ComesBy(0, First) && ComesBy(1, 1 - First))
      return {Branch->getCondition(), Phi.getIncomingValue(First),
              Phi.getIncomingValue(1 - First)};
  return {};
}

static bool add(int64_t &To, int64_t What, int64_t Factor = 1) {
  int64_t Scaled;
  return !__builtin_mul_overflow(What, Factor, &Scaled) &&
         !__builtin_add_overflow(To, Scaled, &To);
}

std::optional<IndexForm> IndexForms::sum(const IndexForm &L, const IndexForm &R,
                                         int64_t Factor) const {
  IndexForm Result = L;
  if (!add(Result.Constant, R.Constant, Factor))
    return std::nullopt;
  for (unsigned D = 0; D < 3; ++D) {
    Axis &A = Result.Axes[D];
    const Axis &B = R.Axes[D];
    if (A.Table.empty() && B.Table.empty()) {
      if (!add(A.Slope, B.Slope, Factor))
        return std::nullopt;
      continue;
    }
    std::vector<int64_t> Table(Sizes[D]);
    for (int64_t I = 0; I < Sizes[D]; ++I) {
      Table[I] = A.at(I);
      if (!add(Table[I], B.at(I), Factor))
        return std::nullopt;
    }
    A = {0, std::move(Table)};
  }
  return Result;
}

/// True where every value of \p F is a signed number of \p Bits.
bool IndexForms::fits(const IndexForm &F, unsigned Bits) const {
  int64_t Least = F.Constant, Most = F.Constant;
  for (unsigned D = 0; D < 3; ++D) {
    const Axis &A = F.Axes[D];
    int64_t Low = std::min(A.at(0), A.at(Sizes[D] - 1)),
            High = std::max(A.at(0), A.at(Sizes[D] - 1));
    if (!A.Table.empty()) {
      auto [L, H] = std::minmax_element(A.Table.begin(), A.Table.end());
      Low = *L, High = *H;
    }
    if (!add(Least, Low) || !add(Most, High))
      return false;
  }
  return Bits >= 64 || (Least >= -(int64_t(1) << (Bits - 1)) &&
                        Most < (int64_t(1) << (Bits - 1)));
}

template <typename Fn>
std::optional<IndexForm> IndexForms::tabulate(ArrayRef<const Value *> Of,
                                              Fn Evaluate) {
  SmallVector<IndexForm, 3> Operands;
  std::optional<unsigned> Along;
  for (const Value *V : Of) {
    const std::optional<IndexForm> &F = of(V);
    if (!F)
      return std::nullopt;
    for (unsigned D = 0; D < 3; ++D)
      if (!F->Axes[D].isZero()) {
        if (Along && *Along != D)
          return std::nullopt;
        Along = D;
      }
    Operands.push_back(*F);
  }
  auto ValueAt = [&](int64_t Index) -> std::optional<int64_t> {
    SmallVector<APInt, 3> Bits;
    for (const auto &[V, F] : zip_equal(Of, Operands)) {
      int64_t Number = F.Constant;
      if (Along && !add(Number, F.Axes[*Along].at(Index)))
        return std::nullopt;
      Bits.push_back(APInt(64, Number, /*isSigned=*/true)
                         .sextOrTrunc(V->getType()->getIntegerBitWidth()));
    }
    std::optional<APInt> Result = Evaluate(Bits);
    return Result ? std::optional(Result->getSExtValue()) : std::nullopt;
  };
  IndexForm Result;
  if (!Along) {
    std::optional<int64_t> Only = ValueAt(0);
    if (!Only)
      return std::nullopt;
    Result.Constant = *Only;
    return Result;
  }
  if (Sizes[*Along] > MaxTable)
    return std::nullopt;
  std::vector<int64_t> &Table = Result.Axes[*Along].Table;
  for (int64_t I = 0; I < Sizes[*Along]; ++I) {
    std::optional<int64_t> Next = ValueAt(I);
    if (!Next)
      return std::nullopt;
    Table.push_back(*Next);
  }
  return Result;
}

std::optional<IndexForm> IndexForms::choose(const Value *Condition,
                                            const IndexForm &IfTrue,
                                            const IndexForm &IfFalse) {
  if (IfTrue == IfFalse)
    return IfTrue;
  const std::optional<IndexForm> C = of(Condition);
  if (!C)
    return std::nullopt;
  std::optional<unsigned> Along;
  for (unsigned D = 0; D < 3; ++D)
    if (!C->Axes[D].isZero()) {
      if (Along)
        return std::nullopt;
      Along = D;
    }
  if (!Along)
    return C->Constant ? IfTrue : IfFalse;
  // What the two differ in along other dimensions the condition cannot choose.
  for (unsigned D = 0; D < 3; ++D)
    if (D != *Along && IfTrue.Axes[D] != IfFalse.Axes[D])
      return std::nullopt;
  if (Sizes[*Along] > MaxTable)
    return std::nullopt;
  IndexForm Result = IfTrue;
  Result.Constant = 0;
  Axis Chosen;
  for (int64_t I = 0; I < Sizes[*Along]; ++I) {
    const IndexForm &From =
        (C->Constant + C->Axes[*Along].at(I)) & 1 ? IfTrue : IfFalse;
    Chosen.Table.push_back(From.Axes[*Along].at(I) + From.Constant);
  }
  Result.Axes[*Along] = std::move(Chosen);
  return Result;
}

std::optional<IndexForm> IndexForms::join(const PHINode &Phi) {
  Choice C = choiceOf(Phi, DT);
  if (!C.Condition)
    return std::nullopt;
  const std::optional<IndexForm> T = of(C.IfTrue), F = of(C.IfFalse);
  return T && F ? choose(C.Condition, *T, *F) : std::nullopt;
}

static std::optional<APInt> apply(const BinaryOperator &I, const APInt &L,
                                  const APInt &R) {
  bool ByZero = R.isZero() || (R.isAllOnes() && L.isMinSignedValue());
  bool TooFar = R.uge(L.getBitWidth());
  switch (I.getOpcode()) {
  case Instruction::Add:
    return L + R;
  case Instruction::Sub:
    return L - R;
  case Instruction::Mul:
    return L * R;
  case Instruction::And:
    return L & R;
  case Instruction::Or:
    return L | R;
  case Instruction::Xor:
    return L ^ R;
  case Instruction::UDiv:
    return R.isZero() ? std::nullopt : std::optional(L.udiv(R));
  case Instruction::SDiv:
    return ByZero ? std::nullopt : std::optional(L.sdiv(R));
  case Instruction::URem:
    return R.isZero() ? std::nullopt : std::optional(L.urem(R));
  case Instruction::SRem:
    return ByZero ? std::nullopt : std::optional(L.srem(R));
  case Instruction::Shl:
    return TooFar ? std::nullopt : std::optional(L.shl(R));
  case Instruction::LShr:
    return TooFar ? std::nullopt : std::optional(L.lshr(R));
  case Instruction::AShr:
    return TooFar ? std::nullopt : std::optional(L.ashr(R));
  default:
    return std::nullopt;
  }
}

std::optional<IndexForm> IndexForms::buildInstruction(const Instruction &I) {
  using Bits = ArrayRef<APInt>;
  unsigned Width = I.getType()->getIntegerBitWidth();
  if (const auto *Op = dyn_cast<BinaryOperator>(&I)) {
    const Value *L = Op->getOperand(0), *R = Op->getOperand(1);
    // A shift by a constant is a product, an or without common bits a sum.
    std::optional<IndexForm> Sum;
    if (auto Code = Op->getOpcode();
        Code == Instruction::Add || Code == Instruction::Sub ||
        (Code == Instruction::Or &&
         cast<PossiblyDisjointInst>(Op)->isDisjoint())) {
      const std::optional<IndexForm> FL = of(L), FR = of(R);
      if (FL && FR)
        Sum = sum(*FL, *FR, Code == Instruction::Sub ? -1 : 1);
    } else if (Code == Instruction::Mul || Code == Instruction::Shl) {
      const auto *Factor = dyn_cast<ConstantInt>(R);
      const std::optional<IndexForm> FL = Factor ? of(L) : std::nullopt;
      if (FL && Factor->getValue().getSignificantBits() <= 62 &&
          (Code == Instruction::Mul || Factor->getValue().ult(62)))
        Sum = sum({}, *FL,
                  Code == Instruction::Mul
                      ? Factor->getSExtValue()
                      : int64_t(1) << Factor->getZExtValue());
      if (const std::optional<IndexForm> FR = of(R);
          !Factor && Code == Instruction::Mul && FR) {
        const std::optional<IndexForm> Left = of(L);
        IndexForm JustConstant;
        JustConstant.Constant = FR->Constant;
        if (Left && *FR == JustConstant)
          Sum = sum({}, *Left, FR->Constant);
      }
    }
    if (Sum && fits(*Sum, Width))
      return Sum;
    return tabulate({L, R}, [&](Bits B) { return apply(*Op, B[0], B[1]); });
  }
  if (isa<SExtInst, FreezeInst>(I))
    return of(I.getOperand(0));
  if (isa<ZExtInst, TruncInst>(I)) {
    const Value *From = I.getOperand(0);
    const std::optional<IndexForm> F = of(From);
    unsigned Source = From->getType()->getIntegerBitWidth();
    // What is not negative, or not cut, stays as it is.
    IndexForm Half = F.value_or(IndexForm());
    if (F && isa<TruncInst>(I) && fits(Half, Width))
      return F;
    if (F && isa<ZExtInst>(I) && Source > 1) {
      IndexForm Shifted = *F;
      if (add(Shifted.Constant, -(int64_t(1) << (std::min(Source, 63u) - 2))) &&
          fits(Shifted, Source - 1))
        return F;
    }
    std::optional<IndexForm> Table =
        tabulate({From}, [&](Bits B) -> std::optional<APInt> {
          return B[0].zextOrTrunc(Width);
        });
    // Where y * w + x - 1 is negative nobody may access memory: the caller
    // looks at the places that are accessed.
    return Table || Source < 32 || isa<TruncInst>(I) ? Table : F;
  }
  if (const auto *Compare = dyn_cast<ICmpInst>(&I)) {
    if (!Compare->getOperand(0)->getType()->isIntegerTy())
      return std::nullopt;
    return tabulate({Compare->getOperand(0), Compare->getOperand(1)},
                    [&](Bits B) -> std::optional<APInt> {
                      return APInt(1, ICmpInst::compare(
                                          B[0], B[1], Compare->getPredicate()));
                    });
  }
  if (const auto *Select = dyn_cast<SelectInst>(&I)) {
    const std::optional<IndexForm> T = of(Select->getTrueValue()),
                                   F = of(Select->getFalseValue());
    if (!T || !F)
      return std::nullopt;
    if (auto Chosen = choose(Select->getCondition(), *T, *F))
      return Chosen;
    return std::nullopt;
  }
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return join(*Phi);
  if (const auto *MinMax = dyn_cast<MinMaxIntrinsic>(&I))
    return tabulate(
        {MinMax->getLHS(), MinMax->getRHS()},
        [&](Bits B) -> std::optional<APInt> {
          return ICmpInst::compare(B[0], B[1], MinMax->getPredicate()) ? B[0]
                                                                       : B[1];
        });
  if (const auto *Saturated = dyn_cast<SaturatingInst>(&I))
    return tabulate({Saturated->getLHS(), Saturated->getRHS()},
                    [&](Bits B) -> std::optional<APInt> {
                      bool IsSum = Saturated->getBinaryOp() == Instruction::Add;
                      if (Saturated->isSigned())
                        return IsSum ? B[0].sadd_sat(B[1])
                                     : B[0].ssub_sat(B[1]);
                      return IsSum ? B[0].uadd_sat(B[1]) : B[0].usub_sat(B[1]);
                    });
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->getIntrinsicID() == Intrinsic::abs)
    return tabulate({Call->getArgOperand(0)},
                    [](Bits B) -> std::optional<APInt> { return B[0].abs(); });
  return std::nullopt;
}

std::optional<IndexForm> IndexForms::build(const Value *V) {
  if (auto Known = Variables.find(V); Known != Variables.end()) {
    const IndexVariable &Var = Known->second;
    IndexForm F;
    F.Constant = Var.Start;
    F.Axes[Var.Dimension].Slope = Var.Step;
    return F;
  }
  const auto *Type = dyn_cast<IntegerType>(V->getType());
  if (!Type || Type->getBitWidth() > 64)
    return std::nullopt;
  if (const auto *C = dyn_cast<ConstantInt>(V)) {
    IndexForm F;
    F.Constant = C->getSExtValue();
    return F;
  }
  const auto *I = dyn_cast<Instruction>(V);
  return I ? buildInstruction(*I) : std::nullopt;
}

const std::optional<IndexForm> &IndexForms::of(const Value *V) {
  auto [It, IsNew] = Known.try_emplace(V); // a cycle has no form
  if (!IsNew)
    return It->second;
  std::optional<IndexForm> F = build(V);
  return Known[V] = std::move(F);
}

std::optional<Place> IndexForms::placeOf(const Value *Pointer) {
  if (const auto *Address = dyn_cast<GEPOperator>(Pointer)) {
    std::optional<Place> P = placeOf(Address->getPointerOperand());
    for (auto It = gep_type_begin(Address), End = gep_type_end(Address);
         P && It != End; ++It) {
      IndexForm Step;
      std::optional<IndexForm> Moved;
      if (StructType *S = It.getStructTypeOrNull()) {
        Step.Constant = DL.getStructLayout(S)->getElementOffset(
            cast<ConstantInt>(It.getOperand())->getZExtValue());
        Moved = sum(P->Offset, Step, 1);
      } else if (const std::optional<IndexForm> &F = of(It.getOperand())) {
        Moved = sum(P->Offset, *F,
                    It.getSequentialElementStride(DL).getFixedValue());
      }
      if (!Moved)
        return std::nullopt;
      P->Offset = std::move(*Moved);
    }
    return P;
  }
  const Value *Condition = nullptr, *T = nullptr, *F = nullptr;
  if (const auto *Select = dyn_cast<SelectInst>(Pointer)) {
    Condition = Select->getCondition();
    T = Select->getTrueValue(), F = Select->getFalseValue();
  } else if (const auto *Phi = dyn_cast<PHINode>(Pointer)) {
    Choice C = choiceOf(*Phi, DT);
    Condition = C.Condition, T = C.IfTrue, F = C.IfFalse;
  } else if (const auto *Cast = dyn_cast<AddrSpaceCastInst>(Pointer)) {
    return placeOf(Cast->getOperand(0));
  } else {
    return Place{Pointer, {}};
  }
  std::optional<Place> PT = T ? placeOf(T) : std::nullopt,
                       PF = F ? placeOf(F) : std::nullopt;
  if (!PT || !PF || PT->Base != PF->Base)
    return std::nullopt;
  std::optional<IndexForm> Chosen = choose(Condition, PT->Offset, PF->Offset);
  return Chosen ? std::optional(Place{PT->Base, std::move(*Chosen)})
                : std::nullopt;
}

void IndexForms::restrict(const Value *Condition, bool Holds,
                          std::array<Mask, 3> &Masks) {
  const Value *L = nullptr, *R = nullptr;
  if (const auto *Op = dyn_cast<BinaryOperator>(Condition);
      Op && Op->getOpcode() == (Holds ? Instruction::And : Instruction::Or)) {
    L = Op->getOperand(0), R = Op->getOperand(1);
  } else if (const auto *Select = dyn_cast<SelectInst>(Condition)) {
    // a && b is select a, b, false; a || b is select a, true, b.
    const auto *T = dyn_cast<ConstantInt>(Select->getTrueValue());
    const auto *F = dyn_cast<ConstantInt>(Select->getFalseValue());
    if (Holds && F && F->isZero())
      L = Select->getCondition(), R = Select->getTrueValue();
    else if (!Holds && T && T->isOne())
      L = Select->getCondition(), R = Select->getFalseValue();
  }
  if (L) {
    restrict(L, Holds, Masks);
    restrict(R, Holds, Masks);
    return;
  }
  restrictTo(Condition, [&](uint64_t Value) { return Value == Holds; }, Masks);
}

void IndexForms::restrictTo(const Value *Asked,
                            function_ref<bool(uint64_t)> Holds,
                            std::array<Mask, 3> &Masks) {
  const std::optional<IndexForm> F = of(Asked);
  if (!F)
    return;
  std::optional<unsigned> Along;
  for (unsigned D = 0; D < 3; ++D)
    if (!F->Axes[D].isZero()) {
      if (Along)
        return;
      Along = D;
    }
  if (!Along)
    return;
  Mask &M = Masks[*Along];
  if (M.empty())
    M.assign(Sizes[*Along], true);
  const uint64_t Bits =
      maskTrailingOnes<uint64_t>(Asked->getType()->getIntegerBitWidth());
  for (int64_t I = 0; I < Sizes[*Along]; ++I)
    if (!Holds(uint64_t(F->Constant + F->Axes[*Along].at(I)) & Bits))
      M[I] = false;
}

void IndexForms::restrict(const SwitchInst &Switch, const BasicBlock *To,
                          std::array<Mask, 3> &Masks) {
  if (Switch.getCondition()->getType()->getIntegerBitWidth() > 64)
    return;
  std::map<uint64_t, const BasicBlock *> Cases;
  for (const auto &Case : Switch.cases())
    Cases[Case.getCaseValue()->getZExtValue()] = Case.getCaseSuccessor();
  restrictTo(
      Switch.getCondition(),
      [&](uint64_t Value) {
        auto It = Cases.find(Value);
        return To == (It == Cases.end() ? Switch.getDefaultDest() : It->second);
      },
      Masks);
}

std::array<Mask, 3> IndexForms::runs(const BasicBlock *B) {
  std::array<Mask, 3> Masks;
  for (const auto *Node = DT.getNode(B); Node; Node = Node->getIDom()) {
    const BasicBlock *Top = Node->getBlock();
    if (const auto *Switch = dyn_cast<SwitchInst>(Top->getTerminator()))
      for (const BasicBlock *To : successors(Top))
        if (To->getUniquePredecessor() == Top && DT.dominates(To, B))
          restrict(*Switch, To, Masks);
    const auto *Branch = dyn_cast<BranchInst>(Top->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (unsigned Side : {0u, 1u})
      if (BasicBlockEdge Edge(Top, Branch->getSuccessor(Side));
          DT.dominates(Edge, B))
        restrict(Branch->getCondition(), Side == 0, Masks);
  }
  return Masks;
}

} // namespace roofline
