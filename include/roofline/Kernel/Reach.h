// Bounds on the part of a buffer that a kernel accesses.
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

/// Returns an upper bound [byte] on the end of the accesses of \p Kernel to \p
/// Buffer under \p L, from the range of every index. Overestimates where
/// indices depend on each other. Returns a text that says why where there is no
/// bound.
std::variant<uint64_t, std::string>
reach(const KernelSummary &Kernel, const Launch &L, std::string_view Buffer);

/// An access that some work-item makes with any data.
struct CertainAccess {
  uint64_t End = 0; ///< [byte] end of the access, from the buffer's begin
  SourceLocation Loc;
  std::array<uint64_t, 3> WorkItem = {}; ///< global id
};

/// Returns the farthest certain access to \p Buffer that is found: a lower
/// bound of the buffer's size. Looks at the first work-item, at the last one,
/// and along each dimension at the last one that a condition lets through.
/// Nothing where none of these work-items certainly accesses the buffer.
std::optional<CertainAccess> certainReach(const KernelSummary &Kernel,
                                          const Launch &L,
                                          std::string_view Buffer);

} // namespace roofline

#endif
