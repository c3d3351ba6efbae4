// Device files: devices/*.yaml to struct Device.
#include "roofline/DeviceFiles/DeviceFile.h"

#include "PreparedDevice.h"
#include "ProcessingUnitReader.h"
#include "roofline/DeviceFiles/ValueReader.h"

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
class DeviceReader {
public:
  explicit DeviceReader(YamlReader &R) : R(R), V(R) {}

  Device read() {
    Device D;
    R.checkFormat("roofline-device", 2);
    R.allowOnly(R.root(), {"format",          "version", "description", "kind",
                           "clock",           "cores",   "ceilings",    "data",
                           "bandwidth_table", "power",   "fabric",      "costs",
                           "shell",           "defines", "resources",   "free",
                           "memory",          "kernel",  "latency",     "board",
                           "structures"});
    if (const Tree *T = R.required(R.root(), "description")) {
      D.Description = T->Text;
      if (T->K != Tree::Kind::Scalar || V.isPlaceholder(T->Text))
        R.problem(*T, "a description of the board is needed");
    }
    D.Unit = readProcessingUnit(R, R.root());
    D.CostTarget = costTarget(D, "costs");
    D.ShellTarget = costTarget(D, "shell");
    readDefines(D);
    // The sections of a pipeline come all together or not at all.
    if (none_of(ArrayRef<StringRef>{"resources", "free", "memory", "kernel",
                                    "latency"},
                [&](StringRef Key) { return R.optional(R.root(), Key); }))
      return D;
    readResources(D);
    readMemory(D);
    if (const Tree *Section = section("kernel", {"clock"}))
      V.read(*Section, "clock", ClockUnits, D.KernelClock);
    if (const Tree *Latencies = R.required(R.root(), "latency")) {
      if (Latencies->K != Tree::Kind::Mapping)
        R.problem(*Latencies, "a mapping of operator classes is expected");
      for (const auto &[Class, T] : Latencies->Items)
        V.read(*Latencies, Class, CycleUnits, D.Latency[Class],
               /*AllowZero=*/true);
    }
    readTimes(D);
    readStructures(D);
    return D;
  }

private:
  /// The target of a cost file that \p Key names.
  std::string costTarget(const Device &D, StringRef Key) {
    const Tree *T = R.optional(R.root(), Key);
    if (!T)
      return {};
    if (T->K != Tree::Kind::Scalar || V.isPlaceholder(T->Text))
      R.problem(*T, "'" + Key + "' is the target of a cost file, as xc7");
    else if (D.Unit.K != ProcessingUnit::Kind::Fpga)
      R.problem(*T, "'" + Key + "' is an FPGA's alone");
    return T->Text;
  }

  /// Macros, as the compiler's option -D takes them.
  void readDefines(Device &D) {
    const Tree *T = R.optional(R.root(), "defines");
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
      D.Defines.push_back(Name + "=" + Value.Text);
    }
  }

  const Tree *section(StringRef Name, ArrayRef<StringRef> Keys) {
    const Tree *Section = R.required(R.root(), Name);
    if (Section)
      R.allowOnly(*Section, Keys);
    return Section;
  }

  /// Reads the resources of structures: STRUCTURE: { RESOURCE: value }.
  void readStructures(Device &D) {
    const Tree *Section = R.optional(R.root(), "structures");
    if (!Section)
      return;
    if (Section->K != Tree::Kind::Mapping)
      return R.problem(*Section, "a mapping of structures is expected");
    for (const auto &[Name, T] : Section->Items) {
      if (T.K != Tree::Kind::Mapping) {
        R.problem(T, "what the structure takes is expected, as logic");
        continue;
      }
      R.allowOnly(T, {"logic", "memory", "dsp", "from", "depth", "period",
                      "period_per_logic", "block_period", "clock"});
      for (const auto &[Of, Value] : T.Items)
        V.read(T, Of, structureUnits(Of), D.Structures[Name + "." + Of],
               /*AllowZero=*/true);
    }
    SmallVector<StringRef, 24> Needed = {
        "shell.logic",     "shell.memory",           "work_items.depth",
        "clock.period",    "clock.period_per_logic", "clock.block_period",
        "error.logic",     "error.memory",           "error.dsp",
        "error.clock",     "global_unit.logic",      "store_unit.logic",
        "barrier.logic",   "local_write_byte.logic", "loop_bit.logic",
        "array_bit.logic", "integer_bit.logic"};
    if (R.optional(*Section, "crowded"))
      Needed.append({"crowded.from", "crowded.logic", "crowded.memory"});
    // None of them is free, or sure.
    for (StringRef Name : Needed)
      if (!R.failed() && !D.Structures.count(Name))
        R.problem(*Section, "'" + Name + "' is missing");
  }

  static ArrayRef<Unit> structureUnits(StringRef Of) {
    if (Of == "logic")
      return LogicUnits;
    if (Of == "memory" || Of == "dsp")
      return BlockUnits;
    if (Of == "depth")
      return CycleUnits;
    if (Of.contains("period"))
      return PeriodUnits;
    return FractionUnits;
  }

  void readResources(Device &D) {
    const StringRef Resources[] = {"logic_elements", "logic_modules",
                                   "memory_blocks", "dsp_blocks"};
    if (const Tree *S = section("resources", Resources)) {
      V.read(*S, "logic_elements", CountUnits, D.LogicElements);
      V.read(*S, "logic_modules", CountUnits, D.LogicModules);
      V.read(*S, "memory_blocks", CountUnits, D.MemoryBlocks);
      V.read(*S, "dsp_blocks", CountUnits, D.DspBlocks);
      const Tree *Modules = R.optional(*S, "logic_modules");
      double PerModule = D.LogicElements.Value / D.LogicModules.Value;
      if (Modules && !R.failed() &&
          (PerModule < 1 || PerModule > MaxElementsPerModule))
        R.problem(*Modules,
                  "contradiction: logic_elements / logic_modules is " +
                      formatv("{0:f2}", PerModule).str() +
                      ", a module holds 1 to 8");
    }
    if (const Tree *S = section("free", {"logic", "memory", "dsp"}))
      for (auto [Key, Out] :
           {std::pair("logic", &D.FreeLogic),
            std::pair("memory", &D.FreeMemory), std::pair("dsp", &D.FreeDsp)}) {
        V.read(*S, Key, FractionUnits, *Out);
        if (const Tree *T = R.optional(*S, Key); T && Out->Value > 1)
          R.problem(*T, "a fraction above 1 (100 %)");
      }
  }

  void readMemory(Device &D) {
    const Tree *S =
        section("memory", {"banks", "transaction_width", "bank_bandwidth",
                           "total_bandwidth", "latency"});
    if (!S)
      return;
    V.read(*S, "banks", CountUnits, D.MemoryBanks);
    V.read(*S, "transaction_width", ByteUnits, D.TransactionWidth);
    V.read(*S, "bank_bandwidth", BandwidthUnits, D.BankBandwidth);
    V.read(*S, "latency", CycleUnits, D.DramLatency);
    double Width = D.TransactionWidth.Value.value();
    if (const Tree *T = R.optional(*S, "transaction_width");
        T && !R.failed() && !isPowerOf2_64(uint64_t(Width)))
      R.problem(*T, "a transaction width that is no power of two");
    if (const Tree *T = R.optional(*S, "total_bandwidth")) {
      Sourced<BytesPerSecond> Total;
      V.read(*S, "total_bandwidth", BandwidthUnits, Total);
      double Sum = D.MemoryBanks.Value * D.BankBandwidth.Value.value();
      if (!R.failed() && std::abs(Total.Value.value() - Sum) > 0.01 * Sum)
        R.problem(*T, "contradiction: banks x bank_bandwidth is " +
                          Twine(int64_t(Sum / 1e6)) + " MB/s");
    }
  }

  void readTimes(Device &D) {
    const Tree *S = R.optional(R.root(), "board");
    if (!S)
      return;
    R.allowOnly(*S, {"word_interval", "repeat_interval", "overlap", "error_low",
                     "error_high"});
    BoardTimes T;
    V.read(*S, "word_interval", IntervalUnits, T.WordInterval);
    V.read(*S, "repeat_interval", IntervalUnits, T.RepeatInterval);
    V.read(*S, "overlap", FractionUnits, T.Overlap);
    V.read(*S, "error_low", FractionUnits, T.ErrorLow);
    V.read(*S, "error_high", FractionUnits, T.ErrorHigh);
    if (const Tree *O = R.optional(*S, "overlap");
        O && !R.failed() && T.Overlap.Value < 1)
      R.problem(*O, "an overlap below 1: together would take longer than one "
                    "after the other");
    if (const Tree *E = R.optional(*S, "error_high");
        E && !R.failed() && T.ErrorHigh.Value < T.ErrorLow.Value)
      R.problem(*E, "contradiction: error_high is below error_low");
    D.Times = std::move(T);
  }

  YamlReader &R;
  ValueReader V;
};

/// Takes the first node off \p Rest, with all that is below it.
Tree takeTree(ArrayRef<PreparedNode> &Rest) {
  const PreparedNode &N = Rest.consume_front();
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

Expected<YamlReader> readDevice(StringRef Path) {
  auto Text = YamlReader::load(Path);
  if (!Text)
    return Text.takeError();
  PreparedDevice Prepared = preparedDevice();
  if ((*Text)->getBuffer() == Prepared.Text)
    return YamlReader(Path, takeTree(Prepared.Nodes));
  return YamlReader::read(Path, **Text);
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

Expected<std::string> findDevice(StringRef Name,
                                 ArrayRef<std::string> Folders) {
  if (sys::fs::is_regular_file(Name))
    return Name.str();
  for (const std::string &Folder : Folders) {
    SmallString<128> Path(Folder);
    sys::path::append(Path, Name + ".yaml");
    if (sys::fs::is_regular_file(Path))
      return Path.str().str();
  }
  const std::vector<std::string> Known = listDevices(Folders);
  return createStringError(inconvertibleErrorCode(),
                           "unknown device '" + Name + "'; there are" +
                               (Known.empty()
                                    ? " none in " + join(Folders, ", ")
                                    : ": " + join(Known, ", ")));
}

std::vector<std::string> deviceFolders(StringRef Binary) {
  std::vector<std::string> Folders;
  if (auto Folder = sys::Process::GetEnv("ROOFLINE_DEVICES"))
    Folders.push_back(*Folder);
  SmallString<128> Path(sys::path::parent_path(sys::path::parent_path(Binary)));
  sys::path::append(Path, "share", "roofline", "devices");
  Folders.push_back(Path.str().str());
  return Folders;
}

} // namespace roofline
