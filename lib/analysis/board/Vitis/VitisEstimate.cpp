// Cycles and resources of a C++ kernel as Vitis HLS builds it.
#include "roofline/Vitis/VitisEstimate.h"

#include <cassert>

namespace roofline {

VitisEstimate estimateVitis(const KernelSummary &Kernel, const VitisOptions &) {
  assert(Kernel.IsHls && "a function of C or C++");
  VitisEstimate E;
  E.Missing = Kernel.Unknowns;
  return E;
}

} // namespace roofline
