// Catches of a design, or of its source.
#include "roofline/Hpca16/DesignGuards.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/MeetingTable.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace roofline {

std::string lineName(const KernelSummary &Kernel, const SourceLocation &Loc) {
  std::string Line = std::to_string(Loc.Line);
  if (Loc.File.empty() || Loc.File == Kernel.Loc.File)
    return Line;
  return Loc.File.substr(Loc.File.find_last_of('/') + 1) + ":" + Line;
}

bool isTooWide(const BoundKernel &K, const Design &D, uint32_t Id) {
  assert(Id < K.Loops.size() && "accesses are those of a loop of the kernel");
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  for (const BoundBlock &B : K.Blocks)
    for (uint32_t I = B.FirstAccess; I < B.FirstAccess + B.NumAccesses; ++I)
      if (B.Loop == Id &&
          K.Accesses[I].NumBytes * D.Unroll[Id] * D.Simd > K.TransactionWidth)
        return true;
  return false;
}

static bool readsItem(const Expr &E) {
  const std::vector<std::string> Of = symbols(E);
  return std::any_of(Of.begin(), Of.end(), [](const std::string &S) {
    return S.starts_with("global_id(") || S.starts_with("local_id(");
  });
}

bool mayBePassedBy(const KernelSummary &Kernel, uint32_t Loop) {
  assert(Loop < Kernel.Loops.size() &&
         "a loop that is skipped is one of the kernel");
  for (std::optional<uint32_t> Id = Loop; Id; Id = Kernel.Loops[*Id].Parent)
    if (const Guard &When = Kernel.Loops[*Id].When;
        When.IsOfData || readsItem(When.Form))
      return true;
  return false;
}

std::optional<SourceLocation> divergentLoop(const BoundKernel &K,
                                            const Design &D) {
  assert(K.Kernel && "a bound kernel has a summary");
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  if (K.Kernel->DivergentBranches.empty())
    return std::nullopt;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    const Loop &L = K.Kernel->Loops[Id];
    const bool HasOwnTrips =
        L.Trip.K != TripCount::Kind::Exact || readsItem(L.Trip.Count);
    if (HasOwnTrips ||
        (mayBePassedBy(*K.Kernel, Id) && !isFullyUnrolled(K, D, Id)))
      return L.Loc;
  }
  return std::nullopt;
}

std::vector<std::string> simdGuards(const BoundKernel &K, const Design &D,
                                    const Design &Compiled) {
  assert(D.Unroll.size() == K.Loops.size() &&
         Compiled.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  std::vector<std::string> Guards;
  const std::string Simd = std::to_string(D.Simd);
  const auto &Size = K.Kernel->Attributes.ReqdWorkGroupSize;
  if (!Size)
    Guards.push_back("needs a reqd_work_group_size that " + Simd +
                     " divides in dimension 0");
  else if ((*Size)[0] % D.Simd)
    Guards.push_back(
        Simd + " does not divide the work-group size " +
        std::to_string((*Size)[0]) + ": needs reqd_work_group_size(" +
        std::to_string(((*Size)[0] + D.Simd - 1) / D.Simd * D.Simd) + "," +
        std::to_string((*Size)[1]) + "," + std::to_string((*Size)[2]) + ")" +
        ((*Size)[0] * (*Size)[1] * (*Size)[2] == 1
             ? ", for a single work-item has unrolled loops alone"
             : ""));
  if (const auto Loc = divergentLoop(K, Compiled))
    Guards.push_back("how often the loop at line " + lineName(*K.Kernel, *Loc) +
                     " runs depends on the work-item: such a kernel is not "
                     "vectorised");
  for (const BoundAccess &A : K.Accesses)
    if (A.NumBytes * D.Simd > K.TransactionWidth) {
      Guards.push_back("SIMD " + Simd + " is wider than a memory transaction");
      break;
    }
  return Guards;
}

static std::string lineInLoop(const KernelSummary &Kernel, const Loop &Around,
                              uint32_t Op) {
  return lineName(Kernel, placeInLoop(Kernel, Around, Op));
}

/// True where copies of a loop do not wait for each other between \p Dep's
/// ends: the copies of an integer's sum in a private register are regrouped,
/// and atomic updates of local memory come in any order, as its ports let them.
static bool isOfAnyOrder(const KernelSummary &Kernel,
                         const CarriedDependence &Dep, const BoundLoop &In) {
  const auto Access = Kernel.Operations[Dep.Consumer].Access;
  if (!Access)
    return false;
  const auto Earlier = Kernel.Operations[Dep.Producer].Access;
  const MemoryAccess &A = Kernel.Accesses[*Access];
  constexpr auto Atomic = MemoryAccess::Kind::ReadWrite;
  return (A.Space == AddressSpace::Private && In.Held.Latency <= 0) ||
         (A.Space == AddressSpace::Local && A.K == Atomic && Earlier &&
          Kernel.Accesses[*Earlier].K == Atomic);
}

std::vector<std::string> unrollGuards(const BoundKernel &K, const Design &D) {
  assert(D.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  std::vector<std::string> Guards;
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id) {
    if (D.Unroll[Id] <= 1)
      continue;
    std::string Factor = "the factor " + std::to_string(D.Unroll[Id]);
    const Loop &Source = K.Kernel->Loops[Id];
    std::string Line = lineName(*K.Kernel, Source.Loc);
    if (K.Loops[Id].AtMost)
      Guards.push_back("the trip count of the loop at line " + Line +
                       " is only a bound: fewer iterations leave copies idle");
    else if (K.Loops[Id].KnowsTrip &&
             std::fmod(K.Loops[Id].Trip, D.Unroll[Id]) != 0)
      Guards.push_back(Factor +
                       " does not divide the trip count of the loop at line " +
                       Line + ": the last pass is partly idle");
    for (size_t I = 0; I < Source.Dependences.size(); ++I) {
      const CarriedDependence &Dep = Source.Dependences[I];
      const Meeting &M = K.Loops[Id].Meetings[I];
      if (isOfAnyOrder(*K.Kernel, Dep, K.Loops[Id]))
        continue;
      if (Dep.K == CarriedDependence::Kind::Memory &&
          M.K != Meeting::Kind::Never && M.Distance < D.Unroll[Id]) {
        Guards.push_back("copies wait for each other: line " +
                         lineInLoop(*K.Kernel, Source, Dep.Producer) +
                         " writes what a later iteration may read at line " +
                         lineInLoop(*K.Kernel, Source, Dep.Consumer));
        break;
      }
    }
  }
  return Guards;
}

std::vector<std::string> designGuards(const BoundKernel &K, const Design &D,
                                      const Design &Compiled) {
  assert(D.Unroll.size() == K.Loops.size() &&
         Compiled.Unroll.size() == K.Loops.size() &&
         "a design has an unroll factor for each loop");
  std::vector<std::string> Guards;
  if (D.Simd > 1)
    Guards = simdGuards(K, D, Compiled);
  for (std::string &G : unrollGuards(K, D))
    Guards.push_back(std::move(G));
  for (uint32_t Id = 0; Id < K.Loops.size(); ++Id)
    if (D.Unroll[Id] > 1 && isTooWide(K, D, Id))
      Guards.push_back("the factor " + std::to_string(D.Unroll[Id]) +
                       " of the loop at line " +
                       lineName(*K.Kernel, K.Kernel->Loops[Id].Loc) +
                       " is wider than a memory transaction");
  return Guards;
}

/// True where loop \p Id and the loops inside run as often as is known.
static bool knowsTripsInside(const BoundKernel &K, uint32_t Id) {
  for (uint32_t Of = 0; Of < K.Loops.size(); ++Of) {
    std::optional<uint32_t> Up = Of;
    while (Up && *Up != Id)
      Up = K.Kernel->Loops[*Up].Parent;
    if (Up && (!K.Loops[Of].KnowsTrip || K.Loops[Of].AtMost ||
               varies(K.Kernel->Loops[Of].Trip.Count)))
      return false;
  }
  return true;
}

/// Whether a loop without its pragma has dependence \p Dep: \p Test is of its
/// addresses.
static Meeting meetingOf(const KernelSummary &Kernel, MeetingTable &Test,
                         const CarriedDependence &Dep) {
  const auto Write = Kernel.Operations[Dep.Producer].Access;
  const auto Read = Kernel.Operations[Dep.Consumer].Access;
  if (Dep.K != CarriedDependence::Kind::Memory || !Write || !Read)
    return {};
  if (Kernel.Accesses[*Write].Predicated || Kernel.Accesses[*Read].Predicated)
    return {};
  return Test.of(*Write, *Read);
}

std::vector<LoopWarning> falseIvdeps(const BoundKernel &K, const Launch &L) {
  assert(K.Kernel && "a bound kernel has a summary");
  std::vector<LoopWarning> Result;
  const KernelSummary &Kernel = *K.Kernel;
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
    const Loop &Source = Kernel.Loops[Id];
    if (!Source.IgnoreDependences || !knowsTripsInside(K, Id))
      continue;
    MeetingTable Test(
        Kernel, Id,
        [&](uint32_t Loop) -> std::optional<Expr> {
          return Expr::constant(int64_t(std::ceil(K.Loops[Loop].Trip)));
        },
        launchSymbols(Kernel, L));
    for (const CarriedDependence &Dep : Source.Dependences) {
      const Meeting M = meetingOf(Kernel, Test, Dep);
      if (M.K != Meeting::Kind::After)
        continue;
      Result.push_back(
          {Source.Loc,
           "`#pragma ivdep` of the loop at line " +
               lineName(Kernel, Source.Loc) + " is false: line " +
               lineInLoop(Kernel, Source, Dep.Producer) + " writes what line " +
               lineInLoop(Kernel, Source, Dep.Consumer) + " reads " +
               std::to_string(M.Distance) +
               (M.Distance == 1 ? " iteration later" : " iterations later"),
           placeInLoop(Kernel, Source, Dep.Producer),
           placeInLoop(Kernel, Source, Dep.Consumer)});
      break;
    }
  }
  return Result;
}

} // namespace roofline
