// Builds netlists cell by cell.
#include "roofline/Netlist/NetlistBuilder.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace roofline {

void NetlistBuilder::section(std::string Title, CellPurpose Purpose) {
  Section = uint32_t(N.Sections.size());
  N.Sections.push_back({std::move(Title), Purpose});
}

uint32_t NetlistBuilder::inputPort(std::string Name, uint32_t Width) {
  assert(Width >= 1 && "a port has a bit");
  N.Inputs.push_back({std::move(Name), Width, {}});
  return uint32_t(N.Inputs.size() - 1);
}

CellId NetlistBuilder::add(Cell C) {
  assert(C.Width >= 1 && C.Width <= 64 && "a word has 1 to 64 bits");
  C.Section = Section;
  if (!C.Loc)
    C.Loc = Loc;
  N.Cells.push_back(std::move(C));
  return CellId(N.Cells.size() - 1);
}

CellId NetlistBuilder::input(uint32_t Port, uint32_t Low, uint32_t Width) {
  assert(Port < N.Inputs.size() && Low + Width <= N.Inputs[Port].Width &&
         "an input is bits of a port");
  Cell C;
  C.Kind = CellKind::Input;
  C.Width = Width;
  C.Value = Low;
  C.Index = Port;
  return add(std::move(C));
}

void NetlistBuilder::output(std::string Name, std::vector<CellId> Drivers) {
  assert(!Drivers.empty() && "an output has a driver");
  uint32_t Width = 0;
  for (CellId D : Drivers)
    Width += width(D);
  N.Outputs.push_back({std::move(Name), Width, std::move(Drivers)});
}

CellId NetlistBuilder::constant(uint64_t Value, uint32_t Width) {
  assert(Width >= 1 && Width <= 64 && "a word has 1 to 64 bits");
  Value &= lowMask(Width);
  auto [It, New] = Constants.try_emplace({Value, Width}, 0);
  if (New) {
    Cell C;
    C.Width = Width;
    C.Value = Value;
    It->second = add(std::move(C));
  }
  return It->second;
}

CellId NetlistBuilder::parameter(std::string Name, uint32_t Width,
                                 const std::vector<uint64_t> &Values) {
  assert(!Values.empty() && "a parameter has a value for each instance");
  if (std::all_of(Values.begin(), Values.end(),
                  [&](uint64_t V) { return V == Values[0]; }))
    return constant(Values[0], Width);
  Cell C;
  C.Kind = CellKind::Parameter;
  C.Width = Width;
  C.Index = uint32_t(N.Parameters.size());
  N.Parameters.push_back({std::move(Name), Width, Values});
  return add(std::move(C));
}

CellId NetlistBuilder::bits(CellId Id, uint32_t Low, uint32_t Width) {
  assert(Id < N.Cells.size() && Width >= 1 &&
         Low + Width <= N.Cells[Id].Width && "bits are those of a word");
  const Cell &C = N.Cells[Id];
  if (Low == 0 && Width == C.Width)
    return Id;
  switch (C.Kind) {
  case CellKind::Constant:
    return constant(C.Value >> Low, Width);
  case CellKind::Bits:
    return bits(C.Operands[0], uint32_t(C.Value) + Low, Width);
  case CellKind::Input:
    if (C.Name.empty())
      return input(C.Index, uint32_t(C.Value) + Low, Width);
    break;
  case CellKind::Join: {
    std::vector<CellId> Parts;
    uint32_t At = 0;
    const std::vector<CellId> Operands = C.Operands; // bits() adds cells
    for (CellId O : Operands) {
      const uint32_t Begin = std::max(Low, At);
      const uint32_t End = std::min(Low + Width, At + width(O));
      if (Begin < End)
        Parts.push_back(bits(O, Begin - At, End - Begin));
      At += width(O);
    }
    return join(Parts);
  }
  default:
    break;
  }
  Cell B;
  B.Kind = CellKind::Bits;
  B.Width = Width;
  B.Value = Low;
  B.Operands = {Id};
  return add(std::move(B));
}

CellId NetlistBuilder::join(const std::vector<CellId> &LowestFirst) {
  assert(!LowestFirst.empty() && "a join has parts");
  std::vector<CellId> Parts;
  auto Append = [&](CellId Part) {
    if (!Parts.empty()) {
      const Cell &L = N.Cells[Parts.back()], &H = N.Cells[Part];
      const bool AreConstants =
          L.Kind == CellKind::Constant && H.Kind == CellKind::Constant;
      const bool FollowOn =
          L.Kind == CellKind::Bits && H.Kind == CellKind::Bits &&
          L.Operands == H.Operands && L.Value + L.Width == H.Value;
      if (AreConstants)
        Parts.back() =
            constant(L.Value | H.Value << L.Width, L.Width + H.Width);
      else if (FollowOn)
        Parts.back() =
            bits(L.Operands[0], uint32_t(L.Value), L.Width + H.Width);
      if (AreConstants || FollowOn)
        return;
    }
    Parts.push_back(Part);
  };
  for (CellId Part : LowestFirst) {
    const Cell C = N.Cells[Part];
    if (C.Kind == CellKind::Join && C.Name.empty())
      for (CellId O : C.Operands)
        Append(O);
    else
      Append(Part);
  }
  if (Parts.size() == 1)
    return Parts[0];
  Cell J;
  J.Kind = CellKind::Join;
  J.Width = 0;
  for (CellId Part : Parts)
    J.Width += width(Part);
  J.Operands = std::move(Parts);
  return add(std::move(J));
}

CellId NetlistBuilder::resized(CellId Id, uint32_t Width, bool Signed) {
  const uint32_t Have = width(Id);
  if (Have >= Width)
    return bits(Id, 0, Width);
  return join({Id, Signed ? repeat(bit(Id, Have - 1), Width - Have)
                          : constant(0, Width - Have)});
}

CellId NetlistBuilder::shiftedLeft(CellId Id, uint32_t Amount) {
  const uint32_t Width = width(Id);
  if (Amount == 0 || Amount >= Width)
    return Amount ? constant(0, Width) : Id;
  return join({constant(0, Amount), bits(Id, 0, Width - Amount)});
}

CellId NetlistBuilder::shiftedRight(CellId Id, uint32_t Amount, bool Signed) {
  const uint32_t Width = width(Id);
  if (Amount == 0)
    return Id;
  if (Amount >= Width)
    return Signed ? repeat(bit(Id, Width - 1), Width) : constant(0, Width);
  return resized(bits(Id, Amount, Width - Amount), Width, Signed);
}

CellId NetlistBuilder::op(DatapathOp Op, CellId A, CellId B) {
  assert(width(A) == width(B) && "both operands are as wide");
  const OperandTypes Types = facts(Op).Types;
  return op(Op, std::vector<CellId>{A, B},
            Types == OperandTypes::Compare ? 1 : width(A));
}

/// A comparison with 0 or -1, of which yosys 0.23 makes a chain where chains
/// add their operands.
std::optional<CellId> NetlistBuilder::signOf(DatapathOp Op, CellId A,
                                             CellId B) {
  const bool OrEqual = Op == DatapathOp::SLessEqual;
  if (!OrEqual && Op != DatapathOp::SLess)
    return std::nullopt;
  const uint64_t Least = OrEqual ? lowMask(width(A)) : 0; // A < 0, A <= -1
  if (value(B) == Least)
    return bit(A, width(A) - 1);
  if (value(A) == (Least ^ lowMask(width(A)))) // -1 < B, 0 <= B
    return opposite(bit(B, width(B) - 1));
  return std::nullopt;
}

std::optional<CellId> NetlistBuilder::orderBySign(DatapathOp Op, CellId A,
                                                  CellId B) {
  constexpr uint32_t Least = 5, Most = 63; // [bit] gates below; a word above
  const uint32_t Width = width(A);
  if (Width < Least || Width > Most)
    return std::nullopt;
  const bool IsSigned = Op == DatapathOp::SLess || Op == DatapathOp::SLessEqual;
  if (Op == DatapathOp::ULessEqual || Op == DatapathOp::SLessEqual)
    return opposite(op(IsSigned ? DatapathOp::SLess : DatapathOp::ULess, B, A));
  // Unsigned words below a power of two are 0 from its bit on.
  auto IsBelow = [&](CellId Id, uint64_t Power) {
    const auto K = uint32_t(std::countr_zero(Power));
    return equal(bits(Id, K, Width - K), 0);
  };
  if (Op == DatapathOp::ULess) {
    if (const auto C = value(B); C && std::has_single_bit(*C))
      return IsBelow(A, *C);
    if (const auto C = value(A);
        C && std::has_single_bit(*C + 1) && *C < lowMask(Width))
      return opposite(IsBelow(B, *C + 1));
  }
  return bit(op(DatapathOp::Sub, resized(A, Width + 1, IsSigned),
                resized(B, Width + 1, IsSigned)),
             Width);
}

CellId NetlistBuilder::op(DatapathOp Op, const std::vector<CellId> &Operands,
                          uint32_t Width) {
  assert(Operands.size() == facts(Op).NumOperands &&
         "an operator has all of its operands");
  if (facts(Op).Class == OperatorClass::Order) {
    auto Word = signOf(Op, Operands[0], Operands[1]);
    if (!Word && ComparesBySign)
      Word = orderBySign(Op, Operands[0], Operands[1]);
    if (Word)
      return *Word;
  }
  const bool IsBitwise =
      Op == DatapathOp::And || Op == DatapathOp::Or || Op == DatapathOp::Xor;
  for (unsigned I = 0; IsBitwise && I < 2; ++I) {
    const auto C = value(Operands[I]);
    const bool IsZero = C == uint64_t(0), IsOnes = C == lowMask(Width);
    if (IsZero)
      return Op == DatapathOp::And ? Operands[I] : Operands[1 - I];
    if (IsOnes && Op != DatapathOp::Xor)
      return Op == DatapathOp::And ? Operands[1 - I] : Operands[I];
  }
  Cell C;
  C.Kind = CellKind::Operator;
  C.Op = Op;
  C.Width = Width;
  C.Operands = Operands;
  return add(std::move(C));
}

CellId NetlistBuilder::select(CellId Condition, CellId Then, CellId Else) {
  assert(width(Condition) == 1 && width(Then) == width(Else) &&
         "a bit selects one of two words of one width");
  if (Then == Else)
    return Then;
  if (const auto C = value(Condition))
    return *C ? Then : Else;
  return op(DatapathOp::Select, {Condition, Then, Else}, width(Then));
}

CellId NetlistBuilder::extreme(DatapathOp Op, CellId A, CellId B) {
  assert(facts(Op).Class == OperatorClass::Extreme &&
         "an extreme is a minimum or a maximum of integers");
  const bool IsSigned = Op == DatapathOp::SMin || Op == DatapathOp::SMax;
  const CellId IsLess =
      op(IsSigned ? DatapathOp::SLess : DatapathOp::ULess, A, B);
  return Op == DatapathOp::UMin || Op == DatapathOp::SMin
             ? select(IsLess, A, B)
             : select(IsLess, B, A);
}

CellId NetlistBuilder::floatCompare(DatapathOp Op, CellId A, CellId B) {
  assert(facts(Op).Types == OperandTypes::FloatCompare &&
         width(A) == width(B) && "a comparison is of two floats of one width");
  const uint32_t Top = width(A) - 1;
  const CellId SignA = bits(A, Top, 1), SignB = bits(B, Top, 1);
  const CellId SizeA = bits(A, 0, Top), SizeB = bits(B, 0, Top);
  const CellId Most = constant(infinityBits(width(A)), Top);
  const CellId Unordered = either(op(DatapathOp::ULess, Most, SizeA),
                                  op(DatapathOp::ULess, Most, SizeB));
  if (Op == DatapathOp::FUnordered)
    return Unordered;
  const CellId Zeros = equal(op(DatapathOp::Or, SizeA, SizeB), 0);
  const CellId Same = op(DatapathOp::Equal, A, B);
  const CellId IsLess = op(DatapathOp::ULess, SizeA, SizeB);
  const CellId Below =
      select(op(DatapathOp::Xor, SignA, SignB), SignA,
             select(SignA, opposite(either(IsLess, Same)), IsLess));
  const CellId IsEqual = either(Zeros, Same);
  return both(opposite(Unordered), Op == DatapathOp::FEqual ? IsEqual
                                   : Op == DatapathOp::FLess
                                       ? both(opposite(Zeros), Below)
                                       : either(IsEqual, Below));
}

CellId NetlistBuilder::floatExtreme(DatapathOp Op, CellId A, CellId B) {
  assert(isFloatExtreme(Op) && width(A) == width(B) &&
         "an extreme is a minimum or a maximum of two floats of one width");
  const uint32_t Width = width(A), Top = Width - 1;
  const uint64_t Infinity = infinityBits(Width);
  const CellId SignA = bits(A, Top, 1), SignB = bits(B, Top, 1);
  const CellId SizeA = bits(A, 0, Top), SizeB = bits(B, 0, Top);
  auto IsNaN = [&](CellId Size) {
    return this->op(DatapathOp::ULess, constant(Infinity, Top), Size);
  };
  const CellId NaNA = IsNaN(SizeA), NaNB = IsNaN(SizeB);
  const CellId IsLess = op(DatapathOp::ULess, SizeA, SizeB);
  const CellId IsBelow = select(op(DatapathOp::Xor, SignA, SignB), SignB,
                                opposite(op(DatapathOp::Xor, IsLess, SignA)));
  const bool IsMax = Op == DatapathOp::FMax || Op == DatapathOp::FMaxFirst ||
                     Op == DatapathOp::FMaxLast;
  const CellId IsBeyond = IsMax ? opposite(IsBelow) : IsBelow;
  if (Op == DatapathOp::FMin || Op == DatapathOp::FMax) {
    const CellId TakesB = either(NaNA, both(opposite(NaNB), IsBeyond));
    return select(both(NaNA, NaNB), constant(quietNaNBits(Width), Width),
                  select(TakesB, B, A));
  }
  const CellId Zeros = equal(op(DatapathOp::Or, SizeA, SizeB), 0);
  const CellId Unordered = either(either(NaNA, NaNB), Zeros);
  const bool IsLast = Op == DatapathOp::FMinLast || Op == DatapathOp::FMaxLast;
  return select(IsLast ? either(IsBeyond, Unordered)
                       : both(IsBeyond, opposite(Unordered)),
                B, A);
}

CellId NetlistBuilder::reg(std::string Name, uint32_t Width) {
  Cell C;
  C.Kind = CellKind::Register;
  C.Width = Width;
  C.Name = std::move(Name);
  return add(std::move(C));
}

void NetlistBuilder::connect(CellId Register, CellId Data,
                             RegisterControl Control) {
  assert(N.Cells[Register].Kind == CellKind::Register &&
         width(Data) == width(Register) &&
         "a register holds data of its own width");
  assert(Control.Load.has_value() == Control.LoadValue.has_value() &&
         "a register that loads has a value to load");
  Cell &C = N.Cells[Register];
  C.Operands = {Data};
  C.Enable = Control.Enable;
  C.Load = Control.Load;
  C.LoadValue = Control.LoadValue;
  C.Value = Control.IsApart;
}

CellId NetlistBuilder::reg(std::string Name, CellId Data,
                           RegisterControl Control) {
  const CellId R = reg(std::move(Name), width(Data));
  connect(R, Data, Control);
  return R;
}

CellId NetlistBuilder::delay(std::string Name, CellId Data, int64_t Length,
                             std::optional<CellId> Enable) {
  assert(Length >= 1 && "a delay takes at least a cycle");
  Cell C;
  C.Kind = CellKind::Delay;
  C.Width = width(Data);
  C.Value = uint64_t(Length);
  C.Operands = {Data};
  C.Enable = Enable;
  C.Name = std::move(Name);
  return add(std::move(C));
}

CellId NetlistBuilder::ring(std::string Name, CellId Data, uint32_t Index,
                            const RegisterControl &Control,
                            std::optional<CellId> Last) {
  assert(Index < N.Rings.size() && "a ring is one of the netlist");
  Cell C;
  C.Kind = CellKind::Ring;
  C.Width = width(Data);
  C.Index = Index;
  C.Operands = {Data};
  if (Last)
    C.Operands.push_back(*Last);
  C.Enable = Control.Enable;
  C.Load = Control.Load;
  C.Name = std::move(Name);
  return add(std::move(C));
}

uint32_t NetlistBuilder::memory(NetlistMemory M) {
  assert(M.Words >= 1 && M.Width >= 1 && "a memory has a bit");
  N.Memories.push_back(std::move(M));
  return uint32_t(N.Memories.size() - 1);
}

CellId NetlistBuilder::read(std::string Name, uint32_t Memory, CellId Address,
                            std::optional<CellId> Enable) {
  assert(Memory < N.Memories.size() && "a memory is one of the netlist");
  Cell C;
  C.Kind = CellKind::Read;
  C.Width = N.Memories[Memory].Width;
  C.Index = Memory;
  C.Operands = {Address};
  C.Enable = Enable;
  C.Name = std::move(Name);
  return add(std::move(C));
}

CellId NetlistBuilder::write(uint32_t Memory, CellId Address, CellId Data,
                             CellId Enable) {
  assert(Memory < N.Memories.size() && "a memory is one of the netlist");
  Cell C;
  C.Kind = CellKind::Write;
  C.Width = N.Memories[Memory].Width;
  C.Index = Memory;
  C.Operands = {Address, Data};
  C.Enable = Enable;
  return add(std::move(C));
}

CellId NetlistBuilder::unit(std::string Name, NetlistUnit Unit, DatapathOp Op,
                            const std::vector<CellId> &Operands, uint32_t Width,
                            std::optional<CellId> Enable) {
  Cell C;
  C.Kind = CellKind::Unit;
  C.Op = Op;
  C.Width = Width;
  C.Index = uint32_t(N.Units.size());
  C.Operands = Operands;
  C.Enable = Enable;
  C.Name = std::move(Name);
  N.Units.push_back(std::move(Unit));
  return add(std::move(C));
}

uint32_t NetlistBuilder::significantBits(CellId Id) const {
  assert(Id < N.Cells.size() && "a word is one of the netlist");
  const Cell &C = N.Cells[Id];
  if (C.Kind == CellKind::Constant)
    return uint32_t(std::bit_width(C.Value));
  uint32_t Bits = C.Width;
  if (C.Kind == CellKind::Join)
    for (size_t I = C.Operands.size(); I-- > 0;) {
      const uint32_t Own = significantBits(C.Operands[I]);
      Bits -= width(C.Operands[I]) - Own;
      if (Own > 0)
        break;
    }
  return Bits;
}

CellId NetlistBuilder::named(CellId Id, std::string Name) {
  assert(!Name.empty() && "a wire of its own has a name");
  const Cell &C = N.Cells[Id];
  if (C.Name.empty() && C.Kind == CellKind::Operator && C.Section == Section) {
    N.Cells[Id].Name = std::move(Name);
    return Id;
  }
  Cell Wire;
  Wire.Kind = CellKind::Join;
  Wire.Width = C.Width;
  Wire.Operands = {Id};
  Wire.Name = std::move(Name);
  return add(std::move(Wire));
}

} // namespace roofline
