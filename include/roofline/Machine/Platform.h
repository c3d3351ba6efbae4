// Choice of the processing units to build an application from.
//
/// \file
/// A system is an application of generic computational blocks, its
/// requirements, and the units to choose from. A unit's load depends only on
/// the set of blocks that it runs, and a set is a mask: bit b is block b.
///
/// Readings where the source is ambiguous:
/// - Risk is taken against the utilization roof, as TUE11 section 8.3 permits:
///   then Eq. (8.2) and (8.3) are the share of its time that a unit computes
///   and moves data, and the shares of the blocks on one unit add up.
/// - Data between two units crosses the interconnects of both. The transfer
///   runs in parallel with the traffic of the units' own memories (TUE11
///   section 7.7) and is the third share of a unit's load.
/// - A pipelined edge moves its bytes (written once, read once) from external
///   to internal memory and adds its operations (TUE11 section 7.6). The model
///   pipelines the edges that give the unit the least risk.
/// Does not handle: start-up times, contention between units for one bus.
#ifndef ROOFLINE_MACHINE_PLATFORM_H
#define ROOFLINE_MACHINE_PLATFORM_H

#include "roofline/Machine/Roofline.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace roofline {

/// A set of blocks: bit b is block b.
using BlockSet = uint32_t;
/// Limit of blocks: the search visits every set of blocks and every pair of
/// disjoint sets.
constexpr unsigned MaxSystemBlocks = 16;

/// A generic computational block. Source: TUE11 section 7.2, Table 8.2.
struct SystemBlock {
  std::string Name;
  /// Work of one frame. The type "" stands for any of Types, the kind "" for
  /// any kind: both are priced on the slowest ceiling that may apply.
  Workload Work;
  /// Types that pre-selection requires of a unit. A type of Work outside this
  /// list may be computed on a wider type, as in place().
  std::vector<std::string> Types;
  /// ipc [1]: elements of a frame that can be processed independently.
  std::optional<double> Parallelism;
  Bytes InternalMemory;           ///< needed in addition to the bytes moved
  std::vector<std::string> Units; ///< units that may run the block; empty: all
};

/// Data that a block produces and another one consumes.
struct SystemEdge {
  uint32_t Source = 0, Target = 0; ///< blocks
  Bytes PerFrame;
  /// Internal memory for pipelining; nothing: not pipelined.
  std::optional<Bytes> Buffer;
  Workload Synchronisation; ///< operations of one frame when pipelined
};

/// A processing unit to choose from. Source: TUE11 Table 8.1.
struct SystemUnit {
  std::string Name;
  ProcessingUnit Unit;
  uint32_t Count = 1; ///< pieces of it [1]
  /// ipc that fills the unit: cores x parallel operations; on a GPU times the
  /// depth of the pipeline. Source: TUE11 Table 8.3.
  std::optional<Sourced<double>> Parallelism;
  std::optional<Sourced<double>> Cost; ///< [System::Currency]
  std::optional<Sourced<Watts>> Power;
};

struct System {
  std::string Description;
  std::vector<uint64_t> Frame; ///< elements along each dimension
  Hertz FrameRate;
  std::optional<Watts> MaxPower;
  std::optional<double> MaxCost; ///< [Currency]
  std::string Currency;
  std::vector<SystemBlock> Blocks;
  std::vector<SystemEdge> Edges;
  std::vector<SystemUnit> Units;
};

/// Finds the ceiling that bounds operations of \p Type and \p Kind: the fastest
/// one that names both or covers every kind. For kind "" it is the slowest of
/// the type, unless one covers every kind. Null when the unit has none.
const Ceiling *ceilingFor(const ProcessingUnit &Unit, std::string_view Type,
                          std::string_view Kind, Peaks Which);

/// True when \p Parallelism fills a unit that needs \p Needed.
///   CPU, DSP: ipc >= needed; GPU, FPGA: ipc > needed
/// Source: TUE11 Table 8.3.
constexpr bool fillsUnit(ProcessingUnit::Kind K, double Parallelism,
                         double Needed) noexcept {
  bool Strict =
      K == ProcessingUnit::Kind::Gpu || K == ProcessingUnit::Kind::Fpga;
  return Strict ? Parallelism > Needed : Parallelism >= Needed;
}

/// Demand on a unit per second, and the share of its time that each part takes.
struct UnitLoad {
  double Operations = 0; ///< [operation/s] CQ_total^pu, Eq. (7.2)
  double Bytes = 0; ///< [byte/s] MQ_total^pu, Eq. (7.3), without interconnect
  double Crossing = 0;     ///< [byte/s] over the interconnect
  double Compute = 0;      ///< r_P [1], Eq. (8.2)
  double Memory = 0;       ///< r_B [1], Eq. (8.3)
  double Interconnect = 0; ///< as r_B, for the interconnect [1]
  uint64_t Pipelined = 0;  ///< edges through internal memory, bit e

  /// R = MAX(r_P, r_B); the interconnect counts as another source of data.
  /// Source: TUE11 Eq. (8.5).
  constexpr double risk() const noexcept {
    double R = Compute > Memory ? Compute : Memory;
    return R > Interconnect ? R : Interconnect;
  }
  const char *limit() const noexcept; ///< "compute", "memory", "interconnect"
};

/// A mapping is feasible while no ratio reaches one. Source: TUE11 Eq. (8.4).
constexpr bool isFeasible(double Risk) noexcept { return Risk < 1; }

/// Prices of blocks and edges on one unit, from which loadOf() sums its load.
struct PricedUnit {
  struct BlockPrice {
    std::string Unfit; ///< why the block cannot run here; empty: it can
    /// Requirements left uncompared, and why.
    std::vector<std::string> Unchecked;
    double Operations = 0, Bytes = 0; ///< each second
    double Compute = 0, Memory = 0;   ///< r_P, r_B
    double InternalMemory = 0;        ///< [byte]
  };
  struct EdgePrice {
    bool CanPipeline = false;
    double Buffer = 0;                  ///< [byte]
    double Operations = 0, Compute = 0; ///< added by synchronisation
    double Bytes = 0;  ///< [byte/s] over the interconnect, or one way
    double Saving = 0; ///< taken from r_B by pipelining
    /// Share of the interconnect's time; infinite: the unit has none.
    double Interconnect = 0;
    /// Later edges with at least the buffer and time, at most the gain.
    uint64_t Worse = 0;
  };
  std::vector<BlockPrice> Blocks;
  std::vector<EdgePrice> Edges;
  /// Each end a set of one block.
  std::vector<std::pair<BlockSet, BlockSet>> EdgeEnds;
  /// Edges that can be pipelined, by falling gain for each byte of buffer.
  std::vector<uint8_t> PipelineOrder;
  BlockSet Candidates = 0; ///< blocks that can run
  double Capacity = std::numeric_limits<double>::infinity(); ///< [byte]
};

/// Steps 3 and 4 for one unit: pre-selection (TUE11 Eq. 8.1, Tables 8.2-8.4)
/// and the price of each block (Eq. 2.18, 2.19, 8.2, 8.3).
PricedUnit priceUnit(const System &S, const SystemUnit &U, Peaks Which);

/// Load of a unit that runs \p Blocks, which must all be candidates; infinite
/// when the blocks do not fit the internal memory.
/// Source: TUE11 Eq. (7.1)-(7.3), sections 7.5 and 7.6.
UnitLoad loadOf(const PricedUnit &Unit, BlockSet Blocks) noexcept;

/// One processing unit of a platform, in the terms of Eq. (7.5)-(7.9).
struct PlatformPart {
  OperationsPerSecond Cur;      ///< computational utilization roof, Eq. (2.22)
  BytesPerSecond Bandwidth;     ///< MQ_total / tm: slope of mur, Eq. (2.23)
  double Intensity = 0;         ///< CQ_total / MQ_total of its blocks
  OperationsPerSecond Required; ///< demand of its blocks, Eq. (2.24)
};

/// Part of a platform under \p Load; nothing when \p Load has no operations.
std::optional<PlatformPart> platformPart(const UnitLoad &Load) noexcept;

/// PuUtil_i = MIN(mur_i(x_i), cur_i), x_i [operation/byte] the unit's
/// intensity. Source: TUE11 Eq. (7.8), which prints MQ/CQ, the reciprocal of x.
OperationsPerSecond unitUtilization(const PlatformPart &Part) noexcept;

/// MIN(sum mur_i(x), sum MIN(PuUtil_i, PuLoad_i)), where
///   PuLoad_i = PuUtil_i / MAX(PuUtil_k) * cur_i
/// and x [operation/byte] is the intensity of the application.
/// Source: TUE11 Eq. (7.5)-(7.9), as published.
OperationsPerSecond platformUtilization(std::span<const PlatformPart> Parts,
                                        double Intensity) noexcept;

/// Rate that the platform reaches when all units slow down or speed up
/// together:
///   sum Required_i / MAX(Required_k / PuUtil_k)
/// Refines Eq. (7.9), which weighs units by their roofs alone and so takes the
/// fast unit for the busy one. The example of section 7.7 (loads of 90 % and 60
/// % leave a tenth to gain) follows from this form.
OperationsPerSecond platformReach(std::span<const PlatformPart> Parts) noexcept;

} // namespace roofline

#endif
