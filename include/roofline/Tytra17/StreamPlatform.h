// A device as designs of streams use it: clock, bandwidths and resources.
//
/// \file
/// Source: TYTRA17 sections 2.3 and 6.3.
#ifndef ROOFLINE_TYTRA17_STREAMPLATFORM_H
#define ROOFLINE_TYTRA17_STREAMPLATFORM_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Machine/Device.h"
#include "roofline/Resources/CostModel.h"
#include "roofline/Resources/LogicPath.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// The properties of a device that price streams.
struct StreamPlatform {
  std::string Name;
  Hertz Clock; ///< highest F_D; F_D of designs with an unknown path
  /// Clock is the device's maximum, not a design's clock.
  bool IsNominal = false;
  /// Delay that routing adds to a path; nothing: unknown and left out.
  std::optional<RoutingShare> Routing;
  BytesPerSecond Memory;              ///< BW of device memory
  std::optional<BytesPerSecond> Host; ///< link to the host; nothing: unknown
  /// Resources for designs; infinite when the device does not give them.
  FabricResources Available;
  std::optional<double> MemoryBlockBits; ///< [bit] of one block
  std::optional<Watts> Power;            ///< whole device
  /// Resources of the shell beside the kernel's lanes, by the number of lanes
  /// less one; none: Available is already without the shell.
  std::vector<FabricResources> Shell;
  double Launches = 1; ///< launches that share one transfer in forms B and C
  std::vector<std::string> Notes; ///< unknown or assumed inputs
  /// Structures of the kernel without a price in the cost model.
  std::vector<std::string> Unmeasured;
  /// As Unmeasured, for a given design; empty without a cost model.
  std::function<std::vector<std::string>(const StreamKernel &,
                                         const StreamDesign &)>
      UnmeasuredOf;
};

struct PlatformRequest {
  std::optional<Hertz> Clock; ///< nothing: the device's clock
  /// [bit] StreamKernel::StageBits of what is priced; nothing: what a pipeline
  /// needs to reach Clock.
  std::optional<uint32_t> StageBits;
  double Launches = 1;
  /// [1] Usable share of each resource. Source: TYTRA17 section 6.1.
  double Utilization = 0.8;
  Peaks PeakKind = Peaks::Measured;
  double TransferBytes = 0; ///< [byte] of one stream: a bandwidth table's size
  /// Shell of the device; null: the device's free share counts.
  const ShellCost *Shell = nullptr;
  uint32_t Streams = 0; ///< input streams of a lane
  /// Lanes that were covered already, for all prices of one request.
  std::shared_ptr<CoveredLanes> Lanes = std::make_shared<CoveredLanes>();
};

/// Fills \p Out; returns nothing, or what \p D lacks.
std::optional<std::string> streamPlatform(const Device &D,
                                          const PlatformRequest &Request,
                                          StreamPlatform &Out);

/// [byte/s] Bandwidth of contiguous transfers of \p NumBytes: linear in the
/// logarithm of the size between rows of \p Table, constant beyond them;
/// nothing when the table has no contiguous rows. Source: TYTRA17 section 6.3.
std::optional<BytesPerSecond>
contiguousBandwidth(const std::vector<MeasuredBandwidth> &Table,
                    double NumBytes);

/// Resources of a whole core; nothing when a cost is unknown.
using CoreResources = std::function<std::optional<FabricResources>(
    const StreamKernel &, const StreamDesign &)>;

/// Prices cores by \p Costs, which must outlive the result. Sets the size of a
/// memory block and the unmeasured structures of \p K in \p Platform.
CoreResources resourcesFrom(const CostModel &Costs, const StreamKernel &K,
                            StreamPlatform &Platform,
                            std::shared_ptr<CoveredLanes> Lanes);

/// Resources of the delay lines of a core, by \p Costs, which must outlive the
/// result.
CoreResources delayLinesFrom(const CostModel &Costs);

/// [ps] Longest path of a core through cells; nothing when a part of it is
/// unknown.
using CoreDelay = std::function<std::optional<double>(const StreamKernel &,
                                                      const StreamDesign &)>;

/// [ps] Finds longest paths of cores by \p Costs, which must outlive the
/// result.
CoreDelay delaysFrom(const CostModel &Costs,
                     std::shared_ptr<CoveredLanes> Lanes);

} // namespace roofline

#endif
