// A network of gates covered with lookup tables.
//
/// \file
/// Each table of a cover computes one node from at most K others, its leaves.
/// Priority cuts: each node keeps a few good leaf sets, which join leaf sets of
/// its operands. A first cover has the least levels. Later ones choose smaller
/// leaf sets, by area flow, then by exact area, where no output gets later than
/// the latest one. Tables wider than the device's are pairs of smaller ones
/// with a multiplexer of the slice (MUXF7 to MUXF9, PFUMX and L6MUX21).
/// Source: Mishchenko, Cho, Chatterjee, Brayton, "Combinational and sequential
/// mapping with priority cuts", ICCAD 2007; the order of the passes is that of
/// ABC's command `if`.
#ifndef ROOFLINE_GATES_LUTMAPPING_H
#define ROOFLINE_GATES_LUTMAPPING_H

#include "roofline/Gates/GateNetwork.h"

#include <array>
#include <memory>

namespace roofline {

/// Inputs of the widest table that a cover has.
inline constexpr unsigned MaxLutInputs = 9;

/// Tables of a device, as a mapper chooses among them.
struct LutTarget {
  unsigned Inputs = 6; ///< of a table of the device
  unsigned Widest = 8; ///< inputs of a table with multiplexers of the slice
  /// Cost [1] of a table by its inputs.
  std::array<double, MaxLutInputs + 1> Area = {};
  /// A half of a wide table that is a constant needs no LUT.
  bool ConstantsAreFree = true;

  /// yosys synth_xilinx: abc -luts 2:2,3,6:5,10,20
  static constexpr LutTarget xc7() {
    return {6, 8, {0, 2, 2, 3, 5, 5, 5, 10, 20}};
  }
  /// yosys synth_xilinx -family xcup: abc -luts 2:2,3,6:5,10,20,40
  static constexpr LutTarget xcup() {
    return {6, 9, {0, 2, 2, 3, 5, 5, 5, 10, 20, 40}};
  }
  /// yosys synth_ecp5: abc -lut 4:7
  static constexpr LutTarget ecp5() {
    return {4, 7, {0, 1, 1, 1, 1, 2, 4, 8, 16}, false};
  }
};

/// The value of a table for each word of its inputs; input 0 counts 1.
using LutTable = std::array<uint64_t, 1 << (MaxLutInputs - 6)>;

/// A table of a cover, maybe of several LUTs.
struct MappedLut {
  uint8_t Size = 0;                            ///< inputs
  std::array<uint32_t, MaxLutInputs> Leaves{}; ///< signals, by input
  LutTable Table{};

  std::span<const uint32_t> leaves() const { return {Leaves.data(), Size}; }
};

/// LUTs and multiplexers of slices.
struct LutCount {
  std::array<unsigned, MaxLutInputs + 1> Luts{}; ///< by inputs
  /// Multiplexers by level: of two LUTs, of two such pairs, of two of these.
  std::array<unsigned, 3> Muxes{};

  unsigned total() const noexcept {
    unsigned Sum = 0;
    for (unsigned Each : Luts)
      Sum += Each;
    return Sum;
  }
  bool operator==(const LutCount &) const = default;
};

/// A cover. Its signals are numbered: 0 is false, then come the network's
/// inputs in their order, then the tables.
struct LutMapping {
  uint32_t InputCount = 0;
  std::vector<MappedLut> Luts;  ///< each after its leaves
  std::vector<Literal> Outputs; ///< of signals
  LutCount Count;               ///< with inverters
  /// LUTs of one input: for outputs that are an inverted input, and for signals
  /// that outputs read in both phases.
  unsigned Inverters = 0;

  uint32_t signalOf(size_t Lut) const { return uint32_t(1 + InputCount + Lut); }
};

/// LUTs of one table of a cover.
unsigned lutsOf(const MappedLut &Table, const LutTarget &Target);

/// Covers of parts of networks, by their shape, for one target.
class LutMemo {
public:
  LutMemo();
  ~LutMemo();
  LutMemo(LutMemo &&) noexcept;
  LutMemo &operator=(LutMemo &&) noexcept;
  struct Shapes;
  std::unique_ptr<Shapes> Parts;
};

/// Covers \p Network. Parts that share no gate are covered apart, and parts of
/// one shape once: copies cost little more than one.
LutMapping mapToLuts(const GateNetwork &Network, const LutTarget &Target);
/// Covers \p Network with the earlier covers in \p Memo, and adds to these.
LutMapping mapToLuts(const GateNetwork &Network, const LutTarget &Target,
                     LutMemo &Memo);

/// Delays of the parts of a cover, in any one unit.
struct LutDelays {
  std::array<double, MaxLutInputs + 1> ByInputs{0, 1, 1, 1, 1, 1, 1, 1, 1, 1};
};

/// Returns the times at which outputs of a cover are known, from those of its
/// inputs.
std::vector<double> outputArrivals(const LutMapping &Mapping,
                                   const LutDelays &Delays,
                                   std::span<const double> Inputs);

/// Tables on the longest path.
unsigned levelsOf(const LutMapping &Mapping);

} // namespace roofline

#endif
