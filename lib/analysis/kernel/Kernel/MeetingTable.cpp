// When accesses of one loop meet, of very many pairs.
#include "roofline/Kernel/MeetingTable.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace roofline {

static std::string shapeOf(const LoopMeetings::Access &A) {
  const std::string Text =
      std::to_string(A.NumBytes) + (A.HasIndex ? "a" : "u") +
      (A.IsIrregular ? "i" : "") + (A.IsIrregularInside ? "n" : "") +
      toString(A.Step) + "|" + toString(A.Irregular);
  return Text + "|" + textOf(A.Outer) + "|" + textOf(A.Inner);
}

const MeetingTable::Access &MeetingTable::access(uint32_t Id) {
  const auto [Place, IsNew] = Known.try_emplace(Id);
  Access &A = Place->second;
  if (!IsNew)
    return A;
  A.Along = Test.along(Kernel.Accesses[Id]);
  A.Shape = Numbers.of(shapeOf(A.Along));
  A.Offset = Numbers.of(A.Along.Offset);
  for (const Expr &E : Test.symbolicReach(A.Along))
    A.Reach.push_back(Numbers.of(E).Number);
  if (A.Along.HasIndex && A.Along.Irregular.isConstant(0) &&
      !A.Along.IsIrregular && A.Along.Inner.empty() &&
      A.Along.Step.isConstant())
    A.PlainStep = std::abs(A.Along.Step.Value);
  return A;
}

/// True for a[i * S + x] and a[i * S + y] of one shape whose distance is no
/// multiple of S, nor near to one: no iteration brings one onto the other.
bool MeetingTable::isPlainlyNever(const Access &Write, const Access &Read) {
  if (Write.PlainStep <= 0 || Write.Shape != Read.Shape ||
      Write.Offset.Number != Read.Offset.Number)
    return false;
  const int64_t Bytes = Write.Along.NumBytes;
  const auto Apart =
      int64_t(uint64_t(Write.Offset.Constant) - uint64_t(Read.Offset.Constant));
  const int64_t Rest = std::abs(Apart % Write.PlainStep);
  return Rest >= Bytes && Write.PlainStep - Rest >= Bytes;
}

bool MeetingTable::isPlainlyUnknown(const Access &Write, const Access &Read) {
  const bool AreRegular =
      Write.Along.Irregular.isConstant(0) && Read.Along.Irregular.isConstant(0);
  return AreRegular && Write.Offset.Number != Read.Offset.Number &&
         std::find(Read.Reach.begin(), Read.Reach.end(), Write.Offset.Number) ==
             Read.Reach.end();
}

Meeting MeetingTable::of(uint32_t Write, uint32_t Read) {
  assert(Write < Kernel.Accesses.size() && Read < Kernel.Accesses.size() &&
         "accesses that meet are those of the kernel");
  const Access &W = access(Write), &R = access(Read);
  // Where a shift register has an element counts, not the way alone.
  if (W.Along.Shifted || R.Along.Shifted)
    return Test.of(W.Along, R.Along);
  if (isPlainlyUnknown(W, R))
    return {};
  if (isPlainlyNever(W, R))
    return {Meeting::Kind::Never};
  const auto [Place, IsNew] = Met.try_emplace(
      {W.Shape, R.Shape, W.Offset.Number, R.Offset.Number,
       int64_t(uint64_t(W.Offset.Constant) - uint64_t(R.Offset.Constant))});
  if (IsNew)
    Place->second = Test.of(W.Along, R.Along);
  return Place->second;
}

} // namespace roofline
