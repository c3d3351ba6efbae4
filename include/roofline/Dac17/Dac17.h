// Iterative stencils as cones of fused steps: the model of DAC17.
//
/// \file
/// A region is a set of adjacent tiles; one OpenCL kernel computes each tile. A
/// pass loads each tile with the cells around it that its cone needs, computes
/// h steps on a shrinking box, and stores the tile. Without pipes the box grows
/// at all faces (DAC13). With pipes it grows only at the edge of the region,
/// and neighbours send each other the cells they need in every step.
///
/// The equations stand repaired, with the letters of Table 1;
/// docs/model-dac17.md has the printed forms beside them. Not handled: the
/// border of the domain, where growth would stop; the corners that a box-shaped
/// stencil exchanges. Source: DAC17 section 4.
#ifndef ROOFLINE_DAC17_DAC17_H
#define ROOFLINE_DAC17_DAC17_H

#include <cstdint>
#include <vector>

namespace roofline {

/// Distance [cell] that a step reads to both sides of a cell in one dimension.
struct StencilReach {
  double Low = 0, High = 0; ///< r_d-, r_d+
};

/// Features of an iterative stencil.
struct StencilFeatures {
  std::vector<double> Lengths;       ///< W_d [cell]
  std::vector<StencilReach> Reaches; ///< by dimension
  uint64_t Steps = 1;                ///< H [step]
  double ElementBits = 32;           ///< Delta s [bit] of a cell of one field
  double Iterated = 1;               ///< fields that a step reads and writes
  double Constant = 0;               ///< fields that a step only reads
};

/// Rates of the machine that runs the kernels.
struct ConeMachine {
  double Bandwidth = 1;   ///< BW [bit/cycle] of memory, shared by all kernels
  double Interval = 1;    ///< II [cycle] from one iteration to the next
  double Elements = 1;    ///< N_PE: cells computed in parallel
  double PipeCycles = 1;  ///< C_pipe [cycle/cell]
  double Launch = 0;      ///< [cycle] to start a kernel
  double LaunchDelay = 0; ///< [cycle] from one kernel's start to the next one's
};

/// [cycle] that a kernel spends on one region, by activity.
struct TileCycles {
  double Read = 0, Write = 0, Compute = 0, Launch = 0;
  /// Source: DAC17 Eq. (3), (4).
  double total() const { return Read + Write + Compute + Launch; }
};

/// Shape of the tiles in a region.
struct ConeDesign {
  uint32_t Fused = 1; ///< h [step]
  /// [cell] Lengths w_d f_d^k of the tiles of a region, by dimension. The
  /// lengths are equal, or DAC17's heterogeneous ones; factors are real
  /// numbers.
  std::vector<std::vector<double>> Tiles;
  bool HasPipes = false;

  uint32_t kernels() const; ///< K
};

/// Index of a tile in its region, by dimension.
using TilePlace = std::vector<uint32_t>;

/// Returns the [cycle] of one tile in a pass of \p Fused steps.
/// Source: DAC17 Eq. (3)-(11), repaired. Changes to the printed form:
///   - A face grows or has a pipe, depending on the tile's place.
///   - All fields move; constant fields are needed for one step less.
///   - The share of Eq. (10) depends on the faces, their reach and the fields,
///     and grows with the box.
///   - Eq. (7) and (11) together take the longer of computing and sharing in
///     each step.
///   - Kernels start one after another, the last dimension fastest.
TileCycles coneTileCycles(const StencilFeatures &S, const ConeMachine &M,
                          const ConeDesign &D, const TilePlace &Place,
                          uint32_t Fused);

/// Returns the whole number [1] of regions in one pass.
/// Source: DAC17 Eq. (2), repaired.
double coneRegions(const StencilFeatures &S, const ConeDesign &D);

/// Returns L [cycle], the sum over the passes and regions of the slowest tile.
/// The last pass has the remaining steps. Source: DAC17 Eq. (1), repaired.
double coneCycles(const StencilFeatures &S, const ConeMachine &M,
                  const ConeDesign &D);

/// Returns the [cycle] of the slowest tile in a pass of h steps.
/// Source: DAC17 Eq. (3).
TileCycles slowestTile(const StencilFeatures &S, const ConeMachine &M,
                       const ConeDesign &D);

/// Returns a lower bound of L [cycle]: every tile has the mean box of its
/// region, so the slowest tile is as fast as the mean.
double leastConeCycles(const StencilFeatures &S, const ConeMachine &M,
                       const ConeDesign &D);

/// Returns the memory blocks of \p BlockBits [bit] for the local arrays of all
/// tiles. An array holds the cone's base and the cells that pipes bring beside
/// it; iterated fields have two arrays.
double coneBlocks(const StencilFeatures &S, const ConeDesign &D,
                  double BlockBits);

// The optimiser ---------------------------------------------------------------

/// Architectures of increasing freedom.
enum class ConeKind : uint8_t {
  Overlapped, ///< DAC13: equal tiles, all faces grow
  Piped,      ///< pipes between equal tiles
  Balanced,   ///< pipes, and smaller tiles at the edge of a region
};

/// Limits of the search.
struct ConeSpace {
  std::vector<uint32_t> Kernels; ///< tiles in a region, by dimension
  uint32_t MostFused = 512;      ///< largest h [step]
  /// Memory blocks of the device, and [bit] of one block.
  double MostBlocks = 0, BlockBits = 36864;
};

/// Fastest design that the search found.
struct BestCone {
  ConeDesign Design;
  double Cycles = 0, Blocks = 0; ///< [cycle] of L, and coneBlocks()
};

/// Returns the fastest design of \p Kind that fits \p Space. Tries all tile
/// lengths that divide the domain into whole regions and all h; balanced tiles
/// also take shares of a cone's growth. Cycles is 0 where nothing fits.
/// Source: DAC17 section 5.1.
BestCone bestCone(const StencilFeatures &S, const ConeMachine &M,
                  const ConeSpace &Space, ConeKind Kind);

} // namespace roofline

#endif
