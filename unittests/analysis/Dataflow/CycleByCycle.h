// A network of pipelines simulated clock by clock, without cleverness.
//
/// \file
/// The other implementation that DataflowRun is compared with: pipelines as
/// lists of iterations in flight, FIFOs as lists of times.
#ifndef ROOFLINE_UNITTESTS_CYCLEBYCYCLE_H
#define ROOFLINE_UNITTESTS_CYCLEBYCYCLE_H

#include "roofline/Dataflow/DataflowNetwork.h"

#include <cstdint>
#include <optional>
#include <vector>

struct PlainAccess {
  uint32_t Fifo = 0;
  bool IsWrite = false;
  uint32_t Stage = 1;
  std::vector<bool> Iterations; ///< those that execute it
};

/// A pipelined loop.
struct PlainNest {
  uint64_t Trips = 1;
  uint32_t Interval = 1, Depth = 4;
  std::vector<PlainAccess> Accesses;
};

struct PlainProcess {
  std::vector<PlainNest> Nests; ///< one after another, three cycles between
  roofline::StallStyle Style = roofline::StallStyle::Freezes;
};

struct PlainNetwork {
  std::vector<PlainProcess> Processes;
  std::vector<roofline::Fifo> Fifos;
  std::vector<roofline::BufferedArray> Arrays;
};

/// The same as patterns of local cycles.
roofline::DataflowNetwork networkOf(const PlainNetwork &N);

struct PlainResult {
  bool IsDeadlock = false;
  uint64_t Cycles = 0;
  std::vector<uint64_t> Dones; ///< of the last call, by process
  std::vector<uint64_t> Peaks; ///< by FIFO
  bool operator==(const PlainResult &) const = default;
};

PlainResult simulateByCycle(const PlainNetwork &N, unsigned Calls = 1);

#endif
