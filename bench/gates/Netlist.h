// Netlists that yosys wrote: how many cells of each kind, and their levels.
#ifndef ROOFLINE_BENCH_GATES_NETLIST_H
#define ROOFLINE_BENCH_GATES_NETLIST_H

#include <map>
#include <string>

namespace roofline::bench {

struct NetlistCount {
  unsigned Luts = 0, Muxes = 0;
  unsigned Levels = 0; ///< a multiplexer of a slice is one with its LUTs
};

/// The modules of a BLIF file, by name.
std::map<std::string, NetlistCount> readNetlists(const std::string &Path);

} // namespace roofline::bench

#endif
