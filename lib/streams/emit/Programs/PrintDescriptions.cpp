// Descriptions of a program: program.json, README.md.
#include "ProgramPlan.h"

#include "roofline/Codegen/Templates.h"
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
    F.Tiles->push_back({T.Writes, T.Reads, P.Shapes[T.Shape].S.Delay});
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
    for (const ProgramProcess &Process : P.Processes)
      F.Kernels.push_back(Process.Name);
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

json::Array bufferValues(const ProgramPlan &P) {
  json::Array Values;
  for (const ProgramBuffer &B : P.Buffers)
    Values.push_back(json::Object{
        {"argument",
         P.isCxx() && B.In != B.Out ? B.In + "`, `" + B.Out : B.Legal},
        {"type", typeText(B.Type)},
        {"buffer", B.Name},
        {"elements", int64_t(B.Elements)},
        {"access",
         B.IsRead ? B.isChanged() ? "read and written" : "read" : "written"}});
  return Values;
}

json::Array scalarValues(const ProgramPlan &P) {
  json::Array Values;
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Values.push_back(json::Object{{"argument", P.Scalars[I]},
                                  {"type", typeText(P.K.Scalars[I].Type)},
                                  {"scalar", P.K.Scalars[I].Name}});
  return Values;
}

/// The arguments that say where a block lies.
json::Array placeValues(const ProgramPlan &P) {
  json::Array Values;
  for (const PlaceScalar &S : P.PlaceScalars)
    Values.push_back(json::Object{
        {"argument", S.Legal},
        {"says", S.Kind == BlockOrigin ? "where the block begins in the field"
                 : S.Kind == BlockFirst
                     ? "first position of the block that is right"
                     : "behind the last position of the block that is right"},
        {"dimension", int64_t(S.Dimension)}});
  return Values;
}

/// The buffers that hold fields after a pass.
json::Array fieldValues(const ProgramPlan &P) {
  json::Array Values;
  for (const auto &[Field, Buffer] : P.O.FieldBuffers)
    Values.push_back(json::Object{
        {"field", Field}, {"buffer", Buffer}, {"moved", Field != Buffer}});
  return Values;
}

/// Kernels and functions, which differ between tiles, one kernel and a chain.
void addStructure(const ProgramPlan &P, json::Object &Values) {
  for (const char *Name : {"tiles", "face", "blocks", "chain", "last_stage"})
    Values[Name] = nullptr;
  Values["plain"] = !P.hasPipes();
  Values["queues"] = P.hasPipes() && !P.isCxx();
  if (P.isTiled()) {
    Values["tiles"] =
        json::Object{{"last_tile", int64_t(P.O.Network->Tiles.size() - 1)},
                     {"own_memory", P.HasOwnMemory}};
    if (!P.Faces.empty())
      Values["face"] = P.largestFace();
    if (!P.PlaceScalars.empty())
      Values["blocks"] = int64_t(P.places().size());
  } else if (P.hasPipes()) {
    Values["chain"] = json::Object{{"depth", P.Depth}};
    if (P.O.Stages > 1)
      Values["last_stage"] = P.O.Stages - 1;
  }
}

std::string printReadme(const ProgramPlan &P, Templates &From) {
  std::string Size;
  for (unsigned D = 0; D < P.K.NumDimensions; ++D)
    Size += (D ? " x " : "") + std::to_string(P.K.Space.Size[D]);
  json::Object Values{{"name", P.Name},
                      {"top", P.top()},
                      {"kernel", P.K.Name},
                      {"language", languageOf(P.O.Dialect)},
                      {"variant", P.O.Variant},
                      {"size", Size},
                      {"vector", P.Vector},
                      {"stages", P.O.Stages},
                      {"delay", P.S.Delay},
                      {"cycles", P.cycles()},
                      {"buffers", bufferValues(P)},
                      {"scalars", scalarValues(P)},
                      {"steps", nullptr},
                      {"places", placeValues(P)},
                      {"has_fields", !P.O.FieldBuffers.empty()},
                      {"fields", fieldValues(P)},
                      {"hls", P.isCxx()},
                      {"check", P.O.Data.has_value()}};
  if (P.O.MayStop)
    Values["steps"] = P.StepsScalar;
  addStructure(P, Values);
  return From.fill("README.md", std::move(Values));
}

} // namespace

std::vector<TextFile> printProgramDescriptions(const ProgramPlan &P,
                                               const StreamProgram &Program,
                                               Templates &From) {
  return {{"program.json", formatv("{0:2}\n", toJSON(describe(P, Program)))},
          {"README.md", printReadme(P, From)}};
}

} // namespace roofline
