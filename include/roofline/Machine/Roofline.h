// The extended roofline: ceilings, data sources and workloads.
//
/// \file
/// A processing unit (CPU, DSP, GPU, FPGA) is a set of rates at which it
/// computes and moves data. A workload holds the operations and bytes of a
/// kernel or of a generic computational block. The functions relate the two.
/// Source: TUE11 chapter 2; ICHEC15 section 3.
#ifndef ROOFLINE_MACHINE_ROOFLINE_H
#define ROOFLINE_MACHINE_ROOFLINE_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Base/Sourced.h"
#include "roofline/Base/Units.h"
#include "roofline/Base/Workload.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// Origin of a rate: the data sheet, or a benchmark.
/// Source: ICHEC15 Eq. (6).
enum class Peaks : uint8_t { Theoretical, Measured };

/// A rate of the data sheet, of a benchmark, or both.
template <typename T> struct Rate {
  std::optional<Sourced<T>> Theoretical, Measured;
  bool operator==(const Rate &) const = default;

  bool isKnown() const { return Theoretical || Measured; }
  /// The rate of kind \p Wanted, else the other one. One of them must be known.
  const Sourced<T> &of(Peaks Wanted) const {
    const auto &First = Wanted == Peaks::Measured ? Measured : Theoretical;
    return First                       ? *First
           : Wanted == Peaks::Measured ? *Theoretical
                                       : *Measured;
  }
};

/// How fast a unit executes operations of some types. Source: TUE11 Eq. (2.1).
struct Ceiling {
  std::string Name; ///< "simd", "int", "mac"
  /// Types of its operands: "int8" ... "int64", "float16", "float32",
  /// "float64".
  std::vector<std::string> Types;
  /// "add", "mul", "mac", "div", "logic", "compare", "special"; empty: all.
  std::vector<std::string> Operations;
  Rate<OperationsPerSecond> Peak;
  bool operator==(const Ceiling &) const = default;
};

/// A memory or link that data comes from and goes to. Source: TUE11 Eq. (2.6),
/// (2.12).
struct DataSource {
  std::string Name; ///< "external", "internal", "interconnect", or another
  Rate<BytesPerSecond> Bandwidth;
  std::optional<Sourced<Bytes>> Capacity; ///< internal memory alone
  bool operator==(const DataSource &) const = default;
};

/// Bandwidth of one access pattern at one size. Source: TYTRA17 Fig. 11.
struct MeasuredBandwidth {
  std::string Pattern;   ///< "contiguous", "strided", "triad"
  uint64_t Stride = 0;   ///< [byte] between the elements of one work-item
  uint64_t NumBytes = 0; ///< [byte] of the buffer
  Sourced<BytesPerSecond> Bandwidth;
  bool operator==(const MeasuredBandwidth &) const = default;
};

struct ProcessingUnit {
  enum class Kind : uint8_t { Cpu, Dsp, Gpu, Fpga };
  Kind K = Kind::Fpga;
  std::optional<Sourced<Hertz>> Clock; ///< nothing: the device has none
  std::vector<Ceiling> Ceilings;
  std::vector<DataSource> Sources;
  Rate<Watts> Power; ///< whole device at peak; may be unknown
  std::vector<MeasuredBandwidth> BandwidthTable;
  /// Resources of an FPGA that routing and interfaces leave free.
  std::optional<FabricResources> Fabric;
  /// [1] UltraRAM of 288 Kbit that kernels can take; nothing: not known.
  std::optional<double> UltraRam = {};
  bool operator==(const ProcessingUnit &) const = default;
};

// Ceilings and roofs ----------------------------------------------------------

/// C_ceiling = C_f * C_#cores * C_ops
///   C_f [1/s] core clock, C_ops [operation/cycle] of one core
/// Source: TUE11 Eq. (2.1), (2.3), (2.4).
OperationsPerSecond computeCeiling(Hertz Clock, double Cores,
                                   double OperationsPerCycle);

/// B = M_f * M_dr * M_w * M_#channels
///   M_f [1/s] memory clock, M_dr [transfer/cycle], M_w [byte/transfer]
/// Source: TUE11 Eq. (2.6)-(2.10).
BytesPerSecond sourceBandwidth(Hertz Clock, double DataRate, Bytes Width,
                               double Channels);

/// M_ceiling(x) = B x. Source: TUE11 Eq. (2.12).
OperationsPerSecond memoryCeiling(BytesPerSecond B, double Intensity);

const DataSource *findSource(const ProcessingUnit &Unit, std::string_view Name);

// Workloads on units ----------------------------------------------------------

/// Finds the ceiling that executes \p Operator on \p Type fastest; null when
/// the unit has none.
const Ceiling *ceilingOf(const ProcessingUnit &Unit, std::string_view Type,
                         std::string_view Operator, Peaks Wanted);

/// CQ_total, MQ_total. Source: TUE11 Eq. (2.16), (2.17).
double totalOperations(const Workload &Work);
double totalBytes(const Workload &Work);

/// Roofs of one workload on one unit, by its own mix of operations and bytes.
struct WorkloadRoof {
  Seconds ComputeTime;      ///< tc, TUE11 Eq. (2.18)
  Seconds MemoryTime;       ///< tm, TUE11 Eq. (2.19)
  OperationsPerSecond Roof; ///< cur, TUE11 Eq. (2.22); 0 without operations
  BytesPerSecond Slope;     ///< mur(x) / x, TUE11 Eq. (2.23); 0 without bytes
  /// min(mur(x), cur). Source: TUE11 Eq. (2.21).
  OperationsPerSecond at(double Intensity) const;
};

/// Place of a workload under a unit's roofs.
struct Placement {
  WorkloadRoof Bound;
  double Intensity = 0;           ///< [operation/byte]; infinite without bytes
  OperationsPerSecond Attainable; ///< 0 without operations
  Seconds Time;                   ///< max(tc, tm): no run is shorter
  std::string Limit;              ///< name of the limiting roof or ceiling
  bool ByMemory = false;
  /// Factor by which the intensity must change until the other kind of roof
  /// limits; infinite when operations or bytes are missing.
  double RidgeDistance = 0;
  /// Work without a ceiling or data source on this unit. The other members
  /// leave it out: Attainable is too high then, Time too low.
  std::vector<std::string> Missing;

  /// True when a known rate bounds the work, or the work is empty.
  bool hasBound() const { return Missing.empty() || Time.value() > 0; }
};

/// Places \p Work under the roofs of \p Unit: each type and kind of operation
/// at its fastest ceiling, each source at its bandwidth. Products and sums of a
/// type pair up to multiply-adds. A type without a ceiling takes the next wider
/// type; 64-bit integers take two halves. Source: TUE11 section 2.5.
Placement place(const ProcessingUnit &Unit, const Workload &Work, Peaks Wanted);

/// p1 ... p4: corners of the box around an estimate of \p Operations and
/// \p Bytes with a relative error. Source: TUE11 section 2.3.
struct ErrorCorner {
  double Operations, Bytes;
};
std::vector<ErrorCorner> errorBox(double Operations, double Bytes,
                                  double RelativeError);

// Measured runs: I, E, F, R ---------------------------------------------------

/// I = W / Q [operation/byte]. Source: ICHEC15 Eq. (1); TYTRA17 Eq. (7), of
/// words there.
double intensity(double Work, double Traffic);
/// E = T P. Source: ICHEC15 Eq. (2).
Joules energy(Seconds Time, Watts Power);
/// F = W / T. Source: ICHEC15 Eq. (3); TYTRA17 Eq. (3); of a deadline T TUE11
/// Eq. (2.24).
OperationsPerSecond achieved(double Work, Seconds Time);
/// R = F / P [operation/s/W]. Source: ICHEC15 Eq. (4).
double perWatt(OperationsPerSecond Performance, Watts Power);

// Roofs of an FPGA ------------------------------------------------------------

/// Copies of \p Need that fit in \p Available: the integer part of the smallest
/// quotient; infinite where \p Need is nothing. Source: TUE11 Eq. (6.5), (6.9),
/// (6.13); TYTRA17 Eq. (6), SC.
double howManyFit(const FabricResources &Available,
                  const FabricResources &Need);

/// Operators that fit when each of \p Forms, in order, fills the resources that
/// its predecessors leave.
/// Source: TUE11 section 6.3, Table 6.4.
double operatorsThatFit(FabricResources Available,
                        const std::vector<FabricResources> &Forms);

} // namespace roofline

#endif
