// Runs a netlist of bits cycle by cycle, 64 cases side by side.
#ifndef ROOFLINE_UNITTESTS_MAPPING_BITSIMULATOR_H
#define ROOFLINE_UNITTESTS_MAPPING_BITSIMULATOR_H

#include "roofline/Mapping/BitNetlist.h"

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

/// Simulates flip-flops, which begin with 0, carry chains and gates. Words of
/// boxes stay 0. Bit I of a word is that of case I.
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
  void settle();
};

} // namespace roofline::test

#endif
