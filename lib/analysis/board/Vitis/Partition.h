// How the source asks for arrays to be split.
#ifndef ROOFLINE_LIB_VITIS_PARTITION_H
#define ROOFLINE_LIB_VITIS_PARTITION_H

#include "Body.h"

namespace roofline::vitis {

/// Ports of array \p Array [1] where the compiler does not choose them itself:
/// array_partition or array_reshape say how many banks there are, and an
/// argument without them is one memory outside of the function. Each bank has
/// two ports, with bind_storage type=ram_1p one. Infinite for registers.
std::optional<double> givenPorts(const Frame &F, uint32_t Array);

} // namespace roofline::vitis

#endif
