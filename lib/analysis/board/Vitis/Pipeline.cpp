// Cycles of one pipelined loop, with those that are flattened into it.
#include "Pipeline.h"

#include "Limits.h"
#include "Reasons.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace roofline::vitis {
namespace {

/// [cycle] Rule 3.3: where an exit lies between two sums of an iteration.
constexpr double SumsAroundExit = 11;

/// Elements of one body that are scalars to the compiler; more are an array in
/// registers, which costs a cycle to write.
constexpr size_t MostScalars = 64;
/// Elements that such an array loads and stores in a cycle.
constexpr double RegisterPorts = 16;

/// [cycle] A remainder of 32 bits: a cycle per bit and four more.
constexpr double WideRemainder = 36;

bool isWithout(const Frame &F, const char *Rule) {
  return F.Options->Without.contains(Rule);
}

bool carriesSum(const Body &B) {
  return std::ranges::any_of(B.Carried, [&](const CarriedEdge &C) {
    return !C.IsMemory && B.Ops[C.From].Class == OpClass::Add;
  });
}

/// Rule 3.3: where the factor does not divide the trip count, only one place in
/// the copies can leave. The copies behind it form a chain.
///   II = Sum (Factor - Rest) + 11 in a flattened loop, else 11
double exitInterval(const Frame &F, const std::vector<uint32_t> &Spine,
                    const Body &B) {
  const NestLoop &L = F.Loops->Loops[Spine.back()];
  uint64_t Rest = uint64_t(L.Most) % L.Factor;
  if (Rest == 0 || L.Factor == 1 || !carriesSum(B) || isWithout(F, "exits"))
    return 1;
  double Sum = 0;
  for (const BodyOp &O : B.Ops)
    if (O.Class == OpClass::Add)
      Sum = std::max<double>(Sum, O.Latency);
  return Spine.size() > 1 ? Sum * double(L.Factor - Rest) + SumsAroundExit
                          : SumsAroundExit;
}

/// Rule 3.3: the last iteration ends at the exit, so the copies behind it do
/// not count. Copies that wait for each other's stores leave at the end.
bool leavesEarly(const NestLoop &L, const Body &B) {
  return L.Factor > 1 && uint64_t(L.Most) % L.Factor != 0 &&
         std::ranges::none_of(B.Ops, [](const BodyOp &O) {
           return O.Class == OpClass::Store && O.IsGuarded && !O.IsGone;
         });
}

/// Loads of one array in an iteration that differ in dimension \p Dim alone.
unsigned loadsAlong(const Frame &F, const Body &B, uint32_t Array,
                    unsigned Dim) {
  std::map<Coordinates, std::set<int64_t>> Groups;
  for (const BodyOp &O : B.Ops) {
    if (O.IsGone || O.Access < 0 || O.IsInvariant || O.IsOutside ||
        O.Class != OpClass::Load || F.Arrays->Accesses[O.Access].Array != Array)
      continue;
    Coordinates Others = O.Point;
    Others[Dim] = 0;
    Groups[Others].insert(O.Point[Dim]);
  }
  size_t Most = 0;
  for (const auto &[Others, Group] : Groups)
    Most = std::max(Most, Group.size());
  return unsigned(Most);
}

/// True where another unrolled loop moves \p Dim of \p Array: its wish for
/// banks is another one.
bool hasOtherWish(const Frame &F, uint32_t Array, unsigned Dim, uint32_t Loop) {
  return std::ranges::any_of(F.Arrays->Accesses, [&](const AccessForm &A) {
    return A.Array == Array &&
           std::ranges::any_of(A.Terms, [&](const FormTerm &T) {
             return T.Dim == Dim && T.Loop != Loop &&
                    F.Loops->Loops[T.Loop].Factor > 1;
           });
  });
}

/// True where an iteration of the loop of \p T, which leaves a rest, accesses
/// \p Array across a limit between banks, and other wishes meet there.
bool isBetweenBanks(const Frame &F, const Body &B, uint32_t Array,
                    const FormTerm &T) {
  const NestLoop &L = F.Loops->Loops[T.Loop];
  bool IsBetween = std::ranges::any_of(B.Ops, [&](const BodyOp &O) {
    return !O.IsGone && O.Access >= 0 &&
           F.Arrays->Accesses[O.Access].Array == Array &&
           F.Arrays->Accesses[O.Access].Base[T.Dim] % int64_t(L.Factor) != 0;
  });
  return L.Factor > 2 && uint64_t(L.Most) % L.Factor != 0 && IsBetween &&
         hasOtherWish(F, Array, T.Dim, T.Loop);
}

/// Rule 4: [cycle] to compute the bank of an address: a remainder takes a cycle
/// per bit and four more. A power of two takes none.
double bankDelay(const Frame &F, const Body &B,
                 const std::vector<uint32_t> &Spine, double Interval) {
  uint32_t Loop = Spine.back();
  bool IsFlattened = Spine.size() > 1;
  const NestLoop &L = F.Loops->Loops[Loop];
  double Delay = 0;
  std::set<std::pair<uint32_t, unsigned>> Seen;
  for (const BodyOp &O : B.Ops) {
    if (O.IsGone || O.Access < 0 || O.IsInvariant || O.IsOutside ||
        O.Class != OpClass::Load)
      continue;
    const AccessForm &A = F.Arrays->Accesses[O.Access];
    for (const FormTerm &T : A.Terms) {
      if (T.Loop != Loop || !Seen.insert({A.Array, T.Dim}).second)
        continue;
      // Steps that share a factor with the banks would all meet in one.
      bool IsSpread = std::abs(T.Coefficient) == 1 || L.Factor <= 2;
      unsigned Loads = loadsAlong(F, B, A.Array, T.Dim);
      bool IsBetween = isBetweenBanks(F, B, A.Array, T);
      if (Loads <= 2 * Interval && IsSpread && !IsBetween)
        continue;
      uint64_t Banks = L.Factor > 1 ? L.Factor : Loads;
      uint64_t Extent = F.Arrays->Arrays[A.Array].Extents[T.Dim];
      bool IsSplit = std::has_single_bit(Banks);
      bool IsAligned = A.Base[T.Dim] % int64_t(L.Factor) == 0 ||
                       uint64_t(L.Most) % L.Factor == 0;
      // The counter of a loop of its own counts in steps of the factor.
      bool IsExact = L.Factor > 1 && !IsFlattened &&
                     A.Base[T.Dim] % int64_t(L.Factor) == 0 &&
                     uint64_t(L.Most) % L.Factor == 0;
      bool IsOne = ((IsSplit && IsAligned) || IsExact) && IsSpread;
      if (!Extent || (IsOne && !IsBetween))
        continue;
      // A row that stays is computed before the loop; one that moves needs two
      // remainders of a 32-bit index.
      bool IsFlat = A.Terms.size() > F.Arrays->Arrays[A.Array].Extents.size();
      bool IsRow = std::abs(T.Coefficient) > 1 && L.Factor == 1;
      if (IsFlat && !IsFlattened && L.Factor == 1)
        Delay = std::max(Delay, IsRow ? 2 * WideRemainder : 0);
      else
        Delay = std::max(Delay, double(std::bit_width(Extent - 1)) + 4);
    }
  }
  return Delay;
}

/// [cycle] to start a pipeline and to leave it: two, one for an address of two
/// dimensions, one for the sum's register.
double entryOf(const Frame &F, const Body &B) {
  bool IsPlane = std::ranges::any_of(B.Ops, [&](const BodyOp &O) {
    if (O.IsGone || O.Access < 0)
      return false;
    const AccessForm &A = F.Arrays->Accesses[O.Access];
    return F.Arrays->Arrays[A.Array].Extents.size() > 1 || A.Terms.size() > 1;
  });
  return 2 + (IsPlane ? 1 : 0) + (carriesSum(B) ? 1 : 0);
}

/// The array whose elements the body keeps in registers.
uint32_t arrayInRegisters(const Frame &F, const Body &B) {
  for (const CarriedEdge &C : B.Carried)
    if (!C.IsMemory && B.Ops[C.To].Access >= 0)
      return F.Arrays->Accesses[B.Ops[C.To].Access].Array;
  return 0;
}

/// Elements of an array that live in registers over all iterations: they are
/// loaded before and stored behind, and a pipeline of the whole kernel writes
/// the registers in a cycle of its own.
void keepInRegisters(const Frame &F, const Body &B,
                     const std::vector<uint32_t> &Spine, const BankWishes &Have,
                     Schedule &S, PipelineCost &Cost) {
  size_t Registers =
      std::ranges::count_if(B.Carried, [&](const CarriedEdge &C) {
        return !C.IsMemory && B.Ops[C.To].Access >= 0;
      });
  // In a flattened loop they come and go with the outer iterations.
  if (Registers <= MostScalars || Spine.size() > 1)
    return;
  double Count = double(Registers);
  double Served = Have.Ports[arrayInRegisters(F, B)];
  if (F.Loops->Loops[Spine.back()].WantsPipeline)
    Served = std::max(Served, RegisterPorts);
  Cost.Before += 2 * std::ceil(Count / Served) + 3; // load 2, store 1
  if (!F.Loops->Loops[Spine.front()].Parent)
    S.Interval += 1;
}

/// Finds interval and depth of \p B, and what forces them.
Schedule scheduleBody(const Frame &F, Body &B,
                      const std::vector<uint32_t> &Spine,
                      const BankWishes &Have, BankWishes &Wanted,
                      PipelineCost &Cost) {
  const NestLoop &L = F.Loops->Loops[Spine.back()];
  double Least = L.WantedInterval.value_or(1);
  double Exit = exitInterval(F, Spine, B);
  bool IsCut = leavesEarly(L, B);
  Schedule S = schedulePipeline(B, std::max(Least, Exit), Exit > 1, IsCut);
  if (L.WantsPipeline && S.Interval > Least && !isWithout(F, "quick-sums") &&
      hastenRecurrences(B, Least))
    S = schedulePipeline(B, std::max(Least, Exit), Exit > 1, IsCut);
  IntervalCauses Causes;
  Causes.Tight = S.Tight;
  Causes.Recurrence = S.RecurrenceInterval;
  Causes.Exit = Exit;
  Causes.Loop = &L;
  Cost.Ports = portLimit(F, B, Spine, S.Interval, Have, Wanted);
  if (!isWithout(F, "ports") && Cost.Ports.Interval > S.Interval)
    S = schedulePipeline(B, Cost.Ports.Interval, true, IsCut);
  const UnitLimit Units = unitLimit(F, B);
  const bool AreUnitsFew = Units.Interval > S.Interval;
  if (AreUnitsFew)
    S = schedulePipeline(B, Units.Interval, true, IsCut);
  Causes.Interval = S.Interval;
  Causes.Ports = Cost.Ports;
  Cost.Reason = AreUnitsFew ? Units.Reason : intervalReason(F, B, Causes);
  if (S.Interval == 1 && !isWithout(F, "sharing")) {
    retimeUnshared(B, F);
    S = schedulePipeline(B, 1, true, IsCut);
  }
  return S;
}

} // namespace

/// A flattened loop chooses between a start value and that of the iteration
/// before. Where the clock is fast and no pragma asks for an interval, this
/// takes a cycle.
static void addChoices(const Frame &F, Body &B,
                       const std::vector<uint32_t> &Spine) {
  if (Spine.size() < 2 || F.Loops->Loops[Spine.back()].WantsPipeline ||
      !choiceTakesCycle(F.Options->Clock) || isWithout(F, "quick-sums"))
    return;
  for (const CarriedEdge &E : B.Carried)
    if (!E.IsMemory && B.Ops[E.To].Access >= 0)
      B.Ops[E.To].Latency = 1;
}

PipelineCost pricePipeline(const Frame &F, const std::vector<uint32_t> &Spine,
                           const std::vector<std::optional<int64_t>> &Values,
                           const LoopRanges &Ranges, const BankWishes &Have,
                           BankWishes &Wanted) {
  const NestLoop &L = F.Loops->Loops[Spine.back()];
  BodyRequest Request{
      {F.Loops->Loops[Spine.front()].Node}, Spine, Values, Ranges};
  Body B = buildBody(F, Request);
  chainMisaligned(F, B, Spine.back());
  if (F.Options->UnsafeMath && !isWithout(F, "trees") && !keepsOrder(F, Spine))
    balanceSums(B);
  addChoices(F, B, Spine);
  PipelineCost Cost;
  bool IsInner =
      Spine.size() == 1 && F.Loops->Loops[Spine.front()].Parent.has_value();
  if (IsInner && !isWithout(F, "hoisting")) {
    markInvariant(F, B, Spine);
    Cost.Before = scheduleOnce(F, B, Have.Ports, true).Depth;
  }
  Schedule S = scheduleBody(F, B, Spine, Have, Wanted, Cost);
  if (!isWithout(F, "registers"))
    keepInRegisters(F, B, Spine, Have, S, Cost);
  Cost.Interval = B.IsTooLarge ? std::ceil(S.Interval * B.Scale) : S.Interval;
  // A depth that ends at the exit is that of few copies.
  bool IsWhole = !B.IsTooLarge || leavesEarly(L, B);
  Cost.Depth = IsWhole ? S.Depth : S.Depth * B.Scale;
  // The last access of an iteration waits for its turn at the ports.
  if (Cost.Ports.IsGiven && !isWithout(F, "ports"))
    Cost.Depth += Cost.Ports.Interval - 1;
  if (!isWithout(F, "bank-address"))
    Cost.Depth += bankDelay(F, B, Spine, S.Interval);
  Cost.Entry = entryOf(F, B);
  Cost.Trips = std::ceil(L.Most / double(L.Factor));
  for (size_t I = 0; I + 1 < Spine.size(); ++I)
    Cost.Trips *= F.Loops->Loops[Spine[I]].Most;
  return Cost;
}

} // namespace roofline::vitis
