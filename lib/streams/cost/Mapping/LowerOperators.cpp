// Operators as gates and carry chains.
//
/// \file
/// Follows the techmap files of yosys: arith_map.v of the family for sums,
/// cmp2lut.v and cmp2lcu.v for orders, techmap.v for shifts; and its pass
/// maccmap for sums of several numbers.
#include "LowerOperators.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <deque>
#include <utility>

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

/// X + Y + Carry, also of bits that need no chain.
BitWord OperatorLowering::wholeSum(const BitWord &X, const BitWord &Y,
                                   Literal Carry, Literal *Last) {
  if (X.size() < Style.LeastSum)
    return sumOfGates(X, Y, Carry, Last);
  std::vector<Literal> Of = {Carry};
  for (size_t I = 0; I < X.size(); ++I)
    Of.insert(Of.end(),
              {Style.ReadsPropagate ? G.makeXor(X[I], Y[I]) : Y[I], X[I]});
  const CarryChain &Chain = chain(Of);
  if (Last)
    *Last = carryBehind(Chain.Bits.back(), Y.back());
  BitWord Sum;
  for (const CarryBit &Bit : Chain.Bits)
    Sum.push_back(Bit.Sum);
  return Sum;
}

const CarryChain &OperatorLowering::chain(const std::vector<Literal> &Bits) {
  const auto [Known, IsNew] = Chains.emplace(Bits, B.Chains.size());
  if (IsNew) {
    CarryChain &Chain = B.Chains.emplace_back();
    Chain.CarryIn = Bits[0];
    Chain.Cell = Id;
    for (size_t I = 1; I < Bits.size(); I += 2)
      Chain.Bits.push_back(
          {Bits[I], Bits[I + 1], G.makeInput(), G.makeInput()});
  }
  return B.Chains[Known->second];
}

BitWord OperatorLowering::sum(BitWord X, BitWord Y, bool Subtracts,
                              Literal *Last) {
  assert(X.size() == Y.size() && "both numbers of a sum are as wide");
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
  // High bits that are constant, as the bits below them, need none either.
  size_t High = Width;
  while (!Last && High > Low + 1) {
    const Literal XTop = X[High - 1], YTop = Y[High - 1];
    if (!isConstant(XTop) || !isConstant(YTop) || XTop != X[High - 2] ||
        YTop != Y[High - 2])
      break;
    --High;
  }
  const BitWord XPart(X.begin() + Low, X.begin() + High);
  const BitWord YPart(Y.begin() + Low, Y.begin() + High);
  const BitWord Part = wholeSum(XPart, YPart, Carry, Last);
  Result.insert(Result.end(), Part.begin(), Part.end());
  for (size_t I = High; I < Width; ++I)
    Result.push_back(X[I] == Y[I] ? X[I] : Result.back());
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
  assert(!X.empty() && X.size() == Y.size() &&
         "both numbers of a comparison are as wide");
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
  std::vector<Literal> Of = {Carry};
  for (size_t I = Pieces.size(); I-- > 0;) {
    const Literal Passes = Pieces[I].Propagate; // and then generates none
    if (Passes == True)
      continue;
    if (Passes == False) { // nothing below counts
      Of = {Pieces[I].Generate};
      continue;
    }
    Of.insert(Of.end(), {Passes, Pieces[I].Generate});
  }
  return Of.size() == 1 ? Of[0] : chain(Of).Bits.back().Carry;
}

Literal OperatorLowering::equal(const BitWord &X, const BitWord &Y) {
  assert(X.size() == Y.size() && "both numbers of a comparison are as wide");
  BitWord Same;
  for (size_t I = 0; I < X.size(); ++I)
    Same.push_back(~G.makeXor(X[I], Y[I]));
  return G.makeAndOf(Same);
}

BitWord OperatorLowering::choose(Literal If, const BitWord &X,
                                 const BitWord &Y) {
  assert(X.size() == Y.size() && "a choice is between two words of one width");
  BitWord Word;
  for (size_t I = 0; I < X.size(); ++I)
    Word.push_back(G.makeMux(If, X[I], Y[I]));
  return Word;
}

BitWord OperatorLowering::shifted(DatapathOp Op, const BitWord &X,
                                  const BitWord &Amount) {
  assert(!X.empty() && "a word that is shifted has bits");
  const size_t Width = X.size();
  const bool IsLeft = Op == DatapathOp::Shl;
  const Literal Fill = Op == DatapathOp::AShr ? X.back() : False;
  const size_t Deepest =
      std::min<size_t>(size_t(std::bit_width(Width - 1)) + 1, Amount.size());
  const BitWord Above(Amount.begin() + Deepest, Amount.end());
  BitWord Word = choose(G.makeOrOf(Above), BitWord(Width, Fill), X);
  for (size_t I = 0; I < Deepest; ++I) {
    const size_t Distance = size_t(1) << I;
    BitWord Moved(Width, Fill);
    for (size_t J = 0; J + Distance < Width; ++J)
      IsLeft ? Moved[J + Distance] = Word[J] : Moved[J] = Word[J + Distance];
    Word = choose(Amount[I], Moved, Word);
  }
  return Word;
}

std::vector<BitWord> OperatorLowering::productRows(const BitWord &X,
                                                   const BitWord &Y) {
  assert(X.size() == Y.size() && "both factors of a product are as wide");
  auto Length = [](const BitWord &W) { // [bit]
    return size_t(W.rend() - std::find_if(W.rbegin(), W.rend(), [](Literal L) {
                    return L != False;
                  }));
  };
  const bool IsYLonger = Length(X) < Length(Y);
  const BitWord &Long = IsYLonger ? Y : X, &Short = IsYLonger ? X : Y;
  std::vector<BitWord> Rows;
  for (size_t I = 0; I < std::max<size_t>(Length(Short), 1); ++I) {
    Rows.emplace_back(I, False);
    for (size_t J = 0; I + J < X.size(); ++J)
      Rows.back().push_back(G.makeAnd(Long[J], Short[I]));
  }
  return Rows;
}

namespace {

/// Bits to be added, by their place in the sum.
class BitColumns {
public:
  explicit BitColumns(size_t Width) : Columns(Width) {}

  /// A bit that is there already counts twice: it is one of the next place.
  void add(Literal Bit, size_t Place) {
    if (Place >= Columns.size() || Bit == False)
      return;
    Column &C = Columns[Place];
    if (Bit == True) {
      C.HasOne = !C.HasOne;
      if (!C.HasOne)
        add(Bit, Place + 1);
    } else if (const auto It = std::find(C.Bits.begin(), C.Bits.end(), Bit);
               It != C.Bits.end()) {
      C.Bits.erase(It);
      add(Bit, Place + 1);
    } else {
      C.Bits.push_back(Bit);
    }
  }
  /// A word of gates of its own, whose bits are not compared.
  void addGates(const BitWord &Word, bool Invert) {
    for (size_t I = 0; I < Columns.size(); ++I)
      Columns[I].Bits.push_back(Word[I] ^ Invert);
  }

  /// Numbers with these bits, of one of each place. A sum of them has a free
  /// lowest carry for each but the first: \p Extra takes bits of low places for
  /// these, each as often as it counts.
  std::vector<BitWord> takeNumbers(BitWord &Extra) {
    std::vector<BitWord> Numbers;
    while (deepest() > 0) {
      Numbers.emplace_back();
      for (Column &C : Columns)
        Numbers.back().push_back(C.size() ? C.take() : False);
      while (takeExtra(Numbers.size() - 1, Extra)) {
      }
    }
    return Numbers;
  }

private:
  struct Column {
    bool HasOne = false; ///< the constant, which is taken first
    std::deque<Literal> Bits;

    size_t size() const { return HasOne + Bits.size(); }
    Literal take() {
      if (std::exchange(HasOne, false))
        return True;
      const Literal First = Bits.front();
      Bits.pop_front();
      return First;
    }
  };
  std::vector<Column> Columns;
  static constexpr size_t HighestExtra = 4; ///< place

  size_t deepest() const {
    size_t Most = 0;
    for (const Column &C : Columns)
      Most = std::max(Most, C.size());
    return Most;
  }
  /// Takes a bit of each of the deepest columns, if they are low ones and there
  /// is room for all.
  bool takeExtra(size_t Room, BitWord &Extra) {
    const size_t Depth = deepest();
    size_t Needed = Extra.size(), Highest = 0;
    for (size_t Place = 0; Place < Columns.size(); ++Place)
      if (Columns[Place].size() == Depth) {
        Needed += size_t(1) << std::min(Place, HighestExtra);
        Highest = Place;
      }
    if (Depth == 0 || Highest > HighestExtra || Needed > Room)
      return false;
    for (size_t Place = 0; Place < Columns.size(); ++Place)
      if (Columns[Place].size() == Depth)
        Extra.insert(Extra.end(), size_t(1) << Place, Columns[Place].take());
    return true;
  }
};

} // namespace

/// Three numbers become two, a sum and its carries, until two are left. \p
/// Extra are bits of the lowest place, at most one for each number but one.
BitWord OperatorLowering::sumSavingCarries(std::vector<BitWord> Numbers,
                                           BitWord Extra) {
  assert(!Numbers.empty() && "a sum has numbers");
  const size_t Width = Numbers[0].size();
  while (Numbers.size() > 2) {
    std::vector<BitWord> Next;
    size_t I = 0;
    for (; I + 2 < Numbers.size(); I += 3) {
      BitWord Sum, Carries = {False};
      if (!Extra.empty()) {
        Carries[0] = Extra.back();
        Extra.pop_back();
      }
      for (size_t Bit = 0; Bit < Width; ++Bit) {
        const Literal X = Numbers[I][Bit], Y = Numbers[I + 1][Bit],
                      Z = Numbers[I + 2][Bit];
        Sum.push_back(G.makeXor(G.makeXor(X, Y), Z));
        Carries.push_back(G.makeMajority(X, Y, Z));
      }
      Carries.pop_back();
      Next.push_back(std::move(Sum));
      Next.push_back(std::move(Carries));
    }
    Next.insert(Next.end(), Numbers.begin() + ptrdiff_t(I), Numbers.end());
    Numbers = std::move(Next);
  }
  if (Numbers.size() == 1)
    return Numbers[0];
  return wholeSum(Numbers[0], Numbers[1], Extra.empty() ? False : Extra[0]);
}

BitWord OperatorLowering::sumOf(std::vector<Term> Terms, CellId Source) {
  Id = Source;
  std::stable_sort(
      Terms.begin(), Terms.end(),
      [](const Term &A, const Term &B) { return A.place() < B.place(); });
  const size_t Width = Terms[0].Word.size();
  BitColumns Columns(Width);
  for (const Term &T : Terms) {
    if (T.IsNegative) // the complement and 1
      Columns.add(True, 0);
    if (T.IsRow || (T.IsNegative && !isConstant(T.Word)))
      Columns.addGates(T.Word, T.IsNegative);
    else
      for (size_t I = 0; I < Width; ++I)
        Columns.add(T.Word[I] ^ T.IsNegative, I);
  }
  BitWord Extra;
  std::vector<BitWord> Numbers = Columns.takeNumbers(Extra);
  if (Numbers.empty())
    return BitWord(Width, False);
  return sumSavingCarries(std::move(Numbers), std::move(Extra));
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
    return Op == DatapathOp::Select || Op == DatapathOp::Mul;
  }
}

BitWord OperatorLowering::run(const Cell &C, CellId Source,
                              const std::vector<BitWord> &Operands) {
  assert(!Operands.empty() && Operands.size() == facts(C.Op).NumOperands &&
         "an operator has all of its operands");
  Id = Source;
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
    return sumSavingCarries(productRows(X, Y), {});
  default:
    return BitWord(C.Width, False); // knows() says no
  }
}

} // namespace roofline
