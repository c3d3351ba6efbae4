// Netlists as Verilog modules.
#ifndef ROOFLINE_CODEGEN_PRINTNETLIST_H
#define ROOFLINE_CODEGEN_PRINTNETLIST_H

#include "roofline/Netlist/Netlist.h"

#include <string>

namespace roofline {

/// Returns the module of \p N. Cells' names must be legal and distinct.
std::string printNetlist(const Netlist &N);
/// Returns what is within the module: its ports are names there.
std::string printNetlistBody(const Netlist &N);

} // namespace roofline

#endif
