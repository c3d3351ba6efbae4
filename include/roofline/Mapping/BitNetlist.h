// A netlist bit by bit: gates, carry chains, flip-flops and boxes.
//
/// \file
/// Lowers each cell of a netlist as a family's synthesis does. Like synthesis,
/// it finds equal and constant bits, registers with a synchronous reset or an
/// enable of their own, and bits that nothing reads. Modules of rtl/ and
/// memories stay boxes. Wires vanish: a bit that only passes through operators
/// and registers is a chain of flip-flops.
#ifndef ROOFLINE_MAPPING_BITNETLIST_H
#define ROOFLINE_MAPPING_BITNETLIST_H

#include "roofline/Gates/GateNetwork.h"
#include "roofline/Netlist/Netlist.h"

#include <algorithm>
#include <functional>

namespace roofline {

/// Bits of a word, the lowest one first.
using BitWord = std::vector<Literal>;

inline bool isConstant(Literal L) noexcept { return L.node() == 0; }
inline bool isConstant(const BitWord &W) noexcept {
  return std::all_of(W.begin(), W.end(),
                     [](Literal L) { return isConstant(L); });
}

/// One bit of a register. Word is an input of the gates; the others are
/// functions that the gates compute.
struct FlipFlop {
  Literal Word, Data;
  Literal Enable = Literal::constant(true);
  Literal Reset = Literal::constant(false); ///< synchronous, before Enable
  bool ResetTo = false;
  bool CanShift = true; ///< part of a plain delay: no reset
  bool IsApart = false; ///< synthesis keeps it beside its equals
  /// Synthesis finds the reset bit by bit, so that it has a gate for each bit.
  bool HasOwnReset = false;
  CellId Cell = 0;
};

/// A bit of a carry chain: Sum = Propagate ^ carry; the next carry is this one
/// where Propagate is 1, else Generate. Sum and Carry are inputs of the gates.
struct CarryBit {
  Literal Propagate, Generate, Sum, Carry;
};
struct CarryChain {
  Literal CarryIn; ///< the first carry
  std::vector<CarryBit> Bits;
  CellId Cell = 0;
};

/// A module or a port of a memory, whose output bits are inputs of the gates.
struct BitBox {
  CellId Cell = 0;
  std::vector<BitWord> Operands;
  BitWord Word;             ///< none of a port that writes
  std::vector<bool> IsRead; ///< by bit of Word
  /// [bit] Registers of its operands and of its result that are flip-flops of
  /// the netlist, so that others may share them.
  uint32_t OperandRegisters = 0, ResultRegisters = 0;
  /// Memory that it is a port of, in Netlist::Memories.
  std::optional<uint32_t> Memory = {};

  bool writes() const noexcept { return Memory && Word.empty(); }
};

/// Registers of a product's result that are not in DSP blocks: one for each of
/// its Bits, then a second one from the lowest bit on, as far as Number goes.
struct ResultRegisters {
  uint32_t Bits = 0; ///< [bit] above are zeros, or copies of the highest one
  uint32_t Number = 0;
};

struct BitNetlist {
  GateNetwork Gates;
  std::vector<bool> Lives; ///< by node: something reads it
  std::vector<FlipFlop> FlipFlops;
  std::vector<CarryChain> Chains;
  std::vector<BitBox> Boxes;
  std::vector<BitWord> Inputs;  ///< as Netlist::Inputs; false: not read
  std::vector<BitWord> Outputs; ///< as Netlist::Outputs
};

/// Calls \p Use(literal) for each bit that flip-flops, chains, boxes and
/// outputs of \p B read; without \p OfChains but the first carries of chains.
template <typename UseFn>
void forEachRead(const BitNetlist &B, UseFn Use, bool OfChains = true) {
  for (const FlipFlop &F : B.FlipFlops)
    for (Literal L : {F.Data, F.Enable, F.Reset})
      Use(L);
  for (const CarryChain &C : B.Chains) {
    Use(C.CarryIn);
    for (const CarryBit &Bit : C.Bits)
      if (OfChains) {
        Use(Bit.Propagate);
        Use(Bit.Generate);
      }
  }
  for (const BitBox &Box : B.Boxes)
    for (const BitWord &W : Box.Operands)
      std::for_each(W.begin(), W.end(), Use);
  for (const BitWord &W : B.Outputs)
    std::for_each(W.begin(), W.end(), Use);
}

/// Parts that a memory is built of.
enum class MemoryParts : uint8_t {
  Blocks, ///< memory blocks with a register at their output
  Tables, ///< lookup tables that are written, and flip-flops behind them
  Gates,  ///< of constants: logic, and flip-flops behind it
};

/// [word] of the largest memory that the Verilog asks lookup tables for.
constexpr uint64_t MostTableWords = 64;

/// How a family's synthesis builds sums, comparisons, products and memories.
struct LoweringStyle {
  uint32_t LutInputs = 6;
  /// [bit] Shorter sums are gates, and comparisons of as few pieces.
  uint32_t LeastSum = 3;
  /// A chain's bit reads one function of both operands, which is a table of the
  /// logic; comparisons are pieces of a table each. Otherwise the chain has
  /// tables of its own and reads both operands; comparisons are differences.
  bool ReadsPropagate = true;
  /// A chain's own tables take its operands in either phase.
  bool ChainsInvert = false;
  /// The carry behind the last bit is computed again from its sum.
  bool HidesCarry = false;
  /// [LUT] Tables of a chain's own: of each bit, rounded up to whole steps of
  /// BitsAStep, and of a first carry that is 1.
  uint32_t BitLuts = 0, BitsAStep = 1, StartLuts = 0;
  /// DSP blocks of products with registers take in one more register before
  /// each operand.
  bool ProductsTakeRegisters = true;
  /// Registers behind the blocks of a product; nothing: all are in the blocks.
  std::function<ResultRegisters(const Netlist &, const BitBox &)> BehindBlocks =
      {};
  /// [word] of a lookup table that is written; a longer memory has several.
  uint32_t TableWords = 64;
  bool BlocksHaveContents = true; ///< synthesis gives blocks their contents
  /// [1] Synthesis takes blocks of BlockWidth [bit] and BlockWords [word] where
  /// the memory fills so much of them; 0: it does as the Verilog asks.
  double LeastBlockUse = 0;
  uint32_t BlockWidth = 20, BlockWords = 512;

  MemoryParts partsOf(const NetlistMemory &M) const noexcept;
};

/// Lowers \p N; parameters have the values of instance \p Instance. Drops all
/// that no output depends on. The gates' outputs are the bits that the other
/// parts read.
BitNetlist lowerNetlist(const Netlist &N, const LoweringStyle &Style,
                        uint32_t Instance = 0);

} // namespace roofline

#endif
