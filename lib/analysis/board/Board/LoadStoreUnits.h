// The load/store units of a design, and the memory words that they request.
//
/// \file
/// Source: Intel FPGA SDK for OpenCL Best Practices Guide, "Load-Store Units":
/// a unit coalesces consecutive requests; a load whose accesses repeat is
/// cached; neighbours are coalesced statically into one wider unit.
#ifndef ROOFLINE_LIB_BOARD_LOADSTOREUNITS_H
#define ROOFLINE_LIB_BOARD_LOADSTOREUNITS_H

#include "BoundLaunch.h"

#include "roofline/Board/Replay.h"

namespace roofline {

/// No word, nor a neighbour of one.
constexpr int64_t NoWord = INT64_MIN / 2;

/// One word of a cache.
struct CacheLine {
  int64_t Word = NoWord;
  double Skipped = 0; ///< LoadStoreUnit::Skipped at the load of the word
};

struct LoadStoreUnit {
  ReplayedUnit Result;
  LoopCopy Copy; ///< its copy of unrolled loops
  /// An earlier unit of the block at a constant distance of whole words: both
  /// make the same requests.
  std::optional<uint32_t> Twin;
  bool JoinsLanes = false;      ///< one request for a vector of work-items
  std::vector<CacheLine> Cache; ///< empty: none
  /// [word] Loads of the cache, and loads in code that the replay skips; both
  /// evict older words.
  double Loaded = 0, Skipped = 0;
  std::vector<int64_t> Last; ///< last word, by lane
  int64_t Recent = NoWord;   ///< last word of any lane

  void forget();
  /// Requests the bytes from \p Start to \p End, \p Weight times.
  void request(uint32_t Lane, int64_t Start, int64_t End, uint32_t WordBytes,
               double Weight);
  /// Requests \p Number ranges, each \p Step bytes after the one before, for a
  /// unit that joins lanes.
  void requestRun(int64_t Start, int64_t End, int64_t Step, uint64_t Number,
                  uint32_t WordBytes, double Weight);

private:
  void load(int64_t First, int64_t Final, double Weight);
};

/// The units of the code directly inside loop \p Part, by block of the kernel.
/// The number of loops stands for the code in no loop.
std::vector<std::vector<LoadStoreUnit>>
loadStoreUnits(BoundLaunch &Launched, const Design &D,
               const BoardMechanisms &With, size_t Part);

} // namespace roofline

#endif
