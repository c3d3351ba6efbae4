// Control around the lanes of a core: start, done and joined reductions.
#ifndef ROOFLINE_LIB_NETLIST_CORECONTROL_H
#define ROOFLINE_LIB_NETLIST_CORECONTROL_H

#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <optional>

namespace roofline {

/// Adds it to a netlist: begin(), then, with the lanes' results, joined().
class CoreControl {
public:
  CoreControl(NetlistBuilder &B, const StreamKernel &K, const StreamDesign &D,
              const LaneNames &Names)
      : B(B), K(K), D(D), Names(Names) {}

  /// Adds the inputs of a launch, the start, which loads the lanes, and done.
  /// \p Busy are the words that say that a lane runs; \p FinishBusy is that of
  /// the lane of a Finish kernel.
  void begin(const std::vector<CellId> &Busy, std::optional<CellId> FinishBusy);
  /// Returns the reductions of all lanes, whose \p Results are by lane.
  std::vector<CellId> joined(const std::vector<std::vector<CellId>> &Results);

  CellId Reset = 0, Load = 0;
  CellId FinishLoad = 0; ///< where there is a Finish kernel
  std::vector<CellId> Scalars;
  std::vector<std::optional<CellId>> Initials; ///< that are ports

private:
  CellId join(uint32_t I, std::vector<CellId> Values);

  NetlistBuilder &B;
  const StreamKernel &K;
  const StreamDesign &D;
  const LaneNames &Names;
};

} // namespace roofline

#endif
