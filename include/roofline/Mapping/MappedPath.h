// The longest path of a netlist through its cells, without routing.
#ifndef ROOFLINE_MAPPING_MAPPEDPATH_H
#define ROOFLINE_MAPPING_MAPPEDPATH_H

#include "roofline/Mapping/MapNetlist.h"

namespace roofline {

/// [ps] Delays of a family's cells.
struct CellDelays {
  double FlipFlop = 0;                    ///< from the clock to its word
  double ShiftRegister = 0;               ///< likewise
  double EnableSetup = 0, ResetSetup = 0; ///< before the clock
  /// Through a table, from its slowest pin to its fastest; a smaller table uses
  /// the fastest ones. Synthesis connects the first signals to the slow pins.
  std::vector<double> Pins;
  /// Through the multiplexers of wide tables, the inner one first.
  std::vector<double> MuxData, MuxSelect;
  /// From the address of a lookup table that is written to its word; nothing:
  /// the family's models have none.
  std::optional<double> MemoryTable = {};
  uint32_t BlockBits = 4; ///< of a carry chain's block: 1 to 4
  /// Through a block of a carry chain, to each sum and carry.
  struct CarryBlock {
    using ToBits = std::array<double, 4>;
    ToBits ToSum = {}, ToCarry = {};
  };
  /// From an input of each bit; 0 to the bits below.
  std::array<CarryBlock, 4> FromPropagate = {}, FromGenerate = {};
  /// From the carry of the block before, and from a chain's first carry.
  CarryBlock FromCarry, FromStart;

  /// As yosys's models of the cells have them.
  /// Source: yosys 0.23, xilinx/cells_sim.v, specify blocks.
  static CellDelays xc7();
  /// Source: yosys 0.23, intel_alm/common/alm_sim.v and dff_sim.v.
  static CellDelays cyclonev();
  /// Speed grade 6. Source: Project Trellis' database, as Calibrate has it.
  static CellDelays ecp5();
};

struct MappedPath {
  double Delay = 0; ///< [ps]
  CellId Ends = 0;  ///< the register or box at its end
};

/// [ps] To the word of a box: from the clock, or from its operands.
struct BoxDelay {
  double Delay = 0;
  bool IsThrough = false; ///< it has no registers
};
using BoxDelays = std::vector<BoxDelay>; ///< by box

/// Longest path between two registers, boxes or ports.
MappedPath longestPath(const Netlist &N, const MappedNetlist &M,
                       const CellDelays &Delays, const BoxDelays &Boxes);

} // namespace roofline

#endif
