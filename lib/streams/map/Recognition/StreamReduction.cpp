// Reductions of a loop nest.
#include "StreamReduction.h"

#include "BestPlace.h"
#include "DatapathCalls.h"

#include "roofline/Canonical/SourcePlace.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using PatternMatch::m_LogicalAnd, PatternMatch::m_One, PatternMatch::m_Value,
    PatternMatch::m_Zero;

namespace roofline {

namespace {

/// One iteration's part: Sum = Sum Op Value, where Enable; by Fma, Sum =
/// fma(Value, Factor, Sum).
struct Update {
  DatapathOp Op = DatapathOp::Add;
  std::optional<uint32_t> Value, Enable = std::nullopt, Factor = std::nullopt;
};

/// A value that an iteration may go on with, and the condition for it; none:
/// always.
struct Arm {
  const Value *V;
  std::function<std::optional<uint32_t>()> Taken;
};

/// Sum of a nest, and the update of an iteration.
struct Sum : CarriedValue {
  Update Change;
  bool IsLast = false; ///< it is the last iteration's value, as an integer
};

class Reducer {
public:
  Reducer(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
          SmallPtrSetImpl<const StoreInst *> &Stores)
      : Body(Body), Nodes(Nodes), K(K), Stores(Stores) {}
  Error run();

private:
  std::optional<Sum> find(const CarriedValue &Carried);
  Sum lastOf(const CarriedValue &Carried);
  std::optional<Update> match(const Value *V, const PHINode *Sum);
  std::optional<Update> matchInstruction(const Instruction &I,
                                         const PHINode *Sum);
  std::optional<Update> setFlag(const ConstantInt &C);
  std::optional<Update> matchFlag(const Choice &C, const PHINode *Sum);
  Update then(Update Before, Update Next, const Instruction &I);
  std::optional<Update> matchArms(ArrayRef<Arm> Arms, const PHINode *Sum);
  std::optional<Update> matchExtreme(const Choice &C, const PHINode *Sum);
  std::optional<Update> matchOperation(const Instruction &I,
                                       const PHINode *Sum);
  Reduction reduction(const Sum &S) const;
  Error begin(const Sum &S, Reduction &R);
  Expected<bool> store(const Sum &S);
  Error finish(ArrayRef<Sum> Sums, ArrayRef<BestPlace> Places);

  StreamBody &Body;
  DatapathBuilder &Nodes;
  StreamKernel &K;
  SmallPtrSetImpl<const StoreInst *> &Stores;
  /// Updates of the sum that is looked at.
  DenseMap<const Value *, std::optional<Update>> Matched;
  const Value *First = nullptr; ///< likewise, before the loops
};

} // namespace

static std::optional<DatapathOp> associativeOperator(const Instruction &I) {
  const std::optional<DatapathOp> Op = operatorOf(I);
  const std::optional<ValueType> Type = streamType(I.getType());
  return Op && Type && isReduction(*Op, *Type) ? Op : std::nullopt;
}

std::optional<Update> Reducer::matchOperation(const Instruction &I,
                                              const PHINode *Sum) {
  ValueType Type = *streamType(I.getType());
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I);
      Call && Call->getIntrinsicID() == Intrinsic::fmuladd &&
      passed(Call->getArgOperand(2)) == Sum) {
    uint32_t Product = Nodes.add(DatapathOp::FMul, Type,
                                 {Nodes.node(Call->getArgOperand(0)),
                                  Nodes.node(Call->getArgOperand(1))},
                                 Call);
    return Update{DatapathOp::FAdd, Product, std::nullopt};
  }
  if (operatorOf(I) == DatapathOp::Fma) {
    if (passed(I.getOperand(2)) != Sum)
      return std::nullopt;
    return Update{.Op = DatapathOp::Fma,
                  .Value = Nodes.node(I.getOperand(0)),
                  .Factor = Nodes.node(I.getOperand(1))};
  }
  if (I.getOpcode() == Instruction::Sub) {
    std::optional<Update> Before = match(I.getOperand(0), Sum);
    if (!Before || (Before->Value && Before->Op != DatapathOp::Add))
      return std::nullopt;
    uint32_t Minus =
        Nodes.add(DatapathOp::Sub, Type,
                  {Nodes.constant(Type, 0), Nodes.node(I.getOperand(1))}, &I);
    return then(*Before, {DatapathOp::Add, Minus, std::nullopt}, I);
  }
  if (I.getOpcode() == Instruction::FSub && passed(I.getOperand(0)) == Sum)
    return Update{
        DatapathOp::FAdd,
        Nodes.add(DatapathOp::FNeg, Type, {Nodes.node(I.getOperand(1))}, &I),
        std::nullopt};
  std::optional<DatapathOp> Op = associativeOperator(I);
  if (!Op)
    return std::nullopt;
  for (unsigned Side : {0u, 1u}) {
    if (passed(I.getOperand(Side)) == Sum)
      return Update{*Op, Nodes.node(I.getOperand(1 - Side)), std::nullopt};
    if (Type.Scalar == ScalarKind::Float)
      continue;
    if (std::optional<Update> Before = match(I.getOperand(Side), Sum);
        Before && Before->Value && Before->Op == *Op)
      return then(*Before,
                  {*Op, Nodes.node(I.getOperand(1 - Side)), std::nullopt}, I);
  }
  return std::nullopt;
}

/// sum + a + b adds a + b, of numbers that do not round; \p Next always comes.
Update Reducer::then(Update Before, Update Next, const Instruction &I) {
  if (!Before.Value)
    return Next;
  const ValueType Type = *streamType(I.getType());
  if (Before.Enable)
    Before.Value =
        Nodes.add(DatapathOp::Select, Type,
                  {*Before.Enable, *Before.Value,
                   Nodes.constant(Type, *identity(Next.Op, Type.Bits))},
                  &I);
  Next.Value = Nodes.add(Next.Op, Type, {*Before.Value, *Next.Value}, &I);
  return Next;
}

/// A minimum or maximum of floats by a comparison, which says what becomes of
/// equal zeros and NaNs: V < Sum ? V : Sum keeps the first, Sum < V ? Sum : V
/// takes the last. The first may be one only where another condition holds.
std::optional<Update> Reducer::matchExtreme(const Choice &C,
                                            const PHINode *Sum) {
  const bool TrueKeeps = passed(C.IfTrue) == Sum;
  const Value *Kept = TrueKeeps ? C.IfTrue : C.IfFalse;
  const Value *Taken = TrueKeeps ? C.IfFalse : C.IfTrue;
  if (passed(Kept) != Sum || !Taken->getType()->isFloatingPointTy())
    return std::nullopt;
  const Value *Condition = C.Condition, *Other = nullptr;
  auto ComparesSum = [&](const Value *V) {
    const auto *Compare = dyn_cast<FCmpInst>(V);
    return Compare && (passed(Compare->getOperand(0)) == Sum ||
                       passed(Compare->getOperand(1)) == Sum);
  };
  const Value *First, *Second;
  if (!TrueKeeps &&
      PatternMatch::match(Condition,
                          m_LogicalAnd(m_Value(First), m_Value(Second)))) {
    const bool IsFirst = ComparesSum(First);
    Condition = IsFirst ? First : Second;
    Other = IsFirst ? Second : First;
  }
  if (!ComparesSum(Condition))
    return std::nullopt;
  const auto *Compare = cast<FCmpInst>(Condition);
  FCmpInst::Predicate Takes =
      TrueKeeps ? Compare->getInversePredicate() : Compare->getPredicate();
  const Value *Left = Compare->getOperand(0);
  if (passed(Left) == Sum) {
    Left = Compare->getOperand(1);
    Takes = FCmpInst::getSwappedPredicate(Takes);
  }
  if (Left != Taken)
    return std::nullopt;
  Update U;
  switch (Takes) { // of Taken and Sum
  case FCmpInst::FCMP_OLT:
    U.Op = DatapathOp::FMinFirst;
    break;
  case FCmpInst::FCMP_OGT:
    U.Op = DatapathOp::FMaxFirst;
    break;
  case FCmpInst::FCMP_ULE:
    U.Op = DatapathOp::FMinLast;
    break;
  case FCmpInst::FCMP_UGE:
    U.Op = DatapathOp::FMaxLast;
    break;
  default:
    return std::nullopt;
  }
  U.Value = Nodes.node(Taken);
  if (Other)
    U.Enable = Nodes.node(Other);
  return U;
}

std::optional<Update> Reducer::match(const Value *V, const PHINode *Sum) {
  V = passed(V);
  if (V == Sum)
    return Update{};
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || !Body.isInNest(*I->getParent()))
    return std::nullopt;
  // Each join asks for the one before from all of its sides.
  if (auto Known = Matched.find(V); Known != Matched.end())
    return Known->second;
  Matched[V] = std::nullopt;
  std::optional<Update> U = matchInstruction(*I, Sum);
  return Matched[V] = U;
}

/// seen = seen || c, all = all && c.
std::optional<Update> Reducer::matchFlag(const Choice &C, const PHINode *Sum) {
  if (!Sum->getType()->isIntegerTy(1))
    return std::nullopt;
  const bool Or = PatternMatch::match(C.IfTrue, m_One()),
             And = PatternMatch::match(C.IfFalse, m_Zero());
  if (Or == And)
    return std::nullopt;
  const Value *Other = Or ? C.IfFalse : C.IfTrue;
  const bool Asks = passed(C.Condition) == Sum;
  if (!Asks && passed(Other) != Sum)
    return std::nullopt;
  return Update{Or ? DatapathOp::Or : DatapathOp::And,
                Nodes.node(Asks ? Other : C.Condition), std::nullopt};
}

std::optional<Update> Reducer::matchInstruction(const Instruction &I,
                                                const PHINode *Sum) {
  const Choice C = choiceAt(Body, I);
  const auto *Join = dyn_cast<PHINode>(&I);
  if (!C.Condition && !Join)
    return matchOperation(I, Sum);
  std::vector<Arm> Arms;
  if (C.Condition) {
    if (std::optional<Update> Extreme = matchExtreme(C, Sum))
      return Extreme;
    if (std::optional<Update> Flag = matchFlag(C, Sum))
      return Flag;
    auto IsTrue = [this, C] { return Nodes.node(C.Condition); };
    Arms = {{C.IfTrue, IsTrue},
            {C.IfFalse, [this, IsTrue] { return Nodes.negate(IsTrue()); }}};
  } else {
    for (auto [From, Value] :
         zip_equal(Join->blocks(), Join->incoming_values()))
      Arms.push_back({Value, [this, From = From, Join] {
                        return Nodes.edgeTaken(From, Join->getParent());
                      }});
  }
  return matchArms(Arms, Sum);
}

/// `if (..) found = 1;`: the first number becomes \p C, and stays.
std::optional<Update> Reducer::setFlag(const ConstantInt &C) {
  const auto *From = dyn_cast_or_null<ConstantInt>(First);
  if (!From || C.getBitWidth() > 64)
    return std::nullopt;
  const APInt &Before = From->getValue(), &After = C.getValue();
  if ((Before | After) != After && (Before & After) != After)
    return std::nullopt;
  return Update{(Before | After) == After ? DatapathOp::Or : DatapathOp::And,
                Nodes.constant(*streamType(C.getType()), C.getZExtValue()),
                std::nullopt};
}

/// An iteration takes one of \p Arms: its value, where it is taken and has one.
std::optional<Update> Reducer::matchArms(ArrayRef<Arm> Arms,
                                         const PHINode *Sum) {
  // An arm without an update may hang on a condition that has no node.
  std::vector<Update> Updates;
  std::optional<Update> Flag;
  for (const Arm &A : Arms) {
    const auto *C = dyn_cast<ConstantInt>(A.V);
    std::optional<Update> U = C ? setFlag(*C) : match(A.V, Sum);
    if (!U)
      return std::nullopt;
    Updates.push_back(*U);
    if (C)
      Flag = U;
  }
  // A flag has one number beside its first one.
  if (Flag &&
      (any_of(Updates,
              [&](const Update &U) {
                return U.Value && (U.Op != Flag->Op || U.Value != Flag->Value);
              }) ||
       all_of(Updates, [](const Update &U) { return U.Value && !U.Enable; })))
    return std::nullopt;
  std::optional<Update> Result;
  bool AlwaysUpdates = true;
  for (auto [A, U] : zip_equal(Arms, Updates)) {
    AlwaysUpdates &= U.Value && !U.Enable;
    if (!U.Value)
      continue;
    const std::optional<uint32_t> Taken = A.Taken();
    if (U.Enable && Taken)
      U.Enable = Nodes.add(DatapathOp::And, Bit, {*U.Enable, *Taken});
    else if (Taken)
      U.Enable = Taken;
    if (!Result) {
      Result = U;
      continue;
    }
    if (U.Op != Result->Op || !Result->Enable || !U.Enable)
      return std::nullopt;
    auto Choose = [&](std::optional<uint32_t> &Other, uint32_t Mine) {
      Other = Nodes.add(DatapathOp::Select, *streamType(Sum->getType()),
                        {*Result->Enable, *Other, Mine});
    };
    Choose(Result->Value, *U.Value);
    if (U.Factor)
      Choose(Result->Factor, *U.Factor);
    Result->Enable =
        Nodes.add(DatapathOp::Or, Bit, {*Result->Enable, *U.Enable});
  }
  if (!Result)
    return Update{};
  if (AlwaysUpdates)
    Result->Enable.reset();
  return Result;
}

/// The element that \p I joins \p Sum with by \p Op, of numbers that do not
/// round.
static const LoadInst *joinedElement(const Instruction &I, const Value *Sum,
                                     DatapathOp Op) {
  if (I.getNumOperands() < 2 || I.getType()->isFloatingPointTy() ||
      associativeOperator(I) != Op)
    return nullptr;
  return dyn_cast<LoadInst>(I.getOperand(I.getOperand(0) == Sum));
}

/// Where the last sum goes: as it is, its low bits, or what an element held
/// joined with it. False where something else becomes of it.
Expected<bool> Reducer::store(const Sum &S) {
  Reduction R = reduction(S);
  const StoreInst *To = nullptr;
  const LoadInst *Joined = nullptr;
  SmallVector<const Value *, 4> Work = {S.After};
  while (!Work.empty()) {
    const Value *Last = Work.pop_back_val();
    for (const User *User : Last->users()) {
      const auto *I = cast<Instruction>(User);
      if (const auto *Phi = dyn_cast<PHINode>(I);
          Phi && Phi->getNumIncomingValues() == 1) {
        Work.push_back(Phi);
        continue;
      }
      if (Body.isInNest(*I->getParent()))
        continue;
      const auto *Store = dyn_cast<StoreInst>(I);
      if (To && Store)
        return false;
      if (isa<TruncInst>(I) && I->hasOneUse() && Last->hasOneUse() &&
          streamType(I->getType()) && facts(R.Op).keepsLow()) {
        R.Type = *streamType(I->getType());
        R.Value = Nodes.add(DatapathOp::Truncate, R.Type, {R.Value}, I);
        Work.push_back(I);
      } else if (const LoadInst *Element = joinedElement(*I, Last, R.Op);
                 Element && !Joined) {
        Joined = Element;
        Work.push_back(I);
      } else if (!Store) {
        return false;
      } else {
        To = Store;
      }
    }
  }
  if (!To)
    return true; // nobody asks for it
  const Value *Address = passed(To->getPointerOperand());
  std::optional<FixedAddress> Place = fixedAddress(Body, Address);
  uint64_t Size = divideCeil(R.Type.Bits, 8);
  if (!Place || Place->Byte % Size)
    return notAStream(To, "the sum goes to no fixed element of a buffer");
  R.Name = Place->Buffer;
  R.Element = Place->Byte / Size;
  if (any_of(K.Outputs,
             [&](const OutputStream &Out) { return Out.Name == R.Name; }))
    return notAStream(To, "the sum goes to '" + R.Name +
                              "', which the loops write, too");
  if (!isAlwaysExecuted(Body, *To))
    return false;
  const Value *Initial = S.first(Body);
  auto IsAddress = [&](const LoadInst &Load) {
    return passed(Load.getPointerOperand()) == Address;
  };
  if (Joined) { // the loops begin with nothing, and so does the element
    const auto *C = dyn_cast<ConstantInt>(Initial);
    if (!C || !IsAddress(*Joined) ||
        C->getValue().trunc(R.Type.Bits).getZExtValue() !=
            identity(R.Op, R.Type.Bits))
      return false;
  } else if (const auto *Load = dyn_cast<LoadInst>(Initial);
             !Load || !IsAddress(*Load)) {
    if (Error E = begin(S, R))
      return E;
  }
  Stores.insert(To);
  K.Reductions.push_back(R);
  return true;
}

/// Reduction that the loops make of \p S. It goes nowhere yet.
Reduction Reducer::reduction(const Sum &S) const {
  Reduction R;
  R.Op = S.Change.Op;
  R.Type = *streamType(S.Outermost->getType());
  R.Value = *S.Change.Value;
  R.Factor = S.Change.Factor;
  R.Enable = S.Change.Enable;
  R.Loc = sourceLocation(S.After);
  return R;
}

/// The bits or the scalar that \p S begins with.
Error Reducer::begin(const Sum &S, Reduction &R) {
  const Value *Initial = S.first(Body);
  if (const auto *C = dyn_cast<ConstantInt>(Initial)) {
    R.Initial = C->getValue().trunc(R.Type.Bits).getZExtValue();
    return Error::success();
  }
  if (const auto *C = dyn_cast<ConstantFP>(Initial)) {
    R.Initial = C->getValueAPF().bitcastToAPInt().getZExtValue();
    return Error::success();
  }
  const DatapathNode &First = K.Nodes[Nodes.node(Initial)];
  if (Nodes.failed())
    return Nodes.problem();
  if (First.Op != DatapathOp::Argument || First.Type != R.Type)
    return notAStream(S.Outermost, "a sum whose first value is neither a "
                                   "constant, an argument nor an element of "
                                   "a buffer");
  R.InitialScalar = uint32_t(First.Value);
  return Error::success();
}

/// All of \p Sums and \p Places, of which something is computed before it is
/// stored.
Error Reducer::finish(ArrayRef<Sum> Sums, ArrayRef<BestPlace> Places) {
  Stores.clear();
  K.Reductions.clear();
  std::vector<LastValue> Lasts;
  for (const Sum &S : Sums) {
    if (!S.isUsedBehind(Body))
      continue;
    Reduction R = reduction(S);
    R.Name = "sum" + std::to_string(K.Reductions.size());
    Lasts.push_back({S.After, uint32_t(K.Reductions.size())});
    if (S.IsLast) {
      const ValueType Type = R.Type;
      R.Type.Scalar = ScalarKind::Int;
      R.Initial = 0;
      Lasts.back().FinishNode = [Type](DatapathBuilder &Behind, uint32_t Last) {
        return Type.Scalar == ScalarKind::Int
                   ? Last
                   : Behind.add(DatapathOp::Bitcast, Type, {Last});
      };
    } else if (Error E = begin(S, R)) {
      return E;
    }
    K.Reductions.push_back(R);
  }
  for (const BestPlace &P : Places)
    if (Error E = addBestPlace(P, Body, Nodes, K, Lasts))
      return E;
  return addFinish(Body, Nodes, K, Lasts, Stores);
}

/// The sum that \p Carried is; nothing for other values.
std::optional<Sum> Reducer::find(const CarriedValue &Carried) {
  Matched.clear();
  First = Carried.first(Body);
  std::optional<Update> U = match(Carried.After, Carried.Before);
  if (!U || !U->Value)
    return std::nullopt;
  return Sum{Carried, *U, false};
}

/// Reduces \p Carried to what the last iteration leaves: the bits of all
/// iterations together, where others have none.
Sum Reducer::lastOf(const CarriedValue &Carried) {
  std::optional<uint32_t> IsLast;
  for (unsigned D = 0; D < Body.NumDimensions; ++D) {
    const uint32_t Here =
        Nodes.isWithin(D, Body.Sizes[D] - 1, Body.Sizes[D] - 1);
    IsLast = IsLast ? Nodes.add(DatapathOp::And, Bit, {*IsLast, Here}) : Here;
  }
  return Sum{Carried,
             {DatapathOp::Or, Nodes.bits(Nodes.node(Carried.After)), IsLast},
             true};
}

Error Reducer::run() {
  std::vector<CarriedValue> All;
  for (PHINode *Outermost : Body.Carried[Body.NumDimensions - 1]) {
    Expected<CarriedValue> V = carriedValue(Body, *Outermost);
    if (!V)
      return V.takeError();
    All.push_back(*V);
  }
  std::vector<CarriedValue> Others = All;
  Expected<std::vector<BestPlace>> Places = takeBestPlaces(Body, Nodes, Others);
  if (!Places)
    return Places.takeError();
  if (any_of(*Places,
             [&](const BestPlace &P) { return !fitsKey(P, Body, Nodes, K); })) {
    Places->clear();
    Others = All;
  }
  std::vector<Sum> Sums;
  for (const CarriedValue &V : Others)
    if (V.isUsedBehind(Body)) {
      std::optional<Sum> S = find(V);
      if (Nodes.failed())
        return Nodes.problem();
      Sums.push_back(S ? *S : lastOf(V));
    }
  if (Nodes.failed())
    return Nodes.problem();
  if (!Places->empty() || any_of(Sums, [](const Sum &S) { return S.IsLast; }))
    return finish(Sums, *Places);
  for (const Sum &S : Sums) {
    Expected<bool> IsStored = store(S);
    if (!IsStored)
      return IsStored.takeError();
    if (!*IsStored)
      return finish(Sums, {});
  }
  // Other stores behind the loops, beside those of sums.
  if (!K.Reductions.empty())
    for (const BasicBlock &B : *Body.F)
      for (const Instruction &I : B)
        if (const auto *Store = dyn_cast<StoreInst>(&I);
            Store && !Body.isInNest(B) && !Stores.contains(Store) &&
            !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())))
          return finish(Sums, {});
  return Error::success();
}

Error addReductions(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
                    SmallPtrSetImpl<const StoreInst *> &Stores) {
  return Reducer(Body, Nodes, K, Stores).run();
}

} // namespace roofline
