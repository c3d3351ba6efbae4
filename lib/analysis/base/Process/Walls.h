// What Linux lets a process give up: writing, and system calls.
#ifndef ROOFLINE_LIB_PROCESS_WALLS_H
#define ROOFLINE_LIB_PROCESS_WALLS_H

#include <linux/filter.h>
#include <vector>

namespace roofline {

/// Filter of system calls as Linux takes it; empty on a processor that it is
/// not known for.
using CallFilter = std::vector<sock_filter>;

/// Lets a process ask for memory and end; anything else kills it.
CallFilter computingAlone();
/// Refuses programs sockets, other processes' memory, owners of files, and to
/// leave their process group.
CallFilter withoutNetwork();

/// Sets \p Filter for this process and its children. Safe after a fork.
bool setFilter(const CallFilter &Filter);

/// True where Linux has Landlock.
bool hasLandlock();
/// Lets this process and its children write to files below the \p Count
/// folders \p Writable alone. Safe after a fork.
bool restrictWriting(const char *const *Writable, unsigned Count);

} // namespace roofline

#endif
