// Tiles that do the steps of a pass side by side in their own memories.
//
/// \file
/// A block of the field is divided into tiles. Each tile loads its own
/// positions and those that it reads around them, does all steps in place, and
/// stores its own positions. Without pipes, tiles overlap by the reach of all
/// steps (DAC13). With pipes, tiles overlap by the reach of one step; after
/// every step but the last a tile sends its neighbours the own positions that
/// they read. A tile computes all positions of its box in every step: the box
/// does not shrink as DAC17's does.
/// Source: DAC17 sections 2 and 3.
#ifndef ROOFLINE_STEPS_TILENETWORK_H
#define ROOFLINE_STEPS_TILENETWORK_H

#include "roofline/Steps/StreamBlocks.h"

namespace roofline {

struct NetworkTile {
  Box Writes;         ///< [position] in the block that the tile stores
  Box Reads;          ///< [position] in its memory: Writes and those around it
  uint32_t Shape = 0; ///< index into TileNetwork::Shapes
  bool operator==(const NetworkTile &) const = default;
};

/// A queue from tile to tile: one field's positions in the order of the walk.
struct TilePipe {
  uint32_t Source = 0, Target = 0; ///< [tile]
  uint32_t Field = 0;              ///< index into the inputs of Shapes
  Box Positions; ///< [position] in the block; From owns them, To reads them
  bool operator==(const TilePipe &) const = default;
};

struct TileNetwork {
  /// Kernels of a step over the box of a tile, one for each size. Every stream
  /// covers the whole box, and outputs are named as the inputs that they
  /// update. Scalars blockScalar(BlockOrigin, D) are the origin of the box in
  /// the field.
  std::vector<StreamKernel> Shapes;
  std::vector<NetworkTile> Tiles; ///< dimension 0 varies fastest
  std::vector<TilePipe> Pipes;
  Box Block; ///< the tiles together; Origin is 0
  uint32_t Steps = 1;
  bool operator==(const TileNetwork &) const = default;

  /// Output of \p K, one of Shapes, that updates input \p I; nothing for an
  /// input that steps only read.
  static std::optional<uint32_t> updated(const StreamKernel &K, uint32_t I);
};

/// Builds the tiles of \p D for a pass of \p S.
std::optional<ChainError> tilesOf(const StepState &S, const StreamDesign &D,
                                  TileNetwork &Out);

/// Builds the tiles of \p D for a pass of \p I with step \p K.
std::optional<ChainError> tilesOf(const StreamKernel &K, const Iteration &I,
                                  const StreamDesign &D, TileNetwork &Out);

/// Elements of each input of the shapes, in row-major order of the block.
using BlockFields = std::vector<std::vector<uint64_t>>;

/// Runs \p Steps steps on the block at \p Origin of the field, each tile by
/// evaluate() and each pipe as a queue of positions. \p Scalars are the values
/// of \p Names.
void evaluate(const TileNetwork &N, const std::vector<ScalarArgument> &Names,
              const std::vector<uint64_t> &Scalars, const Offset &Origin,
              uint32_t Steps, BlockFields &Fields);

} // namespace roofline

#endif
