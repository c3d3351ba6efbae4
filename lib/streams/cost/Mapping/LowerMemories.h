// Memories as blocks, as lookup tables, or as gates.
#ifndef ROOFLINE_LIB_MAPPING_LOWERMEMORIES_H
#define ROOFLINE_LIB_MAPPING_LOWERMEMORIES_H

#include "roofline/Mapping/BitNetlist.h"

namespace roofline {

/// A word of new inputs.
BitWord makeWord(GateNetwork &G, uint32_t Width);

/// Adds the ports of a netlist's memories to its bits, after all its words.
class MemoryLowering {
public:
  MemoryLowering(const Netlist &N, const LoweringStyle &Style,
                 const std::vector<BitWord> &Words, BitNetlist &B)
      : N(N), Style(Style), Words(Words), B(B), G(B.Gates) {}

  /// Adds port \p Id; the word of one that reads is there already.
  void addPort(CellId Id);

private:
  const Netlist &N;
  const LoweringStyle &Style;
  const std::vector<BitWord> &Words; ///< by cell
  BitNetlist &B;
  GateNetwork &G;

  const NetlistMemory &memoryOf(CellId Id) const {
    return N.Memories[N.Cells[Id].Index];
  }
  const BitWord &addressOf(CellId Id) const {
    return Words[N.Cells[Id].Operands[0]];
  }
  Literal enableOf(CellId Id) const;
  BitBox boxOf(CellId Id) const;
  void addFlipFlops(CellId Id, const BitWord &Data);
  void addToBlock(CellId Id);
  BitWord constantAt(CellId Id, uint64_t High, uint32_t Bits);
  uint64_t numTables(CellId Id) const;
  uint32_t tableBits(CellId Id) const;
  BitWord lowBits(CellId Id) const;
  BitWord wordOfTables(CellId Id);
  void writeTables(CellId Id);
};

} // namespace roofline

#endif
