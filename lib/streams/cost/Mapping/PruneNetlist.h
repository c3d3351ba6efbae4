// Bits that a netlist's outputs depend on.
#ifndef ROOFLINE_LIB_MAPPING_PRUNENETLIST_H
#define ROOFLINE_LIB_MAPPING_PRUNENETLIST_H

#include "roofline/Mapping/BitNetlist.h"

namespace roofline {

/// Drops the parts of \p B that no output reads, and gives the gates their
/// outputs.
void prune(BitNetlist &B, const LoweringStyle &Style);

} // namespace roofline

#endif
