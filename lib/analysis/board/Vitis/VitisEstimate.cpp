// Cycles and resources of a C++ kernel as Vitis HLS builds it.
#include "roofline/Vitis/VitisEstimate.h"

#include "Compose.h"

#include <algorithm>
#include <cassert>

namespace roofline {

VitisEstimate estimateVitis(const KernelSummary &Kernel,
                            const VitisOptions &Options) {
  assert(Kernel.IsHls && "a function of C or C++");
  VitisEstimate E;
  E.Missing = Kernel.Unknowns;
  vitis::Nest Loops = vitis::decideNest(Kernel, Options);
  vitis::Forms Arrays = vitis::readForms(Kernel);
  vitis::Frame Frame = vitis::frameOf(Kernel, Loops, Arrays, Options);
  std::erase_if(E.Missing, [](const Unknown &U) {
    return U.K == Unknown::Kind::TripCount;
  });
  E.Missing.insert(E.Missing.end(), Loops.Missing.begin(), Loops.Missing.end());
  E.Missing.insert(E.Missing.end(), Frame.Missing.begin(), Frame.Missing.end());
  vitis::composeKernel(Frame, E);
  return E;
}

} // namespace roofline
