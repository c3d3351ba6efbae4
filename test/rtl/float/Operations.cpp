// References by llvm::APFloat.
#include "Operations.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"

using namespace llvm;

namespace rtlfloat {

static constexpr auto Nearest = APFloat::rmNearestTiesToEven;

static const fltSemantics &semantics(const Format &F) {
  switch (F.Width) {
  case 8:
    return APFloat::Float8E4M3();
  case 16:
    return APFloat::IEEEhalf();
  case 32:
    return APFloat::IEEEsingle();
  default:
    return APFloat::IEEEdouble();
  }
}

static APFloat toFloat(const Format &F, uint64_t Bits) {
  return APFloat(semantics(F), APInt(F.Width, Bits));
}

static uint64_t toBits(const APFloat &X) {
  return X.bitcastToAPInt().getZExtValue();
}

uint64_t product(const Format &F, uint64_t A, uint64_t B) {
  APFloat X = toFloat(F, A);
  X.multiply(toFloat(F, B), Nearest);
  return toBits(X);
}

/// APFloat has no square root. The float below the exact root in double is
/// found by the host, and then the neighbour that is nearest by exact squares
/// of the midpoints: of p bits these have p + 1, their squares 2p + 2.
static uint64_t squareRoot(const Format &F, uint64_t Bits) {
  APFloat X = toFloat(F, Bits);
  if (X.isZero())
    return Bits;
  if (X.isNaN() || X.isNegative())
    return F.pack(false, F.maxExponent(), uint64_t(1) << (F.Frac - 1));
  if (X.isInfinity())
    return Bits;
  bool Lossy;
  APFloat Wide = X;
  Wide.convert(APFloat::IEEEdouble(), Nearest, &Lossy);
  APFloat Root(__builtin_sqrt(Wide.convertToDouble()));
  Root.convert(semantics(F), Nearest, &Lossy);
  uint64_t Result = toBits(Root);

  auto quad = [&](const APFloat &Y) {
    APFloat Q = Y;
    Q.convert(APFloat::IEEEquad(), Nearest, &Lossy);
    return Q;
  };
  APFloat Target = quad(X);
  // The square of the midpoint of Low and the float above it, against X.
  auto midpointAbove = [&](uint64_t Low) {
    APFloat M = quad(toFloat(F, Low));
    M.add(quad(toFloat(F, Low + 1)), Nearest);
    M.multiply(quad(toFloat(F, F.pack(false, F.bias() - 1, 0))), Nearest);
    M.multiply(M, Nearest);
    return M.compare(Target) == APFloat::cmpGreaterThan;
  };
  while (!midpointAbove(Result))
    ++Result;
  while (midpointAbove(Result - 1))
    --Result;
  return Result;
}

static std::optional<uint64_t> convert(const Operation &O, uint64_t Bits) {
  bool Lossy;
  if (!O.In.isFloat()) {
    APFloat X(semantics(O.Out));
    X.convertFromAPInt(APInt(O.In.Width, Bits), O.In.Signed, Nearest);
    return toBits(X);
  }
  APFloat X = toFloat(O.In, Bits);
  if (O.Out.isFloat()) {
    X.convert(semantics(O.Out), Nearest, &Lossy);
    return toBits(X);
  }
  APSInt Result(O.Out.Width, !O.Out.Signed);
  if (X.convertToInteger(Result, APFloat::rmTowardZero, &Lossy) ==
      APFloat::opInvalidOp)
    return std::nullopt;
  return Result.getZExtValue();
}

static bool compare(Kind Op, const APFloat &A, const APFloat &B) {
  APFloat::cmpResult R = A.compare(B);
  switch (Op) {
  case Kind::Equal:
    return R == APFloat::cmpEqual;
  case Kind::Less:
    return R == APFloat::cmpLessThan;
  case Kind::LessEqual:
    return R == APFloat::cmpLessThan || R == APFloat::cmpEqual;
  default:
    return R == APFloat::cmpUnordered;
  }
}

std::optional<uint64_t> reference(const Operation &O, const Operands &X) {
  if (O.Op == Kind::Convert)
    return convert(O, X[0]);
  if (O.Op == Kind::Sqrt)
    return squareRoot(O.In, X[0]);
  APFloat A = toFloat(O.In, X[0]), B = toFloat(O.In, X[1]);
  switch (O.Op) {
  case Kind::Add:
    A.add(B, Nearest);
    break;
  case Kind::Sub:
    A.subtract(B, Nearest);
    break;
  case Kind::Mul:
    A.multiply(B, Nearest);
    break;
  case Kind::Div:
    A.divide(B, Nearest);
    break;
  case Kind::Fma:
    A.fusedMultiplyAdd(B, toFloat(O.In, X[2]), Nearest);
    break;
  case Kind::Min:
    return toBits(minimumnum(A, B));
  case Kind::Max:
    return toBits(maximumnum(A, B));
  case Kind::MinFirst:
    return X[A.compare(B) == APFloat::cmpGreaterThan];
  case Kind::MaxFirst:
    return X[A.compare(B) == APFloat::cmpLessThan];
  case Kind::MinLast:
    return X[A.compare(B) != APFloat::cmpLessThan];
  case Kind::MaxLast:
    return X[A.compare(B) != APFloat::cmpGreaterThan];
  default:
    return compare(O.Op, A, B);
  }
  return toBits(A);
}

bool agrees(const Operation &O, uint64_t Expected, uint64_t Got) {
  const bool Chooses = O.Op >= Kind::MinFirst && O.Op <= Kind::MaxLast;
  if (!Chooses && O.Out.isNaN(Expected))
    return O.Out.isNaN(Got) && O.Out.isQuiet(Got);
  return Expected == Got;
}

} // namespace rtlfloat
