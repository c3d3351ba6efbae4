// Meetings of many pairs of accesses in one loop.
//
/// \file
/// A straight loop of thousands of statements has millions of pairs of a write
/// and a read. Most pairs have the same shapes and distance as another pair, or
/// plainly never meet, or have plainly an unknown distance. Each combination is
/// tested once.
#ifndef ROOFLINE_KERNEL_MEETINGTABLE_H
#define ROOFLINE_KERNEL_MEETINGTABLE_H

#include "roofline/Kernel/Dependence.h"
#include "roofline/Kernel/FormNumbers.h"

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

namespace roofline {

/// Meetings of all pairs of accesses, tested on demand.
class MeetingTable {
public:
  /// Parameters as of LoopMeetings. \p Kernel must outlive the object.
  MeetingTable(
      const KernelSummary &Kernel, uint32_t Loop, MostTrips Trips,
      SymbolValue Value =
          [](std::string_view) { return std::optional<int64_t>(); })
      : Kernel(Kernel), Test(Kernel, Loop, std::move(Trips), std::move(Value)) {
  }

  /// Returns the meeting of two accesses of one array, given by their indices
  /// into KernelSummary::Accesses.
  Meeting of(uint32_t Write, uint32_t Read);

private:
  struct Access {
    LoopMeetings::Access Along;
    uint32_t Shape = 0; ///< number of all of Along except its offset
    FormNumbers::Form Offset;
    std::vector<uint32_t> Reach; ///< numbers of LoopMeetings::symbolicReach()
    int64_t PlainStep = 0; ///< [byte] size where nothing else moves it; else 0
  };

  const Access &access(uint32_t Id);
  static bool isPlainlyNever(const Access &Write, const Access &Read);
  static bool isPlainlyUnknown(const Access &Write, const Access &Read);

  const KernelSummary &Kernel;
  const LoopMeetings Test;
  std::unordered_map<uint32_t, Access> Known; ///< by access: those asked for
  FormNumbers Numbers;
  /// Meetings by both shapes, both offsets' numbers and the difference of their
  /// constants.
  std::map<std::array<int64_t, 5>, Meeting> Met;
};

} // namespace roofline

#endif
