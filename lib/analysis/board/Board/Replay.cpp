// A launch, gone through work-item by work-item.
#include "roofline/Board/Replay.h"

#include "LocalPorts.h"
#include "ReplayWalk.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

/// True where it matters how often \p B runs: a condition alone, of code that
/// asks memory for nothing, changes no passes of the pipeline around.
bool takesTime(const BoundKernel &Bound, const BoundBlock &B) {
  if (B.Runs == 0)
    return false;
  bool Result = B.NumAccesses > 0;
  for (auto Id = B.Loop; Id; Id = Bound.Kernel->Loops[*Id].Parent)
    Result |= !Bound.Kernel->Loops[*Id].When.isAlways();
  return Result;
}

} // namespace

LaunchReplays::LaunchReplays(const BoundKernel &Bound, const Launch &L,
                             const BoardMechanisms &With)
    : Bound(Bound), With(With),
      Launched(std::make_unique<BoundLaunch>(Bound, L, With)),
      Known(Bound.Kernel->Loops.size() + 1) {}

LaunchReplays::~LaunchReplays() = default;

std::shared_ptr<const ReplayedPart>
LaunchReplays::part(size_t Part, const Design &D, BoundLaunch &Placed) const {
  assert(Part < Known.size() && "a part is a loop, or the code outside of all");
  std::vector<uint32_t> Factors{D.Simd};
  if (Part < D.Unroll.size())
    for (std::optional<uint32_t> Id = uint32_t(Part); Id;
         Id = Bound.Kernel->Loops[*Id].Parent)
      Factors.push_back(D.Unroll[*Id]);
  {
    const std::lock_guard Lock(Looking);
    if (auto Found = Known[Part].find(Factors); Found != Known[Part].end())
      return Found->second;
  }
  auto Result = std::make_shared<const ReplayedPart>(
      walkPart(Bound, Placed, D, With, Part));
  const std::lock_guard Lock(Looking);
  return Known[Part]
      .try_emplace(std::move(Factors), std::move(Result))
      .first->second;
}

Replay LaunchReplays::of(const Design &D) const {
  assert(D.Unroll.size() == Bound.Kernel->Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(D.Simd >= 1 && "a vector has at least one work-item");
  const KernelSummary &Kernel = *Bound.Kernel;
  Replay R;
  R.GroupSize = Launched->GroupSize;
  R.NumGroups = Launched->NumGroups;
  R.IsAtMost = std::any_of(Bound.Blocks.begin(), Bound.Blocks.end(),
                           [&](const BoundBlock &B) {
                             return B.AtMost && takesTime(Bound, B);
                           }) ||
               std::any_of(Bound.Loops.begin(), Bound.Loops.end(),
                           [](const BoundLoop &L) { return L.AtMost; });
  R.BlockRuns.resize(Kernel.Blocks.size());
  std::vector<const std::vector<ReplayedUnit> *> UnitsOf(Kernel.Blocks.size());
  std::vector<std::shared_ptr<const ReplayedPart>> Parts;
  BoundLaunch Placed = *Launched;
  for (size_t Id = 0; Id <= Kernel.Loops.size(); ++Id) {
    const ReplayedPart &P = *Parts.emplace_back(part(Id, D, Placed));
    R.IsSampled |= P.IsSampled;
    if (Id < Kernel.Loops.size())
      R.Loops.push_back(P.Loop);
    else
      R.Passes = P.Loop.Passes;
    for (size_t I = 0; I < P.Units.size(); ++I) {
      const uint32_t Block = Launched->BlocksOf[Id][I];
      R.BlockRuns[Block] = P.BlockRuns[I];
      UnitsOf[Block] = &P.Units[I];
    }
  }
  for (const auto *Units : UnitsOf)
    if (Units)
      R.Units.insert(R.Units.end(), Units->begin(), Units->end());
  R.PortIntervals = With.Ports
                        ? portIntervals(Bound, Placed, D)
                        : std::vector<double>(Kernel.Loops.size() + 1, 1);
  return R;
}

} // namespace roofline
