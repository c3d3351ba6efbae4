// Device files: devices/*.yaml to struct Device.
#include "roofline/Device/DeviceFile.h"

#include "roofline/Device/YamlReader.h"

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

/// Units that a value may be given in, with the factor to the model's.
struct Unit {
  StringLiteral Name;
  double Factor;
};
constexpr Unit CountUnits[] = {{"1", 1}};
constexpr Unit FractionUnits[] = {{"%", 0.01}, {"1", 1}};
constexpr Unit ByteUnits[] = {{"B", 1}};
constexpr Unit BandwidthUnits[] = {{"GB/s", 1e9}, {"MB/s", 1e6}, {"B/s", 1}};
constexpr Unit CycleUnits[] = {{"cycle", 1}};
constexpr Unit ClockUnits[] = {{"MHz", 1e6}, {"GHz", 1e9}, {"Hz", 1}};

/// Logic elements that one logic module can stand for, over all vendors.
constexpr double MaxElementsPerModule = 8;
/// Beyond any value that a device has; keeps what follows within its types.
constexpr double LargestValue = 1e18;

bool isPlaceholder(StringRef Text) {
  std::string Lower = Text.trim().lower();
  StringRef Rest = Lower;
  Rest.consume_front("assumed:") || Rest.consume_front("measured:");
  return is_contained({"", "todo", "tbd", "fixme", "?", "??", "???", "...",
                       "xxx", "unknown", "n/a", "none", "assumed", "measured"},
                      Rest.trim());
}

class DeviceReader {
public:
  explicit DeviceReader(YamlReader &R) : R(R) {}

  Device read() {
    Device D;
    R.checkFormat("roofline-device", 1);
    R.allowOnly(R.root(), {"format", "version", "description", "resources",
                           "free", "memory", "kernel", "latency"});
    if (const Tree *T = R.required(R.root(), "description")) {
      D.Description = T->Text;
      if (T->K != Tree::Kind::Scalar || isPlaceholder(T->Text))
        R.problem(*T, "a description of the board is needed");
    }
    readResources(D);
    readMemory(D);
    if (const Tree *Section = section("kernel", {"clock"}))
      read(*Section, "clock", ClockUnits, D.KernelClock);
    if (const Tree *Latencies = R.required(R.root(), "latency")) {
      if (Latencies->K != Tree::Kind::Mapping)
        R.problem(*Latencies, "a mapping of operator classes is expected");
      for (const auto &[Class, T] : Latencies->Items)
        read(*Latencies, Class, CycleUnits, D.Latency[Class],
             /*AllowZero=*/true);
    }
    return D;
  }

private:
  const Tree *section(StringRef Name, ArrayRef<StringRef> Keys) {
    const Tree *Section = R.required(R.root(), Name);
    if (Section)
      R.allowOnly(*Section, Keys);
    return Section;
  }

  void readResources(Device &D) {
    const StringRef Resources[] = {"logic_elements", "logic_modules",
                                   "memory_blocks", "dsp_blocks"};
    if (const Tree *S = section("resources", Resources)) {
      read(*S, "logic_elements", CountUnits, D.LogicElements);
      read(*S, "logic_modules", CountUnits, D.LogicModules);
      read(*S, "memory_blocks", CountUnits, D.MemoryBlocks);
      read(*S, "dsp_blocks", CountUnits, D.DspBlocks);
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
        read(*S, Key, FractionUnits, *Out);
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
    read(*S, "banks", CountUnits, D.MemoryBanks);
    read(*S, "transaction_width", ByteUnits, D.TransactionWidth);
    read(*S, "bank_bandwidth", BandwidthUnits, D.BankBandwidth);
    read(*S, "latency", CycleUnits, D.DramLatency);
    double Width = D.TransactionWidth.Value.value();
    if (const Tree *T = R.optional(*S, "transaction_width");
        T && !R.failed() && !isPowerOf2_64(uint64_t(Width)))
      R.problem(*T, "a transaction width that is no power of two");
    if (const Tree *T = R.optional(*S, "total_bandwidth")) {
      Sourced<BytesPerSecond> Total;
      read(*S, "total_bandwidth", BandwidthUnits, Total);
      double Sum = D.MemoryBanks.Value * D.BankBandwidth.Value.value();
      if (!R.failed() && std::abs(Total.Value.value() - Sum) > 0.01 * Sum)
        R.problem(*T, "contradiction: banks x bank_bandwidth is " +
                          Twine(int64_t(Sum / 1e6)) + " MB/s");
    }
  }

  static void set(double &Out, double Value) { Out = Value; }
  template <typename Tag> static void set(Quantity<Tag> &Out, double Value) {
    Out = Quantity<Tag>(Value);
  }

  template <typename T>
  void read(const Tree &Section, StringRef Key, ArrayRef<Unit> Units,
            Sourced<T> &Out, bool AllowZero = false) {
    // Counts and bytes come whole; so do the cycles of a pipeline.
    bool Whole = Units.front().Name == "B" || Units.front().Name == "cycle" ||
                 (Units.size() == 1 && Units.front().Name == "1");
    const Tree *Entry = R.required(Section, Key);
    if (!Entry)
      return;
    if (Entry->K != Tree::Kind::Mapping)
      return R.problem(*Entry, "'" + Key + "' needs { value, unit, source }");
    R.allowOnly(*Entry, {"value", "unit", "source"});
    const Tree *Value = R.required(*Entry, "value");
    const Tree *UnitName = R.required(*Entry, "unit");
    const Tree *Source = R.required(*Entry, "source");
    if (!Value || !UnitName || !Source)
      return;
    const Unit *U =
        find_if(Units, [&](const Unit &U) { return U.Name == UnitName->Text; });
    if (U == Units.end())
      return R.problem(
          *UnitName,
          "unit '" + UnitName->Text + "', expected " +
              join(map_range(Units, [](const Unit &U) { return U.Name; }),
                   " or "));
    double Number;
    if (StringRef(Value->Text).getAsDouble(Number) || !std::isfinite(Number))
      return R.problem(*Value, "'" + Value->Text + "' is not a number");
    if (Number < 0 || (Number == 0 && !AllowZero))
      return R.problem(*Value, "'" + Value->Text + "' is not positive");
    if (Number * U->Factor > LargestValue)
      return R.problem(*Value, "'" + Value->Text + "' is too large");
    if (Whole && Number != std::floor(Number))
      return R.problem(*Value, "'" + Value->Text + "' is not a whole number");
    if (isPlaceholder(Source->Text))
      return R.problem(*Source,
                       "a source is needed: document and table, `measured: "
                       "...` or `assumed: why`");
    set(Out.Value, Number * U->Factor);
    Out.Source = Source->Text;
  }

  YamlReader &R;
};

} // namespace

Expected<Device> loadDevice(StringRef Path) {
  Expected<YamlReader> R = YamlReader::open(Path);
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
  return createStringError(inconvertibleErrorCode(),
                           "unknown device '" + Name + "'; there are: " +
                               join(listDevices(Folders), ", "));
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
