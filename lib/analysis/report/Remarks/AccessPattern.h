// The order of an access's requests, and helpful changes.
#ifndef ROOFLINE_REMARKS_ACCESSPATTERN_H
#define ROOFLINE_REMARKS_ACCESSPATTERN_H

#include "roofline/Report/AnalysisResult.h"

#include <string>
#include <vector>

namespace roofline {

/// "read", "write", "atomic update".
inline const char *accessText(MemoryAccess::Kind K) {
  constexpr const char *Texts[] = {"read", "write", "atomic update"};
  return Texts[size_t(K)];
}

/// A loop around an access, or a dimension of the NDRange.
struct AccessDirection {
  std::optional<uint32_t> Loop; ///< nothing: the dimension
  uint32_t Dimension = 0;
  Stride S;
  Expr Coefficient; ///< [byte] per step; in blocks, the form that moves
};

/// Directions by closeness of consecutive requests: first the fastest
/// dimension, whose work-items enter the pipeline one after another, then the
/// loops from the innermost, then the other dimensions.
std::vector<AccessDirection> directionsOf(const AnalysisResult &R,
                                          uint32_t Block, uint32_t Access);

/// First direction in which the address moves; nothing when it never moves.
std::optional<AccessDirection>
firstMove(const std::vector<AccessDirection> &Directions);

/// True when neighbouring requests are, or may be, apart in memory: a stride,
/// known or by an argument, or addresses from data.
bool isScattered(const std::vector<AccessDirection> &Directions);

/// "along the loop at line 4", "along dimension 0".
std::string directionText(const AnalysisResult &R, const AccessDirection &D);

/// Text of the change that helps an access with isScattered().
std::string changeOfAccess(const AnalysisResult &R, const MemoryAccess &A,
                           const std::vector<AccessDirection> &Directions);

} // namespace roofline

#endif
