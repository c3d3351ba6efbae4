// Facts about a kernel's operations that every body needs.
#include "Body.h"
#include "Limits.h"

#include "Partition.h"

#include <algorithm>

namespace roofline::vitis {
namespace {

void findCarried(Frame &F) {
  const KernelSummary &K = *F.Kernel;
  F.CarriedSources.assign(K.Operations.size(), NoOp);
  F.CarryingLoops.assign(K.Operations.size(), NoOp);
  for (uint32_t Loop = 0; Loop < K.Loops.size(); ++Loop)
    for (const CarriedDependence &D : K.Loops[Loop].Dependences) {
      if (D.K != CarriedDependence::Kind::Register ||
          F.Classes[D.Consumer] != OpClass::Phi)
        continue;
      F.CarriedSources[D.Consumer] = D.Producer;
      F.CarryingLoops[D.Consumer] = Loop;
    }
}

/// Marks operations that compute on iteration numbers and constants alone: the
/// compiler turns them into counters.
void findIndices(Frame &F) {
  const KernelSummary &K = *F.Kernel;
  F.IsIndex.resize(K.Operations.size());
  for (uint32_t Op = 0; Op < K.Operations.size(); ++Op) {
    OpClass C = F.Classes[Op];
    ScalarKind Scalar = K.Operations[Op].Type.Scalar;
    F.IsIndex[Op] =
        (C == OpClass::Wire || C == OpClass::Integer || C == OpClass::Phi) &&
        Scalar != ScalarKind::Float;
  }
  for (bool IsChanged = true; IsChanged;) {
    IsChanged = false;
    for (uint32_t Op = 0; Op < K.Operations.size(); ++Op) {
      if (!F.IsIndex[Op])
        continue;
      bool IsData =
          std::ranges::any_of(K.Operations[Op].Operands, [&](uint32_t Operand) {
            return !F.IsIndex[Operand];
          });
      uint32_t Source = F.CarriedSources[Op];
      if (!IsData && (Source == NoOp || F.IsIndex[Source]))
        continue;
      F.IsIndex[Op] = false;
      IsChanged = true;
    }
  }
}

void findBlockLoops(const KernelSummary &K, uint32_t Node, uint32_t Loop,
                    Frame &F) {
  const roofline::Node &N = K.Nodes[Node];
  if (N.K == Node::Kind::Block)
    F.BlockLoops[N.Index] = Loop;
  if (N.K == Node::Kind::Loop)
    Loop = N.Index;
  for (uint32_t Child : N.Children)
    findBlockLoops(K, Child, Loop, F);
}

std::vector<BusLoop> busLoops(const Nest &N) {
  std::vector<BusLoop> Loops;
  for (const NestLoop &L : N.Loops)
    Loops.push_back({L.Parent, L.Most, L.Factor, L.IsKnown, L.IsInFull});
  return Loops;
}

} // namespace

Frame frameOf(const KernelSummary &Kernel, const Nest &Loops,
              const Forms &Arrays, const VitisOptions &Options) {
  Frame F;
  F.Kernel = &Kernel;
  F.Loops = &Loops;
  F.Arrays = &Arrays;
  F.Options = &Options;
  if (!Options.Without.contains("bus"))
    F.OnBus = findBuses(Kernel, busLoops(Loops), Options.BusLatency);
  else
    F.OnBus.Accesses.resize(Kernel.Accesses.size());
  for (const Operation &O : Kernel.Operations) {
    F.Classes.push_back(classOf(O));
    std::optional<OperatorCost> Cost = costOf(O, Options.Clock);
    F.Costs.push_back(Cost.value_or(OperatorCost()));
    if (O.Access && F.OnBus.has(int32_t(*O.Access)))
      F.Costs.back().Latency = uint16_t(F.OnBus.latency(*O.Access));
    if (!Cost)
      F.Missing.push_back({Unknown::Kind::Operation,
                           "no latency of '" + O.Name + "' is known", O.Loc});
  }
  for (const Directive &D : Kernel.Directives)
    if (D.Name == "bind_op")
      if (std::optional<int64_t> Cycles = wholeOption(D, "latency"))
        for (uint32_t Op : boundOperations(Kernel, D))
          F.Costs[Op].Latency = uint16_t(std::max<int64_t>(0, *Cycles));
  findCarried(F);
  findIndices(F);
  for (const Block &B : Kernel.Blocks)
    F.BlockSizes.push_back(uint32_t(std::count(
        F.IsIndex.begin() + B.FirstOperation,
        F.IsIndex.begin() + B.FirstOperation + B.NumOperations, false)));
  F.BlockLoops.assign(Kernel.Blocks.size(), NoOp);
  findBlockLoops(Kernel, Kernel.Root, NoOp, F);
  F.IsDataflow =
      std::ranges::any_of(Kernel.Directives, [&](const Directive &D) {
        return D.Name == "dataflow" && !D.Loop && D.Function == Kernel.Name &&
               !optionOf(D, "off");
      });
  F.GivenPorts = givenPorts(F);
  return F;
}

} // namespace roofline::vitis
