// Builds netlists cell by cell.
#ifndef ROOFLINE_NETLIST_NETLISTBUILDER_H
#define ROOFLINE_NETLIST_NETLISTBUILDER_H

#include "roofline/Netlist/Netlist.h"

#include <map>

namespace roofline {

/// Clocked behaviour of a register beside its data.
struct RegisterControl {
  std::optional<CellId> Enable, Load, LoadValue;
  bool IsApart = false; ///< in no shift register
};

/// Adds cells to a netlist. Folds wires and constants: bits of bits, joins or
/// constants are no new cells, and neither is an operator that equals an
/// operand or a constant.
class NetlistBuilder {
public:
  Netlist N;
  /// Compares two words by the sign of their difference: where chains add their
  /// operands themselves, yosys makes the same of `<`, or that and a comparison
  /// for equality, by the order in which it met the names.
  bool ComparesBySign = false;

  /// Begins a section; later cells stand in it.
  void section(std::string Title, CellPurpose Purpose);
  uint32_t currentSection() const { return Section; }
  void setSection(uint32_t S) { Section = S; }
  /// Cells added from now on come from \p L of the source.
  void setLocation(const SourceLocation &L) { Loc = L; }

  uint32_t inputPort(std::string Name, uint32_t Width);
  CellId input(uint32_t Port, uint32_t Low, uint32_t Width);
  /// A port of at most 64 bits as one word.
  CellId input(std::string Name, uint32_t Width) {
    return input(inputPort(std::move(Name), Width), 0, Width);
  }
  void output(std::string Name, std::vector<CellId> Drivers);

  CellId constant(uint64_t Value, uint32_t Width);
  /// A constant where all \p Values are equal.
  CellId parameter(std::string Name, uint32_t Width,
                   const std::vector<uint64_t> &Values);

  CellId bits(CellId Id, uint32_t Low, uint32_t Width);
  CellId bit(CellId Id, uint32_t Index) { return bits(Id, Index, 1); }
  CellId join(const std::vector<CellId> &LowestFirst);
  CellId repeat(CellId Id, uint32_t Times) {
    return join(std::vector<CellId>(Times, Id));
  }
  /// The lowest \p Width bits, with zeros or copies of the sign above.
  CellId resized(CellId Id, uint32_t Width, bool Signed = false);
  /// \p Id * 2^Amount in its own width.
  CellId shiftedLeft(CellId Id, uint32_t Amount);
  /// \p Id / 2^Amount in its own width.
  CellId shiftedRight(CellId Id, uint32_t Amount, bool Signed = false);

  CellId op(DatapathOp Op, CellId A, CellId B);
  CellId op(DatapathOp Op, const std::vector<CellId> &Operands, uint32_t Width);
  CellId both(CellId A, CellId B) { return op(DatapathOp::And, A, B); }
  CellId either(CellId A, CellId B) { return op(DatapathOp::Or, A, B); }
  CellId opposite(CellId A) {
    return isInverter(N, N.Cells[A])
               ? N.Cells[A].Operands[0]
               : op(DatapathOp::Xor, A, constant(~uint64_t(0), width(A)));
  }
  CellId select(CellId Condition, CellId Then, CellId Else);
  /// The smaller or greater of two integers: a comparison and a choice.
  CellId extreme(DatapathOp Op, CellId A, CellId B);
  /// Likewise of floats, as roofline_fminmax in one cycle.
  CellId floatExtreme(DatapathOp Op, CellId A, CellId B);
  /// A comparison of floats, as roofline_fcompare in one cycle.
  CellId floatCompare(DatapathOp Op, CellId A, CellId B);
  /// Two values of a reduction by \p Op as one, in one cycle.
  CellId combined(DatapathOp Op, CellId A, CellId B) {
    return isFloatExtreme(Op)                          ? floatExtreme(Op, A, B)
           : facts(Op).Class == OperatorClass::Extreme ? extreme(Op, A, B)
                                                       : op(Op, A, B);
  }
  CellId equal(CellId A, uint64_t Value) {
    return op(DatapathOp::Equal, A, constant(Value, width(A)));
  }

  CellId reg(std::string Name, CellId Data, RegisterControl Control);
  /// A register whose data are set later.
  CellId reg(std::string Name, uint32_t Width);
  void connect(CellId Register, CellId Data, RegisterControl Control);
  /// A word of at most \p Width bits that is computed later.
  CellId delay(std::string Name, CellId Data, int64_t Length,
               std::optional<CellId> Enable);
  /// \p Data through memory \p Index of Netlist::Rings; \p Last is its last
  /// address where that is no constant.
  CellId ring(std::string Name, CellId Data, uint32_t Index,
              const RegisterControl &Control, std::optional<CellId> Last = {});
  /// A new memory; its index.
  uint32_t memory(NetlistMemory M);
  CellId read(std::string Name, uint32_t Memory, CellId Address,
              std::optional<CellId> Enable);
  CellId write(uint32_t Memory, CellId Address, CellId Data, CellId Enable);
  CellId unit(std::string Name, NetlistUnit Unit, DatapathOp Op,
              const std::vector<CellId> &Operands, uint32_t Width,
              std::optional<CellId> Enable);
  CellId add(Cell C);

  /// [bit] of \p Id up to the highest one that is no constant 0.
  uint32_t significantBits(CellId Id) const;

  /// Names a cell, so that it is printed as a wire of its own.
  CellId named(CellId Id, std::string Name);

  uint32_t width(CellId C) const { return N.Cells[C].Width; }
  std::optional<uint64_t> value(CellId C) const {
    if (N.Cells[C].Kind != CellKind::Constant)
      return std::nullopt;
    return N.Cells[C].Value;
  }

private:
  std::optional<CellId> signOf(DatapathOp Op, CellId A, CellId B);
  std::optional<CellId> orderBySign(DatapathOp Op, CellId A, CellId B);

  uint32_t Section = 0;
  SourceLocation Loc;
  std::map<std::pair<uint64_t, uint32_t>, CellId> Constants;
};

} // namespace roofline

#endif
