// Cost of a variant of a stream kernel: time, energy, resources.
//
/// \file
/// TYTRA17 section 6.1 with the exact schedule in place of Eq. (4)-(5). A
/// search calls price() once per design; StreamPricing holds everything that
/// does not depend on the design. Not handled: contention between streams,
/// refresh, the host's own time. Source: TYTRA17 sections 2.3, 5 and 6.
#ifndef ROOFLINE_TYTRA17_STREAMCOST_H
#define ROOFLINE_TYTRA17_STREAMCOST_H

#include "roofline/Core/StreamSchedule.h"
#include "roofline/Tytra17/StreamPlatform.h"

#include <functional>
#include <limits>
#include <string_view>

namespace roofline {

// Pricing of designs ----------------------------------------------------------

/// Work of a kernel, the same for every design.
struct StreamWork {
  double WorkItems = 0;  ///< N_GS [work-item] active positions
  double Operations = 0; ///< N_WOPK: operators except wires
  /// N_WOPK N_BPW [byte operation/work-item]: each operation at the width of
  /// its operands.
  double ByteOperations = 0;
  double WordsPerTuple = 0; ///< N_WPT: streams in and out
  double BufferBytes = 0;   ///< [byte] of all streams, once
};
StreamWork streamWork(const StreamKernel &K, const DatapathSchedule &S);

/// [byte] Upper bound of the traffic of a launch, with the halos that
/// neighbouring lanes both read. Exact when every stream fills the space and a
/// lane is longer than the halo.
double streamedBytes(const StreamKernel &K, const DatapathSchedule &S,
                     const StreamDesign &D) noexcept;

constexpr unsigned MaxLogVector = 6; ///< vectors of up to 64 positions

/// Range of designs to price: element forms, vectors and lanes.
struct PricedForms {
  std::optional<ElementForm> Form = {}; ///< nothing: any
  uint32_t LeastVector = 1, MostVector = 1u << MaxLogVector;
  /// Where it is 1, several lanes have no price: two take three times the work
  /// of one.
  uint32_t MostLanes = std::numeric_limits<uint32_t>::max();
  /// Leaves out vectors beyond one that needs more than twice what there is: a
  /// search has no use for them.
  bool WhatMayFit = false;
  /// Prices no design: a search calls priceRow() for those that it looks at.
  bool OnDemand = false;
};

/// Functions that price cores; each may be empty.
struct CorePricing {
  CoreResources Resources;
  CoreDelay Delay;
  CoreResources DelayLines; ///< of the resources, those of delay lines alone
};

/// Facts of a kernel on a platform that do not depend on the design.
struct StreamPricing {
  StreamKernel Kernel;
  StreamPlatform Platform;
  StreamWork Work;
  struct Form {
    /// By the logarithm of the vector.
    std::array<DatapathSchedule, MaxLogVector + 1> Schedules;
    Hertz Clock; ///< see formClock()
    /// [ps] Longest path through cells of one lane and of several, by the
    /// logarithm of the vector; nothing when unknown.
    struct Path {
      double One, Several;
      double of(uint32_t Lanes) const noexcept {
        return Lanes == 1 ? One : Several;
      }
    };
    std::array<std::optional<Path>, MaxLogVector + 1> Paths;
    /// Resources of one lane, and of L > 1 lanes: Base + L * PerLane, by the
    /// logarithm of the vector. Exact for 1, 2 and 4 lanes. KnowsLanes is false
    /// when a part of several lanes has no measured cost, or nobody asked.
    struct Need {
      FabricResources One, Base, PerLane;
      bool KnowsLanes = true;
      bool knows(uint32_t Lanes) const noexcept {
        return Lanes == 1 || KnowsLanes;
      }
      FabricResources of(uint32_t Lanes) const noexcept;
    };
    std::array<std::optional<Need>, MaxLogVector + 1> Needs;
    std::optional<uint32_t> LongestVector; ///< by PricedForms::WhatMayFit
    /// Most lanes of the designs that a search looks at, by the logarithm of
    /// the vector; 0 before priceRow().
    std::array<uint32_t, MaxLogVector + 1> MostLanes = {};
  };
  std::array<std::optional<Form>, 3> Forms; ///< by ElementForm
  bool HasCosts = false; ///< resources of any design are known
  /// Prices later designs; nothing without PricedForms::OnDemand.
  std::optional<CorePricing> OnDemand;
};
/// F_D of a form [1/s]: the device's clock for pipelines. A function in one
/// stage is the pipeline without its registers, so one of its cycles takes at
/// most K_PD cycles of that clock: F_D / K_PD, a lower bound.
///   K_PD [cycle] depth of the pipeline
Hertz formClock(ElementForm Form, Hertz Clock, int32_t Depth) noexcept;

/// Computes the pricing for the designs of \p Forms alone. \p DelayLines: of
/// the resources those of delay lines, for a search that prices on demand.
StreamPricing makePricing(StreamKernel K, StreamPlatform Platform,
                          const CoreResources &Resources,
                          const CoreDelay &Delay = nullptr,
                          const PricedForms &Forms = {},
                          const CoreResources &DelayLines = nullptr);

/// Prices the designs of \p P with a form and 2^\p Log positions in a vector,
/// of up to \p MostLanes lanes, unless they are priced.
void priceRow(StreamPricing &P, ElementForm Form, unsigned Log,
              uint32_t MostLanes);

/// False for a design that priceRow() has not priced: a search leaves it out.
bool isLookedAt(const StreamPricing &P, const StreamDesign &D) noexcept;

/// F_D of \p D: the clock that its longest path and routing allow, at most the
/// platform's; formClock() when the path is unknown.
ClockRange clockRange(const StreamPricing &P, const StreamDesign &D) noexcept;

/// [1] Largest share of \p Need in \p Available.
double largestShare(const FabricResources &Need,
                    const FabricResources &Available) noexcept;
/// Name of the resource with the largest share of \p Need in \p Available:
/// "LUTs".
const char *scarcest(const FabricResources &Need,
                     const FabricResources &Available) noexcept;

/// [1] Largest share of an available resource that \p D takes when its lanes
/// need \p Need.
double shareOf(const StreamPricing &P, const StreamDesign &D,
               const FabricResources &Need) noexcept;

/// Part that bounds the time of a launch.
enum class StreamLimit : uint8_t { Compute, Memory, Host };

struct StreamPrice {
  int64_t LaunchCycles = 0;            ///< [cycle] exact, without back-pressure
  Hertz Clock;                         ///< F_D, typical
  bool PathIsKnown = false;            ///< Clock follows from the longest path
  Seconds Compute, Memory, Host, Time; ///< of a launch; Time is the longest
  StreamLimit Limit = StreamLimit::Compute;
  std::optional<FabricResources> Need; ///< nothing: no cost model
  /// [1] Largest share of an available resource; see shareOf().
  double Share = 0;
  bool fits() const noexcept { return Share <= 1; }
};

/// Prices \p D, for which whyNotPriced() must be silent: its time is the
/// longest of computing, with the cycles of the emitted core, and moving data.
/// Pure, without allocation. Source: TYTRA17 Eq. (1), (4).
StreamPrice price(const StreamPricing &P, const StreamDesign &D) noexcept;

/// Why \p D has no price ("form A needs the bandwidth of 'interconnect'"), or
/// nothing. Does not check legality; lowerVariant() does.
std::optional<std::string> whyNotPriced(const StreamPricing &P,
                                        const StreamDesign &D);

} // namespace roofline

#endif
