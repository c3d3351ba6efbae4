// Netlists as text for people.
#include "roofline/Netlist/Netlist.h"

#include <algorithm>
#include <numeric>

namespace roofline {
namespace {

std::string number(uint64_t N) { return std::to_string(N); }

/// "7'd63", or "64'h8000000000000000" of a large one.
std::string constantText(uint64_t Value, uint32_t Width) {
  constexpr uint64_t LargestDecimal = 9999;
  if (Value <= LargestDecimal)
    return number(Width) + "'d" + number(Value);
  std::string Hex;
  for (; Value; Value >>= 4)
    Hex.insert(Hex.begin(), "0123456789abcdef"[Value & 15]);
  return number(Width) + "'h" + Hex;
}

std::string rangeText(uint64_t Low, uint32_t Width) {
  return "[" + (Width > 1 ? number(Low + Width - 1) + ":" : "") + number(Low) +
         "]";
}

class NetlistDumper {
public:
  explicit NetlistDumper(const Netlist &N) : N(N) {}

  std::string run() {
    Text = "module " + N.Name + "\n";
    dumpPorts("inputs", N.Inputs);
    if (!N.Parameters.empty())
      Text += "\nparameters\n";
    for (const NetlistParameter &P : N.Parameters) {
      Text += "  " + P.Name + " [" + number(P.Width) + "] =";
      for (uint64_t Value : P.Values)
        Text += " " + number(Value);
      Text += "\n";
    }
    dumpCells();
    dumpPorts("outputs", N.Outputs);
    return Text;
  }

private:
  const Netlist &N;
  std::string Text;

  void dumpPorts(const char *Title, const std::vector<NetlistPort> &Ports) {
    if (!Ports.empty())
      Text += std::string("\n") + Title + "\n";
    for (const NetlistPort &P : Ports) {
      Text += "  " + P.Name + " [" + number(P.Width) + "]";
      if (!P.Drivers.empty())
        Text += " =" + words(P.Drivers);
      Text += "\n";
    }
  }

  void dumpCells() {
    std::vector<CellId> Order(N.Cells.size());
    std::iota(Order.begin(), Order.end(), 0);
    std::stable_sort(Order.begin(), Order.end(), [&](CellId L, CellId R) {
      return N.Cells[L].Section < N.Cells[R].Section;
    });
    std::optional<uint32_t> Section;
    for (CellId C : Order) {
      if (isInPlace(N.Cells[C]))
        continue;
      if (Section != N.Cells[C].Section) {
        Section = N.Cells[C].Section;
        const std::string &Title = N.Sections[*Section].Title;
        Text += "\n" + Title + (Title.empty() ? "" : "\n");
      }
      dumpCell(C);
    }
  }

  /// True where a cell stands in its readers' places.
  bool isInPlace(const Cell &C) const {
    return C.Name.empty() &&
           ((isInverter(N, C) && C.Width == 1) || C.Kind == CellKind::Input ||
            C.Kind == CellKind::Constant || C.Kind == CellKind::Parameter ||
            C.Kind == CellKind::Bits);
  }

  std::string word(CellId Id) const {
    const Cell &C = N.Cells[Id];
    if (!C.Name.empty())
      return C.Name;
    return isInPlace(C) ? inPlace(C) : "#" + number(Id);
  }
  std::string words(const std::vector<CellId> &Cells) const {
    std::string All;
    for (CellId C : Cells)
      All += " " + word(C);
    return All;
  }

  std::string inPlace(const Cell &C) const {
    switch (C.Kind) {
    case CellKind::Constant:
      return constantText(C.Value, C.Width);
    case CellKind::Parameter:
      return N.Parameters[C.Index].Name;
    case CellKind::Bits:
      return word(C.Operands[0]) + rangeText(C.Value, C.Width);
    case CellKind::Operator:
      return "!" + word(C.Operands[0]);
    default: {
      const NetlistPort &P = N.Inputs[C.Index];
      return P.Width == C.Width ? P.Name : P.Name + rangeText(C.Value, C.Width);
    }
    }
  }

  std::string definition(const Cell &C) const {
    switch (C.Kind) {
    case CellKind::Input:
    case CellKind::Constant:
    case CellKind::Parameter:
    case CellKind::Bits:
      return inPlace(C);
    case CellKind::Register:
      return kindName(C) + words(C.Operands) +
             (C.Value ? ", in no shift register" : "");
    case CellKind::Delay:
      return "delay" + words(C.Operands) + " by " + number(C.Value);
    case CellKind::Ring:
      return "ring" + words(C.Operands) + " by " +
             number(uint64_t(N.Rings[C.Index].Length)) + " in memory " +
             number(C.Index);
    case CellKind::Read:
    case CellKind::Write:
      return kindName(C) + words(C.Operands) + " of " +
             N.Memories[C.Index].Name;
    case CellKind::Unit: {
      const NetlistUnit &U = N.Units[C.Index];
      std::string Of;
      for (const auto &[Name, Value] : U.Parameters)
        Of += (Of.empty() ? "" : ", ") + Name + "=" + Value;
      return kindName(C) + words(C.Operands) + " by " + number(U.Latency) +
             " in " + U.Module + "(" + Of + ")";
    }
    default:
      if (isInverter(N, C))
        return "not " + word(C.Operands[0]);
      if (C.Kind == CellKind::Join && C.Operands.size() == 1)
        return word(C.Operands[0]);
      return kindName(C) + words(C.Operands);
    }
  }

  void dumpCell(CellId Id) {
    const Cell &C = N.Cells[Id];
    Text += "  " + (C.Name.empty() ? "#" + number(Id) : C.Name) + " [" +
            number(C.Width) + "] = " + definition(C);
    if (C.Enable)
      Text += ", enable " + word(*C.Enable);
    if (C.LoadValue)
      Text += ", at " + word(*C.Load) + " takes " + word(*C.LoadValue);
    else if (C.Load)
      Text += ", restart " + word(*C.Load);
    if (C.Loc)
      Text += "  // " + C.Loc.File + ":" + number(C.Loc.Line) + ":" +
              number(C.Loc.Column);
    Text += "\n";
  }
};

} // namespace

std::string dumpNetlist(const Netlist &N) { return NetlistDumper(N).run(); }

} // namespace roofline
