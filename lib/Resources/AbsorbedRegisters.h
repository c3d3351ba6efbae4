// Registers of a datapath that synthesis moves into DSP blocks.
#ifndef ROOFLINE_LIB_RESOURCES_ABSORBEDREGISTERS_H
#define ROOFLINE_LIB_RESOURCES_ABSORBEDREGISTERS_H

#include "roofline/Resources/ResourceModel.h"

#include <compare>
#include <map>
#include <set>

namespace roofline {

/// The register before an operand of a multiplier, which has its own copy of
/// it; the one outside goes where nothing else reads it.
struct AbsorbedRegister {
  bool IsTap = false;
  uint32_t Index = 0;  ///< node or input
  int64_t Delay = 0;   ///< [step] as in DelayLine::Points; 0: a node's own
  bool Kept = false;   ///< something else reads it there, too
  bool GoesOn = false; ///< it is read later
  auto operator<=>(const AbsorbedRegister &) const = default;
};

/// By line and delay, each once. None where the multipliers of \p Costs have no
/// such registers.
std::set<AbsorbedRegister> absorbedRegisters(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D,
                                             const DatapathSchedule &S,
                                             const LaneLayout &L);

/// True where synthesis takes the choice of a constant by node \p N into the
/// reset of its register, which then is no part of a shift-register LUT.
bool hasSynchronousReset(const StreamKernel &K, uint32_t N) noexcept;

/// Registers of delay lines that float operators have, too: those of their
/// operands as they come, or of a factor's fraction. Synthesis keeps one.
struct OperandRegister {
  bool IsTap = false;
  uint32_t Index = 0, Slot = 0; ///< as in DelayLine
  int64_t Delay = 0;            ///< [step] behind that of the operand
  auto operator<=>(const OperandRegister &) const = default;
};
/// Where operand \p Operand of position \p Slot of a beat comes from at
/// \p Stage.
OperandRegister registerAt(const StreamKernel &K, const StreamDesign &D,
                           const DatapathSchedule &S, uint32_t Operand,
                           int64_t Stage, uint32_t Slot = 0);
/// [bit] that the operator has.
std::map<OperandRegister, uint32_t> operandRegisters(const StreamKernel &K,
                                                     const StreamDesign &D,
                                                     const DatapathSchedule &S);

} // namespace roofline

#endif
