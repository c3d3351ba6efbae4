// The operations of one iteration of a pipeline, or of straight-line code.
//
/// \file
/// Loops that are unrolled in full stand in it as copies with known iteration
/// numbers. Values that memory passes on inside the body are wires; loads and
/// stores that this makes superfluous are gone.
#ifndef ROOFLINE_LIB_VITIS_BODY_H
#define ROOFLINE_LIB_VITIS_BODY_H

#include "roofline/Vitis/VitisEstimate.h"
#include "roofline/VitisNests/Family.h"
#include "roofline/VitisNests/Forms.h"
#include "roofline/VitisNests/Nest.h"

#include "roofline/Buses/Buses.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace roofline::vitis {

constexpr uint32_t NoOp = UINT32_MAX;

struct BodyOp {
  uint32_t Source = 0; ///< index into KernelSummary::Operations
  OpClass Class = OpClass::Wire;
  uint16_t Latency = 0;         ///< [cycle]
  uint16_t QuickLatency = 0;    ///< [cycle] of the quick form; 0: none
  bool IsGuarded = false;       ///< under a condition that is not decided here
  bool IsGone = false;          ///< removed: forwarded, overwritten, rebalanced
  bool IsInvariant = false;     ///< the same in every iteration of the pipeline
  bool IsAfterExit = false;     ///< in a copy behind the one that may leave
  bool IsOutside = false;       ///< of a flattened loop around the pipeline
  uint32_t Copy = 0;            ///< of the pipelined loop's body
  uint32_t Block = 0;           ///< index into KernelSummary::Blocks
  int32_t Access = -1;          ///< index into Forms::Accesses
  Coordinates Point = {};       ///< constant part of the index
  std::vector<uint32_t> Inputs; ///< values
  std::vector<uint32_t> After;  ///< accesses that come before, by order alone
};

/// A value of one iteration that iteration + Distance needs.
struct CarriedEdge {
  uint32_t From = 0, To = 0;
  int64_t Distance = 1; ///< [iteration] of the pipeline
  bool IsMemory = false;
  bool IsAssumed = false; ///< the indices may be equal: distance 1 for safety
};

struct Body {
  std::vector<BodyOp> Ops; ///< inputs come before
  std::vector<CarriedEdge> Carried;
  /// Copies of the whole in the part that was built: above 1 where it is too
  /// large.
  double Scale = 1;
  bool IsTooLarge = false;
};

/// A body to build: nodes of the hierarchy, with the loops that remain.
struct BodyRequest {
  std::vector<uint32_t> Nodes;
  /// Loops that are one pipeline, outermost first; empty for straight-line
  /// code. The last one has Factor copies.
  std::vector<uint32_t> Spine;
  /// Iteration numbers of loops around that are unrolled.
  std::vector<std::optional<int64_t>> Values;
  LoopRanges Ranges; ///< the same of loops that are unrolled in part
};

/// The kernel as all bodies see it; built once.
struct Frame {
  const KernelSummary *Kernel = nullptr;
  const Nest *Loops = nullptr;
  const Forms *Arrays = nullptr;
  const VitisOptions *Options = nullptr;
  Buses OnBus;
  std::vector<OpClass> Classes;         ///< of each operation
  std::vector<OperatorCost> Costs;      ///< of each operation
  std::vector<bool> IsIndex;            ///< counts iterations, costs nothing
  std::vector<uint32_t> CarriedSources; ///< of a loop's phi; NoOp otherwise
  std::vector<uint32_t> CarryingLoops;  ///< of a loop's phi
  std::vector<uint32_t> BlockLoops;     ///< innermost loop of a block, or NoOp
  std::vector<uint32_t> BlockSizes;     ///< operations that are no counters
  /// Ports of arrays that the source gives, or an argument has.
  std::vector<std::optional<double>> GivenPorts;
  bool IsDataflow = false;      ///< the function's loops are processes
  std::vector<Unknown> Missing; ///< operators without a latency
};

Frame frameOf(const KernelSummary &Kernel, const Nest &Loops,
              const Forms &Arrays, const VitisOptions &Options);

Body buildBody(const Frame &F, const BodyRequest &Request);

/// How the index of a store and that of another access relate.
enum class Alias : uint8_t { Never, Same, Maybe };

} // namespace roofline::vitis

#endif
