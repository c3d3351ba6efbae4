// The roofs of a device file.
#include "ProcessingUnitReader.h"

#include "roofline/DeviceFiles/ValueReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

using Tree = YamlReader::Tree;

constexpr StringLiteral Types[] = {"int8",    "int16",   "int32",  "int64",
                                   "float16", "float32", "float64"};
constexpr StringLiteral Operators[] = {"add",   "mul",     "mac",    "div",
                                       "logic", "compare", "special"};

class Reader {
public:
  Reader(YamlReader &R, const Tree &Root) : R(R), Root(Root), V(R) {}

  ProcessingUnit read() {
    readKind();
    V.readOptional(Root, "clock", ClockUnits, Clock);
    Unit.Clock = Clock;
    V.readOptional(Root, "cores", CountUnits, Cores);
    if (const Tree *Fabric = mapping("fabric"))
      readFabric(*Fabric);
    if (const Tree *Ceilings = mapping("ceilings"))
      for (const auto &[Name, T] : Ceilings->Items)
        readCeiling(Name, T);
    if (const Tree *Data = mapping("data"))
      for (const auto &[Name, T] : Data->Items)
        readSource(Name, T);
    readTable();
    if (const Tree *Power = mapping("power")) {
      R.allowOnly(*Power, {"peak", "measured"});
      V.readOptional(*Power, "peak", PowerUnits, Unit.Power.Theoretical);
      V.readOptional(*Power, "measured", PowerUnits, Unit.Power.Measured);
      if (!Unit.Power.isKnown())
        R.problem(*Power, "'peak' or 'measured' is needed");
    }
    return std::move(Unit);
  }

private:
  /// The mapping \p Key of the unit; null where it is not there.
  const Tree *mapping(StringRef Key) {
    const Tree *T = R.optional(Root, Key);
    if (!T || T->K == Tree::Kind::Mapping)
      return T;
    R.problem(*T, "'" + Key + "' is a mapping");
    return nullptr;
  }

  void readKind() {
    using Kind = ProcessingUnit::Kind;
    static constexpr std::pair<StringLiteral, Kind> Kinds[] = {
        {"cpu", Kind::Cpu},
        {"dsp", Kind::Dsp},
        {"gpu", Kind::Gpu},
        {"fpga", Kind::Fpga}};
    const Tree *T = R.required(Root, "kind");
    if (!T)
      return;
    for (auto [Name, K] : Kinds)
      if (T->Text == Name) {
        Unit.K = K;
        return;
      }
    R.problem(*T, "kind '" + T->Text + "', expected cpu, dsp, gpu or fpga");
  }

  /// The names in the list \p Key, each one of \p Known.
  std::vector<std::string> names(const Tree &Section, StringRef Key,
                                 ArrayRef<StringLiteral> Known) {
    std::vector<std::string> Result;
    const Tree *List = R.optional(Section, Key);
    if (!List)
      return Result;
    if (List->K != Tree::Kind::Sequence || List->Elements.empty())
      R.problem(*List, "'" + Key + "' is a list of names");
    for (const Tree &Name : List->Elements) {
      if (!is_contained(Known, Name.Text))
        R.problem(
            Name,
            "'" + Name.Text + "' in '" + Key + "', expected " +
                join(map_range(Known, [](StringRef S) { return S; }), ", "));
      Result.push_back(Name.Text);
    }
    return Result;
  }

  /// Types and operators of a ceiling.
  Ceiling head(StringRef Name, const Tree &T) {
    Ceiling C;
    C.Name = Name;
    R.required(T, "types");
    C.Types = names(T, "types", Types);
    C.Operations = names(T, "operators", Operators);
    return C;
  }

  template <typename T, typename... Parts>
  static Sourced<T> computed(T Value, StringRef Equation,
                             const Parts &...Inputs) {
    std::string Source = (Equation + " of").str();
    for (const std::string *Input : {&Inputs.Source...})
      if (!StringRef(Source).contains(*Input))
        Source += (Source.back() == 'f' ? " " : "; ") + *Input;
    return {Value, Source};
  }

  void readCeiling(StringRef Name, const Tree &T) {
    if (T.K != Tree::Kind::Mapping)
      return R.problem(T, "'" + Name + "' is a mapping");
    R.allowOnly(T, {"types", "operators", "clock", "cores", "operations",
                    "peak", "measured"});
    Ceiling C = head(Name, T);
    V.readOptional(T, "peak", RateUnits, C.Peak.Theoretical);
    V.readOptional(T, "measured", RateUnits, C.Peak.Measured);
    std::optional<Sourced<Hertz>> OwnClock = Clock;
    std::optional<Sourced<double>> OwnCores = Cores, Width;
    V.readOptional(T, "clock", ClockUnits, OwnClock);
    V.readOptional(T, "cores", CountUnits, OwnCores);
    V.readOptional(T, "operations", WidthUnits, Width);
    if (Width && C.Peak.Theoretical)
      R.problem(T, "'peak' and 'operations' both give the peak");
    else if (Width && (!OwnClock || !OwnCores))
      R.problem(T, "'operations' needs a 'clock' and 'cores'");
    else if (Width)
      C.Peak.Theoretical = computed(
          computeCeiling(OwnClock->Value, OwnCores->Value, Width->Value),
          "TUE11 Eq. (2.1)", *OwnClock, *OwnCores, *Width);
    if (!C.Peak.isKnown())
      R.problem(T, "'operations', 'peak' or 'measured' is needed");
    else
      Unit.Ceilings.push_back(std::move(C));
  }

  void readSource(StringRef Name, const Tree &T) {
    if (T.K != Tree::Kind::Mapping)
      return R.problem(T, "'" + Name + "' is a mapping");
    R.allowOnly(T, {"clock", "data_rate", "width", "channels", "bandwidth",
                    "measured", "capacity"});
    DataSource S;
    S.Name = Name;
    V.readOptional(T, "bandwidth", BandwidthUnits, S.Bandwidth.Theoretical);
    V.readOptional(T, "measured", BandwidthUnits, S.Bandwidth.Measured);
    V.readOptional(T, "capacity", ByteUnits, S.Capacity);
    if (R.optional(T, "clock")) {
      Sourced<Hertz> MemoryClock;
      Sourced<double> Rate, Channels;
      Sourced<Bytes> Width;
      V.read(T, "clock", ClockUnits, MemoryClock);
      V.read(T, "data_rate", AmountUnits, Rate);
      V.read(T, "width", ByteUnits, Width);
      V.read(T, "channels", CountUnits, Channels);
      if (S.Bandwidth.Theoretical)
        R.problem(T, "'bandwidth' and 'clock' both give the bandwidth");
      S.Bandwidth.Theoretical =
          computed(sourceBandwidth(MemoryClock.Value, Rate.Value, Width.Value,
                                   Channels.Value),
                   "TUE11 Eq. (2.6)", MemoryClock, Rate, Width, Channels);
    }
    if (!S.Bandwidth.isKnown())
      R.problem(T, "'clock' with its kin, 'bandwidth' or 'measured' is needed");
    else
      Unit.Sources.push_back(std::move(S));
  }

  void readTable() {
    const Tree *Table = R.optional(Root, "bandwidth_table");
    if (!Table)
      return;
    if (Table->K != Tree::Kind::Sequence)
      return R.problem(*Table, "'bandwidth_table' is a list");
    for (const Tree &Row : Table->Elements) {
      if (Row.K != Tree::Kind::Mapping) {
        R.problem(Row, "a row is { pattern, stride, size, bandwidth }");
        continue;
      }
      R.allowOnly(Row, {"pattern", "stride", "size", "bandwidth"});
      MeasuredBandwidth B;
      if (const Tree *Pattern = R.required(Row, "pattern"))
        B.Pattern = Pattern->Text;
      for (auto [Key, Out] :
           {std::pair("stride", &B.Stride), std::pair("size", &B.NumBytes)})
        if (const Tree *T = R.required(Row, Key);
            T && (StringRef(T->Text).getAsInteger(10, *Out) || *Out == 0))
          R.problem(*T, Twine("'") + Key + "' is a whole number of bytes");
      V.read(Row, "bandwidth", BandwidthUnits, B.Bandwidth);
      Unit.BandwidthTable.push_back(std::move(B));
    }
  }

  // Resources behind an FPGA's roofs. Source: TUE11 chapter 6
  // -------------------

  FabricResources resources(const Tree &T) {
    FabricResources Result;
    for (auto [Key, Out] : {std::pair("luts", &Result.Luts),
                            std::pair("registers", &Result.Registers),
                            std::pair("dsp_blocks", &Result.DspBlocks),
                            std::pair("memory_blocks", &Result.MemoryBlocks),
                            std::pair("pins", &Result.Pins)}) {
      std::optional<Sourced<double>> Amount;
      V.readOptional(T, Key, CountUnits, Amount);
      if (Amount)
        *Out = Amount->Value;
    }
    return Result;
  }

  void readFabric(const Tree &Fabric) {
    R.allowOnly(Fabric, {"luts", "registers", "dsp_blocks", "memory_blocks",
                         "pins", "routing", "interfaces", "operators"});
    FabricResources Whole = resources(Fabric);
    std::optional<Sourced<double>> Routing;
    V.readOptional(Fabric, "routing", FractionUnits, Routing);
    Unit.Fabric = Whole;
    if (Routing) { // room for place and route, of the logic alone
      Unit.Fabric->Luts -= Whole.Luts * Routing->Value;
      Unit.Fabric->Registers -= Whole.Registers * Routing->Value;
    }
    if (const Tree *Interfaces = R.optional(Fabric, "interfaces"))
      for (const auto &[Name, T] : Interfaces->Items) {
        R.allowOnly(T, {"number", "luts", "registers", "dsp_blocks",
                        "memory_blocks", "pins"});
        Sourced<double> Number;
        V.read(T, "number", CountUnits, Number);
        Unit.Fabric = *Unit.Fabric - resources(T) * Number.Value;
      }
    if (const Tree *All = R.optional(Fabric, "operators"))
      for (const auto &[Name, T] : All->Items)
        readOperator(Name, T);
  }

  /// An operator that fills the fabric, in its forms one after the other.
  void readOperator(StringRef Name, const Tree &T) {
    R.allowOnly(T, {"types", "operators", "forms", "clock", "measured_clock",
                    "measured_share", "measured"});
    Ceiling C = head(Name, T);
    std::vector<FabricResources> Forms;
    std::string Source;
    if (const Tree *List = R.required(T, "forms"))
      for (const auto &[Form, Need] : List->Items) {
        R.allowOnly(
            Need, {"luts", "registers", "dsp_blocks", "memory_blocks", "pins"});
        Forms.push_back(resources(Need));
        if (Forms.back() == FabricResources())
          R.problem(Need, "form '" + Form + "' needs no resource");
      }
    std::optional<Sourced<Hertz>> OwnClock = Clock, MeasuredClock;
    std::optional<Sourced<double>> Share;
    V.readOptional(T, "clock", ClockUnits, OwnClock);
    V.readOptional(T, "measured_clock", ClockUnits, MeasuredClock);
    V.readOptional(T, "measured_share", FractionUnits, Share);
    if (!OwnClock)
      return R.problem(T, "a 'clock' is needed, here or of the device");
    if (R.failed())
      return;
    double Number = operatorsThatFit(*Unit.Fabric, Forms);
    std::string Fit = formatv("TUE11 Eq. (6.13): {0:f0} fit; ", Number).str();
    C.Peak.Theoretical = {computeCeiling(OwnClock->Value, 1, Number),
                          Fit + OwnClock->Source};
    if (MeasuredClock)
      C.Peak.Measured = {computeCeiling(MeasuredClock->Value, 1,
                                        Number * (Share ? Share->Value : 1)),
                         Fit + MeasuredClock->Source +
                             (Share ? "; " + Share->Source : "")};
    V.readOptional(T, "measured", RateUnits, C.Peak.Measured);
    Unit.Ceilings.push_back(std::move(C));
  }

  YamlReader &R;
  const Tree &Root;
  ValueReader V;
  ProcessingUnit Unit;
  std::optional<Sourced<Hertz>> Clock;
  std::optional<Sourced<double>> Cores;
};

} // namespace

ProcessingUnit readProcessingUnit(YamlReader &R, const YamlReader::Tree &Root) {
  return Reader(R, Root).read();
}

} // namespace roofline
