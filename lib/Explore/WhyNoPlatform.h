// Why no mapping is feasible.
#ifndef ROOFLINE_LIB_EXPLORE_WHYNOPLATFORM_H
#define ROOFLINE_LIB_EXPLORE_WHYNOPLATFORM_H

#include "roofline/Machine/PlatformResult.h"

namespace roofline {

/// The reasons, block by block where a block fits nowhere; \p LeastRisk is that
/// of the best mapping, limits of cost and power aside.
std::vector<std::string> whyNoPlatform(const System &S, const PlatformResult &R,
                                       double LeastRisk);

} // namespace roofline

#endif
