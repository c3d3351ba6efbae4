// What a program says about itself: program.json, README.md.
#include "ProgramPlan.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace roofline {
namespace {

std::string typeText(const ValueType &T) {
  return (T.Scalar == ScalarKind::Float ? "float" : "int") +
         std::to_string(T.Bits);
}

const char *languageOf(ProgramDialect D) {
  switch (D) {
  case ProgramDialect::Pipe:
    return "OpenCL C 2.0 with pipes";
  case ProgramDialect::Intel:
    return "OpenCL C with cl_intel_channels";
  case ProgramDialect::Xilinx:
    return "OpenCL C with pipes of the program, as SDAccel has them";
  case ProgramDialect::Plain:
    return "OpenCL C 1.2, one kernel without pipes";
  case ProgramDialect::Hls:
    break;
  }
  return "HLS C++";
}

/// [byte] of a packet: all fields of all positions of a beat.
int64_t packetBytes(const ProgramPlan &P, bool IsLast) {
  int64_t Bits = 0;
  auto Width = [](const ValueType &T) {
    return T.Bits <= 8 ? 8 : T.Bits <= 16 ? 16 : T.Bits <= 32 ? 32 : 64;
  };
  if (P.isState() || !IsLast)
    for (const InputStream &In : P.K.Inputs)
      Bits += Width(In.Type);
  for (size_t I = 0; I < P.Outputs.size(); ++I)
    if (P.isState() ? !P.Outputs[I].Field : IsLast)
      Bits += Width(P.K.Outputs[I].Type) + (P.Outputs[I].Flag.empty() ? 0 : 8);
  return Bits / 8 * P.Vector;
}

json::Array kernelsOf(const ProgramPlan &P) {
  json::Array All;
  if (!P.hasPipes() || P.isCxx()) {
    All.push_back(P.top());
    return All;
  }
  All.push_back(P.Name + "_read");
  for (uint32_t I = 0; I < P.O.Stages; ++I)
    All.push_back(P.Name + "_stage" + std::to_string(I));
  All.push_back(P.Name + "_write");
  return All;
}

json::Array linesOf(const ProgramPlan &P) {
  json::Array All;
  for (const StageLine *L : P.lines()) {
    int64_t InRings = 0;
    for (size_t I = 0; I + 1 < L->Runs.size(); ++I)
      InRings += L->ringBeats(I) * P.Vector;
    All.push_back(json::Object{{"name", L->Name},
                               {"type", typeText(L->Type)},
                               {"elements", L->beats() * P.Vector},
                               {"elements_in_memory", InRings}});
  }
  return All;
}

std::string printJSON(const ProgramPlan &P, const StreamProgram &Program) {
  json::Array Pipes, Buffers, Scalars, Files, Space;
  for (uint32_t I = 0; P.hasPipes() && I <= P.O.Stages; ++I)
    Pipes.push_back(
        json::Object{{"name", P.link(I)},
                     {"depth", P.Depth},
                     {"packet_bytes", packetBytes(P, I == P.O.Stages)}});
  for (const ProgramBuffer &B : P.Buffers)
    Buffers.push_back(json::Object{{"buffer", B.Name},
                                   {"argument", B.Legal},
                                   {"type", typeText(B.Type)},
                                   {"elements", int64_t(B.Elements)},
                                   {"read", B.IsRead},
                                   {"written", B.isChanged()}});
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Scalars.push_back(json::Object{{"scalar", P.K.Scalars[I].Name},
                                   {"argument", P.Scalars[I]},
                                   {"type", typeText(P.K.Scalars[I].Type)}});
  if (P.O.MayStop)
    Scalars.push_back(json::Object{
        {"scalar", "steps"}, {"argument", P.StepsScalar}, {"type", "int32"}});
  for (const TextFile &F : Program.Files)
    Files.push_back(F.Name);
  for (unsigned D = 0; D < P.K.NumDimensions; ++D)
    Space.push_back(P.K.Space.Size[D]);
  json::Object Fields;
  for (const auto &[Field, Buffer] : P.O.FieldBuffers)
    Fields[Field] = Buffer;
  json::Object Root{{"format", "roofline-program"},
                    {"version", 1},
                    {"name", P.Name},
                    {"kernel", P.K.Name},
                    {"variant", P.O.Variant},
                    {"dialect", std::string(name(P.O.Dialect))},
                    {"vector", P.Vector},
                    {"steps", P.O.Stages},
                    {"may_stop", P.O.MayStop},
                    {"space", std::move(Space)},
                    {"beats", P.S.beats()},
                    {"stage_delay_beats", P.S.Delay},
                    {"pass_cycles", P.cycles()},
                    {"kernels", kernelsOf(P)},
                    {"pipes", std::move(Pipes)},
                    {"lines_of_a_stage", linesOf(P)},
                    {"buffers", std::move(Buffers)},
                    {"scalars", std::move(Scalars)},
                    {"fields_after_a_pass", std::move(Fields)},
                    {"files", std::move(Files)}};
  return formatv("{0:2}\n", json::Value(std::move(Root))).str();
}

std::string argumentRows(const ProgramPlan &P) {
  std::string Text;
  for (const ProgramBuffer &B : P.Buffers)
    Text += formatv(
        "| `{0}` | {1} | buffer `{2}`, {3} elements, {4} |\n",
        P.isCxx() && B.In != B.Out ? B.In + "`, `" + B.Out : B.Legal,
        typeText(B.Type), B.Name, B.Elements,
        B.IsRead ? B.isChanged() ? "read and written" : "read" : "written");
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Text += formatv("| `{0}` | {1} | scalar `{2}` |\n", P.Scalars[I],
                    typeText(P.K.Scalars[I].Type), P.K.Scalars[I].Name);
  if (P.O.MayStop)
    Text += formatv("| `{0}` | int32 | steps to do, 1 to {1} |\n",
                    P.StepsScalar, P.O.Stages);
  return Text;
}

std::string structureText(const ProgramPlan &P) {
  if (!P.hasPipes())
    return formatv("Kernel `{0}` is one work-item. At each step it reads a "
                   "beat, moves it through every\nstage and writes the beat "
                   "that leaves the last one.\n",
                   P.top())
        .str();
  std::string Stages = "`" + P.Name + "_stage0`";
  if (P.O.Stages > 1)
    Stages +=
        " to `" + P.Name + "_stage" + std::to_string(P.O.Stages - 1) + "`";
  return formatv(
             "`{0}_read` brings a beat of each buffer a cycle, {1} compute, "
             "`{0}_write` stores.\nPipes of {2} packets join them; a packet is "
             "a beat of every stream together.\n{3}",
             P.Name, Stages, P.Depth,
             P.isCxx() ? ""
                       : "Start all kernels at once, in a queue of its own "
                         "each, with one work-item.\n")
      .str();
}

std::string checkText(const ProgramPlan &P) {
  if (!P.O.Data)
    return "The launch is large, and its data is not here.\n";
  std::string Text =
      "    make check\n\nruns the program on this machine's processor, with "
      "the data in `data/`, whose results\nare the original kernel's, and "
      "compares every bit (of floats a NaN equals any NaN).\n";
  if (P.hasPipes())
    Text += "Kernels run side by side with FIFOs of the depth above, under 20 "
            "random schedules; a\ndeadlock and a cycle more than predicted are "
            "failures. `./check.run --depth PIPE=N`\nshows what another depth "
            "does.\n";
  else
    Text += "`make check-opencl` runs it on the first OpenCL device, "
            "`oclgrind ./check.host` in Oclgrind.\n";
  if (P.isCxx())
    Text += "\n`make synthesis` runs the vendor's tool by `" + P.Name +
            ".tcl`; `PART` and `PERIOD` choose device and clock.\n";
  return Text;
}

std::string printReadme(const ProgramPlan &P) {
  std::string Size;
  for (unsigned D = 0; D < P.K.NumDimensions; ++D)
    Size += (D ? " x " : "") + std::to_string(P.K.Space.Size[D]);
  std::string Text =
      formatv("# {0}\n\nThe OpenCL kernel `{1}` as {2}, by Roofline; variant "
              "`{3}`.\n\n{4} positions, {5} a beat; {6} step(s) a pass. A "
              "stage gives a beat {7} beats after it took it.\nWhere a beat "
              "moves every cycle, a pass takes {8} cycles.\n\n",
              P.Name, P.K.Name, languageOf(P.O.Dialect), P.O.Variant, Size,
              P.Vector, P.O.Stages, P.S.Delay, P.cycles())
          .str();
  Text += structureText(P);
  Text += "\n| argument | type | |\n|---|---|---|\n" + argumentRows(P);
  for (const auto &[Field, Buffer] : P.O.FieldBuffers)
    Text += formatv("\nAfter a pass field `{0}` is in buffer `{1}`{2}.", Field,
                    Buffer,
                    Field == Buffer ? ""
                                    : ": the next pass has it "
                                      "as `" +
                                          Field + "`");
  if (!P.O.FieldBuffers.empty())
    Text += '\n';
  if (!P.isCxx())
    Text += "\nBuild with `-cl-fp32-correctly-rounded-divide-sqrt` where it "
            "divides floats; never with\n`-cl-fast-relaxed-math`.\n";
  return Text + "\n## Check\n\n" + checkText(P);
}

} // namespace

std::vector<TextFile> printProgramDescriptions(const ProgramPlan &P,
                                               const StreamProgram &Program) {
  return {{"program.json", printJSON(P, Program)},
          {"README.md", printReadme(P)}};
}

} // namespace roofline
