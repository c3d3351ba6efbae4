// Modules of rtl/ that are plain words, as cells.
//
/// \file
/// Each function follows the module of its name in rtl/.
#include "roofline/Netlist/ExpandUnits.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/NetlistBuilder.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdlib>

namespace roofline {

std::optional<uint64_t> parameterOf(const NetlistUnit &U,
                                    std::string_view Name) {
  for (const auto &[Known, Value] : U.Parameters)
    if (Known == Name) {
      const size_t Quote = Value.find('\'');
      if (Quote == Value.npos)
        return std::strtoull(Value.c_str(), nullptr, 10);
      const bool IsHex = Value.compare(Quote, 2, "'h") == 0;
      return std::strtoull(Value.c_str() + std::min(Quote + 2, Value.size()),
                           nullptr, IsHex ? 16 : 10);
    }
  return std::nullopt;
}

namespace {

constexpr uint32_t ProductCycles = 3; ///< [cycle] of roofline_mul

class Expander {
public:
  explicit Expander(Netlist &N)
      : Old(N), NewCell(N.Cells.size()), Places(N.Cells.size()) {}

  Netlist run() {
    findDemands();
    findExpanded();
    B.N.Name = Old.Name;
    B.N.Inputs = Old.Inputs;
    B.N.Parameters = Old.Parameters;
    B.N.Sections = Old.Sections;
    B.N.Rings = Old.Rings;
    B.N.Units = Old.Units;
    B.N.Memories = Old.Memories;
    for (CellId C = 0; C < Old.Cells.size(); ++C)
      place(C);
    for (CellId C : Clocked)
      forEachOperand(B.N.Cells[C], [&](CellId &O) { O = NewCell[O]; });
    for (const auto &[C, Enable] : LaterEnables)
      B.N.Cells[C].Enable = NewCell[Enable];
    B.N.Outputs = Old.Outputs;
    for (NetlistPort &P : B.N.Outputs)
      for (CellId &D : P.Drivers)
        D = NewCell[D];
    removeDeadCells(B.N);
    return std::move(B.N);
  }

private:
  const Netlist &Old;
  NetlistBuilder B;
  std::vector<CellId> NewCell; ///< by old cell
  std::vector<CellId> Clocked; ///< copies that have their old operands
  enum class Progress : uint8_t { None, Begun, Placed };
  std::vector<Progress> Places; ///< by old cell
  std::vector<bool> IsExpanded; ///< by old cell: a unit that becomes cells
  /// New registers whose enable, an old cell, was not placed yet.
  std::vector<std::pair<CellId, CellId>> LaterEnables;
  const NetlistUnit *U = nullptr;
  std::vector<uint32_t> Demands; ///< [bit] lowest bits that are read, by cell
  uint32_t Demand = 0;           ///< of the unit
  RegisterControl Control;       ///< of the unit's registers

  void findDemands() {
    Demands.resize(Old.Cells.size());
    auto Read = [&](CellId C, uint32_t Bits) {
      Demands[C] = std::max(Demands[C], Bits);
    };
    for (const NetlistPort &P : Old.Outputs)
      for (CellId D : P.Drivers)
        Read(D, Old.Cells[D].Width);
    for (const Cell &C : Old.Cells) // which may read later cells
      if (isClocked(Old, C))
        forEachOperand(C, [&](CellId O) { Read(O, Old.Cells[O].Width); });
    for (CellId Id = CellId(Old.Cells.size()); Id-- > 0;) {
      const Cell &C = Old.Cells[Id];
      if (C.Kind == CellKind::Bits)
        Read(C.Operands[0], uint32_t(C.Value) + C.Width);
      else if (C.Kind == CellKind::Join && C.Operands.size() == 1)
        Read(C.Operands[0], Demands[Id]);
      else
        forEachOperand(C, [&](CellId O) { Read(O, Old.Cells[O].Width); });
    }
  }

  uint64_t parameter(std::string_view Name) const {
    return parameterOf(*U, Name).value_or(0);
  }
  CellId reg(CellId Data) { return B.reg("", Data, Control); }
  CellId delayed(CellId Data, int64_t Length) {
    return Length ? B.delay("", Data, Length, Control.Enable) : Data;
  }
  CellId negated(CellId A) {
    return B.op(DatapathOp::Sub, B.constant(0, B.width(A)), A);
  }
  CellId sign(CellId A) { return B.bit(A, B.width(A) - 1); }

  /// Places cell \p Id after what it reads in this cycle. Units that become
  /// cells read so, too; those that read themselves stay units.
  void place(CellId Id) {
    if (Places[Id] != Progress::None)
      return;
    Places[Id] = Progress::Begun;
    if (readsNow(Id))
      for (CellId O : Old.Cells[Id].Operands)
        place(O);
    expand(Id);
    Places[Id] = Progress::Placed;
  }

  /// True where the copy of cell \p Id has to stand behind its operands.
  bool readsNow(CellId Id) const {
    return IsExpanded[Id] || !isClocked(Old, Old.Cells[Id]);
  }

  bool becomesCells(const Cell &C) const {
    if (C.Kind != CellKind::Unit)
      return false;
    const NetlistUnit &Of = Old.Units[C.Index];
    const bool IsSmall = C.Op == DatapathOp::Mul && C.Width < LeastProduct &&
                         !parameterOf(Of, "SIGNED").value_or(0);
    return IsSmall || Of.Module == "roofline_divide" ||
           Of.Module == "roofline_divide_constant" ||
           Of.Module == "roofline_popcount" ||
           Of.Module == "roofline_count_zeros";
  }

  /// True where unit \p Id reads its own word, past no other register.
  bool readsItself(CellId Id) const {
    std::vector<bool> IsSeen(Old.Cells.size());
    std::vector<CellId> Open = {Id};
    while (!Open.empty()) {
      const CellId At = Open.back();
      Open.pop_back();
      if (!readsNow(At))
        continue;
      for (CellId O : Old.Cells[At].Operands) {
        if (O == Id)
          return true;
        if (!IsSeen[O])
          Open.push_back(O);
        IsSeen[O] = true;
      }
    }
    return false;
  }

  void findExpanded() {
    IsExpanded.resize(Old.Cells.size());
    for (CellId C = 0; C < Old.Cells.size(); ++C)
      IsExpanded[C] = becomesCells(Old.Cells[C]);
    for (CellId C = 0; C < Old.Cells.size(); ++C)
      if (IsExpanded[C] && readsItself(C))
        IsExpanded[C] = false;
  }

  /// Gives the new cells from \p First on their enable.
  void setLaterEnable(CellId First, CellId Enable) {
    for (CellId Id = First; Id < B.N.Cells.size(); ++Id)
      if (isClocked(B.N, B.N.Cells[Id]))
        LaterEnables.emplace_back(Id, Enable);
  }

  void expand(CellId Id) {
    const Cell &C = Old.Cells[Id];
    B.setSection(C.Section);
    B.setLocation(C.Loc);
    if (IsExpanded[Id]) {
      U = &Old.Units[C.Index];
      Demand = Demands[Id];
      const auto First = CellId(B.N.Cells.size());
      NewCell[Id] = unit(C);
      if (C.Enable && !Control.Enable)
        setLaterEnable(First, *C.Enable);
      return;
    }
    Cell Copy = C;
    if (!isClocked(Old, C)) // the builder looks through its operands
      forEachOperand(Copy, [&](CellId &O) { O = NewCell[O]; });
    NewCell[Id] = B.add(std::move(Copy));
    if (isClocked(Old, C))
      Clocked.push_back(NewCell[Id]);
  }

  CellId unit(const Cell &C) {
    std::vector<CellId> Ids;
    for (CellId O : C.Operands)
      Ids.push_back(NewCell[O]);
    Control = {};
    if (C.Enable && Places[*C.Enable] == Progress::Placed)
      Control.Enable = NewCell[*C.Enable];
    if (U->Module == "roofline_divide")
      return divide(Ids[0], Ids[1]);
    if (U->Module == "roofline_divide_constant")
      return divideByConstant(C, Ids[0]);
    if (C.Op == DatapathOp::Mul && C.Width < LeastProduct &&
        !parameter("SIGNED"))
      return smallProduct(Ids[0], Ids[1]);
    if (U->Module == "roofline_popcount")
      return stage(B.resized(ones(Ids[0]), C.Width));
    assert(U->Module == "roofline_count_zeros" && "a unit becomes cells");
    return stage(zeros(Ids[0]));
  }
  /// A product that no DSP block is used for: its registers, and gates.
  CellId smallProduct(CellId A, CellId Id) {
    return reg(reg(B.op(DatapathOp::Mul, reg(A), reg(Id))));
  }

  /// A product as one of rtl/ has it, in one stage if the unit is.
  CellId product(CellId A, CellId Id) {
    const uint32_t Width = B.width(A);
    if (U->Latency == 0)
      return B.op(DatapathOp::Mul, A, Id);
    if (Width < LeastProduct)
      return smallProduct(A, Id);
    NetlistUnit Times = {"roofline_mul",
                         {{"WIDTH", std::to_string(Width)}},
                         ProductCycles,
                         true};
    return B.unit("", std::move(Times), DatapathOp::Mul, {A, Id}, Width,
                  Control.Enable);
  }

  /// The lowest bits of \p A * \p Factor. Low zeros of \p Factor are not
  /// multiplied.
  CellId timesConstant(CellId A, uint64_t Factor) {
    const uint32_t Width = B.width(A);
    const uint32_t Zeros = uint32_t(std::countr_zero(Factor));
    if (Zeros >= Width)
      return B.constant(0, Width);
    const uint32_t Bits = Width - Zeros;
    const CellId Low = B.bits(A, 0, Bits);
    const CellId Product = product(Low, B.constant(Factor >> Zeros, Bits));
    return Zeros ? B.join({B.constant(0, Zeros), Product}) : Product;
  }

  CellId stage(CellId Word) { return U->Latency > 0 ? reg(Word) : Word; }

  CellId ones(CellId A) {
    const uint32_t Width = uint32_t(std::bit_ceil(B.width(A)));
    return bitSum(B.resized(A, Width));
  }
  CellId bitSum(CellId A) {
    const uint32_t Width = B.width(A);
    if (Width == 1)
      return A;
    const CellId Low = bitSum(B.bits(A, 0, Width / 2));
    const CellId High = bitSum(B.bits(A, Width / 2, Width / 2));
    const uint32_t Bits = B.width(Low) + 1;
    return B.op(DatapathOp::Add, B.resized(Low, Bits), B.resized(High, Bits));
  }

  /// Counts zeros before the first 1, from the top or from bit 0.
  CellId zeros(CellId A) {
    const uint32_t Width = B.width(A), Whole = std::bit_ceil(Width);
    std::vector<CellId> Bits; // the lowest one first, and the last to count
    for (uint32_t I = 0; I < Width; ++I)
      Bits.push_back(B.bit(A, parameter("LEADING") ? I : Width - 1 - I));
    const CellId First = B.join(Bits);
    return B.resized(
        leadingZeros(Whole == Width ? First
                                    : B.join({B.constant(lowMask(Whole - Width),
                                                         Whole - Width),
                                              First})),
        Width);
  }
  /// Counts by halves, without adders; \p A has a power of two of bits.
  CellId leadingZeros(CellId A) {
    const uint32_t Width = B.width(A);
    if (Width == 1)
      return B.opposite(A);
    const CellId Low = leadingZeros(B.bits(A, 0, Width / 2));
    const CellId High = leadingZeros(B.bits(A, Width / 2, Width / 2));
    const uint32_t Top = B.width(Low) - 1;
    const CellId NoLow = B.bit(Low, Top), NoHigh = B.bit(High, Top);
    std::vector<CellId> Count;
    if (Top > 0)
      Count.push_back(
          B.select(NoHigh, B.bits(Low, 0, Top), B.bits(High, 0, Top)));
    Count.push_back(B.both(NoHigh, B.opposite(NoLow)));
    Count.push_back(B.both(NoHigh, NoLow));
    return B.join(Count);
  }

  /// \p A - \p Id, and whether it is 0 or more.
  std::pair<CellId, CellId> difference(CellId A, CellId Id) {
    const uint32_t Width = B.width(A);
    if (Width == 64) // a word has no bit for the sign
      return {B.op(DatapathOp::Sub, A, Id),
              B.opposite(B.op(DatapathOp::ULess, A, Id))};
    const CellId Difference = B.op(DatapathOp::Sub, B.resized(A, Width + 1),
                                   B.resized(Id, Width + 1));
    return {Difference, B.opposite(sign(Difference))};
  }

  /// A stage of a restoring division: the next dividend and remainder.
  std::pair<CellId, CellId> divisionStep(CellId Dividend, CellId Rest,
                                         CellId DivisorId, uint32_t I,
                                         uint32_t Divisor) {
    const uint32_t Width = B.width(Dividend);
    const uint32_t Top = std::min(I, Divisor);
    const uint32_t RestBits = I < Divisor ? I + 1 : Divisor;
    const uint32_t Bits = Top < Divisor ? Divisor : Divisor + 1;
    const CellId Bit = sign(Dividend);
    const CellId Partial = I == 0 ? Bit : B.join({Bit, B.bits(Rest, 0, Top)});
    const auto [Difference, Fits] =
        difference(B.resized(Partial, Bits), B.resized(DivisorId, Bits));
    const CellId Next =
        Width == 1 ? Fits : B.join({Fits, B.bits(Dividend, 0, Width - 1)});
    return {Next, B.select(Fits, B.bits(Difference, 0, RestBits),
                           B.resized(Partial, RestBits))};
  }

  CellId divideMagnitudes(CellId Dividend, CellId DivisorId) {
    const uint32_t Width = B.width(Dividend), Divisor = B.width(DivisorId);
    CellId Rest = B.constant(0, 1);
    for (uint32_t I = 0; I < Width; ++I) {
      auto [Next, Remains] =
          divisionStep(Dividend, Rest, DivisorId, I, Divisor);
      Dividend = stage(Next);
      Rest = stage(Remains);
      if (I + 1 < Width)
        DivisorId = stage(DivisorId);
    }
    return parameter("REMAINDER") ? B.resized(Rest, Width) : Dividend;
  }

  CellId divide(CellId A, CellId DivisorId) {
    const uint32_t Width = B.width(A);
    const uint32_t Divisor =
        uint32_t(parameterOf(*U, "DIVISOR").value_or(Width));
    if (!parameter("SIGNED"))
      return divideMagnitudes(A, B.resized(DivisorId, Divisor));
    const CellId ByZero = B.equal(DivisorId, 0);
    const CellId Sign =
        parameter("REMAINDER")
            ? sign(A)
            : B.both(B.op(DatapathOp::Xor, sign(A), sign(DivisorId)),
                     B.opposite(ByZero));
    const CellId PositiveA = stage(B.select(sign(A), negated(A), A));
    const CellId PositiveB = stage(B.bits(
        B.select(sign(DivisorId), negated(DivisorId), DivisorId), 0, Divisor));
    const CellId Negate = delayed(Sign, U->Latency > 0 ? Width + 1 : 0);
    const CellId Word = divideMagnitudes(PositiveA, PositiveB);
    return stage(B.select(Negate, negated(Word), Word));
  }

  /// Reciprocal product: a unit, whose upper half is the quotient.
  CellId divideByConstant(const Cell &C, CellId A) {
    const uint32_t Width = C.Width;
    const bool IsSigned = parameter("SIGNED");
    const bool IsNegative = parameter("NEGATIVE");
    const bool IsClocked = U->Latency > 0;
    const uint32_t Cycles = IsClocked ? ProductCycles : 0;
    NetlistUnit Product = {"roofline_mul", {}, Cycles, IsClocked};
    for (const auto &Set : U->Parameters) // remainders have the same quotient
      if (Set.first != "REMAINDER" && Set.first != "NEGATIVE")
        Product.Parameters.push_back(Set);
    CellId Quotient = B.unit("", std::move(Product), DatapathOp::UDiv, {A},
                             Width, Control.Enable);
    if (IsSigned) {
      const CellId Ones = B.repeat(delayed(sign(A), Cycles), Width);
      Quotient = stage(IsNegative ? B.op(DatapathOp::Sub, Ones, Quotient)
                                  : B.op(DatapathOp::Sub, Quotient, Ones));
    }
    if (!parameter("REMAINDER"))
      return Quotient;
    // Nothing reads the bits above, so that they are not computed.
    const uint32_t Read = std::max(1u, Demand);
    const CellId Multiple =
        timesConstant(B.bits(Quotient, 0, Read), parameter("DIVISOR"));
    const CellId Earlier =
        delayed(B.bits(A, 0, Read), 2 * Cycles + (IsClocked && IsSigned));
    return B.resized(stage(B.op(DatapathOp::Sub, Earlier, Multiple)), Width);
  }
};

} // namespace

void expandUnits(Netlist &N) {
  Netlist Expanded = Expander(N).run();
  N = std::move(Expanded);
}

} // namespace roofline
