// Binds a kernel to a launch and a device: every closed form as a number.
//
/// \file
/// Evaluates everything that does not depend on the design once, and lists the
/// unknown inputs. Hpca16/Estimate.h prices designs on the result.
#ifndef ROOFLINE_HPCA16_BIND_H
#define ROOFLINE_HPCA16_BIND_H

#include "roofline/Hpca16/LoopChains.h"
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

/// A global memory access of a block, with numbers.
struct BoundAccess {
  uint32_t Access = 0; ///< index into KernelSummary::Accesses
  double NumBytes = 0; ///< ls_bytes [byte]
  /// [1] Executions per execution of the block. Below 1 in a changed kernel
  /// where several iterations or work-items share the access.
  double Weight = 1;
  std::array<Stride, 3> AlongWorkItems; ///< by dimension of the NDRange
  /// Range in BoundKernel::LoopStrides with the strides along the enclosing
  /// loops, innermost first.
  uint32_t FirstLoopStride = 0, NumLoopStrides = 0;
  std::optional<uint32_t> Loop; ///< innermost enclosing loop
};

/// A leaf of the hierarchy, with the numbers that no design changes.
struct BoundBlock {
  uint32_t Node = 0;            ///< index into KernelSummary::Nodes
  double Depth = 0;             ///< #Cycle at f = 1 [cycle]
  std::optional<uint32_t> Loop; ///< innermost enclosing loop
  /// Number of enclosing loops, from the innermost, that pipeline with the
  /// block because they contain nothing else. Their trip counts are the leaf's
  /// factor in Eq. (11) and (14); Eq. (9) prices the loops further out.
  uint32_t ChainLength = 0;
  uint32_t FirstAccess = 0, NumAccesses = 0; ///< range in BoundKernel::Accesses
  /// [1] Executions per pass of the loops around it, or of the kernel, from the
  /// block's conditions under the launch or from a profile. Only the repaired
  /// form uses it.
  double Share = 1;
  /// Share is an upper bound: data decide, and no profile is given.
  bool AtMost = false;
  /// Executions over all work-items, as exact as Share and the trip counts;
  /// empty where one of them is missing.
  std::optional<double> Runs = {};
};

/// Two parts of a loop's body that keep iterations from overlapping: the last
/// part writes a value that the first part reads in a later iteration.
struct SerialParts {
  uint32_t First = 0, Last = 0; ///< indices into Node::Children of the loop
  uint32_t Dependence = 0;      ///< index into Loop::Dependences
  int64_t Distance = 1;         ///< [iteration]
  bool OfGlobal = false;        ///< the value is in global memory
};

/// A loop with its trip count as a number: the mean over work-items and
/// enclosing iterations where the trip count varies.
struct BoundLoop : LoopChains {
  double Trip = 0;              ///< [iteration] before unrolling
  double RequestedInterval = 1; ///< [cycle] of the unrolled loop's pipeline
  /// Returns the initiation interval [cycle] before unrolling.
  double interval() const {
    return std::max(InitiationInterval, RequestedInterval);
  }
  /// Parallel to Loop::Dependences, under the launch. Never also where ivdep
  /// denies the dependence.
  std::vector<Meeting> Meetings;
  /// Parts that keep iterations from overlapping, where parts are loops.
  std::vector<SerialParts> Serial;
  bool AtMost = false;   ///< Trip is an upper bound
  bool KnowsTrip = true; ///< false: Trip is 1, a lower bound
  /// Iterations over all work-items, from the launch or a profile; an upper
  /// bound where data decide. Empty where unknown.
  std::optional<double> Iterations = {};
  /// [1] Entries per pass of the code around it; empty without a profile.
  std::optional<double> EntryShare = {};
  uint32_t Unroll = 1; ///< [1] factor that the source requests, as a number
  /// The source requests a full unrolling of a trip count that varies. The
  /// price has no copies, which is slower.
  bool MissesUnroll = false;
};

/// A kernel under a launch on a device.
struct BoundKernel {
  const KernelSummary *Kernel = nullptr; ///< not owned
  double NumWorkItems = 1;               ///< #WI [work-item]
  bool KnowsWorkItems = true;  ///< false: NumWorkItems is 1, a lower bound
  bool SingleWorkItem = false; ///< isSingleWorkItem(), and one work-item runs
  /// Dimension along which consecutive work-items differ: the first with more
  /// than one work-item, or 0. Empty for a single work-item kernel.
  std::optional<uint32_t> FastestDimension;
  /// [work-item] per group by dimension; 0 where unknown.
  std::array<double, 3> GroupSize{};
  std::vector<BoundLoop> Loops;      ///< parallel to KernelSummary::Loops
  std::vector<BoundBlock> Blocks;    ///< leaves, in order of their nodes
  std::vector<BoundAccess> Accesses; ///< global accesses, grouped by block
  std::vector<Stride> LoopStrides;
  /// By node: a loop whose trip count is a factor of its only leaf, see
  /// BoundBlock::ChainLength.
  std::vector<uint8_t> IsChainLoop;
  // Device values of the equations.
  /// [1], [byte], [cycle].
  double MemoryBanks = 0, TransactionWidth = 0, DramLatency = 0;
  double BankBandwidth = 0; ///< [byte/s]
  double Sdk = 0;   ///< version of the board's OpenCL compiler; 0 if unknown
  BankMap Banks;    ///< Launch::Banks
  double Clock = 0; ///< #Freq [Hz]
  std::vector<MissingInput> Missing; ///< empty if the estimate is complete
};

/// Binds \p Kernel to launch \p L and device \p D. \p Clock replaces the
/// device's clock. Missing lists the inputs without a value; their blocks and
/// loops count as a lower bound, so a partial answer can be shown as such.
BoundKernel bindKernel(const KernelSummary &Kernel, const Launch &L,
                       const Device &D, std::optional<Hertz> Clock = {});

/// Returns the copies of \p Source that a compiler makes for \p Factor: none
/// that never run, where it knows the trip count.
uint32_t copiesThatRun(const Loop &Source, uint32_t Factor);

/// True where \p D unrolls \p Loop fully, so that no loop is left.
bool isFullyUnrolled(const BoundKernel &Kernel, const Design &D, uint32_t Loop);

/// Returns the design that the source requests by attributes and pragmas.
Design sourceDesign(const BoundKernel &Kernel);

} // namespace roofline

#endif
