// The places of nodes at which the fewest bits are delayed.
#include "Scheduler.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <limits>
#include <map>

namespace roofline {

/// [step] that the value of a tree waits at least, and its nodes at most.
constexpr int64_t MinTreeWait = 8;
constexpr size_t MostTreeNodes = 64;

/// The line of the value that operand \p Operand reads; taps of one stream
/// share a line.
uint32_t Scheduler::lineOf(uint32_t Operand) const {
  const DatapathNode &N = K.Nodes[Operand];
  if (N.Op == DatapathOp::Input)
    return uint32_t(K.Nodes.size() + N.Value);
  return N.Op == DatapathOp::AtOffset ? N.Operands[0] : Operand;
}

/// [step] What operand \p Operand is read at, less this, is the stage at which
/// its line must still have it.
int64_t Scheduler::lineShift(uint32_t Operand) const {
  const DatapathNode &N = K.Nodes[Operand];
  return N.Op == DatapathOp::Input ? K.distance(N.Delta) : ahead(Operand);
}

/// [bit] that a step of the line of value \p N delays.
int64_t Scheduler::width(uint32_t N) const {
  return isPosition(N) ? bitsFor(K.Space.Size[K.Nodes[N].Value] - 1)
                       : K.Nodes[N].Type.Bits;
}

void Scheduler::findLines() {
  const uint32_t Result = uint32_t(K.Nodes.size());
  auto Read = [&](uint32_t Operand, int32_t Stage, uint32_t Reader) {
    Lines[lineOf(Operand)].insert({Stage - lineShift(Operand), Reader});
  };
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    if (S.Nodes[I].Used && K.Nodes[I].Op != DatapathOp::AtOffset)
      for (uint32_t O : K.Nodes[I].Operands)
        Read(O, S.Nodes[I].Start, I);
  auto ReadResults = [&](const auto &Results, const auto &Stages) {
    for (uint32_t I = 0; I < Results.size(); ++I)
      forEachNode(Results[I], [&](uint32_t N) { Read(N, Stages[I], Result); });
  };
  ReadResults(K.Outputs, S.Outputs);
  ReadResults(K.Reductions, S.Reductions);
  std::vector<int32_t> Leaving;
  for (uint32_t I = 0; I < K.Recurrences.size(); ++I)
    Leaving.push_back(leavingStage(K, S, I));
  ReadResults(K.Recurrences, Leaving);
}

/// How the bits that a line delays depend on the place of those that move.
struct Scheduler::Pull {
  static constexpr int64_t None = std::numeric_limits<int64_t>::min();
  uint32_t Line;
  int64_t Width; ///< [bit]
  int64_t Begin; ///< [stage] at which the line begins
  int64_t Other; ///< [stage] up to which it goes for others; None without
  int64_t Read;  ///< [stage] up to which it goes now for those that move

  /// Taps have a line that only costs what it is longer than it must be.
  int64_t cost(int64_t Shift) const {
    return (std::max(Other, Read + Shift) - Begin) * Width;
  }
};

/// Node \p Root with the operands that it alone reads, and what they alone
/// read; those of a larger tree are not all there.
std::vector<uint32_t> Scheduler::treeOf(uint32_t Root) const {
  std::vector<uint32_t> Tree = {Root};
  std::map<uint32_t, size_t> Reads; // by value, those of the tree
  for (size_t I = 0; I < Tree.size() && Tree.size() <= MostTreeNodes; ++I)
    for (uint32_t O : K.Nodes[Tree[I]].Operands) {
      const uint32_t Value = valuePlace(K, O, 0, Vector).Node;
      if (isMovable(Value) && ++Reads[Value] == Readers[Value].size())
        Tree.push_back(Value);
    }
  return Tree;
}

/// The lines that \p Moved read, but do not write.
std::vector<Scheduler::Pull>
Scheduler::pulls(const std::vector<uint32_t> &Moved) const {
  auto Moves = [&](uint32_t N) {
    return std::find(Moved.begin(), Moved.end(), N) != Moved.end();
  };
  std::vector<Pull> All;
  for (uint32_t N : Moved)
    for (uint32_t O : K.Nodes[N].Operands) {
      const uint32_t Value = valuePlace(K, O, 0, Vector).Node, Line = lineOf(O);
      if (S.Nodes[Value].Invariant || Moves(Value))
        continue;
      const int64_t Read = S.Nodes[N].Start - lineShift(O);
      const auto Known =
          std::find_if(All.begin(), All.end(),
                       [&](const Pull &P) { return P.Line == Line; });
      if (Known != All.end()) {
        Known->Read = std::max(Known->Read, Read);
        continue;
      }
      const bool IsTap = K.Nodes[Value].Op == DatapathOp::Input;
      const int64_t Ready = IsTap ? 0 : S.Nodes[Value].ready();
      Pull P = {Line, width(Value), Ready, IsTap ? Pull::None : Ready, Read};
      const auto Last =
          std::find_if(Lines[Line].rbegin(), Lines[Line].rend(),
                       [&](const auto &R) { return !Moves(R.second); });
      if (Last != Lines[Line].rend())
        P.Other = std::max(P.Other, Last->first);
      All.push_back(P);
    }
  return All;
}

/// Moves nodes by one distance to where the delays around them are fewest; true
/// if they moved. Nothing but \p Moved reads what they compute, but for the
/// first one. The bits that are delayed are a convex function of the distance,
/// linear between those up to which the lines to their operands go anyway.
bool Scheduler::move(const std::vector<uint32_t> &Moved) {
  const uint32_t Root = Moved.front();
  const int64_t Ready = S.Nodes[Root].ready();
  int64_t Last = firstRead(Root) - Ready;
  int64_t First = std::numeric_limits<int32_t>::min();
  for (uint32_t N : Moved)
    for (uint32_t O : K.Nodes[N].Operands)
      if (!S.Nodes[O].Invariant &&
          std::find(Moved.begin(), Moved.end(),
                    valuePlace(K, O, 0, Vector).Node) == Moved.end())
        First = std::max<int64_t>(First, readyFor(O, N) - S.Nodes[N].Start);
  if (Form != ElementForm::Pipe)
    Last = std::min<int64_t>(Last, -S.Nodes[Root].Start);
  const std::vector<Pull> Pulls = pulls(Moved);
  const int64_t LastRead =
      Lines[Root].empty() ? Ready : Lines[Root].rbegin()->first;
  auto Cost = [&](int64_t Shift) {
    int64_t Sum = std::max<int64_t>(0, LastRead - Ready - Shift) * width(Root);
    for (const Pull &Of : Pulls)
      Sum += Of.cost(Shift);
    return Sum;
  };
  int64_t Least = Cost(0), Best = 0;
  auto Try = [&](int64_t Shift) {
    if (Shift < First || Shift > Last)
      return;
    // The latest of equal places of one node, so that what comes before may
    // follow.
    const int64_t There = Cost(Shift);
    const bool Follows = Moved.size() == 1 && Shift > Best;
    if (There < Least || (There == Least && Follows)) {
      Least = There;
      Best = Shift;
    }
  };
  for (const Pull &Of : Pulls)
    if (Of.Other != Pull::None)
      Try(Of.Other - Of.Read);
  Try(First);
  Try(Last);
  for (uint32_t N : Moved)
    if (Best != 0)
      place(N, S.Nodes[N].Start + int32_t(Best));
  return Best != 0;
}

void Scheduler::place(uint32_t N, int32_t Stage) {
  for (uint32_t O : K.Nodes[N].Operands) {
    auto &Line = Lines[lineOf(O)];
    auto Read = Line.extract(Line.find({S.Nodes[N].Start - lineShift(O), N}));
    Read.value().first = Stage - lineShift(O);
    Line.insert(std::move(Read));
  }
  S.Nodes[N].Start = Stage;
}

bool Scheduler::moveAll() {
  bool Moved = false;
  for (uint32_t I = K.Nodes.size(); I-- > 0;)
    if (isMovable(I))
      Moved |= move({I});
  return Moved;
}

/// Moves trees whose value waits long, and those of a position's tests: one by
/// one, neither the root gets away from its operands nor they from it.
bool Scheduler::moveTrees() {
  bool Moved = false;
  for (uint32_t I = K.Nodes.size(); I-- > 0;) {
    const bool MayMove = isMovable(I) && !Lines[I].empty();
    if (!MayMove ||
        (!S.Nodes[I].Ahead &&
         Lines[I].rbegin()->first - S.Nodes[I].ready() < MinTreeWait))
      continue;
    const std::vector<uint32_t> Tree = treeOf(I);
    if (Tree.size() > 1 && Tree.size() <= MostTreeNodes)
      Moved |= move(Tree);
  }
  return Moved;
}

void Scheduler::settle() {
  for (unsigned Pass = 0; Pass < 16 && moveAll(); ++Pass)
    ;
}

} // namespace roofline
