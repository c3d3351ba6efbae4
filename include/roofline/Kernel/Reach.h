// How far a kernel reaches into its buffers.
#ifndef ROOFLINE_KERNEL_REACH_H
#define ROOFLINE_KERNEL_REACH_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace roofline {

/// No byte at or beyond this offset of \p Buffer is accessed by \p Kernel under
/// \p L [byte]: an upper bound, from the range of every index. Where no bound
/// follows, a text says why. Overestimates where indices are not independent.
std::variant<uint64_t, std::string>
reach(const KernelSummary &Kernel, const Launch &L, std::string_view Buffer);

/// An access that some work-item makes, whatever the data.
struct CertainAccess {
  uint64_t End = 0; ///< [byte] of the buffer that it accesses, from its begin
  SourceLocation Loc;
  std::array<uint64_t, 3> WorkItem = {}; ///< global id
};

/// The farthest of such accesses to \p Buffer that are found: a lower bound of
/// what the buffer needs. Looks at the first work-item, the last one, and along
/// each dimension at the last one that a condition lets through. Nothing where
/// none of these accesses the buffer for certain.
std::optional<CertainAccess> certainReach(const KernelSummary &Kernel,
                                          const Launch &L,
                                          std::string_view Buffer);

} // namespace roofline

#endif
