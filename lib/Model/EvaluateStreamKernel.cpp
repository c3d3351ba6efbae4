// A stream kernel run as it is defined: the reference for all its variants.
//
/// \file
/// Inputs read what memory held before the launch. An offset that leaves the
/// stream's window, or the buffer, brings 0: a kernel that is recognised does
/// not depend on it; so does one that leaves the space. Outputs are written
/// where a position is in their window and active. A NaN that arithmetic makes
/// is the canonical quiet one; of two zeros the negative one is the smaller.
/// Built without contraction of products and sums (lib/Model/CMakeLists.txt).
#include "roofline/Model/StreamKernel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <type_traits>

namespace roofline {
namespace {

uint64_t mask(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }

int64_t asSigned(uint64_t Value, unsigned Bits) {
  return int64_t(Value << (64 - Bits)) >> (64 - Bits);
}

uint64_t reversed(uint64_t Value, unsigned Bits, unsigned Group) {
  uint64_t Result = 0;
  for (unsigned I = 0; I < Bits; I += Group)
    Result |= (Value >> I & mask(Group)) << (Bits - Group - I);
  return Result;
}

uint64_t divide(DatapathOp Op, uint64_t A, uint64_t B, unsigned Bits) {
  bool IsQuotient = Op == DatapathOp::UDiv || Op == DatapathOp::SDiv;
  if (B == 0)
    return IsQuotient ? ~uint64_t(0) : A;
  if (Op == DatapathOp::UDiv || Op == DatapathOp::URem)
    return IsQuotient ? A / B : A % B;
  int64_t Divisor = asSigned(B, Bits), Dividend = asSigned(A, Bits);
  if (Divisor == -1) // the least integer has no opposite: it wraps
    return IsQuotient ? -A : 0;
  return IsQuotient ? Dividend / Divisor : Dividend % Divisor;
}

/// Of two integers of \p Bits; the result may carry bits beyond them.
uint64_t integer(DatapathOp Op, uint64_t A, uint64_t B, unsigned Bits) {
  int64_t SA = asSigned(A, Bits), SB = asSigned(B, Bits);
  switch (Op) {
  case DatapathOp::Add:
    return A + B;
  case DatapathOp::Sub:
    return A - B;
  case DatapathOp::Mul:
    return A * B;
  case DatapathOp::UDiv:
  case DatapathOp::SDiv:
  case DatapathOp::URem:
  case DatapathOp::SRem:
    return divide(Op, A, B, Bits);
  case DatapathOp::And:
    return A & B;
  case DatapathOp::Or:
    return A | B;
  case DatapathOp::Xor:
    return A ^ B;
  case DatapathOp::Shl:
    return B >= Bits ? 0 : A << B;
  case DatapathOp::LShr:
    return B >= Bits ? 0 : A >> B;
  case DatapathOp::AShr:
    return SA >> (B >= Bits ? 63 : B);
  case DatapathOp::UMin:
    return A < B ? A : B;
  case DatapathOp::UMax:
    return A < B ? B : A;
  case DatapathOp::SMin:
    return SA < SB ? A : B;
  case DatapathOp::SMax:
    return SA < SB ? B : A;
  case DatapathOp::PopCount:
    return std::popcount(A);
  case DatapathOp::CountLeadingZeros:
    return std::countl_zero(A) - (64 - Bits);
  case DatapathOp::CountTrailingZeros:
    return A == 0 ? Bits : std::countr_zero(A);
  case DatapathOp::ReverseBits:
    return reversed(A, Bits, 1);
  case DatapathOp::SwapBytes:
    return reversed(A, Bits, 8);
  case DatapathOp::RotateLeft: {
    unsigned Turn = B % Bits;
    return Turn == 0 ? A : A << Turn | A >> (Bits - Turn);
  }
  case DatapathOp::Equal:
    return A == B;
  case DatapathOp::NotEqual:
    return A != B;
  case DatapathOp::ULess:
    return A < B;
  case DatapathOp::ULessEqual:
    return A <= B;
  case DatapathOp::SLess:
    return SA < SB;
  default: // SLessEqual
    return SA <= SB;
  }
}

template <typename Float>
using BitsOf = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;

template <typename Float> Float toFloat(uint64_t Bits) {
  return std::bit_cast<Float>(BitsOf<Float>(Bits));
}

template <typename Float> uint64_t toBits(Float Value) {
  if (std::isnan(Value))
    Value = std::numeric_limits<Float>::quiet_NaN();
  return std::bit_cast<BitsOf<Float>>(Value);
}

/// The smaller one, or the number where the other one is a NaN.
template <typename Float> Float smaller(Float A, Float B) {
  if (std::isnan(A) || std::isnan(B))
    return std::isnan(A) ? B : A;
  if (A == B)
    return std::signbit(A) ? A : B;
  return A < B ? A : B;
}

template <typename Float>
uint64_t arithmetic(DatapathOp Op, const uint64_t *Values) {
  constexpr BitsOf<Float> SignBit = BitsOf<Float>(1) << (8 * sizeof(Float) - 1);
  Float A = toFloat<Float>(Values[0]), B = toFloat<Float>(Values[1]);
  switch (Op) {
  case DatapathOp::FAdd:
    return toBits<Float>(A + B);
  case DatapathOp::FSub:
    return toBits<Float>(A - B);
  case DatapathOp::FMul:
    return toBits<Float>(A * B);
  case DatapathOp::FDiv:
    return toBits<Float>(A / B);
  case DatapathOp::FSqrt:
    return toBits<Float>(std::sqrt(A));
  case DatapathOp::Fma:
    return toBits<Float>(std::fma(A, B, toFloat<Float>(Values[2])));
  case DatapathOp::FNeg:
    return Values[0] ^ SignBit;
  case DatapathOp::FAbs:
    return Values[0] & ~SignBit & mask(8 * sizeof(Float));
  case DatapathOp::FMin:
    return toBits<Float>(smaller(A, B));
  case DatapathOp::FMax:
    return toBits<Float>(-smaller(-A, -B));
  case DatapathOp::FEqual:
    return A == B;
  case DatapathOp::FLess:
    return A < B;
  case DatapathOp::FLessEqual:
    return A <= B;
  default: // FUnordered
    return std::isnan(A) || std::isnan(B);
  }
}

/// Towards zero; the nearest integer there is where it is out of range, and 0
/// of a NaN.
uint64_t toInteger(double Value, unsigned Bits, bool Signed) {
  double Limit = std::ldexp(1.0, int(Signed ? Bits - 1 : Bits));
  double Whole = std::trunc(Value);
  if (std::isnan(Value))
    return 0;
  if (Whole >= Limit)
    return Signed ? mask(Bits) >> 1 : mask(Bits);
  if (Whole < (Signed ? -Limit : 0))
    return Signed ? mask(Bits) ^ (mask(Bits) >> 1) : 0;
  return Signed ? uint64_t(int64_t(Whole)) : uint64_t(Whole);
}

double toDouble(uint64_t Bits, const ValueType &From) {
  return From.Bits == 32 ? toFloat<float>(Bits) : toFloat<double>(Bits);
}

template <typename Int> uint64_t fromInteger(Int Value, const ValueType &To) {
  return To.Bits == 32 ? toBits(float(Value)) : toBits(double(Value));
}

/// \p Op of \p Values, which are of the type \p From.
uint64_t apply(DatapathOp Op, const ValueType &To, const ValueType &From,
               const uint64_t *Values) {
  switch (Op) {
  case DatapathOp::Select:
    return Values[0] ? Values[1] : Values[2];
  case DatapathOp::Truncate:
    return Values[0] & mask(To.Bits);
  case DatapathOp::ZeroExtend:
  case DatapathOp::Bitcast:
    return Values[0];
  case DatapathOp::SignExtend:
    return asSigned(Values[0], From.Bits) & mask(To.Bits);
  case DatapathOp::FToSInt:
  case DatapathOp::FToUInt:
    return toInteger(toDouble(Values[0], From), To.Bits,
                     Op == DatapathOp::FToSInt) &
           mask(To.Bits);
  case DatapathOp::SIntToF:
    return fromInteger(asSigned(Values[0], From.Bits), To);
  case DatapathOp::UIntToF:
    return fromInteger(Values[0], To);
  case DatapathOp::FToF:
    return To.Bits == 32 ? toBits(float(toDouble(Values[0], From)))
                         : toBits(toDouble(Values[0], From));
  default:
    if (From.Scalar == ScalarKind::Float)
      return From.Bits == 32 ? arithmetic<float>(Op, Values)
                             : arithmetic<double>(Op, Values);
    return integer(Op, Values[0], Values[1], From.Bits) & mask(To.Bits);
  }
}

class Evaluation {
public:
  Evaluation(const StreamKernel &K, StreamMemory &Memory);
  /// Values that are read at offsets, at all positions.
  void prepare();
  void at(const Offset &Position);
  void storeReductions();

private:
  uint64_t scalar(uint64_t I) const {
    return I < Memory.Scalars.size() ? Memory.Scalars[I] : 0;
  }
  uint64_t source(const DatapathNode &N, const Offset &Position) const;
  uint64_t elsewhere(const DatapathNode &N, const Offset &Position) const;
  void computeNodes(const Offset &Position, unsigned Level);
  bool isEnabled(const std::optional<uint32_t> &Enable) const {
    return !Enable || Values[*Enable];
  }

  const StreamKernel &K;
  StreamMemory &Memory;
  std::vector<std::vector<uint64_t>> Inputs; ///< as they were before
  std::vector<uint64_t> Values;              ///< of the nodes, here
  std::vector<unsigned> Levels; ///< of the nodes: offsets that lie before
  unsigned NumLevels = 0;
  /// Of nodes that are read at offsets, in the order of the walk.
  std::map<uint32_t, std::vector<uint64_t>> Everywhere;
  std::vector<uint64_t> Sums; ///< of the reductions, so far
};

Evaluation::Evaluation(const StreamKernel &K, StreamMemory &Memory)
    : K(K), Memory(Memory), Values(K.Nodes.size()), Levels(K.Nodes.size()) {
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    for (uint32_t O : K.Nodes[I].Operands)
      Levels[I] = std::max(Levels[I], Levels[O]);
    Levels[I] += K.Nodes[I].Op == DatapathOp::AtOffset;
    NumLevels = std::max(NumLevels, Levels[I]);
  }
  for (const InputStream &In : K.Inputs) {
    const StreamMemory::Buffer *B = Memory.find(In.Name);
    Inputs.push_back(B ? B->Elements : std::vector<uint64_t>());
  }
  for (const Reduction &R : K.Reductions) {
    const StreamMemory::Buffer *B = Memory.find(R.Name);
    bool IsThere = B && R.Element < B->Elements.size();
    Sums.push_back(R.Initial         ? *R.Initial
                   : R.InitialScalar ? scalar(*R.InitialScalar)
                   : IsThere         ? B->Elements[R.Element]
                                     : 0);
  }
}

uint64_t Evaluation::source(const DatapathNode &N,
                            const Offset &Position) const {
  switch (N.Op) {
  case DatapathOp::Constant:
    return N.Value;
  case DatapathOp::Argument:
    return scalar(N.Value);
  case DatapathOp::Position:
    return uint64_t(Position[N.Value]) & mask(N.Type.Bits);
  default: { // Input
    Offset There;
    for (unsigned D = 0; D < 3; ++D)
      There[D] = Position[D] + N.At[D];
    std::optional<uint64_t> Element = elementAt(K.Inputs[N.Value], There);
    const std::vector<uint64_t> &Elements = Inputs[N.Value];
    return Element && *Element < Elements.size() ? Elements[*Element] : 0;
  }
  }
}

uint64_t Evaluation::elsewhere(const DatapathNode &N,
                               const Offset &Position) const {
  Offset There;
  for (unsigned D = 0; D < 3; ++D) {
    There[D] = Position[D] + N.At[D];
    if (There[D] < 0 || There[D] >= K.Space.Size[D])
      return 0;
  }
  return Everywhere.at(N.Operands[0])[K.distance(There)];
}

template <typename AtFn> void forEachPosition(const Box &B, AtFn At) {
  for (int64_t Z = B.Origin[2]; Z < B.Origin[2] + B.Size[2]; ++Z)
    for (int64_t Y = B.Origin[1]; Y < B.Origin[1] + B.Size[1]; ++Y)
      for (int64_t X = B.Origin[0]; X < B.Origin[0] + B.Size[0]; ++X)
        At(Offset{X, Y, Z});
}

void Evaluation::prepare() {
  for (unsigned Level = 0; Level < NumLevels; ++Level) {
    std::vector<std::pair<uint32_t, std::vector<uint64_t> *>> Lines;
    for (const DatapathNode &N : K.Nodes)
      if (N.Op == DatapathOp::AtOffset && Levels[N.Operands[0]] == Level &&
          !Everywhere.count(N.Operands[0]))
        Lines.push_back({N.Operands[0], &Everywhere[N.Operands[0]]});
    forEachPosition(K.Space, [&](const Offset &Position) {
      computeNodes(Position, Level);
      for (auto [Of, Line] : Lines)
        Line->push_back(Values[Of]);
    });
  }
}

void Evaluation::computeNodes(const Offset &Position, unsigned Level) {
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    if (Levels[I] > Level)
      continue;
    const DatapathNode &N = K.Nodes[I];
    if (N.Operands.empty() || N.Op == DatapathOp::AtOffset) {
      Values[I] =
          N.Operands.empty() ? source(N, Position) : elsewhere(N, Position);
      continue;
    }
    uint64_t Operands[3] = {0, 0, 0};
    for (size_t J = 0; J < N.Operands.size(); ++J)
      Operands[J] = Values[N.Operands[J]];
    Values[I] = apply(N.Op, N.Type, K.Nodes[N.Operands[0]].Type, Operands);
  }
}

void Evaluation::at(const Offset &Position) {
  computeNodes(Position, NumLevels);
  for (const OutputStream &Out : K.Outputs) {
    std::optional<uint64_t> Element = elementAt(Out, Position);
    StreamMemory::Buffer *B = Element ? Memory.find(Out.Name) : nullptr;
    if (B && *Element < B->Elements.size() && isEnabled(Out.Enable))
      B->Elements[*Element] = Values[Out.Value];
  }
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    const uint64_t Operands[3] = {Sums[I], Values[R.Value], 0};
    if (isEnabled(R.Enable))
      Sums[I] = apply(R.Op, R.Type, R.Type, Operands);
  }
}

void Evaluation::storeReductions() {
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    StreamMemory::Buffer *B = Memory.find(R.Name);
    if (B && R.Element < B->Elements.size())
      B->Elements[R.Element] = Sums[I];
  }
}

} // namespace

void evaluate(const StreamKernel &K, StreamMemory &Memory) {
  Evaluation E(K, Memory);
  E.prepare();
  forEachPosition(K.Active, [&](const Offset &Position) { E.at(Position); });
  E.storeReductions();
}

} // namespace roofline
