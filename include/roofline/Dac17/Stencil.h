// A stream kernel as one step of an iterative stencil: DAC17's features.
//
/// \file
/// Finds how far a step reads each field around a cell, through all kernels of
/// a chain. Also finds the fields that a step writes, and its operators. An
/// older time level, whose buffer a newer one takes over, is a separate field.
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

/// A field of a stencil.
struct StencilField {
  std::string Name;    ///< buffer that a step reads
  std::string Written; ///< buffer of its next state; empty for a constant field
  uint32_t ElementBits = 32;
  std::array<StencilReach, 3> Reaches; ///< [cell] by dimension
};

/// One step of an iterative stencil.
struct Stencil {
  std::string Name;
  uint32_t NumDimensions = 1;
  std::array<int64_t, 3> Lengths{1, 1, 1}; ///< [cell]
  uint64_t Steps = 1;
  std::vector<StencilField> Fields;
  /// Operators of one cell, each once with its number.
  std::vector<std::pair<DatapathOp, uint32_t>> Operators;

  /// Returns DAC17's features. ElementBits is that of the widest field; a
  /// narrower field counts as a fraction of a field.
  StencilFeatures features() const;
};

/// Fills \p Found with the stencil that runs \p K \p Steps times and swaps
/// buffers by \p Swap after each step. Returns why \p K is no step of a
/// stencil; nothing where it is one.
std::optional<std::string> findStencil(const StreamKernel &K,
                                       const std::vector<SwapPair> &Swap,
                                       uint64_t Steps, Stencil &Found);

} // namespace roofline

#endif
