// When accesses of one loop meet, of very many pairs.
//
/// \file
/// A straight loop of thousands of statements has millions of pairs of a write
/// and a read, most of which are as far apart as another pair of the same kind,
/// or at a distance that is plainly unknown. Each kind is tested once.
#ifndef ROOFLINE_KERNEL_MEETINGTABLE_H
#define ROOFLINE_KERNEL_MEETINGTABLE_H

#include "roofline/Kernel/Dependence.h"
#include "roofline/Kernel/FormNumbers.h"

#include <array>
#include <map>
#include <vector>

namespace roofline {

class MeetingTable {
public:
  /// Refers to \p Kernel.
  MeetingTable(
      const KernelSummary &Kernel, uint32_t Loop, MostTrips Trips,
      SymbolValue Value =
          [](std::string_view) { return std::optional<int64_t>(); })
      : Kernel(Kernel), Test(Kernel, Loop, std::move(Trips), std::move(Value)),
        Known(Kernel.Accesses.size()) {}

  /// Two accesses of one array, by index into KernelSummary::Accesses.
  Meeting of(uint32_t Write, uint32_t Read);

private:
  struct Access {
    LoopMeetings::Access Along;
    uint32_t Shape = 0; ///< all of Along but its offset
    FormNumbers::Form Offset;
    std::vector<uint32_t> Reach; ///< numbers; see symbolicReach()
  };

  const Access &access(uint32_t Id);
  static bool isPlainlyUnknown(const Access &Write, const Access &Read);

  const KernelSummary &Kernel;
  const LoopMeetings Test;
  std::vector<std::optional<Access>> Known; ///< by access
  FormNumbers Numbers;
  /// By both shapes, both offsets' numbers and what their constants differ by.
  std::map<std::array<int64_t, 5>, Meeting> Met;
};

} // namespace roofline

#endif
