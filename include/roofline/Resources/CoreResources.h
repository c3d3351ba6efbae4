// What a core needs on a family of FPGAs, as predicted and as synthesised.
#ifndef ROOFLINE_RESOURCES_CORERESOURCES_H
#define ROOFLINE_RESOURCES_CORERESOURCES_H

#include "roofline/Machine/Roofline.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct CoreResources {
  std::string Target, Synthesizer; ///< "xc7", "Yosys 0.23"
  std::optional<FabricResources> Predicted, Synthesised;
  /// [ps] Longest path through cells, without routing.
  std::optional<double> PredictedPath, Path;
  std::vector<std::string> Unknowns; ///< why a number is missing
};

struct SynthesisedDesign {
  std::string Variant;
  CoreResources Need;
};

} // namespace roofline

#endif
