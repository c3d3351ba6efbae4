// Operators as gates and carry chains.
//
/// \file
/// Follows the techmap files of yosys: arith_map.v of the family for sums,
/// cmp2lut.v and cmp2lcu.v for orders, techmap.v for shifts.
#include "LowerOperators.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace roofline {

BitWord OperatorLowering::sumOfGates(const BitWord &X, const BitWord &Y,
                                     Literal Carry, Literal *Last) {
  BitWord Sum;
  for (size_t I = 0; I < X.size(); ++I) {
    Sum.push_back(G.makeXor(G.makeXor(X[I], Y[I]), Carry));
    Carry = G.makeMajority(X[I], Y[I], Carry);
  }
  if (Last)
    *Last = Carry;
  return Sum;
}

BitWord OperatorLowering::sum(BitWord X, BitWord Y, bool Subtracts,
                              Literal *Last) {
  const size_t Width = X.size();
  Literal Carry = Literal::constant(Subtracts);
  if (Subtracts)
    for (Literal &L : Y)
      L = ~L;
  // Low bits whose carry is known need no chain.
  BitWord Result;
  size_t Low = 0;
  for (; Low < Width; ++Low) {
    const Literal Next = G.makeMajority(X[Low], Y[Low], Carry);
    if (!isConstant(Next))
      break;
    Result.push_back(G.makeXor(G.makeXor(X[Low], Y[Low]), Carry));
    Carry = Next;
  }
  // High bits need none either, where both numbers repeat the bit below or are
  // constant.
  size_t High = Width;
  std::vector<std::optional<Literal>> Top; // nothing: a copy
  while (!Last && High > Low + 1) {
    const Literal XTop = X[High - 1], YTop = Y[High - 1];
    if (XTop != X[High - 2] || YTop != Y[High - 2])
      break;
    const bool AreKnown = isConstant(XTop) && isConstant(YTop);
    const bool AreLonger =
        High > Low + 2 && XTop == X[High - 3] && YTop == Y[High - 3];
    if (!AreKnown && !AreLonger)
      break;
    Top.push_back(AreKnown && XTop == YTop ? std::optional(XTop)
                                           : std::nullopt);
    --High;
  }
  const BitWord XPart(X.begin() + Low, X.begin() + High);
  const BitWord YPart(Y.begin() + Low, Y.begin() + High);
  BitWord Part;
  if (High - Low < Style.LeastSum) {
    Part = sumOfGates(XPart, YPart, Carry, Last);
  } else {
    CarryChain Chain;
    Chain.In = Carry;
    Chain.Of = Id;
    for (size_t I = 0; I < XPart.size(); ++I) {
      const Literal X = XPart[I], Y = YPart[I];
      const CarryBit Bit = {Style.ReadsPropagate ? G.makeXor(X, Y) : Y, X,
                            G.makeInput(), G.makeInput()};
      Chain.Bits.push_back(Bit);
      Part.push_back(Bit.Sum);
    }
    if (Last)
      *Last = carryBehind(Chain.Bits.back(), YPart.back());
    B.Chains.push_back(std::move(Chain));
  }
  Result.insert(Result.end(), Part.begin(), Part.end());
  for (; !Top.empty(); Top.pop_back())
    Result.push_back(Top.back().value_or(Result.back()));
  return Result;
}

/// The carry behind the last bit of a chain whose operands are \p Bit.Generate
/// and \p Y.
Literal OperatorLowering::carryBehind(const CarryBit &Bit, Literal Y) {
  if (!Style.HidesCarry)
    return Bit.Carry;
  const Literal X = Bit.Generate;
  const Literal Carry = G.makeXor(Bit.Sum, G.makeXor(X, Y));
  return G.makeOr(G.makeAnd(X, Y), G.makeAnd(Carry, G.makeOr(X, Y)));
}

/// Compares by the sign of a difference.
Literal OperatorLowering::lessByDifference(BitWord X, BitWord Y, bool Signed,
                                           bool OrEqual) {
  if (OrEqual) // not Y < X
    return ~lessByDifference(Y, X, Signed, false);
  if (Signed) {
    X.back() = ~X.back();
    Y.back() = ~Y.back();
  }
  Literal NotLess;
  sum(X, Y, /*Subtracts=*/true, &NotLess);
  return ~NotLess;
}

/// Compares X < Y, or X <= Y, from the top in pieces of one table each.
Literal OperatorLowering::less(BitWord X, BitWord Y, bool Signed,
                               bool OrEqual) {
  // Y > X: cmp2lcu.v compares its A, here Y, with its B.
  while (X.size() > 1) { // zeros and copies of the sign above both
    const size_t Top = X.size() - 1;
    const bool AreZero =
        X[Top] == False && Y[Top] == False &&
        (!Signed || (X[Top - 1] == False && Y[Top - 1] == False));
    const bool AreSigns =
        Signed && X[Top] == X[Top - 1] && Y[Top] == Y[Top - 1];
    if (!AreZero && !AreSigns)
      break;
    X.pop_back();
    Y.pop_back();
  }
  const bool HasConstant = isConstant(X) || isConstant(Y);
  if (!Style.ReadsPropagate && !(HasConstant && X.size() <= Style.LutInputs))
    return lessByDifference(X, Y, Signed, OrEqual);
  struct Piece {
    Literal Propagate = True, Generate = False;
  };
  std::vector<Piece> Pieces(1); // the lowest one last
  uint32_t Budget = Style.LutInputs;
  const bool IsSmall = X.size() <= Style.LutInputs && HasConstant;
  for (size_t I = X.size(); I-- > 0;) {
    auto HasConstantBelow = [&](const BitWord &W) {
      return std::any_of(W.begin(), W.begin() + I + 1,
                         [](Literal L) { return isConstant(L); });
    };
    const bool OfX = HasConstantBelow(X), OfY = HasConstantBelow(Y);
    const uint32_t Cost = OfX && OfY ? 0 : OfX || OfY ? 1 : 2;
    if (Budget < Cost && !IsSmall) {
      Pieces.push_back({});
      Budget = Style.LutInputs;
    }
    Piece &P = Pieces.back();
    const bool IsSign = Signed && I + 1 == X.size();
    const Literal Greater =
        IsSign ? G.makeAnd(~Y[I], X[I]) : G.makeAnd(Y[I], ~X[I]);
    P.Generate = G.makeOr(P.Generate, G.makeAnd(P.Propagate, Greater));
    P.Propagate = G.makeAnd(P.Propagate, ~G.makeXor(X[I], Y[I]));
    Budget -= std::min(Budget, Cost);
  }
  Literal Carry = Literal::constant(OrEqual);
  // A chain that adds its operands has no piece of its own.
  if (!Style.ReadsPropagate || Pieces.size() < Style.LeastSum) {
    for (size_t I = Pieces.size(); I-- > 0;)
      Carry =
          G.makeOr(Pieces[I].Generate, G.makeAnd(Pieces[I].Propagate, Carry));
    return Carry;
  }
  CarryChain Chain;
  Chain.In = Carry;
  Chain.Of = Id;
  for (size_t I = Pieces.size(); I-- > 0;) {
    const Literal Passes = G.makeAnd(Pieces[I].Propagate, ~Pieces[I].Generate);
    Chain.Bits.push_back(
        {Passes, Pieces[I].Generate, G.makeInput(), G.makeInput()});
  }
  const Literal Result = Chain.Bits.back().Carry;
  B.Chains.push_back(std::move(Chain));
  return Result;
}

Literal OperatorLowering::equal(const BitWord &X, const BitWord &Y) {
  BitWord Same;
  for (size_t I = 0; I < X.size(); ++I)
    Same.push_back(~G.makeXor(X[I], Y[I]));
  return G.makeAndOf(Same);
}

BitWord OperatorLowering::choose(Literal If, const BitWord &X,
                                 const BitWord &Y) {
  BitWord Word;
  for (size_t I = 0; I < X.size(); ++I)
    Word.push_back(G.makeMux(If, X[I], Y[I]));
  return Word;
}

BitWord OperatorLowering::shifted(DatapathOp Op, const BitWord &X,
                                  const BitWord &By) {
  const size_t Width = X.size();
  const bool IsLeft = Op == DatapathOp::Shl;
  const Literal Fill = Op == DatapathOp::AShr ? X.back() : False;
  const size_t Deepest =
      std::min<size_t>(size_t(std::bit_width(Width - 1)) + 1, By.size());
  const BitWord Above(By.begin() + Deepest, By.end());
  BitWord Word = choose(G.makeOrOf(Above), BitWord(Width, Fill), X);
  for (size_t I = 0; I < Deepest; ++I) {
    const size_t Distance = size_t(1) << I;
    BitWord Moved(Width, Fill);
    for (size_t J = 0; J + Distance < Width; ++J)
      IsLeft ? Moved[J + Distance] = Word[J] : Moved[J] = Word[J + Distance];
    Word = choose(By[I], Moved, Word);
  }
  return Word;
}

/// By shifts and sums; only small ones are no DSP blocks.
BitWord OperatorLowering::product(const BitWord &X, const BitWord &Y) {
  const size_t Width = X.size();
  BitWord Sum(Width, False);
  for (size_t I = 0; I < Width; ++I) {
    if (Y[I] == False)
      continue;
    BitWord Row(Width, False);
    for (size_t J = 0; I + J < Width; ++J)
      Row[I + J] = G.makeAnd(X[J], Y[I]);
    Sum = sum(Sum, Row, false);
  }
  return Sum;
}

/// Restoring, a bit of the quotient after the other.
BitWord OperatorLowering::remainder(const BitWord &X, const BitWord &Y) {
  const size_t Width = X.size();
  BitWord Rest(Width + 1, False), By = Y;
  By.push_back(False);
  for (size_t I = Width; I-- > 0;) {
    Rest.insert(Rest.begin(), X[I]);
    Rest.pop_back();
    Literal Fits;
    const BitWord Less = sum(Rest, By, true, &Fits);
    Rest = choose(Fits, Less, Rest);
  }
  Rest.pop_back();
  return Rest;
}

BitWord OperatorLowering::sumOf(const std::vector<Term> &Terms, CellId Of) {
  Id = Of;
  const size_t Width = Terms[0].Word.size();
  std::vector<BitWord> Numbers;
  uint64_t Ones = 0; // of complements
  for (const Term &T : Terms) {
    Numbers.push_back(T.Word);
    Ones += T.IsNegative;
    if (T.IsNegative)
      for (Literal &L : Numbers.back())
        L = ~L;
  }
  if (Ones) {
    Numbers.emplace_back();
    for (size_t I = 0; I < Width; ++I)
      Numbers.back().push_back(Literal::constant(I < 64 && (Ones >> I & 1)));
  }
  for (size_t Next = 0; Numbers.size() - Next > 2; Next += 3) {
    BitWord Sum, Carry = {False};
    const BitWord X = Numbers[Next], Y = Numbers[Next + 1],
                  Z = Numbers[Next + 2];
    for (size_t I = 0; I < Width; ++I) {
      Sum.push_back(G.makeXor(G.makeXor(X[I], Y[I]), Z[I]));
      Carry.push_back(G.makeMajority(X[I], Y[I], Z[I]));
    }
    Carry.pop_back();
    Numbers.push_back(std::move(Sum));
    Numbers.push_back(std::move(Carry));
  }
  return sum(Numbers[Numbers.size() - 2], Numbers.back(), false);
}

bool OperatorLowering::knows(DatapathOp Op) noexcept {
  switch (facts(Op).Class) {
  case OperatorClass::Sum:
    return Op == DatapathOp::Add || Op == DatapathOp::Sub;
  case OperatorClass::Bitwise:
    return Op == DatapathOp::And || Op == DatapathOp::Or ||
           Op == DatapathOp::Xor;
  case OperatorClass::Shift:
    return Op == DatapathOp::Shl || Op == DatapathOp::LShr ||
           Op == DatapathOp::AShr;
  case OperatorClass::Equality:
    return Op == DatapathOp::Equal || Op == DatapathOp::NotEqual;
  case OperatorClass::Order:
    return Op == DatapathOp::ULess || Op == DatapathOp::ULessEqual ||
           Op == DatapathOp::SLess || Op == DatapathOp::SLessEqual;
  default:
    return Op == DatapathOp::Select || Op == DatapathOp::Mul ||
           Op == DatapathOp::URem;
  }
}

BitWord OperatorLowering::run(const Cell &C, CellId Of,
                              const std::vector<BitWord> &Operands) {
  Id = Of;
  const BitWord &X = Operands[0], &Y = Operands[Operands.size() > 1];
  auto Bitwise = [&](auto Make) {
    BitWord Word;
    for (size_t I = 0; I < X.size(); ++I)
      Word.push_back(Make(X[I], Y[I]));
    return Word;
  };
  switch (C.Op) {
  case DatapathOp::Add:
    return sum(X, Y, false);
  case DatapathOp::Sub:
    return sum(X, Y, true);
  case DatapathOp::And:
    return Bitwise([&](Literal L, Literal R) { return G.makeAnd(L, R); });
  case DatapathOp::Or:
    return Bitwise([&](Literal L, Literal R) { return G.makeOr(L, R); });
  case DatapathOp::Xor:
    return Bitwise([&](Literal L, Literal R) { return G.makeXor(L, R); });
  case DatapathOp::Shl:
  case DatapathOp::LShr:
  case DatapathOp::AShr:
    return shifted(C.Op, X, Y);
  case DatapathOp::Equal:
    return {equal(X, Y)};
  case DatapathOp::NotEqual:
    return {~equal(X, Y)};
  case DatapathOp::ULess:
    return {less(X, Y, false, false)};
  case DatapathOp::ULessEqual:
    return {less(X, Y, false, true)};
  case DatapathOp::SLess:
    return {less(X, Y, true, false)};
  case DatapathOp::SLessEqual:
    return {less(X, Y, true, true)};
  case DatapathOp::Select:
    return choose(X[0], Y, Operands[2]);
  case DatapathOp::Mul:
    return product(X, Y);
  case DatapathOp::URem:
    return remainder(X, Y);
  default:
    return BitWord(C.Width, False); // knows() says no
  }
}

} // namespace roofline
