// The roofs of a device file.
#ifndef ROOFLINE_DEVICE_PROCESSINGUNITREADER_H
#define ROOFLINE_DEVICE_PROCESSINGUNITREADER_H

#include "roofline/Device/YamlReader.h"
#include "roofline/Model/Roofline.h"

namespace roofline {

/// The sections kind, clock, cores, ceilings, data, bandwidth_table, power and
/// fabric; problems stay in \p R.
ProcessingUnit readProcessingUnit(YamlReader &R);

} // namespace roofline

#endif
