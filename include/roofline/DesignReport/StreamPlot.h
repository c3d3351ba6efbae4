// Variants of a stream kernel under their roofs. Source: TYTRA17 Fig. 15.
#ifndef ROOFLINE_DESIGNREPORT_STREAMPLOT_H
#define ROOFLINE_DESIGNREPORT_STREAMPLOT_H

#include "roofline/DesignReport/StencilDesigns.h"
#include "roofline/DesignReport/StreamReport.h"
#include "roofline/Plot/PlotData.h"

namespace roofline {

/// Adds the designs of \p R as points, and their peak as a roof of the device.
/// Source: TYTRA17 Fig. 15.
void addVariants(PlotData &Plot, const StreamReport &R);

/// Adds the best design of \p R for each number of steps in a pass; fused steps
/// move a point to the right.
void addSteps(PlotData &Plot, const StencilReport &R);

} // namespace roofline

#endif
