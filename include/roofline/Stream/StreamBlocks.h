// Passes over blocks of fields whose rows or planes are too long.
//
/// \file
/// A line buffer holds rows of a block instead of the field's. Blocks overlap
/// by what T steps reach, lie within the field, and follow one another. A
/// block's kernel is the same for all blocks: its place, and which of its
/// positions are right, are scalars.
/// A field that is updated in place gets a second buffer, as other blocks read
/// what one would have overwritten.
/// Not handled: streams that are not there for whole rows.
/// Source: H. R. Zohouri et al., FPGA 2018 (overlapped blocking with steps in
/// a chain).
#ifndef ROOFLINE_STREAM_STREAMBLOCKS_H
#define ROOFLINE_STREAM_STREAMBLOCKS_H

#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamIterate.h"

namespace roofline {

/// How far around a position a step reads, through all of its values, by
/// dimension [position]; both at least 0.
struct StepReach {
  Offset Before = {0, 0, 0}, After = {0, 0, 0};
  bool operator==(const StepReach &) const = default;
};
StepReach reachOf(const StreamKernel &K);

/// A block along one dimension.
struct BlockPlace {
  int64_t Origin = 0; ///< [position] of the field
  int64_t First = 0;  ///< [position] of the block, of those that are right
  int64_t End = 0;    ///< [position] behind the last of them
  bool operator==(const BlockPlace &) const = default;
};

/// Blocks of \p Size over \p Length positions, of which \p Before and \p After
/// at an inner edge are wrong, at multiples of \p Step but
/// for the last one, which ends with the field. Nothing where no
/// position of an inner block is right.
std::vector<BlockPlace> blocksOf(int64_t Length, int64_t Size, int64_t Before,
                                 int64_t After, int64_t Step);

/// Their number, without the places; 0: there are none.
int64_t countBlocks(int64_t Length, int64_t Size, int64_t Before, int64_t After,
                    int64_t Step) noexcept;

/// StreamDesign::Block.
using BlockSize = std::array<uint32_t, 3>;

/// The blocks by dimension, at least one each; dimension 0 goes on first.
using BlockPlaces = std::array<std::vector<BlockPlace>, 3>;
inline size_t numBlocks(const BlockPlaces &P) noexcept {
  return P[0].size() * P[1].size() * P[2].size();
}

/// A pass of several steps, or the block at the origin of one.
struct StencilPass {
  StreamKernel Kernel;
  std::map<std::string, std::string> Results; ///< FusedSteps::Results
  BlockPlaces Places; ///< none of a pass over the whole field
};

/// Scalars of a block's kernel, by dimension.
std::string blockScalar(std::string_view Of, unsigned Dimension);
/// Behind the name of a field that blocks, or lanes, update in place: the
/// buffer, no argument, that takes turns with it. Before the first pass both
/// are equal.
constexpr std::string_view SecondBuffer = ".next";

constexpr std::string_view BlockOrigin = "origin", BlockFirst = "first",
                           BlockEnd = "end";

/// [element] from the field's first one to that of block \p Number of \p P, of
/// which \p S is a stream.
uint64_t blockOffset(const Stream &S, const BlockPlaces &P, size_t Number);
/// Sets the scalars of \p K that are of blocks for block \p Number.
void setBlockScalars(const StreamKernel &K, const BlockPlaces &P, size_t Number,
                     std::vector<uint64_t> &Scalars);

/// Makes \p K the kernel of a box of \p Size positions, at most its own: the
/// place of the box in each shorter dimension is a scalar, elements of streams
/// are in the box's own order. Needs streams for whole rows of those.
void shrinkTo(const Offset &Size, StreamKernel &K);

/// Gives constants that only some of the rows, or planes, read the others too:
/// a field of the same size has them.
void widenConstants(StepState &S);

/// \p T steps over blocks of \p Size at multiples of \p Vector positions.
std::optional<ChainError> blockSteps(const StepState &S, uint32_t T,
                                     bool MayStop, const BlockSize &Size,
                                     uint32_t Vector, StencilPass &Out);

/// The pass of D.Steps steps of \p K, over blocks where \p D has them, which
/// may stop earlier where asked for.
std::optional<ChainError> passOf(const StreamKernel &K, const Iteration &I,
                                 const StreamDesign &D, bool MayStop,
                                 StencilPass &Out);

} // namespace roofline

#endif
