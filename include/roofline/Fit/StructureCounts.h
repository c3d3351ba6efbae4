// Counts the hardware structures of a compiled kernel.
//
/// \file
/// Walks the operation graph of a kernel in one design. Copies of an unrolled
/// loop, and lanes of a vector of work-items, share an operation where it has
/// the same value in all of them. Otherwise each copy and lane has its own.
#ifndef ROOFLINE_FIT_STRUCTURECOUNTS_H
#define ROOFLINE_FIT_STRUCTURECOUNTS_H

#include "roofline/Board/BoardEstimate.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"

#include <map>
#include <string>
#include <vector>

namespace roofline {

/// Structures of one compute unit.
struct StructureCounts {
  double GlobalUnits = 0; ///< load/store units of global memory
  /// Units among GlobalUnits that gather the writes of many work-items into
  /// bursts. A single work-item has none, as its stores stream. Source: Altera
  /// SDK for OpenCL Best Practices Guide, load-store unit types.
  double StoreUnits = 0;
  double LocalWriteBytes = 0; ///< [byte] written at once to local memory
  double Barriers = 0;
  /// [bit] of integer operators: adders, comparators, selects. Shifts by a
  /// constant are wires and do not count.
  double IntegerBits = 0;
  /// [bit] of values that a work-item carries through loops that are not fully
  /// unrolled.
  double LoopBits = 0;
  /// Other operators, by class of LatencyClass.h.
  std::map<std::string, double> Operators = {};
  double Dsp = 0;         ///< [DSP block] of integer products
  double ArrayBlocks = 0; ///< [memory block] of private arrays
  /// [memory block] of the largest private array with double-pumped ports.
  double PumpedBlocks = 0;
  /// [bit] of private arrays in logic: memories too small for blocks.
  double ArrayBits = 0;
  bool operator==(const StructureCounts &) const = default;
};

/// Returns the fewest bits [bit] that hold the result of each operation: a
/// pixel's byte stays eight bits wide, whatever type the source computes with.
std::vector<uint32_t> resultWidths(const KernelSummary &Kernel);

/// Returns the DSP blocks of a product of \p Bits [bit]. \p Constant is the
/// factor that is a constant, if any.
///   DSP = 1 by a constant, 2 to 32 bits, 4 to 64 bits
/// A constant with at most two set bits takes none: it is a sum of shifts.
/// Source: Stratix V device handbook, variable-precision DSP block: 27x27, or
/// 36x36 of two.
double multiplierBlocks(uint32_t Bits, std::optional<int64_t> Constant);

/// Returns the memory blocks for \p Words words of \p Bits [bit]: the smaller
/// number of blocks of 512 words of 40 bits and of blocks of 16384 words of one
/// bit.
/// Source: Stratix V device handbook, M20K.
double memoryBlocks(double Words, double Bits);

/// Returns the number of copies of a memory. Each copy has a port for every
/// writer and the remaining ports for readers; double-pumped blocks have four
/// ports. With four or more writers the accesses take turns at one copy.
double memoryCopies(double Readers, double Writers);

/// Returns the [work-item] for which a memory per work-item has room: the
/// groups that fit into \p Depth [cycle] of pipeline, and one that enters.
double workItemsUnderWay(double Depth, double GroupSize);

/// Counts the structures of one compute unit of \p Priced's design. \p Depth
/// [cycle] is the depth of the pipeline that work-items fill.
StructureCounts countStructures(const KernelSummary &Kernel,
                                const BoardEstimate &Priced, double Depth);

} // namespace roofline

#endif
