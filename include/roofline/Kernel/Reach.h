// How far a kernel reaches into its buffers.
#ifndef ROOFLINE_KERNEL_REACH_H
#define ROOFLINE_KERNEL_REACH_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/KernelSummary.h"
#include "roofline/Kernel/Launch.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace roofline {

/// No byte at or beyond this offset of \p Buffer is accessed by \p Kernel under
/// \p L [byte]: an upper bound, from the range of every index. Where no bound
/// follows, a text says why. Overestimates where indices are not independent.
std::variant<uint64_t, std::string>
reach(const KernelSummary &Kernel, const Launch &L, std::string_view Buffer);

} // namespace roofline

#endif
