// How the source asks for arrays to be split.
#ifndef ROOFLINE_LIB_VITIS_PARTITION_H
#define ROOFLINE_LIB_VITIS_PARTITION_H

#include "Body.h"

#include <array>

namespace roofline::vitis {

/// Banks of an array along each dimension.
struct Split {
  std::array<double, MaxDims> Banks = {1, 1, 1, 1};
  /// Whole although copies access it: both ports read and write.
  bool IsShared = false;
  double total() const { return Banks[0] * Banks[1] * Banks[2] * Banks[3]; }
};

/// True where the variable of \p D is \p M.
bool isAbout(const Directive &D, const Memory &M);

/// Returns the split that array_partition or array_reshape asks for.
std::optional<Split> givenSplit(const Frame &F, const ArrayForm &Array);

/// True for an argument on a bus (m_axi).
bool isOnBus(const Frame &F, uint32_t Array);

/// Ports [1] of each array of \p F where the compiler does not choose them
/// itself: array_partition or array_reshape say how many banks there are, and
/// an argument without them is one memory outside of the function. Each bank
/// has two ports, with bind_storage type=ram_1p one; where processes of a
/// dataflow region share an argument, each gets one. An argument on a bus has
/// one.
/// Source: AMD UG1399; Stream-HLS, ResidualBlock: 7 loads in 7 cycles.
std::vector<std::optional<double>> givenPorts(const Frame &F);

} // namespace roofline::vitis

#endif
