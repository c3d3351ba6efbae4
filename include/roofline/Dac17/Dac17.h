// Iterative stencils as cones of fused steps: the model of DAC17.
//
/// \file
/// Tiles side by side, one OpenCL kernel each, are a region. A pass loads every
/// tile of a region with what its cone needs around it, computes h steps on a
/// shrinking box, and stores the tile. Without pipes all faces grow (DAC13);
/// with pipes, only those on the edge of the region, and neighbours send each
/// other what they need in every step.
///
/// The equations stand as printed, with the letters of Table 1, and repaired:
/// the readings are at each function. Not in here: a domain's border, where
/// growth would stop; the corners that a box-shaped stencil exchanges.
/// Source: DAC17 section 4.
#ifndef ROOFLINE_DAC17_DAC17_H
#define ROOFLINE_DAC17_DAC17_H

#include <cstdint>
#include <vector>

namespace roofline {

/// How far a step reads to both sides of a cell along one dimension [cell].
struct StencilReach {
  double Low = 0, High = 0; ///< r_d-, r_d+
};

struct StencilFeatures {
  std::vector<double> Lengths;       ///< W_d [cell]
  std::vector<StencilReach> Reaches; ///< by dimension
  uint64_t Steps = 1;                ///< H [step]
  double ElementBits = 32;           ///< Delta s [bit] of a cell of one field
  double Iterated = 1;               ///< fields that a step reads and writes
  double Constant = 0;               ///< fields that it reads alone
};

struct ConeMachine {
  double Bandwidth = 1;   ///< BW [bit/cycle] of memory, shared by all kernels
  double Interval = 1;    ///< II [cycle] from one iteration to the next
  double Elements = 1;    ///< N_PE: cells that are computed side by side
  double PipeCycles = 1;  ///< C_pipe [cycle/cell]
  double Launch = 0;      ///< [cycle] to start a kernel
  double LaunchDelay = 0; ///< [cycle] from one kernel's start to the next one's
};

/// [cycle] of a kernel in one region.
struct TileCycles {
  double Read = 0, Write = 0, Compute = 0, Launch = 0;
  /// Source: DAC17 Eq. (3), (4).
  double total() const { return Read + Write + Compute + Launch; }
};

// As printed ------------------------------------------------------------------

/// The slowest kernel's tile.
struct PrintedTile {
  std::vector<double> Length; ///< w_d f_d^max [cell]
  std::vector<double> Growth; ///< Delta w_d [cell/step]
  double Fused = 1;           ///< h [step]
  double Kernels = 1;         ///< K
};

/// N_region [1], as real as its factors. Source: DAC17 Eq. (2), with
/// w_d f_d^max for w_d.
double printedRegions(const StencilFeatures &S, const PrintedTile &T);

/// [cycle] for one field. Source: DAC17 Eq. (5), (6).
double printedRead(const StencilFeatures &S, const ConeMachine &M,
                   const PrintedTile &T);
double printedWrite(const StencilFeatures &S, const ConeMachine &M,
                    const PrintedTile &T);

/// [cycle] of step \p I, 1 to h. Source: DAC17 Eq. (8) with (9).
double printedIteration(const ConeMachine &M, const PrintedTile &T, double I);

/// [cycle] of the pipes in step \p I. Source: DAC17 Eq. (10), with its sign.
double printedShare(const ConeMachine &M, const PrintedTile &T, double I);

/// [1] The part of the pipes' time that is not hidden, at most 1 as the text
/// says.
/// Source: DAC17 Eq. (11).
double printedOverhead(double Share, double Iteration);

/// Source: DAC17 Eq. (3)-(11). Eq. (7) has one overhead for all steps, without
/// saying which: the largest is taken. The share is 0 without pipes.
TileCycles printedTileCycles(const StencilFeatures &S, const ConeMachine &M,
                             const PrintedTile &T, bool HasPipes);

/// L [cycle]. Source: DAC17 Eq. (1).
double printedCycles(const StencilFeatures &S, const ConeMachine &M,
                     const PrintedTile &T, bool HasPipes);

// Repaired --------------------------------------------------------------------

struct ConeDesign {
  uint32_t Fused = 1; ///< h [step]
  /// [cell] By dimension, the lengths w_d f_d^k of the tiles side by side:
  /// equal ones, or DAC17's heterogeneous ones. The factors are real numbers.
  std::vector<std::vector<double>> Tiles;
  bool HasPipes = false;

  uint32_t kernels() const; ///< K
};

/// Where a tile is in its region, by dimension.
using TilePlace = std::vector<uint32_t>;

/// One tile in a pass of \p Fused steps. Against the printed form: each face
/// grows or has a pipe, by where the tile is; all fields move, constant ones
/// one step less far; the share of Eq. (10) has the faces, their reach and the
/// fields, and grows with the box; Eq. (7) and (11) together take the longer of
/// computing and sharing in each step; kernels start one after another, the
/// last dimension fastest. Source: DAC17 Eq. (3)-(11), repaired.
TileCycles coneTileCycles(const StencilFeatures &S, const ConeMachine &M,
                          const ConeDesign &D, const TilePlace &Place,
                          uint32_t Fused);

/// Regions of one pass: whole ones. Source: DAC17 Eq. (2), repaired.
double coneRegions(const StencilFeatures &S, const ConeDesign &D);

/// L [cycle]: the slowest tile of each region of each pass; the last pass has
/// the steps that are left. Source: DAC17 Eq. (1), repaired.
double coneCycles(const StencilFeatures &S, const ConeMachine &M,
                  const ConeDesign &D);

/// The slowest tile in a pass of h steps. Source: DAC17 Eq. (3).
TileCycles slowestTile(const StencilFeatures &S, const ConeMachine &M,
                       const ConeDesign &D);

/// L [cycle] at least: as though every tile had the mean box of its region, in
/// which tiles that are larger and smaller than others make up for each other.
double leastConeCycles(const StencilFeatures &S, const ConeMachine &M,
                       const ConeDesign &D);

/// Blocks of \p BlockBits bits that the local arrays of all tiles take: the
/// cone's base, what pipes bring beside it, iterated fields twice.
double coneBlocks(const StencilFeatures &S, const ConeDesign &D,
                  double BlockBits);

// The optimiser ---------------------------------------------------------------

/// Architectures of increasing freedom.
enum class ConeKind : uint8_t {
  Overlapped, ///< DAC13: equal tiles, all faces grow
  Piped,      ///< pipes between equal tiles
  Balanced,   ///< pipes, and tiles at the edge that are smaller
};

struct ConeSpace {
  std::vector<uint32_t> Kernels; ///< tiles side by side, by dimension
  uint32_t MostFused = 512;      ///< h [step]
  double MostBlocks = 0, BlockBits = 36864;
};

struct BestCone {
  ConeDesign Design;
  double Cycles = 0, Blocks = 0;
};

/// The fastest design of \p Kind: all tile lengths that divide the domain into
/// whole regions, all h, and for balanced tiles shares of a cone's growth.
/// Without cycles where nothing fits. Source: DAC17 section 5.1.
BestCone bestCone(const StencilFeatures &S, const ConeMachine &M,
                  const ConeSpace &Space, ConeKind Kind);

} // namespace roofline

#endif
