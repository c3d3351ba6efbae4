// The load/store units of a design, and the words that they ask memory for.
//
/// \file
/// Source: Intel FPGA SDK for OpenCL Best Practices Guide, "Load-Store Units":
/// a unit coalesces requests that follow each other; a load is cached where its
/// accesses repeat; neighbours are coalesced statically into one wider unit.
#ifndef ROOFLINE_LIB_BOARD_LOADSTOREUNITS_H
#define ROOFLINE_LIB_BOARD_LOADSTOREUNITS_H

#include "BoundLaunch.h"

#include "roofline/Board/Replay.h"

namespace roofline {

/// No word, nor one beside it.
constexpr int64_t NoWord = INT64_MIN / 2;

/// One word of a cache.
struct CacheLine {
  int64_t Word = NoWord;
  double Skipped = 0; ///< LoadStoreUnit::Skipped as the word was loaded
};

struct LoadStoreUnit {
  ReplayedUnit Result;
  LoopCopy Copy; ///< which copy of unrolled loops it belongs to
  /// An earlier unit of the block, a whole number of words away from which it
  /// always is: what one asks for, the other does.
  std::optional<uint32_t> Twin;
  bool JoinsLanes = false;      ///< one request for a vector of work-items
  std::vector<CacheLine> Cache; ///< empty: it has none
  /// [word] The cache's loads, and those in what is not gone through, which
  /// drive out what was there before.
  double Loaded = 0, Skipped = 0;
  std::vector<int64_t> Last; ///< word, by lane
  int64_t Recent = NoWord;   ///< word of any lane

  void forget();
  /// Asks for the bytes from \p Start to \p End, \p Weight times.
  void request(uint32_t Lane, int64_t Start, int64_t End, uint32_t WordBytes,
               double Weight);
  /// The same \p Number times, each \p Step bytes behind the one before; of a
  /// unit that joins lanes.
  void requestRun(int64_t Start, int64_t End, int64_t Step, uint64_t Number,
                  uint32_t WordBytes, double Weight);

private:
  void load(int64_t First, int64_t Final, double Weight);
};

/// The units of the code directly inside loop \p Part, the number of loops for
/// that in none: by block of the kernel.
std::vector<std::vector<LoadStoreUnit>>
loadStoreUnits(BoundLaunch &Of, const Design &D, const BoardMechanisms &With,
               size_t Part);

} // namespace roofline

#endif
