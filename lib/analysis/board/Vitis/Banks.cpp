// Memories of a body: how they are split, and how often a port is free.
#include "Banks.h"

#include "Partition.h"

#include <algorithm>
#include <cmath>

namespace roofline::vitis {

namespace {

/// Accesses of an array in one cycle for which the compiler still splits it.
constexpr unsigned MostPerCycle = 512;
/// The same in code around the innermost loop.
constexpr unsigned MostAround = 64;
/// Accesses in one cycle of an array that it gives up splitting. Source: 1024
/// in 61, 410 in 25, 124 in 8, 2000 in 118 cycles.
constexpr double FewPorts = 17;

/// Rule 3.5: index of the pipeline's first iteration in the dimension that
/// moves with it.
bool startsMisaligned(const Frame &F, const BodyOp &O, uint32_t Loop,
                      int64_t Factor) {
  const AccessForm &A = F.Arrays->Accesses[O.Access];
  for (const FormTerm &T : A.Terms)
    if (T.Loop == Loop && A.Base[T.Dim] % Factor != 0)
      return true;
  return false;
}

} // namespace

void chainMisaligned(const Frame &F, Body &B, uint32_t Loop) {
  const NestLoop &L = F.Loops->Loops[Loop];
  if (L.Factor < 2 || F.Options->Without.contains("misaligned"))
    return;
  std::vector<uint32_t> Last(F.Arrays->Arrays.size(), NoOp);
  std::vector<uint32_t> First(F.Arrays->Arrays.size(), NoOp);
  std::vector<std::vector<uint32_t>> Stores(F.Arrays->Arrays.size());
  for (uint32_t Op = 0; Op < B.Ops.size(); ++Op) {
    BodyOp &O = B.Ops[Op];
    if (O.IsGone || O.IsOutside || O.Access < 0)
      continue;
    uint32_t Array = F.Arrays->Accesses[O.Access].Array;
    if (O.Class == OpClass::Store &&
        startsMisaligned(F, O, Loop, int64_t(L.Factor)))
      Last[Array] = Op;
    if (O.Class != OpClass::Load)
      continue;
    if (Last[Array] != NoOp && B.Ops[Last[Array]].Copy != O.Copy)
      O.After.push_back(Last[Array]);
    if (First[Array] == NoOp)
      First[Array] = Op;
  }
  for (uint32_t Array = 0; Array < Last.size(); ++Array)
    if (Last[Array] != NoOp && First[Array] != NoOp)
      B.Carried.push_back({Last[Array], First[Array], 1, true, true});
}

std::vector<unsigned> movingAccesses(const Frame &F, const Body &B) {
  std::vector<unsigned> Counts(F.Arrays->Arrays.size(), 0);
  for (const BodyOp &Op : B.Ops)
    if (!Op.IsGone && Op.Access >= 0 && !Op.IsInvariant &&
        (Op.Class == OpClass::Load || Op.Class == OpClass::Store))
      ++Counts[F.Arrays->Accesses[Op.Access].Array];
  return Counts;
}

PortLimit portLimit(const Frame &F, const Body &B, const NestLoop &Pipeline,
                    double Least, PortCounts &Ports) {
  size_t NumArrays = F.Arrays->Arrays.size();
  std::vector<unsigned> Counts = movingAccesses(F, B);
  std::vector<bool> IsWhole(NumArrays, false);
  std::vector<unsigned> Outside(NumArrays, 0);
  for (const BodyOp &Op : B.Ops)
    if (!Op.IsGone && Op.Access >= 0 && Op.IsOutside && !Op.IsInvariant)
      ++Outside[F.Arrays->Accesses[Op.Access].Array];
  for (const CarriedEdge &E : B.Carried)
    if (E.IsMemory && !B.Ops[E.From].IsGone && Pipeline.Factor > 1)
      IsWhole[F.Arrays->Accesses[B.Ops[E.From].Access].Array] = true;
  PortLimit Limit;
  for (uint32_t Array = 0; Array < NumArrays; ++Array) {
    if (F.Arrays->Arrays[Array].IsConstant)
      continue;
    double Interval = 1;
    const std::optional<double> Given = givenPorts(F, Array);
    if (Given)
      Interval = std::max(1.0, std::ceil(Counts[Array] / *Given));
    else if (IsWhole[Array])
      Interval = std::ceil(Counts[Array] / 2.0);
    else if (Counts[Array] / Least > MostPerCycle ||
             Outside[Array] / Least > MostAround)
      Interval = std::ceil(Counts[Array] / FewPorts);
    else
      Ports[Array] =
          std::max(Ports[Array], 2.0 * std::ceil(Counts[Array] / Least / 2.0));
    if (Interval > Limit.Interval)
      Limit = {Interval, Array, Counts[Array],
               Given            ? *Given
               : IsWhole[Array] ? 2
                                : FewPorts};
  }
  return Limit;
}

} // namespace roofline::vitis
