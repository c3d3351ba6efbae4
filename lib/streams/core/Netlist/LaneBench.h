// Runs a lane between memories, as a core's top module and its host do.
#ifndef ROOFLINE_LIB_NETLIST_LANEBENCH_H
#define ROOFLINE_LIB_NETLIST_LANEBENCH_H

#include "roofline/Netlist/EvaluateNetlist.h"
#include "roofline/Netlist/LaneNetlist.h"
#include "roofline/Stream/EvaluateStreamKernel.h"

#include <random>

namespace roofline {

/// A lane and the data that it runs on.
struct LaneTask {
  const Netlist &N;
  const StreamKernel &K;
  const StreamDesign &D;
  const LaneNames &Names;
  const StreamMemory &Input;     ///< as before the launch
  std::vector<uint64_t> Initial; ///< by reduction: from which the lane starts
};

/// One lane with sources and sinks at its streams. The first problem stays.
class LaneBench {
public:
  LaneBench(const LaneTask &T, uint32_t Lane, uint64_t Seed);

  void reset();
  /// Runs a launch, which writes to \p Out. Returns the [cycle] from its first
  /// edge to its last.
  int64_t launch(bool HasPauses, StreamMemory &Out);
  uint64_t result(uint32_t Reduction);
  const std::optional<std::string> &problem() const { return Problem; }

private:
  using Place = std::array<int64_t, 3>;
  /// A stream port with the positions of its beats.
  struct End {
    uint32_t Stream = 0; ///< the first one of the port
    std::string Name;
    uint32_t Data = 0, Valid = 0, Ready = 0, Last = 0, Strobe = 0; ///< ports
    std::vector<Place> Beats;
    size_t Next = 0;        ///< beat
    bool IsWaiting = false; ///< a beat was offered, and not taken
    std::vector<uint64_t> Offered;
  };

  const LaneTask &T;
  NetlistSimulator S;
  std::mt19937_64 Random;
  uint32_t Busy = 0;
  std::vector<End> Sources, Sinks;
  bool HasPauses = false;
  std::optional<std::string> Problem;

  void fail(const std::string &What) {
    if (!Problem)
      Problem = What;
  }
  uint32_t in(const std::string &Name);
  uint32_t out(const std::string &Name);
  void addSources(uint32_t Lane);
  void addSinks(uint32_t Lane);
  void offer(End &Source);
  void fill(const End &Source);
  void cycle(StreamMemory &Out);
  void checkOffer(End &Sink, bool IsValid);
  void store(const End &Sink, StreamMemory &Out);
  std::vector<uint64_t> words(uint32_t Port);
};

} // namespace roofline

#endif
