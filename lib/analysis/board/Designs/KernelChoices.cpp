// The designs that a compiled kernel permits.
#include "roofline/Designs/KernelChoices.h"

#include "roofline/Board/CompilerUnroll.h"
#include "roofline/Hpca16/DesignGuards.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>
#include <tuple>

namespace roofline {

KernelChoices::KernelChoices(const BoundKernel &Bound, const Launch &L,
                             KernelSpace &Space, Design From)
    : Bound(Bound), Kernel(*Bound.Kernel), L(L), Space(Space),
      Source(std::move(From)), HasBarrier(LoopMotion(Kernel).HasBarrier),
      IsSingle(Bound.SingleWorkItem || roofline::isSingleWorkItem(Kernel)) {
  assert(Source.Unroll.size() == Kernel.Loops.size() &&
         "a design has an unroll factor for each loop");
  assert(Source.Simd >= 1 && Source.ComputeUnits >= 1 &&
         "a design has at least one lane and one compute unit");
  chooseGroups();
  const uint32_t Asked = Space.MaxUnroll;
  chooseLoops();
  while (Space.MaxUnroll > 1 && size() > double(Space.MostReplays)) {
    Space.MaxUnroll /= 2;
    chooseLoops();
  }
  if (Space.MaxUnroll < Asked)
    Notes.push_back("loops are unrolled up to " +
                    std::to_string(Space.MaxUnroll) + ": all designs up to " +
                    std::to_string(Asked) + " are too many");
  noteLoops();
  if (Divergent && !IsSingle)
    Notes.push_back("no SIMD: how often the loop at line " +
                    std::to_string(Divergent->Line) +
                    " runs depends on the work-item, and such a kernel is not "
                    "vectorised");
}

std::optional<std::string> KernelChoices::whyGroupIsFixed() const {
  if (Kernel.Attributes.ReqdWorkGroupSize)
    return "reqd_work_group_size says it";
  if (!L.Dimensions)
    return "there is no NDRange";
  if (!Kernel.LocalArrays.empty() ||
      std::any_of(
          Kernel.Args.begin(), Kernel.Args.end(),
          [](const KernelArg &A) { return A.Space == AddressSpace::Local; }))
    return "the kernel has local memory";
  if (!Kernel.Barriers.empty())
    return "the kernel has a barrier";
  for (const Operation &O : Kernel.Operations)
    if (O.Name.starts_with("get_local_") || O.Name == "get_group_id" ||
        O.Name == "get_num_groups" || O.Name == "get_enqueued_local_size")
      return "the kernel asks for " + O.Name;
  return std::nullopt;
}

void KernelChoices::chooseGroups() {
  if (IsSingle || whyGroupIsFixed()) {
    Groups = {std::nullopt};
    if (!IsSingle && !Kernel.Attributes.ReqdWorkGroupSize)
      Notes.push_back("the work-group stays: " + *whyGroupIsFixed());
    return;
  }
  const uint64_t Most =
      Kernel.Attributes.MaxWorkGroupSize.value_or(DefaultGroupSize);
  if (L.Local)
    Groups.push_back(std::nullopt);
  auto Divides = [&](unsigned Dim, uint64_t Size) {
    return Size <= Most && L.Global[Dim] % Size == 0;
  };
  for (uint64_t Z = 1; Divides(2, Z); Z *= 2)
    for (uint64_t Y = 1; Divides(1, Y) && Y * Z <= Most; Y *= 2)
      for (uint64_t X = 1; Divides(0, X) && X * Y * Z <= Most; X *= 2)
        if (const GroupSize Size{X, Y, Z}; Size != L.Local)
          Groups.push_back(Size);
}

void KernelChoices::chooseLoops() {
  Loops.clear();
  std::map<SourcePlace, LoopChoice> At;
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
    if (const SourceLocation &Loc = Kernel.Loops[Id].Loc)
      At[{Loc.Line, Loc.Column}].Loops.push_back(Id);
  for (auto &[Place, Choice] : At) {
    Choice.Factors = factors(Choice);
    if (Choice.Factors.size() > 1)
      Loops.push_back(std::move(Choice));
  }
  findDivergence();
}

std::vector<uint32_t> KernelChoices::factors(const LoopChoice &Choice) const {
  assert(!Choice.Loops.empty() && "a loop statement has a loop");
  const uint32_t Own = Source.Unroll[Choice.Loops.front()];
  double Trip = HUGE_VAL;
  bool IsExact = true;
  for (uint32_t Id : Choice.Loops) {
    const BoundLoop &B = Bound.Loops[Id];
    if (!B.KnowsTrip || HasBarrier[Id] || Source.Unroll[Id] != Own)
      return {Own};
    Trip = std::min(Trip, B.Trip);
    IsExact &= !B.AtMost && B.Trip == std::floor(B.Trip) &&
               !varies(Kernel.Loops[Id].Trip.Count);
  }
  std::set<uint32_t> Factors{Own};
  for (uint32_t F = 1; F <= Space.MaxUnroll && F <= Trip;
       F = IsExact ? F + 1 : F * 2)
    if (!IsExact || std::fmod(Trip, F) == 0)
      Factors.insert(F);
  return {Factors.begin(), Factors.end()};
}

void KernelChoices::noteLoops() {
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
    if (HasBarrier[Id])
      Notes.push_back("the loop at line " +
                      std::to_string(Kernel.Loops[Id].Loc.Line) +
                      " stays as it is: there is a barrier in it");
}

std::vector<uint32_t> KernelChoices::lanes(size_t Group) const {
  assert(Group < Groups.size() && "a group size is one of those to try");
  std::set<uint32_t> Result{Source.Simd};
  // The compiler ignores the attribute in a kernel that it cannot vectorise.
  if (IsSingle || Divergent)
    return {Source.Simd};
  const auto &Size = Groups[Group] ? Groups[Group] : L.Local;
  if (Size && Groups[Group] && (*Size)[0] % Source.Simd)
    Result.clear();
  for (uint32_t Simd = 1; Simd <= 16; Simd *= 2)
    if (Simd == 1 || (Size && (*Size)[0] % Simd == 0))
      Result.insert(Simd);
  return {Result.begin(), Result.end()};
}

/// Looks at the design that has as few loops left as any.
void KernelChoices::findDivergence() {
  Design D = Source;
  for (const LoopChoice &Choice : Loops)
    for (uint32_t Id : Choice.Loops)
      D.Unroll[Id] = Choice.Factors.back();
  Divergent = divergentLoop(Bound, unrolledByCompiler(Kernel, D, Bound.Sdk));
}

double KernelChoices::size() const {
  double Size = 0;
  for (size_t I = 0; I < Groups.size(); ++I)
    Size += double(lanes(I).size());
  for (const LoopChoice &Choice : Loops)
    Size *= double(Choice.Factors.size());
  return Size;
}

bool KernelChoices::mayUnroll(const Design &Asked) const {
  assert(Asked.Unroll.size() == Kernel.Loops.size() &&
         "a design has an unroll factor for each loop");
  if (!IsSingle)
    return true;
  const Design D = unrolledByCompiler(Kernel, Asked, Bound.Sdk);
  for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
    if (double(D.Unroll[Id]) >= Bound.Loops[Id].Trip)
      continue;
    for (auto Up = Kernel.Loops[Id].Parent; Up; Up = Kernel.Loops[*Up].Parent)
      if (D.Unroll[*Up] > 1 && D.Unroll[*Up] != Source.Unroll[*Up])
        return false;
  }
  return true;
}

bool ReplayedDesign::isPartOf(const ReplayedDesign &Larger) const {
  assert(D.Unroll.size() == Larger.D.Unroll.size() &&
         "both designs are of one kernel");
  if (Group != Larger.Group || D.Simd > Larger.D.Simd || Whole != Larger.Whole)
    return false;
  for (size_t Id = 0; Id < D.Unroll.size(); ++Id)
    if (D.Unroll[Id] > Larger.D.Unroll[Id])
      return false;
  return true;
}

std::vector<ReplayedDesign> KernelChoices::unrolled() const {
  std::vector<ReplayedDesign> Result;
  // Loops that the compiler unrolls by itself are the same as unrolled ones.
  std::set<std::vector<uint32_t>> Built;
  std::vector<size_t> At(Loops.size(), 0);
  for (bool More = true; More;) {
    ReplayedDesign New{0, Source};
    New.D.ComputeUnits = 1;
    for (size_t I = 0; I < Loops.size(); ++I) {
      New.Level += uint32_t(At[I]);
      for (uint32_t Id : Loops[I].Loops)
        New.D.Unroll[Id] = Loops[I].Factors[At[I]];
    }
    const Design Compiled = unrolledByCompiler(Kernel, New.D, Bound.Sdk);
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      New.Whole.push_back(double(Compiled.Unroll[Id]) >= Bound.Loops[Id].Trip);
    New.IsDivergent = divergentLoop(Bound, Compiled).has_value();
    if (mayUnroll(New.D) && Built.insert(Compiled.Unroll).second)
      Result.push_back(std::move(New));
    More = false;
    for (size_t I = 0; I < Loops.size() && !More; ++I) {
      More = ++At[I] < Loops[I].Factors.size();
      At[I] = More ? At[I] : 0;
    }
  }
  return Result;
}

std::vector<ReplayedDesign> KernelChoices::replays() const {
  const std::vector<ReplayedDesign> Unrolled = unrolled();
  std::vector<ReplayedDesign> Result;
  for (size_t Group = 0; Group < Groups.size(); ++Group) {
    const std::vector<uint32_t> Lanes = lanes(Group);
    // Where lanes are ignored, one number of them stands for all.
    const bool HasSource =
        std::find(Lanes.begin(), Lanes.end(), Source.Simd) != Lanes.end();
    const uint32_t Ignored = HasSource ? Source.Simd : Lanes.front();
    for (uint32_t Level = 0; uint32_t Simd : Lanes) {
      for (ReplayedDesign Replayed : Unrolled) {
        if (Replayed.IsDivergent && Simd != Ignored)
          continue;
        Replayed.Group = Group;
        Replayed.D.Simd = Simd;
        Replayed.Level += Level;
        Result.push_back(std::move(Replayed));
      }
      ++Level;
    }
  }
  std::stable_sort(Result.begin(), Result.end(),
                   [](const ReplayedDesign &A, const ReplayedDesign &B) {
                     return A.Level < B.Level;
                   });
  return Result;
}

std::vector<uint32_t> KernelChoices::computeUnits(double NumGroups) const {
  std::set<uint32_t> Result{Source.ComputeUnits};
  if (!IsSingle)
    for (uint32_t Units = 1; Units <= Space.MaxUnits && Units <= NumGroups;
         ++Units)
      Result.insert(Units);
  return {Result.begin(), Result.end()};
}

} // namespace roofline
