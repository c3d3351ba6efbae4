// Cost of a variant. Source: TYTRA17 sections 5 and 6.
#include "roofline/Tytra17/StreamCost.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Steps/LowerVariant.h"
#include "roofline/Stream/Variant.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace roofline {
namespace {

constexpr std::array Members = {
    &FabricResources::Luts, &FabricResources::Registers,
    &FabricResources::DspBlocks, &FabricResources::MemoryBlocks};

double bytesOf(const ValueType &T) { return (T.Bits + 7) / 8; }

/// [word] that stream \p I adds to what a position moves: all fields of its
/// port, those that no stream has too; 0 where another one counts them.
template <typename S>
double words(const std::vector<S> &Streams, uint32_t I) noexcept {
  return portOf(Streams, I) == I ? Streams[I].Fields : 0;
}

/// A device may keep its buffers on chip where their bits fit.
double onChipBlocks(const StreamPricing &P) noexcept {
  return std::ceil(8 * P.Work.BufferBytes / *P.Platform.MemoryBlockBits);
}

StreamKernel paddedFor(const StreamKernel &K, const StreamDesign &D) {
  return padded(K, paddedPositions(K, D.Lanes * D.Vector));
}

/// Adds the price of several lanes to \p Need of one.
void addLanes(StreamPricing::Form::Need &Need, const StreamKernel &K,
              StreamDesign D, const CoreResources &Resources) {
  auto of = [&](uint32_t Lanes) {
    D.Lanes = Lanes;
    return Resources(paddedFor(K, D), D);
  };
  std::optional<FabricResources> Two = of(2), Four = of(4);
  if (!Two || !Four)
    return;
  Need.PerLane = (*Four - *Two) * 0.5;
  Need.Base = *Two - Need.PerLane * 2;
  Need.KnowsLanes = true;
}

/// Prices a row of designs of \p K, of which \p F may know those of one lane.
void priceRowOf(StreamPricing::Form &F, const StreamKernel &K, ElementForm Form,
                unsigned Log, uint32_t MostLanes, const CorePricing &Cores) {
  StreamDesign D;
  D.Form = Form;
  D.Vector = 1u << Log;
  const bool KnowsOne = F.MostLanes[Log] > 0;
  D.Lanes = 2;
  const bool IsParallel = !whyNotParallel(K, D);
  D.Lanes = 1;
  if (Cores.Resources) {
    auto &Need = F.Needs[Log];
    if (!KnowsOne)
      if (std::optional<FabricResources> One = Cores.Resources(K, D))
        Need = {*One, *One, {}, !IsParallel};
    if (Need && MostLanes > 1 && IsParallel)
      addLanes(*Need, K, D, Cores.Resources);
  }
  if (Cores.Delay) {
    auto &Path = F.Paths[Log];
    if (!KnowsOne)
      if (std::optional<double> One = Cores.Delay(K, D))
        Path = {*One, *One};
    D.Lanes = 2;
    if (Path && MostLanes > 1 && IsParallel) {
      const std::optional<double> Several = Cores.Delay(paddedFor(K, D), D);
      Path = Several
                 ? std::optional(StreamPricing::Form::Path{Path->One, *Several})
                 : std::nullopt;
    }
  }
  F.MostLanes[Log] = MostLanes;
}

} // namespace

FabricResources StreamPricing::Form::Need::of(uint32_t Lanes) const noexcept {
  assert(knows(Lanes) && "the resources of several lanes are known");
  return Lanes == 1 ? One : Base - PerLane * -double(Lanes);
}

double largestShare(const FabricResources &Need,
                    const FabricResources &Available) noexcept {
  double Share = 0;
  for (auto Member : Members)
    if (Need.*Member > 0)
      Share = std::max(Share, Need.*Member / (Available.*Member));
  return Share;
}

const char *scarcest(const FabricResources &Need,
                     const FabricResources &Available) noexcept {
  constexpr const char *Names[] = {"LUTs", "registers", "DSP blocks",
                                   "memory blocks"};
  const char *Name = Names[0];
  for (size_t I = 0; I < Members.size(); ++I)
    if (Need.*Members[I] > 0 && Need.*Members[I] / (Available.*Members[I]) ==
                                    largestShare(Need, Available))
      Name = Names[I];
  return Name;
}

StreamWork streamWork(const StreamKernel &K, const DatapathSchedule &S) {
  assert(S.Nodes.size() == K.Nodes.size() &&
         "the schedule is that of the kernel");
  StreamWork W;
  W.WorkItems = double(K.Active.volume());
  auto Count = [&](const ValueType &T) {
    W.Operations += 1;
    W.ByteOperations += bytesOf(T);
  };
  for (size_t I = 0; I < K.Nodes.size(); ++I) {
    UnitKind Kind = S.Nodes[I].Unit.Kind;
    if (S.Nodes[I].Used && Kind != UnitKind::Source && Kind != UnitKind::Wire)
      Count(K.Nodes[K.Nodes[I].Operands.back()].Type);
  }
  for (const Reduction &R : K.Reductions)
    Count(R.Type);
  auto Add = [&](const auto &Streams) {
    for (uint32_t I = 0; I < Streams.size(); ++I) {
      double Words = words(Streams, I);
      W.WordsPerTuple += Words;
      W.BufferBytes +=
          double(Streams[I].Window.volume()) * Words * bytesOf(Streams[I].Type);
    }
  };
  Add(K.Inputs);
  Add(K.Outputs);
  return W;
}

double streamedBytes(const StreamKernel &K, const DatapathSchedule &S,
                     const StreamDesign &D) noexcept {
  assert(S.Halos.size() == K.Inputs.size() &&
         "the schedule is that of the kernel");
  assert(D.Lanes >= 1 && D.Vector >= 1 &&
         "a design has at least one lane and one position a beat");
  double Total = 0;
  for (uint32_t I = 0; I < K.Outputs.size(); ++I)
    Total += double(written(K, K.Outputs[I]).volume()) * words(K.Outputs, I) *
             bytesOf(K.Outputs[I].Type);
  auto WholeBeats = [&](int64_t Positions) {
    return (Positions + D.Vector - 1) / D.Vector * D.Vector;
  };
  for (uint32_t I = 0; I < K.Inputs.size(); ++I) {
    const InputStream &In = K.Inputs[I];
    const Halo &H = S.Halos[I];
    double Whole = double(In.Window.volume());
    double Shared =
        double(WholeBeats(H.Ahead) + WholeBeats(H.Behind)) * (D.Lanes - 1);
    Total += std::min(Whole + Shared, Whole * D.Lanes) * words(K.Inputs, I) *
             bytesOf(In.Type);
  }
  return Total;
}

Hertz formClock(ElementForm Form, Hertz Clock, int32_t Depth) noexcept {
  return Form == ElementForm::Comb ? Clock / std::max(1, Depth) : Clock;
}

ClockRange clockRange(const StreamPricing &P, const StreamDesign &D) noexcept {
  assert(P.Forms[unsigned(D.Form)] && "the form of the design is priced");
  assert(std::has_single_bit(D.Vector) && D.Vector <= 1u << MaxLogVector &&
         "a vector is a power of two up to the widest");
  const StreamPricing::Form &F = *P.Forms[unsigned(D.Form)];
  const auto &Path = F.Paths[std::countr_zero(D.Vector)];
  if (!Path)
    return {F.Clock, F.Clock, F.Clock};
  const Hertz Most = P.Platform.Clock;
  const ClockRange R = clockRange(P.Platform.Routing.value_or(RoutingShare()),
                                  Path->of(D.Lanes));
  return {std::min(Most, R.Low), std::min(Most, R.Typical),
          std::min(Most, R.High)};
}

/// The bandwidth is that of contiguous transfers, which \p S is not.
static void noteOrder(const Stream &S, std::vector<std::string> &Notes) {
  int64_t Step = S.Pitch ? std::abs((*S.Pitch)[0]) : S.Fields;
  if (Step != S.Fields && Step != 0) // 0: one element for a whole row
    Notes.push_back("'" + S.Name + "' is not walked in the order of memory, " +
                    std::to_string(Step) +
                    " elements lie between neighbours: its bandwidth is less "
                    "than the contiguous one that is priced");
}

/// A lane waits for the furthest element that its first position reads.
static void noteAhead(const StreamKernel &K, const InputStream &In,
                      std::vector<std::string> &Notes) {
  const int64_t Ahead = halo(K, In).Ahead;
  if (2 * Ahead >= K.Space.volume())
    Notes.push_back("'" + In.Name + "' is read up to " + std::to_string(Ahead) +
                    " positions ahead, of " + std::to_string(K.Space.volume()) +
                    ", as where an index wraps around: so many pass through "
                    "each lane before its first result; vectors shorten that, "
                    "lanes do not");
}

StreamPricing makePricing(StreamKernel K, StreamPlatform Platform,
                          const CoreResources &Resources,
                          const CoreDelay &Delay, const PricedForms &Forms,
                          const CoreResources &DelayLines) {
  assert(Forms.LeastVector <= Forms.MostVector &&
         "the narrowest vector is no wider than the widest");
  assert((!Forms.OnDemand || !Forms.WhatMayFit) &&
         "a search on demand looks itself");
  const CorePricing Cores = {Resources, Delay, DelayLines};
  StreamPricing P;
  P.Platform = std::move(Platform);
  for (ElementForm Form :
       {ElementForm::Pipe, ElementForm::Comb, ElementForm::Seq}) {
    StreamDesign D;
    D.Form = Form;
    // The pipeline is what other forms are compared with.
    if ((Form != ElementForm::Pipe && Form != Forms.Form.value_or(Form)) ||
        whyNotBuildable(K, D))
      continue;
    StreamPricing::Form &F = P.Forms[unsigned(Form)].emplace();
    F.Schedules[0] = scheduleDatapath(K, Form);
    F.Clock = formClock(Form, P.Platform.Clock, P.Forms[0]->Schedules[0].Depth);
    for (unsigned Log = 0; Log <= MaxLogVector; ++Log) {
      D.Vector = 1u << Log;
      if (whyNotBuildable(K, D))
        continue;
      if (Form != Forms.Form.value_or(Form) || D.Vector < Forms.LeastVector ||
          D.Vector > Forms.MostVector)
        continue;
      F.Schedules[Log] = scheduleDatapath(K, Form, D.Vector);
      if (Forms.OnDemand)
        continue;
      priceRowOf(F, K, Form, Log, Forms.MostLanes, Cores);
      F.MostLanes[Log] = std::numeric_limits<uint32_t>::max();
      P.HasCosts |= F.Needs[Log].has_value();
      if (Forms.WhatMayFit && F.Needs[Log] &&
          shareOf(P, D, F.Needs[Log]->One) > 2) {
        F.LongestVector = D.Vector;
        break;
      }
    }
  }
  if (P.Forms[0])
    P.Work = streamWork(K, P.Forms[0]->Schedules[0]);
  for (const InputStream &In : K.Inputs) {
    noteOrder(In, P.Platform.Notes);
    noteAhead(K, In, P.Platform.Notes);
  }
  for (const OutputStream &Out : K.Outputs)
    noteOrder(Out, P.Platform.Notes);
  P.Kernel = std::move(K);
  if (Forms.OnDemand)
    P.OnDemand = Cores;
  return P;
}

void priceRow(StreamPricing &P, ElementForm Form, unsigned Log,
              uint32_t MostLanes) {
  assert(P.OnDemand && P.Forms[unsigned(Form)] && "nothing prices it");
  StreamPricing::Form &F = *P.Forms[unsigned(Form)];
  if (F.MostLanes[Log] >= MostLanes)
    return;
  priceRowOf(F, P.Kernel, Form, Log, MostLanes, *P.OnDemand);
  P.HasCosts |= F.Needs[Log].has_value();
}

bool isLookedAt(const StreamPricing &P, const StreamDesign &D) noexcept {
  return D.Lanes <=
         P.Forms[unsigned(D.Form)]->MostLanes[std::countr_zero(D.Vector)];
}

double shareOf(const StreamPricing &P, const StreamDesign &D,
               const FabricResources &Need) noexcept {
  assert((D.Lanes >= 1 &&
          (P.Platform.Shell.empty() || D.Lanes <= P.Platform.Shell.size())) &&
         "the shell was published for so many lanes");
  const StreamPlatform &Platform = P.Platform;
  return largestShare(
      Platform.Shell.empty() ? Need : Need + Platform.Shell[D.Lanes - 1],
      Platform.Available);
}

StreamPrice price(const StreamPricing &P, const StreamDesign &D) noexcept {
  assert(P.Forms[unsigned(D.Form)] && "the form of the design is priced");
  assert(std::has_single_bit(D.Vector) && D.Vector <= 1u << MaxLogVector &&
         "a vector is a power of two up to the widest");
  assert(P.Forms[unsigned(D.Form)]
                 ->Schedules[std::countr_zero(D.Vector)]
                 .Nodes.size() == P.Kernel.Nodes.size() &&
         "vectors of so many positions are priced");
  const StreamPricing::Form &F = *P.Forms[unsigned(D.Form)];
  const StreamPlatform &Platform = P.Platform;
  const DatapathSchedule &S = F.Schedules[std::countr_zero(D.Vector)];
  StreamPrice Price;
  Price.LaunchCycles = launchCycles(P.Kernel, S, D);
  Price.Clock = clockRange(P, D).Typical;
  Price.PathIsKnown = F.Paths[std::countr_zero(D.Vector)].has_value();
  Price.Compute = Cycles(double(Price.LaunchCycles)) / Price.Clock;
  // Form C fills its memories once; form A passes the host's link each launch.
  double Moved = D.Memory == MemoryForm::C
                     ? P.Work.BufferBytes / Platform.Launches
                     : streamedBytes(P.Kernel, S, D);
  double Shared = D.Memory == MemoryForm::A ? 1 : Platform.Launches;
  Price.Memory = Seconds(Moved / Platform.Memory.value());
  if (Platform.Host)
    Price.Host = Seconds(P.Work.BufferBytes / Shared / Platform.Host->value());
  Price.Time = std::max({Price.Compute, Price.Memory, Price.Host});
  Price.Limit = Price.Time == Price.Compute  ? StreamLimit::Compute
                : Price.Time == Price.Memory ? StreamLimit::Memory
                                             : StreamLimit::Host;
  if (const auto &Need = F.Needs[std::countr_zero(D.Vector)];
      Need && Need->knows(D.Lanes)) {
    Price.Need = Need->of(D.Lanes);
    if (D.Memory == MemoryForm::C)
      Price.Need->MemoryBlocks += onChipBlocks(P);
    Price.Share = shareOf(P, D, *Price.Need);
  }
  return Price;
}

/// ": mul of size 48", the first of what \p D needs, or of the designs of two
/// and four lanes that its price follows.
static std::string whatIsUnmeasured(const StreamPricing &P, StreamDesign D) {
  if (!P.Platform.UnmeasuredOf)
    return "";
  for (uint32_t Lanes : {1u, 2u, 4u}) {
    D.Lanes = Lanes;
    StreamKernel K =
        padded(P.Kernel, paddedPositions(P.Kernel, Lanes * D.Vector));
    if (whyNotBuildable(K, D))
      continue;
    if (auto Unknowns = P.Platform.UnmeasuredOf(K, D); !Unknowns.empty())
      return ": " + Unknowns.front();
  }
  return "";
}

std::optional<std::string> whyNotPriced(const StreamPricing &P,
                                        const StreamDesign &D) {
  if (!P.Forms[unsigned(D.Form)])
    return whyNotBuildable(P.Kernel, StreamDesign{1, 1, D.Form, D.Memory})
        .value_or("there is no schedule");
  if (D.Vector > 1u << MaxLogVector)
    return "vectors of more than " + std::to_string(1u << MaxLogVector) +
           " positions";
  if (std::optional<std::string> Why = whyNotBuildable(P.Kernel, D))
    return Why;
  if (const auto Longest = P.Forms[unsigned(D.Form)]->LongestVector;
      Longest && D.Vector > *Longest)
    return "vectors of more than " + std::to_string(*Longest) +
           " positions: one of those already needs more than twice what '" +
           P.Platform.Name + "' has";
  if (P.Forms[unsigned(D.Form)]
          ->Schedules[std::countr_zero(D.Vector)]
          .Nodes.size() != P.Kernel.Nodes.size())
    return "vectors of " + std::to_string(D.Vector) +
           " positions are not "
           "priced";
  if (!P.Platform.Shell.empty() && D.Lanes > P.Platform.Shell.size())
    return "the shell of device '" + P.Platform.Name +
           "' was published for up to " +
           std::to_string(P.Platform.Shell.size()) + " lanes";
  if (const auto &Need =
          P.Forms[unsigned(D.Form)]->Needs[std::countr_zero(D.Vector)];
      P.HasCosts && isLookedAt(P, D) && !(Need && Need->knows(D.Lanes)))
    return "a part of the design has no measured cost" + whatIsUnmeasured(P, D);
  if (D.Memory == MemoryForm::A && !P.Platform.Host)
    return "form A needs the bandwidth of the host's link: device '" +
           P.Platform.Name + "' has no data source 'interconnect'";
  if (D.Memory == MemoryForm::C && !P.Platform.MemoryBlockBits)
    return "form C needs the size of a memory block: device '" +
           P.Platform.Name + "' has no cost model with one";
  if (D.Memory == MemoryForm::C && P.Platform.Launches <= 1)
    return "form C keeps its buffers on the chip from launch to launch, and "
           "there is one: --launches gives more";
  return std::nullopt;
}

} // namespace roofline
