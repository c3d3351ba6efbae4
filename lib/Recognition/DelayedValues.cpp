// Values of earlier iterations: delay lines of the datapath.
#include "DatapathBuilder.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

static bool isCast(DatapathOp Op) {
  return Op == DatapathOp::ZeroExtend || Op == DatapathOp::SignExtend ||
         Op == DatapathOp::Truncate || Op == DatapathOp::Bitcast;
}

/// True where an input goes into \p Node of \p K.
static bool varies(const StreamKernel &K, uint32_t Node) {
  SmallVector<uint32_t, 16> Work = {Node};
  SmallDenseSet<uint32_t, 16> Seen;
  while (!Work.empty()) {
    const DatapathNode &N = K.Nodes[Work.pop_back_val()];
    if (N.Op == DatapathOp::Input)
      return true;
    for (uint32_t Operand : N.Operands)
      if (Seen.insert(Operand).second)
        Work.push_back(Operand);
  }
  return false;
}

/// Node of the value that \p Node had \p By iterations ago. A line keeps values
/// before they are widened. An element of a stream comes from the stream's own
/// line. A value that depends on the position alone is computed of the earlier
/// position.
uint32_t DatapathBuilder::earlier(uint32_t Node, int64_t By) {
  auto [It, IsNew] = Earlier.try_emplace({Node, By}, Node);
  if (!IsNew)
    return It->second;
  const DatapathNode N = K.Nodes[Node]; // the nodes move in memory
  const unsigned SD = SpaceDimension[0];
  Offset At = N.At;
  At[SD] -= By;
  uint32_t Result = Node;
  if (N.Op == DatapathOp::Input) {
    InputStream &In = K.Inputs[N.Value];
    if (!is_contained(In.Taps, At))
      In.Taps.push_back(At);
    Result = add(N.Op, N.Type, {}, nullptr, N.Value, At);
  } else if (N.Op == DatapathOp::AtOffset) {
    Result = add(N.Op, N.Type, N.Operands, nullptr, 0, At);
  } else if (N.Op == DatapathOp::Position) {
    if (N.Value == SD)
      Result = add(DatapathOp::Sub, N.Type, {Node, constant(N.Type, By)});
  } else if (!N.Operands.empty() && (isCast(N.Op) || !varies(K, Node))) {
    std::vector<uint32_t> Operands;
    for (uint32_t Operand : N.Operands)
      Operands.push_back(earlier(Operand, By));
    Result = add(N.Op, N.Type, std::move(Operands), nullptr, N.Value);
  } else if (!N.Operands.empty()) {
    Result = add(DatapathOp::AtOffset, N.Type, {Node}, nullptr, 0, At);
  }
  if (!K.Nodes[Result].Loc)
    K.Nodes[Result].Loc = N.Loc;
  return Earlier[{Node, By}] = Result;
}

uint32_t DatapathBuilder::buildDelayed(const PHINode &Phi,
                                       const DelayedValue &Of) {
  if (!Open.insert(Of.Source).second)
    return fail(&Phi, ComesBack);
  uint32_t Source = node(Of.Source);
  Open.erase(Of.Source);
  if (Failed)
    return 0;
  uint32_t Result = earlier(Source, int64_t(Of.Firsts.size()));
  for (size_t First = 0, End; First < Of.Firsts.size(); First = End) {
    const Value *Held = Of.Firsts[First];
    for (End = First + 1; End < Of.Firsts.size() && Of.Firsts[End] == Held;)
      ++End;
    uint32_t Within = isWithin(0, int64_t(First), int64_t(End) - 1);
    Result = add(DatapathOp::Select, *streamType(Phi.getType()),
                 {Within, node(Held), Result}, &Phi);
  }
  return Result;
}

} // namespace roofline
