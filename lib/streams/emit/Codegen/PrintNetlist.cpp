// Netlists as Verilog modules.
//
/// \file
/// Prints cells section by section. A cell without a name stands in its
/// reader's place where its text means the same there; else it gets a name.
#include "PrintNetlist.h"

#include "CorePlan.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <numeric>

namespace roofline {
namespace {

class NetlistPrinter {
public:
  explicit NetlistPrinter(const Netlist &Printed)
      : N(Printed), Names(N.Cells.size()), Readers(N.Cells.size()),
        IsDeclared(N.Cells.size()) {}

  std::string run() {
    const std::string Head = head();
    return Head + body() + "endmodule\n";
  }

  std::string body() {
    order();
    nameCells();
    declareEarly();
    std::optional<uint32_t> Section;
    for (CellId C : Order) {
      if (Names[C].empty())
        continue;
      if (Section != N.Cells[C].Section)
        printTitle(N.Sections[N.Cells[C].Section].Title);
      Section = N.Cells[C].Section;
      printCell(C);
    }
    printRings();
    printMemories();
    printOutputs();
    return std::move(Text);
  }

private:
  const Netlist &N;
  std::string Text;
  std::vector<CellId> Order;
  std::vector<std::string> Names;
  std::vector<uint32_t> Readers; ///< number by cell
  std::vector<bool> IsDeclared;

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  static std::string range(uint32_t Width) {
    return Width > 1 ? bitRange(Width) : std::string();
  }

  void order() {
    Order.resize(N.Cells.size());
    std::iota(Order.begin(), Order.end(), 0);
    std::stable_sort(Order.begin(), Order.end(), [&](CellId L, CellId R) {
      return N.Cells[L].Section < N.Cells[R].Section;
    });
  }

  /// True where the text of \p C means the same within any other one: its width
  /// does not come from what is around it.
  bool isSelfContained(const Cell &C) const {
    if (C.Kind != CellKind::Operator)
      return !isClocked(C.Kind) && C.Kind != CellKind::Unit;
    return C.Width == 1 && (facts(C.Op).Class == OperatorClass::Bitwise ||
                            facts(C.Op).Types == OperandTypes::Compare);
  }

  void nameCells() {
    for (const Cell &C : N.Cells)
      forEachOperand(C, [&](CellId O) { ++Readers[O]; });
    for (const NetlistPort &P : N.Outputs)
      for (CellId D : P.Drivers)
        ++Readers[D];
    for (CellId C = 0; C < N.Cells.size(); ++C)
      Names[C] = N.Cells[C].Name;
    auto Name = [&](CellId C) {
      if (Names[C].empty())
        Names[C] = "w__" + std::to_string(C);
    };
    // Operators that a named cell has alone stand after its "=" or "<=".
    std::vector<bool> IsWhole(N.Cells.size());
    for (const Cell &C : N.Cells)
      if (!C.Name.empty() && C.Operands.size() == 1 &&
          (C.Kind == CellKind::Register || C.Kind == CellKind::Join))
        IsWhole[C.Operands[0]] = true;
    for (CellId C = 0; C < N.Cells.size(); ++C) {
      const Cell &Of = N.Cells[C];
      const bool IsOnce =
          Readers[C] == 1 && (IsWhole[C] || isSelfContained(Of));
      if (Of.Kind == CellKind::Operator && !IsOnce && !isInverter(N, Of))
        Name(C);
      if (Of.Kind == CellKind::Operator && isInverter(N, Of) && Of.Width > 1)
        Name(C);
      if ((isClocked(Of.Kind) && Of.Kind != CellKind::Write) ||
          Of.Kind == CellKind::Unit)
        Name(C);
      if (Of.Kind == CellKind::Bits) // selects from a name
        Name(Of.Operands[0]);
    }
  }

  std::string text(CellId Id) const {
    if (!Names[Id].empty())
      return Names[Id];
    return definition(Id);
  }
  /// Returns \p Text of operand \p Id, in parentheses where it is an
  /// expression.
  std::string operand(CellId Id, const std::string &Text) const {
    const bool IsExpression =
        Names[Id].empty() && N.Cells[Id].Kind == CellKind::Operator;
    return IsExpression && !isInverter(N, N.Cells[Id]) ? "(" + Text + ")"
                                                       : Text;
  }

  std::string select(const std::string &Name, uint64_t Low, uint32_t Width,
                     uint32_t All) const {
    if (Width == All)
      return Name;
    return Width == 1
               ? Name + "[" + number(Low) + "]"
               : Name + "[" + number(Low + Width - 1) + ":" + number(Low) + "]";
  }

  std::string joined(const std::vector<CellId> &LowestFirst) const {
    if (LowestFirst.size() == 1)
      return text(LowestFirst[0]);
    std::vector<std::string> Parts; // the highest one first
    for (size_t I = LowestFirst.size(); I > 0;) {
      const std::string Part = text(LowestFirst[--I]);
      size_t Times = 1;
      while (I > 0 && LowestFirst[I - 1] == LowestFirst[I])
        --I, ++Times;
      Parts.push_back(Times == 1 ? Part
                                 : "{" + number(Times) + "{" + Part + "}}");
    }
    if (Parts.size() == 1)
      return Parts[0];
    std::string All = "{";
    for (const std::string &Part : Parts)
      All += (All.size() > 1 ? ", " : "") + Part;
    return All + "}";
  }

  /// Returns the expression of a cell without a register.
  std::string definition(CellId Id) const {
    const Cell &C = N.Cells[Id];
    switch (C.Kind) {
    case CellKind::Input:
      return select(N.Inputs[C.Index].Name, C.Value, C.Width,
                    N.Inputs[C.Index].Width);
    case CellKind::Constant:
      return literal(C.Value, C.Width);
    case CellKind::Parameter:
      return N.Parameters[C.Index].Name;
    case CellKind::Bits:
      return select(text(C.Operands[0]), C.Value, C.Width,
                    N.Cells[C.Operands[0]].Width);
    case CellKind::Join:
      return joined(C.Operands);
    default:
      break;
    }
    if (isInverter(N, C))
      return "~" + operand(C.Operands[0], text(C.Operands[0]));
    std::vector<std::string> Of, Signed;
    for (CellId O : C.Operands) {
      const std::string Plain = text(O); // once: operands nest
      Of.push_back(operand(O, Plain));
      Signed.push_back("$signed(" + Plain + ")");
    }
    return expression(C.Op, Of, Signed);
  }

  void printTitle(const std::string &Title) {
    if (Title.empty())
      return;
    Text += "\n  // ";
    for (char C : Title)
      Text += C == '\n' ? std::string("\n  // ") : std::string(1, C);
    Text += "\n";
  }

  std::string head() const {
    std::string Text;
    std::vector<std::string> Parameters, Ports = {"input  wire clk"};
    for (const NetlistParameter &P : N.Parameters)
      Parameters.push_back("parameter " + bitRange(P.Width) + P.Name + " = " +
                           literal(P.Values[0], P.Width));
    for (const NetlistPort &P : N.Inputs)
      Ports.push_back("input  wire " + range(P.Width) + P.Name);
    for (const NetlistPort &P : N.Outputs)
      Ports.push_back("output wire " + range(P.Width) + P.Name);
    auto List = [&](const char *Open, const std::vector<std::string> &Items) {
      Text += Open;
      for (size_t I = 0; I < Items.size(); ++I)
        Text += (I ? ",\n  " : "\n  ") + Items[I];
      Text += "\n)";
    };
    Text += "module " + N.Name;
    if (!Parameters.empty())
      List(" #(", Parameters);
    List(" (", Ports);
    return Text + ";\n";
  }

  /// "wire [7:0] x", once; then "assign x" where \p Assigns.
  std::string declared(CellId Id, const char *Kind) {
    if (IsDeclared[Id])
      return Names[Id];
    IsDeclared[Id] = true;
    return Kind + (" " + range(N.Cells[Id].Width)) + Names[Id];
  }
  const char *kindOf(CellId Id) const {
    return N.Cells[Id].Kind == CellKind::Register ||
                   N.Cells[Id].Kind == CellKind::Read
               ? "reg"
               : "wire";
  }

  /// Declares the names that are read before their cells are printed.
  void declareEarly() {
    std::vector<bool> IsPrinted(N.Cells.size());
    std::vector<bool> IsEarly(N.Cells.size());
    std::vector<CellId> Open;
    for (CellId C : Order) {
      forEachOperand(N.Cells[C], [&](CellId O) { Open.push_back(O); });
      while (!Open.empty()) { // through what is printed in place
        const CellId O = Open.back();
        Open.pop_back();
        if (Names[O].empty())
          forEachOperand(N.Cells[O], [&](CellId P) { Open.push_back(P); });
        else if (!IsPrinted[O] && O != C)
          IsEarly[O] = true;
      }
      IsPrinted[C] = true;
    }
    for (CellId C : Order)
      if (IsEarly[C])
        line(declared(C, kindOf(C)) + ";");
  }

  void printCell(CellId Id) {
    const Cell &C = N.Cells[Id];
    const std::string Where = C.Loc ? " // " + place(C.Loc) : std::string();
    switch (C.Kind) {
    case CellKind::Register:
      return printRegister(Id, Where);
    case CellKind::Unit:
      return printUnit(Id, Where);
    case CellKind::Read: // within its memory
      if (!IsDeclared[Id])
        line(declared(Id, "reg") + ";");
      return;
    case CellKind::Delay:
    case CellKind::Ring:
      if (!IsDeclared[Id])
        line(declared(Id, "wire") + ";");
      if (C.Kind == CellKind::Delay)
        line("roofline_delay #(.WIDTH(" + number(C.Width) + "), .LENGTH(" +
             number(C.Value) + ")) of_" + Names[Id] + " (clk, " + enable(C) +
             ", " + text(C.Operands[0]) + ", " + Names[Id] + ");");
      return;
    default:
      break;
    }
    const bool WasDeclared = IsDeclared[Id];
    line((WasDeclared ? "assign " : "") + declared(Id, "wire") + " = " +
         definition(Id) + ";" + Where);
  }

  std::string enable(const Cell &C) const {
    return C.Enable ? text(*C.Enable) : "1'b1";
  }

  void printRegister(CellId Id, const std::string &Where) {
    const Cell &C = N.Cells[Id];
    // Vivado and yosys each have their own word for it.
    const std::string Apart = C.Value ? "(* keep *) " : "";
    if (!IsDeclared[Id])
      line((C.Value ? "(* shreg_extract = \"no\" *) " : "") +
           declared(Id, "reg") + ";");
    const std::string Takes = Names[Id] + " <= " + text(C.Operands[0]) + ";";
    const std::string When =
        C.Enable ? "if (" + text(*C.Enable) + ") " : std::string();
    if (!C.Load) {
      line(Apart + "always @(posedge clk) " + When + Takes + Where);
      return;
    }
    line("always @(posedge clk)" + Where);
    line("  if (" + text(*C.Load) + ") " + Names[Id] +
         " <= " + text(*C.LoadValue) + ";");
    line("  else " + When + Takes);
  }

  void printUnit(CellId Id, const std::string &Where) {
    const Cell &C = N.Cells[Id];
    const NetlistUnit &U = N.Units[C.Index];
    if (!IsDeclared[Id])
      line(declared(Id, "wire") + ";");
    std::string Sets;
    for (const auto &[Name, Value] : U.Parameters)
      Sets += (Sets.empty() ? "." : ", .") + Name + "(" + Value + ")";
    std::string Instance = U.Module + (Sets.empty() ? "" : " #(" + Sets + ")") +
                           " of_" + Names[Id] + " (";
    if (U.HasClock)
      Instance += "clk, " + enable(C) + ", ";
    // A divisor that is a constant is a parameter.
    const size_t Count =
        U.Module == "roofline_divide_constant" ? 1 : C.Operands.size();
    for (size_t I = 0; I < Count; ++I)
      Instance += text(C.Operands[I]) + ", ";
    line(Instance + Names[Id] + ");" + Where);
  }

  void printRings() {
    for (uint32_t I = 0; I < N.Rings.size(); ++I) {
      std::vector<CellId> From, To;
      uint32_t Width = 0;
      for (CellId C = 0; C < N.Cells.size(); ++C)
        if (N.Cells[C].Kind == CellKind::Ring && N.Cells[C].Index == I) {
          From.push_back(N.Cells[C].Operands[0]);
          To.push_back(C);
          Width += N.Cells[C].Width;
        }
      if (To.empty())
        continue;
      if (I == 0)
        printTitle("Line buffers");
      const Cell &First = N.Cells[To[0]];
      const bool IsSized = First.Operands.size() > 1;
      line((IsSized ? "roofline_sized_ring" : "roofline_ring") +
           std::string(" #(.WIDTH(") + number(Width) + "), .LENGTH(" +
           number(N.Rings[I].Length) + "), .BITS(" +
           number(bitsFor(N.Rings[I].Length - 2)) + ")) ring__" + number(I) +
           " (clk, " + text(*First.Load) + ", " + enable(First) + ", " +
           (IsSized ? text(First.Operands[1]) + ", " : "") + joined(From) +
           ", " + joined(To) + ");");
    }
  }

  void printWrite(const Cell &C, const NetlistMemory &M) {
    line("always @(posedge clk) if (" + enable(C) + ") " + M.Name + "[" +
         text(C.Operands[0]) + "] <= " + text(C.Operands[1]) + ";");
  }

  /// A word that is read and written at once is unknown, in a simulation as
  /// for synthesis: blocks of many families have no old word then.
  void printRead(CellId Id, const NetlistMemory &M) {
    const Cell &C = N.Cells[Id];
    const std::string Address = text(C.Operands[0]);
    line("always @(posedge clk) if (" + enable(C) + ") begin");
    line("  " + Names[Id] + " <= " + M.Name + "[" + Address + "];");
    for (const Cell &W : N.Cells)
      if (W.Kind == CellKind::Write && W.Index == C.Index)
        line("  if (" + operand(*W.Enable, enable(W)) + " & (" +
             operand(W.Operands[0], text(W.Operands[0])) +
             " == " + operand(C.Operands[0], Address) + ")) " + Names[Id] +
             " <= " + number(C.Width) + "'bx;");
    line("end");
  }

  /// Each memory, with what reads it and what is written to it.
  void printMemories() {
    constexpr uint64_t MostInLuts = 64; // [word]
    for (uint32_t I = 0; I < N.Memories.size(); ++I) {
      const NetlistMemory &M = N.Memories[I];
      if (I == 0)
        printTitle("Memories");
      // Lookup tables that are written have no contents in some families.
      const char *Style = M.Words > MostInLuts ? "block"
                          : M.Contents.empty() ? "distributed"
                                               : "logic";
      line(std::string("(* ram_style = \"") + Style + "\" *) reg " +
           range(M.Width) + M.Name + " [0:" + number(M.Words - 1) + "];");
      if (!M.Contents.empty()) {
        line("initial begin");
        for (uint64_t W = 0; W < M.Words; ++W)
          line("  " + M.Name + "[" + number(W) +
               "] = " + literal(M.Contents[W], M.Width) + ";");
        line("end");
      }
      for (CellId Id = 0; Id < N.Cells.size(); ++Id) {
        const Cell &C = N.Cells[Id];
        if (C.Kind == CellKind::Write && C.Index == I)
          printWrite(C, M);
        if (C.Kind == CellKind::Read && C.Index == I)
          printRead(Id, M);
      }
    }
  }

  void printOutputs() {
    Text += "\n";
    for (const NetlistPort &P : N.Outputs)
      line("assign " + P.Name + " = " + joined(P.Drivers) + ";");
  }
};

} // namespace

std::string printNetlist(const Netlist &N) { return NetlistPrinter(N).run(); }
std::string printNetlistBody(const Netlist &N) {
  return NetlistPrinter(N).body();
}

} // namespace roofline
