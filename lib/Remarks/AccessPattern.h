// The order of the requests of an access, and changes that would help.
#ifndef ROOFLINE_REMARKS_ACCESSPATTERN_H
#define ROOFLINE_REMARKS_ACCESSPATTERN_H

#include "roofline/Report/AnalysisResult.h"

#include <string>
#include <vector>

namespace roofline {

/// A loop around an access, or a dimension of the NDRange.
struct AccessDirection {
  std::optional<uint32_t> Loop; ///< nothing: the dimension
  uint32_t Dimension = 0;
  Stride S;
  Expr Coefficient; ///< [byte] of a step
};

/// From the one in which requests follow one another most closely: the fastest
/// dimension, whose work-items enter the pipeline one after another, then the
/// loops from the innermost one, then the other dimensions.
std::vector<AccessDirection> directionsOf(const AnalysisResult &R,
                                          uint32_t Block, uint32_t Access);

/// The first direction in which the address moves; nothing: in none.
std::optional<AccessDirection>
firstMove(const std::vector<AccessDirection> &Directions);

/// True where neighbouring requests are no neighbours in memory, or may be
/// none: a stride, one that an argument decides, or addresses of data.
bool isScattered(const std::vector<AccessDirection> &Directions);

/// "along the loop at line 4", "along dimension 0".
std::string directionText(const AnalysisResult &R, const AccessDirection &D);

/// Says what to change where isScattered().
std::string changeOfAccess(const AnalysisResult &R, const MemoryAccess &A,
                           const std::vector<AccessDirection> &Directions);

} // namespace roofline

#endif
