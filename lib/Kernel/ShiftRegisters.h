// Arrays that a loop shifts in each of its iterations.
#ifndef ROOFLINE_LIB_KERNEL_SHIFTREGISTERS_H
#define ROOFLINE_LIB_KERNEL_SHIFTREGISTERS_H

#include "roofline/Kernel/Dependence.h"

#include <string>
#include <vector>

namespace roofline {

/// sr[j] = sr[j + 1], for all j.
struct ShiftRegister {
  AddressSpace Space;
  std::string Base;
  uint32_t BlockId = 0; ///< of the moves
  int64_t By = 0;       ///< [byte] from an element to where it is moved
  /// [byte] Offsets of the first and last element that is moved to.
  int64_t First = 0, Last = 0;

  bool isOf(const MemoryAccess &A) const {
    return A.Space == Space && A.Base == Base;
  }
};

/// Shift registers that a loop right inside loop \p Id shifts, all elements by
/// as much, in every iteration.
std::vector<ShiftRegister> shiftRegisters(const KernelSummary &Kernel,
                                          uint32_t Id, const MostTrips &Trips,
                                          const SymbolValue &Value);

} // namespace roofline

#endif
