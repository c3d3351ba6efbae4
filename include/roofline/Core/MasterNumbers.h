// The numbers that an AXI4 master of a core takes, of any sizes of a launch.
#ifndef ROOFLINE_CORE_MASTERNUMBERS_H
#define ROOFLINE_CORE_MASTERNUMBERS_H

#include "roofline/Core/StreamGaps.h"
#include "roofline/Core/StreamMasters.h"

#include <string>
#include <vector>

namespace roofline {

/// A number that is \p BySize at StreamKernel::Sizes, or the only one of it.
struct MasterNumber {
  const char *Name; ///< of the master's port
  uint32_t Width;   ///< [bit]
  uint32_t Used;    ///< [bit] the lower ones that the master reads
  std::vector<int64_t> BySize;

  bool isSized() const;
};

/// A master, and what its module's parameters and ports are.
struct MasterNumbers {
  Transfer T;                     ///< of the greatest sizes
  std::optional<StreamGaps> Gaps; ///< likewise, of an output
  uint32_t Count = 0;             ///< [bit] of Beats
  /// Greatest of any sizes: [beat] of a row, rows of a plane and in all.
  int64_t Row = 0, Rows = 0, Runs = 0;
  uint32_t GapBits = 0; ///< [bit] of each of OfGaps
  /// [byte] From the start of the buffer.
  MasterNumber Offset;
  std::vector<MasterNumber> OfTransfer; ///< of roofline_axi_read and _write
  std::vector<MasterNumber> OfGaps;     ///< of roofline_axi_gaps
};

/// Returns the numbers of the master of an input, or else an output, of a lane;
/// \p M has a bus.
MasterNumbers masterNumbers(const StreamKernel &K, const StreamDesign &D,
                            const MemoryMasters &M, bool Reads, uint32_t Stream,
                            uint32_t Lane);

} // namespace roofline

#endif
