// A profile as text: totals by kernel, operation and address space, and loops.
#ifndef ROOFLINE_PROFILE_PROFILEREPORT_H
#define ROOFLINE_PROFILE_PROFILEREPORT_H

#include "roofline/Profile/Profile.h"

#include "llvm/Support/raw_ostream.h"

namespace roofline {

void printProfile(const Profile &P, llvm::raw_ostream &OS);

} // namespace roofline

#endif
