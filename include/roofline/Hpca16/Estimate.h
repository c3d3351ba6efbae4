// Prices a kernel: binds it once, then estimates millions of designs.
//
/// \file
/// bindKernel() evaluates every closed form of a summary under a launch and a
/// device and lists the unknown inputs. estimate() then prices a design on the
/// bound kernel. It is pure, noexcept and does not allocate. Hpca16/Hpca16.h
/// has the equations.
#ifndef ROOFLINE_HPCA16_ESTIMATE_H
#define ROOFLINE_HPCA16_ESTIMATE_H

#include "roofline/Base/Units.h"
#include "roofline/Hpca16/Bind.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace roofline {

/// Form of the equations.
enum class ModelForm : uint8_t {
  Hpca16,         ///< "hpca16": as published
  Hpca16Repaired, ///< "hpca16-repaired": see docs/model-hpca16.md
};

/// Price of a block in one design.
struct BlockEstimate {
  /// Number of enclosing loops, from the innermost, that pipeline with the
  /// block in this design: BoundBlock::ChainLength, or more where
  /// Estimate::IsStraight.
  uint32_t ChainLength = 0;
  double Depth = 0;             ///< #Cycle [cycle]
  double Interval = 1;          ///< [cycle] from one pass to the next
  double MemInsts = 0;          ///< #Mem_insts, Eq. (1-2)
  double MemBytes = 0;          ///< #Mem_bytes, Eq. (3) [byte]
  double MemBurst = 0;          ///< #Mem_burst, Eq. (4-5)
  double Repeat = 1;            ///< [1] runs of the block by Eq. (9)
  double ActiveWorkItems = 0;   ///< #WI_k, Eq. (18)
  double CompMin = 0, Comp = 0; ///< Eq. (11-12) [cycle]
  double MemTrans = 0;          ///< Mem_trans_k, Eq. (14) [transaction]
  double MemMin = 0, Mem = 0;   ///< Eq. (24), (13) [cycle]
  double MemAlone = 0;          ///< [cycle] of its transactions alone
  double Total = 0;             ///< C_k, Eq. (10) [cycle]
};

/// Performance potentials, 0 (none) to 1. Source: HPCA16 Eq. (20-24).
struct Potentials {
  std::optional<double> Comp; ///< empty without resource utilization
  double Mem = 0;
  /// Empty where several blocks run an unknown number of times.
  std::optional<double> Balance;
  std::optional<double> Itpp; ///< empty without the number of work-items
  /// Gain of more work-items, which ranks the advice. Eq. (23) as printed is
  /// near 1 for every kernel that has a block without memory accesses.
  std::optional<double> ItppRepaired;
};

/// Price of a kernel in one design.
struct Estimate {
  Cycles Total;                     ///< C_S
  Seconds Time;                     ///< T_S
  double ActiveMemoryWorkItems = 0; ///< #WI^mem, Eq. (19)
  double MemTransTotal = 0;         ///< [transaction] of the whole launch
  Potentials Potential;
  uint32_t LimitingBlock = 0;        ///< index into BoundKernel::Blocks
  std::vector<BlockEstimate> Blocks; ///< parallel to BoundKernel::Blocks
  std::vector<double> NodeCycles; ///< parallel to KernelSummary::Nodes [cycle]
  /// [cycle] By node, if each block had the memory to itself.
  std::vector<double> NodeCyclesAlone;
  std::vector<double> NodeDepths; ///< [cycle] of one pass, by node
  /// By loop: the body is one pipeline because all inner loops are fully
  /// unrolled. Set in the repaired form, for a kernel of one work-item.
  std::vector<uint8_t> IsStraight;
  /// By loop: the longest carried chain, passes through inner loops included.
  std::vector<CarriedChain> Chains;
  /// By loop: the longest one that copies cannot regroup, see LoopChains::Held.
  std::vector<CarriedChain> Held;
};

/// Returns the trip count [iteration] of loop \p Id after unrolling; a fraction
/// where the trip count is a mean.
double unrolledTrip(const BoundKernel &Kernel, const Design &D,
                    uint32_t Id) noexcept;

/// Memory instructions of one access in a design.
struct AccessEstimate {
  double F = 1;              ///< UL * SIMD [1]
  bool LanesCoalesce = true; ///< the f copies are one run of addresses, Eq. (2)
  /// The address increases with the work-item, and no loop breaks this order,
  /// Eq. (4). docs/model-hpca16.md explains this reading.
  bool OrderCoalesces = true;
  double Insts = 1;        ///< ls_num [1]
  double Burst = 1;        ///< Mem_burst of this access [1]
  double Transactions = 0; ///< [transaction] of one iteration of f copies
};
/// Returns the memory instructions of \p Access in design \p D.
AccessEstimate estimateAccess(const BoundKernel &Kernel,
                              const BoundBlock &Block,
                              const BoundAccess &Access, const Design &D,
                              ModelForm Form) noexcept;

/// Returns an Estimate whose vectors have the sizes that \p Kernel needs.
Estimate makeEstimate(const BoundKernel &Kernel);

/// Prices design \p D into \p Out, which comes from makeEstimate(Kernel) and
/// can be reused. \p Used is the part of the board in use, for Eq. (20).
void estimate(const BoundKernel &Kernel, const Design &D, ModelForm Form,
              const std::optional<Utilization> &Used, const Device &Board,
              Estimate &Out) noexcept;

/// Interval that a carried dependence forces on a loop.
struct ForcedInterval {
  double Cycles = 1;       ///< from one pass, of all copies, to the next
  uint32_t Dependence = 0; ///< index into Loop::Dependences
};
/// Returns what forces the interval of loop \p Id in the estimate \p Priced of
/// \p D. Nothing for a loop that is no pipeline of a single work-item in \p
/// Form, and for an interval of 1.
std::optional<ForcedInterval> forcedInterval(const BoundKernel &Kernel,
                                             const Design &D, ModelForm Form,
                                             const Estimate &Priced,
                                             uint32_t Id) noexcept;

} // namespace roofline

#endif
