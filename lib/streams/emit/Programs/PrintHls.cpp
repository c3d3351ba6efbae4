// Programs as HLS C++: a function for each process, joined by streams.
#include "ProgramPlan.h"

#include "roofline/Codegen/Templates.h"

#include <algorithm>

using namespace llvm;

namespace roofline {
namespace {

class HlsPrinter {
public:
  explicit HlsPrinter(const ProgramPlan &P) : P(P), Print(P) {}
  std::vector<TextFile> run(Templates &From);

private:
  std::string signature() const;
  void printReader();
  void printStage();
  void printWriter();
  void printTop();
  std::string call(const ProgramProcess &Process) const;
  void openBeats(int64_t Steps, const char *Counter);
  std::string pointers(bool Read, bool Written, bool Results) const;
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

/// Signature of the top function: buffers that it reads, buffers that it
/// writes, scalars.
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
  for (const PlaceScalar &S : P.PlaceScalars)
    Add("int " + S.Legal);
  return "void " + P.top() + "(" + All + ")";
}

void HlsPrinter::openBeats(int64_t Steps, const char *Counter) {
  Print.openLoop(T, Steps, Counter);
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
    Print.printAdvance(T, {"px", "py", "pz"}, P.K.Space.Size);
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
    Print.printAdvance(T, {"px", "py", "pz"}, P.K.Space.Size);
  T.close();
  T.close();
}

/// A process with what it takes, in the order of its parameters.
std::string HlsPrinter::call(const ProgramProcess &Process) const {
  std::string All;
  const auto Add = [&](const std::string &One) {
    All += (All.empty() ? "" : ", ") + One;
  };
  for (const ProgramBuffer &B : P.Buffers)
    if (P.takes(Process, B))
      Add(Process.Reads ? B.In : B.Out);
  for (const auto &List : {Process.InPipes, Process.OutPipes})
    for (uint32_t Pipe : List)
      Add(P.link(Pipe));
  for (size_t I = 0; Process.HasScalars && I < P.Scalars.size(); ++I)
    Add(P.Scalars[I]);
  if (Process.HasSteps && P.O.MayStop)
    Add(P.StepsScalar);
  for (size_t I = 0; Process.HasPlace && I < P.PlaceScalars.size(); ++I)
    Add(P.PlaceScalars[I].Legal);
  return Process.Name + "(" + All + ")";
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
  for (const PlaceScalar &S : P.PlaceScalars)
    T.line("#pragma HLS INTERFACE s_axilite port=" + S.Legal);
  T.line("#pragma HLS INTERFACE s_axilite port=return");
  T.line("#pragma HLS DATAFLOW");
  for (const ProgramPipe &Pipe : P.Pipes) {
    T.line("hls::stream<" + P.packet(Pipe.Packet) + ", " + number(Pipe.Depth) +
           "> " + Pipe.Name + "(\"" + Pipe.Name + "\");");
    T.line("#pragma HLS STREAM variable=" + Pipe.Name +
           " depth=" + number(Pipe.Depth));
  }
  for (const ProgramProcess &Process : P.Processes)
    T.line("ROOFLINE_PROCESS(" + call(Process) + ");");
  T.line("ROOFLINE_JOIN;");
  T.close();
}

std::vector<TextFile> HlsPrinter::run(Templates &From) {
  if (P.isTiled()) {
    T.add(printTiles(P, Print.C));
  } else {
    printReader();
    printStage();
    printWriter();
  }
  printTop();
  const std::string Body = T.take();
  const json::Object Values{
      {"name", P.Name},
      {"top", P.top()},
      {"kernel", P.K.Name},
      {"steps",
       number(P.O.Stages) + (P.O.Stages == 1 ? " step" : " steps a pass")},
      {"positions",
       number(P.Vector) + (P.Vector == 1 ? " position" : " positions")},
      {"signature", signature()},
      // It runs one process after the other: no data can go round.
      {"simulation", P.Faces.empty()},
      {"functions", Print.C.helpers() + Print.packets() + Body}};
  return {{P.Name + ".cpp", From.fill("hls.cpp", Values)},
          {P.Name + ".h", From.fill("hls.h", Values)},
          {P.Name + ".tcl", From.fill("hls.tcl", Values)}};
}

} // namespace

std::vector<TextFile> printHls(const ProgramPlan &P, Templates &From) {
  return HlsPrinter(P).run(From);
}

} // namespace roofline
