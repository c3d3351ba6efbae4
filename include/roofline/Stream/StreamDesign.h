// How a StreamKernel is built: a point of the variant space.
//
/// \file
/// The normal form of a variant text as `map-par[4](map-pipe f) . reshapeTo 4`.
/// Source: TYTRA17 sections 2.3, 3, 4 and Fig. 6.
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
inline constexpr const char *ElementFormNames[] = {"pipe", "comb", "seq"};

/// Memory that holds the data of repeated launches. Source: TYTRA17
/// section 2.3.
enum class MemoryForm : uint8_t {
  A, ///< host memory: to the device and back in each launch
  B, ///< device memory: over the host link once
  C, ///< on-chip memory: from and to device memory once
};

/// Cells in which a family delays a bit by some steps.
enum class DelayCells : uint8_t {
  ShiftRegisters, ///< a lookup table delays by up to 32 steps: Series 7
  FlipFlops,      ///< one for each step: ECP5, Cyclone V
};
inline constexpr const char *DelayCellsNames[] = {"shift-registers",
                                                  "flip-flops"};

struct StreamDesign {
  /// Processing elements side by side (L); each has its own streams and walks
  /// through Space.volume() / L consecutive positions.
  uint32_t Lanes = 1;
  /// Positions per cycle of a processing element (D_V).
  uint32_t Vector = 1;
  ElementForm Form = ElementForm::Pipe;
  MemoryForm Memory = MemoryForm::B;
  /// Steps of an iteration in one pass (T), as a chain of stages.
  uint32_t Steps = 1;
  /// [position] Size of the blocks that a pass computes one after another, by
  /// dimension; 0: not blocked.
  std::array<uint32_t, 3> Block = {0, 0, 0};
  /// [position] Lengths of the tiles along each dimension, with sum Block.
  /// Tiles work side by side and do the Steps one after another, each in its
  /// own memory. None: a chain of stages.
  std::array<std::vector<uint32_t>, 3> Tiles = {};
  bool HasPipes = false; ///< pipes between tiles; without pipes tiles overlap
  /// Cells of the family that the core is laid out for: they decide which
  /// delays are memories.
  DelayCells Delays = DelayCells::ShiftRegisters;
  bool operator==(const StreamDesign &) const = default;

  bool isTiled() const noexcept { return !Tiles[0].empty(); }
  bool isBlocked() const noexcept { return Block[0] | Block[1] | Block[2]; }
};

} // namespace roofline

#endif
