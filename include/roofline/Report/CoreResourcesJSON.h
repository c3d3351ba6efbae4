// Resources of a core, predicted and synthesised, as fields of JSON.
#ifndef ROOFLINE_REPORT_CORERESOURCESJSON_H
#define ROOFLINE_REPORT_CORERESOURCESJSON_H

#include "roofline/Json/JsonFields.h"
#include "roofline/Resources/CoreResources.h"

namespace roofline {

inline constexpr std::pair<const char *, double FabricResources::*>
    ResourceNames[] = {{"LUT", &FabricResources::Luts},
                       {"FF", &FabricResources::Registers},
                       {"DSP", &FabricResources::DspBlocks},
                       {"BRAM", &FabricResources::MemoryBlocks}};

template <typename V> void list(V &Visit, FabricResources &S) {
  for (auto [Name, Member] : ResourceNames)
    Visit(Name, S.*Member);
}

/// But for the unknowns.
template <typename V> void list(V &Visit, CoreResources &S) {
  Visit("target", S.Target);
  Visit("synthesizer", S.Synthesizer);
  Visit.orNull("predicted", S.Predicted);
  Visit.orNull("synthesised", S.Synthesised);
  Visit.orNull("predicted_path_ps", S.PredictedPath);
  Visit.orNull("path_ps", S.Path,
               {.Says = "the longest path through cells, without routing"});
}

template <typename V> void list(V &Visit, SynthesisedDesign &S) {
  Visit("variant", S.Variant);
  list(Visit, S.Need);
  Visit("unknowns", S.Need.Unknowns);
}

} // namespace roofline

#endif
