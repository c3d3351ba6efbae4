// Evaluates where a kernel reads and writes a buffer.
#include "roofline/Stream/InPlace.h"

#include "roofline/Stream/BoxTest.h"
#include "roofline/Stream/DeadNodes.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

/// By node: true where the position and bound scalars alone decide its value.
std::vector<bool> decidedByPosition(const StreamKernel &K) {
  std::vector<bool> Is;
  for (const DatapathNode &N : K.Nodes) {
    const bool IsData =
        N.Op == DatapathOp::Input || N.Op == DatapathOp::AtOffset ||
        N.Op == DatapathOp::Previous ||
        (N.Op == DatapathOp::Argument && !K.Scalars[N.Value].Bits);
    Is.push_back(!IsData &&
                 std::all_of(N.Operands.begin(), N.Operands.end(),
                             [&](uint32_t Operand) { return Is[Operand]; }));
  }
  return Is;
}

/// An element of a stream, relative to the position, or one of a buffer that is
/// the same for all; and the node of the condition under which it is read or
/// written, nothing: always.
struct Access {
  const Stream *Accessed = nullptr;
  Offset Delta = {0, 0, 0};
  std::optional<uint32_t> If;
  std::pair<std::string, uint64_t> Fixed = {}; ///< where there is no stream

  const std::string &buffer() const {
    return Accessed ? Accessed->Name : Fixed.first;
  }
  std::optional<uint64_t> elementFrom(Offset Position) const {
    if (!Accessed)
      return Fixed.second;
    for (unsigned D = 0; D < 3; ++D)
      Position[D] += Delta[D];
    return elementAt(*Accessed, Position);
  }
};

/// The accesses of a kernel's positions, with their conditions as nodes. A
/// condition holds at least where the access matters.
class Accesses {
public:
  explicit Accesses(const StreamKernel &K)
      : K(K), IsDecided(decidedByPosition(K)), Nodes(K.Nodes) {
    for (const OutputStream &Out : K.Outputs) {
      const Condition If = {true, known(Out.Enable)};
      if (const Condition Changes = both(If, changes(Out, Out.Value));
          Changes.IsEver)
        Writes.push_back({&Out, {0, 0, 0}, Changes.If});
      addReads(Out, If);
    }
    for (const Reduction &R : K.Reductions)
      addReads(R, {true, known(R.Enable)});
    for (const Recurrence &R : K.Recurrences)
      addReads(R, {true, {}});
  }

  /// By position: whether \p If, of an Access, may hold there.
  const std::vector<uint64_t> &evaluated(std::optional<uint32_t> If);

  std::vector<Access> Reads, Writes;

private:
  /// Never, always, or by a node.
  struct Condition {
    bool IsEver = false;
    std::optional<uint32_t> If;
  };
  uint32_t add(DatapathNode N) {
    Nodes.push_back(std::move(N));
    return uint32_t(Nodes.size() - 1);
  }
  uint32_t add(DatapathOp Op, uint32_t L, uint32_t R) {
    return add({Op, BitType, {L, R}, 0, {}, {}});
  }
  uint32_t opposite(uint32_t N) {
    return add(DatapathOp::Xor, N,
               add({DatapathOp::Constant, BitType, {}, 1, {}, {}}));
  }
  Condition both(const Condition &L, const Condition &R) {
    if (!L.IsEver || !R.IsEver)
      return {};
    return {true, addBoth(L.If, R.If, [this](DatapathNode N) {
              return add(std::move(N));
            })};
  }
  Condition either(const Condition &L, const Condition &R) {
    if (!L.IsEver || !R.IsEver)
      return L.IsEver ? L : R;
    if (!L.If || !R.If || *L.If == *R.If)
      return {true, L.If && R.If ? L.If : std::nullopt};
    return {true, add(DatapathOp::Or, *L.If, *R.If)};
  }
  std::optional<uint32_t> known(std::optional<uint32_t> Enable);
  Condition changes(const OutputStream &Out, uint32_t Node);
  template <typename ResultT> void addReads(const ResultT &R, Condition If);

  const StreamKernel &K;
  std::vector<bool> IsDecided;
  std::vector<DatapathNode> Nodes; ///< those of K, then conditions
  std::map<std::optional<uint32_t>, std::vector<uint64_t>> Evaluated;
};

/// The part of \p Enable, all of whose factors have to hold, that positions
/// decide.
std::optional<uint32_t> Accesses::known(std::optional<uint32_t> Enable) {
  if (!Enable || IsDecided[*Enable])
    return Enable;
  const DatapathNode N = K.Nodes[*Enable];
  if (N.Op != DatapathOp::And)
    return std::nullopt;
  return both({true, known(N.Operands[0])}, {true, known(N.Operands[1])}).If;
}

/// Where \p Node is something else than the element that \p Out replaces by it.
Accesses::Condition Accesses::changes(const OutputStream &Out, uint32_t Node) {
  const DatapathNode N = K.Nodes[Node];
  if (N.Op == DatapathOp::Input && N.Delta == Offset{0, 0, 0}) {
    const Stream &In = K.Inputs[N.Value];
    return {!(In == static_cast<const Stream &>(Out)), {}};
  }
  if (N.Op != DatapathOp::Select || !IsDecided[N.Operands[0]])
    return {true, {}};
  const uint32_t If = N.Operands[0];
  return either(both({true, If}, changes(Out, N.Operands[1])),
                both({true, opposite(If)}, changes(Out, N.Operands[2])));
}

/// Adds what \p R needs where \p If holds: each way of a selection where it is
/// the one that is taken.
template <typename ResultT>
void Accesses::addReads(const ResultT &R, Condition If) {
  std::vector<Condition> Needed(K.Nodes.size());
  forEachNode(R, [&](uint32_t N) { Needed[N] = {true, {}}; });
  forEachValue(R, [&](uint32_t N) { Needed[N] = If; });
  if constexpr (requires { R.Enable; })
    if (R.Enable)
      Needed[*R.Enable] = {true, {}};
  for (size_t I = K.Nodes.size(); I-- > 0;) {
    const DatapathNode &N = K.Nodes[I];
    const Condition Own = Needed[I];
    if (!Own.IsEver)
      continue;
    for (size_t Number = 0; Number < N.Operands.size(); ++Number) {
      Condition Way = Own;
      if (const uint32_t By = N.Operands[0];
          N.Op == DatapathOp::Select && Number > 0 && IsDecided[By])
        Way = both(Own, {true, Number == 1 ? By : opposite(By)});
      Condition &C = Needed[N.Operands[Number]];
      C = either(C, Way);
    }
    if (N.Op == DatapathOp::Input)
      Reads.push_back({&K.Inputs[N.Value], N.Delta, Own.If});
    else if (N.Op == DatapathOp::Argument)
      if (const auto Element = bufferElement(K.Scalars[N.Value]))
        Reads.push_back({nullptr, {0, 0, 0}, Own.If, *Element});
  }
}

const std::vector<uint64_t> &Accesses::evaluated(std::optional<uint32_t> If) {
  const auto [It, IsNew] = Evaluated.try_emplace(If);
  if (!IsNew)
    return It->second;
  StreamKernel Conditions = K;
  Conditions.Nodes = Nodes;
  Conditions.Reductions.clear();
  Conditions.Recurrences.clear();
  Conditions.Finish.clear();
  OutputStream Out;
  Out.Name = "if";
  Out.Type = BitType;
  Out.Window = K.Space;
  if (If) {
    Out.Value = *If;
  } else {
    Out.Value = uint32_t(Conditions.Nodes.size());
    Conditions.Nodes.push_back({DatapathOp::Constant, BitType, {}, 1, {}, {}});
  }
  Conditions.Outputs = {Out};
  removeDeadNodes(Conditions, /*KeepTaps=*/false);
  StreamMemory Memory;
  Memory.Buffers = {
      {Out.Name, std::vector<uint64_t>(size_t(K.Space.volume()))}};
  for (const ScalarArgument &S : K.Scalars)
    Memory.Scalars.push_back(S.Bits.value_or(0));
  evaluate(Conditions, Memory); // at active positions
  return It->second = std::move(Memory.Buffers[0].Elements);
}

/// Calls \p Use(position number from 1 on, element) where \p If has a bit and
/// \p A has an element; stops at true, and returns it.
template <typename UseFn>
bool anyElement(const StreamKernel &K, const Access &A,
                const std::vector<uint64_t> &If, UseFn Use) {
  const Box &B = K.Active;
  Offset Delta;
  for (Delta[2] = B.Origin[2]; Delta[2] < B.Origin[2] + B.Size[2]; ++Delta[2])
    for (Delta[1] = B.Origin[1]; Delta[1] < B.Origin[1] + B.Size[1]; ++Delta[1])
      for (Delta[0] = B.Origin[0]; Delta[0] < B.Origin[0] + B.Size[0];
           ++Delta[0]) {
        const int64_t Number = K.distance(Delta);
        if (!If[size_t(Number)])
          continue;
        const auto Element = A.elementFrom(Delta);
        if (Element && Use(Number + 1, *Element))
          return true;
      }
  return false;
}

} // namespace

bool mayReadWritten(const StreamKernel &K, PositionOrder Order) {
  constexpr int64_t Most = int64_t(1) << 22;
  if (hasOffsets(K) || K.Space.volume() > Most) // not looked at
    return true;
  Accesses All(K);
  for (const Access &Write : All.Writes) {
    std::vector<int64_t> WrittenBy(
        endOfElements(*Write.Accessed)); // 0: by none
    anyElement(K, Write, All.evaluated(Write.If),
               [&](int64_t Reader, uint64_t Index) {
                 WrittenBy[Index] = Reader;
                 return false;
               });
    auto Meets = [&](int64_t Reader, uint64_t Index) {
      const int64_t By = Index < WrittenBy.size() ? WrittenBy[Index] : 0;
      return By && (Order == PositionOrder::None ? By != Reader : By < Reader);
    };
    for (const Access &Read : All.Reads)
      if (Read.buffer() == Write.buffer() &&
          anyElement(K, Read, All.evaluated(Read.If), Meets))
        return true;
  }
  return false;
}

} // namespace roofline
