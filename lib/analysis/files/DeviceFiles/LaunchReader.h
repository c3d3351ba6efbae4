// Parts of a launch file that single launches of its list share.
#ifndef ROOFLINE_LIB_DEVICEFILES_LAUNCHREADER_H
#define ROOFLINE_LIB_DEVICEFILES_LAUNCHREADER_H

#include "LaunchFields.h"

#include "roofline/Kernel/LaunchSizes.h"

namespace roofline {

/// Reads the sizes of the list \p T; a malformed list is a problem and gives
/// none.
LaunchSizes readSizes(YamlReader &R, const YamlTree &T);
/// Likewise, of numbers and names of integer arguments of \p L.
LaunchSizes readSizes(YamlReader &R, const YamlTree &T, const Launch &L);

/// Reads `global` and `local` of \p F into \p L, which may have sizes already.
void readNDRange(YamlReader &R, const RunFields &F, Launch &L);
void readArgs(YamlReader &R, const RunFields &F, Launch &L);
void readTrips(YamlReader &R, const RunFields &F, Launch &L);

/// Records the places of the keys of \p F, except keys that several launches
/// have.
void keepPlaces(const RunFields &F, LaunchFile &File);

/// Reads the list \p Launches into \p File.Plan. Values outside of the list are
/// the defaults of each launch.
void readPlan(YamlReader &R, const std::vector<EntryFields> &Launches,
              LaunchFile &File);

} // namespace roofline

#endif
