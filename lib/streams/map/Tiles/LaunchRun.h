// Runs all groups of a launch on symbols, in as few boxes as possible.
#ifndef ROOFLINE_LIB_TILES_LAUNCHRUN_H
#define ROOFLINE_LIB_TILES_LAUNCHRUN_H

#include "CellFit.h"
#include "GroupRun.h"

namespace roofline {

class LaunchRun {
public:
  explicit LaunchRun(const KernelCode &Code);

  llvm::Error run();

  using Segment = std::pair<int64_t, int64_t>; ///< [group] first and last
  const std::vector<Segment> &segments(unsigned D) const { return Segments[D]; }
  const std::map<GroupBox, GroupValues> &values() const { return Values; }

  GroupNodes Nodes;

private:
  std::vector<GroupBox> boxes() const;
  void divide(const GroupCut &Cut);

  const KernelCode &Code;
  const FollowedCode Followed;
  std::array<std::vector<Segment>, 3> Segments;
  std::map<GroupBox, GroupValues> Values;
};

} // namespace roofline

#endif
