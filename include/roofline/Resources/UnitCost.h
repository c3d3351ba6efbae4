// Resources of the modules of rtl/ that stay whole in a netlist.
#ifndef ROOFLINE_RESOURCES_UNITCOST_H
#define ROOFLINE_RESOURCES_UNITCOST_H

#include "roofline/Mapping/BitNetlist.h"
#include "roofline/Resources/CostModel.h"

#include <optional>
#include <unordered_map>
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

/// Parts that float units share with a unit before them of the same clock
/// enable: registers and logic of common operands, or a pipeline with both
/// results. \p Costs, \p N and \p Boxes must outlive it.
class SharedParts {
public:
  SharedParts(const CostModel &Costs, const Netlist &N,
              const std::vector<BitBox> &Boxes);

  /// Returns the part of \p Box; zero where two such units were not measured
  /// together.
  FabricResources of(size_t Box) const;

  /// Boxes that may read the word \p W, but for its sign, ascending.
  const std::vector<uint32_t> &readers(const BitWord &W) const;

private:
  const CostModel &Costs;
  const Netlist &N;
  const std::vector<BitBox> &Boxes;
  std::unordered_map<uint64_t, std::vector<uint32_t>> Readers; ///< by hash
};

} // namespace roofline

#endif
