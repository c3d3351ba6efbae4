// Registers of a datapath that synthesis moves into DSP blocks.
#ifndef ROOFLINE_LIB_RESOURCES_ABSORBEDREGISTERS_H
#define ROOFLINE_LIB_RESOURCES_ABSORBEDREGISTERS_H

#include "roofline/Resources/ResourceModel.h"

#include <compare>
#include <map>
#include <set>

namespace roofline {

/// A register before an operand of a multiplier. The DSP block has its own
/// copy, so the outer register disappears unless it has other readers.
struct AbsorbedRegister {
  bool IsTap = false;
  uint32_t Index = 0; ///< node or input
  /// [step] as in DelayLine::Points; 0: the node's own register.
  int64_t Delay = 0;
  bool Kept = false;   ///< has other readers at this delay
  bool GoesOn = false; ///< has readers at larger delays
  auto operator<=>(const AbsorbedRegister &) const = default;
};

/// Finds the registers by line and delay, each once. Empty when the multipliers
/// of \p Costs have no input registers.
std::set<AbsorbedRegister> absorbedRegisters(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D,
                                             const DatapathSchedule &S,
                                             const LaneLayout &L);

/// True when synthesis implements the selection of a constant by node \p N as
/// the reset of its register, which then is no part of a shift-register LUT.
bool hasSynchronousReset(const StreamKernel &K, uint32_t N) noexcept;

/// A register of a delay line that a float operator repeats, for an operand as
/// it arrives or for a factor's fraction. Synthesis keeps one of the two.
struct OperandRegister {
  bool IsTap = false;
  uint32_t Index = 0, Slot = 0; ///< as in DelayLine
  int64_t Delay = 0;            ///< [step] behind the operand
  auto operator<=>(const OperandRegister &) const = default;
};
/// Register that feeds operand \p Operand of position \p Slot of a beat at
/// \p Stage.
OperandRegister registerAt(const StreamKernel &K, const StreamDesign &D,
                           const DatapathSchedule &S, uint32_t Operand,
                           int64_t Stage, uint32_t Slot = 0);
/// [bit] Width that operators repeat, by register.
std::map<OperandRegister, uint32_t> operandRegisters(const StreamKernel &K,
                                                     const StreamDesign &D,
                                                     const DatapathSchedule &S);

} // namespace roofline

#endif
