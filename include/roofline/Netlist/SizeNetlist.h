// Words beside the lanes that follow from the sizes of a launch.
#ifndef ROOFLINE_NETLIST_SIZENETLIST_H
#define ROOFLINE_NETLIST_SIZENETLIST_H

#include "roofline/Core/StreamMasters.h"
#include "roofline/Netlist/LaneNetlist.h"

namespace roofline {

/// A word that is BySize at StreamKernel::Sizes.
struct SizedWord {
  std::string Name;
  uint32_t Width = 1; ///< [bit]
  std::vector<int64_t> BySize;
  bool IsOffset = false; ///< is added to an address behind the netlist
};

/// The words that the masters \p M of a core read, as far as they read them;
/// none of them is constant.
std::vector<SizedWord> masterWords(const StreamKernel &K, const StreamDesign &D,
                                   const MemoryMasters &M);

/// Returns what computes \p Words, its outputs, of the size scalars of \p K.
Netlist sizeNetlist(const StreamKernel &K, const LaneNames &Names,
                    const std::vector<SizedWord> &Words);

} // namespace roofline

#endif
