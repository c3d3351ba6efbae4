// Roofs of a device, as device and system files have them.
#ifndef ROOFLINE_LIB_DEVICEFILES_PROCESSINGUNITREADER_H
#define ROOFLINE_LIB_DEVICEFILES_PROCESSINGUNITREADER_H

#include "roofline/DeviceFiles/YamlFields.h"
#include "roofline/Machine/Roofline.h"

namespace roofline {

constexpr llvm::StringLiteral OperandTypes[] = {
    "int8", "int16", "int32", "int64", "float16", "float32", "float64"};
constexpr llvm::StringLiteral OperatorKinds[] = {
    "add", "mul", "mac", "div", "logic", "compare", "special"};
constexpr Choice<ProcessingUnit::Kind> UnitKinds[] = {
    {"cpu", ProcessingUnit::Kind::Cpu},
    {"dsp", ProcessingUnit::Kind::Dsp},
    {"gpu", ProcessingUnit::Kind::Gpu},
    {"fpga", ProcessingUnit::Kind::Fpga}};

/// Kinds of what a ceiling counts.
struct CeilingHead {
  std::vector<std::string> Types, Operators;
};
template <typename V> void list(V &Visit, CeilingHead &S) {
  Visit.names("types", S.Types, OperandTypes);
  Visit.mayNames("operators", S.Operators, OperatorKinds);
}

struct CeilingFields {
  const YamlTree *Place = nullptr;
  CeilingHead Head;
  std::optional<Sourced<Hertz>> Clock;
  std::optional<Sourced<double>> Cores, Width;
  Rate<OperationsPerSecond> Peak;
};
template <typename V> void list(V &Visit, CeilingFields &S) {
  Visit.place(S.Place);
  list(Visit, S.Head);
  Visit.quantity("clock", S.Clock, ClockUnits);
  Visit.quantity("cores", S.Cores, CountUnits);
  Visit.quantity("operations", S.Width, WidthUnits);
  Visit.quantity("peak", S.Peak.Theoretical, RateUnits);
  Visit.quantity("measured", S.Peak.Measured, RateUnits);
  Visit.either("'operations', 'peak' or 'measured' is needed",
               {{"operations"}, {"peak"}, {"measured"}});
}

struct SourceFields {
  const YamlTree *Place = nullptr;
  std::optional<Sourced<Hertz>> Clock;
  std::optional<Sourced<double>> DataRate, Channels;
  std::optional<Sourced<Bytes>> Width, Capacity;
  Rate<BytesPerSecond> Bandwidth;
};
template <typename V> void list(V &Visit, SourceFields &S) {
  Visit.place(S.Place);
  Visit.quantity("clock", S.Clock, ClockUnits);
  Visit.quantity("data_rate", S.DataRate, AmountUnits);
  Visit.quantity("width", S.Width, ByteUnits);
  Visit.quantity("channels", S.Channels, CountUnits);
  Visit.quantity("bandwidth", S.Bandwidth.Theoretical, BandwidthUnits);
  Visit.quantity("measured", S.Bandwidth.Measured, BandwidthUnits);
  Visit.quantity("capacity", S.Capacity, ByteUnits);
  Visit.with("clock", {"data_rate", "width", "channels"});
  Visit.either("'clock' with its kin, 'bandwidth' or 'measured' is needed",
               {{"clock"}, {"bandwidth"}, {"measured"}});
}

struct BandwidthRow {
  MeasuredBandwidth Row;
};
template <typename V> void list(V &Visit, BandwidthRow &S) {
  Visit.text("pattern", S.Row.Pattern);
  Visit.whole("stride", S.Row.Stride,
              {.Least = 1, .Expected = "'stride' is a whole number of bytes"});
  Visit.whole("size", S.Row.NumBytes,
              {.Least = 1, .Expected = "'size' is a whole number of bytes"});
  Visit.quantity("bandwidth", S.Row.Bandwidth, BandwidthUnits);
}

struct PowerFields {
  Rate<Watts> Power;
};
template <typename V> void list(V &Visit, PowerFields &S) {
  Visit.quantity("peak", S.Power.Theoretical, PowerUnits);
  Visit.quantity("measured", S.Power.Measured, PowerUnits);
  Visit.either("'peak' or 'measured' is needed", {{"peak"}, {"measured"}});
}

/// Resources behind an FPGA's roofs. Source: TUE11 chapter 6.
struct ResourceFields {
  std::optional<Sourced<double>> Luts, Registers, DspBlocks, MemoryBlocks, Pins;
  FabricResources amounts() const;
};
template <typename V> void list(V &Visit, ResourceFields &S) {
  Visit.quantity("luts", S.Luts, CountUnits);
  Visit.quantity("registers", S.Registers, CountUnits);
  Visit.quantity("dsp_blocks", S.DspBlocks, CountUnits);
  Visit.quantity("memory_blocks", S.MemoryBlocks, CountUnits);
  Visit.quantity("pins", S.Pins, CountUnits);
}

struct InterfaceFields {
  Sourced<double> Number;
  ResourceFields Need;
};
template <typename V> void list(V &Visit, InterfaceFields &S) {
  Visit.quantity("number", S.Number, CountUnits);
  list(Visit, S.Need);
}

struct OperatorForm {
  ResourceFields Need;
};
template <typename V> void list(V &Visit, OperatorForm &S) {
  list(Visit, S.Need);
  Visit.either(
      "a form needs a resource",
      {{"luts"}, {"registers"}, {"dsp_blocks"}, {"memory_blocks"}, {"pins"}});
}

/// An operator that fills the fabric, in its forms one after the other.
struct FabricOperator {
  const YamlTree *Place = nullptr;
  CeilingHead Head;
  std::vector<Named<OperatorForm>> Forms;
  std::optional<Sourced<Hertz>> Clock, MeasuredClock;
  std::optional<Sourced<double>> MeasuredShare;
  std::optional<Sourced<OperationsPerSecond>> Measured;
};
template <typename V> void list(V &Visit, FabricOperator &S) {
  Visit.place(S.Place);
  list(Visit, S.Head);
  Visit.each("forms", S.Forms,
             {.Least = 1, .Expected = "a mapping of forms is expected"});
  Visit.quantity("clock", S.Clock, ClockUnits);
  Visit.quantity("measured_clock", S.MeasuredClock, ClockUnits);
  Visit.quantity("measured_share", S.MeasuredShare, FractionUnits);
  Visit.quantity("measured", S.Measured, RateUnits);
}

struct FabricFields {
  ResourceFields Whole;
  std::optional<Sourced<double>> UltraRam; ///< that kernels can take
  std::optional<Sourced<double>> Routing;  ///< kept free, of the logic alone
  std::vector<Named<InterfaceFields>> Interfaces;
  std::vector<Named<FabricOperator>> Operators;
};
template <typename V> void list(V &Visit, FabricFields &S) {
  list(Visit, S.Whole);
  Visit.quantity("ultra_ram_blocks", S.UltraRam, CountUnits, FromZero);
  Visit.quantity("routing", S.Routing, FractionUnits);
  Visit.mayEach("interfaces", S.Interfaces);
  Visit.mayEach("operators", S.Operators);
}

struct UnitFields {
  ProcessingUnit::Kind Kind = ProcessingUnit::Kind::Fpga;
  std::optional<Sourced<Hertz>> Clock;
  std::optional<Sourced<double>> Cores;
  std::vector<Named<CeilingFields>> Ceilings;
  std::vector<Named<SourceFields>> Sources;
  std::optional<PowerFields> Power;
  std::optional<FabricFields> Fabric;
};
template <typename V> void list(V &Visit, UnitFields &S) {
  Visit.quantity("clock", S.Clock, ClockUnits);
  Visit.quantity("cores", S.Cores, CountUnits);
  Visit.mayEach("ceilings", S.Ceilings);
  Visit.mayEach("data", S.Sources);
  Visit.group("power", S.Power);
  Visit.group("fabric", S.Fabric);
}

/// The unit of these fields, with rates that follow from others.
ProcessingUnit processingUnit(YamlReader &R, const UnitFields &F);

} // namespace roofline

#endif
