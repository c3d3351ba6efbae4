// Resources of a core on a family of FPGAs, predicted and synthesised.
#ifndef ROOFLINE_RESOURCES_RESOURCECOMPARISON_H
#define ROOFLINE_RESOURCES_RESOURCECOMPARISON_H

#include "roofline/Base/FabricResources.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct ResourceComparison {
  std::string Target, Synthesizer; ///< "xc7", "Yosys 0.23"
  std::optional<FabricResources> Predicted, Synthesised;
  /// [ps] Longest path through cells, without routing.
  std::optional<double> PredictedPath, Path;
  std::vector<std::string> Unknowns; ///< why a number is missing
};

/// A design that was synthesised as a core.
struct SynthesisedDesign {
  std::string Variant;
  ResourceComparison Need;
};

} // namespace roofline

#endif
