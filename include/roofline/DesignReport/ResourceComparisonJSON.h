// Resources of a core, predicted and synthesised, as fields of JSON.
#ifndef ROOFLINE_DESIGNREPORT_RESOURCECOMPARISONJSON_H
#define ROOFLINE_DESIGNREPORT_RESOURCECOMPARISONJSON_H

#include "roofline/Json/BaseFields.h"
#include "roofline/Resources/ResourceComparison.h"

namespace roofline {

/// But for the unknowns.
template <typename V> void list(V &Visit, ResourceComparison &S) {
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
