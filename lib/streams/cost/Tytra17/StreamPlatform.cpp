// A device as streams see it.
#include "roofline/Tytra17/StreamPlatform.h"

#include "roofline/Core/StreamDesignCheck.h"
#include "roofline/Resources/CoveredLanes.h"
#include "roofline/Resources/ResourceModel.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace roofline {
namespace {

constexpr double NotGiven = std::numeric_limits<double>::infinity();

const DataSource *findSource(const Device &D, std::string_view Name) {
  for (const DataSource &S : D.Unit.Sources)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

/// The whole device: of one that has resources for pipelines but no fabric, an
/// adaptive logic module has two LUTs and four registers.
/// Source: Altera Stratix V handbook, SV51002.
FabricResources whole(const Device &D) {
  constexpr double LutsPerModule = 2, RegistersPerModule = 4;
  if (D.Unit.Fabric)
    return *D.Unit.Fabric;
  double Modules = D.LogicModules.Value;
  return {Modules * LutsPerModule, Modules * RegistersPerModule,
          D.DspBlocks.Value, D.MemoryBlocks.Value, 0};
}

/// [1] Part of each resource that the shell leaves; 1 where the device's fabric
/// has its interfaces taken off already.
double freePart(const Device &D, double FabricResources::*Member) {
  if (D.Unit.Fabric || !D.pricesPipelines())
    return 1;
  return Member == &FabricResources::DspBlocks      ? D.FreeDsp.Value
         : Member == &FabricResources::MemoryBlocks ? D.FreeMemory.Value
                                                    : D.FreeLogic.Value;
}

FabricResources available(const Device &D, const PlatformRequest &Request,
                          std::vector<std::string> &Notes) {
  double Utilization = Request.Utilization;
  FabricResources R = whole(D);
  for (auto [Member, Name] :
       {std::pair(&FabricResources::Luts, "LUTs"),
        {&FabricResources::Registers, "registers"},
        {&FabricResources::DspBlocks, "DSP blocks"},
        {&FabricResources::MemoryBlocks, "memory blocks"}}) {
    double Shell = Request.Shell ? 0 : 1 - freePart(D, Member);
    if (R.*Member > 0) {
      R.*Member *= std::max(0.0, Utilization - Shell);
      continue;
    }
    R.*Member = NotGiven;
    Notes.push_back("device '" + D.Name + "' gives no number of " + Name +
                    ": they do not limit");
  }
  return R;
}

} // namespace

std::optional<BytesPerSecond>
contiguousBandwidth(const std::vector<MeasuredBandwidth> &Table,
                    double NumBytes) {
  assert(NumBytes >= 0 && "a transfer has no negative size");
  const MeasuredBandwidth *Below = nullptr, *Above = nullptr;
  for (const MeasuredBandwidth &Row : Table) {
    if (Row.Pattern != "contiguous")
      continue;
    double Size = double(Row.NumBytes);
    if (Size <= NumBytes && (!Below || Row.NumBytes > Below->NumBytes))
      Below = &Row;
    if (Size >= NumBytes && (!Above || Row.NumBytes < Above->NumBytes))
      Above = &Row;
  }
  if (!Below && !Above)
    return std::nullopt;
  if (!Below || !Above || Below == Above)
    return (Below ? Below : Above)->Bandwidth.Value;
  double Part = std::log(NumBytes / double(Below->NumBytes)) /
                std::log(double(Above->NumBytes) / double(Below->NumBytes));
  return Below->Bandwidth.Value +
         (Above->Bandwidth.Value - Below->Bandwidth.Value) * Part;
}

CoreResources resourcesFrom(const CostModel &Costs, const StreamKernel &K,
                            StreamPlatform &Platform,
                            std::shared_ptr<CoveredLanes> Lanes) {
  assert(Lanes && "prices of one request share their covers");
  if (!Platform.MemoryBlockBits)
    Platform.MemoryBlockBits = Costs.MemoryBlockBits;
  Platform.UnmeasuredOf = [&Costs, Lanes](const StreamKernel &Kernel,
                                          const StreamDesign &D) {
    return predict(Costs, Kernel, laidOutFor(Costs, D), *Lanes).Unknowns;
  };
  if (!whyNotBuildable(K, StreamDesign()))
    Platform.Unmeasured = Platform.UnmeasuredOf(K, StreamDesign());
  return [&Costs, Lanes](const StreamKernel &Kernel, const StreamDesign &D) {
    return coreResources(Costs, Kernel, laidOutFor(Costs, D), *Lanes);
  };
}

CoreResources delayLinesFrom(const CostModel &Costs) {
  return [&Costs](const StreamKernel &K, const StreamDesign &D) {
    return delayLineResources(Costs, K, laidOutFor(Costs, D));
  };
}

CoreDelay delaysFrom(const CostModel &Costs,
                     std::shared_ptr<CoveredLanes> Lanes) {
  assert(Lanes && "prices of one request share their covers");
  return [&Costs, Lanes](const StreamKernel &K, const StreamDesign &D) {
    const LogicPath Path =
        logicPath(Costs, K, laidOutFor(Costs, coveredDesign(D)), *Lanes);
    return Path.Unknowns.empty() ? std::optional(Path.Delay) : std::nullopt;
  };
}

std::optional<std::string> streamPlatform(const Device &D,
                                          const PlatformRequest &Request,
                                          StreamPlatform &Out) {
  assert(Request.Launches > 0 && Request.Utilization > 0 &&
         "a request is for launches, and for a share of the device");
  StreamPlatform P;
  std::string Device = "device '" + D.Name + "'";
  P.Name = D.Name;
  P.Launches = Request.Launches;
  if (D.Unit.K != ProcessingUnit::Kind::Fpga)
    return Device + " is no FPGA: variants are designs for one";
  if (Request.Clock)
    P.Clock = *Request.Clock;
  else if (D.pricesPipelines())
    P.Clock = D.KernelClock.Value;
  else if (D.Unit.Clock) {
    P.Clock = D.Unit.Clock->Value;
    P.IsNominal = true;
  } else
    return Device + " gives no clock; --clock does";

  const DataSource *Memory = findSource(D, "external");
  if (std::optional<BytesPerSecond> Measured =
          contiguousBandwidth(D.Unit.BandwidthTable, Request.TransferBytes))
    P.Memory = *Measured;
  else if (Memory)
    P.Memory = Memory->Bandwidth.of(Request.PeakKind).Value;
  else
    return Device + " gives no bandwidth of 'external' memory";
  if (const DataSource *Host = findSource(D, "interconnect"))
    P.Host = Host->Bandwidth.of(Request.PeakKind).Value;
  else
    P.Notes.push_back(Device + " has no data source 'interconnect': transfers "
                               "from and to the host are not counted");
  if (D.Unit.Power.isKnown())
    P.Power = D.Unit.Power.of(Request.PeakKind).Value;
  P.Available = available(D, Request, P.Notes);
  if (Request.Shell) {
    P.MemoryBlockBits = Request.Shell->BlockBits;
    for (uint32_t Lanes = 1; Lanes <= Request.Shell->maxUnits(); ++Lanes)
      if (auto Need = Request.Shell->at(Request.Streams, Lanes))
        P.Shell.push_back(*Need);
    if (P.Shell.empty())
      return "the shell of " + Device + " was not published for " +
             std::to_string(Request.Streams) + " input streams";
  }
  Out = std::move(P);
  return std::nullopt;
}

} // namespace roofline
