// The lowest bits of a word.
#ifndef ROOFLINE_LIB_MODEL_LOWMASK_H
#define ROOFLINE_LIB_MODEL_LOWMASK_H

#include <cstdint>

namespace roofline {

/// The lowest \p Bits set; all from 64 on.
constexpr uint64_t lowMask(uint32_t Bits) noexcept {
  return Bits >= 64 ? ~uint64_t(0) : (uint64_t(1) << Bits) - 1;
}

} // namespace roofline

#endif
