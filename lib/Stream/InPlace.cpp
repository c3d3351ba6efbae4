// Evaluates where a kernel reads and writes a buffer.
#include "roofline/Stream/InPlace.h"

#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include <algorithm>

namespace roofline {
namespace {

/// By node: true where the position and bound scalars alone decide its value.
std::vector<bool> decidedByPosition(const StreamKernel &K) {
  std::vector<bool> Is;
  for (const DatapathNode &N : K.Nodes) {
    const bool IsLeaf =
        N.Op == DatapathOp::Input || N.Op == DatapathOp::AtOffset ||
        N.Op == DatapathOp::Previous ||
        (N.Op == DatapathOp::Argument && !K.Scalars[N.Value].Bits);
    Is.push_back(!IsLeaf &&
                 std::all_of(N.Operands.begin(), N.Operands.end(),
                             [&](uint32_t Operand) { return Is[Operand]; }));
  }
  return Is;
}

/// A result of each position, or of all of them.
struct Result {
  std::vector<uint32_t> Nodes; ///< that it depends on
  std::optional<uint32_t> Enable;
  const OutputStream *Output = nullptr; ///< that it writes
};

std::vector<Result> resultsOf(const StreamKernel &K) {
  std::vector<Result> All;
  auto Add = [&](const auto &R) -> Result & {
    Result &Of = All.emplace_back();
    forEachNode(R, [&](uint32_t N) { Of.Nodes.push_back(N); });
    if constexpr (requires { R.Enable; })
      Of.Enable = R.Enable;
    return Of;
  };
  for (const OutputStream &O : K.Outputs)
    Add(O).Output = &O;
  for (const Reduction &R : K.Reductions)
    Add(R);
  for (const Recurrence &R : K.Recurrences)
    Add(R);
  return All;
}

/// Calls \p Use(input, tap) for the elements that \p R depends on.
template <typename UseFn>
void forEachTap(const StreamKernel &K, const Result &R, UseFn Use) {
  std::vector<bool> Needed(K.Nodes.size());
  for (uint32_t N : R.Nodes)
    Needed[N] = true;
  for (size_t I = K.Nodes.size(); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    if (!Needed[I])
      continue;
    for (uint32_t Operand : N.Operands)
      Needed[Operand] = true;
    if (N.Op == DatapathOp::Input)
      Use(K.Inputs[N.Value], N.At);
  }
}

class PlaceCheck {
public:
  PlaceCheck(const StreamKernel &K, PositionOrder Order)
      : K(K), Order(Order), Results(resultsOf(K)),
        IsDecided(decidedByPosition(K)) {}

  bool run() {
    findActive();
    for (const Result &Writer : Results)
      if (Writer.Output)
        for (const Result &Reader : Results)
          if (meet(Reader, Writer))
            return true;
    return false;
  }

private:
  void addFactors(uint32_t Condition, std::vector<uint32_t> &To) const;
  void findActive();
  bool meet(const Result &Reader, const Result &Writer) const;
  bool isActive(const Result &R, const Offset &At) const {
    return Active[size_t(&R - Results.data())][size_t(K.distance(At))] != 0;
  }
  template <typename UseFn> bool anyPosition(const Result &R, UseFn Use) const;

  const StreamKernel &K;
  PositionOrder Order;
  std::vector<Result> Results;
  std::vector<bool> IsDecided;
  /// By result: at which position it may be computed.
  std::vector<std::vector<uint64_t>> Active;
};

/// Appends the parts of \p Condition, all of which have to hold, that positions
/// decide.
void PlaceCheck::addFactors(uint32_t Condition,
                            std::vector<uint32_t> &To) const {
  const DatapathNode &N = K.Nodes[Condition];
  if (IsDecided[Condition])
    To.push_back(Condition);
  else if (N.Op == DatapathOp::And)
    for (uint32_t Operand : N.Operands)
      addFactors(Operand, To);
}

/// Evaluates the conditions alone, as outputs of a kernel of their own.
void PlaceCheck::findActive() {
  StreamKernel Of = K;
  Of.Outputs.clear();
  Of.Reductions.clear();
  Of.Recurrences.clear();
  Of.Finish.clear();
  const ValueType Bit = {ScalarKind::Int, 1, 1};
  StreamMemory Memory;
  for (const ScalarArgument &S : K.Scalars)
    Memory.Scalars.push_back(S.Bits.value_or(0));
  for (const Result &R : Results) {
    std::vector<uint32_t> Factors;
    if (R.Enable)
      addFactors(*R.Enable, Factors);
    Of.Nodes.push_back({DatapathOp::Constant, Bit, {}, 1, {}, {}});
    for (uint32_t Factor : Factors)
      Of.Nodes.push_back({DatapathOp::And,
                          Bit,
                          {Factor, uint32_t(Of.Nodes.size() - 1)},
                          0,
                          {},
                          {}});
    OutputStream Out;
    Out.Name = std::to_string(Of.Outputs.size());
    Out.Type = Bit;
    Out.Window = K.Space;
    Out.Value = uint32_t(Of.Nodes.size() - 1);
    Memory.Buffers.push_back(
        {Out.Name, std::vector<uint64_t>(size_t(K.Space.volume()))});
    Of.Outputs.push_back(std::move(Out));
  }
  removeDeadNodes(Of, /*KeepTaps=*/false);
  evaluate(Of, Memory);
  for (StreamMemory::Buffer &B : Memory.Buffers)
    Active.push_back(std::move(B.Elements));
}

/// True where \p Use(position) is for one at which \p R may be computed.
template <typename UseFn>
bool PlaceCheck::anyPosition(const Result &R, UseFn Use) const {
  const Box &B = K.Active;
  Offset At;
  for (At[2] = B.Origin[2]; At[2] < B.Origin[2] + B.Size[2]; ++At[2])
    for (At[1] = B.Origin[1]; At[1] < B.Origin[1] + B.Size[1]; ++At[1])
      for (At[0] = B.Origin[0]; At[0] < B.Origin[0] + B.Size[0]; ++At[0])
        if (isActive(R, At) && Use(At))
          return true;
  return false;
}

bool PlaceCheck::meet(const Result &Reader, const Result &Writer) const {
  std::vector<std::pair<const InputStream *, Offset>> Taps;
  forEachTap(K, Reader, [&](const InputStream &In, const Offset &At) {
    if (In.Name == Writer.Output->Name)
      Taps.emplace_back(&In, At);
  });
  if (Taps.empty())
    return false;
  // By element: the number of the position that writes it, from 1 on.
  std::vector<int64_t> WrittenBy(endOfElements(*Writer.Output));
  anyPosition(Writer, [&](const Offset &At) {
    if (const auto Element = elementAt(*Writer.Output, At))
      WrittenBy[*Element] = 1 + K.distance(At);
    return false;
  });
  return anyPosition(Reader, [&](const Offset &At) {
    return std::any_of(Taps.begin(), Taps.end(), [&](const auto &Tap) {
      Offset There = At;
      for (unsigned D = 0; D < 3; ++D)
        There[D] += Tap.second[D];
      const auto Element = elementAt(*Tap.first, There);
      if (!Element || *Element >= WrittenBy.size())
        return false;
      const int64_t By = WrittenBy[*Element], Own = 1 + K.distance(At);
      return By != 0 && (Order == PositionOrder::None ? By != Own : By < Own);
    });
  });
}

} // namespace

bool mayReadWritten(const StreamKernel &K, PositionOrder Order) {
  constexpr int64_t Most = int64_t(1) << 22;
  return K.Space.volume() > Most || PlaceCheck(K, Order).run();
}

} // namespace roofline
