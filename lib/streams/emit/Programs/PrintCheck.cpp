// Files that prove a program on this machine: harness, data, Makefile.
#include "ProgramPlan.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {
namespace {

class CheckPrinter {
public:
  explicit CheckPrinter(const ProgramPlan &P)
      : P(P), C(CPrinter::Language::Cxx) {}
  std::vector<TextFile> run(Templates &From);

private:
  json::Object values() const;
  json::Array bufferValues() const;
  std::string kinds(const ProgramBuffer &B) const;
  json::Object processValue(const ProgramProcess &Process) const;
  std::string hlsArguments(const char *Name) const;
  json::Value blocks() const;
  std::string place(size_t I) const { return "At[" + number(int64_t(I)) + "]"; }
  void addKernels(json::Object &Values) const;
  json::Array scalarBytes() const;
  std::vector<TextFile> data() const;
  std::vector<std::string> supportFiles() const;
  unsigned scalarBits(size_t I) const {
    return P.K.Scalars[I].Type.Bits > 32 ? 64 : 32;
  }

  const ProgramPlan &P;
  CPrinter C;
};

/// Kinds of the elements in turn: 'i', or 'f', where any NaN equals any NaN.
std::string CheckPrinter::kinds(const ProgramBuffer &B) const {
  std::string Kinds(1, B.Type.Scalar == ScalarKind::Float ? 'f' : 'i');
  auto Look = [&](const Stream &S, const std::string &Name) {
    if (Name != B.Name || S.Fields == 1)
      return;
    if (Kinds.size() < S.Fields)
      Kinds.resize(S.Fields, 'i');
    Kinds[S.field()] = S.Type.Scalar == ScalarKind::Float ? 'f' : 'i';
  };
  for (const InputStream &In : P.K.Inputs)
    Look(In, In.Name);
  for (uint32_t I = 0; I < P.K.Outputs.size(); ++I)
    Look(P.K.Outputs[I], P.resultOf(I));
  return Kinds;
}

unsigned bytesOf(const ValueType &T) {
  return T.Bits <= 8 ? 1 : T.Bits <= 16 ? 2 : T.Bits <= 32 ? 4 : 8;
}

json::Array CheckPrinter::bufferValues() const {
  json::Array Values;
  for (const ProgramBuffer &B : P.Buffers)
    Values.push_back(json::Object{{"buffer", B.Name},
                                  {"legal", B.Legal},
                                  {"bytes", bytesOf(B.Type)},
                                  {"kinds", kinds(B)}});
  return withLast(std::move(Values));
}

/// The OpenCL kernel of \p Process and its arguments.
json::Object CheckPrinter::processValue(const ProgramProcess &Process) const {
  std::string Types, Values;
  auto Add = [&](const std::string &Type, const std::string &Value) {
    Types += (Types.empty() ? "" : ", ") + Type;
    Values += (Values.empty() ? "" : ", ") + Value;
  };
  for (size_t I = 0; I < P.Buffers.size(); ++I)
    if (P.takes(Process, P.Buffers[I]))
      Add("void *", "R.buffer(" + std::to_string(I) + ")");
  if (P.O.Dialect == ProgramDialect::Pipe)
    for (const auto &List : {Process.InPipes, Process.OutPipes})
      for (uint32_t Pipe : List)
        Add("void *", "R.pipe(" + std::to_string(Pipe) + ")");
  for (size_t I = 0; Process.HasScalars && I < P.Scalars.size(); ++I) {
    std::string Type = C.type(P.K.Scalars[I].Type);
    Add(Type, "R.scalar<" + Type + ">(" + std::to_string(I) + ")");
  }
  if (Process.HasSteps && P.O.MayStop)
    Add("int", "R.scalar<int>(" + std::to_string(P.Scalars.size()) + ")");
  for (size_t I = 0; Process.HasPlace && I < P.PlaceScalars.size(); ++I)
    Add("int", place(I));
  return json::Object{
      {"process", Process.Name}, {"types", Types}, {"values", Values}};
}

/// The places of all blocks, in the order of a program's arguments.
json::Value CheckPrinter::blocks() const {
  if (P.PlaceScalars.empty())
    return nullptr;
  json::Array Rows;
  for (const std::vector<uint64_t> &At : P.places())
    Rows.push_back(join(
        map_range(At, [](uint64_t Value) { return std::to_string(Value); }),
        ", "));
  return json::Object{
      {"words", join(map_range(P.PlaceScalars,
                               [](const PlaceScalar &S) { return S.Legal; }),
                     ", ")},
      {"number", int64_t(P.PlaceScalars.size())},
      {"rows", std::move(Rows)}};
}

/// Arguments of the top function, which makes its streams itself; \p Name has
/// its buffers and scalars.
std::string CheckPrinter::hlsArguments(const char *Name) const {
  std::string Values;
  const std::string Data = Name;
  auto Add = [&](const std::string &Value) {
    Values += (Values.empty() ? "" : ", ") + Value;
  };
  auto Pointer = [&](size_t I) {
    Add("static_cast<" + C.elementType(P.Buffers[I].Type) + " *>(" + Data +
        ".buffer(" + std::to_string(I) + "))");
  };
  auto Scalar = [&](const std::string &Type, size_t I) {
    Add(Data + ".scalar<" + Type + ">(" + std::to_string(I) + ")");
  };
  for (size_t I = 0; I < P.Buffers.size(); ++I)
    if (P.Buffers[I].IsRead)
      Pointer(I);
  for (size_t I = 0; I < P.Buffers.size(); ++I)
    if (P.Buffers[I].isChanged())
      Pointer(I);
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Scalar(C.type(P.K.Scalars[I].Type), I);
  if (P.O.MayStop)
    Scalar("int", P.Scalars.size());
  for (size_t I = 0; I < P.PlaceScalars.size(); ++I)
    Add(place(I));
  return Values;
}

/// Adds pipes, and the kernels that \p Values start.
void CheckPrinter::addKernels(json::Object &Values) const {
  json::Array Pipes, Links, Processes;
  for (uint32_t I = 0; I < P.Pipes.size(); ++I) {
    Pipes.push_back(
        json::Object{{"pipe", P.link(I)}, {"depth", P.Pipes[I].Depth}});
    if (P.O.Dialect != ProgramDialect::Pipe)
      Links.push_back(json::Object{{"link", P.link(I)}, {"index", I}});
  }
  for (const ProgramProcess &Process : P.Processes)
    Processes.push_back(processValue(Process));
  Values["pipes"] = withLast(std::move(Pipes));
  Values["links"] = std::move(Links);
  Values["processes"] = std::move(Processes);
}

/// Scalars of the device, which have their own sizes there.
json::Array CheckPrinter::scalarBytes() const {
  json::Array Values;
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Values.push_back(json::Object{{"bytes", scalarBits(I) / 8}});
  if (P.O.MayStop)
    Values.push_back(json::Object{{"bytes", 4}});
  return withLast(std::move(Values));
}

json::Object CheckPrinter::values() const {
  json::Object Values{{"name", P.Name},
                      {"top", P.top()},
                      {"hls", P.isCxx()},
                      {"plain", !P.hasPipes()},
                      {"shim", nullptr},
                      {"buffers", bufferValues()},
                      {"scalars", int64_t(P.Scalars.size() + P.O.MayStop)},
                      {"scalar_bytes", scalarBytes()},
                      {"blocks", blocks()},
                      {"pipes", json::Array()},
                      {"cycles", !P.hasPipes() || P.hasIdleSteps()
                                     ? 0
                                     : P.cycles().value_or(0)}};
  if (P.isCxx()) {
    Values["run_values"] = hlsArguments("R");
    Values["data_values"] = hlsArguments("D");
  } else {
    addKernels(Values);
  }
  if (P.O.Dialect == ProgramDialect::Intel)
    Values["shim"] = "intel";
  if (P.O.Dialect == ProgramDialect::Xilinx)
    Values["shim"] = "xilinx";
  return Values;
}

void addHex(std::string &Text, const std::vector<uint64_t> &Elements,
            unsigned Bytes) {
  for (uint64_t Element : Elements) {
    for (unsigned I = 2 * Bytes; I-- > 0;)
      Text += "0123456789abcdef"[Element >> (4 * I) & 15];
    Text += '\n';
  }
}

std::vector<TextFile> CheckPrinter::data() const {
  std::vector<TextFile> Files;
  auto Add = [&](const char *When, const StreamMemory &Memory) {
    for (const ProgramBuffer &B : P.Buffers) {
      TextFile F = {"data/" + B.Legal + When, {}};
      for (const StreamMemory::Buffer &Of : Memory.Buffers)
        if (Of.Name == B.Name)
          addHex(F.Content, Of.Elements, bytesOf(B.Type));
      Files.push_back(std::move(F));
    }
  };
  Add(".before.hex", P.O.Data->Before);
  Add(".after.hex", P.O.Data->After);
  if (!P.O.Data->Before.Scalars.empty()) {
    Files.push_back({"data/scalars.hex", {}});
    addHex(Files.back().Content, P.O.Data->Before.Scalars, 8);
  }
  return Files;
}

std::vector<std::string> CheckPrinter::supportFiles() const {
  std::vector<std::string> Names = {"check.h", "data.h", "network.h"};
  if (P.isCxx())
    Names.push_back("hls_stream.h");
  else
    Names.insert(Names.end(), {"pipes.h", "builtins.cpp"});
  if (P.O.Dialect == ProgramDialect::Intel)
    Names.push_back("intel.h");
  if (P.O.Dialect == ProgramDialect::Xilinx)
    Names.push_back("xilinx.h");
  if (!P.hasPipes())
    Names.push_back("host.h");
  return Names;
}

std::vector<TextFile> CheckPrinter::run(Templates &From) {
  const json::Object Values = values();
  std::vector<TextFile> Files = {
      {"Makefile", From.fill(P.isCxx() ? "hls.mk" : "opencl.mk", Values)},
      {"check/run.cpp", From.fill("run.cpp", Values)}};
  if (!P.hasPipes())
    Files.push_back({"check/host.cpp", From.fill("host.cpp", Values)});
  // For the vendor's C simulation, in which processes run one after another.
  if (P.isCxx())
    Files.push_back({"check/tb.cpp", From.fill("tb.cpp", Values)});
  for (const std::string &Name : supportFiles())
    Files.push_back({"check/" + Name, From.text(Name)});
  append_range(Files, data());
  return Files;
}

} // namespace

std::vector<TextFile> printProgramCheck(const ProgramPlan &P, Templates &From) {
  return CheckPrinter(P).run(From);
}

} // namespace roofline
