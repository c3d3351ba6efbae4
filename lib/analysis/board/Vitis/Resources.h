// LUTs, flip-flops, multiplier blocks and memories of a kernel.
//
/// \file
/// Prices the parts that Parts.h counts. docs/model-vitis.md has the rules with
/// their evidence; VitisOptions::Without leaves one out by its name.
#ifndef ROOFLINE_LIB_VITIS_RESOURCES_H
#define ROOFLINE_LIB_VITIS_RESOURCES_H

#include "Memories.h"
#include "Parts.h"

namespace roofline::vitis {

/// When a part runs.
struct PartTiming {
  double Interval = 1; ///< [cycle] from one iteration to the next
  double Depth = 0;    ///< [cycle] of one iteration; 0 for straight code
  /// A recurrence takes the whole iteration: nothing can move.
  bool isTight() const;
};

/// Rule `sharing`: one unit computes an operator of each cycle of the interval.
///   units = ceil((N - I) / II) + [I > 0]
///   N [1] executions in one iteration, I [1] those before the pipeline
/// In a tight pipeline all N / (U L) operators of one level start together.
///   U [1] copies of the body, L [1] levels
/// Source: HLSyn-Vitis, gemver L3, syrk L2; jacobi-1d for tight ones.
double unitsOf(const OperatorCount &Operator, double Width,
               const PartTiming &Timing);

/// Rule `address-products`: an index of a flattened pipeline needs a multiplier
/// where the words of a row are no sum of two powers of two.
/// Source: HLSyn-Vitis, 3mm: 29 = 2 (8 + 3) + 7.
unsigned signedPowers(uint64_t Number);

/// LUTs or flip-flops of each thing that is counted.
struct FabricCosts {
  double Kernel;            ///< interface and control of the function
  double Array;             ///< copy of an array in and out
  double Bank;              ///< ports of one bank
  double SmallBank;         ///< distributed memory of 64 bit
  double Pipeline;          ///< control of one
  double Straight;          ///< states of straight code
  double Cycle;             ///< stage of a pipeline
  double Sum, Difference;   ///< a unit of 64 bit
  double Product, Quotient; ///< a unit of 64 bit
  double IntegerProduct;    ///< a unit of 32 bit
  double OwnOperand;        ///< operation with a unit of its own
  double SharedOperand;     ///< operation that shares its unit
  double Load, Store;       ///< of 64 bit
  double Way;               ///< access to one of 2^n banks, for each n
  double Guarded, Select, Compare, Integer;
};

/// Resources of \p Parts under the schedule in \p Loops.
VitisResources resourcesOf(const Frame &F, const std::vector<Part> &Parts,
                           const std::vector<Split> &Splits,
                           const std::vector<VitisLoop> &Loops);

} // namespace roofline::vitis

#endif
