// The parts of a launch file that a launch of its list has, too.
#ifndef ROOFLINE_LIB_DEVICEFILES_LAUNCHREADER_H
#define ROOFLINE_LIB_DEVICEFILES_LAUNCHREADER_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/DeviceFiles/YamlReader.h"

namespace roofline {

/// `global` and `local` of \p Of into \p L, which may have sizes already.
void readNDRange(YamlReader &R, const YamlTree &Of, Launch &L);
void readArgs(YamlReader &R, const YamlTree &Of, Launch &L);
void readTrips(YamlReader &R, const YamlTree &Of, Launch &L);

/// The places of what \p Of says of a launch; none of what several say.
void keepPlaces(const YamlReader &R, const YamlTree &Of, LaunchFile &File);

/// `launches` into \p File.Plan; what the file says outside of the list holds
/// for each launch that does not say otherwise.
void readPlan(YamlReader &R, LaunchFile &File);

} // namespace roofline

#endif
