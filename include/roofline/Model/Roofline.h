// The extended roofline: ceilings, data sources and work upon them.
//
/// \file
/// A processing unit of any kind (CPU, DSP, GPU, FPGA) is the rates at which it
/// computes and moves data; a workload is what a kernel, or a generic
/// computational block, asks of it. Everything else is arithmetic between them.
/// Source: TUE11 chapter 2; ICHEC15 section 3.
#ifndef ROOFLINE_MODEL_ROOFLINE_H
#define ROOFLINE_MODEL_ROOFLINE_H

#include "roofline/Model/Sourced.h"
#include "roofline/Model/Units.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace roofline {

/// Whose number a rate is: of the data sheet, or of a benchmark.
/// Source: ICHEC15 Eq. (6).
enum class Peaks : uint8_t { Theoretical, Measured };

/// A rate of the data sheet, of a benchmark, or both.
template <typename T> struct Rate {
  std::optional<Sourced<T>> Theoretical, Measured;
  bool operator==(const Rate &) const = default;

  /// The one that \p Wanted names; the other one where it is not known.
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
  /// "int8" ... "int64", "float16", "float32", "float64": what it computes on.
  std::vector<std::string> Types;
  /// "add", "mul", "mac", "div", "logic", "compare", "special"; empty: all.
  std::vector<std::string> Operations;
  Rate<OperationsPerSecond> Peak;
  bool operator==(const Ceiling &) const = default;
};

/// Where data comes from and goes to. Source: TUE11 Eq. (2.6), (2.12).
struct DataSource {
  std::string Name; ///< "external", "internal", "interconnect", or another
  Rate<BytesPerSecond> Bandwidth;
  std::optional<Sourced<Bytes>> Capacity; ///< of internal memory
  bool operator==(const DataSource &) const = default;
};

struct ProcessingUnit {
  enum class Kind : uint8_t { Cpu, Dsp, Gpu, Fpga };
  Kind K = Kind::Fpga;
  std::vector<Ceiling> Ceilings;
  std::vector<DataSource> Sources;
  Rate<Watts> Power; ///< of the whole device at peak; may be unknown
  bool operator==(const ProcessingUnit &) const = default;
};

/// What is asked of a unit: W and Q.
struct Workload {
  std::string Name;
  /// Operations by type and kind: {"float32", "add"}: CQ_i [operation].
  std::map<std::pair<std::string, std::string>, double> Operations;
  /// Bytes by data source: MQ_j [byte].
  std::map<std::string, double, std::less<>> Bytes;
};

} // namespace roofline

#endif
