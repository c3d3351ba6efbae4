// What values of a system file look like.
#ifndef ROOFLINE_LIB_DEVICEFILES_SYSTEMFORMS_H
#define ROOFLINE_LIB_DEVICEFILES_SYSTEMFORMS_H

#include "LaunchForms.h"

namespace roofline {

/// Units of sizes that people write.
constexpr Unit SizeUnits[] = {{"B", 1}, {"KiB", 1024}, {"MiB", 1024 * 1024}};
constexpr Unit FrameRateUnits[] = {{"frame/s", 1}};

json::Object frameRateForm();
json::Object powerForm();
json::Object costForm();
json::Object unitCostForm(); ///< with a source
json::Object sizeForm();     ///< in bytes
json::Object typesForm();
/// A number, or numbers by type, or by type and kind.
json::Object operationsForm();
json::Object bytesForm(); ///< a number, or numbers by source

} // namespace roofline

#endif
