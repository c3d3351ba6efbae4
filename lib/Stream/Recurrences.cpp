// What comes back into itself in a datapath.
#include "roofline/Stream/Recurrences.h"

#include <bit>

namespace roofline {

RecurrenceCycles recurrenceCycles(const StreamKernel &K) {
  const size_t Count = K.Recurrences.size();
  RecurrenceCycles Cycles;
  Cycles.Of.resize(K.Nodes.size());
  // Recurrences that go into a node, and those whose value it goes into.
  std::vector<uint64_t> From(K.Nodes.size()), To(K.Nodes.size());
  for (uint32_t I = 0; Count && I < K.Nodes.size(); ++I) {
    const DatapathNode &N = K.Nodes[I];
    if (N.Op == DatapathOp::Previous)
      From[I] = uint64_t(1) << N.Value;
    for (uint32_t O : N.Operands)
      From[I] |= From[O];
  }
  for (uint32_t R = 0; R < Count; ++R)
    To[K.Recurrences[R].Value] |= uint64_t(1) << R;
  for (uint32_t I = uint32_t(K.Nodes.size()); Count && I-- > 0;)
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
        Cycles.Of[I] = R;
  return Cycles;
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
