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

/// Things that take LUTs and flip-flops.
struct FabricCounts {
  double Kernels = 1;   ///< interface and control of the function
  double Pipelines = 0; ///< with a counter and a control of their own
  double Straights = 0; ///< bodies of loops that are no pipelines
  double Stages = 0;    ///< cycles of pipelines from first to last
  double Sums = 0;      ///< units that add or subtract 64 bits
  double Products = 0;  ///< units of 64 bits
  double FloatSums = 0; ///< units of 32 bits
  double FloatProducts = 0;
  double Quotients = 0;   ///< units of floating-point numbers
  double Integers = 0;    ///< sums and logic of integers
  double IntProducts = 0; ///< units
  double SharedUses = 0;  ///< operations beyond the first of a unit
  double Guarded = 0;     ///< operations under a condition
  double Loads = 0;       ///< registers of 64 bits behind memories
  double Stores = 0;      ///< of 64 bits
  double Ways = 0;       ///< banks beyond the first that each load chooses from
  double FlatLoads = 0;  ///< loads that compute their bank
  double OddSplits = 0;  ///< arrays in parts, banks no power of two
  double Banks = 0;      ///< memories
  double SmallBanks = 0; ///< of 64 bits, in LUTs
  bool operator==(const FabricCounts &) const = default;
};

/// LUTs or flip-flops of one of each.
struct FabricCosts {
  double Kernel, Pipeline, Straight, Stage;
  double Sum, Product, FloatSum, FloatProduct, Quotient, Integer, IntProduct;
  double SharedUse, Guarded, Load, Store, Way, FlatLoad, OddSplit, Bank,
      SmallBank;
};
double priceOf(const FabricCounts &Counts, const FabricCosts &Costs);

/// Resources of \p Parts under the schedule in \p Loops.
VitisResources resourcesOf(const Frame &F, const std::vector<Part> &Parts,
                           const std::vector<Split> &Splits,
                           const std::vector<VitisLoop> &Loops);

} // namespace roofline::vitis

#endif
