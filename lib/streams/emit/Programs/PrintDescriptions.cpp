// Descriptions of a program: program.json, README.md.
#include "ProgramPlan.h"

#include "roofline/Json/BaseFields.h"
#include "roofline/Programs/ProgramFile.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

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
int64_t packetBytes(const ProgramPlan &P, PacketKind Kind) {
  int64_t Bits = 0;
  auto Width = [](const ValueType &T) {
    return T.Bits <= 8 ? 8 : T.Bits <= 16 ? 16 : T.Bits <= 32 ? 32 : 64;
  };
  const bool IsBeat = Kind != PacketKind::Fields && P.isState();
  if (IsBeat || Kind == PacketKind::In)
    for (const InputStream &In : P.K.Inputs)
      Bits += Width(In.Type);
  for (size_t I = 0; I < P.Outputs.size(); ++I)
    if (IsBeat ? !P.Outputs[I].Field : Kind != PacketKind::In)
      Bits += Width(P.K.Outputs[I].Type) + (P.Outputs[I].Flag.empty() ? 0 : 8);
  return Bits / 8 * P.Vector;
}

/// Adds the fields of a chain of stages.
void addChain(const ProgramPlan &P, ProgramFile &F) {
  F.StageDelay = P.S.Delay;
  F.PassCycles = *P.cycles();
  F.Lines.emplace();
  for (const StageLine *L : P.lines()) {
    int64_t InRings = 0;
    for (size_t I = 0; I + 1 < L->Runs.size(); ++I)
      InRings += L->ringBeats(I) * P.Vector;
    F.Lines->push_back(
        {L->Name, typeText(L->Type), L->beats() * P.Vector, InRings});
  }
}

void addTiles(const ProgramPlan &P, ProgramFile &F) {
  F.Tiles.emplace();
  for (const NetworkTile &T : P.O.Network->Tiles)
    F.Tiles->push_back({T.Own, T.Reads, P.Shapes[T.Shape].S.Delay});
  if (P.PlaceScalars.empty())
    return;
  F.Blocks.emplace();
  for (const std::vector<uint64_t> &Values : P.places()) {
    ProgramFile::BlockArguments &Of = F.Blocks->emplace_back();
    for (size_t I = 0; I < Values.size(); ++I)
      Of[P.PlaceScalars[I].Legal] = Values[I];
  }
}

void addArguments(const ProgramPlan &P, ProgramFile &F) {
  for (const ProgramBuffer &B : P.Buffers)
    F.Buffers.push_back({B.Name, B.Legal, typeText(B.Type), B.Elements,
                         B.IsRead, B.isChanged()});
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    F.Scalars.push_back(
        {P.K.Scalars[I].Name, P.Scalars[I], typeText(P.K.Scalars[I].Type)});
  if (P.O.MayStop)
    F.Scalars.push_back({"steps", P.StepsScalar, "int32"});
}

ProgramFile describe(const ProgramPlan &P, const StreamProgram &Program) {
  ProgramFile F;
  F.Name = P.Name;
  F.Kernel = P.K.Name;
  F.Variant = P.O.Variant;
  F.Dialect = P.O.Dialect;
  F.Vector = P.Vector;
  F.Steps = P.O.Stages;
  F.MayStop = P.O.MayStop;
  const auto &Size = P.K.Space.Size;
  F.Space.assign(Size.begin(), Size.begin() + P.K.NumDimensions);
  F.Beats = P.S.beats();
  F.Depth = P.O.Depth;
  if (P.isCxx())
    F.Kernels = {P.top()};
  else
    for (const ProgramProcess &Of : P.Processes)
      F.Kernels.push_back(Of.Name);
  for (const ProgramPipe &Pipe : P.Pipes)
    F.Pipes.push_back({Pipe.Name, Pipe.Depth, packetBytes(P, Pipe.Packet)});
  addArguments(P, F);
  F.FieldBuffers = P.O.FieldBuffers;
  for (const TextFile &File : Program.Files)
    F.Files.push_back(File.Name);
  if (P.isTiled())
    addTiles(P, F);
  else
    addChain(P, F);
  return F;
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
  for (const PlaceScalar &S : P.PlaceScalars)
    Text += formatv("| `{0}` | int32 | {1}, dimension {2} |\n", S.Legal,
                    S.Of == BlockOrigin ? "where the block begins in the field"
                    : S.Of == BlockFirst
                        ? "first position of the block that is right"
                        : "behind the last position of the block that is right",
                    S.Dimension);
  return Text;
}

std::string tilesText(const ProgramPlan &P) {
  std::string Text =
      formatv("`{0}_tile0` to `{0}_tile{1}` do all steps, each in its own "
              "memory.\n",
              P.Name, P.O.Network->Tiles.size() - 1);
  if (P.HasOwnMemory)
    Text += "Each loads what it reads and stores what it owns.\n";
  else
    Text += formatv("`{0}_read` brings each beat of {1} once, to the tiles "
                    "that read it; `{0}_write` stores what\neach owns.\n",
                    P.Name, P.PlaceScalars.empty() ? "the field" : "a block");
  if (P.Faces.empty())
    Text += "No tile waits for another one: they overlap by what all steps "
            "read.\n";
  else
    Text += formatv("In every step but the last a tile sends its neighbours "
                    "what they read: at most {0}\npackets through one pipe. A "
                    "pipe that holds fewer can stop all tiles.\n",
                    P.largestFace());
  if (!P.PlaceScalars.empty())
    Text += formatv("A pass is {0} blocks, one after another; `program.json` "
                    "has their places.\n",
                    P.places().size());
  if (!P.isCxx())
    Text += "Start all kernels at once, in a queue of its own each, with one "
            "work-item.\n";
  return Text;
}

std::string structureText(const ProgramPlan &P) {
  if (P.isTiled())
    return tilesText(P);
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
    Text += formatv("Kernels run side by side with FIFOs of the program's "
                    "depths, under 20 random schedules; a\ndeadlock{0} a "
                    "failure. `./check.run --depth PIPE=N`\nshows what another "
                    "depth does.\n",
                    P.cycles() ? " or a cycle more than predicted is" : " is");
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
              "`{3}`.\n\n{4} positions, {5} a beat; {6} step(s) a pass.",
              P.Name, P.K.Name, languageOf(P.O.Dialect), P.O.Variant, Size,
              P.Vector, P.O.Stages)
          .str();
  if (P.cycles())
    Text += formatv(" A stage gives a beat {0} beats after it took it.\nWhere "
                    "a beat moves every cycle, a pass takes {1} cycles.",
                    P.S.Delay, *P.cycles());
  Text += "\n\n";
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
  return {{"program.json", formatv("{0:2}\n", toJSON(describe(P, Program)))},
          {"README.md", printReadme(P)}};
}

} // namespace roofline
