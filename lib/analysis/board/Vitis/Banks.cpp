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

/// True where two accesses differ in the dimension of the pipeline alone.
bool isSameRow(const Frame &F, const BodyOp &L, const BodyOp &R,
               uint32_t Loop) {
  const AccessForm &A = F.Arrays->Accesses[L.Access];
  Coordinates Left = L.Point, Right = R.Point;
  for (const FormTerm &T : A.Terms)
    if (T.Loop == Loop)
      Left[T.Dim] = Right[T.Dim] = 0;
  return Left == Right;
}

} // namespace

void chainMisaligned(const Frame &F, Body &B, uint32_t Loop) {
  const NestLoop &L = F.Loops->Loops[Loop];
  bool IsPair = L.Factor == 2 && uint64_t(L.Most) % 2 == 0;
  if (L.Factor < 2 || IsPair || F.Options->Without.contains("misaligned"))
    return;
  std::vector<uint32_t> Last(F.Arrays->Arrays.size(), NoOp);
  std::vector<uint32_t> First(F.Arrays->Arrays.size(), NoOp);
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
    if (Last[Array] != NoOp && B.Ops[Last[Array]].Copy != O.Copy &&
        isSameRow(F, B.Ops[Last[Array]], O, Loop))
      O.After.push_back(Last[Array]);
    if (First[Array] == NoOp)
      First[Array] = Op;
  }
  for (uint32_t Array = 0; Array < Last.size(); ++Array)
    if (Last[Array] != NoOp && First[Array] != NoOp)
      B.Carried.push_back({Last[Array], First[Array], 1, true, true});
}

namespace {

/// Accesses of an array in one iteration.
struct PipelineUse {
  unsigned Moving = 0, Outside = 0, Loads = 0, Kept = 0, Stores = 0;
  bool IsCarried = false; ///< memory passes a value to a later iteration
  bool IsOdd = false;     ///< starts between banks, and the factor has a rest
};

std::vector<PipelineUse> usesOf(const Frame &F, const Body &B,
                                const std::vector<uint32_t> &Spine) {
  const NestLoop &L = F.Loops->Loops[Spine.back()];
  bool HasRest = L.Factor > 2 && uint64_t(L.Most) % L.Factor != 0;
  std::vector<PipelineUse> Uses(F.Arrays->Arrays.size());
  for (const BodyOp &O : B.Ops) {
    if (O.IsGone || O.Access < 0 || O.IsInvariant)
      continue;
    PipelineUse &Use = Uses[F.Arrays->Accesses[O.Access].Array];
    Use.Outside += O.IsOutside;
    Use.Kept += O.Class == OpClass::Phi;
    Use.Loads += O.Class == OpClass::Load;
    Use.Stores += O.Class == OpClass::Store;
    Use.Moving += O.Class != OpClass::Phi;
    Use.IsOdd |=
        HasRest && startsMisaligned(F, O, Spine.back(), int64_t(L.Factor));
  }
  for (const CarriedEdge &E : B.Carried)
    if (E.IsMemory && !B.Ops[E.From].IsGone)
      Uses[F.Arrays->Accesses[B.Ops[E.From].Access].Array].IsCarried = true;
  return Uses;
}

bool hasToolUnrolled(const Frame &F, uint32_t Loop) {
  return std::ranges::any_of(F.Loops->Loops[Loop].Inner, [&](uint32_t Inner) {
    return F.Loops->Loops[Inner].IsFullByTool;
  });
}

/// Rule 3.7: arrays that the compiler leaves whole: those that memory carries a
/// value through while the loop is unrolled in part or its joined loops are
/// copied, and those that a loop updates that the compiler unrolled unasked.
bool isWhole(const Frame &F, const std::vector<uint32_t> &Spine,
             const PipelineUse &Use) {
  const NestLoop &L = F.Loops->Loops[Spine.back()];
  const std::optional<uint32_t> &Around = F.Loops->Loops[Spine.front()].Parent;
  bool IsUnasked = !L.WantsPipeline && hasToolUnrolled(F, Spine.back());
  bool IsInCopy = Around && F.Loops->Loops[*Around].Factor > 1;
  if (Use.IsCarried && L.Factor > 1)
    return true;
  if (IsUnasked && Use.Kept > 0 && Use.Stores > 0 && L.Factor > 1)
    return true;
  return Use.IsCarried && IsInCopy && Spine.size() > 1;
}

/// Of two factors with a rest the larger gets no banks, of equal ones neither.
bool isRefused(const OddWish &L, const OddWish &Other) {
  return Other.Loop != L.Loop && Other.Factor <= L.Factor;
}

/// [cycle] of the accesses to an array without banks: the loads, too, where
/// another loop has the same factor; 0 where it has banks.
double intervalWithoutBanks(const PipelineUse &Use, const OddWish &L,
                            const std::vector<OddWish> &Others) {
  double Accesses = 0;
  for (const OddWish &Other : Others) {
    if (!isRefused(L, Other))
      continue;
    double Loads = Other.Factor == L.Factor ? Use.Loads : 0;
    Accesses = std::max({Accesses, double(Use.Stores), Loads});
  }
  return std::ceil(Accesses / 2);
}

} // namespace

namespace {

/// Rule `bus`: a port of a bus takes one element a cycle in each direction.
PortLimit busLimit(const Frame &F, const Body &B) {
  PortLimit Limit;
  for (const bool IsWrite : {false, true}) {
    std::vector<unsigned> Counts(F.OnBus.Ports.size(), 0);
    for (const BodyOp &O : B.Ops)
      if (!O.IsGone && !O.IsInvariant && F.OnBus.has(O.Access) &&
          O.Class != OpClass::Phi &&
          F.OnBus.Accesses[size_t(O.Access)].IsWrite == IsWrite)
        ++Counts[*F.OnBus.Accesses[size_t(O.Access)].Port];
    for (uint32_t Port = 0; Port < Counts.size(); ++Port)
      if (Counts[Port] > Limit.Interval)
        Limit = {
            double(Counts[Port]), NoOp, Counts[Port], 1, true, Port, IsWrite};
  }
  return Limit;
}

} // namespace

PortLimit portLimit(const Frame &F, const Body &B,
                    const std::vector<uint32_t> &Spine, double Least,
                    const BankWishes &Have, BankWishes &Wanted) {
  uint32_t Loop = Spine.back();
  uint64_t Factor = F.Loops->Loops[Loop].Factor;
  std::vector<PipelineUse> Uses = usesOf(F, B, Spine);
  PortLimit Limit = busLimit(F, B);
  for (uint32_t Array = 0; Array < Uses.size(); ++Array) {
    const PipelineUse &Use = Uses[Array];
    if (F.Arrays->Arrays[Array].IsConstant || isOnBus(F, Array))
      continue;
    double Interval = 1;
    double Ports = 2; // where they limit
    const std::optional<double> Given = F.GivenPorts[Array];
    double WithoutBanks = 0;
    if (Use.IsOdd) {
      Wanted.Odd[Array].push_back({Loop, Factor});
      WithoutBanks = intervalWithoutBanks(Use, {Loop, Factor}, Have.Odd[Array]);
    }
    if (Given) {
      Ports = *Given;
      Interval = std::max(1.0, std::ceil(Use.Moving / *Given));
    } else if (isWhole(F, Spine, Use)) {
      Interval = std::ceil((Use.Moving + Use.Kept) / 2.0);
    } else if (WithoutBanks > 0) {
      Interval = WithoutBanks;
    } else if (Use.Moving / Least > MostPerCycle ||
               Use.Outside / Least > MostAround) {
      Ports = FewPorts;
      Interval = std::ceil(Use.Moving / FewPorts);
    } else
      Wanted.Ports[Array] =
          std::max(Wanted.Ports[Array], 2 * std::ceil(Use.Moving / Least / 2));
    if (Interval > Limit.Interval)
      Limit = {Interval, Array, Use.Moving, Ports, Given.has_value()};
  }
  return Limit;
}

} // namespace roofline::vitis
