// Cycles of sequences, loops and pipelines, put together.
#ifndef ROOFLINE_LIB_VITIS_COMPOSE_H
#define ROOFLINE_LIB_VITIS_COMPOSE_H

#include "Body.h"

namespace roofline::vitis {

/// Fills latency, interval and loops of \p E. Returns the ports of each array.
std::vector<double> composeKernel(const Frame &F, VitisEstimate &E);

} // namespace roofline::vitis

#endif
