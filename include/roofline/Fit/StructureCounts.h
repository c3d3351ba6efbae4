// Structures of a compiled kernel, counted.
//
/// \file
/// Walks the operation graph of a kernel in one design: an operation inside of
/// an unrolled loop is there once for each copy that it differs in, and once
/// for each lane of a vector of work-items that it differs in.
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
  /// bursts; the stores of a single work-item stream. Source: Altera SDK for
  /// OpenCL Best Practices Guide, load-store unit types.
  double StoreUnits = 0;
  double LocalWriteBytes = 0; ///< [byte] that its ports of local memory write
  double Barriers = 0;
  /// [bit] of integer operators: adders, comparers, choices; shifts by a
  /// constant are wires.
  double IntegerBits = 0;
  /// [bit] of values that a work-item takes through loops that stay loops.
  double LoopBits = 0;
  /// By class of LatencyClass.h, operators that are no integer logic.
  std::map<std::string, double> Operators = {};
  double Dsp = 0;         ///< [DSP block] of integer products
  double ArrayBlocks = 0; ///< [memory block] of private arrays
  /// [memory block] of the largest private array whose ports are double-pumped.
  double PumpedBlocks = 0;
  /// [bit] of private arrays that are indexed, and too small for blocks.
  double ArrayBits = 0;
  bool operator==(const StructureCounts &) const = default;
};

/// The fewest bits that hold each operation's result: a pixel's byte stays
/// eight bits wide, whatever type the source computes with.
std::vector<uint32_t> resultWidths(const KernelSummary &Kernel);

/// DSP blocks of a product of \p Bits, by \p Constant where one factor is one.
/// A factor of at most two bits that are set is sums of shifts.
///   DSP = 1 by a constant, 2 to 32 bits, 4 to 64 bits
/// Source: Stratix V device handbook, variable-precision DSP block: 27x27, or
/// 36x36 of two.
double multiplierBlocks(uint32_t Bits, std::optional<int64_t> Constant);

/// Blocks of a memory of \p Words words of \p Bits bits: the better of blocks
/// of 512 words of 40 bits side by side, and of 16384 words of one bit.
/// Source: Stratix V device handbook, M20K.
double memoryBlocks(double Words, double Bits);

/// Copies of a memory so that each has a port for every writer and some
/// readers: double-pumped blocks have four ports. With as many writers as ports
/// the accesses take turns at one copy.
double memoryCopies(double Readers, double Writers);

/// [work-item] that a memory per work-item is built for: as many groups as
/// \p Depth cycles of pipeline hold, and the one that is entering.
double workItemsUnderWay(double Depth, double GroupSize);

/// \p Depth [cycle]: of the pipeline that work-items are in at once.
StructureCounts countStructures(const KernelSummary &Kernel,
                                const BoardEstimate &Priced, double Depth);

} // namespace roofline

#endif
