// Resources and longest path of any netlist.
//
/// \file
/// Lanes of streams and loops with memories alike: the cells that a netlist is
/// covered with are counted, and modules and memories have measured costs.
#ifndef ROOFLINE_RESOURCES_NETLISTPRICE_H
#define ROOFLINE_RESOURCES_NETLISTPRICE_H

#include "roofline/Resources/LogicPath.h"
#include "roofline/Resources/MasterCost.h"
#include "roofline/Resources/ResourceModel.h"

namespace roofline {

/// Resources of \p N, which \p M covers, without its line buffers.
CorePrediction priceCells(const CostModel &Costs, const Netlist &N,
                          const MappedNetlist &M);

/// Longest path of \p N, which \p M covers.
LogicPath pathOfCells(const CostModel &Costs, const Netlist &N,
                      const MappedNetlist &M);

struct NetlistPrice {
  CoreCost Cost;
  LogicPath Path;
};

/// Covers \p N, which has no line buffers, with the family's cells.
NetlistPrice priceNetlist(const CostModel &Costs, Netlist N);

} // namespace roofline

#endif
