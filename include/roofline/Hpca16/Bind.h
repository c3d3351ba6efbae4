// A kernel under a launch, on a device: every closed form as a number.
//
/// \file
/// Evaluates all that does not depend on the design, once, and lists what stays
/// unknown. Hpca16/Estimate.h prices designs on the result.
#ifndef ROOFLINE_HPCA16_BIND_H
#define ROOFLINE_HPCA16_BIND_H

#include "roofline/Kernel/Dependence.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Kernel/MissingInput.h"
#include "roofline/Kernel/Stride.h"
#include "roofline/Machine/Device.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace roofline {

/// One bound global access of a block: its effect on memory.
struct BoundAccess {
  uint32_t Access = 0; ///< index into KernelSummary::Accesses
  double NumBytes = 0; ///< ls_bytes [byte]
  /// Executions per execution of the block: below 1 in a changed kernel whose
  /// access several iterations or work-items share.
  double Weight = 1;
  std::array<Stride, 3> AlongWorkItems; ///< by dimension of the NDRange
  /// Range in BoundKernel::LoopStrides: along each enclosing loop, innermost
  /// first.
  uint32_t FirstLoopStride = 0, NumLoopStrides = 0;
};

/// A leaf of the hierarchy with everything that does not depend on the design.
struct BoundBlock {
  uint32_t Node = 0;            ///< index into KernelSummary::Nodes
  double Depth = 0;             ///< #Cycle at f = 1 [cycle]
  std::optional<uint32_t> Loop; ///< innermost enclosing loop
  /// How many of the enclosing loops, from the innermost, pipeline with the
  /// block: each holds nothing else. Their trips are the leaf's factor in
  /// Eq. (11) and (14); Eq. (9) prices the loops further out.
  uint32_t ChainLength = 0;
  uint32_t FirstAccess = 0, NumAccesses = 0; ///< range in BoundKernel::Accesses
  /// Executions per pass of the loops around, or of the kernel: as the launch
  /// decides its conditions, or a profile measured them. Only the repaired form
  /// uses it.
  double Share = 1;
  bool AtMost =
      false; ///< data decide, which nothing tells of: Share is a bound
  /// Executions over all work-items, as exact as Share and the trip counts
  /// are; nothing where one is missing.
  std::optional<double> Runs = {};
};

/// Chain of dependences from an earlier iteration to a later one.
struct CarriedChain {
  double Latency = 0;   ///< [cycle]
  int64_t Distance = 1; ///< [iteration]
  double perIteration() const noexcept { return Latency / double(Distance); }
};

/// One of which loops inside carry a part: their passes lengthen it.
struct ThroughChain : CarriedChain {
  std::vector<uint32_t> Through; ///< indices into KernelSummary::Loops
};

/// Parts of a loop's body of which the first, in a later iteration, reads what
/// the last wrote in this one.
struct SerialParts {
  uint32_t First = 0, Last = 0; ///< indices into Node::Children of the loop
  uint32_t Dependence = 0;      ///< index into Loop::Dependences, of the first
  int64_t Distance = 1;         ///< [iteration]
  /// Through global memory, which no chain of operations goes through.
  bool OfGlobal = false;
};

/// A loop with its trip count as a number (mean over work-items and enclosing
/// iterations where it varies).
struct BoundLoop {
  double Trip = 0;               ///< [iteration], before unrolling
  double InitiationInterval = 1; ///< [cycle] forced by carried dependences
  double RequestedInterval = 1;  ///< [cycle] of the unrolled loop's pipeline
  /// [cycle] Before unrolling.
  double interval() const {
    return std::max(InitiationInterval, RequestedInterval);
  }
  /// The longest per iteration; a counter is none, for its copies are offsets.
  CarriedChain Carried;
  std::vector<ThroughChain> CarriedThroughInner;
  /// [cycle] by which an iteration waits for another through memory. One per
  /// iteration forces no interval until the loop is unrolled: then the copies
  /// wait for each other, which a counter's or a sum's, in registers, need not.
  double MemoryLatency = 0;
  /// Index into Loop::Dependences of what forces the interval.
  std::optional<uint32_t> Forcing;
  /// Parallel to Loop::Dependences, under the launch: Never where ivdep says
  /// so, too.
  std::vector<Meeting> Meetings;
  /// Parts that keep iterations from overlapping, where parts are loops.
  std::vector<SerialParts> Serial;
  bool AtMost = false;   ///< Trip is an upper bound
  bool KnowsTrip = true; ///< otherwise 1 is a lower bound
  /// Over all work-items, where the launch decides it, or a profile measured
  /// it; an upper bound where data decide.
  std::optional<double> Iterations = {};
  /// Entries per pass of what is around it, where a profile measured them.
  std::optional<double> EntryShare = {};
  uint32_t Unroll = 1; ///< factor asked by the source, resolved
  /// The source asks for all copies, of a trip count that varies: priced
  /// without any, which is slower.
  bool MissesUnroll = false;
};

struct BoundKernel {
  const KernelSummary *Kernel = nullptr; ///< not owned
  double NumWorkItems = 1;               ///< #WI [work-item]
  bool KnowsWorkItems = true;            ///< otherwise 1 is a lower bound
  bool SingleWorkItem = false;           ///< no work-item ids, one work-item
  /// Dimension in which consecutive work-items differ: the first of more than
  /// one, or 0; none for a single work-item kernel.
  std::optional<uint32_t> FastestDimension;
  /// Work-items per group by dimension; 0 where unknown.
  std::array<double, 3> GroupSize{};
  std::vector<BoundLoop> Loops;      ///< parallel to KernelSummary::Loops
  std::vector<BoundBlock> Blocks;    ///< leaves, in order of their nodes
  std::vector<BoundAccess> Accesses; ///< global accesses, grouped by block
  std::vector<Stride> LoopStrides;
  std::vector<uint8_t> IsChainLoop; ///< by node: its one leaf has its trips
  // Device values of the equations.
  double MemoryBanks = 0, TransactionWidth = 0, DramLatency = 0;
  double BankBandwidth = 0;          ///< [byte/s]
  double Clock = 0;                  ///< #Freq [Hz]
  std::vector<MissingInput> Missing; ///< empty: the estimate is complete
};

/// Evaluates \p Kernel under \p L on \p D. Inputs that cannot be evaluated go
/// to Missing and take no part in the estimate (their blocks and loops count as
/// a lower bound), so that a partial answer can be shown as such.
BoundKernel bindKernel(const KernelSummary &Kernel, const Launch &L,
                       const Device &D, std::optional<Hertz> Clock = {});

/// True for a loop that \p D leaves no loop of: all of it is copies.
bool isFullyUnrolled(const BoundKernel &Kernel, const Design &D, uint32_t Loop);

/// The design that the source asks for (attributes and pragmas).
Design sourceDesign(const BoundKernel &Kernel);

} // namespace roofline

#endif
