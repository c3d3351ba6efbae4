// How a StreamKernel is built: the point of the variant space that was chosen.
//
/// \file
/// The normal form that a variant text, `map-par[4](map-pipe f) . reshapeTo 4`,
/// comes down to. Source: TYTRA17 sections 2.3, 3, 4 and Fig. 6.
#ifndef ROOFLINE_STREAM_STREAMDESIGN_H
#define ROOFLINE_STREAM_STREAMDESIGN_H

#include <array>
#include <cstdint>
#include <vector>

namespace roofline {

/// How the function of one element is executed. Source: TYTRA17 section 4.
enum class ElementForm : uint8_t {
  Pipe, ///< a pipeline stage per operator, one element a cycle
  Comb, ///< flattened into one stage, one element a (longer) cycle
  Seq,  ///< one operator after another, one element every so many cycles
};

/// Where the data of repeated launches stays. Source: TYTRA17 section 2.3.
enum class MemoryForm : uint8_t {
  A, ///< host to device memory and back, each launch
  B, ///< device memory; the host link once
  C, ///< on-chip memory; device memory once
};

struct StreamDesign {
  /// Processing elements side by side (L); each has its own streams and walks
  /// through Space.volume() / L positions that follow one another.
  uint32_t Lanes = 1;
  /// Positions that a processing element takes each cycle (D_V).
  uint32_t Vector = 1;
  ElementForm Form = ElementForm::Pipe;
  MemoryForm Memory = MemoryForm::B;
  /// Steps of an iteration that one pass does (T): a chain of stages.
  uint32_t Steps = 1;
  /// [position] of the blocks that a pass goes through one after another, by
  /// dimension; 0: all of them, no blocks.
  std::array<uint32_t, 3> Block = {0, 0, 0};
  /// [position] Tiles side by side that do the Steps one after another, each in
  /// its own memory: the lengths of those along each dimension, with sum Block;
  /// none: a chain of stages instead.
  std::array<std::vector<uint32_t>, 3> Tiles = {};
  bool HasPipes = false; ///< between tiles; without them they overlap
  bool operator==(const StreamDesign &) const = default;

  bool isTiled() const noexcept { return !Tiles[0].empty(); }
  bool isBlocked() const noexcept { return Block[0] | Block[1] | Block[2]; }
};

} // namespace roofline

#endif
