// Priority cuts in the order of ABC's command `if`.
#include "LutCover.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace roofline {

static constexpr float Epsilon = 1e-4f;
static constexpr float Never = std::numeric_limits<float>::max();

LutCover::LutCover(const GateNetwork &Network, const LutTarget &T)
    : Net(Network), Target(T), Lists(Network.nodes().size()),
      Best(Lists.size()), States(Lists.size()), EstimatedUses(Lists.size(), 1),
      Required(Lists.size(), Never), IsMarked(Lists.size()) {
  for (uint32_t I : Net.inputs()) {
    setTrivial(I, Lists[I]);
    Best[I] = Lists[I].Cuts[0];
  }
}

float LutCover::leastLevels() {
  Uses = Net.fanouts();
  runPass(Goal::Levels);
  float Levels = 0;
  for (Literal L : Net.outputs())
    Levels = std::max(Levels, Best[L.node()].Delay);
  return Levels;
}

void LutCover::search(float Levels) {
  NeededBy = Levels;
  updateCover(); // of the first pass
  for (Goal G : {Goal::LevelsThenArea, Goal::TrialArea}) {
    Uses = Net.fanouts();
    runPass(G);
  }
  growCuts();
  for (Goal G : {Goal::AreaFlow, Goal::ExactArea}) {
    runPass(G);
    growCuts();
  }
}

void LutCover::runPass(Goal G) {
  for (uint32_t I = 1; I < Net.nodes().size(); ++I)
    if (Net.nodes()[I].isGate())
      chooseCut(I, G);
  updateCover();
}

void LutCover::chooseCut(uint32_t Node, Goal G) {
  bool IsTrial = G < Goal::AreaFlow;
  if (IsTrial)
    EstimatedUses[Node] = float(std::max(Uses[Node], 1u));
  if (G == Goal::AreaFlow)
    EstimatedUses[Node] = (2 * EstimatedUses[Node] + float(Uses[Node])) / 3;
  if (!IsTrial && Uses[Node])
    dropUses(Best[Node]);
  CutList &To = Lists[Node];
  To.Size = 0;
  if (G != Goal::Levels) {
    priced(Best[Node], G, Never);
    if (!IsTrial)
      To.Cuts[To.Size++] = Best[Node];
  }
  joinCuts(Node, G, To);
  if (G == Goal::Levels || !IsTrial ||
      To.Cuts[0].Delay <= Required[Node] + Epsilon)
    Best[Node] = To.Cuts[0];
  noteState(Node);
  setTrivial(Node, To);
  if (!IsTrial && Uses[Node])
    addUses(Best[Node]);
}

/// Notes the level and area of \p Node for the cuts above it.
void LutCover::noteState(uint32_t Node) {
  float Share = Uses[Node] ? EstimatedUses[Node] : 1;
  States[Node] = {Best[Node].Delay, Best[Node].Area / Share};
}

void LutCover::joinCuts(uint32_t Node, Goal G, CutList &To) {
  const GateNetwork::Node &N = Net.nodes()[Node];
  const CutList &A = Lists[N.A.node()], &B = Lists[N.B.node()];
  float Latest = G >= Goal::AreaFlow ? Required[Node] : Never;
  for (uint32_t I = 0; I < A.Size; ++I)
    for (uint32_t K = 0; K < B.Size; ++K) {
      LeafCut &C = To.Cuts[To.Size]; // free
      if (merge(A.Cuts[I], B.Cuts[K], C) && !hasSubset(To, C) &&
          priced(C, G, Latest))
        insert(To, G);
    }
}

bool LutCover::merge(const LeafCut &A, const LeafCut &B, LeafCut &To) const {
  To.Sign = A.Sign | B.Sign;
  if (unsigned(std::popcount(To.Sign)) > Target.Widest)
    return false;
  const uint32_t *P = A.Leaves.data(), *PEnd = P + A.Size;
  const uint32_t *Q = B.Leaves.data(), *QEnd = Q + B.Size;
  uint32_t N = 0;
  while (P != PEnd && Q != QEnd) {
    if (N == Target.Widest)
      return false;
    uint32_t X = *P, Y = *Q;
    To.Leaves[N++] = std::min(X, Y);
    P += X <= Y;
    Q += Y <= X;
  }
  if (N + (PEnd - P) + (QEnd - Q) > Target.Widest)
    return false;
  while (P != PEnd)
    To.Leaves[N++] = *P++;
  while (Q != QEnd)
    To.Leaves[N++] = *Q++;
  To.Size = N;
  return true;
}

/// Gives \p C its level and area; false if it is later than \p Latest.
bool LutCover::priced(LeafCut &C, Goal G, float Latest) {
  float Arrival = 0, Flow = costOf(C.Size);
  uint32_t Readers = 0;
  for (uint32_t I = 0; I < C.Size; ++I) {
    const NodeState &Leaf = States[C.Leaves[I]];
    Arrival = std::max(Arrival, Leaf.Arrival);
    Flow += Leaf.Flow;
    Readers += Uses[C.Leaves[I]];
  }
  C.Delay = Arrival + 1;
  if (C.Delay > Latest + Epsilon)
    return false;
  C.LeafUses = G < Goal::AreaFlow ? 0 : float(Readers) / float(C.Size);
  C.Area = Flow;
  if (G == Goal::ExactArea) {
    C.Area = addUses(C);
    dropUses(C);
  }
  return true;
}

/// Fewer inputs decide between tables of one area.
float LutCover::costOf(uint32_t Size) const {
  assert(Size <= Target.Widest &&
         "a table is no wider than the device's widest");
  return float(Target.Area[Size]) + float(Size) / 1024;
}

float LutCover::addUses(const LeafCut &C) {
  float Area = costOf(C.Size);
  for (uint32_t I = 0; I < C.Size; ++I)
    if (Uses[C.Leaves[I]]++ == 0 && Net.nodes()[C.Leaves[I]].isGate())
      Area += addUses(Best[C.Leaves[I]]);
  return Area;
}

float LutCover::dropUses(const LeafCut &C) {
  float Area = costOf(C.Size);
  for (uint32_t I = 0; I < C.Size; ++I)
    if (--Uses[C.Leaves[I]] == 0 && Net.nodes()[C.Leaves[I]].isGate())
      Area += dropUses(Best[C.Leaves[I]]);
  return Area;
}

bool LutCover::isBetter(const LeafCut &A, const LeafCut &B, Goal G) const {
  if (G == Goal::Levels) {
    if (A.Delay != B.Delay)
      return A.Delay < B.Delay;
    if (A.Size != B.Size)
      return A.Size < B.Size;
    return A.Area < B.Area - Epsilon;
  }
  if (G == Goal::LevelsThenArea && A.Delay != B.Delay)
    return A.Delay < B.Delay;
  if (A.Area < B.Area - Epsilon || A.Area > B.Area + Epsilon)
    return A.Area < B.Area;
  if (A.LeafUses != B.LeafUses)
    return A.LeafUses > B.LeafUses;
  if (A.Size != B.Size)
    return A.Size < B.Size;
  return A.Delay < B.Delay;
}

static bool isWithin(const LeafCut &Small, const LeafCut &Large) {
  if (Small.Size > Large.Size || (Small.Sign & ~Large.Sign))
    return false;
  return std::includes(Large.Leaves.begin(), Large.Leaves.begin() + Large.Size,
                       Small.Leaves.begin(), Small.Leaves.begin() + Small.Size);
}

bool LutCover::hasSubset(const CutList &To, const LeafCut &C) {
  for (uint32_t I = 0; I < To.Size; ++I)
    if (isWithin(To.Cuts[I], C))
      return true;
  return false;
}

/// Moves the cut behind the list to its place in it; its supersets go.
void LutCover::insert(CutList &To, Goal G) const {
  const LeafCut C = To.Cuts[To.Size];
  if (To.Size == MaxCuts && !isBetter(C, To.Cuts[MaxCuts - 1], G))
    return;
  uint32_t Kept = 0;
  for (uint32_t I = 0; I < To.Size; ++I)
    if (!isWithin(C, To.Cuts[I])) {
      if (Kept != I)
        To.Cuts[Kept] = To.Cuts[I];
      ++Kept;
    }
  uint32_t Place = std::min(Kept, MaxCuts - 1);
  To.Size = Place + 1;
  for (; Place && isBetter(C, To.Cuts[Place - 1], G); --Place)
    To.Cuts[Place] = To.Cuts[Place - 1];
  To.Cuts[Place] = C;
}

void LutCover::setTrivial(uint32_t Node, CutList &To) const {
  LeafCut &C = To.Cuts[To.Size++];
  C = {};
  C.Sign = uint64_t(1) << (Node & 63);
  C.Size = 1;
  C.Leaves[0] = Node;
}

/// Counts who reads what in the cover, and how late each root may be.
void LutCover::updateCover() {
  std::fill(Uses.begin(), Uses.end(), 0);
  std::fill(Required.begin(), Required.end(), Never);
  for (Literal L : Net.outputs()) {
    ++Uses[L.node()];
    NeededBy = std::max(NeededBy, Best[L.node()].Delay);
  }
  for (Literal L : Net.outputs())
    Required[L.node()] = NeededBy;
  for (uint32_t I = uint32_t(Uses.size()); I-- > 1;) {
    if (!isRoot(I))
      continue;
    const LeafCut &C = Best[I];
    for (uint32_t K = 0; K < C.Size; ++K) {
      ++Uses[C.Leaves[K]];
      Required[C.Leaves[K]] = std::min(Required[C.Leaves[K]], Required[I] - 1);
    }
  }
}

/// Grows tables over their leaves where fewer tables remain.
void LutCover::growCuts() {
  for (uint32_t I = 1; I < Uses.size(); ++I)
    if (Net.nodes()[I].isGate())
      growCut(I);
  updateCover();
}

void LutCover::growCut(uint32_t Node) {
  LeafCut &C = Best[Node];
  priced(C, Goal::Levels, Never);
  if (!isRoot(Node))
    return;
  LeafCut Old = C;
  Front.assign(C.Leaves.begin(), C.Leaves.begin() + C.Size);
  Inside = Front;
  for (uint32_t Leaf : Front)
    IsMarked[Leaf] = true;
  markCone(Node);
  float Before = dropUses(C);
  while (replaceLeaf(false) ||
         (Front.size() < Target.Widest && replaceLeaf(true)))
    ;
  for (uint32_t Each : Inside)
    IsMarked[Each] = false;
  std::sort(Front.begin(), Front.end());
  C.Size = uint32_t(Front.size());
  std::copy(Front.begin(), Front.end(), C.Leaves.begin());
  C.Sign = 0;
  for (uint32_t Leaf : Front)
    C.Sign |= uint64_t(1) << (Leaf & 63);
  float After = addUses(C);
  priced(C, Goal::Levels, Never);
  if (After <= Before && C.Delay <= Required[Node] + Epsilon)
    return;
  dropUses(C);
  C = Old;
  addUses(C);
}

/// Marks \p Node and all between it and marked nodes.
void LutCover::markCone(uint32_t Node) {
  if (IsMarked[Node])
    return;
  IsMarked[Node] = true;
  Inside.push_back(Node);
  markCone(Net.nodes()[Node].A.node());
  markCone(Net.nodes()[Node].B.node());
}

/// Puts the operands of a leaf in its place, if that adds no table and, unless
/// it \p MayGrow, no leaf.
bool LutCover::replaceLeaf(bool MayGrow) {
  for (uint32_t &Leaf : Front) {
    const GateNetwork::Node &N = Net.nodes()[Leaf];
    if (!N.isGate())
      continue;
    uint32_t A = N.A.node(), B = N.B.node();
    bool IsNewA = !IsMarked[A], IsNewB = !IsMarked[B];
    int Tables =
        (IsNewA && Uses[A] == 0) + (IsNewB && Uses[B] == 0) - (Uses[Leaf] == 0);
    if (MayGrow ? Tables >= 0 : Tables > 0 || (IsNewA && IsNewB))
      continue;
    Front.erase(Front.begin() + (&Leaf - Front.data()));
    for (uint32_t Each : {A, B})
      if (!IsMarked[Each]) {
        IsMarked[Each] = true;
        Front.push_back(Each);
        Inside.push_back(Each);
      }
    return true;
  }
  return false;
}

} // namespace roofline
