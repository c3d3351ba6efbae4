// Cycles of a datapath: values that come back into themselves.
#include "roofline/Stream/Recurrences.h"

#include "roofline/Base/SourceLocation.h"
#include "roofline/Stream/DeadNodes.h"

#include <bit>
#include <cassert>

namespace roofline {

bool isOneRun(const Box &B, const Box &Space) noexcept {
  for (int I = 2; I > 0; --I)
    if (B.Size[I] > 1) {
      for (int Low = 0; Low < I; ++Low)
        if (B.Size[Low] != Space.Size[Low])
          return false;
      return true;
    }
  return true;
}

RecurrenceCycles recurrenceCycles(const StreamKernel &K) {
  assert(K.Recurrences.size() <= MostRecurrences &&
         "the recurrences of a node are bits of a word");
  const size_t Count = K.Recurrences.size();
  RecurrenceCycles Cycles;
  Cycles.NodeGroup.resize(K.Nodes.size());
  if (Count == 0)
    return Cycles;
  // Recurrences that go into a node, and those whose value it goes into.
  std::vector<uint64_t> From(K.Nodes.size()), To(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (N.Op == DatapathOp::Previous)
      From[I] = uint64_t(1) << N.Value;
    for (uint32_t O : N.Operands)
      From[I] |= From[O];
  }
  for (uint32_t R = 0; R < Count; ++R)
    To[K.Recurrences[R].Value] |= uint64_t(1) << R;
  for (uint32_t I = uint32_t(K.Nodes.size()); I-- > 0;)
    for (uint32_t O : K.Nodes[I].Operands)
      To[O] |= To[I];
  // Recurrences that reach each other through the values of others.
  std::vector<uint64_t> Reached(Count);
  for (uint32_t R = 0; R < Count; ++R)
    Reached[R] = From[K.Recurrences[R].Value];
  for (uint32_t By = 0; By < Count; ++By)
    for (uint32_t R = 0; R < Count; ++R)
      if (Reached[R] >> By & 1)
        Reached[R] |= Reached[By];
  std::vector<uint64_t> Members(Count);
  for (uint32_t R = 0; R < Count; ++R) {
    Members[R] = uint64_t(1) << R;
    for (uint32_t Q = 0; Q < Count; ++Q)
      if ((Reached[R] >> Q & 1) && (Reached[Q] >> R & 1))
        Members[R] |= uint64_t(1) << Q;
    Cycles.Group.push_back(uint32_t(std::countr_zero(Members[R])));
  }
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    for (uint32_t R = 0; R < Count; ++R)
      if (Cycles.Group[R] == R && (From[I] & Members[R]) &&
          (To[I] & Members[R]))
        Cycles.NodeGroup[I] = R;
  return Cycles;
}

/// The dimensions, lowest bit first, along which positions are tested to be the
/// first active ones where \p Node is 1; nothing for other tests.
static std::optional<unsigned> firstAlong(const StreamKernel &K,
                                          uint32_t Node) {
  const DatapathNode &N = K.Nodes[Node];
  if (N.Op == DatapathOp::And) {
    const auto A = firstAlong(K, N.Operands[0]),
               B = firstAlong(K, N.Operands[1]);
    return A && B ? std::optional(*A | *B) : std::nullopt;
  }
  if (N.Op != DatapathOp::Equal)
    return std::nullopt;
  const DatapathNode &At = K.Nodes[N.Operands[0]],
                     &First = K.Nodes[N.Operands[1]];
  const bool IsFirst = At.Op == DatapathOp::Position &&
                       First.Op == DatapathOp::Constant &&
                       First.Value == uint64_t(K.Active.Origin[At.Value]);
  return IsFirst ? std::optional(1u << At.Value) : std::nullopt;
}

int64_t restartPeriod(const StreamKernel &K) {
  unsigned Along = 0; // the dimensions of the longest period
  for (const DatapathNode &N : K.Nodes)
    for (size_t I = 0; I < N.Operands.size(); ++I) {
      if (K.Nodes[N.Operands[I]].Op != DatapathOp::Previous)
        continue;
      const auto First = N.Op == DatapathOp::Select && I == 2
                             ? firstAlong(K, N.Operands[0])
                             : std::nullopt;
      if (!First)
        return 0;
      if (K.Recurrences[K.Nodes[N.Operands[I]].Value].Distance > 1)
        return 0; // the walk goes on with what is in its line
      Along |= *First;
    }
  bool IsResult = false;
  forEachResult(K, [&](uint32_t N) {
    IsResult |= K.Nodes[N].Op == DatapathOp::Previous;
  });
  if (IsResult)
    return 0;
  int64_t Period = 1;
  for (unsigned D = 0; D < 3 && Along >> D; ++D)
    Period *= K.Space.Size[D];
  return Period;
}

std::optional<std::string> whyNotRecurrences(const StreamKernel &K,
                                             uint32_t Lanes, uint32_t Vector) {
  assert(Lanes >= 1 && Vector >= 1 &&
         "a design has at least one lane and one position a beat");
  if (K.Recurrences.empty() || (Lanes == 1 && Vector == 1))
    return std::nullopt;
  SourceLocation Loc = K.Loc;
  for (const Recurrence &R : K.Recurrences)
    if (R.Loc) {
      Loc = R.Loc;
      break;
    }
  const std::string Place = placePrefix(Loc);
  const int64_t Period = restartPeriod(K);
  if (Vector > 1)
    return Place + "each position waits for what the one before leaves: one "
                   "position a beat";
  if (Period == 0)
    return Place + "each position waits for what the one before leaves: one "
                   "lane";
  return K.Space.volume() / Lanes % Period
             ? std::optional(Place + "a lane begins within a row, whose "
                                     "positions wait for the one before")
             : std::nullopt;
}

std::vector<bool> dependOnPrevious(const StreamKernel &K) {
  std::vector<bool> Do(K.Nodes.size());
  for (uint32_t I = 0; I < K.Nodes.size(); ++I) {
    Do[I] = K.Nodes[I].Op == DatapathOp::Previous;
    for (uint32_t O : K.Nodes[I].Operands)
      Do[I] = Do[I] || Do[O];
  }
  return Do;
}

} // namespace roofline
