// Resources of a core by the lines of its source.
#ifndef ROOFLINE_RESOURCES_RESOURCELINES_H
#define ROOFLINE_RESOURCES_RESOURCELINES_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Resources/CostModel.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/StreamKernel.h"

#include <string>
#include <vector>

namespace roofline {

struct LineResources {
  std::string Place; ///< "k.cl:12", or what no line has: "control"
  FabricResources Need;
};

struct ResourcesByLine {
  std::vector<LineResources> Lines; ///< in the order of the source, then others
  /// As CorePrediction::Unknowns: unless empty, the lines are a part of the
  /// core.
  std::vector<std::string> Unknowns;
};

/// Splits the core of \p D by lines, as predict() counts it: their sum is its
/// total. A table counts for the line whose register, chain or module reads it.
ResourcesByLine resourcesByLine(const CostModel &Costs, const StreamKernel &K,
                                const StreamDesign &D);

} // namespace roofline

#endif
