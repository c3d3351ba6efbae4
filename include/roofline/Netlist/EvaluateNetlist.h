// Runs a netlist cycle by cycle.
//
/// \file
/// For tests and verification: clear, not fast. Units compute what their
/// operator means; rtl/ is tested against that elsewhere.
#ifndef ROOFLINE_NETLIST_EVALUATENETLIST_H
#define ROOFLINE_NETLIST_EVALUATENETLIST_H

#include "roofline/Netlist/Netlist.h"

namespace roofline {

/// Simulates one instance of a netlist. Inputs that are never set are 0.
class NetlistSimulator {
public:
  /// Runs \p N as its instance \p Instance. \p N obeys checkNetlist() and lives
  /// longer than the simulator. \p Seed fills all state with random words, to
  /// show results that depend on them; without it they are 0.
  explicit NetlistSimulator(const Netlist &N, uint32_t Instance = 0,
                            std::optional<uint64_t> Seed = std::nullopt);

  /// Sets \p Width bits, at most 64, of input port \p Port from bit \p Low on.
  void setInput(uint32_t Port, uint32_t Low, uint32_t Width, uint64_t Value);
  /// Sets a port of at most 64 bits.
  void setInput(uint32_t Port, uint64_t Value) {
    setInput(Port, 0, N.Inputs[Port].Width, Value);
  }
  /// Returns \p Width bits, at most 64, of output port \p Port in this cycle.
  uint64_t output(uint32_t Port, uint32_t Low, uint32_t Width);
  /// Returns the word of an output port of at most 64 bits.
  uint64_t output(uint32_t Port) {
    return output(Port, 0, N.Outputs[Port].Width);
  }
  /// Returns the word of cell \p C in this cycle.
  uint64_t word(CellId C) {
    settle();
    return Words[C];
  }
  /// Ends the cycle with a clock edge.
  void clock();

private:
  /// Contents of a clocked cell beside its word.
  struct State {
    std::vector<uint64_t> Words; ///< pipeline or memory
    size_t Place = 0;            ///< next place in it
  };

  const Netlist &N;
  uint32_t Instance;
  std::vector<std::vector<uint64_t>> Ports; ///< by input, 64 bits each
  std::vector<uint64_t> Words;              ///< by cell
  std::vector<State> States;                ///< by cell
  std::vector<std::vector<uint64_t>> Memories;
  uint64_t Garbage = 0x9e3779b97f4a7c15; ///< what a collision reads
  std::vector<CellId> Clocked, Wires;    ///< all cells, in their order
  bool IsSettled = false;

  void settle();
  bool isOn(const std::optional<CellId> &Condition, bool Otherwise) const {
    return Condition ? Words[*Condition] : Otherwise;
  }
  uint64_t portBits(uint32_t Port, uint64_t Low, uint32_t Width) const;
  uint64_t wire(const Cell &C) const;
  uint64_t compute(const Cell &C) const;
  uint64_t afterEdge(CellId Id);
  uint64_t readMemory(const Cell &C, uint64_t Before);
  void writeMemories();
};

/// Returns the port of \p Ports with name \p Name, or nothing.
std::optional<uint32_t> findPort(const std::vector<NetlistPort> &Ports,
                                 std::string_view Name);

} // namespace roofline

#endif
