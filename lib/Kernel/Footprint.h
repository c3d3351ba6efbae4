// Bytes of global memory that a kernel touches, each counted once.
#ifndef ROOFLINE_LIB_KERNEL_FOOTPRINT_H
#define ROOFLINE_LIB_KERNEL_FOOTPRINT_H

#include "roofline/Kernel/Counts.h"

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <tuple>

namespace roofline {

/// The most bytes that one execution of the kernel requests at a place of the
/// source, reads and writes apart; infinite where that is not known.
struct RequestsByPlace {
  /// File, line, column, whether it writes.
  using Place = std::tuple<std::string, uint32_t, uint32_t, bool>;
  std::map<Place, double> Most;

  static Place place(const SourceLocation &L, bool Writes) {
    return {L.File, L.Line, L.Column, Writes};
  }
  void add(const Tally &T, bool Writes, std::optional<double> Bytes) {
    Most[place(T.Loc, Writes)] += Bytes.value_or(INFINITY);
  }
  double of(const MemoryAccess &A, bool Writes) const {
    auto It = Most.find(place(A.Loc, Writes));
    return A.Loc && It != Most.end() ? It->second : INFINITY;
  }
};

/// Bytes that are read and bytes that are written, each once, by the indices of
/// the accesses; never more than \p Requested, nor of a buffer than \p ByPlace
/// of its accesses. Exact where every access is
/// affine and always made; else bounds.
/// Source: ICHEC15 section 3.1, compulsory misses.
Count compulsoryTraffic(const KernelSummary &Kernel, const Launch &L,
                        const Count &Requested, const RequestsByPlace &ByPlace);

} // namespace roofline

#endif
