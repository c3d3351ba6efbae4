// Netlists by chance.
#ifndef ROOFLINE_UNITTESTS_NETLIST_RANDOMNETLIST_H
#define ROOFLINE_UNITTESTS_NETLIST_RANDOMNETLIST_H

#include "roofline/Netlist/EvaluateNetlist.h"

#include <random>

namespace roofline::test {

/// A netlist with cells of every kind, many of which no output reads. It has
/// three instances.
Netlist randomNetlist(uint64_t Seed);

/// Sets every input port to random bits.
void setRandomInputs(NetlistSimulator &S, const Netlist &N,
                     std::mt19937_64 &Random);

/// The words of all outputs, 64 bits each.
std::vector<uint64_t> outputWords(NetlistSimulator &S, const Netlist &N);

/// Expects that both do the same in 150 cycles, of inputs that \p Seed gives.
void expectSameOutputs(const Netlist &Was, const Netlist &Is, uint64_t Seed);

} // namespace roofline::test

#endif
