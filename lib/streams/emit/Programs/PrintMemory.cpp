// Copies of a program's packets from memory and to memory.
#include "ProgramPlan.h"

#include <algorithm>

namespace roofline {
namespace {

/// " + 3", " - 3" or nothing.
std::string added(int64_t N) {
  return N == 0 ? "" : N < 0 ? " - " + number(-N) : " + " + number(N);
}

const CoordinateNames Here = {"px", "py", "pz"};

} // namespace

std::string ProgramPrinter::pointer(const ProgramBuffer &B, bool Const) const {
  const std::string Type = C.elementType(B.Type);
  if (P.isCxx())
    return (Const ? "const " : "") + Type + " *" + B.Legal;
  // A buffer that one program both reads and writes may not be restrict.
  const bool Alone = !(B.IsRead && (B.IsWritten || B.IsResult));
  return std::string("__global ") + (Const ? "const " : "") + Type + " *" +
         (Alone ? "restrict " : "") + B.Legal;
}

std::string ProgramPrinter::scalars(const std::string &Before) const {
  std::string All;
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    All += Before + C.type(P.K.Scalars[I].Type) + " " + P.Scalars[I];
  return All;
}

std::string ProgramPrinter::scalarNames(const std::string &Before) const {
  std::string All;
  for (const std::string &Name : P.Scalars)
    All += Before + Name;
  return All;
}

/// The element of stream \p S at the position (px + j, py, pz).
std::string ProgramPrinter::element(const Stream &S, bool Writes) const {
  const ProgramBuffer &B = P.buffer(S.Name);
  const Offset Pitch = pitchOf(S);
  int64_t First = int64_t(S.FirstElement);
  for (unsigned D = 0; D < 3; ++D)
    First -= S.Window.Origin[D] * Pitch[D];
  const bool IsLarge =
      std::max<uint64_t>(endOfElements(S), uint64_t(std::abs(First))) >
      uint64_t(INT32_MAX);
  const std::string Cast = !IsLarge ? "" : P.isCxx() ? "(int64_t)" : "(long)";
  if (P.isWhole(S))
    return B.Legal + "[" + (P.Vector == 1 ? "" : number(P.Vector) + " * ") +
           "beat" + (P.Vector == 1 ? "" : " + j") +
           added(int64_t(S.FirstElement)) + "]";
  std::string Index;
  for (unsigned D = 0; D < 3; ++D) {
    if (P.K.Space.Size[D] == 1 && D > 0)
      continue;
    std::string Place = Here[D];
    if (D == 0 && P.Vector > 1)
      Place = Pitch[D] == 1 ? Place + " + j" : "(" + Place + " + j)";
    Index += (Index.empty() ? "" : " + ") +
             (Pitch[D] == 1 ? Cast + Place
                            : number(Pitch[D]) + " * " + Cast + Place);
  }
  return B.Legal + "[" + Index + added(First) + "]";
}

void ProgramPrinter::openKernel(Text &T, const std::string &Name,
                                const std::string &Parameters) const {
  T.line("");
  if (P.O.Dialect == ProgramDialect::Intel)
    T.line("__attribute__((max_global_work_dim(0)))");
  T.line("__kernel __attribute__((reqd_work_group_size(1, 1, 1)))");
  T.open("void " + Name + "(" + Parameters + ")");
}

void ProgramPrinter::openLoop(Text &T, int64_t Steps,
                              const std::string &Counter) const {
  if (P.O.Dialect == ProgramDialect::Xilinx)
    T.line("__attribute__((xcl_pipeline_loop(1)))");
  T.open("for (" + counter(Steps) + " " + Counter + " = 0; " + Counter + " < " +
         number(Steps) + "; ++" + Counter + ")");
  if (P.isCxx())
    T.line("#pragma HLS PIPELINE II=1");
}

void ProgramPrinter::printRingDistances(Text &T) const {
  if (P.O.Dialect != ProgramDialect::Intel)
    return;
  for (const StageLine *L : P.lines())
    for (size_t I = 0; I < L->RingNames.size(); ++I)
      T.line("#pragma ivdep array(lines." + L->RingNames[I] + ") safelen(" +
             number(L->ringBeats(I)) + ")");
}

std::string ProgramPrinter::take(const std::string &Name,
                                 const std::string &Into) const {
  switch (P.O.Dialect) {
  case ProgramDialect::Pipe:
    return "while (read_pipe(" + Name + ", &" + Into + ")) { }";
  case ProgramDialect::Intel:
    return Into + " = read_channel_intel(" + Name + ");";
  case ProgramDialect::Hls:
    return Into + " = " + Name + ".read();";
  default:
    return "read_pipe_block(" + Name + ", &" + Into + ");";
  }
}

std::string ProgramPrinter::give(const std::string &Name,
                                 const std::string &From) const {
  switch (P.O.Dialect) {
  case ProgramDialect::Pipe:
    return "while (write_pipe(" + Name + ", &" + From + ")) { }";
  case ProgramDialect::Intel:
    return "write_channel_intel(" + Name + ", " + From + ");";
  case ProgramDialect::Hls:
    return Name + ".write(" + From + ");";
  default:
    return "write_pipe_block(" + Name + ", &" + From + ");";
  }
}

void ProgramPrinter::printCoordinates(Text &T) const {
  for (unsigned D = 0; D < P.K.NumDimensions; ++D)
    T.line(counter(P.K.Space.Size[D]) + " " + Here[D] + " = 0;");
}

void ProgramPrinter::printRead(Text &T, const std::string &Packet) {
  forSlots(T);
  if (P.Inputs.empty() && !P.isState())
    T.line(Packet + "nothing = 0;");
  for (size_t I = 0; I < P.Inputs.size(); ++I) {
    const InputStream &In = P.K.Inputs[I];
    if (!P.reads(uint32_t(I))) {
      T.line(Packet + P.Inputs[I] + "[j] = 0;");
      continue;
    }
    const ProgramBuffer &B = P.buffer(In.Name);
    std::string Value = element(In, false);
    if (B.Type.Scalar != In.Type.Scalar)
      Value = C.operation(DatapathOp::Bitcast, In.Type, {Value});
    std::string Where = inside(In.Window, Here);
    T.line(Packet + P.Inputs[I] +
           "[j] = " + (Where.empty() ? "" : Where + " ? ") + Value +
           (Where.empty() ? ";" : " : 0;"));
  }
  for (size_t I = 0; P.isState() && I < P.Outputs.size(); ++I) {
    if (P.Outputs[I].Field)
      continue;
    T.line(Packet + P.Outputs[I].Name + "[j] = 0;");
    if (!P.Outputs[I].Flag.empty())
      T.line(Packet + P.Outputs[I].Flag + "[j] = 0;");
  }
  T.close();
}

/// Stores what \p Condition permits; "": all.
void ProgramPrinter::printWrite(Text &T, const std::string &Packet,
                                const std::string &Condition) {
  forSlots(T);
  for (size_t I = 0; I < P.Outputs.size(); ++I) {
    OutputStream Out = P.K.Outputs[I];
    const Box Written = intersection(Out.Window, P.K.Active);
    if (Written.volume() == 0 || P.resultOf(uint32_t(I)).empty())
      continue;
    Out.Name = P.resultOf(uint32_t(I));
    const ProgramBuffer &B = P.buffer(Out.Name);
    std::string Value = Packet + P.Outputs[I].Name + "[j]";
    if (B.Type.Scalar != Out.Type.Scalar)
      Value = C.operation(DatapathOp::Bitcast, B.Type, {Value});
    std::string Where = inside(Written, Here);
    if (!P.Outputs[I].Flag.empty())
      Where +=
          (Where.empty() ? "" : " && ") + Packet + P.Outputs[I].Flag + "[j]";
    if (!Condition.empty())
      Where += (Where.empty() ? "" : " && ") + Condition;
    if (!Where.empty())
      T.line("if (" + Where + ")");
    T.line((Where.empty() ? "" : "  ") + element(Out, true) + " = " + Value +
           ";");
  }
  T.close();
}

} // namespace roofline
