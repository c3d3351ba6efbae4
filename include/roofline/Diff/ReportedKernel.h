// The parts of a `roofline analyze` report that a comparison needs.
//
/// \file
/// Plain structs. Report/ReadReport.h fills them from the JSON format of
/// docs/report-json.md. A number that the report does not know stays unknown.
/// Not held: advice, closed forms and potentials, which follow from the rest.
#ifndef ROOFLINE_DIFF_REPORTEDKERNEL_H
#define ROOFLINE_DIFF_REPORTEDKERNEL_H

#include "roofline/Base/SourceLocation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A number with its bounds. An empty bound is unknown.
struct Reading {
  std::optional<double> Least, Most;

  static Reading exactly(std::optional<double> Value) { return {Value, Value}; }
  bool isUnknown() const { return !Least && !Most; }
  bool isExact() const { return Least && Most && *Least == *Most; }
  bool operator==(const Reading &) const = default;
};

/// Numbers to compare. All but Depth may have a limit.
enum class Metric : uint8_t {
  Time,         ///< [s]
  Cycles,       ///< [cycle]
  Interval,     ///< [cycle] initiation interval; for a kernel the largest one
  Transactions, ///< [transaction] of global memory, by HPCA16
  Words,        ///< [word] of global memory, by the model "board"
  Bytes,        ///< [byte] that the kernel requests
  Compulsory,   ///< [byte] of compulsory traffic: each byte counts once
  Work,         ///< [operation] W
  Logic,        ///< [ALM]
  Memory,       ///< [block]
  Dsp,          ///< [block]
  Depth,        ///< [cycle] of a loop's pipeline
};

/// Numbers by metric. The report's models do not give a metric without a key.
using Metrics = std::map<Metric, Reading>;

/// A loop-carried dependence.
struct ReportedDependence {
  std::string Kind; ///< "register" or "memory"
  SourceLocation Producer, Consumer;
  std::optional<double> Distance; ///< [iteration]
};

/// A loop of a report.
struct ReportedLoop {
  SourceLocation Loc;
  std::optional<uint32_t> Parent; ///< index of the loop around it
  std::string TripKind;           ///< "exact", "at-most" or "unknown"
  std::string TripForm;           ///< may be empty
  std::string TripSource;         ///< "form", "given", "measured" or "scaled"
  std::string TripReason;         ///< why TripKind is not "exact"
  std::optional<double> Trip;     ///< [iteration] mean over work-items
  std::optional<double> Unroll;   ///< [1] factor in the source
  std::optional<double> CompilerUnroll; ///< [1] factor of the model "board"
  /// Dependences that force the interval, and that serialise the iterations.
  std::optional<ReportedDependence> ForcedBy, SerializedBy;
  bool IsLimiting = false; ///< the loop limits the kernel's time
  Metrics Numbers;         ///< Interval, Cycles and Depth
};

/// Stride of an access along a dimension or a loop.
struct ReportedStride {
  std::string Kind;                   ///< "consecutive", "strided", ...
  std::optional<double> NumBytes;     ///< [byte] of one step
  std::string Form;                   ///< closed form of the stride
  std::optional<int64_t> Length = {}; ///< [step] of a block
  bool operator==(const ReportedStride &) const = default;
};

/// A memory access of a report.
struct ReportedAccess {
  SourceLocation Loc;
  std::optional<uint32_t> Loop; ///< innermost loop; empty outside loops
  std::string Object, Kind;     ///< Kind: "read", "write" or "atomic"
  std::string Pattern;          ///< in words, with lines of the source
  std::string Irregular;        ///< why the index is not affine, or empty
  std::vector<ReportedStride> AlongWorkItems, AlongLoops;
  std::optional<double> NumBytes; ///< [byte] of one execution
  bool Predicated = false;
  /// Lanes and unrolled copies access one run of addresses (HPCA16 Eq. 2);
  /// successive work-items access ascending addresses (Eq. 4).
  bool LanesCoalesce = false, OrderCoalesces = false;
  /// Transactions of the access, and Words of all units at its place.
  Metrics Numbers;
};

/// A fact that the model needs and does not know.
struct ReportedMissing {
  std::string What;
  SourceLocation Loc;
};

/// A kernel with its launch. Each row of an application has an own one.
struct ReportedKernel {
  std::string Name;
  SourceLocation Loc;
  std::string Device, Model;   ///< empty where the kernel has no price
  std::optional<double> Clock; ///< [Hz]
  bool IsClockGiven = false; ///< by the user; else device and design decide it
  std::string Global, Local; ///< "1024 x 1024 x 1"; empty if not given
  std::map<std::string, double> Args; ///< by name
  std::string Profile; ///< launch that the profile measured; empty without one
  std::optional<double> ComputeUnits, Simd;
  std::string Doubt; ///< why the time is only an order of magnitude
  std::map<std::string, double> DeviceEntries; ///< device file's values, by key
  std::vector<ReportedMissing> Missing;
  /// Uses such as "read, depth 8", by name of the channel or pipe.
  std::map<std::string, std::string> Channels;
  /// Addends of W and of the traffic outside global memory: "operations fadd
  /// float32", "bytes read from local".
  std::map<std::string, Reading> Counts;
  std::vector<ReportedLoop> Loops; ///< parents first, in the source's order
  std::vector<ReportedAccess> Accesses;
  Metrics Numbers;
};

/// A report file.
struct ReportedFile {
  std::string Name;    ///< name for messages
  int64_t Version = 0; ///< version of the report format
  std::vector<ReportedKernel> Kernels;
  std::optional<Reading> ApplicationTime; ///< [s] of a list of launches
};

} // namespace roofline

#endif
