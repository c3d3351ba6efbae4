// When accesses of one loop meet, of very many pairs.
#include "roofline/Kernel/MeetingTable.h"

#include <algorithm>
#include <cassert>

namespace roofline {

static std::string shapeOf(const LoopMeetings::Access &A) {
  const std::string Text =
      std::to_string(A.NumBytes) + (A.HasIndex ? "a" : "u") +
      (A.IsIrregular ? "i" : "") + (A.IsIrregularInside ? "n" : "") +
      toString(A.Step) + "|" + toString(A.Irregular);
  return Text + "|" + textOf(A.Outer) + "|" + textOf(A.Inner);
}

const MeetingTable::Access &MeetingTable::access(uint32_t Id) {
  std::optional<Access> &A = Known[Id];
  if (A)
    return *A;
  A.emplace();
  A->Along = Test.along(Kernel.Accesses[Id]);
  A->Shape = Numbers.of(shapeOf(A->Along));
  A->Offset = Numbers.of(A->Along.Offset);
  for (const Expr &E : Test.symbolicReach(A->Along))
    A->Reach.push_back(Numbers.of(E).Number);
  return *A;
}

bool MeetingTable::isPlainlyUnknown(const Access &Write, const Access &Read) {
  const bool AreRegular =
      Write.Along.Irregular.isConstant(0) && Read.Along.Irregular.isConstant(0);
  return AreRegular && Write.Offset.Number != Read.Offset.Number &&
         std::find(Read.Reach.begin(), Read.Reach.end(), Write.Offset.Number) ==
             Read.Reach.end();
}

Meeting MeetingTable::of(uint32_t Write, uint32_t Read) {
  assert(Write < Known.size() && Read < Known.size() &&
         "accesses that meet are those of the kernel");
  const Access &W = access(Write), &R = access(Read);
  // Where a shift register has an element counts, not the way alone.
  if (W.Along.Shifted || R.Along.Shifted)
    return Test.of(W.Along, R.Along);
  if (isPlainlyUnknown(W, R))
    return {};
  const auto [Place, IsNew] = Met.try_emplace(
      {W.Shape, R.Shape, W.Offset.Number, R.Offset.Number,
       int64_t(uint64_t(W.Offset.Constant) - uint64_t(R.Offset.Constant))});
  if (IsNew)
    Place->second = Test.of(W.Along, R.Along);
  return Place->second;
}

} // namespace roofline
