// Why no mapping is feasible.
#ifndef ROOFLINE_LIB_EXPLORE_WHYNOPLATFORM_H
#define ROOFLINE_LIB_EXPLORE_WHYNOPLATFORM_H

#include "roofline/Machine/PlatformResult.h"

namespace roofline {

/// The reasons, block by block where a block fits nowhere; \p Nearest is the
/// mapping of least risk, limits of cost and power aside, or of infinite risk.
std::vector<std::string> whyNoPlatform(const System &S, const PlatformResult &R,
                                       const Mapping &Nearest);

} // namespace roofline

#endif
