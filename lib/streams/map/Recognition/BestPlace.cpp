// The places of best values: argmin and argmax.
#include "BestPlace.h"

#include "DatapathCalls.h"

#include "roofline/Canonical/SourcePlace.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using PatternMatch::m_LogicalAnd, PatternMatch::m_LogicalOr,
    PatternMatch::m_Value;
using Predicate = CmpInst::Predicate;

namespace roofline {

namespace {

/// A condition, or its opposite.
struct Condition {
  const Value *V;
  bool IsTrue;
};

/// A value in the stead of a carried one, where all of If hold.
struct Replacement {
  std::vector<Condition> If;
  const Value *Put = nullptr;
};

/// How an iteration's value and the best one are compared.
struct Comparison {
  Predicate Replaces;
  const Value *Compared;
  std::vector<uint32_t> Enables;
  bool AnySign = false;  ///< signed and unsigned comparisons agree
  bool IsChoice = false; ///< of the very value that is compared
};

} // namespace

/// Adds the parts of \p C that are to hold together.
static void split(Condition C, std::vector<Condition> &If) {
  const Value *First, *Second;
  if (C.IsTrue ? match(C.V, m_LogicalAnd(m_Value(First), m_Value(Second)))
               : match(C.V, m_LogicalOr(m_Value(First), m_Value(Second)))) {
    split({First, C.IsTrue}, If);
    split({Second, C.IsTrue}, If);
  } else {
    If.push_back(C);
  }
}

/// Put is null where \p C always changes, or where it is chosen otherwise.
static Replacement replacementOf(const StreamBody &Body,
                                 const CarriedValue &C) {
  Replacement R;
  const Value *After = C.After;
  while (const auto *I = dyn_cast<Instruction>(passed(After))) {
    const Choice Of = choiceAt(Body, *I);
    const bool TrueKeeps = Of.Condition && passed(Of.IfTrue) == C.Before;
    if (!TrueKeeps && (!Of.Condition || passed(Of.IfFalse) != C.Before))
      break;
    split({Of.Condition, !TrueKeeps}, R.If);
    R.Put = After = TrueKeeps ? Of.IfFalse : Of.IfTrue;
  }
  return R;
}

static bool isMaximum(Predicate P) {
  return is_contained({CmpInst::ICMP_SGT, CmpInst::ICMP_SGE, CmpInst::ICMP_UGT,
                       CmpInst::ICMP_UGE, CmpInst::FCMP_OGT, CmpInst::FCMP_OGE},
                      P);
}
static bool isMinimum(Predicate P) {
  return isMaximum(CmpInst::getSwappedPredicate(P));
}

static uint32_t nodeOf(const Condition &C, DatapathBuilder &Nodes) {
  const uint32_t N = Nodes.node(C.V);
  return C.IsTrue ? N : Nodes.negate(N);
}

/// How \p C compares a value with \p Best, by order; nothing if it does not.
static std::optional<Comparison> comparisonOf(const Condition &C,
                                              const CarriedValue &Best) {
  const auto *Compare = dyn_cast<CmpInst>(C.V);
  if (!Compare)
    return std::nullopt;
  Predicate P =
      C.IsTrue ? Compare->getPredicate() : Compare->getInversePredicate();
  const Value *Other = Compare->getOperand(0);
  if (passed(Other) == Best.Before) {
    P = CmpInst::getSwappedPredicate(P);
    Other = Compare->getOperand(1);
  } else if (passed(Compare->getOperand(1)) != Best.Before) {
    return std::nullopt;
  }
  if (!isMaximum(P) && !isMinimum(P))
    return std::nullopt;
  const auto *OfInts = dyn_cast<ICmpInst>(Compare);
  return Comparison{P, Other, {}, OfInts && OfInts->hasSameSign()};
}

/// The comparison with \p Best among \p If, and all other conditions.
static std::optional<Comparison> comparisonOf(ArrayRef<Condition> If,
                                              const CarriedValue &Best,
                                              DatapathBuilder &Nodes) {
  std::optional<Comparison> Found;
  std::vector<uint32_t> Enables;
  for (const Condition &C : If)
    if (std::optional<Comparison> Of = comparisonOf(C, Best); Of && !Found)
      Found = Of;
  for (const Condition &C : If)
    if (Found && !comparisonOf(C, Best))
      Enables.push_back(nodeOf(C, Nodes));
  if (Found) {
    sort(Enables);
    Found->Enables = std::move(Enables);
  }
  return Found;
}

/// The order by which \p Op chooses between numbers.
static std::optional<Predicate> orderOf(DatapathOp Op) {
  switch (Op) {
  case DatapathOp::SMax:
    return CmpInst::ICMP_SGT;
  case DatapathOp::SMin:
    return CmpInst::ICMP_SLT;
  case DatapathOp::UMax:
    return CmpInst::ICMP_UGT;
  case DatapathOp::UMin:
    return CmpInst::ICMP_ULT;
  case DatapathOp::FMax:
    return CmpInst::FCMP_OGT;
  case DatapathOp::FMin:
    return CmpInst::FCMP_OLT;
  default:
    return std::nullopt;
  }
}

/// How \p Best becomes the best value; nothing if it is none.
static std::optional<Comparison> bestOf(const StreamBody &Body,
                                        const CarriedValue &Best,
                                        DatapathBuilder &Nodes) {
  const Replacement R = replacementOf(Body, Best);
  const Value *Put = R.Put ? R.Put : Best.After;
  if (const auto *I = dyn_cast<Instruction>(Put))
    if (std::optional<DatapathOp> Op = operatorOf(*I); Op && orderOf(*Op))
      for (unsigned Side : {0u, 1u})
        if (passed(I->getOperand(Side)) == Best.Before) {
          // fmax() of a NaN that comes first is the other one.
          const auto *First = dyn_cast<ConstantFP>(Best.first(Body));
          if (I->getType()->isFloatingPointTy() && (!First || First->isNaN()))
            return std::nullopt;
          Comparison C = {*orderOf(*Op), I->getOperand(1 - Side), {}};
          for (const Condition &If : R.If)
            C.Enables.push_back(nodeOf(If, Nodes));
          sort(C.Enables);
          return C;
        }
  std::optional<Comparison> C = comparisonOf(R.If, Best, Nodes);
  if (!C || C->Compared != R.Put)
    return std::nullopt;
  C->IsChoice = true;
  return C;
}

Expected<std::vector<BestPlace>>
takeBestPlaces(const StreamBody &Body, DatapathBuilder &Nodes,
               std::vector<CarriedValue> &All) {
  std::vector<BestPlace> Places;
  auto Note = [&](const CarriedValue &Kept) {
    const Replacement R = replacementOf(Body, Kept);
    for (const CarriedValue &Best : All) {
      if (!R.Put || Best.Before == Kept.Before ||
          none_of(R.If,
                  [&](const Condition &C) { return comparisonOf(C, Best); }))
        continue;
      std::optional<Comparison> Of = comparisonOf(R.If, Best, Nodes),
                                Own = bestOf(Body, Best, Nodes);
      if (Own && Of->AnySign)
        Of->Replaces = CmpInst::isSigned(Own->Replaces)
                           ? ICmpInst::getSignedPredicate(Of->Replaces)
                           : ICmpInst::getUnsignedPredicate(Of->Replaces);
      if (Nodes.failed() || !Own || Own->Enables != Of->Enables ||
          isMaximum(Own->Replaces) != isMaximum(Of->Replaces) ||
          CmpInst::isSigned(Own->Replaces) != CmpInst::isSigned(Of->Replaces) ||
          Nodes.node(Own->Compared) != Nodes.node(Of->Compared))
        continue;
      auto Before = find_if(Places, [&](const BestPlace &P) {
        return P.Best.Before == Best.Before && P.Replaces == Of->Replaces;
      });
      if (Before == Places.end())
        Before = Places.insert(
            Before, {Best,
                     {},
                     Of->Replaces,
                     Of->Compared,
                     Of->Enables,
                     Best.isUsedBehind(Body) &&
                         (CmpInst::isIntPredicate(Of->Replaces) ||
                          (Own->IsChoice && Own->Replaces == Of->Replaces))});
      Before->Notes.push_back({Kept, R.Put});
      return true;
    }
    return false;
  };
  std::vector<CarriedValue> Others;
  for (const CarriedValue &Kept : All)
    if (!Note(Kept))
      Others.push_back(Kept);
  if (Nodes.failed())
    return Nodes.problem();
  erase_if(Others, [&](const CarriedValue &V) {
    return any_of(Places, [&](const BestPlace &P) {
      return P.Best.Before == V.Before && (P.IsNoted || !V.isUsedBehind(Body));
    });
  });
  All = std::move(Others);
  return Places;
}

namespace {

/// Bits of the key of a best place, the lowest ones last.
class Key {
public:
  Key(const BestPlace &P, const StreamBody &Body, DatapathBuilder &Nodes,
      StreamKernel &K);
  uint32_t bits() const { return Type.Bits; }
  /// Adds the reduction, and the node of the key.
  Reduction reduction() const;
  /// In the finish: nodes of what is kept in the end, from the best key.
  uint32_t best(DatapathBuilder &Behind, uint32_t Sum) const;
  uint32_t note(DatapathBuilder &Behind, uint32_t Sum, unsigned I) const;

private:
  struct Field {
    uint32_t Node; ///< of the loops
    uint32_t Low = 0;
    bool IsOpposite = false;
  };
  uint32_t add(uint32_t Node) {
    Fields.push_back({Node});
    Type.Bits += K.Nodes[Node].Type.Bits;
    return Fields.size() - 1;
  }
  uint32_t opposite(DatapathBuilder &N, uint32_t Node, ValueType Type) const {
    return N.add(DatapathOp::Xor, Type, {Node, N.constant(Type, ~uint64_t(0))});
  }
  uint32_t ordered(uint32_t Value) const;
  uint32_t field(DatapathBuilder &Behind, uint32_t Sum, unsigned I) const;
  uint32_t value(DatapathBuilder &Behind, uint32_t Sum) const;
  uint32_t wins(DatapathBuilder &Behind, uint32_t Sum) const;
  uint32_t joined() const;

  BestPlace P;
  const StreamBody &Body;
  DatapathBuilder &Nodes;
  StreamKernel &K;
  bool IsMaximum;
  ValueType Type = {ScalarKind::Int, 0, 1};
  ValueType OfValue, Whole; ///< as it is, and as an integer
  std::vector<Field> Fields;
  std::array<std::optional<unsigned>, 3> Places; ///< fields, by dimension
  std::vector<std::optional<unsigned>> Data;     ///< likewise, of the notes
  std::optional<unsigned> Sign, Seen;            ///< likewise
};

} // namespace

/// Floats in their order as integers, both zeros as one.
uint32_t Key::ordered(uint32_t Value) const {
  if (OfValue.Scalar == ScalarKind::Int)
    return Value;
  const uint64_t Magnitude = maskTrailingOnes<uint64_t>(Whole.Bits - 1);
  const uint32_t Bits = Nodes.bits(Value);
  const uint32_t Zero = Nodes.constant(Whole, 0);
  const uint32_t Positive = Nodes.add(DatapathOp::And, Whole,
                                      {Bits, Nodes.constant(Whole, Magnitude)});
  return Nodes.add(DatapathOp::Select, Whole,
                   {Nodes.add(DatapathOp::SLess, Bit, {Bits, Zero}),
                    Nodes.add(DatapathOp::Sub, Whole, {Zero, Positive}),
                    Positive});
}

Key::Key(const BestPlace &P, const StreamBody &Body, DatapathBuilder &Nodes,
         StreamKernel &K)
    : P(P), Body(Body), Nodes(Nodes), K(K), IsMaximum(isMaximum(P.Replaces)) {
  const uint32_t Value = Nodes.node(P.Compared);
  std::vector<uint32_t> Puts;
  for (const BestNote &N : P.Notes)
    Puts.push_back(Nodes.node(N.Put));
  if (Nodes.failed())
    return;
  OfValue = *streamType(P.Compared->getType());
  Whole = {ScalarKind::Int, OfValue.Bits, 1};
  add(ordered(Value));
  const bool FirstWins = CmpInst::isStrictPredicate(P.Replaces);
  for (unsigned D = Body.NumDimensions; D-- > 0;) {
    if (Body.Sizes[D] == 1)
      continue;
    const uint32_t Place = Nodes.place(D);
    const unsigned At = add(Place);
    Places[K.Nodes[Place].Value] = At;
    Fields[At].IsOpposite = (FirstWins == IsMaximum) != Body.IsTurned[D];
  }
  for (uint32_t Put : Puts) {
    Data.emplace_back();
    if (varies(K, Put))
      Data.back() = add(Nodes.bits(Put));
  }
  const bool IsFloat = OfValue.Scalar == ScalarKind::Float;
  if (IsFloat && P.IsNoted)
    Sign = add(Nodes.add(DatapathOp::SLess, Bit,
                         {Nodes.bits(Value), Nodes.constant(Whole, 0)}));
  if (IsFloat)
    this->P.Enables.push_back(
        Nodes.negate(Nodes.add(DatapathOp::FUnordered, Bit, {Value, Value})));
  // A key that counts is beyond the one that the loops begin with.
  if (!this->P.Enables.empty())
    Seen = add(Nodes.constant(Bit, IsMaximum));
  uint32_t Low = Type.Bits;
  for (Field &F : Fields)
    F.Low = Low -= K.Nodes[F.Node].Type.Bits;
}

uint32_t Key::joined() const {
  const bool IsSigned = !CmpInst::isUnsigned(P.Replaces);
  std::optional<uint32_t> Result;
  for (const Field &F : Fields) {
    const ValueType Own = K.Nodes[F.Node].Type;
    uint32_t N = F.IsOpposite ? opposite(Nodes, F.Node, Own) : F.Node;
    if (Own.Bits < Type.Bits)
      N = Nodes.add(!Result && IsSigned ? DatapathOp::SignExtend
                                        : DatapathOp::ZeroExtend,
                    Type, {N});
    if (F.Low)
      N = Nodes.add(DatapathOp::Shl, Type, {N, Nodes.constant(Type, F.Low)});
    Result = Result ? Nodes.add(DatapathOp::Or, Type, {*Result, N}) : N;
  }
  return *Result;
}

Reduction Key::reduction() const {
  Reduction R;
  R.Op = CmpInst::isUnsigned(P.Replaces)
             ? (IsMaximum ? DatapathOp::UMax : DatapathOp::UMin)
             : (IsMaximum ? DatapathOp::SMax : DatapathOp::SMin);
  R.Type = Type;
  R.Value = joined();
  R.Initial = identity(R.Op, Type.Bits);
  for (uint32_t Enable : P.Enables)
    R.Enable = R.Enable ? Nodes.add(DatapathOp::And, Bit, {*R.Enable, Enable})
                        : Enable;
  R.Loc = sourceLocation(P.Best.After);
  return R;
}

uint32_t Key::field(DatapathBuilder &Behind, uint32_t Sum, unsigned I) const {
  const Field &F = Fields[I];
  const ValueType Own = {ScalarKind::Int, K.Nodes[F.Node].Type.Bits, 1};
  uint32_t N = Sum;
  if (F.Low)
    N = Behind.add(DatapathOp::LShr, Type, {N, Behind.constant(Type, F.Low)});
  if (Own.Bits < Type.Bits)
    N = Behind.add(DatapathOp::Truncate, Own, {N});
  return F.IsOpposite ? opposite(Behind, N, Own) : N;
}

uint32_t Key::value(DatapathBuilder &Behind, uint32_t Sum) const {
  const uint32_t Bits = field(Behind, Sum, 0);
  if (OfValue.Scalar == ScalarKind::Int)
    return Bits;
  const uint32_t Sign = Behind.constant(Whole, uint64_t(1) << (Whole.Bits - 1));
  return Behind.add(
      DatapathOp::Bitcast, OfValue,
      {Behind.add(DatapathOp::Select, Whole,
                  {Behind.add(DatapathOp::SLess, Bit,
                              {Bits, Behind.constant(Whole, 0)}),
                   Behind.add(DatapathOp::Sub, Whole, {Sign, Bits}), Bits})});
}

/// True where the best of the iterations replaces what the loops begin with.
uint32_t Key::wins(DatapathBuilder &Behind, uint32_t Sum) const {
  const uint32_t Wins =
      Behind.compare(P.Replaces, value(Behind, Sum),
                     Behind.node(P.Best.first(Body)), P.Best.After);
  if (!Seen)
    return Wins;
  const uint32_t IsSeen = field(Behind, Sum, *Seen);
  return Behind.add(DatapathOp::And, Bit,
                    {IsMaximum ? IsSeen : Behind.negate(IsSeen), Wins});
}

uint32_t Key::best(DatapathBuilder &Behind, uint32_t Sum) const {
  uint32_t Value = value(Behind, Sum);
  if (Sign) { // of a zero
    const uint32_t Bits = Behind.add(
        DatapathOp::Shl, Whole,
        {Behind.add(DatapathOp::ZeroExtend, Whole, {field(Behind, Sum, *Sign)}),
         Behind.constant(Whole, Whole.Bits - 1)});
    Value = Behind.add(
        DatapathOp::Bitcast, OfValue,
        {Behind.add(DatapathOp::Or, Whole,
                    {Behind.add(DatapathOp::Bitcast, Whole, {Value}), Bits})});
  }
  return Behind.add(DatapathOp::Select, OfValue,
                    {wins(Behind, Sum), Value, Behind.node(P.Best.first(Body))},
                    P.Best.After);
}

uint32_t Key::note(DatapathBuilder &Behind, uint32_t Sum, unsigned I) const {
  const BestNote &Note = P.Notes[I];
  const uint32_t Put = Nodes.node(Note.Put);
  const ValueType Own = K.Nodes[Put].Type;
  uint32_t N;
  if (Data[I]) {
    N = field(Behind, Sum, *Data[I]);
    if (Own.Scalar == ScalarKind::Float)
      N = Behind.add(DatapathOp::Bitcast, Own, {N});
  } else {
    std::array<std::optional<uint32_t>, 3> At;
    for (unsigned D = 0; D < 3; ++D)
      if (Places[D])
        At[D] = field(Behind, Sum, *Places[D]);
    N = Behind.again(K, Put, At);
  }
  return Behind.add(DatapathOp::Select, Own,
                    {wins(Behind, Sum), N, Behind.node(Note.Kept.first(Body))},
                    Note.Kept.After);
}

bool fitsKey(const BestPlace &P, const StreamBody &Body, DatapathBuilder &Nodes,
             StreamKernel &K) {
  return Key(P, Body, Nodes, K).bits() <= 64;
}

Error addBestPlace(const BestPlace &P, const StreamBody &Body,
                   DatapathBuilder &Nodes, StreamKernel &K,
                   std::vector<LastValue> &Lasts) {
  Key Of(P, Body, Nodes, K);
  const uint32_t Sum = K.Reductions.size();
  if (!Nodes.failed())
    K.Reductions.push_back(Of.reduction());
  if (Nodes.failed())
    return Nodes.problem();
  K.Reductions.back().Name = "sum" + std::to_string(Sum);
  if (P.IsNoted)
    Lasts.push_back(
        {P.Best.After, Sum, [Of](DatapathBuilder &Behind, uint32_t Sum) {
           return Of.best(Behind, Sum);
         }});
  for (unsigned I = 0; I < P.Notes.size(); ++I)
    Lasts.push_back({P.Notes[I].Kept.After, Sum,
                     [Of, I](DatapathBuilder &Behind, uint32_t Sum) {
                       return Of.note(Behind, Sum, I);
                     }});
  return Error::success();
}

} // namespace roofline
