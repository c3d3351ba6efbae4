// Tiles side by side that do the steps of a pass in their own memories.
//
/// \file
/// A block of the field, in pieces: each tile loads its own positions and what
/// it reads around them, does all steps in place, one after another, and gives
/// its own positions back. Without pipes tiles overlap by what all steps reach
/// (DAC13). With pipes they overlap by what one step reads; in every step but
/// the last one a tile sends what its neighbours read of its own positions.
/// A tile computes all positions of its box in every step: the box does not
/// shrink as DAC17's does.
/// Source: DAC17 sections 2 and 3.
#ifndef ROOFLINE_STREAM_TILENETWORK_H
#define ROOFLINE_STREAM_TILENETWORK_H

#include "roofline/Stream/StreamBlocks.h"

namespace roofline {

struct NetworkTile {
  Box Own;            ///< [position] of the block: what it gives back
  Box Reads;          ///< what it has in its memory; Own and what is around it
  uint32_t Shape = 0; ///< index into TileNetwork::Shapes
  bool operator==(const NetworkTile &) const = default;
};

/// A queue from tile to tile: one field's positions in the order of the walk.
struct TilePipe {
  uint32_t From = 0, To = 0; ///< [tile]
  uint32_t Field = 0;        ///< index into the inputs of Shapes
  Box Positions;             ///< of the block; From owns them, To reads them
  bool operator==(const TilePipe &) const = default;
};

struct TileNetwork {
  /// A step over the box of a tile, one kernel for each size: every stream is
  /// there for the whole box, outputs are named as the inputs that they update.
  /// Scalars blockScalar(BlockOrigin, D) say where the box is in the field.
  std::vector<StreamKernel> Shapes;
  std::vector<NetworkTile> Tiles; ///< dimension 0 goes on first
  std::vector<TilePipe> Pipes;
  Box Block; ///< all of them; Origin is 0
  uint32_t Steps = 1;
  bool operator==(const TileNetwork &) const = default;

  /// The output of \p K, one of Shapes, that updates its input \p I; nothing
  /// for what the steps read alone.
  static std::optional<uint32_t> updated(const StreamKernel &K, uint32_t I);
};

/// The tiles of \p D that do a pass of \p S.
std::optional<ChainError> tilesOf(const StepState &S, const StreamDesign &D,
                                  TileNetwork &Out);

/// The tiles of a pass of \p I, a step of which is \p K.
std::optional<ChainError> tilesOf(const StreamKernel &K, const Iteration &I,
                                  const StreamDesign &D, TileNetwork &Out);

/// [element] of each input of the shapes, in row-major order of the block.
using BlockFields = std::vector<std::vector<uint64_t>>;

/// Does \p Steps steps with \p Scalars, which are of \p Names, and the block at
/// \p Origin of the field: each tile by evaluate(), pipes as queues of their
/// positions.
void evaluate(const TileNetwork &N, const std::vector<ScalarArgument> &Names,
              const std::vector<uint64_t> &Scalars, const Offset &Origin,
              uint32_t Steps, BlockFields &Fields);

} // namespace roofline

#endif
