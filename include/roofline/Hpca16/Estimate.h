// Pricing a kernel: bind once, then estimate millions of designs.
//
/// \file
/// bindKernel() evaluates every closed form of a summary under a launch and a
/// device and lists what stays unknown. estimate() then prices a design on the
/// bound kernel: pure, noexcept, without allocation.
/// The equations themselves are in Hpca16/Hpca16.h.
#ifndef ROOFLINE_HPCA16_ESTIMATE_H
#define ROOFLINE_HPCA16_ESTIMATE_H

#include "roofline/Base/Units.h"
#include "roofline/Hpca16/Bind.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace roofline {

enum class ModelForm : uint8_t {
  Hpca16,         ///< "hpca16": as published
  Hpca16Repaired, ///< "hpca16-repaired": see docs/model-hpca16.md
};

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
  /// The gain of more work-items; as printed, Eq. (23) is near 1 for every
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
