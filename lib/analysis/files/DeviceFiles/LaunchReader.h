// Parts of a launch file that single launches of its list share.
#ifndef ROOFLINE_LIB_DEVICEFILES_LAUNCHREADER_H
#define ROOFLINE_LIB_DEVICEFILES_LAUNCHREADER_H

#include "roofline/DeviceFiles/LaunchFile.h"
#include "roofline/DeviceFiles/YamlReader.h"
#include "roofline/Kernel/LaunchSizes.h"

namespace roofline {

/// Reads the sizes of the list \p T; a malformed list is a problem and gives
/// none.
LaunchSizes readSizes(YamlReader &R, const YamlTree &T);
/// Likewise, of numbers and names of integer arguments of \p L.
LaunchSizes readSizes(YamlReader &R, const YamlTree &T, const Launch &L);

/// Reads `global` and `local` of \p Of into \p L, which may have sizes already.
void readNDRange(YamlReader &R, const YamlTree &Of, Launch &L);
void readArgs(YamlReader &R, const YamlTree &Of, Launch &L);
void readTrips(YamlReader &R, const YamlTree &Of, Launch &L);

/// Records the places of the keys of \p Of, except keys that several launches
/// have.
void keepPlaces(const YamlReader &R, const YamlTree &Of, LaunchFile &File);

/// Reads `launches` into \p File.Plan. Values outside of the list are the
/// defaults of each launch.
void readPlan(YamlReader &R, LaunchFile &File);

} // namespace roofline

#endif
