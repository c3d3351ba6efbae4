// Values of work-items as expressions of global elements.
#include "GroupNodes.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

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

namespace {

/// A node and all that it is made of, to be evaluated for single groups.
class Cone {
public:
  Cone(const GroupNodes &Nodes, uint32_t Node) : Nodes(Nodes) {
    SmallVector<uint32_t, 8> Work = {Node};
    while (!Work.empty()) {
      const uint32_t Next = Work.pop_back_val();
      if (!PlaceOf.try_emplace(Next, 0).second)
        continue;
      Order.push_back(Next);
      append_range(Work, Nodes[Next].Operands);
    }
    sort(Order); // operands are older than what they make
    for (const auto &[Place, One] : enumerate(Order))
      PlaceOf[One] = Place;
    Values.resize(Order.size());
  }

  size_t size() const { return Order.size(); }

  std::optional<int64_t> at(const std::array<int64_t, 3> &Group) {
    for (const auto &[Place, One] : enumerate(Order))
      Values[Place] = valueOf(Nodes[One], Group);
    return Values.back();
  }

private:
  std::optional<int64_t> valueOf(const GroupNode &N,
                                 const std::array<int64_t, 3> &Group) const {
    if (N.Kind == GroupNode::Index)
      return N.Form.at(Group);
    if (N.Kind != GroupNode::Operation)
      return std::nullopt;
    SmallVector<GroupForm, 3> Operands;
    for (uint32_t Operand : N.Operands) {
      const std::optional<int64_t> Value = Values[PlaceOf.lookup(Operand)];
      if (!Value)
        return std::nullopt;
      Operands.push_back({*Value, {0, 0, 0}});
    }
    const auto &I = *cast<Instruction>(N.V);
    if (isa<SelectInst>(I))
      return Operands[Operands[0].Constant & 1 ? 1 : 2].Constant;
    const auto Result = resultOf(I, Operands, {Group, Group});
    return Result ? std::optional(Result->Constant) : std::nullopt;
  }

  const GroupNodes &Nodes;
  std::vector<uint32_t> Order; ///< ascending, the node itself last
  DenseMap<uint32_t, size_t> PlaceOf;
  std::vector<std::optional<int64_t>> Values; ///< by place
};

/// The values of a node, or what they choose, along dimension D of a box, from
/// its first group on.
class Line {
public:
  Line(Cone &Of, const GroupBox &Box, unsigned D, GroupNodes::Choice Chosen,
       uint64_t &Steps)
      : Of(Of), Box(Box), D(D), Chosen(Chosen), Steps(Steps),
        Base(at(Box.First[D])) {
    if (Chosen)
      Step = 0;
    else if (const auto Next = at(Box.First[D] + 1); Base && Next)
      Step = uint64_t(*Next) - uint64_t(*Base);
  }

  /// First group that leaves the line; nothing where all of the box are on it.
  /// Further away, groups are tried at doubling distances, and one that leaves
  /// the line and comes back may be missed: then a later run cuts there.
  std::optional<int64_t> end() {
    constexpr int64_t Near = 1024;
    const int64_t First = Box.First[D], Last = Box.Last[D];
    int64_t On = First, Off = First;
    for (;; On = Off) {
      if (On == Last)
        return std::nullopt;
      Off = On - First < Near ? On + 1 : On + std::min(On - First, Last - On);
      if (!isOn(Off))
        break;
    }
    while (Off - On > 1) {
      const int64_t Middle = On + (Off - On) / 2;
      (isOn(Middle) ? On : Off) = Middle;
    }
    return Off;
  }

private:
  std::optional<int64_t> at(int64_t Index) {
    Steps -= std::min<uint64_t>(Steps, Of.size());
    if (Steps == 0)
      return std::nullopt;
    std::array<int64_t, 3> Group = Box.First;
    Group[D] = Index;
    const std::optional<int64_t> Value = Of.at(Group);
    return Value && Chosen ? Chosen(*Value) : Value;
  }

  bool isOn(int64_t Index) {
    const std::optional<int64_t> Here = at(Index);
    return Base && Step && Here &&
           uint64_t(*Here) ==
               uint64_t(*Base) + *Step * uint64_t(Index - Box.First[D]);
  }

  Cone &Of;
  const GroupBox &Box;
  const unsigned D;
  const GroupNodes::Choice Chosen;
  uint64_t &Steps;
  const std::optional<int64_t> Base;
  std::optional<uint64_t> Step;
};

} // namespace

GroupCut GroupNodes::cutFor(uint32_t Node, const GroupBox &Box, Choice Chosen,
                            uint64_t &Steps) const {
  Cone Of(*this, Node);
  unsigned Longest = 0;
  for (unsigned D = 0; D < 3; ++D) {
    if (Box.Last[D] - Box.First[D] > Box.Last[Longest] - Box.First[Longest])
      Longest = D;
    if (Box.isOne(D))
      continue;
    if (const auto End = Line(Of, Box, D, Chosen, Steps).end())
      return {D, *End};
  }
  assert(!Box.isOne() && "one group has numbers");
  return {Longest, Box.First[Longest] +
                       (Box.Last[Longest] - Box.First[Longest] + 1) / 2};
}

} // namespace roofline
