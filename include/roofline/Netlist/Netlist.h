// A module of a core as words: operators, registers, delays and memories.
//
/// \file
/// Describes a module once: Verilog is printed from it and its price is
/// computed on it. A cell drives one word, so that cells and words have one
/// numbering. Registers, delays, rings, memories and units with a latency may
/// read any cell; other cells read earlier ones, so that there are no loops
/// without a register. The clock is
/// implicit. Plain structs, std-only. docs/netlist.md describes the JSON.
#ifndef ROOFLINE_NETLIST_NETLIST_H
#define ROOFLINE_NETLIST_NETLIST_H

#include "roofline/Base/SourceLocation.h"
#include "roofline/Base/ValueType.h"
#include "roofline/Stream/DatapathOps.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Index into Netlist::Cells.
using CellId = uint32_t;

enum class CellKind : uint8_t {
  Input,     ///< bits of input port Index from bit Value on
  Constant,  ///< Value
  Parameter, ///< constant Index of Netlist::Parameters
  Bits,      ///< bits of operand 0 from bit Value on
  Join,      ///< the operands side by side, the first one lowest
  Operator,  ///< Op of the operands, without a register
  Unit,      ///< Op of the operands, as Netlist::Units[Index] builds it
  Register,  ///< operand 0, a cycle later; Value 1: in no shift register
  Delay,     ///< operand 0, Value cycles later, read nowhere in between
  Ring,      ///< operand 0 through the memory of Netlist::Rings[Index]; all
             ///< of one memory have one Enable, one Load and one operand 1,
             ///< the last address where it is no constant
  Read,      ///< the word of Netlist::Memories[Index] at address operand 0, a
             ///< cycle later; any word where it is written in the same cycle
  Write, ///< at address operand 0 of Netlist::Memories[Index] goes operand 1
         ///< where Enable is 1; no word of its own
};

/// One word and what drives it.
struct Cell {
  CellKind Kind = CellKind::Constant;
  DatapathOp Op = DatapathOp::Constant; ///< of Operator and Unit
  uint32_t Width = 1;                   ///< [bit] of the word: 1 to 64
  uint64_t Value = 0;                   ///< see CellKind
  uint32_t Index = 0;                   ///< see CellKind
  std::vector<CellId> Operands;
  /// Clocks a Register, Delay, Ring or Unit in the cycles where it is 1;
  /// nothing: in all cycles.
  std::optional<CellId> Enable;
  /// A Register takes LoadValue where Load is 1, enabled or not. A Ring
  /// restarts its address there.
  std::optional<CellId> Load, LoadValue;
  uint32_t Section = 0; ///< index into Netlist::Sections
  std::string Name;     ///< in Verilog; empty: printed in its reader's place
  SourceLocation Loc;
  bool operator==(const Cell &) const = default;
};

/// A port; an output's word is the Drivers side by side, the first one lowest.
struct NetlistPort {
  std::string Name;
  uint32_t Width = 1; ///< [bit]
  std::vector<CellId> Drivers;
  bool operator==(const NetlistPort &) const = default;
};

/// A constant that the instances of a module give.
struct NetlistParameter {
  std::string Name;
  uint32_t Width = 1;           ///< [bit]
  std::vector<uint64_t> Values; ///< by instance
  bool operator==(const NetlistParameter &) const = default;
};

/// Purpose of a section's cells.
enum class CellPurpose : uint8_t { Control, Datapath, Reductions };

/// Cells that stand together in the Verilog.
struct NetlistSection {
  std::string Title; ///< a comment, perhaps of several lines
  CellPurpose Purpose = CellPurpose::Control;
  bool operator==(const NetlistSection &) const = default;
};

/// A memory of Length - 1 words that is read before it is written, and its
/// output register. Words of equal length lie side by side.
struct NetlistRing {
  int64_t Length = 0; ///< [cycle] the greatest one, with a last address
  bool operator==(const NetlistRing &) const = default;
};

/// A memory with one port that reads and one that writes, each at an address
/// of its own.
struct NetlistMemory {
  std::string Name;   ///< in Verilog
  uint32_t Width = 1; ///< [bit] of a word
  uint64_t Words = 1;
  std::vector<uint64_t> Contents; ///< by word; empty: unknown words at first
  bool operator==(const NetlistMemory &) const = default;
};

/// An instance of a module of rtl/.
struct NetlistUnit {
  std::string Module;
  /// Names and values, in the order of the text.
  std::vector<std::pair<std::string, std::string>> Parameters;
  uint32_t Latency = 0; ///< [cycle]
  bool HasClock = true;
  bool operator==(const NetlistUnit &) const = default;
};

struct Netlist {
  std::string Name;
  std::vector<NetlistPort> Inputs; ///< the clock is none of them
  std::vector<NetlistPort> Outputs;
  std::vector<NetlistParameter> Parameters;
  std::vector<NetlistSection> Sections;
  std::vector<NetlistRing> Rings;
  std::vector<NetlistMemory> Memories;
  std::vector<NetlistUnit> Units;
  std::vector<Cell> Cells;
  bool operator==(const Netlist &) const = default;
};

/// True for the ports of memories.
constexpr bool isOfMemory(CellKind Kind) noexcept {
  return Kind == CellKind::Read || Kind == CellKind::Write;
}
/// True where \p Kind holds its word until a clock edge.
constexpr bool isClocked(CellKind Kind) noexcept {
  return Kind == CellKind::Register || Kind == CellKind::Delay ||
         Kind == CellKind::Ring || isOfMemory(Kind);
}
/// True where cell \p C of \p N breaks a path: its word does not depend on this
/// cycle's operands.
inline bool isClocked(const Netlist &N, const Cell &C) noexcept {
  return isClocked(C.Kind) ||
         (C.Kind == CellKind::Unit && N.Units[C.Index].Latency > 0);
}

/// True where cell \p C of \p N inverts all bits of its first operand.
bool isInverter(const Netlist &N, const Cell &C);

/// Calls \p Use(operand) for every cell that \p C reads; CellT is Cell or const
/// Cell.
template <typename CellT, typename UseFn>
void forEachOperand(CellT &C, UseFn Use) {
  for (auto &O : C.Operands)
    Use(O);
  for (auto *O : {&C.Enable, &C.Load, &C.LoadValue})
    if (*O)
      Use(**O);
}

/// Returns the kind of \p C, with the operator if it has one: "add", "unit
/// fadd", "register".
std::string kindName(const Cell &C);

/// Returns the first broken rule of those above ("cell 7, add: operand 9 is not
/// before it"), or nothing.
std::optional<std::string> checkNetlist(const Netlist &N);

/// Gives the readers of equal cells, registers as well, one of them, and drops
/// the others.
void mergeEqualCells(Netlist &N);

/// Drops the cells that no output reads, then the parameters, rings, memories
/// and units that no cell uses; the others keep their order. A memory that is
/// read keeps what is written to it.
void removeDeadCells(Netlist &N);

/// Text for people: ports, then a line for each cell, by sections,
///   add3 [32] = add #7 in0, enable advance  // k.cl:4:7
/// where #7 is a cell without a name. Constants, parts of words and inverters
/// of one bit stand in their readers' places.
std::string dumpNetlist(const Netlist &N);

} // namespace roofline

#endif
