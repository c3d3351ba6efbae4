// The operators of a lane, stage by stage, and the delays between them.
#include "PrintExpressions.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <map>

namespace roofline {
namespace {

class DatapathPrinter {
public:
  explicit DatapathPrinter(const CorePlan &P) : P(P), Rings(P.L.Rings.size()) {}

  std::string run() {
    printTaps();
    printPositions();
    std::vector<uint32_t> Order;
    for (uint32_t I = 0; I < P.K.Nodes.size(); ++I)
      if (P.S.Nodes[I].Used && P.S.Nodes[I].Unit.Kind != UnitKind::Source)
        Order.push_back(I);
      else if (P.NamedConstants.count(I))
        declare("wire", P.K.Nodes[I].Type.Bits, P.Nodes[I],
                literal(P.K.Nodes[I].Value, P.K.Nodes[I].Type.Bits));
    auto Key = [&](uint32_t N) { return emissionOrder(P.S, N); };
    std::stable_sort(Order.begin(), Order.end(),
                     [&](uint32_t A, uint32_t B) { return Key(A) < Key(B); });
    std::pair<bool, int32_t> Before = {false, -1 << 30};
    for (uint32_t N : Order) {
      if (Key(N) != Before)
        Text +=
            P.S.Nodes[N].Invariant
                ? "\n  // Of arguments alone\n"
                : "\n  // Stage " + std::to_string(P.S.Nodes[N].Start) + "\n";
      Before = Key(N);
      printNode(N);
    }
    printRings();
    return Text;
  }

private:
  const CorePlan &P;
  std::string Text;
  struct RingEnds {
    std::vector<std::string> From, To; ///< the lowest bits first
  };
  std::vector<RingEnds> Rings;

  void declare(const char *Kind, uint32_t Width, const std::string &Name,
               const std::string &Value = {}) {
    Text += std::string("  ") + Kind + " " + bitRange(Width) + Name +
            (Value.empty() ? "" : " = " + Value) + ";\n";
  }
  void printTaps();
  void printPositions();
  void printNode(uint32_t N);
  void printLine(DelayLine::From Source, uint32_t Index, uint32_t Slot,
                 uint32_t Width);
  void printRings();
};

/// Declares the ports of the line of a value of \p Width bits or as many as
/// the line; registers at once, rings at the end.
void DatapathPrinter::printLine(DelayLine::From Source, uint32_t Index,
                                uint32_t Slot, uint32_t Width) {
  for (const DelaySegment &Segment : P.L.Segments) {
    const DelayLine &Line = P.L.Lines[Segment.Line];
    if (Line.Source != Source || Line.Index != Index || Line.Slot != Slot)
      continue;
    Width = std::max(Width, Line.Width);
    int64_t To = Line.Points[Segment.Point];
    std::string From = P.delayed(Line, To - Segment.Length);
    std::string Name = P.delayed(Line, To), Delayed = Name;
    declare("wire", Width, Name);
    if (Line.Width < Width) { // nothing reads the bits above
      const std::string Part = "[" + std::to_string(Line.Width - 1) + ":0]";
      From += Part, Delayed += Part;
      Text += "  assign " + Name + "[" + std::to_string(Width - 1) + ":" +
              std::to_string(Line.Width) +
              "] = " + literal(0, Width - Line.Width) + ";\n";
    }
    if (Segment.Ring) {
      Rings[*Segment.Ring].From.push_back(From);
      Rings[*Segment.Ring].To.push_back(Delayed);
      continue;
    }
    Text += "  roofline_delay #(.WIDTH(" + std::to_string(Line.Width) +
            "), .LENGTH(" + std::to_string(Segment.Length) + ")) of_" + Name +
            " (clk, advance, " + From + ", " + Delayed + ");\n";
  }
}

std::string offsetText(const StreamKernel &K, const Offset &At) {
  std::string Text = "(";
  for (unsigned I = 0; I < K.NumDimensions; ++I)
    Text += (I ? ", " : "") + std::to_string(At[I]);
  return Text + ")";
}

void DatapathPrinter::printTaps() {
  for (uint32_t I = 0; I < P.K.Inputs.size(); ++I) {
    const InputStream &In = P.K.Inputs[I];
    Text += "\n  // Window of " + In.Name;
    if (In.Fields > 1)
      Text += ", field " + std::to_string(In.field());
    Text += ", at the stage of its reader:";
    for (uint32_t N = 0; N < P.K.Nodes.size(); ++N)
      if (P.K.Nodes[N].Op == DatapathOp::Input && P.K.Nodes[N].Value == I)
        Text +=
            "\n  //   " + offsetText(P.K, P.K.Nodes[N].At) + ": __d" +
            std::to_string(tapPlace(P.K, P.K.Nodes[N], 0, P.D.Vector).Delay) +
            " at stage 0  " + place(P.K.Nodes[N].Loc);
    Text += "\n";
    uint32_t Width = In.Type.Bits;
    for (uint32_t Slot = 0; Slot < P.D.Vector; ++Slot) {
      std::string Bits = "s_" + P.Inputs[I] + "_tdata";
      uint32_t Low = (Slot * In.Fields + In.field()) * Width;
      if (P.D.Vector * In.Fields > 1)
        Bits += "[" + std::to_string(Low + Width - 1) + ":" +
                std::to_string(Low) + "]";
      declare("wire", Width, P.tap(I, Slot, 0), Bits);
      printLine(DelayLine::From::Tap, I, Slot, Width);
    }
  }
}

/// The coordinates at the stages that read them, in the width of the datapath.
void DatapathPrinter::printPositions() {
  std::map<std::string, std::string> Wires;
  auto Read = [&](uint32_t N, int32_t Stage, auto IsRead) {
    const DatapathNode &Node = P.K.Nodes[N];
    if (Node.Op != DatapathOp::Position)
      return;
    uint32_t Dim = uint32_t(Node.Value), Width = Node.Type.Bits;
    bool Varies = Dim == 0 && P.D.Vector > 1;
    uint32_t SlotBits = Varies ? bitsFor(P.D.Vector - 1) : 0;
    for (uint32_t Slot = 0; Slot < (Varies ? P.D.Vector : 1); ++Slot) {
      bool Reads = IsRead(Slot);
      for (uint32_t Other = 0; !Varies && Other < P.D.Vector; ++Other)
        Reads |= IsRead(Other);
      if (!Reads)
        continue;
      const std::vector<int32_t> &Sets = P.S.PositionStages;
      int32_t Counted = P.S.Nodes[N].Start;
      auto Set = std::find(Sets.begin(), Sets.end(), Counted) - Sets.begin();
      DelayLine Line = {DelayLine::From::Coordinate,
                        uint32_t(Dim + 3 * Set),
                        0,
                        0,
                        {},
                        false};
      std::string At = P.delayed(Line, Stage - Counted);
      uint32_t Have = bitsFor(P.Space.Size[Dim] - 1);
      if (P.Space.Size[Dim] == 1)
        At = literal(0, Have);
      if (Varies)
        At += ", " + literal(Slot, SlotBits);
      Have += SlotBits;
      if (Have < Width)
        At = "{" + std::to_string(Width - Have) + "{1'b0}}, " + At;
      std::string Value = "{" + At + "}";
      std::string Name = P.value(N, Stage, Slot);
      if (Have > Width) { // as the kernel's own type wraps
        Wires[Name] = "  wire " + bitRange(Have) + Name + "__all = " + Value +
                      ";\n  wire " + bitRange(Width) + Name + " = " + Name +
                      "__all[" + std::to_string(Width - 1) + ":0];\n";
        continue;
      }
      Wires[Name] = "  wire " + bitRange(Width) + Name + " = " + Value + ";\n";
    }
  };
  for (uint32_t I = 0; I < P.K.Nodes.size(); ++I)
    if (P.S.Nodes[I].Used && P.S.Nodes[I].Unit.Kind != UnitKind::Source)
      for (uint32_t O : P.K.Nodes[I].Operands)
        Read(O, P.S.Nodes[I].Start,
             [&](uint32_t Slot) { return P.isBuilt(I, Slot); });
  auto ReadResult = [&](const auto &Result, int32_t Stage) {
    auto Always = [](uint32_t) { return true; };
    Read(Result.Value, Stage, Always);
    if (Result.Enable)
      Read(*Result.Enable, Stage, Always);
  };
  for (uint32_t I = 0; I < P.K.Outputs.size(); ++I)
    ReadResult(P.K.Outputs[I], P.S.Outputs[I]);
  for (uint32_t I = 0; I < P.K.Reductions.size(); ++I)
    ReadResult(P.K.Reductions[I], P.S.Reductions[I]);
  if (Wires.empty())
    return;
  Text += "\n  // Position of the work-item, " +
          std::to_string(-P.S.PositionStages.front()) +
          " steps ahead of its taps, and later\n";
  for (uint32_t I = 0; I < 3 * P.S.PositionStages.size(); ++I)
    printLine(DelayLine::From::Coordinate, I, 0, 0);
  for (const auto &[Name, Wire] : Wires)
    Text += Wire;
}

void DatapathPrinter::printNode(uint32_t N) {
  const DatapathNode &Node = P.K.Nodes[N];
  const DatapathSchedule::Node &At = P.S.Nodes[N];
  for (const DatapathNode &Reader : P.K.Nodes)
    if (Reader.Op == DatapathOp::AtOffset && Reader.Operands[0] == N)
      Text += "  // " + P.Nodes[N] + " at " + offsetText(P.K, Reader.At) +
              " is read by a later kernel  " + place(Reader.Loc) + "\n";
  for (uint32_t Slot = 0; Slot < P.copies(N); ++Slot) {
    if (!P.isBuilt(N, Slot))
      continue;
    OperandTexts Of;
    for (uint32_t O : Node.Operands)
      Of.push_back(P.value(O, At.Start, Slot));
    std::string Name = P.node(N, Slot);
    std::string Where = Node.Loc ? " // " + place(Node.Loc) : "";
    bool Comb = P.D.Form == ElementForm::Comb;
    bool Expression = At.Unit.Kind == UnitKind::Wire ||
                      At.Unit.Kind == UnitKind::Logic ||
                      At.Unit.Kind == UnitKind::ShiftAdd ||
                      (Comb && At.Unit.Kind == UnitKind::Multiplier);
    if (!Expression) {
      declare("wire", Node.Type.Bits, Name);
      Text += "  " + printInstance(P, N, Of, Name) + Where + "\n";
    } else if (operatorUnit(P.K, N).Latency == 0 || Comb) {
      Text += "  wire " + bitRange(Node.Type.Bits) + Name + " = " +
              printExpression(P, N, Of) + ";" + Where + "\n";
    } else {
      declare("reg", Node.Type.Bits, Name);
      Text += "  always @(posedge clk) " +
              (P.D.Form == ElementForm::Seq ? Name : "if (advance) " + Name) +
              " <= " + printExpression(P, N, Of) + ";" + Where + "\n";
    }
    printLine(DelayLine::From::Node, N, Slot, Node.Type.Bits);
  }
}

void DatapathPrinter::printRings() {
  auto Joined = [](const std::vector<std::string> &Names) {
    if (Names.size() == 1)
      return Names[0];
    std::string All = "{"; // the highest bits first
    for (size_t I = Names.size(); I-- > 0;)
      All += Names[I] + (I ? ", " : "}");
    return All;
  };
  if (!Rings.empty())
    Text += "\n  // Line buffers\n";
  for (uint32_t I = 0; I < Rings.size(); ++I) {
    const RingBuffer &R = P.L.Rings[I];
    Text += "  roofline_ring #(.WIDTH(" + std::to_string(R.Width) +
            "), .LENGTH(" + std::to_string(R.Length) + "), .BITS(" +
            std::to_string(bitsFor(R.Length - 2)) + ")) ring__" +
            std::to_string(I) + " (clk, load, advance, " +
            Joined(Rings[I].From) + ", " + Joined(Rings[I].To) + ");\n";
  }
}

} // namespace

std::string printDatapath(const CorePlan &P) {
  return DatapathPrinter(P).run();
}

} // namespace roofline
