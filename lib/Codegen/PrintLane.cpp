// The lane module: ports, control, datapath, reductions.
#include "PrintExpressions.h"

#include "roofline/Base/LowMask.h"

#include <algorithm>
#include <bit>

namespace roofline {
namespace {

class LanePrinter {
public:
  explicit LanePrinter(const CorePlan &P) : P(P) {}

  std::string run() {
    printHead();
    printEvents();
    printCounters();
    printRanges();
    printBoxes();
    printHandshakes();
    Text += printDatapath(P);
    printOutputs();
    for (uint32_t I = 0; I < P.K.Reductions.size(); ++I)
      printReduction(I);
    return Text + "endmodule\n";
  }

private:
  const CorePlan &P;
  std::string Text;

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void printHead();
  void printEvents();
  void printCounters();
  void printRanges();
  void printBoxes();
  void printHandshakes();
  void printOutputs();
  void printReduction(uint32_t I);
  std::string event(uint32_t I) const { return "event__" + std::to_string(I); }
  /// Flags of a gate, without those of its slots.
  std::string gate(const Gate &G) const {
    return "range__" + std::to_string(G.Range) +
           (G.Box ? " & box__" + std::to_string(*G.Box) : std::string());
  }
};

void LanePrinter::printHead() {
  std::vector<std::string> Parameters, Ports;
  auto AddConstant = [&](const LaneConstant &C) {
    if (C.isParameter())
      Parameters.push_back("parameter " + bitRange(C.Width) + C.Name + " = " +
                           literal(C.Values[0], C.Width));
  };
  for (const auto *List : {&P.Events, &P.RangeInitial, &P.BoxInitial})
    std::for_each(List->begin(), List->end(), AddConstant);
  for (const auto &Counter : P.CounterInitial)
    std::for_each(Counter.begin(), Counter.end(), AddConstant);
  auto Add = [&](const char *Direction, uint32_t Width,
                 const std::string &Name) {
    Ports.push_back(std::string(Direction) + " wire " +
                    (Width > 1 ? bitRange(Width) : std::string()) + Name);
  };
  Ports = {"input  wire clk", "input  wire load", "input  wire rst",
           "output reg busy"};
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Ports.push_back("input  wire " + bitRange(P.K.Scalars[I].Type.Bits) +
                    "arg_" + P.Scalars[I]);
  for (uint32_t I : P.InputPorts) {
    std::string Name = "s_" + P.Inputs[I];
    Add("input ", beatBits(P.K.Inputs[I], P.D), Name + "_tdata");
    Add("input ", 1, Name + "_tvalid");
    Add("output", 1, Name + "_tready");
  }
  for (uint32_t I : P.OutputPorts) {
    std::string Name = "m_" + P.Outputs[I];
    uint32_t Width = beatBits(P.K.Outputs[I], P.D);
    Add("output", Width, Name + "_tdata");
    Add("output", std::max(Width / 8, 1u), Name + "_tstrb");
    Add("output", 1, Name + "_tvalid");
    Add("input ", 1, Name + "_tready");
    Add("output", 1, Name + "_tlast");
  }
  for (size_t I = 0; I < P.Reductions.size(); ++I) {
    uint32_t Width = P.K.Reductions[I].Type.Bits;
    Ports.push_back("input  wire " + bitRange(Width) + "initial_" +
                    P.Reductions[I]);
    Ports.push_back("output wire " + bitRange(Width) + "result_" +
                    P.Reductions[I]);
  }
  Text += "module " + P.Name + "_lane";
  auto List = [&](const char *Open, const std::vector<std::string> &Items) {
    Text += Open;
    for (size_t I = 0; I < Items.size(); ++I)
      Text += (I ? ",\n  " : "\n  ") + Items[I];
    Text += "\n)";
  };
  if (!Parameters.empty())
    List(" #(", Parameters);
  List(" (", Ports);
  Text += ";\n";
}

void LanePrinter::printEvents() {
  std::string Bits = bitRange(P.L.StepBits);
  Text += "\n  // The walk: one step whenever advance is 1\n";
  line("wire advance;");
  line("reg " + Bits + "step;");
  uint64_t Never = ~uint64_t(0) >> (64 - P.L.StepBits);
  for (uint32_t I = 0; I < P.Events.size(); ++I) {
    const LaneConstant &C = P.Events[I];
    if (!C.isParameter() && C.Values[0] == Never)
      line("wire " + event(I) + " = 1'b0;");
    else
      line("wire " + event(I) + " = step == " + C.text() + ";");
  }
  line("always @(posedge clk)");
  line("  if (load) step <= " + literal(0, P.L.StepBits) + ";");
  line("  else if (advance) step <= step + " + literal(1, P.L.StepBits) + ";");
  line("always @(posedge clk)");
  line("  if (rst) busy <= 1'b0;");
  line("  else if (load) busy <= 1'b1;");
  line("  else if (advance & " + event(P.L.Finish) + ") busy <= 1'b0;");
}

void LanePrinter::printCounters() {
  for (uint32_t I = 0; I < P.L.Counters.size(); ++I) {
    const CoordinateCounter &C = P.L.Counters[I];
    Text += "\n  // Coordinates of the beat " +
            std::to_string(std::abs(C.Shift)) +
            (C.Shift < 0 ? " behind" : " ahead of") + " stage 0\n";
    std::string Names[3], Load, Step, Carry;
    for (uint32_t D = 0; D < C.Dimensions; ++D) {
      if (P.Space.Size[D] == 1)
        continue;
      uint32_t Width = bitsFor(P.Space.Size[D] - 1);
      std::string Name = P.counter(I, D);
      std::string Zero = literal(0, Width);
      std::string Last = literal(P.Space.Size[D] - 1, Width);
      std::string Next = Name + " + " + literal(1, Width);
      if (!std::has_single_bit(uint64_t(P.Space.Size[D])))
        Next = Name + " == " + Last + " ? " + Zero + " : " + Next;
      line("reg " + bitRange(Width) + Name + ";");
      line("always @(posedge clk)");
      line("  if (load) " + Name + " <= " + P.CounterInitial[I][D].text() +
           ";");
      line("  else if (advance" + Carry + ") " + Name + " <= " + Next + ";");
      Carry += " & " + Name + " == " + Last;
    }
  }
}

void LanePrinter::printRanges() {
  Text += "\n  // Steps at which streams and reductions take part\n";
  for (uint32_t I = 0; I < P.L.Ranges.size(); ++I) {
    std::string Name = "range__" + std::to_string(I);
    line("reg " + Name + ";");
    line("always @(posedge clk)");
    line("  if (load) " + Name + " <= " + P.RangeInitial[I].text() + ";");
    line("  else if (advance) " + Name + " <= (" + Name + " | " +
         event(P.L.Ranges[I].Set) + ") & ~" + event(P.L.Ranges[I].Clear) + ";");
  }
}

void LanePrinter::printBoxes() {
  for (uint32_t I = 0; I < P.L.Boxes.size(); ++I) {
    const BoxFlag &B = P.L.Boxes[I];
    std::string Within;
    if (B.Beats.volume() == 0) { // a slot that no beat uses
      line("wire box__" + std::to_string(I) + " = 1'b0;");
      continue;
    }
    for (uint32_t D = 0; D < 3; ++D) {
      uint32_t Width = bitsFor(P.Space.Size[D] - 1);
      std::string Name = P.counter(B.Counter, D);
      int64_t End = B.Beats.Origin[D] + B.Beats.Size[D];
      if (B.Beats.Origin[D] > 0)
        Within += " & " + Name + " >= " + literal(B.Beats.Origin[D], Width);
      if (End < P.Space.Size[D])
        Within += " & " + Name + " < " + literal(End, Width);
    }
    std::string Name = "box__" + std::to_string(I);
    line("reg " + Name + ";");
    line("always @(posedge clk)");
    line("  if (load) " + Name + " <= " + P.BoxInitial[I].text() + ";");
    line("  else if (advance) " + Name + " <= " + Within.substr(3) + ";");
  }
}

void LanePrinter::printHandshakes() {
  Text += "\n  // Every input in use is there, every output is taken\n";
  std::string Ready = "busy";
  for (uint32_t I : P.InputPorts) {
    std::string Name = "s_" + P.Inputs[I], Need = "need__" + P.Inputs[I];
    line("wire " + Need + " = " + gate(P.L.Inputs[I]) + ";");
    line("assign " + Name + "_tready = advance & " + Need + ";");
    Ready += " & (" + Name + "_tvalid | ~" + Need + ")";
  }
  std::string There = Ready; // what is computed from holds
  for (uint32_t I : P.OutputPorts) {
    std::string Name = "m_" + P.Outputs[I], Gave = "gave__" + P.Outputs[I];
    line("reg " + Gave + "; // this step's beat is gone already");
    line("assign " + Name + "_tvalid = " + gate(P.L.Outputs[I]) + " & ~" +
         Gave + ";");
    line("always @(posedge clk)");
    line("  if (load | advance) " + Gave + " <= 1'b0;");
    line("  else if (" + Name + "_tvalid & " + Name + "_tready) " + Gave +
         " <= 1'b1;");
    line("assign " + Name +
         "_tlast = " + event(P.L.Ranges[P.L.Outputs[I].Range].Clear) + ";");
    Ready += " & (" + Name + "_tready | ~" + Name + "_tvalid)";
  }
  if (P.S.Interval > 1) {
    uint32_t Width = bitsFor(P.S.Interval - 1);
    std::string Full = literal(P.S.Interval - 1, Width);
    line("reg " + bitRange(Width) + "pause; // until the results are there");
    line("wire there = " + There + ";");
    line("wire ripe = pause == " + literal(0, Width) + ";");
    line("always @(posedge clk)");
    line("  if (load | advance) pause <= " + Full + ";");
    line("  else if (there & ~ripe) pause <= pause - " + literal(1, Width) +
         ";");
    Ready += " & ripe";
  }
  line("assign advance = " + Ready + ";");
}

void LanePrinter::printOutputs() {
  Text += "\n  // Results\n";
  for (uint32_t I : P.OutputPorts) {
    const Gate &G = P.L.Outputs[I];
    uint32_t Width = P.K.Outputs[I].Type.Bits;
    std::vector<const OutputStream *> Fields = fieldsOf(P.K.Outputs, I);
    std::string Data, Strobes, Name = "m_" + P.Outputs[I];
    for (uint32_t At = P.D.Vector * Fields.size(); At-- > 0;) {
      uint32_t Slot = At / Fields.size();
      const OutputStream *Out = Fields[At % Fields.size()];
      const char *Comma = Data.empty() ? "" : ", ";
      Data += Comma + (Out ? P.value(Out->Value, P.S.Outputs[I], Slot)
                           : literal(0, Width));
      std::string On;
      if (!G.Slots.empty() && G.Slots[Slot])
        On += " & box__" + std::to_string(*G.Slots[Slot]);
      if (Out && Out->Enable)
        On += " & " + P.value(*Out->Enable, P.S.Outputs[I], Slot);
      std::string Bit = !Out ? "1'b0" : On.empty() ? "1'b1" : On.substr(3);
      Strobes += Comma + ("{" + std::to_string(Width / 8)) + "{" + Bit + "}}";
    }
    line("assign " + Name + "_tdata = {" + Data + "};");
    line("assign " + Name + "_tstrb = {" + Strobes + "};");
  }
}

void LanePrinter::printReduction(uint32_t I) {
  const Reduction &R = P.K.Reductions[I];
  const Gate &G = P.L.Reductions[I];
  uint32_t Width = R.Type.Bits;
  std::string Name = P.Reductions[I], Sum = "sum__" + Name;
  std::vector<std::string> Values;
  std::string Take = " & " + gate(G);
  for (uint32_t Slot = 0; Slot < P.D.Vector; ++Slot) {
    std::string Value = P.value(R.Value, P.S.Reductions[I], Slot), On;
    if (!G.Slots.empty() && G.Slots[Slot])
      On += " & box__" + std::to_string(*G.Slots[Slot]);
    if (R.Enable)
      On += " & " + P.value(*R.Enable, P.S.Reductions[I], Slot);
    if (P.D.Vector == 1)
      Take += On;
    else if (!On.empty())
      Value = "(" + On.substr(3) + " ? " + Value + " : " +
              literal(*identity(R.Op, Width), Width) + ")";
    Values.push_back(Value);
  }
  for (uint32_t Level = 0; Values.size() > 1; ++Level) {
    std::vector<std::string> Sums;
    for (size_t J = 0; J < Values.size(); J += 2) {
      Sums.push_back("tree__" + Name + "__l" + std::to_string(Level) + "_" +
                     std::to_string(J / 2));
      line("reg " + bitRange(Width) + Sums.back() + ";");
      line("always @(posedge clk) if (advance) " + Sums.back() +
           " <= " + printReductionStep(R, Values[J], Values[J + 1]) + ";");
    }
    Values = Sums;
  }
  std::string Next = printReductionStep(R, Sum, Values[0]);
  line("reg " + bitRange(Width) + Sum + ";" +
       (R.Loc ? " // " + place(R.Loc) : std::string()));
  if (reductionLatency(R) > 0) {
    Next = "next__" + Name;
    line("wire " + bitRange(Width) + Next + ";");
    line(
        printFloatInstance(R.Op, Width, Width, {Sum, Values[0]}, Next, "1'b1"));
  }
  line("always @(posedge clk)");
  line("  if (load) " + Sum + " <= initial_" + Name + ";");
  line("  else if (advance" + Take + ") " + Sum + " <= " + Next + ";");
  line("assign result_" + Name + " = " + Sum + ";");
}

} // namespace

std::string printLane(const CorePlan &P) { return LanePrinter(P).run(); }

} // namespace roofline
