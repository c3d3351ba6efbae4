// Cycles and resources of a C++ kernel as Vitis HLS builds it.
//
/// \file
/// The model `vitis`: docs/model-vitis.md has its rules with their evidence. It
/// knows no launch: the trip counts are those of the source, or of
/// loop_tripcount.
#ifndef ROOFLINE_VITIS_VITISESTIMATE_H
#define ROOFLINE_VITIS_VITISESTIMATE_H

#include "roofline/Base/Units.h"
#include "roofline/Buses/Buses.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/VitisNests/VitisOptions.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace roofline {

/// Least and greatest number of cycles.
struct CycleRange {
  double Least = 0, Most = 0; ///< [cycle]
  bool operator==(const CycleRange &) const = default;
};

/// One loop as the compiler builds it.
struct VitisLoop {
  uint32_t Loop = 0;                  ///< index into KernelSummary::Loops
  double LeastTrip = 0, MostTrip = 0; ///< [iteration] of the source, per entry
  uint64_t Factor = 1; ///< copies of the body; the trip count: in full
  bool IsUnrolledInFull = false; ///< the loop is gone
  bool IsPipelined = false;
  bool IsFlattened = false; ///< joined with the loop inside it
  double Interval = 0;      ///< [cycle] of a pipelined loop
  double Depth = 0;         ///< [cycle] of one iteration
  CycleRange Latency;       ///< of one entry, without the next two
  /// [cycle] before the first element of its bursts, and behind the last until
  /// it is answered.
  double Request = 0, Answer = 0;
  /// Cause of an interval above 1, with both ends: "the sum at line 12 needs
  /// that of one iteration before, 6 cycles"; empty for 1.
  std::string IntervalReason;
  bool operator==(const VitisLoop &) const = default;
};

/// Fate of a directive.
struct DirectiveOutcome {
  enum class Kind : uint8_t {
    Applied,
    Subsumed, ///< another directive or the compiler does it already
    NoEffect,
    Unmodelled, ///< the model does not know what it does
  };
  uint32_t Directive = 0; ///< index into KernelSummary::Directives
  Kind K = Kind::Applied;
  std::string Reason; ///< why it is not applied
  bool operator==(const DirectiveOutcome &) const = default;
};

/// A decision of the compiler on a loop or an array, unasked: "pipelined with
/// interval 6", "partitioned cyclic by 4".
struct Inference {
  std::optional<uint32_t> Loop; ///< index into KernelSummary::Loops
  std::string Memory;           ///< or the name of one
  std::string Text;
  bool operator==(const Inference &) const = default;
};

/// An array as the compiler builds it.
struct VitisArray {
  enum class Storage : uint8_t {
    Outside, ///< an argument: the caller's memory
    Unknown, ///< a table of constants, or one of unknown size: no rule prices
             ///< it
    Registers,
    Lut,
    BlockRam,
    UltraRam,
  };
  std::string Name;
  std::optional<uint32_t> Memory; ///< index into KernelSummary::Memories
  std::vector<double> Banks;      ///< along each dimension, outermost first
  double Ports = 2;               ///< accesses a cycle of all banks
  Storage K = Storage::Outside;
  double Blocks = 0; ///< block RAM of 18 Kbit, or UltraRAM
  bool operator==(const VitisArray &) const = default;
};

struct VitisResources {
  double Lut = 0, FlipFlop = 0, Dsp = 0;
  double BlockRam = 0; ///< of 18 Kbit
  double UltraRam = 0;
  bool operator==(const VitisResources &) const = default;
};

struct VitisEstimate {
  CycleRange Latency;           ///< [cycle] of one call
  double Interval = 0;          ///< [cycle] until the next call may begin
  std::vector<VitisLoop> Loops; ///< in the order of KernelSummary::Loops
  VitisResources Resources;
  std::vector<DirectiveOutcome> Outcomes; ///< one for each directive
  std::vector<Inference> Inferences;
  std::vector<BusUse> Buses;      ///< in the order of the source
  std::vector<VitisArray> Arrays; ///< those that have a name
  /// Trip counts and operators that no rule covers; then Latency is a lower
  /// bound.
  std::vector<Unknown> Missing;
  /// Why the compiler would not finish, or its result not fit; empty if
  /// nothing speaks against it.
  std::string Doubt;
  bool operator==(const VitisEstimate &) const = default;
};

/// Returns what one unit of operator \p O takes, which gives a result each
/// cycle; nothing where no rule prices it.
std::optional<VitisResources> unitCost(const Operation &O, Hertz Clock);

/// Estimates \p Kernel, a function of C or C++ that checkSummary() accepts.
VitisEstimate estimateVitis(const KernelSummary &Kernel,
                            const VitisOptions &Options);

} // namespace roofline

#endif
