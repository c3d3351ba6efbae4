// Runs all groups of a launch on symbols, in as few boxes as possible.
#include "LaunchRun.h"

using namespace llvm;

namespace roofline {

/// [instruction] of all work-items that are run: some ten seconds of a build
/// with assertions.
constexpr uint64_t MaxFollowed = uint64_t(1) << 22;
/// [box] that the groups of a launch fall into.
constexpr size_t MaxBoxes = size_t(1) << 14;

LaunchRun::LaunchRun(const KernelCode &Code)
    : Code(Code), Followed(followedCode(Code)) {
  for (unsigned D = 0; D < 3; ++D)
    Segments[D] = {{0, Code.Groups[D] - 1}};
}

std::vector<GroupBox> LaunchRun::boxes() const {
  std::vector<GroupBox> Boxes;
  for (auto [FirstZ, LastZ] : Segments[2])
    for (auto [FirstY, LastY] : Segments[1])
      for (auto [FirstX, LastX] : Segments[0])
        Boxes.push_back({{FirstX, FirstY, FirstZ}, {LastX, LastY, LastZ}});
  return Boxes;
}

void LaunchRun::divide(const GroupCut &Cut) {
  std::vector<Segment> &Of = Segments[Cut.D];
  auto It =
      find_if(Of, [&](const Segment &S) { return S.second >= Cut.Index; });
  const int64_t First = It->first;
  It->first = Cut.Index;
  Of.insert(It, {First, Cut.Index - 1});
  erase_if(Values, [&](const auto &Run) {
    return Run.first.First[Cut.D] < Cut.Index &&
           Run.first.Last[Cut.D] >= Cut.Index;
  });
}

Error LaunchRun::run() {
  uint64_t Steps = MaxFollowed;
  for (bool IsDone = false; !IsDone;) {
    IsDone = true;
    const std::vector<GroupBox> Boxes = boxes();
    if (Boxes.size() > MaxBoxes)
      return errorAt(Code.F.getEntryBlock().front(),
                     "the work-groups of this launch use local memory in "
                     "too many different ways to be followed");
    for (const GroupBox &Box : Boxes) {
      if (Values.count(Box))
        continue;
      GroupValues Found;
      auto Cut = GroupRun(Code, Followed, Nodes, Box, Steps).run(Found);
      if (!Cut)
        return Cut.takeError();
      if (*Cut) {
        divide(**Cut);
        IsDone = false;
        break;
      }
      Values[Box] = std::move(Found);
    }
  }
  return Error::success();
}

} // namespace roofline
