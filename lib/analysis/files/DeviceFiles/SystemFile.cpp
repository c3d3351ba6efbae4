// System files: an application, its requirements, the units to choose from.
#include "roofline/DeviceFiles/SystemFile.h"

#include "LaunchReader.h"
#include "ProcessingUnitReader.h"
#include "SystemReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace roofline {

/// \p Name as seen from the folder of the file \p From.
static std::string beside(StringRef From, StringRef Name) {
  if (sys::path::is_absolute(Name))
    return Name.str();
  SmallString<128> Path(sys::path::parent_path(From));
  sys::path::append(Path, Name);
  return Path.str().str();
}

void SystemReader::readRequirements() {
  const Tree *T = R.required(R.root(), "requirements");
  if (!T)
    return;
  R.allowOnly(*T, {"frame", "rate", "power", "cost"});
  if (const Tree *Frame = R.required(*T, "frame")) {
    const LaunchSizes Sizes = readSizes(R, *Frame);
    for (uint32_t D = 0; D < Sizes.Dimensions; ++D) {
      File.S.Frame.push_back(Sizes.Size[D]);
      Elements *= double(Sizes.Size[D]);
    }
  }
  if (const Tree *Rate = R.required(*T, "rate"))
    File.S.FrameRate = Hertz(value(*Rate, FrameRateUnits, Given));
  if (const Tree *Power = R.optional(*T, "power"))
    File.S.MaxPower = Watts(value(*Power, PowerUnits, Given));
  if (const Tree *Cost = R.optional(*T, "cost"))
    File.S.MaxCost = cost(*Cost, Given);
}

void SystemReader::readBlock(StringRef Name, const Tree &T) {
  SystemBlock B;
  B.Name = Name;
  R.allowOnly(T, {"per", "operations", "bytes", "types", "parallelism",
                  "internal_memory", "units", "summary", "kernel", "launch",
                  "traffic", "source"});
  double Scale = perFrame(T);
  if (const Tree *Types = R.optional(T, "types"))
    B.Types = typeList(*Types);
  if (const Tree *Summary = R.optional(T, "summary"))
    readSummary(T, *Summary);
  else
    readWork(T, Scale, B);
  if (const Tree *P = R.optional(T, "parallelism")) {
    R.allowOnly(*P, {"value", "per"});
    double PerUnit = perFrame(*P);
    if (const Tree *Value = R.required(*P, "value"))
      B.Parallelism = PerUnit * number(*Value, /*AllowZero=*/false);
  }
  if (const Tree *Memory = R.optional(T, "internal_memory"))
    B.InternalMemory = Bytes(value(*Memory, SizeUnits, Given));
  if (const Tree *Units = R.optional(T, "units")) {
    B.Units = names(*Units);
    for (size_t I = 0; I < B.Units.size(); ++I)
      UnitUses.emplace_back(B.Units[I], &Units->Elements[I]);
  }
  File.S.Blocks.push_back(std::move(B));
}

void SystemReader::readWork(const Tree &T, double Scale, SystemBlock &B) {
  for (StringRef Key : {"kernel", "launch", "traffic"})
    if (const Tree *Extra = R.optional(T, Key))
      R.keyProblem(*Extra, "'" + Key + "' goes with 'summary'");
  const Tree *Operations = R.required(T, "operations");
  const Tree *Moved = R.required(T, "bytes");
  if (!Operations || !Moved)
    return;
  readOperations(*Operations, Scale, B.Work);
  if (B.Work.Operations.contains({"", ""}) && B.Types.empty())
    R.problem(*Operations,
              "operations without a type need the block's 'types'");
  double Sum = 0;
  for (const auto &[Key, Number] : B.Work.Operations)
    Sum += Number;
  if (Moved->K == Tree::Kind::Mapping)
    for (const auto &[Source, Amount] : Moved->Items)
      Sum += B.Work.Bytes[Source] = Scale * number(Amount, true);
  else
    Sum += B.Work.Bytes["external"] = Scale * number(*Moved, true);
  if (Sum == 0)
    R.problem(T, "a block without operations and bytes");
}

void SystemReader::readSummary(const Tree &T, const Tree &Summary) {
  for (StringRef Key : {"operations", "bytes", "per"})
    if (const Tree *Extra = R.optional(T, Key))
      R.keyProblem(*Extra, "'" + Key + "' is the summary's to say");
  SummaryBlock B;
  B.Block = File.S.Blocks.size();
  B.Summary = beside(Path, Summary.Text);
  B.Place =
      (Path + ":" + Twine(Summary.Line) + ":" + Twine(Summary.Column)).str();
  if (const Tree *Kernel = R.optional(T, "kernel"))
    B.Kernel = Kernel->Text;
  if (const Tree *Launch = R.required(T, "launch"))
    B.Launch = beside(Path, Launch->Text);
  if (const Tree *Traffic = R.optional(T, "traffic")) {
    B.Compulsory = Traffic->Text == "compulsory";
    if (!B.Compulsory && Traffic->Text != "requested")
      R.problem(*Traffic, "traffic '" + Traffic->Text +
                              "', expected compulsory or requested");
  }
  File.Summaries.push_back(std::move(B));
}

void SystemReader::readUnit(StringRef Name, const Tree &T) {
  SystemUnit U;
  U.Name = Name;
  R.allowOnly(T, {"device", "kind", "clock", "cores", "ceilings", "data",
                  "fabric", "count", "parallelism", "cost", "power"});
  if (T.K != Tree::Kind::Mapping)
    return File.S.Units.push_back(U);
  if (const Tree *Count = R.optional(T, "count"))
    if (StringRef(Count->Text).getAsInteger(10, U.Count) || U.Count == 0 ||
        U.Count > MaxCount)
      R.problem(*Count, "'" + Count->Text + "' is not a count from 1 to " +
                            Twine(MaxCount));
  if (const Tree *Device = R.optional(T, "device")) {
    readDevice(T, *Device, U);
  } else {
    R.required(T, "ceilings");
    R.required(T, "data");
    U.Unit = readProcessingUnit(R, T);
  }
  if (U.Unit.Power.isKnown())
    U.Power = U.Unit.Power.of(Peaks::Theoretical);
  ValueReader(R).readOptional(T, "parallelism", CountUnits, U.Parallelism);
  if (const Tree *Cost = R.optional(T, "cost"))
    U.Cost = {cost(*Cost, Source), sourceOf(*Cost)};
  File.S.Units.push_back(std::move(U));
}

void SystemReader::readDevice(const Tree &T, const Tree &Name, SystemUnit &U) {
  for (StringRef Key :
       {"kind", "clock", "cores", "ceilings", "data", "fabric", "power"})
    if (const Tree *Extra = R.optional(T, Key))
      R.keyProblem(*Extra, "'" + Key + "' is the device file's to say");
  std::string Beside = beside(Path, Name.Text);
  Expected<std::string> Found = sys::fs::is_regular_file(Beside)
                                    ? Expected<std::string>(Beside)
                                    : findDevice(Name.Text, Folders);
  if (!Found)
    return R.problem(Name, toString(Found.takeError()));
  Expected<Device> D = loadDevice(*Found);
  if (!D)
    return R.problem(Name, toString(D.takeError()));
  U.Unit = D->Unit;
  if (U.Unit.Ceilings.empty() || U.Unit.Sources.empty())
    R.problem(Name, "device '" + Name.Text +
                        "' has no roofs: its file needs "
                        "'ceilings' and 'data'");
}

void SystemReader::readEdge(const Tree &T) {
  SystemEdge E;
  R.allowOnly(T, {"from", "to", "bytes", "per", "buffer", "synchronisation"});
  const Tree *From = R.required(T, "from"), *To = R.required(T, "to");
  const Tree *Amount = R.required(T, "bytes");
  if (!From || !To || !Amount)
    return;
  double Scale = perFrame(T);
  E.From = blockNamed(*From);
  E.To = blockNamed(*To);
  if (E.From == E.To)
    R.problem(*To, "an edge from a block to itself");
  E.PerFrame = Bytes(Scale * number(*Amount, /*AllowZero=*/false));
  const Tree *Buffer = R.optional(T, "buffer");
  const Tree *Sync = R.optional(T, "synchronisation");
  if (!Buffer != !Sync)
    R.problem(T, "'buffer' and 'synchronisation' go together: pipelining is "
                 "priced with both");
  if (Buffer)
    E.Buffer = Bytes(value(*Buffer, SizeUnits, Given));
  if (Sync) {
    readOperations(*Sync, Scale, E.Synchronisation);
    if (E.Synchronisation.Operations.contains({"", ""}) &&
        File.S.Blocks[E.To].Types.empty())
      R.problem(*Sync, "operations without a type need the 'types' of block '" +
                           To->Text + "'");
  }
  File.S.Edges.push_back(std::move(E));
  EdgePlaces.push_back(&T);
}

/// A pipelined edge takes its bytes from what its blocks move in external
/// memory, so these must contain it.
void SystemReader::checkEdges() {
  std::vector<double> Moved(File.S.Blocks.size());
  for (size_t I = 0; I < File.S.Edges.size() && !R.failed(); ++I) {
    const SystemEdge &E = File.S.Edges[I];
    for (size_t Before = 0; Before < I; ++Before)
      if (File.S.Edges[Before].From == E.From &&
          File.S.Edges[Before].To == E.To)
        R.problem(*EdgePlaces[I], "a second edge between these blocks");
    for (uint32_t B : {E.From, E.To}) {
      bool FromSummary = any_of(
          File.Summaries, [&](const SummaryBlock &S) { return S.Block == B; });
      Moved[B] += E.Buffer ? E.PerFrame.value() : 0;
      auto External = File.S.Blocks[B].Work.Bytes.find("external");
      if (!FromSummary && E.Buffer &&
          (External == File.S.Blocks[B].Work.Bytes.end() ||
           Moved[B] > External->second * (1 + 1e-9)))
        R.problem(*EdgePlaces[I],
                  "contradiction: the edges of block '" +
                      File.S.Blocks[B].Name +
                      "' carry more than the external bytes that it moves");
    }
  }
}

void SystemReader::read() {
  R.checkFormat("roofline-system", 1);
  R.allowOnly(R.root(), {"format", "version", "description", "requirements",
                         "blocks", "edges", "units"});
  if (const Tree *T = R.optional(R.root(), "description"))
    File.S.Description = T->Text;
  readRequirements();
  const Tree *Blocks = R.required(R.root(), "blocks");
  const Tree *Units = R.required(R.root(), "units");
  if (!Blocks || !Units || R.failed())
    return;
  if (Blocks->K != Tree::Kind::Mapping || Blocks->Items.empty() ||
      Blocks->Items.size() > MaxSystemBlocks)
    return R.problem(*Blocks, "a mapping of one to " + Twine(MaxSystemBlocks) +
                                  " blocks is expected");
  for (const auto &[Name, T] : Blocks->Items)
    readBlock(Name, T);
  if (Units->K != Tree::Kind::Mapping || Units->Items.empty())
    return R.problem(*Units, "a mapping of names to units is expected");
  unsigned NumUnits = 0;
  for (const auto &[Name, T] : Units->Items) {
    readUnit(Name, T);
    NumUnits += File.S.Units.back().Count;
  }
  if (NumUnits > MaxCount)
    R.problem(*Units, "more than " + Twine(MaxCount) + " units in all");
  for (const auto &[Name, T] : UnitUses)
    if (none_of(File.S.Units,
                [&](const SystemUnit &U) { return U.Name == Name; }))
      R.problem(*T, "unknown unit '" + Name + "'");
  if (const Tree *Edges = R.optional(R.root(), "edges")) {
    if (Edges->K != Tree::Kind::Sequence || Edges->Elements.size() > 64)
      return R.problem(*Edges, "a list of at most 64 edges is expected");
    for (const Tree &T : Edges->Elements)
      readEdge(T);
    checkEdges();
  }
}

Expected<SystemFile> loadSystem(StringRef Path,
                                ArrayRef<std::string> DeviceFolders) {
  Expected<YamlReader> R = YamlReader::open(Path);
  if (!R)
    return R.takeError();
  SystemFile File;
  SystemReader(*R, Path, DeviceFolders, File).read();
  if (R->failed())
    return R->takeError();
  return File;
}

} // namespace roofline
