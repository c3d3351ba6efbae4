// Checks and prunes netlists.
#include "roofline/Netlist/Netlist.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Netlist/ExpandUnits.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace roofline {
bool isInverter(const Netlist &N, const Cell &C) {
  if (C.Kind != CellKind::Operator || C.Op != DatapathOp::Xor)
    return false;
  const Cell &Ones = N.Cells[C.Operands[1]];
  return Ones.Kind == CellKind::Constant && Ones.Value == lowMask(C.Width);
}

std::string kindName(const Cell &C) {
  switch (C.Kind) {
  case CellKind::Input:
    return "input";
  case CellKind::Constant:
    return "constant";
  case CellKind::Parameter:
    return "parameter";
  case CellKind::Bits:
    return "bits";
  case CellKind::Join:
    return "join";
  case CellKind::Operator:
    return std::string(name(C.Op));
  case CellKind::Unit:
    return "unit " + std::string(name(C.Op));
  case CellKind::Register:
    return "register";
  case CellKind::Delay:
    return "delay";
  case CellKind::Ring:
    return "ring";
  case CellKind::Read:
    return "read";
  case CellKind::Write:
    return "write";
  }
  __builtin_unreachable();
}

namespace {

/// Says what is wrong with one cell, or nothing.
class CellCheck {
public:
  CellCheck(const Netlist &N, CellId Id) : N(N), C(N.Cells[Id]), Id(Id) {}

  std::optional<std::string> run() {
    if (C.Width < 1 || C.Width > 64)
      fail("a word has 1 to 64 bits");
    if (C.Section >= N.Sections.size())
      fail("no section " + std::to_string(C.Section));
    checkOperands();
    if (!Problem)
      checkKind();
    if (Problem)
      Problem =
          "cell " + std::to_string(Id) + ", " + kindName(C) + ": " + *Problem;
    return Problem;
  }

private:
  const Netlist &N;
  const Cell &C;
  CellId Id;
  std::optional<std::string> Problem;

  void fail(std::string What) {
    if (!Problem)
      Problem = std::move(What);
  }
  uint32_t width(size_t Operand) const {
    return N.Cells[C.Operands[Operand]].Width;
  }
  /// True where the cell's bits are those of a word of \p Width.
  bool isWithin(uint32_t Width) const {
    return C.Value <= Width && C.Width <= Width - C.Value;
  }

  void checkOperands() {
    const bool IsClocked =
        isClocked(C.Kind) || (C.Kind == CellKind::Unit &&
                              C.Index < N.Units.size() && isClocked(N, C));
    forEachOperand(C, [&](CellId O) {
      if (O >= N.Cells.size())
        fail("no operand " + std::to_string(O));
      else if (!IsClocked && O >= Id)
        fail("operand " + std::to_string(O) + " is not before it");
    });
    for (const auto *One : {&C.Enable, &C.Load})
      if (*One && **One < N.Cells.size() && N.Cells[**One].Width != 1)
        fail("an enable or a load has 1 bit");
    if ((C.Enable || C.Load || C.LoadValue) && !IsClocked)
      fail("an enable or a load without a register");
    if (C.Load && C.Kind != CellKind::Register && C.Kind != CellKind::Ring)
      fail("only registers and rings have a load");
    if (C.Load.has_value() != C.LoadValue.has_value() &&
        C.Kind != CellKind::Ring)
      fail("a load needs a value, and a value a load");
    if (C.LoadValue && *C.LoadValue < N.Cells.size() &&
        N.Cells[*C.LoadValue].Width != C.Width)
      fail("its load value has another width");
  }

  void needOperands(size_t Count) {
    if (C.Operands.size() != Count)
      fail("takes " + std::to_string(Count) + " operands");
  }

  void checkKind() {
    switch (C.Kind) {
    case CellKind::Input:
      needOperands(0);
      if (C.Index >= N.Inputs.size())
        fail("no port " + std::to_string(C.Index));
      else if (!isWithin(N.Inputs[C.Index].Width))
        fail("bits beyond its port");
      return;
    case CellKind::Constant:
      needOperands(0);
      if (C.Value & ~lowMask(C.Width))
        fail("a value beyond its width");
      return;
    case CellKind::Parameter:
      needOperands(0);
      if (C.Index >= N.Parameters.size() ||
          N.Parameters[C.Index].Width != C.Width)
        fail("no parameter of its width");
      return;
    case CellKind::Bits:
      needOperands(1);
      if (!Problem && !isWithin(width(0)))
        fail("bits beyond its operand");
      return;
    case CellKind::Join:
      return checkJoin();
    case CellKind::Operator:
      return checkOperator();
    case CellKind::Unit:
      return checkUnit();
    case CellKind::Register:
    case CellKind::Delay:
    case CellKind::Ring:
      if (C.Kind != CellKind::Ring || C.Operands.size() != 2)
        needOperands(1);
      if (!Problem && width(0) != C.Width)
        fail("its data have another width");
      if (C.Kind == CellKind::Register && C.Value > 1)
        fail("a register has no value but 1, of one in no shift register");
      if (C.Kind == CellKind::Delay && C.Value < 1)
        fail("a delay has a register at least");
      if (C.Kind == CellKind::Ring)
        checkRing();
      return;
    case CellKind::Read:
    case CellKind::Write:
      return checkMemory();
    }
  }

  void checkMemory() {
    if (C.Index >= N.Memories.size())
      return fail("no memory " + std::to_string(C.Index));
    const NetlistMemory &M = N.Memories[C.Index];
    needOperands(C.Kind == CellKind::Read ? 1 : 2);
    if (Problem)
      return;
    if (C.Width != M.Width ||
        (C.Kind == CellKind::Write && width(1) != M.Width))
      fail("its word has another width than its memory's");
    if (width(0) != bitsFor(M.Words - 1))
      fail("its address has another width than its memory's");
    if (!M.Contents.empty() &&
        (M.Contents.size() != M.Words || C.Kind == CellKind::Write))
      fail("a memory with contents has all of them, and is not written");
    for (const Cell &Other : N.Cells)
      if (&Other != &C && Other.Kind == C.Kind && Other.Index == C.Index)
        fail("a second one of its memory");
  }

  void checkRing() {
    constexpr int64_t LeastLength = 3; // of rtl/roofline_ring.v
    if (C.Index >= N.Rings.size())
      return fail("no ring " + std::to_string(C.Index));
    if (N.Rings[C.Index].Length < LeastLength)
      fail("a ring has 3 cycles at least");
    if (!C.Load || C.LoadValue)
      fail("a ring has a load, and no value of it");
    if (!Problem && C.Operands.size() > 1 &&
        width(1) != bitsFor(uint64_t(N.Rings[C.Index].Length - 2)))
      fail("its last address has another width");
    // Rings of one memory share the enable and load of the first one.
    for (const Cell &First : N.Cells)
      if (First.Kind == CellKind::Ring && First.Index == C.Index) {
        if (First.Enable != C.Enable || First.Load != C.Load)
          fail("another enable or load than its ring's");
        if (First.Operands.size() != C.Operands.size() ||
            (C.Operands.size() > 1 && First.Operands[1] != C.Operands[1]))
          fail("another last address than its ring's");
        return;
      }
  }

  void checkUnit() {
    if (C.Index >= N.Units.size())
      return fail("no unit " + std::to_string(C.Index));
    if (facts(C.Op).Class == OperatorClass::Source)
      return fail("computes nothing");
    // The product of a division by a constant has the divisor as a parameter.
    const bool IsReciprocal =
        C.Op == DatapathOp::UDiv && C.Operands.size() == 1;
    if (!IsReciprocal)
      needOperands(facts(C.Op).NumOperands);
    else if (parameterOf(N.Units[C.Index], "DIVISOR").value_or(0) == 0)
      fail("a division by one operand needs a DIVISOR");
    if (!Problem)
      checkWidths();
  }

  void checkJoin() {
    uint32_t Sum = 0;
    for (size_t I = 0; I < C.Operands.size(); ++I)
      Sum += width(I);
    if (Sum != C.Width)
      fail("its parts have " + std::to_string(Sum) + " bits");
  }

  void checkOperator() {
    const OperandTypes Types = facts(C.Op).Types;
    if (Types != OperandTypes::Integer && Types != OperandTypes::Compare &&
        Types != OperandTypes::Select)
      return fail("needs a unit");
    needOperands(facts(C.Op).NumOperands);
    if (!Problem)
      checkWidths();
  }

  void checkWidths() {
    using Rule = OperandTypes;
    const Rule Types = facts(C.Op).Types;
    auto NeedFloat = [&](uint32_t Width) {
      if (Width != 32 && Width != 64)
        fail("a float has 32 or 64 bits");
    };
    if (Types == Rule::Float || Types == Rule::FloatCompare ||
        Types == Rule::FloatToInt || Types == Rule::FloatToFloat)
      NeedFloat(width(0));
    if (Types == Rule::IntToFloat || Types == Rule::FloatToFloat)
      NeedFloat(C.Width);
    if (Types == Rule::IntToFloat || Types == Rule::FloatToFloat ||
        Types == Rule::FloatToInt)
      return;
    const bool IsCompare =
        Types == Rule::Compare || Types == Rule::FloatCompare;
    const size_t First = Types == Rule::Select;
    if (First && width(0) != 1)
      fail("a condition has 1 bit");
    for (size_t I = First; I < C.Operands.size(); ++I)
      if (width(I) != (IsCompare ? width(0) : C.Width))
        fail("operand " + std::to_string(I) + " has another width");
    if (IsCompare && C.Width != 1)
      fail("a comparison has 1 bit");
  }
};

} // namespace

static std::optional<std::string> checkParameters(const Netlist &N) {
  for (const NetlistParameter &P : N.Parameters) {
    if (P.Values.empty() || P.Values.size() != N.Parameters[0].Values.size())
      return "parameter " + P.Name + ": " + std::to_string(P.Values.size()) +
             " values for " + std::to_string(N.Parameters[0].Values.size()) +
             " instances";
    for (uint64_t Value : P.Values)
      if (Value & ~lowMask(P.Width))
        return "parameter " + P.Name + ": a value beyond its width";
  }
  return std::nullopt;
}

std::optional<std::string> checkNetlist(const Netlist &N) {
  if (auto Problem = checkParameters(N))
    return Problem;
  for (CellId Id = 0; Id < N.Cells.size(); ++Id)
    if (auto Problem = CellCheck(N, Id).run())
      return Problem;
  for (const NetlistPort &P : N.Outputs) {
    uint32_t Width = 0;
    for (CellId D : P.Drivers) {
      if (D >= N.Cells.size())
        return "output " + P.Name + ": no cell " + std::to_string(D);
      Width += N.Cells[D].Width;
    }
    if (Width != P.Width)
      return "output " + P.Name + ": " + std::to_string(Width) +
             " bits of drivers for " + std::to_string(P.Width);
  }
  return std::nullopt;
}

/// Drops the entries of \p List that no cell of \p Kinds uses.
template <typename T>
static void dropUnused(Netlist &N, std::initializer_list<CellKind> Kinds,
                       std::vector<T> &List) {
  constexpr uint32_t Unused = ~uint32_t(0);
  std::vector<uint32_t> Now(List.size(), Unused);
  auto Uses = [&](const Cell &C) {
    return std::find(Kinds.begin(), Kinds.end(), C.Kind) != Kinds.end();
  };
  for (const Cell &C : N.Cells)
    if (Uses(C))
      Now[C.Index] = 0;
  uint32_t Next = 0;
  for (uint32_t I = 0; I < Now.size(); ++I)
    if (Now[I] != Unused) {
      Now[I] = Next;
      if (Next != I)
        List[Next] = std::move(List[I]);
      ++Next;
    }
  List.resize(Next);
  for (Cell &C : N.Cells)
    if (Uses(C))
      C.Index = Now[C.Index];
}

void mergeEqualCells(Netlist &N) {
  std::vector<CellId> Same(N.Cells.size());
  for (bool Merged = true; Merged;) {
    Merged = false;
    std::map<std::tuple<CellKind, DatapathOp, uint32_t, uint64_t, uint32_t,
                        std::vector<CellId>, std::optional<CellId>,
                        std::optional<CellId>, std::optional<CellId>>,
             CellId>
        First;
    for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
      const Cell &C = N.Cells[Id];
      Same[Id] = Id;
      if (C.Kind == CellKind::Ring || C.Kind == CellKind::Unit ||
          isOfMemory(C.Kind))
        continue;
      Same[Id] = First
                     .try_emplace({C.Kind, C.Op, C.Width, C.Value, C.Index,
                                   C.Operands, C.Enable, C.Load, C.LoadValue},
                                  Id)
                     .first->second;
    }
    auto Follow = [&](CellId &O) {
      Merged |= Same[O] != O;
      O = Same[O];
    };
    for (Cell &C : N.Cells)
      forEachOperand(C, Follow);
    for (NetlistPort &P : N.Outputs)
      for (CellId &D : P.Drivers)
        Follow(D);
  }
  removeDeadCells(N);
}

void removeDeadCells(Netlist &N) {
  std::vector<bool> Lives(N.Cells.size());
  std::vector<CellId> Open;
  auto Reach = [&](CellId C) {
    if (!Lives[C]) {
      Lives[C] = true;
      Open.push_back(C);
    }
  };
  std::vector<std::vector<CellId>> WritesOf(N.Memories.size());
  for (CellId C = 0; C < N.Cells.size(); ++C)
    if (N.Cells[C].Kind == CellKind::Write)
      WritesOf[N.Cells[C].Index].push_back(C);
  for (const NetlistPort &P : N.Outputs)
    for (CellId D : P.Drivers)
      Reach(D);
  while (!Open.empty()) {
    const CellId C = Open.back();
    Open.pop_back();
    forEachOperand(N.Cells[C], Reach);
    if (N.Cells[C].Kind == CellKind::Read)
      for (CellId W : WritesOf[N.Cells[C].Index])
        Reach(W);
  }
  std::vector<CellId> NewIndex(N.Cells.size());
  CellId Next = 0;
  for (CellId C = 0; C < N.Cells.size(); ++C)
    if (Lives[C]) {
      NewIndex[C] = Next;
      if (Next != C)
        N.Cells[Next] = std::move(N.Cells[C]);
      ++Next;
    }
  N.Cells.resize(Next);
  for (Cell &C : N.Cells)
    forEachOperand(C, [&](CellId &O) { O = NewIndex[O]; });
  for (NetlistPort &P : N.Outputs)
    for (CellId &D : P.Drivers)
      D = NewIndex[D];
  dropUnused(N, {CellKind::Parameter}, N.Parameters);
  dropUnused(N, {CellKind::Ring}, N.Rings);
  dropUnused(N, {CellKind::Read, CellKind::Write}, N.Memories);
  dropUnused(N, {CellKind::Unit}, N.Units);
}

} // namespace roofline
