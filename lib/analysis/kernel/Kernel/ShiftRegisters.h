// Arrays that a loop shifts in each iteration.
#ifndef ROOFLINE_LIB_KERNEL_SHIFTREGISTERS_H
#define ROOFLINE_LIB_KERNEL_SHIFTREGISTERS_H

#include "roofline/Kernel/Dependence.h"

#include <string>
#include <vector>

namespace roofline {

/// A shift register: sr[j] = sr[j + 1] for all j.
struct ShiftRegister {
  AddressSpace Space;
  std::string Base;
  uint32_t BlockId = 0; ///< block of the moves
  int64_t Shift = 0;    ///< [byte] from an element to its new place
  /// [byte] Offsets of the first and last destination.
  int64_t First = 0, Last = 0;

  bool isOf(const MemoryAccess &A) const {
    return A.Space == Space && A.Base == Base;
  }
};

/// Finds the shift registers that a loop directly inside loop \p Id shifts in
/// every iteration, all elements by the same distance.
std::vector<ShiftRegister> shiftRegisters(const KernelSummary &Kernel,
                                          uint32_t Id, const MostTrips &Trips,
                                          const SymbolValue &Value);

} // namespace roofline

#endif
