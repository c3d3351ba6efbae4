// Forms of the values of a launch file.
#ifndef ROOFLINE_LIB_DEVICEFILES_LAUNCHFORMS_H
#define ROOFLINE_LIB_DEVICEFILES_LAUNCHFORMS_H

#include "roofline/DeviceFiles/YamlSchema.h"

namespace roofline {

json::Object sizesForm();      ///< one to three
json::Object namedSizesForm(); ///< or names of arguments
json::Object mostForm();       ///< arguments to their largest values
json::Object numbersForm();    ///< arguments to numbers
json::Object tripsForm();      ///< lines to trip counts
json::Object textsForm();      ///< a list
json::Object namesForm();      ///< names to names

// In a list of launches: numbers, and texts that make them of variables.
json::Object madeNumberForm();
json::Object madeNumbersForm();
json::Object madeTripsForm();

} // namespace roofline

#endif
