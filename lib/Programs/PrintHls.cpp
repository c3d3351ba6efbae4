// Programs as HLS C++: a function for each process, joined by streams.
#include "ProgramPlan.h"

#include <algorithm>

namespace roofline {
namespace {

class HlsPrinter {
public:
  explicit HlsPrinter(const ProgramPlan &P) : P(P), Print(P) {}
  std::vector<TextFile> run();

private:
  std::string header() const;
  std::string script() const;
  std::string signature() const;
  void printReader();
  void printStage();
  void printWriter();
  void printTop();
  void openBeats(int64_t Steps, const char *Counter);
  std::string pointers(bool Read, bool Written, bool Results) const;
  std::string arguments(bool Read, bool Written, bool Results) const;
  std::string stream(const std::string &Packet) const {
    return "hls::stream<" + Packet + "> &";
  }
  std::string steps(const char *Before) const {
    return P.O.MayStop ? Before + P.StepsScalar : std::string();
  }

  const ProgramPlan &P;
  ProgramPrinter Print;
  Text T;
};

bool takes(const ProgramBuffer &B, bool Read, bool Written, bool Results) {
  return (Read && B.IsRead) || (Written && B.IsWritten) ||
         (Results && B.IsResult);
}

/// Parameters of a process, each with a comma behind it.
std::string HlsPrinter::pointers(bool Read, bool Written, bool Results) const {
  std::string Text;
  for (const ProgramBuffer &B : P.Buffers)
    if (takes(B, Read, Written, Results))
      Text += Print.pointer(B, Read) + ", ";
  return Text;
}

std::string HlsPrinter::arguments(bool Read, bool Written, bool Results) const {
  std::string Text;
  for (const ProgramBuffer &B : P.Buffers)
    if (takes(B, Read, Written, Results))
      Text += (Read ? B.In : B.Out) + ", ";
  return Text;
}

/// Of the top function: what is read, what is written, scalars.
std::string HlsPrinter::signature() const {
  std::string All;
  auto Add = [&](const std::string &Parameter) {
    All += (All.empty() ? "" : ", ") + Parameter;
  };
  for (const ProgramBuffer &B : P.Buffers)
    if (B.IsRead)
      Add("const " + Print.C.elementType(B.Type) + " *" + B.In);
  for (const ProgramBuffer &B : P.Buffers)
    if (B.isChanged())
      Add(Print.C.elementType(B.Type) + " *" + B.Out);
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Add(Print.C.type(P.K.Scalars[I].Type) + " " + P.Scalars[I]);
  if (P.O.MayStop)
    Add("int " + P.StepsScalar);
  return "void " + P.top() + "(" + All + ")";
}

/// Opens a loop of which an iteration begins every cycle.
void HlsPrinter::openBeats(int64_t Steps, const char *Counter) {
  const std::string Name = Counter;
  T.open("for (" + Print.counter(Steps) + " " + Name + " = 0; " + Name + " < " +
         number(Steps) + "; ++" + Name + ")");
  T.line("#pragma HLS PIPELINE II=1");
}

void HlsPrinter::printReader() {
  T.line("");
  T.open("static void " + P.Name + "_read(" + pointers(true, false, false) +
         stream(P.packetIn()) + "to)");
  if (P.readsPlace())
    Print.printCoordinates(T);
  openBeats(P.S.beats(), "beat");
  T.line(P.packetIn() + " leaving;");
  Print.printRead(T, "leaving.");
  T.line("to.write(leaving);");
  if (P.readsPlace())
    Print.printAdvance(T, {"px", "py", "pz"});
  T.close();
  T.close();
}

void HlsPrinter::printStage() {
  const StageForm F = {"", "arrived.", "leaving."};
  T.line("");
  T.line("// A beat arrives; the one " + number(P.S.Delay) +
         " before it leaves.");
  T.line("template <int Stage>");
  T.open("static void " + P.Name + "_stage(" + pointers(false, false, true) +
         stream(P.packetIn()) + "from, " + stream(P.packetOut()) + "to" +
         Print.scalars(", ") + steps(", int ") + ")");
  Print.printLines(T, /*AsVariables=*/true);
  if (P.O.MayStop)
    T.line("const bool is_on = Stage < " + P.StepsScalar + ";");
  T.line(P.packetIn() + " arrived = {};");
  openBeats(P.S.beats() + P.S.Delay, "step");
  if (P.S.Delay)
    T.line("if (step < " + number(P.S.beats()) + ")");
  T.line(std::string(P.S.Delay ? "  " : "") + "arrived = from.read();");
  T.line(P.packetOut() + " leaving = {};");
  Print.printStep(T, F);
  if (P.S.Delay)
    T.line("if (step >= " + number(P.S.Delay) + ")");
  T.line(std::string(P.S.Delay ? "  " : "") + "to.write(leaving);");
  T.close();
  Print.printResults(T, F);
  T.close();
}

void HlsPrinter::printWriter() {
  T.line("");
  T.open("static void " + P.Name + "_write(" + pointers(false, true, false) +
         stream(P.packetOut()) + "from)");
  if (P.writesPlace())
    Print.printCoordinates(T);
  openBeats(P.S.beats(), "beat");
  T.line("const " + P.packetOut() + " arrived = from.read();");
  Print.printWrite(T, "arrived.");
  if (P.writesPlace())
    Print.printAdvance(T, {"px", "py", "pz"});
  T.close();
  T.close();
}

void HlsPrinter::printTop() {
  T.line("");
  T.open(signature());
  auto Port = [&](const std::string &Name, uint64_t Elements) {
    T.line("#pragma HLS INTERFACE m_axi port=" + Name +
           " offset=slave bundle=" + Name +
           " depth=" + std::to_string(Elements));
  };
  for (const ProgramBuffer &B : P.Buffers) {
    if (B.IsRead)
      Port(B.In, B.Elements);
    if (B.isChanged())
      Port(B.Out, B.Elements);
  }
  for (const std::string &Scalar : P.Scalars)
    T.line("#pragma HLS INTERFACE s_axilite port=" + Scalar);
  if (P.O.MayStop)
    T.line("#pragma HLS INTERFACE s_axilite port=" + P.StepsScalar);
  T.line("#pragma HLS INTERFACE s_axilite port=return");
  T.line("#pragma HLS DATAFLOW");
  for (uint32_t I = 0; I <= P.O.Stages; ++I) {
    const std::string Packet = I < P.O.Stages ? P.packetIn() : P.packetOut();
    T.line("hls::stream<" + Packet + ", " + number(P.Depth) + "> " + P.link(I) +
           "(\"" + P.link(I) + "\");");
    T.line("#pragma HLS STREAM variable=" + P.link(I) +
           " depth=" + number(P.Depth));
  }
  T.line("ROOFLINE_PROCESS(" + P.Name + "_read(" +
         arguments(true, false, false) + P.link(0) + "));");
  for (uint32_t I = 0; I < P.O.Stages; ++I)
    T.line("ROOFLINE_PROCESS(" + P.Name + "_stage<" + number(I) + ">(" +
           arguments(false, false, true) + P.link(I) + ", " + P.link(I + 1) +
           Print.scalarNames(", ") + steps(", ") + "));");
  T.line("ROOFLINE_PROCESS(" + P.Name + "_write(" +
         arguments(false, true, false) + P.link(P.O.Stages) + "));");
  T.line("ROOFLINE_JOIN;");
  T.close();
}

std::string HlsPrinter::header() const {
  return "// The top function of " + P.Name + ".\n#ifndef ROOFLINE_" + P.Name +
         "_H\n#define ROOFLINE_" + P.Name +
         "_H\n\n#include <stdint.h>\n\nextern \"C\" " + signature() +
         ";\n\n#endif\n";
}

std::string HlsPrinter::script() const {
  return "# vitis_hls -f " + P.Name +
         ".tcl: simulation, synthesis, export.\n"
         "# PART and PERIOD [ns] of the environment choose device and clock.\n"
         "set part [expr {[info exists ::env(PART)] ? $::env(PART) : "
         "\"xcu280-fsvh2892-2L-e\"}]\n"
         "set period [expr {[info exists ::env(PERIOD)] ? $::env(PERIOD) : "
         "3.33}]\n"
         "open_project -reset " +
         P.Name + "_project\nset_top " + P.top() + "\nadd_files " + P.Name +
         ".cpp\n"
         "add_files -tb check/tb.cpp -cflags \"-std=c++17 -w\"\n"
         "open_solution -reset solution -flow_target vitis\nset_part $part\n"
         "create_clock -period $period\n"
         "config_compile -unsafe_math_optimizations=false\n"
         "csim_design -argv [file normalize data]\ncsynth_design\n"
         "export_design -format xo\nexit\n";
}

std::vector<TextFile> HlsPrinter::run() {
  printReader();
  printStage();
  printWriter();
  printTop();
  const std::string Body = T.take();
  const std::string Head =
      "// " + P.Name + ": kernel '" + P.K.Name + "', " + number(P.O.Stages) +
      (P.O.Stages == 1 ? " step, " : " steps a pass, ") + number(P.Vector) +
      (P.Vector == 1 ? " position" : " positions") +
      " a beat.\n// Generated by Roofline; interface and check: README.md.\n"
      "#include \"" +
      P.Name +
      ".h\"\n\n#include <cmath>\n#include <hls_stream.h>\n\n"
      "// The check runs processes side by side; for the vendor's tool a "
      "process is a\n// call in a dataflow region.\n#ifndef ROOFLINE_PROCESS\n"
      "#define ROOFLINE_PROCESS(Call) Call\n#define ROOFLINE_JOIN\n#endif\n\n";
  return {{P.Name + ".cpp", Head + Print.C.helpers() + Print.packets() + Body},
          {P.Name + ".h", header()},
          {P.Name + ".tcl", script()}};
}

} // namespace

std::vector<TextFile> printHls(const ProgramPlan &P) {
  return HlsPrinter(P).run();
}

} // namespace roofline
