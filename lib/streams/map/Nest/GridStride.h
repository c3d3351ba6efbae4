// Loops in which a work-item strides by the size of the NDRange.
#ifndef ROOFLINE_LIB_NEST_GRIDSTRIDE_H
#define ROOFLINE_LIB_NEST_GRIDSTRIDE_H

#include <array>
#include <cstdint>
#include <optional>

namespace llvm {
class LoopInfo;
class ScalarEvolution;
} // namespace llvm

namespace roofline {

/// Gives each element of `for (i = get_global_id(d); i < n; i +=
/// get_global_size(d))` a work-item of its own by ending the loop after its
/// first iteration. Returns n for each dimension [work-item], the new size of
/// the launch of \p Dimensions; nothing for a dimension without such a loop or
/// with unknown n. Expects a kernel in canonical form.
std::array<std::optional<uint64_t>, 3>
openGridStrides(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE,
                unsigned Dimensions);

} // namespace roofline

#endif
