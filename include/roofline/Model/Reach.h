// How far a kernel reaches into its buffers.
#ifndef ROOFLINE_MODEL_REACH_H
#define ROOFLINE_MODEL_REACH_H

#include "roofline/Model/Design.h"
#include "roofline/Model/KernelSummary.h"
#include "roofline/Model/Launch.h"

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
