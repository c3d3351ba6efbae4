// Why no mapping is feasible.
#ifndef ROOFLINE_LIB_EXPLORE_WHYNOPLATFORM_H
#define ROOFLINE_LIB_EXPLORE_WHYNOPLATFORM_H

#include "roofline/Machine/PlatformResult.h"

namespace roofline {

/// Reasons: the blocks that fit no unit; or else a limit of cost or power, or
/// the overloaded units of \p Nearest. \p Nearest is the mapping of least risk,
/// which may be infinite, without limits of cost and power.
std::vector<std::string> whyNoPlatform(const System &S, const PlatformResult &R,
                                       const Mapping &Nearest);

} // namespace roofline

#endif
