// Place of the running work-item in its launch.
#ifndef ROOFLINE_LIB_VERIFY_WORKITEMPLACE_H
#define ROOFLINE_LIB_VERIFY_WORKITEMPLACE_H

#include <array>
#include <cstdint>

namespace roofline {

/// Work-items run one at a time; compiled code reads Here by its address.
struct WorkItemPlace {
  std::array<uint64_t, 3> Id = {0, 0, 0};
  std::array<uint64_t, 3> GlobalSize = {1, 1, 1}, LocalSize = {1, 1, 1};
  uint32_t Dimensions = 1;
};
extern WorkItemPlace Here;

/// Barrier builtins: wait for the other work-items of the group.
void waitForGroup(uint32_t Fence);
void waitForGroupIn(uint32_t Fence, int Scope);

} // namespace roofline

#endif
