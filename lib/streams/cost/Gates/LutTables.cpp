// Truth tables as words; inputs from 6 on choose the word.
#include "LutTables.h"

#include <algorithm>
#include <cassert>

namespace roofline {

static constexpr uint64_t InputWords[] = {
    0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
    0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000};

LutTable tableOfInput(unsigned Input) {
  assert(Input < MaxLutInputs && "an input is one of the widest table");
  LutTable T;
  for (unsigned Word = 0; Word < T.size(); ++Word)
    T[Word] = Input < 6 ? InputWords[Input]
                        : (Word >> (Input - 6) & 1 ? ~uint64_t(0) : 0);
  return T;
}

LutTable halfOf(const LutTable &Table, unsigned Input, bool High) {
  assert(Input < MaxLutInputs && "an input is one of the widest table");
  LutTable T = Table;
  for (unsigned Word = 0; Word < T.size(); ++Word) {
    if (Input >= 6) {
      unsigned Bit = 1u << (Input - 6);
      T[Word] = Table[High ? Word | Bit : Word & ~Bit];
      continue;
    }
    unsigned Shift = 1u << Input;
    uint64_t Half = Table[Word] & (InputWords[Input] ^ (High ? 0 : ~0ull));
    T[Word] = Half | (High ? Half >> Shift : Half << Shift);
  }
  return T;
}

bool dependsOn(const LutTable &Table, unsigned Input) {
  return halfOf(Table, Input, false) != halfOf(Table, Input, true);
}

/// \p Table read with input \p From in the place of \p To, which is unread.
static LutTable withInputMoved(const LutTable &Table, unsigned From,
                               unsigned To) {
  LutTable Low = halfOf(Table, From, false), High = halfOf(Table, From, true);
  LutTable Select = tableOfInput(To);
  for (unsigned Word = 0; Word < Low.size(); ++Word)
    Low[Word] = (Select[Word] & High[Word]) | (~Select[Word] & Low[Word]);
  return Low;
}

void dropUnreadInputs(MappedLut &L) {
  unsigned Kept = 0;
  for (unsigned I = 0; I < L.Size; ++I) {
    if (!dependsOn(L.Table, I))
      continue;
    if (Kept != I)
      L.Table = withInputMoved(L.Table, I, Kept);
    L.Leaves[Kept++] = L.Leaves[I];
  }
  L.Size = uint8_t(Kept);
}

MappedLut TableBuilder::tableOf(uint32_t Root,
                                std::span<const uint32_t> Leaves) {
  assert(Leaves.size() <= MaxLutInputs &&
         "a table has no more leaves than inputs");
  ++Call;
  Lut = {};
  Cut = Leaves;
  Lut.Table = visit(Root);
  dropUnreadInputs(Lut);
  return Lut;
}

const LutTable &TableBuilder::visit(uint32_t Node) {
  LutTable &To = Tables[Node];
  if (Seen[Node] == Call)
    return To;
  Seen[Node] = Call;
  if (std::find(Cut.begin(), Cut.end(), Node) != Cut.end()) {
    To = tableOfInput(Lut.Size);
    Lut.Leaves[Lut.Size++] = Node;
    return To;
  }
  const GateNetwork::Node &N = Net.nodes()[Node];
  const LutTable &A = visit(N.A.node()), &B = visit(N.B.node());
  uint64_t FlipA = N.A.isInverted() ? ~0ull : 0;
  uint64_t FlipB = N.B.isInverted() ? ~0ull : 0;
  for (unsigned Word = 0; Word < To.size(); ++Word) {
    uint64_t P = A[Word] ^ FlipA, Q = B[Word] ^ FlipB;
    To[Word] = N.Is == GateNetwork::Kind::And ? P & Q : P ^ Q;
  }
  return To;
}

} // namespace roofline
