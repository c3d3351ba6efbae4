// Values of work-items as expressions of global elements.
#include "GroupNodes.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

uint32_t GroupNodes::add(GroupNode N) {
  const uint64_t Hash =
      hash_combine(unsigned(N.Kind), N.V, N.Type, N.Form.Constant,
                   N.Form.Slope[0], N.Form.Slope[1], N.Form.Slope[2],
                   hash_combine_range(N.Operands.begin(), N.Operands.end()));
  const uint32_t New = uint32_t(Nodes.size());
  // The two largest keys are the table's own.
  auto [Newest, IsFirst] = ByHash.try_emplace(Hash >> 2, New);
  const uint32_t Older = IsFirst ? None : Newest->second;
  for (uint32_t Known = Older; Known != None; Known = OlderOfHash[Known])
    if (Nodes[Known] == N)
      return Known;
  Newest->second = New;
  OlderOfHash.push_back(Older);
  Nodes.push_back(std::move(N));
  return New;
}

std::optional<int64_t>
GroupNodes::at(uint32_t Node, const std::array<int64_t, 3> &Group) const {
  const GroupNode &N = Nodes[Node];
  if (N.Kind == GroupNode::Index)
    return N.Form.at(Group);
  if (N.Kind != GroupNode::Operation)
    return std::nullopt;
  SmallVector<GroupForm, 3> Operands;
  for (uint32_t Operand : N.Operands) {
    std::optional<int64_t> Value = at(Operand, Group);
    if (!Value)
      return std::nullopt;
    Operands.push_back({*Value, {0, 0, 0}});
  }
  const auto &I = *cast<Instruction>(N.V);
  if (isa<SelectInst>(I))
    return Operands[Operands[0].Constant & 1 ? 1 : 2].Constant;
  std::optional<GroupForm> Result = resultOf(I, Operands, {Group, Group});
  return Result ? std::optional(Result->Constant) : std::nullopt;
}

GroupCut GroupNodes::cutFor(uint32_t Node, const GroupBox &Box,
                            bool IsCondition) const {
  unsigned Longest = 0;
  for (unsigned D = 0; D < 3; ++D) {
    if (Box.Last[D] - Box.First[D] > Box.Last[Longest] - Box.First[Longest])
      Longest = D;
    // Along a line from the first group: to where it stops to be one.
    std::optional<int64_t> Before = at(Node, Box.First), Step;
    if (IsCondition)
      Step = 0;
    std::array<int64_t, 3> Group = Box.First;
    for (++Group[D]; Group[D] <= Box.Last[D]; ++Group[D]) {
      std::optional<int64_t> Here = at(Node, Group);
      if (!Before || !Here)
        return {D, Group[D]};
      if (!Step)
        Step = *Here - *Before;
      if (*Here - *Before != *Step)
        return {D, Group[D]};
      Before = Here;
    }
  }
  assert(!Box.isOne() && "one group has numbers");
  return {Longest, Box.First[Longest] +
                       (Box.Last[Longest] - Box.First[Longest] + 1) / 2};
}

} // namespace roofline
