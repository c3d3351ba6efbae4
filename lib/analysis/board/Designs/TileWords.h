// The memory words of one object that a work-group needs.
#ifndef ROOFLINE_LIB_DESIGNS_TILEWORDS_H
#define ROOFLINE_LIB_DESIGNS_TILEWORDS_H

#include "roofline/Hpca16/Bind.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace roofline {

/// Memory that the accesses of one work-group, or a single work-item, touch.
struct Tile {
  double Words = 0; ///< [word] each counted once
  double Bytes = 0; ///< [byte] each counted once
};

/// The tile of \p Accesses, indices into BoundKernel::Accesses, which read one
/// object. \p GroupSize is in work-items. Nothing when an address is not
/// affine, or the tile has too many pieces to list.
std::optional<Tile> tileOf(const BoundKernel &K, const Launch &L,
                           const std::array<uint64_t, 3> &GroupSize,
                           const std::vector<uint32_t> &Accesses);

/// [byte] Size of a line buffer: from the first to the last byte that one
/// iteration reads, with its fully unrolled loops. Nothing as for tileOf().
std::optional<double> reachOf(const BoundKernel &K, const Launch &L,
                              const Design &D,
                              const std::vector<uint32_t> &Accesses);

/// The loops around \p A, innermost first; parallel to its loop strides.
std::vector<uint32_t> loopsAround(const BoundKernel &K, const BoundAccess &A);

} // namespace roofline

#endif
