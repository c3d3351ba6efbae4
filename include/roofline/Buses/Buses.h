// Arguments on a bus (m_axi): which accesses become bursts, what they cost.
//
/// \file
/// Source: AMD UG1399, "AXI Burst Transfers". Cycles of requests are those of
/// published schedules of versions 2022.2 to 2025.1, docs/model-vitis.md.
#ifndef ROOFLINE_BUSES_BUSES_H
#define ROOFLINE_BUSES_BUSES_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Kernel/KernelSummary.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A loop, as the compiler that finds bursts has decided.
struct BusLoop {
  std::optional<uint32_t> Parent;
  double Most = 0;       ///< [iteration] per entry
  uint64_t Factor = 1;   ///< copies of the body
  bool IsKnown = false;  ///< the number of iterations is a constant
  bool IsInFull = false; ///< unrolled in full
};

/// Arguments that share one port of the hardware.
struct BusPort {
  std::string Bundle;
  uint32_t Latency = 0; ///< [cycle] that the source expects of the bus
  uint32_t MostReads = 16, MostWrites = 16;     ///< requests under way
  uint32_t LongestRead = 16, LongestWrite = 16; ///< [element] of a burst
  double Bits = 0;                              ///< of the widest element
  std::vector<std::string> Arguments;
  bool IsRead = false, IsWritten = false;
};

/// Rule `bus`: cycles from a request of data to the first element, and from the
/// last element that is written to the answer.
///   read = max(1, L) + 7, answer = max(1, L) + 4
///   L [cycle] latency of the bus, by interface or config_interface
/// Source: published schedules, L = 0: 8 and 5, L = 64: 71 and 68.
double readRequest(const BusPort &P);
double writeAnswer(const BusPort &P);

/// LUTs, flip-flops and block RAM of the adapter of a bus, W bits wide.
///   reads: 637 + 15.3 (W - 32) LUT, 671 + 8.1 (W - 32) FF, 1 block RAM
///   writes: 666 LUT, 611 FF, as much for each bit
/// Source: published reports: 32 bits of version 2025.1; 256 and 512 bits of
/// 2022.2 (4,320 and 8,001 LUT, 2,473 and 4,567 FF), which reads alone have.
/// A port of both directions has the sum: assumed.
FabricResources adapterOf(const BusPort &P);

/// One access of KernelSummary::Accesses.
struct BusAccess {
  std::optional<uint32_t> Port; ///< index into Buses::Ports; none: no bus
  bool IsWrite = false;
  bool IsBurst = false;
  std::optional<uint32_t> Loop; ///< in front of which a burst is asked for
  double Length = 1;            ///< [element] of the burst; 0: varies
  std::string Reason;           ///< why it is no burst
};

struct Buses {
  std::vector<BusPort> Ports;
  std::vector<BusAccess> Accesses; ///< as KernelSummary::Accesses

  bool has(int32_t Access) const {
    return Access >= 0 && Accesses[size_t(Access)].Port.has_value();
  }
  /// [cycle] of access \p Id from its operands to its value.
  double latency(uint32_t Id) const;
  /// [cycle] in front of loop \p Loop for the requests of its reads, and behind
  /// it for the answers to its writes, where they are bursts.
  double request(uint32_t Loop) const;
  double answer(uint32_t Loop) const;
  double around(uint32_t Loop) const { return request(Loop) + answer(Loop); }
};

/// Finds the buses of \p Kernel, whose loops are \p Loops, and the bursts of
/// its accesses. A bus without a latency of its own has \p Latency.
Buses findBuses(const KernelSummary &Kernel, const std::vector<BusLoop> &Loops,
                uint32_t Latency);

/// An access of an argument on a bus, for the reader.
struct BusUse {
  std::string Argument, Bundle;
  std::vector<std::string> Sharing; ///< other arguments of the bundle
  bool IsWrite = false;
  bool IsBurst = false;
  std::optional<uint32_t> Loop; ///< in front of which a burst is asked for
  double Length = 1;            ///< [element] of the burst; 0: varies
  std::string Reason;           ///< why it is no burst
  double Request = 0; ///< [cycle] to the first element, or to the answer
  uint32_t MostRequests = 16; ///< that may be under way
  SourceLocation Loc;
  bool operator==(const BusUse &) const = default;
};

/// Returns what the report says of each argument on a bus.
std::vector<BusUse> busReport(const KernelSummary &Kernel, const Buses &B);

} // namespace roofline

#endif
