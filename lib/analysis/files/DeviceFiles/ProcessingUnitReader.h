// The roofs of a device file.
#ifndef ROOFLINE_LIB_DEVICEFILES_PROCESSINGUNITREADER_H
#define ROOFLINE_LIB_DEVICEFILES_PROCESSINGUNITREADER_H

#include "roofline/DeviceFiles/YamlReader.h"
#include "roofline/Machine/Roofline.h"

namespace roofline {

/// The sections kind, clock, cores, ceilings, data, bandwidth_table, power and
/// fabric of \p Root; problems stay in \p R.
ProcessingUnit readProcessingUnit(YamlReader &R, const YamlReader::Tree &Root);

} // namespace roofline

#endif
