// Names in JSON that several formats have.
#ifndef ROOFLINE_LIB_REPORT_REPORTNAMES_H
#define ROOFLINE_LIB_REPORT_REPORTNAMES_H

#include "roofline/Json/JsonFields.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Stride.h"
#include "roofline/Machine/Roofline.h"

namespace roofline {

ROOFLINE_NAMES(Peaks, "theoretical", "measured");
template <> struct Names<AddressSpace> {
  static constexpr auto &Values = AddressSpaceNames;
};
ROOFLINE_NAMES(MemoryAccess::Kind, "read", "write", "atomic");
ROOFLINE_NAMES(TripCount::Kind, "exact", "at-most", "unknown");
ROOFLINE_NAMES(CarriedDependence::Kind, "register", "memory");
ROOFLINE_NAMES(Channel::Kind, "channel", "pipe");
ROOFLINE_NAMES(Node::Kind, "sequence", "branch", "loop", "block");
ROOFLINE_NAMES(Stride::Kind, "same", "consecutive", "strided", "irregular",
               "unbound", "blocks");

} // namespace roofline

#endif
