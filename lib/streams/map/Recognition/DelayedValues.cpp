// Values of earlier iterations: delay lines of the datapath, and recurrences.
#include "CarriedValue.h"
#include "DatapathBuilder.h"

#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Stream/Recurrences.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <cassert>

using namespace llvm;

namespace roofline {

static bool isCast(DatapathOp Op) {
  return Op == DatapathOp::ZeroExtend || Op == DatapathOp::SignExtend ||
         Op == DatapathOp::Truncate || Op == DatapathOp::Bitcast;
}

bool varies(const StreamKernel &K, uint32_t Node) {
  SmallVector<uint32_t, 16> Work = {Node};
  SmallDenseSet<uint32_t, 16> Seen;
  while (!Work.empty()) {
    const DatapathNode &N = K.Nodes[Work.pop_back_val()];
    if (N.Op == DatapathOp::Input || N.Op == DatapathOp::Previous)
      return true;
    for (uint32_t Operand : N.Operands)
      if (Seen.insert(Operand).second)
        Work.push_back(Operand);
  }
  return false;
}

/// Node of the value that \p Node had \p Distance iterations ago. A line keeps
/// values before they are widened. An element of a stream comes from the
/// stream's own line. A value that depends on the position alone is computed of
/// the earlier position.
uint32_t DatapathBuilder::earlier(uint32_t Node, int64_t Distance) {
  assert(Node < K.Nodes.size() && "a value of an earlier position is a node's");
  auto [It, IsNew] = Earlier.try_emplace({Node, Distance}, Node);
  if (!IsNew)
    return It->second;
  const DatapathNode N = K.Nodes[Node]; // the nodes move in memory
  const unsigned SD = SpaceDimension[0];
  Offset Delta = N.Delta;
  Delta[SD] -= Distance;
  uint32_t Result = Node;
  if (N.Op == DatapathOp::Input) {
    InputStream &In = K.Inputs[N.Value];
    if (!is_contained(In.Taps, Delta))
      In.Taps.push_back(Delta);
    Result = add(N.Op, N.Type, {}, nullptr, N.Value, Delta);
  } else if (N.Op == DatapathOp::AtOffset) {
    Result = add(N.Op, N.Type, N.Operands, nullptr, 0, Delta);
  } else if (N.Op == DatapathOp::Position) {
    if (N.Value == SD)
      Result = add(DatapathOp::Sub, N.Type, {Node, constant(N.Type, Distance)});
  } else if (!N.Operands.empty() && (isCast(N.Op) || !varies(K, Node))) {
    std::vector<uint32_t> Operands;
    for (uint32_t Operand : N.Operands)
      Operands.push_back(earlier(Operand, Distance));
    Result = add(N.Op, N.Type, std::move(Operands), nullptr, N.Value);
  } else if (!N.Operands.empty()) {
    Result = add(DatapathOp::AtOffset, N.Type, {Node}, nullptr, 0, Delta);
  }
  if (!K.Nodes[Result].Loc)
    K.Nodes[Result].Loc = N.Loc;
  return Earlier[{Node, Distance}] = Result;
}

uint32_t DatapathBuilder::buildDelayed(const PHINode &Phi,
                                       const DelayedValue &Delayed) {
  if (!Open.insert(Delayed.Source).second)
    return buildCarried(Phi); // comes back into itself
  uint32_t Source = node(Delayed.Source);
  Open.erase(Delayed.Source);
  if (Failed)
    return 0;
  if (!K.Recurrences.empty() && dependOnPrevious(K)[Source])
    return buildCarried(Phi);
  return chooseFirsts(Phi, Delayed,
                      earlier(Source, int64_t(Delayed.Firsts.size())));
}

/// \p Later, and the first values of \p Value where there was none yet.
uint32_t DatapathBuilder::chooseFirsts(const PHINode &Phi,
                                       const DelayedValue &Value,
                                       uint32_t Later) {
  uint32_t Result = Later;
  for (size_t First = 0, End; First < Value.Firsts.size(); First = End) {
    const llvm::Value *Held = Value.Firsts[First];
    for (End = First + 1;
         End < Value.Firsts.size() && Value.Firsts[End] == Held;)
      ++End;
    uint32_t Within = isWithin(0, int64_t(First), int64_t(End) - 1);
    Result = add(DatapathOp::Select, *streamType(Phi.getType()),
                 {Within, node(Held), Result}, &Phi);
  }
  return Result;
}

/// Lets \p R begin with \p First, if that is a constant or a scalar.
static bool beginsWith(Recurrence &R, const DatapathNode &First) {
  if (First.Op == DatapathOp::Constant) {
    R.Initial = First.Value;
    return true;
  }
  if (First.Op != DatapathOp::Argument)
    return false;
  R.Initial.reset();
  R.InitialScalar = uint32_t(First.Value);
  return true;
}

/// Adds a recurrence of \p After, a value that is built later, and returns the
/// node that reads it; nothing after a failure.
std::optional<uint32_t> DatapathBuilder::openRecurrence(const PHINode &Phi,
                                                        const Value &After,
                                                        int64_t Distance) {
  const std::optional<ValueType> Type = streamType(Phi.getType());
  const uint32_t Index = K.Recurrences.size();
  if (!Type)
    fail(&Phi, "a pointer that moves from one iteration to the next");
  else if (Index == MostRecurrences)
    fail(&Phi, "more than " + Twine(MostRecurrences) +
                   " values that one iteration leaves to the next and that "
                   "come back into themselves");
  else if (Distance > MaxDistance)
    fail(&Phi, "a value comes back into itself " + Twine(Distance) +
                   " iterations later; " + Twine(MaxDistance) +
                   " are the most");
  if (Failed)
    return std::nullopt;
  K.Recurrences.push_back({*Type, 0, 0, {}, Distance, sourceLocation(&Phi)});
  if (!K.Recurrences.back().Loc)
    K.Recurrences.back().Loc = sourceLocation(&After);
  OpenRecurrences.push_back({Index, &After});
  return Carried[&Phi] = add(DatapathOp::Previous, *Type, {}, &Phi, Index);
}

/// The last place of a register whose value comes back into itself: one
/// recurrence. Its first positions have what the register held before.
uint32_t DatapathBuilder::buildReturning(const PHINode &Phi,
                                         const DelayedValue &Returning) {
  const std::optional<uint32_t> Previous =
      openRecurrence(Phi, *Returning.Source, int64_t(Returning.Firsts.size()));
  if (!Previous)
    return 0;
  const size_t Index = K.Recurrences.size() - 1;
  if (Body.NumDimensions > 1 || !all_equal(Returning.Firsts))
    return Carried[&Phi] = chooseFirsts(Phi, Returning, *Previous);
  const uint32_t Initial = node(Returning.Firsts[0]);
  if (Failed)
    return 0;
  if (beginsWith(K.Recurrences[Index], K.Nodes[Initial]))
    return *Previous;
  return Carried[&Phi] = chooseFirsts(Phi, Returning, *Previous);
}

/// Returns the value that the iteration before left in \p Phi of the innermost
/// loop: a recurrence. In the first iteration of the loops that it goes through
/// it is the value from outside of them.
uint32_t DatapathBuilder::buildCarried(const PHINode &Phi) {
  if (IsBehind)
    return fail(&Phi, "a value of the loops, and no sum, that is used behind "
                      "them");
  if (auto Known = Carried.find(&Phi); Known != Carried.end())
    return Known->second;
  if (auto It = Body.Returning.find(&Phi);
      It != Body.Returning.end() && isOneRun(K.Active, K.Space))
    return buildReturning(Phi, It->second);
  const std::optional<uint32_t> Opened = openRecurrence(
      Phi, *Phi.getIncomingValueForBlock(Body.Latches[0]), /*Distance=*/1);
  if (!Opened)
    return 0;
  const uint32_t Previous = *Opened, Index = K.Recurrences.size() - 1;
  // Out of the loops that pass it on as it is.
  const PHINode *Outer = &Phi;
  unsigned D = 0;
  auto First = [&] {
    return Outer->getIncomingValue(Outer->getIncomingBlock(0) ==
                                   Body.Latches[D]);
  };
  while (D + 1 < Body.NumDimensions) {
    const auto *Next = dyn_cast<PHINode>(First());
    if (!Next || !is_contained(Body.Carried[D + 1], Next) ||
        passed(Next->getIncomingValueForBlock(Body.Latches[D + 1])) !=
            passed(Outer->getIncomingValueForBlock(Body.Latches[D])))
      break;
    Outer = Next;
    ++D;
  }
  const uint32_t Initial = node(First());
  if (Failed)
    return 0;
  if (D + 1 == Body.NumDimensions &&
      beginsWith(K.Recurrences[Index], K.Nodes[Initial]))
    return Previous;
  std::optional<uint32_t> IsFirst;
  for (unsigned Loop = 0; Loop <= D; ++Loop)
    IsFirst = both(IsFirst, isWithin(Loop, 0, 0));
  return Carried[&Phi] = add(DatapathOp::Select, K.Nodes[Previous].Type,
                             {*IsFirst, Initial, Previous}, &Phi);
}

void DatapathBuilder::completeRecurrences() {
  while (!Failed && !OpenRecurrences.empty()) {
    const auto [Index, After] = OpenRecurrences.back();
    OpenRecurrences.pop_back();
    const uint32_t Value = node(After);
    if (!Failed)
      K.Recurrences[Index].Value = Value;
  }
}

} // namespace roofline
