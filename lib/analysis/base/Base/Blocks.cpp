// Forms that go in blocks.
#include "roofline/Base/Blocks.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace roofline {
namespace {

using Kind = Expr::Kind;

bool reads(const Expr &E, const IsCounter &Moves) {
  return E.K == Kind::Symbol
             ? Moves(E.Name)
             : std::any_of(E.Operands.begin(), E.Operands.end(),
                           [&](const Expr &Op) { return reads(Op, Moves); });
}

/// True where sums of a few such numbers are far from the ends of 64 bits.
bool isModest(int64_t Value) {
  constexpr int64_t Most = int64_t(1) << 60;
  return Value >= -Most && Value <= Most;
}

/// Places where blocks end: wherever one dividend passes a multiple of one
/// divisor. A quotient and the remainder that goes with it have the same.
struct Border {
  const Expr *Dividend = nullptr;
  int64_t Divisor = 1;
  double Share = 0;       ///< [1] of the steps
  bool IsOfStays = false; ///< the steps that pass no multiple end blocks
};

/// True where \p B lies on borders that \p Finer has anyway.
bool isCovered(const Border &B, const Border &Finer) {
  if (B.IsOfStays || Finer.IsOfStays || B.Divisor % Finer.Divisor != 0)
    return false;
  const Expr &Inner = *Finer.Dividend;
  if (Inner == *B.Dividend)
    return B.Divisor != Finer.Divisor;
  return Inner.K == Kind::Mod && Inner.Operands[0] == *B.Dividend &&
         Inner.Operands[1].isConstant(B.Divisor);
}

class Stepper {
public:
  explicit Stepper(const IsCounter &Moves) : Moves(Moves) {}

  /// The step of \p E inside a block; nothing where it is not known.
  std::optional<int64_t> step(const Expr &E) {
    if (!reads(E, Moves))
      return 0;
    switch (E.K) {
    case Kind::Symbol:
      return 1;
    case Kind::Add:
      return sumOfSteps(E);
    case Kind::Mul:
      return productStep(E);
    case Kind::Div:
    case Kind::Mod:
      return blockStepOf(E);
    default:
      return std::nullopt;
    }
  }

  bool KnowsBreaks = true;

  double breaks() const {
    if (!KnowsBreaks)
      return 0;
    double Sum = 0;
    for (const Border &B : Borders)
      if (std::none_of(Borders.begin(), Borders.end(),
                       [&](const Border &F) { return isCovered(B, F); }))
        Sum += B.Share;
    return std::min(Sum, 1.0);
  }

private:
  std::optional<int64_t> sumOfSteps(const Expr &E) {
    int64_t Sum = 0;
    for (const Expr &Op : E.Operands) {
      const auto Step = step(Op);
      if (!Step || __builtin_add_overflow(Sum, *Step, &Sum))
        return std::nullopt;
    }
    return Sum;
  }

  std::optional<int64_t> productStep(const Expr &E) {
    std::optional<int64_t> Step;
    int64_t Factor = 1;
    bool KnowsFactor = true;
    for (const Expr &Op : E.Operands) {
      if (reads(Op, Moves)) {
        if (Step)
          return std::nullopt; // it moves in two factors
        if (!(Step = step(Op)))
          return std::nullopt;
      } else {
        KnowsFactor &= Op.isConstant() &&
                       !__builtin_mul_overflow(Factor, Op.Value, &Factor);
      }
    }
    if (Step == 0)
      return 0;
    int64_t Result;
    return Step && KnowsFactor &&
                   !__builtin_mul_overflow(*Step, Factor, &Result)
               ? std::optional(Result)
               : std::nullopt;
  }

  /// A dividend that grows by s passes a multiple of d in s / d of the steps:
  /// in the others the quotient stays and the remainder grows by s. Beyond
  /// d / 2 the steps that pass one are the usual ones.
  std::optional<int64_t> blockStepOf(const Expr &E) {
    const Expr &Dividend = E.Operands[0], &By = E.Operands[1];
    if (reads(By, Moves) || (By.isConstant() && By.Value <= 0))
      return std::nullopt;
    const auto Step = step(Dividend);
    if (!Step || !isModest(*Step) || (By.isConstant() && !isModest(By.Value)))
      return std::nullopt;
    if (!By.isConstant()) {
      KnowsBreaks = false;
      return E.K == Kind::Div ? 0 : *Step;
    }
    const int64_t D = By.Value, Rest = ((*Step % D) + D) % D,
                  Whole = (*Step - Rest) / D;
    const bool MostPass = Rest > D - Rest;
    if (Rest != 0)
      add({&Dividend, D, double(MostPass ? D - Rest : Rest) / double(D),
           MostPass});
    if (E.K == Kind::Div)
      return Whole + MostPass;
    return MostPass ? Rest - D : Rest;
  }

  void add(const Border &B) {
    const bool IsKnown =
        std::any_of(Borders.begin(), Borders.end(), [&](const Border &Known) {
          return Known.Divisor == B.Divisor && *Known.Dividend == *B.Dividend;
        });
    if (!IsKnown)
      Borders.push_back(B);
  }

  const IsCounter &Moves;
  std::vector<Border> Borders;
};

/// A form repeats after Length more of a counter, greater by Growth.
struct Period {
  int64_t Length = 1, Growth = 0;
};

/// Finds where the blocks of one counter end.
class BlockLengths {
public:
  explicit BlockLengths(std::string Counter) : Counter(std::move(Counter)) {}

  std::vector<int64_t> Found; ///< [step] of the blocks, as met

  std::optional<Period> period(const Expr &E) {
    switch (E.K) {
    case Kind::Constant:
      return Period{};
    case Kind::Symbol:
      return Period{1, E.Name == Counter};
    case Kind::Add:
    case Kind::Mul:
      return combined(E);
    case Kind::Div:
    case Kind::Mod:
      return divided(E);
    default:
      return std::nullopt;
    }
  }

private:
  static std::optional<int64_t> product(int64_t L, int64_t R) {
    int64_t Result;
    return __builtin_mul_overflow(L, R, &Result) ? std::nullopt
                                                 : std::optional(Result);
  }

  std::optional<Period> combined(const Expr &E) {
    const bool IsSum = E.K == Kind::Add;
    Period Result{1, IsSum ? 0 : 1};
    int64_t Factor = 1;
    bool Moves = false;
    for (const Expr &Op : E.Operands) {
      const auto P = period(Op);
      if (!P)
        return std::nullopt;
      if (!IsSum && Op.isConstant()) {
        Factor = product(Factor, Op.Value).value_or(0);
        continue;
      }
      if (!IsSum && Moves)
        return std::nullopt;
      Moves = true;
      const auto Both = product(
          Result.Length / std::gcd(Result.Length, P->Length), P->Length);
      if (!Both || *Both > MostLength)
        return std::nullopt;
      const auto L = product(IsSum ? Result.Growth : 0, *Both / Result.Length),
                 R = product(P->Growth, *Both / P->Length);
      int64_t Growth;
      if (!L || !R || __builtin_add_overflow(*L, *R, &Growth))
        return std::nullopt;
      Result = {*Both, Growth};
    }
    const auto Growth = product(Result.Growth, Factor);
    if (!Growth || Factor == 0)
      return std::nullopt;
    return Period{Result.Length, IsSum || Moves ? *Growth : 0};
  }

  std::optional<Period> divided(const Expr &E) {
    const Expr &By = E.Operands[1];
    const auto P = period(E.Operands[0]);
    if (!P || !By.isConstant() || By.Value <= 0 || !isModest(By.Value) ||
        !isModest(P->Growth))
      return std::nullopt;
    const int64_t Times =
        By.Value / std::gcd(By.Value, P->Growth == 0 ? By.Value : P->Growth);
    const auto Length = product(P->Length, Times),
               Growth = product(P->Growth, Times);
    if (!Length || !Growth || *Length > MostLength)
      return std::nullopt;
    if (*Length > 1 && P->Growth != 0)
      Found.push_back(*Length);
    return Period{*Length, E.K == Kind::Div ? *Growth / By.Value : 0};
  }

  static constexpr int64_t MostLength = int64_t(1) << 40;
  const std::string Counter;
};

/// A form, and the counters and digits in it.
struct DigitPart {
  Expr Form;
  std::vector<Digit> Digits;
};

/// The values from 0 to Number - 1 as a number of whole digits each: the start,
/// and the digits that vary.
struct Run {
  int64_t Start = 0;
  std::vector<int64_t> Numbers; ///< of each place, lowest first
};

/// Parts of \p Number values in the places \p Lengths: whole blocks, then what
/// is left in the blocks of the place below.
std::vector<Run> runsOf(int64_t Number, const std::vector<int64_t> &Lengths) {
  std::vector<Run> Runs;
  int64_t Start = 0;
  for (size_t Place = Lengths.size() + 1; Place-- > 0;) {
    const int64_t Length = Place == 0 ? 1 : Lengths[Place - 1];
    const int64_t Blocks = (Number - Start) / Length;
    if (Blocks == 0)
      continue;
    Run R{Start, {}};
    for (size_t Below = 0; Below < Place; ++Below)
      R.Numbers.push_back(Lengths[Below] /
                          (Below == 0 ? 1 : Lengths[Below - 1]));
    R.Numbers.push_back(Blocks);
    Runs.push_back(std::move(R));
    Start += Blocks * Length;
  }
  return Runs;
}

/// The lengths of the blocks of \p Counter in \p E, ascending, each a multiple
/// of the one before; nothing where they are not.
std::optional<std::vector<int64_t>> lengthsOf(const Expr &E,
                                              const Digit &Counter) {
  BlockLengths Lengths(Counter.Name);
  if (!Lengths.period(E))
    return std::nullopt;
  std::vector<int64_t> &Found = Lengths.Found;
  std::sort(Found.begin(), Found.end());
  Found.erase(std::unique(Found.begin(), Found.end()), Found.end());
  std::erase_if(Found, [&](int64_t L) { return L >= Counter.Number; });
  for (size_t I = 1; I < Found.size(); ++I)
    if (Found[I] % Found[I - 1] != 0)
      return std::nullopt;
  return std::move(Found);
}

/// \p Part with the digits of \p Counter as \p R has them.
DigitPart withDigits(const DigitPart &Part, const Digit &Counter, const Run &R,
                     const std::vector<int64_t> &Lengths) {
  DigitPart Result = Part;
  std::erase_if(Result.Digits,
                [&](const Digit &D) { return D.Name == Counter.Name; });
  Expr Value = Expr::constant(R.Start);
  for (size_t Place = 0; Place < R.Numbers.size(); ++Place) {
    const Digit D{Counter.Name + "." + std::to_string(Place), R.Numbers[Place]};
    const int64_t Weight = Place == 0 ? 1 : Lengths[Place - 1];
    Value = Value + Expr::constant(Weight) * Expr::symbol(D.Name);
    Result.Digits.push_back(D);
  }
  Result.Form = replace(Part.Form, Expr::symbol(Counter.Name), Value);
  return Result;
}

/// \p Part without the quotients that its digits decide.
Expr folded(const DigitPart &Part) {
  return foldQuotients(Part.Form, [&](std::string_view Name) {
    for (const Digit &D : Part.Digits)
      if (D.Name == Name)
        return FormRange{0, D.Number - 1};
    return FormRange{};
  });
}

/// \p Part as a sum; nothing where it is not linear.
std::optional<DigitSum> sumOf(const DigitPart &Part) {
  DigitSum Sum{0, Part.Digits};
  for (Digit &D : Sum.Digits)
    D.Step = 0;
  for (const Expr &Addend : Part.Form.K == Kind::Add
                                ? Part.Form.Operands
                                : std::vector<Expr>{Part.Form}) {
    if (Addend.isConstant()) {
      Sum.Offset = Addend.Value;
      continue;
    }
    const bool IsProduct = Addend.K == Kind::Mul &&
                           Addend.Operands.size() == 2 &&
                           Addend.Operands[0].isConstant();
    const Expr &Counter = IsProduct ? Addend.Operands[1] : Addend;
    const auto D =
        std::find_if(Sum.Digits.begin(), Sum.Digits.end(), [&](const Digit &D) {
          return Counter.K == Kind::Symbol && D.Name == Counter.Name;
        });
    if (D == Sum.Digits.end())
      return std::nullopt;
    D->Step = IsProduct ? Addend.Operands[0].Value : 1;
  }
  return Sum;
}

} // namespace

bool isBlockwise(const Expr &E, const IsCounter &Moves) {
  if (!reads(E, Moves) || E.K == Kind::Symbol)
    return true;
  auto IsPart = [&](const Expr &Op) { return isBlockwise(Op, Moves); };
  if (!std::all_of(E.Operands.begin(), E.Operands.end(), IsPart))
    return false;
  switch (E.K) {
  case Kind::Add:
    return true;
  case Kind::Mul:
    return std::count_if(E.Operands.begin(), E.Operands.end(),
                         [&](const Expr &Op) { return reads(Op, Moves); }) == 1;
  case Kind::Div:
  case Kind::Mod:
    return !reads(E.Operands[1], Moves);
  default:
    return false;
  }
}

std::optional<BlockStep> blockStep(const Expr &E, const IsCounter &Moves) {
  Stepper S(Moves);
  const auto Step = S.step(E);
  return Step ? std::optional(BlockStep{*Step, S.breaks(), S.KnowsBreaks})
              : std::nullopt;
}

std::vector<Expr> blockDivisors(const Expr &E, const IsCounter &Moves) {
  std::vector<Expr> Found;
  auto Add = [&](const Expr &Divisor) {
    if (std::find(Found.begin(), Found.end(), Divisor) == Found.end())
      Found.push_back(Divisor);
  };
  for (const Expr &Op : E.Operands)
    for (const Expr &Divisor : blockDivisors(Op, Moves))
      Add(Divisor);
  if ((E.K == Kind::Div || E.K == Kind::Mod) && reads(E.Operands[0], Moves))
    Add(E.Operands[1]);
  return Found;
}

/// As inDigits(); the digits of digits at \p Depth.
static std::optional<std::vector<DigitSum>>
digitsOf(const Expr &E, const std::vector<Digit> &Counters, unsigned Depth) {
  constexpr size_t MostParts = 64;
  constexpr unsigned MostDepth = 3;
  std::vector<DigitPart> Parts{{E, Counters}};
  for (const Digit &Counter : Counters) {
    const auto Lengths = lengthsOf(E, Counter);
    if (!Lengths)
      return std::nullopt;
    if (Lengths->empty())
      continue;
    std::vector<DigitPart> Next;
    for (const DigitPart &Part : Parts)
      for (const Run &R : runsOf(Counter.Number, *Lengths))
        Next.push_back(withDigits(Part, Counter, R, *Lengths));
    Parts = std::move(Next);
    if (Parts.size() > MostParts)
      return std::nullopt;
  }
  std::vector<DigitSum> Result;
  for (DigitPart &Part : Parts) {
    Part.Form = folded(Part);
    if (auto Sum = sumOf(Part)) {
      Result.push_back(std::move(*Sum));
      continue;
    }
    const auto Inner = Depth < MostDepth
                           ? digitsOf(Part.Form, Part.Digits, Depth + 1)
                           : std::nullopt;
    if (!Inner || Result.size() + Inner->size() > MostParts)
      return std::nullopt;
    Result.insert(Result.end(), Inner->begin(), Inner->end());
  }
  return Result;
}

std::optional<std::vector<DigitSum>>
inDigits(const Expr &E, const std::vector<Digit> &Counters) {
  return digitsOf(E, Counters, 0);
}

} // namespace roofline
