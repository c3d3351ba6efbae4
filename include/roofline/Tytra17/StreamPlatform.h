// A device as streams see it: clock, bandwidths, and what designs may use.
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
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// The device, as far as streams see it.
struct StreamPlatform {
  std::string Name;
  Hertz Clock;            ///< F_D where no path is known; no design has more
  bool IsNominal = false; ///< Clock is no design's: the device's highest
  /// Delay that routing adds to a path; nothing: it is not known, and not
  /// counted.
  std::optional<RoutingShare> Routing;
  BytesPerSecond Memory;              ///< BW of device memory
  std::optional<BytesPerSecond> Host; ///< of the link to the host
  /// Resources that designs may use; infinite where the device names no amount.
  FabricResources Available;
  std::optional<double> MemoryBlockBits; ///< [bit] of one block
  std::optional<Watts> Power;            ///< of the whole device
  /// Resources that the shell takes of the device beside the kernel's lanes, by
  /// the number of lanes less one; none: the shell is taken off Available.
  std::vector<FabricResources> Shell;
  double Launches = 1; ///< that form B and C share their transfers with
  std::vector<std::string> Notes; ///< what is not known, or assumed
  /// Structures of the kernel that the cost model does not price.
  std::vector<std::string> Unmeasured;
  /// As Unmeasured, of any design; empty where there is no cost model.
  std::function<std::vector<std::string>(const StreamKernel &,
                                         const StreamDesign &)>
      UnmeasuredOf;
};

struct PlatformRequest {
  std::optional<Hertz> Clock; ///< instead of the device's
  double Launches = 1;
  /// [1] Part of each resource that may be in use. Source: TYTRA17 section 6.1.
  double Utilisation = 0.8;
  Peaks Of = Peaks::Measured;
  double TransferBytes = 0; ///< [byte] of one stream: a bandwidth table's size
  const ShellCost *Shell = nullptr; ///< of the device; null: its free part
  uint32_t Streams = 0;             ///< inputs of a lane
};

/// Nothing, or what \p D lacks.
std::optional<std::string> streamPlatform(const Device &D,
                                          const PlatformRequest &Request,
                                          StreamPlatform &Out);

/// [byte/s] of contiguous transfers of \p NumBytes: linear in the logarithm of
/// the size between the rows of the table, constant beyond them; nothing
/// without such rows. Source: TYTRA17 section 6.3.
std::optional<BytesPerSecond>
contiguousBandwidth(const std::vector<MeasuredBandwidth> &Table,
                    double NumBytes);

/// Resources of a whole core, or nothing where the device has no cost model.
using CoreResources = std::function<std::optional<FabricResources>(
    const StreamKernel &, const StreamDesign &)>;

/// Resources of cores by \p Costs, which has to outlive them. \p Platform gets
/// the size of a memory block, and the structures of \p K that were not
/// measured.
CoreResources resourcesFrom(const CostModel &Costs, const StreamKernel &K,
                            StreamPlatform &Platform);

/// [ps] Longest path of a core through cells, or nothing where a part of it is
/// not known.
using CoreDelay = std::function<std::optional<double>(const StreamKernel &,
                                                      const StreamDesign &)>;

/// [ps] Longest paths of cores by \p Costs, which has to outlive them.
CoreDelay delaysFrom(const CostModel &Costs);

} // namespace roofline

#endif
