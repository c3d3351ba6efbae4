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

/// Most bytes that one execution of the kernel requests at a place of the
/// source, separately for reads and writes; infinite when unknown.
struct RequestsByPlace {
  /// File, line, column, and true for writes.
  using Place = std::tuple<std::string, uint32_t, uint32_t, bool>;
  std::map<Place, double> Most;
  /// [byte] of one execution of all operations at a place.
  std::map<Place, double> Width;

  static Place place(const SourceLocation &L, bool Writes) {
    return {L.File, L.Line, L.Column, Writes};
  }
  void add(const Tally &T, bool Writes, std::optional<double> Bytes) {
    Most[place(T.Loc, Writes)] += Bytes.value_or(INFINITY);
    Width[place(T.Loc, Writes)] += double(T.NumBytes) * double(T.Number);
  }
  double of(const MemoryAccess &A, bool Writes) const {
    auto It = Most.find(place(A.Loc, Writes));
    return A.Loc && It != Most.end() ? It->second : INFINITY;
  }
};

/// Bytes read plus bytes written, each counted once, from the indices of the
/// accesses. At most \p Requested, and for each buffer at most \p ByPlace of
/// its accesses. Exact when every access is affine and certain to run; else
/// bounds.
/// Source: ICHEC15 section 3.1, compulsory misses.
Count compulsoryTraffic(const KernelSummary &Kernel, const Launch &L,
                        const Count &Requested, const RequestsByPlace &ByPlace);

} // namespace roofline

#endif
