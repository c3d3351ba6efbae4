// Resources of the modules of rtl/ that stay whole in a netlist.
#ifndef ROOFLINE_RESOURCES_UNITCOST_H
#define ROOFLINE_RESOURCES_UNITCOST_H

#include "roofline/Mapping/BitNetlist.h"
#include "roofline/Resources/CostModel.h"

#include <optional>

namespace roofline {

/// Resources of one module, and its longest path.
struct UnitPrice : FabricResources {
  std::optional<double> Delay; ///< [ps] nothing: not measured
};

/// Price of \p Box, a product or a float of \p N; nothing where it was not
/// measured. Registers of operands that the bits have are not in it.
std::optional<UnitPrice> unitPrice(const CostModel &Costs, const Netlist &N,
                                   const BitBox &Box);

} // namespace roofline

#endif
