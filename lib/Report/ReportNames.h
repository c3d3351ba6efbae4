// Names in JSON that several formats have.
#ifndef ROOFLINE_LIB_REPORT_REPORTNAMES_H
#define ROOFLINE_LIB_REPORT_REPORTNAMES_H

#include "roofline/Json/JsonFields.h"
#include "roofline/Machine/Roofline.h"

namespace roofline {

ROOFLINE_NAMES(Peaks, "theoretical", "measured");

} // namespace roofline

#endif
