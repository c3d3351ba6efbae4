// Values of a launch as sums over its dimensions.
#include "roofline/IndexForms/IndexForm.h"

#include "StraightRules.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace llvm::PatternMatch;

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
    if (!A.isTable() && !B.isTable()) {
      if (!add(A.Slope, B.Slope, Factor))
        return std::nullopt;
      continue;
    }
    auto Lines = combine(
        Sizes[D], {{0, &A}, {0, &B}},
        [&](ArrayRef<int64_t> N) -> std::optional<int64_t> {
          int64_t Sum = N[0];
          return add(Sum, N[1], Factor) ? std::optional(Sum) : std::nullopt;
        },
        [](ArrayRef<Line>) { return true; });
    if (!Lines)
      return std::nullopt;
    A = {0, std::move(*Lines)};
  }
  return Result;
}

/// True where every value of \p F is a signed number of \p Bits.
bool IndexForms::fits(const IndexForm &F, unsigned Bits) const {
  assert(Bits >= 1 && Bits <= 64 && "a number has 1 to 64 bits");
  int64_t Least = F.Constant, Most = F.Constant;
  for (unsigned D = 0; D < 3; ++D) {
    const Axis &A = F.Axes[D];
    if (!A.fits(Sizes[D]))
      return false;
    int64_t Low = A.at(0), High = Low;
    for (const Line &L : A.within(0, Sizes[D] - 1)) {
      Low = std::min({Low, L.Value, L.end()});
      High = std::max({High, L.Value, L.end()});
    }
    if (!add(Least, Low) || !add(Most, High))
      return false;
  }
  return Bits >= 64 || (Least >= -(int64_t(1) << (Bits - 1)) &&
                        Most < (int64_t(1) << (Bits - 1)));
}

template <typename Fn>
std::optional<IndexForm>
IndexForms::tabulate(ArrayRef<const Value *> Inputs, Fn Evaluate,
                     function_ref<bool(ArrayRef<Line>)> IsStraight) {
  SmallVector<IndexForm, 3> Forms;
  std::optional<unsigned> Along;
  for (const Value *V : Inputs) {
    const std::optional<IndexForm> &F = of(V);
    if (!F)
      return std::nullopt;
    for (unsigned D = 0; D < 3; ++D)
      if (!F->Axes[D].isZero()) {
        if (Along && *Along != D)
          return std::nullopt;
        Along = D;
      }
    Forms.push_back(*F);
  }
  auto ValueAt = [&](ArrayRef<int64_t> Numbers) -> std::optional<int64_t> {
    SmallVector<APInt, 3> Bits;
    for (const auto &[V, Number] : zip_equal(Inputs, Numbers))
      Bits.push_back(APInt(64, Number, /*isSigned=*/true)
                         .sextOrTrunc(V->getType()->getIntegerBitWidth()));
    std::optional<APInt> Result = Evaluate(Bits);
    return Result ? std::optional(Result->getSExtValue()) : std::nullopt;
  };
  SmallVector<AxisOperand, 3> Operands;
  for (const IndexForm &F : Forms)
    Operands.push_back({F.Constant, Along ? &F.Axes[*Along] : nullptr});
  auto Lines =
      combine(Along ? Sizes[*Along] : 1, Operands, ValueAt, IsStraight);
  if (!Lines)
    return std::nullopt;
  if (Lines->size() > FewLines) { // data that is computed from an index
    if (Lines->size() > Budget)
      return std::nullopt;
    Budget -= Lines->size();
  }
  IndexForm Result;
  if (Along)
    Result.Axes[*Along].Lines = std::move(*Lines);
  else
    Result.Constant = Lines->front().Value;
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
  // The condition cannot choose where the two differ along other dimensions.
  for (unsigned D = 0; D < 3; ++D)
    if (D != *Along && IfTrue.Axes[D] != IfFalse.Axes[D])
      return std::nullopt;
  auto Lines = combine(
      Sizes[*Along],
      {{C->Constant, &C->Axes[*Along]},
       {IfTrue.Constant, &IfTrue.Axes[*Along]},
       {IfFalse.Constant, &IfFalse.Axes[*Along]}},
      [](ArrayRef<int64_t> N) { return std::optional(N[0] & 1 ? N[1] : N[2]); },
      [](ArrayRef<Line> Operands) { return Operands[0].Slope == 0; });
  if (!Lines)
    return std::nullopt;
  IndexForm Result = IfTrue;
  Result.Constant = 0;
  Result.Axes[*Along] = {0, std::move(*Lines)};
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

using Bits = ArrayRef<APInt>;

std::optional<IndexForm> IndexForms::buildBinary(const BinaryOperator &Op) {
  unsigned Width = Op.getType()->getIntegerBitWidth();
  const Value *L = Op.getOperand(0), *R = Op.getOperand(1);
  // A shift by a constant is a product, an or without common bits a sum.
  std::optional<IndexForm> Sum;
  if (auto Code = Op.getOpcode();
      Code == Instruction::Add || Code == Instruction::Sub ||
      (Code == Instruction::Or &&
       cast<PossiblyDisjointInst>(Op).isDisjoint())) {
    const std::optional<IndexForm> FL = of(L), FR = of(R);
    if (FL && FR)
      Sum = sum(*FL, *FR, Code == Instruction::Sub ? -1 : 1);
  } else if (Code == Instruction::Mul || Code == Instruction::Shl) {
    const auto *Factor = dyn_cast<ConstantInt>(R);
    const std::optional<IndexForm> FL = Factor ? of(L) : std::nullopt;
    if (FL && Factor->getValue().getSignificantBits() <= 62 &&
        (Code == Instruction::Mul || Factor->getValue().ult(62)))
      Sum =
          sum({}, *FL,
              Code == Instruction::Mul ? Factor->getSExtValue()
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
  // (y + 2^28 - 1) << 4 of 32 bits is (y - 1) << 4: so the compiler writes it.
  if (Sum && Width < 64 && !fits(*Sum, Width))
    Sum->Constant = SignExtend64(Sum->Constant, Width);
  if (Sum && fits(*Sum, Width))
    return Sum;
  return tabulate(
      {L, R}, [&](Bits B) { return apply(Op, B[0], B[1]); },
      [&](ArrayRef<Line> Operands) {
        return isStraight(Op.getOpcode(), Width, Operands);
      });
}

/// Form of a zext or trunc.
std::optional<IndexForm> IndexForms::buildCast(const Instruction &I) {
  unsigned Width = I.getType()->getIntegerBitWidth();
  const Value *From = I.getOperand(0);
  const std::optional<IndexForm> F = of(From);
  unsigned Source = From->getType()->getIntegerBitWidth();
  // A number that is not negative, or not cut, stays as it is.
  IndexForm Half = F.value_or(IndexForm());
  if (F && isa<TruncInst>(I) && fits(Half, Width))
    return F;
  if (F && isa<ZExtInst>(I) && Source > 1) {
    IndexForm Shifted = *F;
    if (add(Shifted.Constant, -(int64_t(1) << (std::min(Source, 63u) - 2))) &&
        fits(Shifted, Source - 1))
      return F;
  }
  std::optional<IndexForm> Table = tabulate(
      {From},
      [&](Bits B) -> std::optional<APInt> { return B[0].zextOrTrunc(Width); },
      [&](ArrayRef<Line> Operands) {
        return Width < Source ? isStraightTruncation(Width, Operands[0])
                              : isStraightExtension(Operands[0]);
      });
  // Where y * w + x - 1 is negative nobody may access memory: the caller
  // looks at the places that are accessed.
  return Table || Source < 32 || isa<TruncInst>(I) ? Table : F;
}

std::optional<IndexForm> IndexForms::buildInstruction(const Instruction &I) {
  unsigned Width = I.getType()->getIntegerBitWidth();
  if (const auto *Op = dyn_cast<BinaryOperator>(&I))
    return buildBinary(*Op);
  if (isa<SExtInst, FreezeInst>(I))
    return of(I.getOperand(0));
  if (isa<ZExtInst, TruncInst>(I))
    return buildCast(I);
  if (const auto *Compare = dyn_cast<ICmpInst>(&I)) {
    if (!Compare->getOperand(0)->getType()->isIntegerTy())
      return std::nullopt;
    CmpInst::Predicate P = Compare->getPredicate();
    return tabulate(
        {Compare->getOperand(0), Compare->getOperand(1)},
        [&](Bits B) -> std::optional<APInt> {
          return APInt(1, ICmpInst::compare(B[0], B[1], P));
        },
        [&](ArrayRef<Line> Operands) {
          return isStraight(
              P, Compare->getOperand(0)->getType()->getIntegerBitWidth(),
              Operands);
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
        },
        [&](ArrayRef<Line> Operands) {
          return isStraightChoice(MinMax->getPredicate(), Width, Operands);
        });
  if (const auto *Saturated = dyn_cast<SaturatingInst>(&I)) {
    bool IsSum = Saturated->getBinaryOp() == Instruction::Add;
    bool IsSigned = Saturated->isSigned();
    return tabulate(
        {Saturated->getLHS(), Saturated->getRHS()},
        [&](Bits B) -> std::optional<APInt> {
          if (IsSigned)
            return IsSum ? B[0].sadd_sat(B[1]) : B[0].ssub_sat(B[1]);
          return IsSum ? B[0].uadd_sat(B[1]) : B[0].usub_sat(B[1]);
        },
        [&](ArrayRef<Line> Operands) {
          return isStraightSaturation(IsSum, IsSigned, Width, Operands);
        });
  }
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->getIntrinsicID() == Intrinsic::abs)
    return tabulate(
        {Call->getArgOperand(0)},
        [](Bits B) -> std::optional<APInt> { return B[0].abs(); },
        [&](ArrayRef<Line> Operands) {
          return isStraightAbsolute(Width, Operands[0]);
        });
  return std::nullopt;
}

std::optional<IndexForm> IndexForms::build(const Value *V) {
  if (auto Known = Variables.find(V); Known != Variables.end()) {
    const IndexVariable &Var = Known->second;
    IndexForm F;
    F.Constant = Var.Start;
    F.Axes[Var.Dimension].Slope = Var.Step;
    const unsigned Width = V->getType()->getIntegerBitWidth();
    if (fits(F, Width))
      return F;
    auto Lines = combine( // a char that wraps, a flag that toggles
        Sizes[Var.Dimension], {{Var.Start, &F.Axes[Var.Dimension]}},
        [&](ArrayRef<int64_t> N) {
          return std::optional(SignExtend64(uint64_t(N[0]), Width));
        },
        [&](ArrayRef<Line> Operands) {
          return isStraightTruncation(Width, Operands[0]);
        });
    if (!Lines)
      return std::nullopt;
    F.Constant = 0;
    F.Axes[Var.Dimension] = {0, std::move(*Lines)};
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
  // Operands first, from a list: chains of thousands are too deep to recurse.
  SmallVector<const Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 8> Opened;
  while (!Work.empty()) {
    const Value *Next = Work.back();
    if (Known.contains(Next)) {
      Work.pop_back();
      continue;
    }
    if (isa<BinaryOperator, CmpInst, CastInst>(Next) &&
        Opened.insert(Next).second && !Variables.contains(Next)) {
      append_range(Work, cast<Instruction>(Next)->operand_values());
      continue;
    }
    Work.pop_back();
    Known.try_emplace(Next); // a cycle has no form
    std::optional<IndexForm> F = build(Next);
    Known[Next] = std::move(F);
  }
  return Known.find(V)->second;
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
                          std::array<IndexSet, 3> &Sets) {
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
    restrict(L, Holds, Sets);
    restrict(R, Holds, Sets);
    return;
  }
  // i == 0 && j == 0 is (i | j) == 0.
  const auto *Compare = dyn_cast<ICmpInst>(Condition);
  const auto Equal = Holds ? ICmpInst::ICMP_EQ : ICmpInst::ICMP_NE;
  if (Compare && Compare->getPredicate() == Equal &&
      match(Compare->getOperand(0), m_Or(m_Value(L), m_Value(R))) &&
      match(Compare->getOperand(1), m_Zero())) {
    SmallVector<const Value *, 4> Zeros = {L, R};
    while (!Zeros.empty()) {
      const Value *Zero = Zeros.pop_back_val();
      if (match(Zero, m_Or(m_Value(L), m_Value(R))))
        Zeros.append({L, R});
      else
        restrictTo(Zero, {0}, /*IsOne=*/true, Sets);
    }
    return;
  }
  restrictTo(Condition, {0}, /*IsOne=*/!Holds, Sets);
}

void IndexForms::restrictTo(const Value *Asked, ArrayRef<int64_t> Values,
                            bool IsOne, std::array<IndexSet, 3> &Sets) {
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
  if (Along)
    intersect(Sets[*Along],
              indicesWhere(Sizes[*Along], {F->Constant, &F->Axes[*Along]},
                           Values, IsOne));
}

void IndexForms::restrict(const SwitchInst &Switch, const BasicBlock *To,
                          std::array<IndexSet, 3> &Sets) {
  if (Switch.getCondition()->getType()->getIntegerBitWidth() > 64)
    return;
  // Values of the cases that lead to \p To. The default leads there for all
  // values but those of the cases that lead elsewhere.
  bool ByDefault = Switch.getDefaultDest() == To;
  std::vector<int64_t> Values;
  for (const auto &Case : Switch.cases())
    if ((Case.getCaseSuccessor() == To) != ByDefault)
      Values.push_back(Case.getCaseValue()->getSExtValue());
  restrictTo(Switch.getCondition(), Values, /*IsOne=*/!ByDefault, Sets);
}

std::array<IndexSet, 3> IndexForms::runs(const BasicBlock *B) {
  std::array<IndexSet, 3> Sets;
  for (const auto *Node = DT.getNode(B); Node; Node = Node->getIDom()) {
    const BasicBlock *Top = Node->getBlock();
    if (const auto *Switch = dyn_cast<SwitchInst>(Top->getTerminator()))
      for (const BasicBlock *To : successors(Top))
        if (To->getUniquePredecessor() == Top && DT.dominates(To, B))
          restrict(*Switch, To, Sets);
    const auto *Branch = dyn_cast<BranchInst>(Top->getTerminator());
    if (!Branch || !Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      continue;
    for (unsigned Side : {0u, 1u})
      if (BasicBlockEdge Edge(Top, Branch->getSuccessor(Side));
          DT.dominates(Edge, B))
        restrict(Branch->getCondition(), Side == 0, Sets);
  }
  return Sets;
}

} // namespace roofline
