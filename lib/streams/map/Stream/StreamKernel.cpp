// Rules that a stream kernel must obey, and the facts its fields imply.
#include "roofline/Stream/Recurrences.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cstdlib>
#include <limits>

namespace roofline {
namespace {

bool isInt(const ValueType &T) {
  return T.Scalar == ScalarKind::Int && T.Bits >= 1 && T.Bits <= 64 &&
         T.Lanes == 1;
}
bool isFloat(const ValueType &T) {
  return T.Scalar == ScalarKind::Float &&
         (T.Bits == 16 || T.Bits == 32 || T.Bits == 64) && T.Lanes == 1;
}
bool isValue(const ValueType &T) { return isInt(T) || isFloat(T); }
bool isBool(const ValueType &T) { return isInt(T) && T.Bits == 1; }

bool fits(uint64_t Bits, const ValueType &T) {
  return T.Bits == 64 || Bits >> T.Bits == 0;
}

std::string at(const char *What, size_t I) {
  return std::string(What) + " " + std::to_string(I) + ": ";
}

/// Collects nothing: the first broken rule ends the check.
class Checker {
public:
  explicit Checker(const StreamKernel &K, bool IsFinish = false)
      : K(K), IsFinish(IsFinish), Varies(K.Nodes.size()),
        Waits(K.Nodes.size()) {}
  std::optional<std::string> run();
  std::optional<std::string> runAsFinish(const StreamKernel &Kernel);

private:
  using Broken = std::optional<std::string>;

  Broken checkSpace() const;
  Broken checkStream(const Stream &S, const std::string &Place) const;
  Broken checkInputs() const;
  Broken checkOutputs() const;
  Broken checkReductions() const;
  Broken checkRecurrences() const;
  Broken checkNode(size_t I) const;
  Broken checkSource(const DatapathNode &N) const;
  Broken checkOffset(const DatapathNode &N) const;
  bool typesFit(const DatapathNode &N) const;
  Broken checkResult(uint32_t Value, const std::optional<uint32_t> &Enable,
                     const ValueType &Type, const std::string &Place) const;
  bool isInSpace(const Box &B) const;

  const ValueType &operandType(const DatapathNode &N, unsigned I) const {
    return K.Nodes[N.Operands[I]].Type;
  }

  bool leavesDimensions(const Offset &Delta) const;

  const StreamKernel &K;
  bool IsFinish = false;
  std::vector<bool> Varies;   ///< an input goes into the node
  std::vector<int64_t> Waits; ///< [position] for values at offsets
  static constexpr int64_t MaxStages = int64_t(1) << 30;
  static constexpr uint32_t MostPartials = 256;
};

bool Checker::leavesDimensions(const Offset &Delta) const {
  constexpr int64_t MaxOffset = int64_t(1) << 40;
  for (unsigned D = 0; D < 3; ++D)
    if (D >= K.NumDimensions ? Delta[D] != 0
                             : Delta[D] > K.Space.Size[D] + MaxOffset ||
                                   Delta[D] < -K.Space.Size[D] - MaxOffset)
      return true;
  return false;
}

bool Checker::isInSpace(const Box &B) const {
  for (unsigned D = 0; D < 3; ++D)
    if (B.Origin[D] < 0 || B.Size[D] < 1 || B.Size[D] > K.Space.Size[D] ||
        B.Origin[D] > K.Space.Size[D] - B.Size[D])
      return false;
  return true;
}

Checker::Broken Checker::checkSpace() const {
  if (K.NumDimensions < 1 || K.NumDimensions > 3)
    return "the number of dimensions is not 1, 2 or 3";
  int64_t Volume = 1;
  for (unsigned D = 0; D < 3; ++D) {
    int64_t Size = K.Space.Size[D];
    if (K.Space.Origin[D] != 0)
      return at("dimension", D) + "the space does not begin at 0";
    if (Size < 1)
      return at("dimension", D) + "the space has no positions";
    if (D >= K.NumDimensions && Size != 1)
      return at("dimension", D) + "the kernel has no such dimension";
    if (Volume > (int64_t(1) << 48) / Size)
      return "the space has more than 2^48 positions";
    Volume *= Size;
  }
  if (!isInSpace(K.Active))
    return "the active positions are not within the space";
  for (size_t I = 0; I < K.Scalars.size(); ++I) {
    const ScalarArgument &S = K.Scalars[I];
    if (S.Name.empty() || !isValue(S.Type))
      return at("scalar", I) + "a name and a type of a value are needed";
    if (S.Bits && !fits(*S.Bits, S.Type))
      return at("scalar", I) + "its value is wider than its type";
  }
  if (K.Outputs.empty() && K.Reductions.empty())
    return "there is neither an output nor a reduction";
  return std::nullopt;
}

Checker::Broken Checker::checkStream(const Stream &S,
                                     const std::string &Place) const {
  if (S.Name.empty())
    return Place + "it has no name";
  if (!isValue(S.Type))
    return Place + "its elements are no integers of 1 to 64 bits and no "
                   "float32 or float64";
  if (!isInSpace(S.Window))
    return Place + "its window is not within the space";
  if (S.Fields < 1 || S.Fields * uint64_t(S.Type.Bits) > MaxPortBits)
    return Place + "its fields are none, or more than " +
           std::to_string(MaxPortBits) + " bits";
  for (unsigned D = 0; S.Pitch && D < 3; ++D) // from the first to the last
    if (int64_t Way = (*S.Pitch)[D] * (S.Window.Size[D] - 1);
        Way < 0 && uint64_t(-Way) > S.FirstElement)
      return Place + "its walk begins before the buffer";
  return std::nullopt;
}

Checker::Broken Checker::checkInputs() const {
  for (size_t I = 0; I < K.Inputs.size(); ++I) {
    const InputStream &In = K.Inputs[I];
    if (Broken B = checkStream(In, at("input", I)))
      return B;
    if (In.Taps.empty())
      return at("input", I) + "no offset of it is in use";
    for (size_t T = 0; T < In.Taps.size(); ++T) {
      const Offset &Tap = In.Taps[T];
      if (leavesDimensions(Tap))
        return at("input", I) + at("tap", T) + "it leaves the dimensions";
      if (T > 0 && K.distance(In.Taps[T - 1]) > K.distance(Tap))
        return at("input", I) + at("tap", T) + "the one before is further on";
      if (std::find(In.Taps.begin(), In.Taps.begin() + T, Tap) !=
          In.Taps.begin() + T)
        return at("input", I) + at("tap", T) + "it is there twice";
      bool Used = std::any_of(
          K.Nodes.begin(), K.Nodes.end(), [&](const DatapathNode &N) {
            return N.Op == DatapathOp::Input && N.Value == I && N.Delta == Tap;
          });
      if (!Used)
        return at("input", I) + at("tap", T) + "no node uses it";
    }
  }
  return std::nullopt;
}

Checker::Broken Checker::checkSource(const DatapathNode &N) const {
  switch (N.Op) {
  case DatapathOp::Constant:
    return fits(N.Value, N.Type) ? Broken()
                                 : "its value is wider than its type";
  case DatapathOp::Argument:
    if (N.Value >= K.Scalars.size())
      return "there is no scalar " + std::to_string(N.Value);
    return N.Type == K.Scalars[N.Value].Type ? Broken()
                                             : "its type is not the scalar's";
  case DatapathOp::Previous:
    if (N.Value >= K.Recurrences.size())
      return "there is no recurrence " + std::to_string(N.Value);
    return N.Type == K.Recurrences[N.Value].Type
               ? Broken()
               : "its type is not the recurrence's";
  case DatapathOp::Position:
    if (N.Value >= K.NumDimensions)
      return "there is no dimension " + std::to_string(N.Value);
    return isInt(N.Type) ? Broken() : "a position is an integer";
  default: {
    if (N.Value >= K.Inputs.size())
      return "there is no input " + std::to_string(N.Value);
    const InputStream &In = K.Inputs[N.Value];
    if (N.Type != In.Type)
      return "its type is not the stream's";
    return std::find(In.Taps.begin(), In.Taps.end(), N.Delta) != In.Taps.end()
               ? Broken()
               : "its offset is no tap of the stream";
  }
  }
}

Checker::Broken Checker::checkOffset(const DatapathNode &N) const {
  DatapathOp Of = K.Nodes[N.Operands[0]].Op;
  if (Of == DatapathOp::Input || Of == DatapathOp::AtOffset)
    return "its operand has an offset of its own";
  if (!Varies[N.Operands[0]])
    return "no input goes into its operand";
  if (leavesDimensions(N.Delta))
    return "it leaves the dimensions";
  return std::nullopt;
}

bool Checker::typesFit(const DatapathNode &N) const {
  auto allAre = [&](const ValueType &T, unsigned From = 0) {
    for (unsigned I = From; I < N.Operands.size(); ++I)
      if (operandType(N, I) != T)
        return false;
    return true;
  };
  const ValueType &T = N.Type;
  switch (facts(N.Op).Types) {
  case OperandTypes::Source:
    return isValue(T);
  case OperandTypes::Integer:
    return isInt(T) && allAre(T) &&
           (N.Op != DatapathOp::SwapBytes || T.Bits % 8 == 0);
  case OperandTypes::Compare:
    return isBool(T) && isInt(operandType(N, 0)) && allAre(operandType(N, 0));
  case OperandTypes::Select:
    return isValue(T) && isBool(operandType(N, 0)) && allAre(T, 1);
  case OperandTypes::Narrow:
    return isInt(T) && isInt(operandType(N, 0)) &&
           operandType(N, 0).Bits > T.Bits;
  case OperandTypes::Widen:
    return isInt(T) && isInt(operandType(N, 0)) &&
           operandType(N, 0).Bits < T.Bits;
  case OperandTypes::Bitcast:
    return isValue(T) && operandType(N, 0).Bits == T.Bits &&
           operandType(N, 0).Scalar != T.Scalar;
  case OperandTypes::AtOffset:
    return isValue(T) && allAre(T);
  case OperandTypes::Float: // float's fma, rounded to half, is not half's
    return isFloat(T) && allAre(T) && (N.Op != DatapathOp::Fma || T.Bits != 16);
  case OperandTypes::FloatCompare:
    return isBool(T) && isFloat(operandType(N, 0)) && allAre(operandType(N, 0));
  case OperandTypes::FloatToInt:
    return isInt(T) && isFloat(operandType(N, 0));
  case OperandTypes::IntToFloat: // the module's greatest integer is no infinity
    return isFloat(T) && isInt(operandType(N, 0)) &&
           (T.Bits != 16 || operandType(N, 0).Bits < 16);
  case OperandTypes::FloatToFloat:
    return isFloat(T) && isFloat(operandType(N, 0)) && !allAre(T);
  }
  return false;
}

Checker::Broken Checker::checkNode(size_t I) const {
  const DatapathNode &N = K.Nodes[I];
  std::string Place = at("node", I);
  if (unsigned(N.Op) >= NumDatapathOps)
    return Place + "there is no such operation";
  if (N.Operands.size() != numOperands(N.Op))
    return Place + std::string(name(N.Op)) + " takes " +
           std::to_string(numOperands(N.Op)) + " operands";
  for (uint32_t Operand : N.Operands)
    if (Operand >= I)
      return Place + "operand " + std::to_string(Operand) + " is not before it";
  if (!typesFit(N))
    return Place + "types that " + std::string(name(N.Op)) + " does not have";
  if (N.Op == DatapathOp::AtOffset) {
    if (Broken B = checkOffset(N))
      return Place + *B;
  } else if (N.Op != DatapathOp::Input && N.Delta != Offset{0, 0, 0}) {
    return Place + "an offset is an input's alone";
  }
  if (facts(N.Op).Types != OperandTypes::Source)
    return N.Value <= (N.Op == DatapathOp::Or) // of bits that are apart
               ? Broken()
               : Place + "a value is not an operation's to have";
  Broken B = checkSource(N);
  return B ? Place + *B : B;
}

Checker::Broken Checker::checkResult(uint32_t Value,
                                     const std::optional<uint32_t> &Enable,
                                     const ValueType &Type,
                                     const std::string &Place) const {
  if (Value >= K.Nodes.size())
    return Place + "there is no node " + std::to_string(Value);
  if (K.Nodes[Value].Type != Type)
    return Place + "node " + std::to_string(Value) + " has another type";
  if (Enable && (*Enable >= K.Nodes.size() || !isBool(K.Nodes[*Enable].Type)))
    return Place + "its enable is no node of 1 bit";
  return std::nullopt;
}

Checker::Broken Checker::checkOutputs() const {
  for (size_t I = 0; I < K.Outputs.size(); ++I) {
    const OutputStream &Out = K.Outputs[I];
    if (Broken B = checkStream(Out, at("output", I)))
      return B;
    if (Broken B =
            checkResult(Out.Value, Out.Enable, Out.Type, at("output", I)))
      return B;
  }
  return std::nullopt;
}

Checker::Broken Checker::checkReductions() const {
  for (size_t I = 0; I < K.Reductions.size(); ++I) {
    const Reduction &R = K.Reductions[I];
    std::string Place = at("reduction", I);
    if (R.Name.empty())
      return Place + "it has no name";
    if (IsFinish ? R.Op != DatapathOp::Or || R.Initial != 0 || R.Enable ||
                       !isValue(R.Type)
                 : !isReduction(R.Op, R.Type))
      return Place + "its operator does not reduce its type";
    if (Broken B = checkResult(R.Value, R.Enable, R.Type, Place))
      return B;
    if (R.Factor.has_value() != (R.Op == DatapathOp::Fma))
      return Place + "fma has a factor, and no other operator";
    if (R.Factor)
      if (Broken B = checkResult(*R.Factor, R.Enable, R.Type, Place))
        return B;
    if (!std::has_single_bit(R.Interleave) || R.Interleave > MostPartials ||
        (R.Interleave > 1 && R.Op != DatapathOp::FAdd &&
         R.Op != DatapathOp::Fma))
      return Place + "interleaved are sums of floats, by powers of two";
    if (R.Initial && !fits(*R.Initial, R.Type))
      return Place + "its initial value is wider than its type";
    if (R.InitialScalar && (R.Initial || *R.InitialScalar >= K.Scalars.size() ||
                            K.Scalars[*R.InitialScalar].Type != R.Type))
      return Place + "its initial scalar is of another type, not there, or "
                     "beside an initial value";
  }
  return std::nullopt;
}

Checker::Broken Checker::checkRecurrences() const {
  if (K.Recurrences.size() > MostRecurrences)
    return "there are more than " + std::to_string(MostRecurrences) +
           " recurrences";
  for (size_t I = 0; I < K.Recurrences.size(); ++I) {
    const Recurrence &R = K.Recurrences[I];
    const std::string Place = at("recurrence", I);
    if (IsFinish)
      return Place + "a finish has one position";
    if (Broken B = checkResult(R.Value, std::nullopt, R.Type, Place))
      return B;
    if (R.Initial.has_value() == R.InitialScalar.has_value())
      return Place + "it begins with bits or with a scalar";
    if (R.Initial && !fits(*R.Initial, R.Type))
      return Place + "its initial value is wider than its type";
    if (R.InitialScalar && (*R.InitialScalar >= K.Scalars.size() ||
                            K.Scalars[*R.InitialScalar].Type != R.Type))
      return Place + "its initial scalar is of another type, or not there";
    if (R.Distance < 1 || R.Distance > MaxDistance)
      return Place + "its distance is not from 1 to " +
             std::to_string(MaxDistance);
    if (R.Distance > 1 && !isOneRun(K.Active, K.Space))
      return Place + "its positions do not follow one another";
  }
  const std::vector<bool> IsRunning = dependOnPrevious(K);
  for (size_t I = 0; I < K.Nodes.size(); ++I)
    if (K.Nodes[I].Op == DatapathOp::AtOffset &&
        IsRunning[K.Nodes[I].Operands[0]])
      return at("node", I) + "a recurrence goes into its operand";
  return std::nullopt;
}

Checker::Broken Checker::run() {
  if (Broken B = checkSpace())
    return B;
  if (K.StageBits != 0 &&
      (K.StageBits < LeastStageBits || K.StageBits > MostStageBits))
    return "stages of " + std::to_string(K.StageBits) + " bits, not of " +
           std::to_string(LeastStageBits) + " to " +
           std::to_string(MostStageBits);
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    if (Broken B = checkNode(I))
      return B;
    const DatapathNode &N = K.Nodes[I];
    Varies[I] = N.Op == DatapathOp::Input;
    for (uint32_t Operand : N.Operands) {
      Varies[I] = Varies[I] || Varies[Operand];
      Waits[I] = std::max(Waits[I], Waits[Operand]);
    }
    if (N.Op == DatapathOp::AtOffset)
      Waits[I] += std::abs(K.distance(N.Delta));
    if (Waits[I] > MaxStages)
      return at("node", I) + "more than 2^30 positions lie between it and "
                             "the inputs";
  }
  for (size_t I = 0; I < K.Temporaries.size(); ++I)
    if (Broken B = checkStream(K.Temporaries[I], at("temporary", I)))
      return B;
  if (Broken B = checkInputs())
    return B;
  if (Broken B = checkOutputs())
    return B;
  if (Broken B = checkReductions())
    return B;
  if (Broken B = checkRecurrences())
    return B;
  if (K.Finish.empty())
    return std::nullopt;
  const StreamKernel &Finish = K.Finish.front();
  Broken B = K.Finish.size() > 1 || IsFinish
                 ? "there is more than one"
                 : Checker(Finish, /*IsFinish=*/true).runAsFinish(K);
  return B ? "finish: " + *B : B;
}

/// As the finish of \p Kernel.
Checker::Broken Checker::runAsFinish(const StreamKernel &Kernel) {
  if (K.Space.volume() != 1 || !K.Inputs.empty() || !K.Outputs.empty())
    return "it has one position and no streams";
  size_t Own = Kernel.Scalars.size();
  if (K.Scalars.size() != Own + Kernel.Reductions.size())
    return "its scalars are those of the kernel, then its reductions";
  for (size_t I = 0; I < K.Scalars.size(); ++I)
    if (K.Scalars[I].Type !=
        (I < Own ? Kernel.Scalars[I].Type : Kernel.Reductions[I - Own].Type))
      return at("scalar", I) + "its type is not the kernel's";
  for (size_t I = 0; I < Own; ++I)
    if (K.Scalars[I].Name != Kernel.Scalars[I].Name)
      return at("scalar", I) + "its name is not the kernel's";
  for (const Reduction &R : Kernel.Reductions)
    if (!R.Initial && !R.InitialScalar)
      return "'" + R.Name + "' begins with what an element holds";
  return run();
}

} // namespace

bool isReduction(DatapathOp Op, const ValueType &T) {
  const DatapathOperator &Operator = facts(Op);
  return (Operator.reduces() || Op == DatapathOp::Fma) &&
         (Operator.Types == OperandTypes::Float ? isFloat(T) : isInt(T));
}

Offset pitchOf(const Stream &S) noexcept {
  const int64_t Row = S.Window.Size[0] * S.Fields;
  return S.Pitch.value_or(Offset{S.Fields, Row, Row * S.Window.Size[1]});
}

bool hasOffsets(const StreamKernel &K) noexcept {
  return std::any_of(K.Nodes.begin(), K.Nodes.end(), [](const DatapathNode &N) {
    return N.Op == DatapathOp::AtOffset;
  });
}

std::optional<uint64_t> elementAt(const Stream &S,
                                  const Offset &Position) noexcept {
  const Offset Pitch = pitchOf(S);
  int64_t Index = 0;
  for (unsigned D = 0; D < 3; ++D) {
    int64_t Within = Position[D] - S.Window.Origin[D];
    if (Within < 0 || Within >= S.Window.Size[D])
      return std::nullopt;
    Index += Within * Pitch[D];
  }
  return S.FirstElement + uint64_t(Index);
}

uint64_t endOfElements(const Stream &S) noexcept {
  assert(S.Fields >= 1 && "a position has at least one element");
  if (S.Window.volume() == 0)
    return 0;
  Offset Last = S.Window.Origin;
  for (unsigned D = 0; D < 3; ++D)
    if (!S.Pitch || (*S.Pitch)[D] > 0)
      Last[D] += S.Window.Size[D] - 1;
  return *elementAt(S, Last) - S.field() + S.Fields;
}

bool sharePort(const Stream &L, const Stream &R) noexcept {
  assert(L.Fields >= 1 && R.Fields >= 1 &&
         "a position has at least one element");
  return L.Fields > 1 && L.Fields == R.Fields && L.Name == R.Name &&
         L.Type.Bits == R.Type.Bits && L.Window == R.Window &&
         L.Pitch == R.Pitch &&
         L.FirstElement / L.Fields == R.FirstElement / R.Fields;
}

std::optional<std::pair<std::string, uint64_t>>
bufferElement(const ScalarArgument &S) {
  size_t At = S.Name.find('[');
  if (At == std::string::npos || S.Name.back() != ']')
    return std::nullopt;
  uint64_t Element = 0;
  const char *End = S.Name.data() + S.Name.size() - 1;
  auto [Stop, Code] = std::from_chars(S.Name.data() + At + 1, End, Element);
  if (Code != std::errc() || Stop != End)
    return std::nullopt;
  return std::pair(S.Name.substr(0, At), Element);
}

namespace {

std::vector<StreamPlace> placesOf(const auto &Streams) {
  std::vector<StreamPlace> Places;
  for (const Stream &S : Streams)
    Places.push_back({S.Window, S.FirstElement, S.Pitch});
  return Places;
}

void setPlaces(auto &Streams, const std::vector<StreamPlace> &Places) {
  for (size_t I = 0; I < Streams.size(); ++I) {
    Streams[I].Window = Places[I].Window;
    Streams[I].FirstElement = Places[I].FirstElement;
    Streams[I].Pitch = Places[I].Pitch;
  }
}

std::optional<std::string> checkSizes(const StreamKernel &K) {
  if (K.SizeScalars.empty() != K.Sizes.empty())
    return "size scalars and sizes go together";
  for (uint32_t S : K.SizeScalars)
    if (S >= K.Scalars.size() || !isInt(K.Scalars[S].Type))
      return at("size scalar", S) + "it is no integer of the kernel";
  for (size_t I = 0; I < K.Sizes.size(); ++I) {
    const KernelSizes &Sizes = K.Sizes[I];
    if (Sizes.Values.size() != K.SizeScalars.size() ||
        Sizes.Inputs.size() != K.Inputs.size() ||
        Sizes.Outputs.size() != K.Outputs.size() ||
        Sizes.Temporaries.size() != K.Temporaries.size())
      return at("sizes", I) + "they are not of this kernel";
    for (size_t V = 0; V < Sizes.Values.size(); ++V)
      if (Sizes.Values[V] < 1 || Sizes.Values[V] > K.Sizes[0].Values[V] ||
          !fits(uint64_t(Sizes.Values[V]), K.Scalars[K.SizeScalars[V]].Type))
        return at("sizes", I) + "a value is below 1 or above the first sizes'";
    if (std::optional<std::string> Why = Checker(withSizes(K, Sizes)).run())
      return at("sizes", I) + *Why;
  }
  if (!K.Sizes.empty() && K.Sizes[0] != sizesOf(K, K.Sizes[0].Values))
    return "the first sizes are not the kernel's own";
  return std::nullopt;
}

} // namespace

uint32_t mostPartials(const StreamKernel &K) noexcept {
  uint32_t Most = 1;
  for (const Reduction &R : K.Reductions)
    Most = std::max(Most, R.Interleave);
  return Most;
}

KernelSizes sizesOf(const StreamKernel &K, std::vector<int64_t> Values) {
  return {std::move(Values),
          K.Space,
          K.Active,
          placesOf(K.Inputs),
          placesOf(K.Outputs),
          placesOf(K.Temporaries)};
}

StreamKernel withSizes(StreamKernel K, const KernelSizes &Sizes,
                       bool KeepSizes) {
  assert(Sizes.Inputs.size() == K.Inputs.size() &&
         Sizes.Outputs.size() == K.Outputs.size() &&
         Sizes.Temporaries.size() == K.Temporaries.size() &&
         "the sizes are those of this kernel's streams");
  assert(Sizes.Values.size() >= K.SizeScalars.size() &&
         "each scalar that gives a size has a value");
  K.Space = Sizes.Space;
  K.Active = Sizes.Active;
  setPlaces(K.Inputs, Sizes.Inputs);
  setPlaces(K.Outputs, Sizes.Outputs);
  setPlaces(K.Temporaries, Sizes.Temporaries);
  for (size_t V = 0; V < K.SizeScalars.size(); ++V)
    K.Scalars[K.SizeScalars[V]].Bits = uint64_t(Sizes.Values[V]);
  if (KeepSizes)
    return K;
  K.SizeScalars.clear();
  K.Sizes.clear();
  return K;
}

std::optional<std::string> verifyStreamKernel(const StreamKernel &K) {
  std::optional<std::string> Broken = Checker(K).run();
  return Broken ? Broken : checkSizes(K);
}

bool isLowMask(const StreamKernel &K, uint32_t Node) noexcept {
  assert(Node < K.Nodes.size() && "a mask is a node of the kernel");
  const DatapathNode &N = K.Nodes[Node];
  return N.Op == DatapathOp::Constant && N.Value != 0 &&
         (N.Value & (N.Value + 1)) == 0;
}

} // namespace roofline
