// Passes over blocks of a field with too long rows or planes.
//
/// \file
/// A line buffer holds rows of a block instead of rows of the field. Blocks
/// overlap by the reach of T steps, lie within the field, and run one after
/// another. All blocks have the same kernel: the place of a block and the range
/// of its valid positions are scalars. A field that is updated in place gets a
/// second buffer, because one block would overwrite elements that another block
/// reads.
/// Not handled: streams whose window does not cover whole rows.
/// Source: H. R. Zohouri et al., FPGA 2018 (overlapped blocking with steps in
/// a chain).
#ifndef ROOFLINE_STEPS_STREAMBLOCKS_H
#define ROOFLINE_STEPS_STREAMBLOCKS_H

#include "roofline/Steps/StreamIterate.h"
#include "roofline/Stream/StreamDesign.h"

namespace roofline {

/// [position] Distance that a step reads before and after a position, by
/// dimension, through all of its values; at least 0.
struct StepReach {
  Offset Before = {0, 0, 0}, After = {0, 0, 0};
  bool operator==(const StepReach &) const = default;
};
StepReach reachOf(const StreamKernel &K);

/// A block along one dimension.
struct BlockPlace {
  int64_t Origin = 0; ///< [position] of the field
  int64_t First = 0;  ///< [position] in the block: the first valid one
  int64_t End = 0;    ///< [position] in the block: behind the last valid one
  bool operator==(const BlockPlace &) const = default;
};

/// Places blocks of \p Size over \p Length positions. At inner edges the first
/// \p Before and the last \p After positions of a block are invalid. Origins
/// are multiples of \p Step, except for the last block, which ends with the
/// field. Empty when an inner block has no valid position.
std::vector<BlockPlace> blocksOf(int64_t Length, int64_t Size, int64_t Before,
                                 int64_t After, int64_t Step);

/// Number of blocksOf(); 0 when it is empty.
int64_t countBlocks(int64_t Length, int64_t Size, int64_t Before, int64_t After,
                    int64_t Step) noexcept;

/// StreamDesign::Block.
using BlockSize = std::array<uint32_t, 3>;

/// The blocks by dimension, at least one each; dimension 0 varies fastest.
using BlockPlaces = std::array<std::vector<BlockPlace>, 3>;
inline size_t numBlocks(const BlockPlaces &P) noexcept {
  return P[0].size() * P[1].size() * P[2].size();
}

/// A pass of several steps, or the block at the origin of such a pass.
struct StencilPass {
  StreamKernel Kernel;
  std::map<std::string, std::string> Results; ///< FusedSteps::Results
  BlockPlaces Places; ///< none: a pass over the whole field
};

/// Name of scalar \p Kind (BlockOrigin, ...) of a block's kernel.
std::string blockScalar(std::string_view Kind, unsigned Dimension);
/// Suffix that names the second buffer of a field that blocks or lanes update
/// in place. The buffer is no argument; it takes turns with the field and is
/// equal to it before the first pass.
constexpr std::string_view SecondBuffer = ".next";

constexpr std::string_view BlockOrigin = "origin", BlockFirst = "first",
                           BlockEnd = "end";

/// [element] Distance from the field's first element to the first element of
/// block \p Number of \p P in stream \p S.
uint64_t blockOffset(const Stream &S, const BlockPlaces &P, size_t Number);
/// Sets the block scalars of \p K for block \p Number.
void setBlockScalars(const StreamKernel &K, const BlockPlaces &P, size_t Number,
                     std::vector<uint64_t> &Scalars);

/// Makes \p K the kernel of a box of \p Size positions, at most its own. The
/// origin of the box in each shortened dimension is a scalar, and elements of
/// streams are in the order of the box. Needs streams that cover whole rows of
/// the shortened dimensions.
void shrinkTo(const Offset &Size, StreamKernel &K);

/// Widens constants that only some rows or planes read to the whole space, if
/// the buffer has the elements.
void widenConstants(StepState &S);

/// Builds the pass of \p T steps over blocks of \p Size at multiples of
/// \p Vector positions.
std::optional<ChainError> blockSteps(const StepState &S, uint32_t T,
                                     bool MayStop, const BlockSize &Size,
                                     uint32_t Vector, StencilPass &Out);

/// Builds the pass of D.Steps steps of \p K, over the blocks of \p D if it has
/// any. With \p MayStop the pass may do fewer steps.
std::optional<ChainError> passOf(const StreamKernel &K, const Iteration &I,
                                 const StreamDesign &D, bool MayStop,
                                 StencilPass &Out);

} // namespace roofline

#endif
