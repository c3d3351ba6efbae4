// The roofs of a device file.
#ifndef ROOFLINE_DEVICE_PROCESSINGUNITREADER_H
#define ROOFLINE_DEVICE_PROCESSINGUNITREADER_H

#include "roofline/Device/YamlReader.h"
#include "roofline/Model/Roofline.h"

namespace roofline {

/// The sections kind, clock, cores, ceilings, data, bandwidth_table, power and
/// fabric of \p Root; problems stay in \p R.
ProcessingUnit readProcessingUnit(YamlReader &R, const YamlReader::Tree &Root);

} // namespace roofline

#endif
