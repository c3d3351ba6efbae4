// A stream kernel as one step of an iterative stencil: DAC17's features.
//
/// \file
/// Finds what a step reads of each field around a cell, through all kernels of
/// a chain, which fields it writes, and its operators. A time level that takes
/// the buffer of a newer one is a field of its own.
/// Source: DAC17 section 5.1, feature extractor.
#ifndef ROOFLINE_DAC17_STENCIL_H
#define ROOFLINE_DAC17_STENCIL_H

#include "roofline/Dac17/Dac17.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace roofline {

struct StencilField {
  std::string Name;    ///< of the buffer that a step reads
  std::string Written; ///< buffer of its next state; empty: constant
  uint32_t ElementBits = 32;
  std::array<StencilReach, 3> Reaches; ///< [cell] by dimension
};

struct Stencil {
  std::string Name;
  uint32_t NumDimensions = 1;
  std::array<int64_t, 3> Lengths{1, 1, 1}; ///< [cell]
  uint64_t Steps = 1;
  std::vector<StencilField> Fields;
  /// Operations of one cell, each once with its number.
  std::vector<std::pair<DatapathOp, uint32_t>> Operators;

  /// The widest field's bits; narrower ones count as a part of one.
  StencilFeatures features() const;
};

/// Fills \p Found, or says what keeps \p K from being a step.
std::optional<std::string> findStencil(const StreamKernel &K,
                                       const std::vector<SwapPair> &Swap,
                                       uint64_t Steps, Stencil &Found);

} // namespace roofline

#endif
