// Resources of the modules of rtl/ that stay whole in a netlist.
#ifndef ROOFLINE_RESOURCES_UNITCOST_H
#define ROOFLINE_RESOURCES_UNITCOST_H

#include "roofline/Mapping/BitNetlist.h"
#include "roofline/Resources/CostModel.h"

#include <optional>
#include <vector>

namespace roofline {

/// Resources of one module, and its longest path.
struct UnitPrice : FabricResources {
  std::optional<double> Delay; ///< [ps] nothing: not measured
};

/// Returns the price of \p Box, a product or a float of \p N; nothing where it
/// was not measured. Leaves out the registers that the netlist has.
std::optional<UnitPrice> unitPrice(const CostModel &Costs, const Netlist &N,
                                   const BitBox &Box);

/// Returns the registers of \p Box, a product of \p N, that were measured
/// beside its DSP blocks.
ResultRegisters registersBehindBlocks(const CostModel &Costs, const Netlist &N,
                                      const BitBox &Box);

/// Returns the part of \p Box that it shares with a unit before it of the same
/// clock enable: registers and logic of common operands, or a pipeline with
/// both results. Zero where two such units were not measured together.
FabricResources sharedPart(const CostModel &Costs, const Netlist &N,
                           const std::vector<BitBox> &Boxes, size_t Box);

} // namespace roofline

#endif
