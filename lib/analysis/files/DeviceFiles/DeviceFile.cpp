// Device files: devices/*.yaml to struct Device.
#include "roofline/DeviceFiles/DeviceFile.h"

#include "PreparedDevice.h"
#include "ProcessingUnitReader.h"
#include "roofline/DeviceFiles/YamlSchema.h"
#include "roofline/Process/ShareFolder.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

using Tree = YamlReader::Tree;

/// Logic elements that one logic module can stand for, over all vendors.
constexpr double MaxElementsPerModule = 8;

constexpr FileFormat DeviceFormat = {
    "roofline-device", 3, "device file", "device",
    "What kernels run on, in YAML. See docs/device-format.md."};

/// Resources that a structure of compiled kernels takes.
struct StructureFields {
  std::optional<Sourced<double>> Logic, Memory, Dsp, Base, Depth, Period,
      PeriodPerLogic, BlockPeriod, Clock;
};
template <typename V> void list(V &Visit, StructureFields &S) {
  Visit.quantity("logic", S.Logic, LogicUnits, FromZero);
  Visit.quantity("memory", S.Memory, BlockUnits, FromZero);
  Visit.quantity("dsp", S.Dsp, BlockUnits, FromZero);
  Visit.quantity("from", S.Base, FractionUnits, FromZero);
  Visit.quantity("depth", S.Depth, CycleUnits, FromZero);
  Visit.quantity("period", S.Period, PeriodUnits, FromZero);
  Visit.quantity("period_per_logic", S.PeriodPerLogic, PeriodUnits, FromZero);
  Visit.quantity("block_period", S.BlockPeriod, PeriodUnits, FromZero);
  Visit.quantity("clock", S.Clock, FractionUnits, FromZero);
}

/// Keeps what structures take under STRUCTURE.RESOURCE.
struct StructureNames {
  Device &D;
  const std::string &Structure;
  void quantity(const char *Key, std::optional<Sourced<double>> &Out,
                ArrayRef<Unit>, const Rule &) {
    if (Out)
      D.Structures[Structure + "." + Key] = *Out;
  }
};

/// Resources that no kernel gets free, or for sure.
constexpr StringLiteral NeededOfStructures[] = {
    "shell.logic",     "shell.memory",           "work_items.depth",
    "clock.period",    "clock.period_per_logic", "clock.block_period",
    "error.logic",     "error.memory",           "error.dsp",
    "error.clock",     "global_unit.logic",      "store_unit.logic",
    "barrier.logic",   "local_write_byte.logic", "loop_bit.logic",
    "array_bit.logic", "integer_bit.logic"};

struct ResourceAmounts {
  Sourced<double> LogicElements, LogicModules, MemoryBlocks, DspBlocks;
};
template <typename V> void list(V &Visit, ResourceAmounts &S) {
  Visit.quantity("logic_elements", S.LogicElements, CountUnits);
  Visit.quantity("logic_modules", S.LogicModules, CountUnits);
  Visit.quantity("memory_blocks", S.MemoryBlocks, CountUnits);
  Visit.quantity("dsp_blocks", S.DspBlocks, CountUnits);
  Visit.check("logic_modules", [&]() -> std::string {
    const double PerModule = S.LogicElements.Value / S.LogicModules.Value;
    if (PerModule >= 1 && PerModule <= MaxElementsPerModule)
      return "";
    return "contradiction: logic_elements / logic_modules is " +
           formatv("{0:f2}", PerModule).str() + ", a module holds 1 to 8";
  });
}

constexpr Rule AtMostAll = {.Most = 1,
                            .Expected = "a fraction above 1 (100 %)"};

struct FreeShares {
  Sourced<double> Logic, Memory, Dsp;
};
template <typename V> void list(V &Visit, FreeShares &S) {
  Visit.quantity("logic", S.Logic, FractionUnits, AtMostAll);
  Visit.quantity("memory", S.Memory, FractionUnits, AtMostAll);
  Visit.quantity("dsp", S.Dsp, FractionUnits, AtMostAll);
}

struct MemoryFields {
  Sourced<double> Banks;
  Sourced<Bytes> Width;
  Sourced<BytesPerSecond> OfBank;
  std::optional<Sourced<BytesPerSecond>> OfAll;
  Sourced<Cycles> Latency;
};
template <typename V> void list(V &Visit, MemoryFields &S) {
  Visit.quantity("banks", S.Banks, CountUnits);
  Visit.quantity("transaction_width", S.Width, ByteUnits);
  Visit.quantity("bank_bandwidth", S.OfBank, BandwidthUnits);
  Visit.quantity("total_bandwidth", S.OfAll, BandwidthUnits);
  Visit.quantity("latency", S.Latency, CycleUnits);
  Visit.check("transaction_width", [&]() -> std::string {
    return isPowerOf2_64(uint64_t(S.Width.Value.value()))
               ? ""
               : "a transaction width that is no power of two";
  });
  Visit.check("total_bandwidth", [&]() -> std::string {
    const double Sum = S.Banks.Value * S.OfBank.Value.value();
    if (std::abs(S.OfAll->Value.value() - Sum) <= 0.01 * Sum)
      return "";
    return "contradiction: banks x bank_bandwidth is " +
           std::to_string(int64_t(Sum / 1e6)) + " MB/s";
  });
}

struct KernelFields {
  Sourced<Hertz> Clock;
};
template <typename V> void list(V &Visit, KernelFields &S) {
  Visit.quantity("clock", S.Clock, ClockUnits);
}

constexpr Choice<bool> MixPlaces[] = {{"one bank", false},
                                      {"interleaved", true}};

struct MixFields : StreamMix {};
template <typename V> void list(V &Visit, MixFields &S) {
  Visit.whole("reads", S.Reads, FromZero);
  Visit.whole("writes", S.Writes, FromZero);
  Visit.whole("width", S.Width, FromOne);
  Visit.choice("in", S.IsInterleaved, MixPlaces);
  Visit.quantity("share", S.Share, FractionUnits, AtMostAll);
}

struct BoardFields {
  BoardTimes Times;
  std::vector<MixFields> Mixes;
};
template <typename V> void list(V &Visit, BoardFields &S) {
  static constexpr Rule Mix = {
      .Expected = "a mix is { reads, writes, width, in, share }"};
  BoardTimes &T = S.Times;
  Visit.quantity("sdk", T.Sdk, VersionUnits);
  Visit.quantity("share", T.Share, FractionUnits, AtMostAll);
  Visit.mayElements("mixes", S.Mixes, {.Each = &Mix});
  Visit.quantity("arbitration", T.Arbitration, IntervalUnits);
  Visit.quantity("read_ring", T.ReadRing, IntervalUnits);
  Visit.quantity("write_ring", T.WriteRing, IntervalUnits);
  Visit.quantity("write_hold", T.WriteHold, WordTimeUnits);
  Visit.quantity("request", T.Request, PeriodUnits);
  Visit.quantity("request_byte", T.RequestByte, ByteTimeUnits);
  Visit.quantity("start", T.Start, StartUnits);
  Visit.quantity("overlap", T.Overlap, FractionUnits);
  Visit.quantity("error_low", T.ErrorLow, FractionUnits);
  Visit.quantity("error_high", T.ErrorHigh, FractionUnits);
  Visit.together({"error_low", "error_high"});
  Visit.check("overlap", [&]() -> std::string {
    return T.Overlap.Value >= 1 ? ""
                                : "an overlap below 1: together would take "
                                  "longer than one after the other";
  });
  Visit.check("error_high", [&]() -> std::string {
    return !T.ErrorHigh || !T.ErrorLow ||
                   T.ErrorHigh->Value >= T.ErrorLow->Value
               ? ""
               : "contradiction: error_high is below error_low";
  });
}

json::Object definesForm() {
  json::Object Form = mapForm(eitherForm(wholeForm(), anyTextForm()));
  Form["propertyNames"] = json::Object{{"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}};
  return Form;
}

SmallVector<StringRef> neededStructures() {
  SmallVector<StringRef> Names;
  for (StringRef Name : NeededOfStructures)
    if (StringRef Structure = Name.split('.').first;
        !is_contained(Names, Structure))
      Names.push_back(Structure);
  return Names;
}

struct DeviceFields {
  Device D;
  UnitFields Unit;
  std::vector<BandwidthRow> Table;
  const YamlTree *CostTarget = nullptr, *ShellTarget = nullptr;
  const YamlTree *Defines = nullptr, *Base = nullptr;
  std::optional<ResourceAmounts> Resources;
  std::optional<FreeShares> Free;
  std::optional<MemoryFields> Memory;
  std::optional<KernelFields> Kernel;
  std::optional<BoardFields> Board;
  std::vector<Named<StructureFields>> Structures;
  const YamlTree *StructuresAt = nullptr;
};
template <typename V> void list(V &Visit, DeviceFields &S) {
  static constexpr Rule Structure = {
      .Expected = "what the structure takes is expected, as logic"};
  static constexpr Rule Row = {
      .Expected = "a row is { pattern, stride, size, bandwidth }"};
  Visit.format(DeviceFormat);
  Visit.text("description", S.D.Description,
             {.Expected = "a description of the board is needed"});
  Visit.may("base", S.Base, textForm,
            {.Says = "Device file beside this one, or below: families/arria10. "
                     "Its entries hold where this file has none."});
  Visit.choice("kind", S.Unit.Kind, UnitKinds);
  list(Visit, S.Unit);
  Visit.mayElements("bandwidth_table", S.Table, {.Each = &Row});
  Visit.may("costs", S.CostTarget, textForm);
  Visit.may("shell", S.ShellTarget, textForm,
            {.Says = "Target of the cost file of the FPGA's shell."});
  Visit.may("defines", S.Defines, definesForm,
            {.Says = "Macros that the vendor's OpenCL compiler defines."});
  Visit.group("resources", S.Resources);
  Visit.group("free", S.Free);
  Visit.group("memory", S.Memory);
  Visit.group("kernel", S.Kernel);
  Visit.mayQuantities(
      "latency", S.D.Latency, CycleUnits,
      {.Least = 0, .Expected = "a mapping of operator classes is expected"});
  Visit.group("board", S.Board);
  Visit.mayEach("structures", S.Structures,
                {.Says = "What structures of compiled OpenCL kernels take of "
                         "the fabric",
                 .Each = &Structure,
                 .Expected = "a mapping of structures is expected"},
                neededStructures);
  Visit.place("structures", S.StructuresAt);
  // The sections of a pipeline come all together or not at all.
  Visit.together({"resources", "free", "memory", "kernel", "latency"});
  Visit.with("board", {"resources"});
  Visit.with("structures", {"resources"});
}

class DeviceReader {
public:
  explicit DeviceReader(YamlReader &R) : R(R) {}

  Device read() {
    readYamlFile(R, DeviceFormat, F);
    F.D.Unit = processingUnit(R, F.Unit);
    for (const BandwidthRow &Row : F.Table)
      F.D.Unit.BandwidthTable.push_back(Row.Row);
    F.D.CostTarget = costTarget("costs", F.CostTarget);
    F.D.ShellTarget = costTarget("shell", F.ShellTarget);
    readDefines();
    if (F.Resources) {
      F.D.LogicElements = F.Resources->LogicElements;
      F.D.LogicModules = F.Resources->LogicModules;
      F.D.MemoryBlocks = F.Resources->MemoryBlocks;
      F.D.DspBlocks = F.Resources->DspBlocks;
    }
    if (F.Free) {
      F.D.FreeLogic = F.Free->Logic;
      F.D.FreeMemory = F.Free->Memory;
      F.D.FreeDsp = F.Free->Dsp;
    }
    if (F.Memory) {
      F.D.MemoryBanks = F.Memory->Banks;
      F.D.TransactionWidth = F.Memory->Width;
      F.D.BankBandwidth = F.Memory->OfBank;
      F.D.DramLatency = F.Memory->Latency;
    }
    if (F.Kernel)
      F.D.KernelClock = F.Kernel->Clock;
    if (F.Board) {
      F.D.Times = F.Board->Times;
      F.D.Times->Mixes.assign(F.Board->Mixes.begin(), F.Board->Mixes.end());
    }
    readStructures();
    return std::move(F.D);
  }

private:
  /// The target of a cost file that \p Key names.
  std::string costTarget(StringRef Key, const Tree *T) {
    if (!T)
      return {};
    if (T->K != Tree::Kind::Scalar || ValueReader::isPlaceholder(T->Text))
      R.problem(*T, "'" + Key + "' is the target of a cost file, as xc7");
    else if (F.Unit.Kind != ProcessingUnit::Kind::Fpga)
      R.problem(*T, "'" + Key + "' is an FPGA's alone");
    return T->Text;
  }

  /// Macros, as the compiler's option -D takes them.
  void readDefines() {
    const Tree *T = F.Defines;
    if (!T)
      return;
    if (T->K != Tree::Kind::Mapping)
      R.problem(*T, "a mapping of macros to their values is expected");
    for (const auto &[Name, Value] : T->Items) {
      const bool IsName = !isDigit(Name.front()) && all_of(Name, [](char C) {
        return isAlnum(C) || C == '_';
      });
      if (!IsName)
        R.keyProblem(Value, "'" + Name + "' is no name of a macro");
      else if (Value.K != Tree::Kind::Scalar)
        R.problem(Value, "a macro's value is a text");
      F.D.Defines.push_back(Name + "=" + Value.Text);
    }
  }

  /// Resources of structures: STRUCTURE: { RESOURCE: value }.
  void readStructures() {
    if (!F.StructuresAt)
      return;
    bool HasCrowded = false;
    for (auto &[Name, Structure] : F.Structures) {
      StructureNames Keep{F.D, Name};
      list(Keep, Structure);
      HasCrowded |= Name == "crowded";
    }
    SmallVector<StringRef, 24> Needed(std::begin(NeededOfStructures),
                                      std::end(NeededOfStructures));
    if (HasCrowded)
      Needed.append({"crowded.from", "crowded.logic", "crowded.memory"});
    for (StringRef Name : Needed)
      if (!R.failed() && !F.D.Structures.count(Name))
        R.problem(*F.StructuresAt, "'" + Name + "' is missing");
  }

  YamlReader &R;
  DeviceFields F;
};

/// Takes the first node off \p Rest, with all that is below it.
Tree takeTree(ArrayRef<PreparedNode> &Rest) {
  const PreparedNode &N = Rest.front();
  Rest = Rest.drop_front();
  Tree T;
  T.K = N.K;
  T.Text = N.Text.str();
  T.Line = N.Line;
  T.Column = N.Column;
  T.KeyLine = N.KeyLine;
  T.KeyColumn = N.KeyColumn;
  const bool IsMapping = N.K == Tree::Kind::Mapping;
  IsMapping ? T.Items.reserve(N.NumChildren)
            : T.Elements.reserve(N.NumChildren);
  for (unsigned I = 0; I < N.NumChildren; ++I) {
    if (IsMapping) {
      std::string Key = Rest.front().Key.str();
      T.Items.emplace_back(std::move(Key), takeTree(Rest));
    } else {
      T.Elements.push_back(takeTree(Rest));
    }
  }
  return T;
}

/// Adds what the file that `base` names has and \p R lacks, and what the base
/// of that one has.
void addBases(YamlReader &R, StringRef Path) {
  constexpr unsigned MostBases = 8;
  const Tree *Base = R.optional(R.root(), "base");
  std::string Name = Base ? Base->Text : "", From = Path.str();
  for (unsigned I = 0; !Name.empty() && !R.failed(); ++I) {
    if (I == MostBases)
      return R.problem(*Base, "bases that are bases of each other");
    SmallString<128> File;
    if (!sys::path::is_absolute(Name))
      File = sys::path::parent_path(From);
    sys::path::append(File, Name + ".yaml");
    Expected<YamlReader> Other = YamlReader::open(File);
    if (!Other)
      return R.problem(*Base, "base: " + toString(Other.takeError()));
    Other->checkFormat(DeviceFormat.Name, DeviceFormat.Version);
    if (Error E = Other->takeError())
      return R.problem(*Base, "base: " + toString(std::move(E)));
    const Tree *Next = Other->optional(Other->root(), "base");
    Name = Next ? Next->Text : "";
    From = File.str();
    R.inherit(Other->root(), From);
  }
}

Expected<YamlReader> readDevice(StringRef Path) {
  auto Text = YamlReader::load(Path);
  if (!Text)
    return Text.takeError();
  PreparedDevice Prepared = preparedDevice();
  if ((*Text)->getBuffer() == Prepared.Text)
    return YamlReader(Path, takeTree(Prepared.Nodes));
  Expected<YamlReader> R = YamlReader::read(Path, **Text);
  if (R)
    addBases(*R, Path);
  return R;
}

} // namespace

Expected<Device> loadDevice(StringRef Path) {
  Expected<YamlReader> R = readDevice(Path);
  if (!R)
    return R.takeError();
  Device D = DeviceReader(*R).read();
  D.Name = sys::path::stem(Path);
  if (R->failed())
    return R->takeError();
  return D;
}

/// Moves what \p From demands of its keys to \p To.
static void moveDemands(json::Object &From, json::Object &To) {
  for (StringRef Key : {"required", "dependentRequired"})
    if (auto It = From.find(Key); It != From.end()) {
      To[Key] = std::move(It->second);
      From.erase(It);
    }
}

json::Value deviceSchema() {
  json::Value Schema = yamlSchemaOf<DeviceFields>(DeviceFormat);
  json::Object &Root = *Schema.getAsObject();
  // A base may have what sections, and the file, lack.
  json::Object Sections, Demands;
  for (StringRef Name :
       {"resources", "free", "memory", "kernel", "board", "structures"}) {
    json::Object *Section = Root.getObject("properties")->getObject(Name);
    if (std::optional<StringRef> Path = Section->getString("$ref")) {
      Path->consume_front("#/$defs/");
      Section = Root.getObject("$defs")->getObject(*Path);
    }
    json::Object Demanded;
    moveDemands(*Section, Demanded);
    Sections[Name] = std::move(Demanded);
  }
  json::Array Always = std::move(*Root.getArray("required"));
  moveDemands(Root, Demands);
  Root["required"] = std::move(Always);
  Demands.erase("required");
  Demands["properties"] = std::move(Sections);
  Root["if"] =
      json::Object{{"not", json::Object{{"required", json::Array{"base"}}}}};
  Root["then"] = std::move(Demands);
  return Schema;
}

std::vector<std::string> listDevices(ArrayRef<std::string> Folders) {
  std::vector<std::string> Names;
  for (const std::string &Folder : Folders) {
    std::error_code EC;
    for (sys::fs::directory_iterator I(Folder, EC), E; !EC && I != E;
         I.increment(EC))
      if (sys::path::extension(I->path()) == ".yaml" &&
          sys::fs::is_regular_file(I->path()))
        Names.push_back(sys::path::stem(I->path()).str());
  }
  sort(Names);
  Names.erase(std::unique(Names.begin(), Names.end()), Names.end());
  return Names;
}

/// "de5net" of "DE5-Net": what people write alike.
static std::string plainName(StringRef Name) {
  std::string Plain;
  for (char C : Name)
    if (isAlnum(C))
      Plain += toLower(C);
  return Plain;
}

Expected<std::string> findDevice(StringRef Name,
                                 ArrayRef<std::string> Folders) {
  if (sys::fs::is_regular_file(Name))
    return Name.str();
  if (Name.contains('/') || sys::path::extension(Name) == ".yaml")
    return createStringError("no file '" + Name + "'");
  const std::vector<std::string> Known = listDevices(Folders);
  const std::string Plain = plainName(Name);
  const auto Found = find_if(
      Known, [&](StringRef Other) { return plainName(Other) == Plain; });
  for (const std::string &Folder : Folders) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, (Found == Known.end() ? Name : StringRef(*Found)) +
                                ".yaml");
    if (sys::fs::is_regular_file(Path))
      return Path.str().str();
  }
  return createStringError("unknown device '" + Name + "'; there are" +
                           (Known.empty() ? " none in " + join(Folders, ", ")
                                          : ": " + join(Known, ", ")));
}

std::vector<std::string> deviceFolders(StringRef Binary) {
  std::vector<std::string> Folders;
  if (auto Folder = sys::Process::GetEnv("ROOFLINE_DEVICES"))
    Folders.push_back(*Folder);
  Folders.push_back(shareFolder(Binary) + "/devices");
  return Folders;
}

} // namespace roofline
