// Memories of a body: how they are split, and how often a port is free.
#include "Banks.h"

#include <algorithm>
#include <cmath>

namespace roofline::vitis {

PortLimit portLimit(const Frame &F, const Body &B, const NestLoop &Pipeline) {
  size_t NumArrays = F.Arrays->Arrays.size();
  std::vector<unsigned> Counts(NumArrays, 0);
  std::vector<bool> IsWhole(NumArrays, false);
  for (const BodyOp &Op : B.Ops)
    if (!Op.IsGone && Op.Access >= 0 && !Op.IsOutside &&
        (Op.Class == OpClass::Load || Op.Class == OpClass::Store))
      ++Counts[F.Arrays->Accesses[Op.Access].Array];
  bool IsPartial = Pipeline.Factor > 1;
  for (const CarriedEdge &E : B.Carried)
    if (E.IsMemory && !B.Ops[E.From].IsGone && IsPartial)
      IsWhole[F.Arrays->Accesses[B.Ops[E.From].Access].Array] = true;
  PortLimit Limit;
  for (uint32_t Array = 0; Array < NumArrays; ++Array) {
    if (F.Arrays->Arrays[Array].IsConstant)
      continue;
    double Interval = 1;
    if (IsWhole[Array])
      Interval = std::ceil(Counts[Array] / 2.0);
    if (Interval > Limit.Interval)
      Limit = {Interval, Array, Counts[Array]};
  }
  return Limit;
}

} // namespace roofline::vitis
