// Files that prove a program on this machine: harness, data, Makefile.
#include "ProgramPlan.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

using namespace llvm;

namespace roofline {
namespace {

std::string quoted(const std::string &Text) { return "\"" + Text + "\""; }

class CheckPrinter {
public:
  explicit CheckPrinter(const ProgramPlan &P)
      : P(P), C(CPrinter::Language::Cxx) {}
  Expected<std::vector<TextFile>> run();

private:
  std::string bufferTable() const;
  std::string kinds(const ProgramBuffer &B) const;
  std::string harness() const;
  std::string openCLStart(std::string &Externs, std::string &Pipes) const;
  std::string hlsCall(const char *Of) const;
  std::string blocks() const;
  std::string eachBlock(const std::string &Body) const;
  std::string place(size_t I) const { return "At[" + number(int64_t(I)) + "]"; }
  std::string bench() const;
  std::string host() const;
  std::string makefile() const;
  std::vector<TextFile> data() const;
  std::vector<std::string> supportFiles() const;
  std::string call(const ProgramProcess &Of, std::string &Externs) const;
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

std::string CheckPrinter::bufferTable() const {
  std::string Text = "{";
  for (const ProgramBuffer &B : P.Buffers)
    Text += (Text.size() > 1 ? ",\n     " : "") + std::string("{") +
            quoted(B.Name) + ", " + quoted(B.Legal) + ", " +
            std::to_string(bytesOf(B.Type)) + ", " + quoted(kinds(B)) + "}";
  return Text + "}";
}

/// The call of an OpenCL kernel; \p Externs gets its declaration.
std::string CheckPrinter::call(const ProgramProcess &Of,
                               std::string &Externs) const {
  std::string Types, Values;
  auto Add = [&](const std::string &Type, const std::string &Value) {
    Types += (Types.empty() ? "" : ", ") + Type;
    Values += (Values.empty() ? "" : ", ") + Value;
  };
  for (size_t I = 0; I < P.Buffers.size(); ++I)
    if (P.takes(Of, P.Buffers[I]))
      Add("void *", "R.buffer(" + std::to_string(I) + ")");
  if (P.O.Dialect == ProgramDialect::Pipe)
    for (const auto &List : {Of.From, Of.To})
      for (uint32_t Pipe : List)
        Add("void *", "R.pipe(" + std::to_string(Pipe) + ")");
  for (size_t I = 0; Of.HasScalars && I < P.Scalars.size(); ++I) {
    std::string Type = C.type(P.K.Scalars[I].Type);
    Add(Type, "R.scalar<" + Type + ">(" + std::to_string(I) + ")");
  }
  if (Of.HasSteps && P.O.MayStop)
    Add("int", "R.scalar<int>(" + std::to_string(P.Scalars.size()) + ")");
  for (size_t I = 0; Of.HasPlace && I < P.PlaceScalars.size(); ++I)
    Add("int", place(I));
  Externs += "void " + Of.Name + "(" + Types + ");\n";
  return "        R.spawn(" + quoted(Of.Name) + ", [&] { " + Of.Name + "(" +
         Values + "); });\n";
}

std::string CheckPrinter::openCLStart(std::string &Externs,
                                      std::string &Pipes) const {
  std::string Start, Calls;
  for (uint32_t I = 0; I < P.Pipes.size(); ++I) {
    Pipes += (I ? ", " : "") + std::string("{") + quoted(P.link(I)) + ", " +
             std::to_string(P.Pipes[I].Depth) + "}";
    if (P.O.Dialect == ProgramDialect::Pipe)
      continue;
    Externs += "extern char " + P.link(I) + "[];\n";
    Start += "        programPipes()[" + P.link(I) +
             "] = static_cast<roofline::Fifo *>(R.pipe(" + std::to_string(I) +
             "));\n";
  }
  for (const ProgramProcess &Of : P.Processes)
    Calls += call(Of, Externs);
  if (P.PlaceScalars.empty())
    return Start + Calls;
  return Start + "        R.spawn(\"host\", [&] {\n" +
         eachBlock(Calls + "        R.N.join();\n") + "        });\n";
}

/// The places of all blocks, in the order of a program's arguments.
std::string CheckPrinter::blocks() const {
  if (P.PlaceScalars.empty())
    return {};
  std::string Rows;
  for (const std::vector<uint64_t> &At : P.places()) {
    std::string Row;
    for (uint64_t Value : At)
      Row += (Row.empty() ? "{" : ", ") + std::to_string(Value);
    Rows += "    " + Row + "},\n";
  }
  std::string Words;
  for (const PlaceScalar &S : P.PlaceScalars)
    Words += (Words.empty() ? "" : ", ") + S.Legal;
  return "\n// The blocks of a pass, one after another: " + Words +
         ".\nstatic const int Blocks[][" +
         std::to_string(P.PlaceScalars.size()) + "] = {\n" + Rows + "};\n";
}

/// Does \p Body for the place `At` of each block.
std::string CheckPrinter::eachBlock(const std::string &Body) const {
  if (P.PlaceScalars.empty())
    return Body;
  return "        for (const auto &At : Blocks) {\n" + Body + "        }\n";
}

/// The call of the top function, which makes its streams itself; \p Of has its
/// buffers and scalars.
std::string CheckPrinter::hlsCall(const char *Of) const {
  std::string Values;
  const std::string Data = Of;
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
  return P.top() + "(" + Values + ");";
}

/// For the vendor's C simulation, in which processes run one after another.
std::string CheckPrinter::bench() const {
  return "// The test bench of the vendor's tool; its argument is the folder "
         "of "
         "the data.\n#include \"data.h\"\n#include \"../" +
         P.Name + ".h\"\n" + blocks() +
         "\nint main(int argc, char **argv) {\n  roofline::Data D(" +
         bufferTable() + ",\n    " +
         std::to_string(P.Scalars.size() + P.O.MayStop) +
         ", argc > 1 ? argv[1] : \"data\");\n" +
         eachBlock("  " + hlsCall("D") + "\n") +
         "  std::string Difference = D.difference();\n"
         "  std::printf(\"%s %s\\n\", Difference.empty() ? \"PASS\" : "
         "\"FAIL:\", Difference.c_str());\n"
         "  return !Difference.empty();\n}\n";
}

std::string CheckPrinter::harness() const {
  std::string Externs, Pipes, Start;
  if (P.isCxx())
    Start = "        R.spawn(" + quoted(P.top()) + ", [&] {\n" +
            eachBlock("          " + hlsCall("R") + "\n") + "        });\n";
  else
    Start = openCLStart(Externs, Pipes);
  std::string Text = "// Runs " + P.Name +
                     " on its data: check.h says how.\n#include \"check.h\"\n";
  if (P.isCxx())
    Text += "#include \"../" + P.Name + ".h\"\n";
  else
    Text += "#include \"pipes.h\"\n\nextern \"C\" {\n" + Externs + "}\n";
  return Text + blocks() +
         "\nint main(int argc, char **argv) {\n  return roofline::check("
         "\n      argc, argv,\n    {" +
         bufferTable() + ",\n     " +
         std::to_string(P.Scalars.size() + P.O.MayStop) + ",\n     {" + Pipes +
         "},\n     " +
         std::to_string(
             !P.hasPipes() || P.hasIdleSteps() ? 0 : P.cycles().value_or(0)) +
         "},\n      [](roofline::Run &R) {\n" + Start + "      });\n}\n";
}

std::string CheckPrinter::host() const {
  std::string Scalars;
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Scalars += (I ? ", {" : "{") + std::to_string(scalarBits(I) / 8) + "}";
  if (P.O.MayStop)
    Scalars += std::string(Scalars.empty() ? "" : ", ") + "{4}";
  return "// Runs " + P.Name +
         " on an OpenCL device: host.h says how.\n#include \"host.h\"\n\n"
         "int main(int argc, char **argv) {\n  return roofline::runOnDevice("
         "\n      argc, argv, " +
         quoted(P.Name + ".cl") + ", " + quoted(P.top()) + ",\n    " +
         bufferTable() + ",\n    {" + Scalars + "});\n}\n";
}

std::string CheckPrinter::makefile() const {
  const std::string Name = P.Name;
  std::string Text = "# make check: " + Name +
                     " on this machine, bit for bit.\n"
                     "CXX ?= g++\n"
                     "CXXFLAGS = -std=c++17 -O1 -ffp-contract=off -w\n"
                     "SCHEDULES = 20\nSEED = 1\n";
  const std::string Run =
      "\t./check.run --schedules $(SCHEDULES) --seed $(SEED)\n";
  if (P.isCxx())
    return Text + "\ncheck: check.run\n" + Run + "\ncheck.run: " + Name +
           ".cpp " + Name +
           ".h check/run.cpp\n"
           "\t$(CXX) $(CXXFLAGS) -Wno-unknown-pragmas -Icheck " +
           Name + ".cpp check/run.cpp -o $@\n\n# The vendor's tool: " + Name +
           ".tcl\nsynthesis:\n\tvitis_hls -f " + Name +
           ".tcl\n\nclean:\n\trm -rf check.run\n\n.PHONY: check synthesis "
           "clean\n";
  std::string Shim;
  if (P.O.Dialect == ProgramDialect::Intel)
    Shim = " -include check/intel.h";
  if (P.O.Dialect == ProgramDialect::Xilinx)
    Shim = " -include check/xilinx.h";
  Text += "CLANG ?= $(firstword $(shell which clang-22 clang))\n"
          "CLFLAGS = -x cl -cl-std=CL2.0 -target $(shell $(CXX) -dumpmachine) "
          "-fPIC -O2 -w" +
          Shim + "\n\ncheck: check.run\n" + Run + "\n" + Name + ".o: " + Name +
          ".cl\n\t$(CLANG) $(CLFLAGS) -c $< -o $@\n\ncheck.run: " + Name +
          ".o check/run.cpp\n\t$(CXX) $(CXXFLAGS) " + Name +
          ".o check/run.cpp check/builtins.cpp -o $@\n";
  if (!P.hasPipes())
    Text += "\n# On an OpenCL device: make check-opencl, or oclgrind "
            "./check.host\ncheck-opencl: check.host\n\t./check.host\n\n"
            "check.host: check/host.cpp\n\t$(CXX) $(CXXFLAGS) check/host.cpp "
            "-o $@ -lOpenCL\n";
  return Text + "\nclean:\n\trm -f check.run check.host " + Name +
         ".o\n\n.PHONY: check check-opencl clean\n";
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

Expected<std::vector<TextFile>> CheckPrinter::run() {
  std::vector<TextFile> Files = {{"Makefile", makefile()},
                                 {"check/run.cpp", harness()}};
  if (!P.hasPipes())
    Files.push_back({"check/host.cpp", host()});
  if (P.isCxx())
    Files.push_back({"check/tb.cpp", bench()});
  for (const std::string &Name : supportFiles()) {
    std::string Path = P.O.SupportFolder + "/" + Name;
    auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
    if (!Buffer)
      return createStringError(Path + ": " + Buffer.getError().message() +
                               "; the check needs this file");
    Files.push_back({"check/" + Name, (*Buffer)->getBuffer().str()});
  }
  std::vector<TextFile> Data = data();
  std::move(Data.begin(), Data.end(), std::back_inserter(Files));
  return Files;
}

} // namespace

Expected<std::vector<TextFile>> printProgramCheck(const ProgramPlan &P) {
  return CheckPrinter(P).run();
}

} // namespace roofline
