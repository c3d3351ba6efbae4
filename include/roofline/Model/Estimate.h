// Pricing a kernel: bind once, then estimate millions of designs.
//
/// \file
/// bindKernel() evaluates every closed form of a summary under a launch and a
/// device and lists what stays unknown. estimate() then prices a design on the
/// bound kernel: pure, noexcept, without allocation.
/// The equations themselves are in Model/Hpca16.h.
#ifndef ROOFLINE_MODEL_ESTIMATE_H
#define ROOFLINE_MODEL_ESTIMATE_H

#include "roofline/Model/Dependence.h"
#include "roofline/Model/Design.h"
#include "roofline/Model/Device.h"
#include "roofline/Model/KernelSummary.h"
#include "roofline/Model/Units.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

enum class ModelForm : uint8_t {
  Hpca16,         ///< "hpca16": as published
  Hpca16Repaired, ///< "hpca16-repaired": see docs/model-hpca16.md
};

/// How the address moves along one direction (an NDRange dimension, a loop).
struct Stride {
  enum class Kind : uint8_t { Same, Consecutive, Strided, Irregular, Unbound };
  Kind K = Kind::Irregular;
  int64_t NumBytes = 0; ///< [byte] per step, when Strided or Consecutive
  bool operator==(const Stride &) const = default;
};

/// What a block does to memory: one global access of the block, bound.
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
  /// Executions per run of the body of the loops around, or of the kernel, as a
  /// profile measured them; 1 where none tells. Of the repaired form.
  double Share = 1;
};

/// What one iteration needs of an earlier one.
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
  /// What keeps iterations from overlapping where parts are loops.
  std::vector<SerialParts> Serial;
  bool AtMost = false;   ///< Trip is an upper bound
  bool KnowsTrip = true; ///< otherwise 1 is a lower bound
  uint32_t Unroll = 1;   ///< factor asked by the source, resolved
  /// The source asks for all copies, of a trip count that varies: priced
  /// without any, which is slower.
  bool MissesUnroll = false;
};

/// An input of the model that is missing: changes the answer.
struct MissingInput {
  std::string
      What; ///< "trip count of the loop", "latency of exp", "argument N"
  SourceLocation Loc;
  std::string Hint; ///< what the user can do: "bind with --arg N=..."
  bool operator==(const MissingInput &) const = default;
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

/// Evaluates \p Kernel under \p L on \p D. What cannot be evaluated goes to
/// Missing and takes no part in the estimate (its blocks and loops count as a
/// lower bound), so that a partial answer can be shown as such.
BoundKernel bindKernel(const KernelSummary &Kernel, const Launch &L,
                       const Device &D, std::optional<Hertz> Clock = {});

/// The design that the source asks for (attributes and pragmas).
Design sourceDesign(const BoundKernel &Kernel);

struct BlockEstimate {
  /// How many of the enclosing loops, from the innermost, pipeline with the
  /// block in this design: BoundBlock::ChainLength, or more where
  /// Estimate::IsStraight.
  uint32_t ChainLength = 0;
  double Depth = 0;             ///< #Cycle [cycle]
  double Interval = 1;          ///< from one pass to the next [cycle]
  double MemInsts = 0;          ///< #Mem_insts, Eq. (1-2)
  double MemBytes = 0;          ///< #Mem_bytes, Eq. (3) [byte]
  double MemBurst = 0;          ///< #Mem_burst, Eq. (4-5)
  double Repeat = 1;            ///< how often Eq. (9) runs the block again
  double ActiveWorkItems = 0;   ///< #WI_k, Eq. (18)
  double CompMin = 0, Comp = 0; ///< Eq. (11-12) [cycle]
  double MemTrans = 0;          ///< Mem_trans_k, Eq. (14) [transaction]
  double MemMin = 0, Mem = 0;   ///< Eq. (24), (13) [cycle]
  double MemAlone = 0;          ///< of its own transactions [cycle]
  double Total = 0;             ///< C_k, Eq. (10) [cycle]
};

/// Performance potentials, 0 (none) to 1. Source: HPCA16 Eq. (20-24).
struct Potentials {
  std::optional<double> Comp; ///< nothing without resource utilization
  double Mem = 0;
  /// Nothing where several blocks run an unknown number of times.
  std::optional<double> Balance;
  std::optional<double> Itpp; ///< nothing without the number of work-items
  /// What more work-items can gain; as printed, Eq. (23) is near 1 for every
  /// kernel that has a block without memory accesses. Ranks the advice.
  std::optional<double> ItppRepaired;
};

struct Estimate {
  Cycles Total;                     ///< C_S
  Seconds Time;                     ///< T_S
  double ActiveMemoryWorkItems = 0; ///< #WI^mem, Eq. (19)
  double MemTransTotal = 0;         ///< transactions of the whole launch
  Potentials Potential;
  uint32_t LimitingBlock = 0;        ///< index into BoundKernel::Blocks
  std::vector<BlockEstimate> Blocks; ///< parallel to BoundKernel::Blocks
  std::vector<double> NodeCycles; ///< parallel to KernelSummary::Nodes [cycle]
  /// By node, had each block the memory for itself [cycle].
  std::vector<double> NodeCyclesAlone;
  std::vector<double> NodeDepths; ///< by node, of one pass through it [cycle]
  /// By loop: of the repaired form, for a kernel of one work-item. Every loop
  /// inside is fully unrolled, so that the body is one pipeline.
  std::vector<uint8_t> IsStraight;
  /// By loop: the longest chain, what it goes through included.
  std::vector<CarriedChain> Chains;
};

/// Iterations of loop \p Id of the unrolled pipeline [iteration]; a fraction
/// where the trip count is a mean.
double unrolledTrip(const BoundKernel &Kernel, const Design &D,
                    uint32_t Id) noexcept;

/// f and the memory instructions of one access under \p D; also for reports.
struct AccessEstimate {
  double F = 1;              ///< UL * SIMD [1]
  bool LanesCoalesce = true; ///< the f copies are one run of addresses, Eq. (2)
  /// The address increases with the work-item and no loop breaks its order,
  /// Eq. (4); docs/model-hpca16.md gives the reading.
  bool OrderCoalesces = true;
  double Insts = 1;        ///< ls_num
  double Burst = 1;        ///< Mem_burst of this access
  double Transactions = 0; ///< [transaction] of one iteration of f copies
};
AccessEstimate estimateAccess(const BoundKernel &Kernel,
                              const BoundBlock &Block,
                              const BoundAccess &Access, const Design &D,
                              ModelForm Form) noexcept;

/// An Estimate whose vectors have the sizes that \p Kernel needs.
Estimate makeEstimate(const BoundKernel &Kernel);

/// Prices \p D; \p Out comes from makeEstimate(Kernel) and can be reused.
void estimate(const BoundKernel &Kernel, const Design &D, ModelForm Form,
              const std::optional<Utilization> &Used, const Device &Board,
              Estimate &Out) noexcept;

} // namespace roofline

#endif
