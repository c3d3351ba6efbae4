// The part of a report of `roofline analyze` that is compared with another.
//
/// \file
/// Plain structs, filled by Report/ReadReport.h from docs/report-json.md. A
/// number that a report does not know stays unknown here.
/// Does not hold advice, closed forms and potentials: they follow from the
/// rest.
#ifndef ROOFLINE_DIFF_REPORTEDKERNEL_H
#define ROOFLINE_DIFF_REPORTEDKERNEL_H

#include "roofline/Base/SourceLocation.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// A number with its bounds. A bound that is not there is unknown.
struct Reading {
  std::optional<double> Least, Most;

  static Reading exactly(std::optional<double> Value) { return {Value, Value}; }
  bool isUnknown() const { return !Least && !Most; }
  bool isExact() const { return Least && Most && *Least == *Most; }
  bool operator==(const Reading &) const = default;
};

/// The numbers that are compared; all but Depth may have a limit.
enum class Metric : uint8_t {
  Time,         ///< [s]
  Cycles,       ///< [cycle]
  Interval,     ///< [cycle] initiation interval, of a kernel the largest
  Transactions, ///< [transaction] of global memory, by HPCA16
  Words,        ///< [word] of global memory, by the model "board"
  Bytes,        ///< [byte] that the kernel requests
  Compulsory,   ///< [byte] each once
  Work,         ///< [operation] W
  Logic,        ///< [ALM]
  Memory,       ///< [block]
  Dsp,          ///< [block]
  Depth,        ///< [cycle] of a loop's pipeline
};

/// A metric that is not a key is not part of the report's models.
using Metrics = std::map<Metric, Reading>;

struct ReportedDependence {
  std::string Kind; ///< "register" or "memory"
  SourceLocation Producer, Consumer;
  std::optional<double> Distance; ///< [iteration]
};

struct ReportedLoop {
  SourceLocation Loc;
  std::optional<uint32_t> Parent; ///< an earlier one of the kernel's loops
  std::string TripKind;           ///< "exact", "at-most" or "unknown"
  std::string TripForm;           ///< may be empty
  std::string TripSource;         ///< "form", "given", "measured" or "scaled"
  std::string TripReason;         ///< why TripKind is not "exact"
  std::optional<double> Trip;     ///< mean over work-items
  std::optional<double> Unroll;   ///< factor that the source asks for
  std::optional<double> CompilerUnroll; ///< factor of the model "board"
  std::optional<ReportedDependence> ForcedBy, SerializedBy;
  bool IsLimiting = false; ///< it decides the kernel's time
  /// Interval, Cycles and Depth.
  Metrics Numbers;
};

/// How an access moves along a dimension or a loop.
struct ReportedStride {
  std::string Kind; ///< "consecutive", "strided", ...
  std::optional<double> NumBytes;
  std::string Form;
  bool operator==(const ReportedStride &) const = default;
};

struct ReportedAccess {
  SourceLocation Loc;
  std::optional<uint32_t> Loop; ///< innermost; none: the kernel's body
  std::string Object, Kind;     ///< Kind: "read", "write" or "atomic"
  std::string Pattern;          ///< in words, with lines of the source
  std::string Irregular;        ///< why the index is not affine, or empty
  std::vector<ReportedStride> AlongWorkItems, AlongLoops;
  std::optional<double> NumBytes; ///< [byte] of one execution
  bool Predicated = false;
  bool LanesCoalesce = false, OrderCoalesces = false;
  /// Transactions, and Words of all units at its place.
  Metrics Numbers;
};

struct ReportedMissing {
  std::string What;
  SourceLocation Loc;
};

/// A kernel with its launch: a row of an application has one of its own.
struct ReportedKernel {
  std::string Name;
  SourceLocation Loc;
  std::string Device, Model;   ///< empty: not priced
  std::optional<double> Clock; ///< [Hz]
  std::string Global, Local;   ///< "1024 x 1024 x 1", or empty: not given
  std::map<std::string, double> Args;
  std::string Profile; ///< the launch that a profile is of, or empty
  std::optional<double> ComputeUnits, Simd;
  std::string Doubt; ///< why the time is no more than an order of magnitude
  std::map<std::string, double> DeviceEntries; ///< of its file, by their keys
  std::vector<ReportedMissing> Missing;
  /// "read, depth 8" by the names of channels and pipes.
  std::map<std::string, std::string> Channels;
  /// "operations fadd float32", "bytes read from local": what W and the traffic
  /// beside global memory are sums of.
  std::map<std::string, Reading> Counts;
  std::vector<ReportedLoop> Loops; ///< parents first, in the source's order
  std::vector<ReportedAccess> Accesses;
  Metrics Numbers;
};

struct ReportedFile {
  std::string Name; ///< for messages
  int64_t Version = 0;
  std::vector<ReportedKernel> Kernels;
  std::optional<Reading> ApplicationTime; ///< [s] of a list of launches
};

} // namespace roofline

#endif
