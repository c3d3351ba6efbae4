// Operators of a datapath as cells.
#ifndef ROOFLINE_NETLIST_OPERATORCELLS_H
#define ROOFLINE_NETLIST_OPERATORCELLS_H

#include "roofline/Core/StreamUnits.h"
#include "roofline/Netlist/NetlistBuilder.h"
#include "roofline/Stream/OperatorParts.h"

namespace roofline {

/// The hardware that a schedule chose for the nodes of a datapath.
class OperatorChoice {
public:
  virtual OperatorUnit unit(uint32_t Node) const = 0;
  /// True where node \p Node has no registers within it.
  virtual bool isComb(uint32_t Node) const = 0;

protected:
  ~OperatorChoice() = default;
};

/// Builds the operators of \p K's nodes from the words of their operands.
class OperatorCells {
public:
  using Operands = std::vector<CellId>;

  OperatorCells(NetlistBuilder &B, const StreamKernel &K,
                const std::vector<LiveBits> &Live, const OperatorChoice &Choice)
      : B(B), K(K), Live(Live), Choice(Choice) {}

  /// The word of an operator that is no module, before its register.
  CellId expression(uint32_t N, const Operands &Args);
  /// The module of rtl/ of another one.
  NetlistUnit unitOf(uint32_t N) const;

private:
  NetlistBuilder &B;
  const StreamKernel &K;
  const std::vector<LiveBits> &Live; ///< by node
  const OperatorChoice &Choice;

  // Expressions: LaneOperators.cpp; modules: LaneUnits.cpp.
  CellId product(uint32_t N, const Operands &Args);
  CellId quotient(uint32_t N, const Operands &Args);
  CellId parts(uint32_t N, const Operands &Args);
  CellId part(const OperatorPart &P, const std::array<CellId, 3> &Args,
              uint32_t Width);
  CellId shift(uint32_t N, const Operands &Args);
  CellId shifted(DatapathOp Op, CellId A, CellId Distance);
  CellId remainder(CellId A, uint32_t Modulus);
  CellId rotated(CellId A, CellId Amount);
  CellId extreme(uint32_t N, const Operands &Args);
  CellId wires(uint32_t N, const Operands &Args);
  NetlistUnit multiplier(uint32_t N) const;
  NetlistUnit divider(uint32_t N) const;
  NetlistUnit constantDivider(uint32_t N) const;
};

/// A roofline_f* module for \p Op with results of \p Bits from operands of
/// \p From.
NetlistUnit floatUnit(DatapathOp Op, unsigned Bits, unsigned From,
                      unsigned Latency);

} // namespace roofline

#endif
