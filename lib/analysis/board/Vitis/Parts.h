// Parts of the hardware: pipelines and straight code, with what each computes.
//
/// \file
/// Numbers of operators and accesses by multiplication alone: nothing is
/// unrolled or scheduled, so that a part of a million operations costs what
/// one of ten does. Resources.h and Doubt.h read them.
#ifndef ROOFLINE_LIB_VITIS_PARTS_H
#define ROOFLINE_LIB_VITIS_PARTS_H

#include "Body.h"

#include <vector>

namespace roofline::vitis {

/// Operators of one kind in one copy of a part.
struct OperatorCount {
  uint32_t Sample = 0;  ///< index into KernelSummary::Operations
  double Number = 0;    ///< executed in one iteration
  double Invariant = 0; ///< part of Number: before the pipeline, once
  uint32_t Levels = 0;  ///< most of them one after the other
};

/// Accesses of a part to one array.
struct ArrayUse {
  uint32_t Array = 0;
  double Loads = 0, Stores = 0; ///< to different elements, in one iteration
  double Lines = 0;             ///< accesses in the source
  /// Copies of the index of one access along each dimension, the most.
  std::array<double, MaxDims> Spread = {1, 1, 1, 1};
  /// Copies around the part that fix the index along each dimension.
  std::array<double, MaxDims> Around = {1, 1, 1, 1};
  /// Constants by which the indices of loads differ along each dimension.
  std::array<double, MaxDims> Offsets = {1, 1, 1, 1};
  bool HasStride = false; ///< copies are further apart than one element
  /// Memory passes a value on from one iteration to a later one.
  bool IsCarried = false;
};

/// A pipeline, or the straight code of a loop's body, of a function.
struct Part {
  std::vector<uint32_t> Spine; ///< loops of a pipeline, outermost first
  uint32_t Around = NoOp;      ///< innermost loop around straight code
  double Copies = 1;           ///< of the part: outer loops are unrolled
  double Width = 1;            ///< copies of the pipelined loop's body
  double Operations = 0;       ///< in one copy, after unrolling
  double Integers = 0;         ///< sums and logic of integers
  double Guarded = 0;          ///< part of Operations under a condition
  std::vector<OperatorCount> Operators; ///< that are built as units
  std::vector<ArrayUse> Arrays;
  bool isPipeline() const { return !Spine.empty(); }
};

/// Finds the parts of \p F's kernel, in the order of the source.
std::vector<Part> partsOf(const Frame &F);

/// Loops with which the value or the index of each operation varies.
struct LoopVariation {
  std::vector<uint64_t> Loops; ///< bit n: loop n; loops above 63 share bit 63
  bool variesWith(uint32_t Op, uint32_t Loop) const {
    return Loops[Op] >> (Loop < 63 ? Loop : 63) & 1;
  }
};
LoopVariation variationOf(const Frame &F);

} // namespace roofline::vitis

#endif
