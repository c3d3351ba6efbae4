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

void SystemReader::readRequirements(const RequirementFields &F) {
  const LaunchSizes Sizes = readSizes(R, *F.Frame);
  for (uint32_t D = 0; D < Sizes.Dimensions; ++D) {
    File.S.Frame.push_back(Sizes.Size[D]);
    Elements *= double(Sizes.Size[D]);
  }
  File.S.FrameRate = Hertz(value(*F.Rate, FrameRateUnits, Given));
  if (F.Power)
    File.S.MaxPower = Watts(value(*F.Power, PowerUnits, Given));
  if (F.Cost)
    File.S.MaxCost = cost(*F.Cost, Given);
}

void SystemReader::readBlock(StringRef Name, const BlockFields &F) {
  SystemBlock B;
  B.Name = Name;
  if (F.Types)
    B.Types = typeList(*F.Types);
  if (F.Summary)
    readSummary(F);
  else
    readWork(F, B);
  if (const auto &P = F.Parallelism)
    B.Parallelism = scale(P->OfFrame) * number(*P->Value, /*AllowZero=*/false);
  if (F.InternalMemory)
    B.InternalMemory = Bytes(value(*F.InternalMemory, SizeUnits, Given));
  if (F.Units) {
    B.Units = names(*F.Units);
    for (size_t I = 0; I < B.Units.size() && !R.failed(); ++I)
      UnitUses.emplace_back(B.Units[I], &F.Units->Elements[I]);
  }
  File.S.Blocks.push_back(std::move(B));
}

void SystemReader::readWork(const BlockFields &F, SystemBlock &B) {
  const double Scale = scale(F.OfFrame);
  readOperations(*F.Operations, Scale, B.Work);
  if (B.Work.Operations.contains({"", ""}) && B.Types.empty())
    R.problem(*F.Operations,
              "operations without a type need the block's 'types'");
  double Sum = 0;
  for (const auto &[Key, Number] : B.Work.Operations)
    Sum += Number;
  if (F.Bytes->K == Tree::Kind::Mapping)
    for (const auto &[Source, Amount] : F.Bytes->Items)
      Sum += B.Work.Bytes[Source] = Scale * number(Amount, true);
  else
    Sum += B.Work.Bytes["external"] = Scale * number(*F.Bytes, true);
  if (Sum == 0)
    R.problem(*F.Place, "a block without operations and bytes");
}

void SystemReader::readSummary(const BlockFields &F) {
  SummaryBlock B;
  B.Block = File.S.Blocks.size();
  B.Summary = beside(Path, F.Summary->Text);
  B.Place =
      (Path + ":" + Twine(F.Summary->Line) + ":" + Twine(F.Summary->Column))
          .str();
  if (F.Kernel)
    B.Kernel = F.Kernel->Text;
  B.Launch = beside(Path, F.Launch->Text);
  B.Compulsory = F.Compulsory;
  File.Summaries.push_back(std::move(B));
}

void SystemReader::readUnit(StringRef Name, const SystemUnitFields &F) {
  SystemUnit U;
  U.Name = Name;
  U.Count = F.Count;
  if (F.Device)
    readDevice(*F.Device, U);
  else
    U.Unit = processingUnit(R, F.Unit);
  if (U.Unit.Power.isKnown())
    U.Power = U.Unit.Power.of(Peaks::Theoretical);
  U.Parallelism = F.Parallelism;
  if (F.Cost)
    U.Cost = {cost(*F.Cost, Source), sourceOf(*F.Cost)};
  File.S.Units.push_back(std::move(U));
}

void SystemReader::readDevice(const Tree &Name, SystemUnit &U) {
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

void SystemReader::readEdge(const EdgeFields &F) {
  SystemEdge E;
  const double Scale = scale(F.OfFrame);
  E.Source = blockNamed(*F.Source);
  E.Target = blockNamed(*F.Target);
  if (E.Source == E.Target)
    R.problem(*F.Target, "an edge from a block to itself");
  E.PerFrame = Bytes(Scale * number(*F.Bytes, /*AllowZero=*/false));
  if (F.Buffer)
    E.Buffer = Bytes(value(*F.Buffer, SizeUnits, Given));
  if (F.Synchronisation) {
    readOperations(*F.Synchronisation, Scale, E.Synchronisation);
    if (E.Synchronisation.Operations.contains({"", ""}) &&
        File.S.Blocks[E.Target].Types.empty())
      R.problem(*F.Synchronisation,
                "operations without a type need the 'types' of block '" +
                    F.Target->Text + "'");
  }
  File.S.Edges.push_back(std::move(E));
  EdgePlaces.push_back(F.Place);
}

/// A pipelined edge takes its bytes from what its blocks move in external
/// memory, so these must contain it.
void SystemReader::checkEdges() {
  std::vector<double> Moved(File.S.Blocks.size());
  for (size_t I = 0; I < File.S.Edges.size() && !R.failed(); ++I) {
    const SystemEdge &E = File.S.Edges[I];
    for (size_t Before = 0; Before < I; ++Before)
      if (File.S.Edges[Before].Source == E.Source &&
          File.S.Edges[Before].Target == E.Target)
        R.problem(*EdgePlaces[I], "a second edge between these blocks");
    for (uint32_t B : {E.Source, E.Target}) {
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
  SystemFields F;
  readYamlFile(R, SystemFormat, F);
  if (R.failed())
    return;
  if (F.Description)
    File.S.Description = F.Description->Text;
  readRequirements(F.Requirements);
  for (const auto &[Name, Block] : F.Blocks)
    readBlock(Name, Block);
  unsigned NumUnits = 0;
  for (const auto &[Name, Unit] : F.Units) {
    readUnit(Name, Unit);
    NumUnits += File.S.Units.back().Count;
  }
  if (NumUnits > MaxUnitCount)
    R.problem(*F.UnitsAt, "more than " + Twine(MaxUnitCount) + " units in all");
  for (const auto &[Name, T] : UnitUses)
    if (none_of(File.S.Units,
                [&](const SystemUnit &U) { return U.Name == Name; }))
      R.problem(*T, "unknown unit '" + Name + "'");
  for (const EdgeFields &Edge : F.Edges)
    readEdge(Edge);
  checkEdges();
}

json::Value systemSchema() { return yamlSchemaOf<SystemFields>(SystemFormat); }

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
