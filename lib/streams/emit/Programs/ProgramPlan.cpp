// Parts of a program, with all names.
#include "ProgramPlan.h"

#include "roofline/Programs/ProgramFile.h"
#include "roofline/Stream/StreamChain.h"

#include <algorithm>

namespace roofline {

std::string_view name(ProgramDialect D) noexcept {
  return Names<ProgramDialect>::Values[unsigned(D)];
}

std::optional<ProgramDialect> programDialect(std::string_view Name) noexcept {
  for (unsigned I = 0; I <= unsigned(ProgramDialect::Hls); ++I)
    if (name(ProgramDialect(I)) == Name)
      return ProgramDialect(I);
  return std::nullopt;
}

uint32_t defaultDepth(ProgramDialect D) noexcept {
  // One packet is written while the one before it is read: a FIFO of one would
  // stand still every other cycle. Xilinx's OpenCL has no pipe below 16.
  return D == ProgramDialect::Xilinx ? 16 : 2;
}

ProgramPlan::ProgramPlan(const StreamKernel &K, const StreamDesign &D,
                         const ProgramOptions &O)
    : K(K), O(O), Vector(D.Vector),
      Depth(O.Depth.value_or(defaultDepth(O.Dialect))),
      S(K, D.Vector, O.IsState) {
  CNames Names;
  Name = Names.legal(shortName(K.Name));
  for (const char *Suffix :
       {"_read", "_write", "_stage", "_lines", "_beat", "_in", "_out", "_begin",
        "_step", "_pass", "_fields"})
    Names.legal(Name + Suffix);
  if (isTiled())
    addTiles(Names);
  else
    addChain(Names);
  nameBuffers(Names);
  nameStreams(Names);
  if (isTiled())
    addShapes(Names);
  else
    nameLines(Names);
}

uint32_t ProgramPlan::addPipe(CNames &Names, const std::string &Suffix,
                              PacketKind Packet, int64_t PipeDepth) {
  Pipes.push_back({Names.legal(Name + Suffix), Packet, PipeDepth});
  return uint32_t(Pipes.size() - 1);
}

void ProgramPlan::addChain(CNames &Names) {
  if (!hasPipes()) {
    ProgramProcess &All = Processes.emplace_back(top());
    All.Reads = All.Writes = All.HasResults = All.HasScalars = All.HasSteps =
        true;
    return;
  }
  ProgramProcess Read(Name + "_read"), Write(Name + "_write");
  for (uint32_t I = 0; I <= O.Stages; ++I)
    addPipe(Names, "_link" + std::to_string(I),
            I < O.Stages ? PacketKind::In : PacketKind::Out, Depth);
  Read.Reads = Write.Writes = true;
  Read.OutPipes = {0};
  Write.InPipes = {O.Stages};
  Processes.push_back(std::move(Read));
  for (uint32_t I = 0; I < O.Stages; ++I) {
    const std::string Of = Names.legal(Name + "_stage" + number(I));
    ProgramProcess &Stage = Processes.emplace_back(
        isCxx() ? Name + "_stage<" + number(I) + ">" : Of);
    Stage.HasResults = Stage.HasScalars = Stage.HasSteps = true;
    Stage.InPipes = {I};
    Stage.OutPipes = {I + 1};
  }
  Processes.push_back(std::move(Write));
}

const ProgramBuffer &ProgramPlan::buffer(const std::string &Name) const {
  return *std::find_if(Buffers.begin(), Buffers.end(),
                       [&](const ProgramBuffer &B) { return B.Name == Name; });
}

void ProgramPlan::nameBuffers(CNames &Names) {
  auto Add = [&](const std::string &Name, const ValueType &T,
                 uint64_t Elements) -> ProgramBuffer & {
    auto It = std::find_if(Buffers.begin(), Buffers.end(),
                           [&](const auto &B) { return B.Name == Name; });
    if (It == Buffers.end()) {
      ProgramBuffer New;
      New.Name = Name;
      New.Legal = Names.legal(Name);
      New.Type = T;
      It = Buffers.insert(It, std::move(New));
    }
    if (It->Type.Scalar != T.Scalar)
      It->Type.Scalar = ScalarKind::Int;
    It->Elements = std::max(It->Elements, Elements);
    return *It;
  };
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    if (const InputStream &In = K.Inputs[I]; reads(I))
      Add(In.Name, In.Type, endOfElements(In)).IsRead = true;
  for (uint32_t I = 0; I < K.Outputs.size(); ++I)
    if (!resultOf(I).empty())
      Add(resultOf(I), K.Outputs[I].Type, endOfElements(K.Outputs[I]))
          .IsWritten = true;
  for (const Reduction &R : K.results())
    Add(R.Name, R.Type, R.Element + 1).IsResult = true;
  for (const Reduction &R : K.Reductions)
    if (!R.Initial && !R.InitialScalar)
      Add(R.Name, R.Type, R.Element + 1).IsResult = true;
  for (ProgramBuffer &B : Buffers) {
    const bool Both = B.IsRead && B.isChanged();
    B.In = Both ? Names.legal(B.Legal + "_in") : B.Legal;
    B.Out = Both ? Names.legal(B.Legal + "_out") : B.Legal;
  }
}

void ProgramPlan::nameStreams(CNames &Names) {
  for (size_t I = Scalars.size(); I < K.Scalars.size(); ++I)
    Scalars.push_back(Names.legal(K.Scalars[I].Name));
  if (O.MayStop)
    StepsScalar = Names.legal("steps");
  CNames Members; // of packets
  auto Member = [&](const Stream &S) {
    return Members.legal(S.Fields > 1 ? S.Name + "_" + std::to_string(S.field())
                                      : S.Name);
  };
  for (const InputStream &In : K.Inputs)
    Inputs.push_back(Member(In));
  for (const OutputStream &Out : K.Outputs) {
    ProgramOutput P;
    for (uint32_t I = 0; isState() && I < K.Inputs.size(); ++I)
      if (K.Inputs[I].Name == Out.Name)
        P.Field = I;
    P.Name = P.Field ? Inputs[*P.Field] : Member(Out);
    if (Out.Enable)
      P.Flag = Members.legal(P.Name + "_on");
    Outputs.push_back(std::move(P));
  }
  for (const Reduction &R : K.Reductions)
    Sums.push_back(Names.legal(R.Name + "_sum"));
  for (size_t I = 0; I < K.Recurrences.size(); ++I)
    Lefts.push_back(Names.legal("left"));
}

void ProgramPlan::nameLine(StageLine &L, const std::string &Wanted,
                           CNames &Names) {
  L.Name = Wanted;
  for (size_t I = 0; I < L.Runs.size(); ++I)
    L.RunNames.push_back(Names.legal(
        L.Runs.size() > 1 ? Wanted + "_" + std::to_string(I) : Wanted));
  for (size_t I = 0; I + 1 < L.Runs.size(); ++I) {
    L.RingNames.push_back(Names.legal(Wanted + "_ring" + std::to_string(I)));
    Counters[L.ringBeats(I)];
  }
}

void ProgramPlan::nameLines(CNames &Names) {
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    nameLine(S.Inputs[I], Inputs[I] + "_line", Names);
  for (auto &[Node, Line] : S.Values)
    nameLine(Line, "v" + std::to_string(Node) + "_line", Names);
  for (uint32_t I = 0; isState() && I < Outputs.size(); ++I) {
    ProgramOutput &P = Outputs[I];
    if (P.Field || (P.Flag.empty() && !O.MayStop))
      continue;
    P.Before = S.through(K.Outputs[I].Type);
    nameLine(*P.Before, P.Name + "_before", Names);
    if (P.Flag.empty())
      continue;
    P.BeforeFlag = S.through({ScalarKind::Int, 8, 1});
    nameLine(*P.BeforeFlag, P.Flag + "_before", Names);
  }
  for (auto &[Beats, Counter] : Counters)
    Counter = Names.legal("at_" + std::to_string(Beats));
  for (const StageGroup &G : S.Groups) {
    std::string Suffix = G.Lead ? "_" + std::to_string(G.Lead) : "";
    CoordinateNames Of;
    for (unsigned D = 0; D < 3; ++D)
      Of[D] = Names.legal(std::string(1, "xyz"[D]) + Suffix);
    Coordinates.push_back(Of);
  }
  for (uint32_t I = 0; I < K.Nodes.size(); ++I)
    Nodes.push_back(Names.legal("n" + std::to_string(I)));
}

bool ProgramPlan::readsPlace() const {
  for (uint32_t I = 0; I < K.Inputs.size(); ++I)
    if (reads(I) && !isWhole(K.Inputs[I]))
      return true;
  return false;
}

bool ProgramPlan::writesPlace() const {
  return K.Active != K.Space ||
         std::any_of(K.Outputs.begin(), K.Outputs.end(),
                     [&](const Stream &S) { return !isWhole(S); });
}

std::vector<const StageLine *> ProgramPlan::lines() const {
  std::vector<const StageLine *> All;
  for (const StageLine &L : S.Inputs)
    All.push_back(&L);
  for (const auto &[Node, Line] : S.Values)
    All.push_back(&Line);
  for (const ProgramOutput &P : Outputs)
    for (const auto *Line : {&P.Before, &P.BeforeFlag})
      if (*Line)
        All.push_back(&**Line);
  return All;
}

} // namespace roofline
