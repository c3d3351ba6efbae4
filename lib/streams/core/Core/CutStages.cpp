// Cuts operators into nodes of a few bits each.
#include "StageCutter.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Stream/OperatorParts.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {

/// Of StageBits each, the last one of up to half as many more.
std::vector<StageCutter::Part> StageCutter::partsOf(uint32_t Bits) const {
  const uint32_t Number = std::max(1u, (Bits + StageBits / 2) / StageBits);
  std::vector<Part> Parts;
  for (uint32_t I = 0; I < Number; ++I)
    Parts.push_back({I * StageBits, StageBits});
  Parts.back().Bits = Bits - Parts.back().LowBit;
  return Parts;
}

uint32_t StageCutter::add(Op O, uint32_t Bits, std::vector<uint32_t> Operands,
                          Span S, uint64_t Value) {
  New.Nodes.push_back({O,
                       {ScalarKind::Int, uint16_t(Bits), 1},
                       std::move(Operands),
                       Value,
                       {},
                       O == Op::Constant ? SourceLocation() : Loc});
  Spans.push_back(S);
  return uint32_t(New.Nodes.size() - 1);
}

uint32_t StageCutter::constant(uint64_t Value, uint32_t Bits) {
  Value &= lowMask(Bits);
  return add(Op::Constant, Bits, {},
             {Value ? uint32_t(std::countr_zero(Value)) : Bits,
              uint32_t(std::bit_width(Value))},
             Value);
}

/// The lowest \p Bits of \p N, or \p N with zeros above.
uint32_t StageCutter::resized(uint32_t N, uint32_t Bits) {
  if (width(N) == Bits)
    return N;
  if (width(N) > Bits || isConstant(N))
    return part(N, {0, Bits});
  return add(Op::ZeroExtend, Bits, {N}, Spans[N]);
}

/// \p N << \p Shift.
uint32_t StageCutter::raised(uint32_t N, uint32_t Shift) {
  const uint32_t Bits = width(N);
  if (Shift == 0)
    return N;
  if (Shift >= Bits)
    return constant(0, Bits);
  if (isConstant(N))
    return constant(New.Nodes[N].Value << Shift, Bits);
  const Span S = {std::min(Bits, Spans[N].Low + Shift),
                  std::min(Bits, Spans[N].High + Shift)};
  return add(Op::Shl, Bits, {N, constant(Shift, Bits)}, S);
}

/// Bits of \p N, and zeros above its last one.
uint32_t StageCutter::part(uint32_t N, Part P) {
  const auto [Low, High] = Spans[N];
  if (P.LowBit >= High || P.LowBit + P.Bits <= Low)
    return constant(0, P.Bits);
  const DatapathNode &Of = New.Nodes[N];
  const uint32_t Bits = Of.Type.Bits;
  if (P.LowBit == 0 && P.Bits == Bits)
    return N;
  if (Of.Op == Op::Constant)
    return constant(Of.Value >> P.LowBit, P.Bits);
  const uint32_t End = std::min(P.LowBit + P.Bits, Bits);
  if (Of.Op == Op::ZeroExtend ||
      (Of.Op == Op::Truncate && P.LowBit + P.Bits <= Bits) ||
      (Of.Op == Op::SignExtend && P.LowBit + P.Bits <= width(Of.Operands[0])))
    return part(Of.Operands[0], P);
  if (const auto Parts = Joined.find(N); Parts != Joined.end())
    for (const auto &[There, Node] : Parts->second)
      if (P.LowBit >= There.LowBit && End <= There.LowBit + There.Bits)
        return part(Node, {P.LowBit - There.LowBit, P.Bits});
  if (P.LowBit > 0)
    N = add(Op::LShr, Bits, {N, constant(P.LowBit, Bits)},
            {Low > P.LowBit ? Low - P.LowBit : 0, High - P.LowBit});
  if (P.Bits == Bits)
    return N;
  return add(P.Bits < Bits ? Op::Truncate : Op::ZeroExtend, P.Bits, {N},
             {std::min(P.Bits, Spans[N].Low), std::min(P.Bits, Spans[N].High)});
}

uint32_t StageCutter::join(const std::vector<std::pair<Part, uint32_t>> &Parts,
                           uint32_t Bits) {
  std::optional<uint32_t> Whole;
  for (const auto &[Place, Node] : Parts) {
    if (isZero(Node))
      continue;
    const uint32_t Here = raised(resized(Node, Bits), Place.LowBit);
    Whole = !Whole ? Here
                   : add(Op::Or, Bits, {*Whole, Here},
                         {Spans[*Whole].Low, Spans[Here].High}, /*Value=*/1);
  }
  if (!Whole)
    return constant(0, Bits);
  Joined[*Whole] = Parts;
  return *Whole;
}

/// \p A plus or minus \p B, by \p O: each part takes the carry of the one
/// below.
uint32_t StageCutter::sum(Op O, uint32_t A, uint32_t B) {
  const uint32_t Bits = width(A);
  const bool Adds = O == Op::Add;
  const uint32_t High =
      Adds ? std::min(Bits, 1 + std::max(Spans[A].High, Spans[B].High)) : Bits;
  const std::vector<Part> Parts = partsOf(High);
  if (Parts.size() == 1)
    return add(O, Bits, {A, B}, {std::min(Spans[A].Low, Spans[B].Low), High});
  std::vector<std::pair<Part, uint32_t>> Sums;
  std::optional<uint32_t> Carry;
  for (const Part &P : Parts) {
    const uint32_t X = part(A, P), Y = part(B, P);
    const uint32_t Wide = P.Bits + (P.LowBit + P.Bits < High); // with its carry
    const bool HasSum = !isZero(Y) && !(Adds && isZero(X));
    if (!HasSum && !Carry) {
      Sums.push_back({P, isZero(Y) ? X : Y});
      continue;
    }
    // A carry comes in by a bit below, {x, 1} + {y, carry}, a borrow by
    // {x, 0} - {y, borrow}; it leaves above.
    const uint32_t Below = Carry ? 1 : 0;
    const auto Widened = [&](uint32_t Addend, uint32_t Lowest) {
      return Carry ? join({{{0, 1}, Lowest}, {{1, P.Bits}, Addend}}, Wide + 1)
                   : resized(Addend, Wide);
    };
    const uint32_t Sum =
        add(O, Wide + Below,
            {Widened(X, constant(Adds, 1)), Widened(Y, Carry.value_or(0))});
    Carry = part(Sum, {Below + P.Bits, 1});
    Sums.push_back({P, part(Sum, {Below, P.Bits})});
  }
  return join(Sums, Bits);
}

/// \p A < \p B, or \p A <= \p B: the highest part that differs decides.
uint32_t StageCutter::less(uint32_t A, uint32_t B, bool Signed, bool OrEqual) {
  const uint32_t Bits = width(A);
  const uint32_t High = std::max({1u, Spans[A].High, Spans[B].High});
  std::optional<uint32_t> Less; // of the parts below that may differ
  for (const Part &P : partsOf(High)) {
    const bool IsTop = P.LowBit + P.Bits == Bits;
    const uint32_t X = part(A, P), Y = part(B, P);
    if (isConstant(X) && isConstant(Y) && !IsTop) {
      const uint64_t L = New.Nodes[X].Value, R = New.Nodes[Y].Value;
      if (L != R)
        Less = constant(L < R, 1);
      continue;
    }
    const bool IsStrict = Less || !OrEqual;
    const Op Here = Signed && IsTop ? IsStrict ? Op::SLess : Op::SLessEqual
                    : IsStrict      ? Op::ULess
                                    : Op::ULessEqual;
    const uint32_t IsLess = add(Here, 1, {X, Y});
    Less = Less ? choice(add(Op::Equal, 1, {X, Y}), *Less, IsLess) : IsLess;
  }
  if (!Less)
    return constant(OrEqual, 1);
  return *Less;
}

uint32_t StageCutter::equal(uint32_t A, uint32_t B) {
  std::vector<uint32_t> All;
  for (const Part &P : partsOf(std::max({1u, Spans[A].High, Spans[B].High})))
    All.push_back(add(Op::Equal, 1, {part(A, P), part(B, P)}));
  for (size_t I = 0; I + 1 < All.size(); I += 2)
    All.push_back(add(Op::And, 1, {All[I], All[I + 1]}));
  return All.back();
}

/// By a few bits of \p Amount after another.
uint32_t StageCutter::shift(Op O, uint32_t A, uint32_t Amount) {
  const uint32_t Bits = width(A), High = Spans[Amount].High;
  const uint32_t Most = std::min(High, bitsFor(Bits - 1));
  const uint32_t Each = std::max(2u, StageBits / 4);
  for (uint32_t At = 0; At < Most; At += Each) {
    const uint32_t End =
        At + Each < Most ? At + Each : High; // with what is out
    A = add(O, Bits,
            {A, raised(resized(part(Amount, {At, End - At}), Bits), At)});
  }
  return A;
}

/// Ones in \p A: in its parts, which are added by twos.
uint32_t StageCutter::count(uint32_t A) {
  const uint32_t Bits = width(A);
  const uint32_t High = std::max(1u, Spans[A].High), Wide = bitsFor(High);
  std::vector<uint32_t> All;
  for (const Part &P : partsOf(High))
    All.push_back(resized(
        add(Op::PopCount, P.Bits, {part(A, P)}, {0, bitsFor(P.Bits)}), Wide));
  for (size_t I = 0; I + 1 < All.size(); I += 2)
    All.push_back(sum(Op::Add, All[I], All[I + 1]));
  return resized(All.back(), Bits);
}

/// An operator whose parts are smaller ones of itself or selections.
std::optional<uint32_t>
StageCutter::simple(Op O, std::vector<uint32_t> Operands, uint32_t Bits) {
  switch (facts(O).Class) {
  case OperatorClass::Sum:
    return sum(O, Operands[0], Operands[1]);
  case OperatorClass::Order:
    return less(Operands[0], Operands[1], O == Op::SLess || O == Op::SLessEqual,
                O == Op::ULessEqual || O == Op::SLessEqual);
  case OperatorClass::Equality: {
    const uint32_t Same = equal(Operands[0], Operands[1]);
    return O == Op::Equal ? Same : add(Op::Xor, 1, {Same, constant(1, 1)});
  }
  case OperatorClass::Shift:
    if (O == Op::RotateLeft && !std::has_single_bit(Bits))
      return std::nullopt; // the amount counts modulo the width
    return isConstant(Operands[1]) ? add(O, Bits, std::move(Operands))
                                   : shift(O, Operands[0], Operands[1]);
  case OperatorClass::Bitwise:
  case OperatorClass::Choice:
    return add(O, Bits, std::move(Operands));
  case OperatorClass::Wiring:
    return O == Op::ZeroExtend ? std::optional(resized(Operands[0], Bits))
                               : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// An operator of several others, by its expression.
std::optional<uint32_t> StageCutter::expression(const DatapathNode &N) {
  const uint32_t Width = K.Nodes[N.Operands.back()].Type.Bits;
  bool AreSimple = true;
  const uint32_t Result = foldExpression<uint32_t>(
      N.Op, Width, [&](uint64_t I) { return NewNode[N.Operands[I]]; },
      [&](uint64_t Value, uint32_t Bits) { return constant(Value, Bits); },
      [&](const OperatorPart &P, const std::array<uint32_t, 3> &Operands,
          uint32_t) {
        const auto Part = simple(
            P.Op, {Operands.begin(), Operands.begin() + numOperands(P.Op)},
            P.bits(Width));
        AreSimple &= Part.has_value();
        return Part.value_or(Operands[0]);
      });
  return AreSimple ? std::optional(Result) : std::nullopt;
}

/// Node \p Node of K in several; nothing where it stays as it is.
std::optional<uint32_t> StageCutter::pieces(uint32_t Node) {
  const DatapathNode &N = K.Nodes[Node];
  const OperatorUnit Unit = operatorUnit(K, Node);
  if (Unit.Kind == UnitKind::Wire || Unit.Kind == UnitKind::Source ||
      Unit.Kind == UnitKind::Float)
    return std::nullopt;
  const auto Of = [&](unsigned I) { return NewNode[N.Operands[I]]; };
  const uint32_t Bits = N.Type.Bits;
  const bool IsOnePart = partsOf(Bits).size() == 1;
  switch (facts(N.Op).Class) {
  case OperatorClass::Bitwise:
  case OperatorClass::Choice:
    return std::nullopt;
  case OperatorClass::Count:
    return N.Op == Op::PopCount ? std::optional(count(Of(0))) : std::nullopt;
  case OperatorClass::Product:
    if (Unit.Kind == UnitKind::ShiftAdd)
      return inBlock(Of(0), Of(1), Bits);
    if (isWithinBlock(Node))
      return std::nullopt;
    if (const ProductFactors F = productFactors(K, Node); F.Signed)
      return product({Of(0), F.Left, true}, {Of(1), F.Right, true}, Bits);
    return product(Of(0), Of(1), Bits);
  case OperatorClass::Quotient:
    if (Unit.Kind == UnitKind::Logic && IsOnePart)
      return std::nullopt;
    return division(N);
  case OperatorClass::Extreme:
    if (IsOnePart)
      return std::nullopt;
    [[fallthrough]];
  default:
    return hasInnerParts(N.Op) && N.Op != Op::RotateLeft
               ? expression(N)
               : simple(N.Op, {Of(0), Of(1)}, Bits);
  }
}

uint32_t StageCutter::cut(uint32_t Node) {
  const size_t Before = New.Nodes.size();
  // The cycle of a recurrence has no stages.
  if (const auto Cut = Cycles.NodeGroup[Node] ? std::nullopt : pieces(Node)) {
    // One operator would be the same again, but for a divider.
    uint32_t Operators = 0;
    for (uint32_t I = uint32_t(Before); I < New.Nodes.size(); ++I)
      Operators += operatorUnit(New, I).Latency > 0;
    if (Operators > 1 ||
        facts(K.Nodes[Node].Op).Class == OperatorClass::Quotient)
      return *Cut;
  }
  DatapathNode N = K.Nodes[Node];
  for (uint32_t &O : N.Operands)
    O = NewNode[O];
  New.Nodes.push_back(std::move(N));
  Spans.push_back({Live[Node].Low, Live[Node].High});
  return uint32_t(New.Nodes.size() - 1);
}

StreamKernel cutStages(const StreamKernel &K, uint32_t Bits) {
  assert((Bits == 0 || (Bits >= LeastStageBits && Bits <= MostStageBits)) &&
         "a stage has 4 to 64 bits");
  return Bits == 0 || K.StageBits == Bits ? K : StageCutter(K, Bits).run();
}

} // namespace roofline
