// The equations of HPCA16, one function each.
//
/// \file
/// Wang, He, Zhang, Jiang: A Performance Analysis Framework for Optimizing
/// OpenCL Applications on FPGAs, HPCA 2016, sections 3 to 5. Symbols are the
/// paper's. docs/model-hpca16.md explains the readings of open passages and the
/// repaired forms.
#ifndef ROOFLINE_HPCA16_HPCA16_H
#define ROOFLINE_HPCA16_HPCA16_H

#include "roofline/Base/Units.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <span>

namespace roofline::hpca16 {

/// Returns the number of global memory instructions for one load or store.
///   coalesced: 1 + ls_bytes * (f - 1) / Mem_trans_width; otherwise f
///   ls_bytes [byte], f = UL * SIMD [1], Mem_trans_width [byte]
/// Source: HPCA16 Eq. (2); Eq. (1) is its sum over the block. Holds for f >= 1.
/// Slip: 16 coalesced 4-byte lanes give 1.94, not 1.
constexpr double lsNum(double LsBytes, double F, double TransWidth,
                       bool Coalesced) noexcept {
  assert(F >= 1 && "Eq. (2) holds for at least one copy");
  assert(TransWidth > 0 && "a memory transaction has a width");
  return Coalesced ? 1 + LsBytes * (F - 1) / TransWidth : F;
}

/// Repaired Eq. (2): ceil(ls_bytes * f / Mem_trans_width) wide instructions
/// where coalesced; otherwise f.
inline double lsNumRepaired(double LsBytes, double F, double TransWidth,
                            bool Coalesced) noexcept {
  assert(F >= 1 && "Eq. (2) holds for at least one copy");
  assert(TransWidth > 0 && "a memory transaction has a width");
  return Coalesced ? std::ceil(LsBytes * F / TransWidth) : F;
}

/// Repaired, transactions of one step of an access that goes in blocks: a block
/// begins a new one.
///   ceil(((Length - 1) Step + Bytes) / Mem_trans_width) / Length
///   Length [1] steps of a block, Step [byte], Bytes [byte] of one step
/// Holds where a block begins at a multiple of the width; elsewhere it needs up
/// to one more.
inline double blockTransactions(double Bytes, double Step, double Length,
                                double TransWidth) noexcept {
  assert(Length >= 1 && "a block has a step");
  assert(TransWidth > 0 && "a memory transaction has a width");
  return std::ceil(((Length - 1) * Step + Bytes) / TransWidth) / Length;
}

/// Mean bytes per global memory instruction [byte]; 0 without instructions.
///   f * sum(ls_bytes) / Mem_insts
/// Source: HPCA16 Eq. (3).
constexpr double memBytes(double SumLsBytes, double F,
                          double MemInsts) noexcept {
  return MemInsts > 0 ? F * SumLsBytes / MemInsts : 0;
}

/// Burst length of one access, at least 1.
///   coalesced: Mem_trans_width / (ls_bytes * f); otherwise 1
/// Source: HPCA16 Eq. (4). The text says that the burst length exceeds 1 only
/// while the width exceeds ls_bytes * f, hence the bound.
constexpr double accessBurst(double LsBytes, double F, double TransWidth,
                             bool Coalesced) noexcept {
  assert(LsBytes * F > 0 && "an access moves at least a byte");
  return Coalesced ? std::max(1.0, TransWidth / (LsBytes * F)) : 1;
}

/// Mean burst length of a block; 1 without instructions.
///   sum(burst of each access) / Mem_insts
/// Source: HPCA16 Eq. (5).
constexpr double memBurst(double SumBurst, double MemInsts) noexcept {
  return MemInsts > 0 ? SumBurst / MemInsts : 1;
}

/// T_S = C_S / Freq. Source: HPCA16 Eq. (6).
constexpr Seconds time(Cycles C, Hertz Freq) noexcept { return C / Freq; }

/// Returns the [cycle] of a sequence: its children run as one pipeline, so the
/// slowest decides. Source: HPCA16 Eq. (7); Eq. (8) is the same for the arms of
/// a branch.
constexpr double sequence(std::span<const double> Children) noexcept {
  double Slowest = 0;
  for (double C : Children)
    Slowest = std::max(Slowest, C);
  return Slowest;
}

/// Returns the [cycle] of a loop over several children.
///   sum(C_j) + (Trip - 1) * max(C_j)
/// A mean Trip below 1 is the share of work-items that run the loop once:
///   Trip * sum(C_j)
/// Source: HPCA16 Eq. (9).
constexpr double loop(double SumChildren, double SlowestChild,
                      double Trip) noexcept {
  assert(Trip >= 0 && "a loop has no negative trip count");
  return Trip < 1 ? Trip * SumChildren
                  : SumChildren + (Trip - 1) * SlowestChild;
}

/// C_k = max(Comp_k, Mem_k). Source: HPCA16 Eq. (10).
constexpr double block(double Comp, double Mem) noexcept {
  return std::max(Comp, Mem);
}

/// Fewest cycles of a block's computation when enough work-items fill it.
///   Comp_min = WI * Trip / CU + Cycle - 1
///   WI [work-item], Trip [1], CU [1], Cycle [cycle] depth of the critical path
/// Source: HPCA16 Eq. (11). Holds for initiation interval 1.
constexpr double compMin(double WI, double Trip, double CU,
                         double Cycle) noexcept {
  assert(CU > 0 && "a design has at least one compute unit");
  return WI * Trip / CU + Cycle - 1;
}

/// Repaired Eq. (11) for one work-item, whose iterations start II cycles apart:
///   Comp_min = II * (Trip - 1) + Cycle
/// A loop of one pass, such as a fully unrolled one, therefore pays no
/// interval. A mean Trip below 1 is the share of runs that pass it once.
constexpr double compMinAtInterval(double Trip, double CU, double Interval,
                                   double Cycle) noexcept {
  assert(Interval > 0 && "iterations start one after another");
  const double Passes = Trip > 1 ? 1 + (Trip - 1) * Interval : Trip;
  return compMin(1, Passes, CU, Cycle);
}

/// Comp = max(Comp_min, Comp_min * CU * Cycle / WI_k) [cycle]: slower by the
/// factor p where too few work-items are active in the block.
/// Source: HPCA16 Eq. (12). WI_k > 0 wherever Cycle > 0.
constexpr double comp(double CompMin, double CU, double Cycle,
                      double WIk) noexcept {
  return WIk > 0 ? std::max(CompMin, CompMin * CU * Cycle / WIk) : CompMin;
}

/// Mem_k = Mem_trans_k / MTP_lsu_k [cycle]. Source: HPCA16 Eq. (13).
constexpr double mem(double MemTrans, double MtpLsuK) noexcept {
  assert((MemTrans <= 0 || MtpLsuK > 0) &&
         "a block with transactions has a share of the memory");
  return MemTrans > 0 ? MemTrans / MtpLsuK : 0;
}

/// Mem_trans_k = Mem_insts * WI * Trip / Mem_burst [transaction].
/// Source: HPCA16 Eq. (14).
constexpr double memTrans(double MemInsts, double WI, double Trip,
                          double MemBurst) noexcept {
  assert(MemBurst > 0 && "a burst has at least one transaction");
  return MemInsts * WI * Trip / MemBurst;
}

/// MTP_lsu_peak = Banks [transaction/cycle]. Source: HPCA16 Eq. (15).
/// Slip: at the kernel clocks of the board this exceeds the DIMMs' bandwidth.
constexpr double mtpLsuPeak(double Banks) noexcept { return Banks; }

/// Repaired Eq. (15): limited also by the banks' bytes per second.
///   min(Banks, Banks * BankBandwidth / (Mem_trans_width * Freq))
constexpr double mtpLsuPeakRepaired(double Banks, double BankBandwidth,
                                    double TransWidth, double Freq) noexcept {
  assert(TransWidth * Freq > 0 && "a memory has a width and a kernel a clock");
  return std::min(Banks, Banks * BankBandwidth / (TransWidth * Freq));
}

/// MTP_lsu = min(MTP_lsu_peak, WI_mem / DRAM_lat). Source: HPCA16 Eq. (16).
constexpr double mtpLsu(double Peak, double WIMem, double DramLat) noexcept {
  assert(DramLat > 0 && "a memory has a latency");
  return std::min(Peak, WIMem / DramLat);
}

/// MTP_lsu_k = MTP_lsu * Mem_cycles_total_k / Mem_cycles_total.
/// Source: HPCA16 Eq. (17).
constexpr double mtpLsuK(double MtpLsu, double MemCyclesK,
                         double MemCycles) noexcept {
  return MemCycles > 0 ? MtpLsu * MemCyclesK / MemCycles : 0;
}

/// WI_k = Comp_cycles_total_k / Cycles_total * WI. Source: HPCA16 Eq. (18);
/// Eq. (19) is the same with Mem_cycles_total for the memory subsystem.
constexpr double activeWorkItems(double PartCycles, double CyclesTotal,
                                 double WI) noexcept {
  return CyclesTotal > 0 ? PartCycles / CyclesTotal * WI : 0;
}

/// B_comp = min over logic, memory, DSP of (1 - U) / I, within [0, 1].
/// Source: HPCA16 Eq. (20). U counts the whole device, shell included.
constexpr double bComp(double ULogic, double UMem, double UDsp, double ILogic,
                       double IMem, double IDsp) noexcept {
  assert(ILogic > 0 && IMem > 0 && IDsp > 0 &&
         "the shell leaves a part of each resource free");
  double B =
      std::min({(1 - ULogic) / ILogic, (1 - UMem) / IMem, (1 - UDsp) / IDsp});
  return std::clamp(B, 0.0, 1.0);
}

/// B_mem = 1 - sum(bytes * insts * burst) / (width * sum(insts)), at least 0;
/// 0 without memory instructions.
/// Source: HPCA16 Eq. (21).
constexpr double bMem(double SumBytesInstsBurst, double TransWidth,
                      double SumInsts) noexcept {
  assert((SumInsts <= 0 || TransWidth > 0) &&
         "a memory transaction has a width");
  return SumInsts > 0
             ? std::clamp(1 - SumBytesInstsBurst / (TransWidth * SumInsts), 0.0,
                          1.0)
             : 0;
}

/// B_balance = (C_s - C_t) / C_s, slowest and second-slowest block.
/// Source: HPCA16 Eq. (22).
constexpr double bBalance(double Slowest, double Second) noexcept {
  assert(Second <= Slowest && "no block is slower than the slowest");
  return Slowest > 0 ? (Slowest - Second) / Slowest : 0;
}

/// One block's part of B_itpp: max((C - Comp_min) / C, (C - Mem_min) / C).
/// Source: HPCA16 Eq. (23), which takes the maximum over the blocks.
/// Slip: a block limited by memory has a potential for any number of
/// work-items.
constexpr double bItpp(double C, double CompMin, double MemMin) noexcept {
  return C > 0 ? std::max((C - CompMin) / C, (C - MemMin) / C) : 0;
}

/// Repaired Eq. (23): the cost of too few work-items, which more work-items
/// can gain: (C - max(Comp_min, Mem_min)) / C.
constexpr double bItppRepaired(double C, double CompMin,
                               double MemMin) noexcept {
  return C > 0 ? std::max(0.0, (C - std::max(CompMin, MemMin)) / C) : 0;
}

/// Mem_min = Mem_trans / MTP_lsu_peak * Mem_cycles_total / Mem_cycles_total_k.
/// Source: HPCA16 Eq. (24).
constexpr double memMin(double MemTrans, double Peak, double MemCycles,
                        double MemCyclesK) noexcept {
  assert((MemCyclesK <= 0 || Peak > 0) && "a memory has a peak rate");
  return MemCyclesK > 0 ? MemTrans / Peak * MemCycles / MemCyclesK : 0;
}

} // namespace roofline::hpca16

#endif
