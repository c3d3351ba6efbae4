// Loops by which a work-item does every so many-th element.
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

/// Makes each element of `for (i = get_global_id(d); i < n; i +=
/// get_global_size(d))` a work-item's own: the loop is left after its first
/// iteration. Returns n per dimension [work-item], which is to be the size of
/// the launch of \p Dimensions; nothing where one is walked otherwise or n is
/// not known. The loops are those of a kernel in canonical form.
std::array<std::optional<uint64_t>, 3>
openGridStrides(llvm::LoopInfo &LI, llvm::ScalarEvolution &SE,
                unsigned Dimensions);

} // namespace roofline

#endif
