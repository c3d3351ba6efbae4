// Checks, prunes and prints netlists.
#include "roofline/Netlist/Netlist.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>

namespace roofline {
namespace {

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
  }
  __builtin_unreachable();
}

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

  void checkOperands() {
    const bool MayReadLater =
        isClocked(C.Kind) ||
        (C.Kind == CellKind::Unit && C.Index < N.Units.size() &&
         N.Units[C.Index].Latency > 0);
    forEachOperand(C, [&](CellId O) {
      if (O >= N.Cells.size())
        fail("no operand " + std::to_string(O));
      else if (!MayReadLater && O >= Id)
        fail("operand " + std::to_string(O) + " is not before it");
    });
    for (const auto *One : {&C.Enable, &C.Load})
      if (*One && **One < N.Cells.size() && N.Cells[**One].Width != 1)
        fail("an enable or a load has 1 bit");
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
      else if (C.Value + C.Width > N.Inputs[C.Index].Width)
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
      if (!Problem && C.Value + C.Width > width(0))
        fail("bits beyond its operand");
      return;
    case CellKind::Join:
      return checkJoin();
    case CellKind::Operator:
      return checkOperator();
    case CellKind::Unit:
      if (C.Index >= N.Units.size())
        fail("no unit " + std::to_string(C.Index));
      return;
    case CellKind::Register:
    case CellKind::Delay:
    case CellKind::Ring:
      needOperands(1);
      if (!Problem && width(0) != C.Width)
        fail("its data have another width");
      if (C.Kind == CellKind::Delay && C.Value < 1)
        fail("a delay has a register at least");
      if (C.Kind == CellKind::Ring && C.Index >= N.Rings.size())
        fail("no ring " + std::to_string(C.Index));
      return;
    }
  }

  void checkJoin() {
    uint32_t Sum = 0;
    for (size_t I = 0; I < C.Operands.size(); ++I)
      Sum += width(I);
    if (Sum != C.Width)
      fail("its parts have " + std::to_string(Sum) + " bits");
  }

  void checkOperator() {
    const DatapathOperator &Facts = facts(C.Op);
    needOperands(Facts.NumOperands);
    if (Problem)
      return;
    const bool IsCompare = Facts.Types == OperandTypes::Compare;
    const size_t First = Facts.Types == OperandTypes::Select;
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

std::optional<std::string> checkNetlist(const Netlist &N) {
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

void removeDeadCells(Netlist &N) {
  std::vector<bool> Lives(N.Cells.size());
  std::vector<CellId> Open;
  auto Reach = [&](CellId C) {
    if (!Lives[C]) {
      Lives[C] = true;
      Open.push_back(C);
    }
  };
  for (const NetlistPort &P : N.Outputs)
    for (CellId D : P.Drivers)
      Reach(D);
  while (!Open.empty()) {
    const CellId C = Open.back();
    Open.pop_back();
    forEachOperand(N.Cells[C], Reach);
  }
  std::vector<CellId> Now(N.Cells.size());
  CellId Next = 0;
  for (CellId C = 0; C < N.Cells.size(); ++C)
    if (Lives[C]) {
      Now[C] = Next;
      if (Next != C)
        N.Cells[Next] = std::move(N.Cells[C]);
      ++Next;
    }
  N.Cells.resize(Next);
  for (Cell &C : N.Cells)
    forEachOperand(C, [&](CellId &O) { O = Now[O]; });
  for (NetlistPort &P : N.Outputs)
    for (CellId &D : P.Drivers)
      D = Now[D];
}

std::string dumpNetlist(const Netlist &N) {
  std::string Text;
  for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
    const Cell &C = N.Cells[Id];
    Text += std::to_string(Id) + (C.Name.empty() ? "" : " " + C.Name) + " [" +
            std::to_string(C.Width) + "] = " + kindName(C);
    if (C.Kind == CellKind::Input)
      Text += " " + N.Inputs[C.Index].Name;
    if (C.Kind == CellKind::Parameter)
      Text += " " + N.Parameters[C.Index].Name;
    if (C.Kind == CellKind::Unit)
      Text += " " + N.Units[C.Index].Module;
    if (C.Kind == CellKind::Constant || C.Kind == CellKind::Bits ||
        C.Kind == CellKind::Delay || C.Kind == CellKind::Input)
      Text += " " + std::to_string(C.Value);
    if (!C.Operands.empty())
      Text += " of";
    for (CellId O : C.Operands)
      Text += " " + std::to_string(O);
    if (C.Enable)
      Text += " enable " + std::to_string(*C.Enable);
    if (C.Load)
      Text += " load " + std::to_string(*C.Load);
    if (C.LoadValue)
      Text += " with " + std::to_string(*C.LoadValue);
    if (C.Loc)
      Text += "  // " + C.Loc.File + ":" + std::to_string(C.Loc.Line) + ":" +
              std::to_string(C.Loc.Column);
    Text += "\n";
  }
  for (const NetlistPort &P : N.Outputs) {
    Text += P.Name + " [" + std::to_string(P.Width) + "] <-";
    for (CellId D : P.Drivers)
      Text += " " + std::to_string(D);
    Text += "\n";
  }
  return Text;
}

} // namespace roofline
