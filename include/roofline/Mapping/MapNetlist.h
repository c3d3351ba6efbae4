// The cells of a device family that a netlist becomes.
#ifndef ROOFLINE_MAPPING_MAPNETLIST_H
#define ROOFLINE_MAPPING_MAPNETLIST_H

#include "roofline/Gates/LutMapping.h"
#include "roofline/Mapping/BitNetlist.h"

#include <map>

namespace roofline {

/// Cells of a family, and how its synthesis uses them.
struct FamilyCells {
  LutTarget Luts = LutTarget::xc7();
  LoweringStyle Style;
  /// [cycle] Delays of at least so many registers are shift registers; nothing:
  /// the family has none.
  std::optional<uint32_t> LeastShift = 3;
  /// [bit] and [LUT] of a cell of Style.TableWords words, and [bit] of one that
  /// has half as many.
  uint32_t TableCellBits = 3, TableCellLuts = 4, HalfTableCellBits = 6;

  /// [LUT] of each table of \p M, a memory of tables.
  uint32_t tableLuts(const NetlistMemory &M) const noexcept {
    const uint32_t Bits =
        2 * M.Words <= Style.TableWords ? HalfTableCellBits : TableCellBits;
    return (M.Width + Bits - 1) / Bits * TableCellLuts;
  }
};

/// A netlist covered with cells.
struct MappedNetlist {
  BitNetlist Bits;
  LutMapping Logic;
  std::vector<bool> Shifts; ///< by flip-flop: it is in a shift register
  /// [cycle] By flip-flop: length of the shift register that it ends, or 0.
  std::vector<uint32_t> ShiftEnds;
  /// Number of shift registers of one bit, by length [cycle].
  std::map<uint32_t, uint32_t> ShiftRegisters;
  uint32_t FlipFlops = 0; ///< outside of shift registers
  uint32_t CarryBits = 0, ChainLuts = 0;
  uint32_t OwnResets = 0;      ///< LUTs of resets found bit by bit
  uint32_t MergedControls = 0; ///< LUTs of enables within those of the data
};

/// Tables that \p C has of its own.
uint32_t chainLuts(const LoweringStyle &Style, const CarryChain &C);

/// Covers \p N; \p Memo knows earlier covers of the family's cells.
MappedNetlist mapNetlist(const Netlist &N, const FamilyCells &Family,
                         LutMemo &Memo);
MappedNetlist mapNetlist(const Netlist &N, const FamilyCells &Family);

} // namespace roofline

#endif
