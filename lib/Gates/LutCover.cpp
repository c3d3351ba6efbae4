// Priority cuts in the order of ABC's command `if`.
#include "LutCover.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace roofline {

static constexpr float Epsilon = 0.005f;
static constexpr float Never = std::numeric_limits<float>::max();

LutCover::LutCover(const GateNetwork &Network, const LutTarget &T)
    : Net(Network), Target(T), Lists(Network.nodes().size()),
      Best(Network.nodes().size()), Uses(Network.fanouts()),
      EstimatedUses(Uses.size(), 1), Required(Uses.size(), Never) {
  for (size_t I = 0; I < Uses.size(); ++I)
    EstimatedUses[I] = float(std::max(Uses[I], 1u));
  for (uint32_t I : Net.inputs()) {
    setTrivial(I, Lists[I]);
    Best[I] = Lists[I].Cuts[0];
  }
}

void LutCover::search() {
  runPass(Goal::Levels, true);
  runPass(Goal::LevelsThenArea, true);
  runPass(Goal::AreaFlow, true);
  runPass(Goal::AreaFlow, false);
  runPass(Goal::ExactArea, false);
  runPass(Goal::ExactArea, false);
}

void LutCover::runPass(Goal G, bool IsTrial) {
  for (uint32_t I = 1; I < Net.nodes().size(); ++I)
    if (Net.nodes()[I].isGate())
      chooseCut(I, G, IsTrial);
  updateCover();
}

void LutCover::chooseCut(uint32_t Node, Goal G, bool IsTrial) {
  bool ForArea = G >= Goal::AreaFlow;
  bool IsFirst = G == Goal::Levels;
  if (!ForArea)
    EstimatedUses[Node] = float(std::max(Uses[Node], 1u));
  if (G == Goal::AreaFlow)
    EstimatedUses[Node] = (2 * EstimatedUses[Node] + float(Uses[Node])) / 3;
  if (ForArea && Uses[Node])
    dropUses(Best[Node]);
  CutList &To = Lists[Node];
  To.Size = 0;
  if (!IsFirst) {
    priced(Best[Node], G, Never);
    if (!IsTrial)
      insert(To, Best[Node], G);
  }
  joinCuts(Node, G, To);
  if (To.Size &&
      (IsFirst || !IsTrial || To.Cuts[0].Delay <= Required[Node] + Epsilon))
    Best[Node] = To.Cuts[0];
  setTrivial(Node, To);
  if (ForArea && Uses[Node])
    addUses(Best[Node]);
}

void LutCover::joinCuts(uint32_t Node, Goal G, CutList &To) {
  const GateNetwork::Node &N = Net.nodes()[Node];
  const CutList &A = Lists[N.A.node()], &B = Lists[N.B.node()];
  float Latest = G >= Goal::AreaFlow ? Required[Node] : Never;
  LeafCut C;
  for (uint32_t I = 0; I < A.Size; ++I)
    for (uint32_t K = 0; K < B.Size; ++K)
      if (merge(A.Cuts[I], B.Cuts[K], C) && priced(C, G, Latest))
        insert(To, C, G);
}

bool LutCover::merge(const LeafCut &A, const LeafCut &B, LeafCut &To) const {
  To.Sign = A.Sign | B.Sign;
  if (unsigned(std::popcount(To.Sign)) > Target.Widest)
    return false;
  uint32_t I = 0, K = 0, N = 0;
  while (I < A.Size || K < B.Size) {
    if (N == Target.Widest)
      return false;
    if (K == B.Size || (I < A.Size && A.Leaves[I] < B.Leaves[K]))
      To.Leaves[N++] = A.Leaves[I++];
    else {
      I += I < A.Size && A.Leaves[I] == B.Leaves[K];
      To.Leaves[N++] = B.Leaves[K++];
    }
  }
  To.Size = N;
  return true;
}

/// Gives \p C its level and area; false if it is later than \p Latest.
bool LutCover::priced(LeafCut &C, Goal G, float Latest) {
  float Arrival = 0, Readers = 0;
  for (uint32_t I = 0; I < C.Size; ++I) {
    Arrival = std::max(Arrival, Best[C.Leaves[I]].Delay);
    Readers += float(Uses[C.Leaves[I]]);
  }
  C.Delay = Arrival + 1;
  if (C.Delay > Latest + Epsilon)
    return false;
  C.LeafUses = C.Size ? Readers / float(C.Size) : 0;
  if (G == Goal::ExactArea) {
    C.Area = addUses(C);
    dropUses(C);
  } else
    C.Area = areaFlow(C);
  return true;
}

float LutCover::areaFlow(const LeafCut &C) const {
  float Flow = float(Target.Area[C.Size]);
  for (uint32_t I = 0; I < C.Size; ++I) {
    uint32_t L = C.Leaves[I];
    Flow += Uses[L] ? Best[L].Area / EstimatedUses[L] : Best[L].Area;
  }
  return Flow;
}

float LutCover::addUses(const LeafCut &C) {
  float Area = float(Target.Area[C.Size]);
  for (uint32_t I = 0; I < C.Size; ++I)
    if (Uses[C.Leaves[I]]++ == 0 && Net.nodes()[C.Leaves[I]].isGate())
      Area += addUses(Best[C.Leaves[I]]);
  return Area;
}

float LutCover::dropUses(const LeafCut &C) {
  float Area = float(Target.Area[C.Size]);
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

/// Adds \p C in its place, unless one of its subsets is there.
void LutCover::insert(CutList &To, const LeafCut &C, Goal G) const {
  uint32_t Kept = 0;
  for (uint32_t I = 0; I < To.Size; ++I)
    if (isWithin(To.Cuts[I], C))
      return;
  for (uint32_t I = 0; I < To.Size; ++I)
    if (!isWithin(C, To.Cuts[I])) {
      if (Kept != I)
        To.Cuts[Kept] = To.Cuts[I];
      ++Kept;
    }
  To.Size = Kept;
  if (To.Size == MaxCuts) {
    if (!isBetter(C, To.Cuts[MaxCuts - 1], G))
      return;
    --To.Size;
  }
  uint32_t Place = To.Size++;
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
  float Latest = 0;
  for (Literal L : Net.outputs()) {
    ++Uses[L.node()];
    Latest = std::max(Latest, Best[L.node()].Delay);
  }
  for (Literal L : Net.outputs())
    Required[L.node()] = Latest;
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

} // namespace roofline
