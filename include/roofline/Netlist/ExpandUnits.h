// Modules of rtl/ that are plain words, as cells.
#ifndef ROOFLINE_NETLIST_EXPANDUNITS_H
#define ROOFLINE_NETLIST_EXPANDUNITS_H

#include "roofline/Netlist/Netlist.h"

namespace roofline {

/// [bit] of the narrowest product in a DSP block.
/// Source: yosys 0.23, DSP_Y_MINWIDTH of synth_xilinx.
constexpr uint32_t LeastProduct = 9;

/// Replaces dividers and bit counts by the cells of their modules. Products and
/// floats stay units; a division by a constant has a product of its own.
void expandUnits(Netlist &N);

/// Returns parameter \p Name of \p U, a decimal or hexadecimal number of at
/// most 64 bits; nothing where \p U has none.
std::optional<uint64_t> parameterOf(const NetlistUnit &U,
                                    std::string_view Name);

} // namespace roofline

#endif
