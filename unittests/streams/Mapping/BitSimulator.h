// Runs a netlist of bits cycle by cycle, 64 cases side by side.
#ifndef ROOFLINE_UNITTESTS_MAPPING_BITSIMULATOR_H
#define ROOFLINE_UNITTESTS_MAPPING_BITSIMULATOR_H

#include "roofline/Mapping/BitNetlist.h"

#include <map>

namespace roofline::test {

/// The three families' styles, as familyCells() has them.
struct NamedStyle {
  const char *Name;
  LoweringStyle Style;
};
inline const NamedStyle LoweringStyles[] = {
    {"xc7", {}},
    {"ecp5", {4, 5, false, false, 1, 2, 0}},
    {"cyclonev", {6, 1, false, true, 1, 1, 1}},
};

/// Simulates flip-flops and memories, which begin with 0, carry chains and
/// gates. Words of other boxes stay 0. Bit I of a word is that of case I.
class BitSimulator {
public:
  /// \p B, which \p Style made, lives longer than the simulator.
  BitSimulator(const BitNetlist &B, const LoweringStyle &Style);

  void setInput(uint32_t Port, uint32_t Bit, uint64_t Cases);
  /// Returns a bit of an output port in this cycle.
  uint64_t output(uint32_t Port, uint32_t Bit);
  /// Ends the cycle with a clock edge.
  void clock();

private:
  const BitNetlist &B;
  bool ReadsPropagate;
  std::vector<uint64_t> Inputs; ///< of the gates
  std::vector<uint64_t> Nodes;  ///< of the gates
  bool IsSettled = false;

  uint64_t valueOf(Literal L) const { return GateNetwork::valueOf(Nodes, L); }
  /// Sets an input of the gates; true where it changes.
  bool set(Literal Input, uint64_t Cases);
  bool runChain(const CarryChain &C);
  /// Words of a memory by its index and the number of its table: bit by bit.
  std::map<std::pair<uint32_t, size_t>, std::vector<uint64_t>> Memories;
  /// Table that a box reads: boxes of one cell follow one another.
  size_t tableOf(size_t Box) const;
  /// Cases in which \p Address is \p Word.
  uint64_t casesAt(const BitWord &Address, uint64_t Word) const;
  std::vector<uint64_t> &memory(const BitBox &Box, size_t Table, size_t Width);
  std::vector<uint64_t> read(size_t Box);
  bool runTables();
  void write(const BitBox &Box);
  void settle();
};

} // namespace roofline::test

#endif
