// What reads a system file: numbers, names and rates.
#include "SystemReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;

namespace roofline {

const std::vector<SystemReader::Unit> SystemReader::PowerUnits = {{"W", 1},
                                                                  {"mW", 1e-3}};
const std::vector<SystemReader::Unit> SystemReader::ByteUnits = {
    {"B", 1}, {"KiB", 1024}, {"MiB", 1024 * 1024}};
const std::vector<SystemReader::Unit> SystemReader::RateUnits = {
    {"Gop/s", 1e9}, {"Mop/s", 1e6}, {"op/s", 1}};
const std::vector<SystemReader::Unit> SystemReader::BandwidthUnits = {
    {"GB/s", 1e9}, {"MB/s", 1e6}, {"B/s", 1}};

/// Beyond any value that a system has; keeps what follows finite.
static constexpr double LargestValue = 1e18;

double SystemReader::number(const Tree &T, bool AllowZero) {
  double Number = 0;
  if (T.K != Tree::Kind::Scalar || StringRef(T.Text).getAsDouble(Number) ||
      !std::isfinite(Number))
    R.problem(T, "'" + T.Text + "' is not a number");
  else if (Number < 0 || (Number == 0 && !AllowZero))
    R.problem(T, "'" + T.Text + "' is not positive");
  else if (Number > LargestValue)
    R.problem(T, "'" + T.Text + "' is too large");
  return Number;
}

std::string SystemReader::sourceOf(const Tree &T) {
  const Tree *Source = R.optional(T, "source");
  return Source ? Source->Text : "";
}

double SystemReader::value(const Tree &T, ArrayRef<Unit> Units, Origin From,
                           bool AllowZero) {
  if (T.K != Tree::Kind::Mapping) {
    R.problem(T, From == Source ? "{ value, unit, source } is expected"
                                : "{ value, unit } is expected");
    return 0;
  }
  R.allowOnly(T, {"value", "unit", "source"});
  const Tree *Value = R.required(T, "value"), *Name = R.required(T, "unit");
  const Tree *Where = R.optional(T, "source");
  if (From == Source)
    Where = R.required(T, "source");
  if (Where && StringRef(Where->Text).trim().empty())
    R.problem(*Where, "a source is needed: document and table, `measured: ...` "
                      "or `assumed: why`");
  if (!Value || !Name)
    return 0;
  const Unit *U =
      find_if(Units, [&](const Unit &U) { return U.Name == Name->Text; });
  if (U == Units.end()) {
    R.problem(*Name,
              "unit '" + Name->Text + "', expected " +
                  join(map_range(Units, [](const Unit &U) { return U.Name; }),
                       " or "));
    return 0;
  }
  return number(*Value, AllowZero) * U->Factor;
}

Sourced<double> SystemReader::sourced(const Tree &T, ArrayRef<Unit> Units) {
  return {value(T, Units, Source), sourceOf(T)};
}

double SystemReader::cost(const Tree &T, Origin From) {
  const Tree *Name = R.optional(T, "unit");
  if (Name && File.S.Currency.empty())
    File.S.Currency = Name->Text;
  const Unit Only{File.S.Currency, 1};
  return value(T, Only, From, /*AllowZero=*/true);
}

double SystemReader::perFrame(const Tree &T) {
  const Tree *Per = R.optional(T, "per");
  if (!Per || Per->Text == "element")
    return Elements;
  if (Per->Text != "frame")
    R.problem(*Per, "per '" + Per->Text + "', expected element or frame");
  return 1;
}

ProcessingUnit::Kind SystemReader::unitKind(const Tree &T) {
  int Kind = StringSwitch<int>(T.Text)
                 .Case("cpu", int(ProcessingUnit::Kind::Cpu))
                 .Case("dsp", int(ProcessingUnit::Kind::Dsp))
                 .Case("gpu", int(ProcessingUnit::Kind::Gpu))
                 .Case("fpga", int(ProcessingUnit::Kind::Fpga))
                 .Default(-1);
  if (Kind < 0)
    R.problem(T, "kind '" + T.Text + "', expected cpu, dsp, gpu or fpga");
  return ProcessingUnit::Kind(std::max(Kind, 0));
}

std::vector<std::string> SystemReader::names(const Tree &T) {
  std::vector<std::string> Names;
  if (T.K != Tree::Kind::Sequence || T.Elements.empty())
    R.problem(T, "a list of names is expected");
  for (const Tree &Name : T.Elements)
    Names.push_back(Name.Text);
  return Names;
}

void SystemReader::checkType(const Tree &T, StringRef Type) {
  StringRef Bits = Type;
  unsigned Number;
  if ((!Bits.consume_front("int") && !Bits.consume_front("float")) ||
      Bits.getAsInteger(10, Number) || Number == 0 || Number > 1024)
    R.problem(T, "type '" + Type +
                     "', expected int or float and its bits, as "
                     "int32 or float64");
}

std::vector<std::string> SystemReader::typeList(const Tree &T) {
  std::vector<std::string> Types = names(T);
  for (size_t I = 0; I < Types.size(); ++I)
    checkType(T.Elements[I], Types[I]);
  return Types;
}

uint32_t SystemReader::blockNamed(const Tree &T) {
  for (uint32_t B = 0; B < File.S.Blocks.size(); ++B)
    if (File.S.Blocks[B].Name == T.Text)
      return B;
  R.problem(T, "unknown block '" + T.Text + "'");
  return 0;
}

/// A number, or numbers by type, or by type and kind.
void SystemReader::readOperations(const Tree &T, double Scale, Workload &Work) {
  constexpr StringRef Kinds[] = {"add",   "mul",     "mac",    "div",
                                 "logic", "compare", "special"};
  if (T.K != Tree::Kind::Mapping) {
    Work.Operations[{"", ""}] = Scale * number(T, /*AllowZero=*/true);
    return;
  }
  for (const auto &[Type, Numbers] : T.Items) {
    checkType(Numbers, Type);
    if (Numbers.K != Tree::Kind::Mapping) {
      Work.Operations[{Type, ""}] = Scale * number(Numbers, true);
      continue;
    }
    R.allowOnly(Numbers, Kinds);
    for (const auto &[Kind, Number] : Numbers.Items)
      Work.Operations[{Type, Kind}] = Scale * number(Number, true);
  }
}

template <typename Q>
void SystemReader::readRate(const Tree &T, StringRef Theoretical,
                            ArrayRef<Unit> Units, Rate<Q> &Out) {
  for (auto [Key, To] : {std::pair(Theoretical, &Out.Theoretical),
                         std::pair(StringRef("measured"), &Out.Measured)})
    if (const Tree *Given = R.optional(T, Key)) {
      Sourced<double> Number = sourced(*Given, Units);
      *To = {Q(Number.Value), Number.Source};
    }
  if (!Out.Theoretical && !Out.Measured)
    R.keyProblem(T, "key '" + Theoretical + "' or 'measured' is missing");
}

void SystemReader::readCeilings(const Tree &T, ProcessingUnit &Unit) {
  if (T.K != Tree::Kind::Mapping || T.Items.empty())
    return R.problem(T, "a mapping of names to ceilings is expected");
  for (const auto &[Name, Entry] : T.Items) {
    Ceiling C;
    C.Name = Name;
    R.allowOnly(Entry, {"types", "operators", "peak", "measured"});
    if (const Tree *Types = R.required(Entry, "types"))
      C.Types = typeList(*Types);
    if (const Tree *Operators = R.optional(Entry, "operators"))
      C.Operations = names(*Operators);
    readRate(Entry, "peak", RateUnits, C.Peak);
    Unit.Ceilings.push_back(std::move(C));
  }
}

void SystemReader::readData(const Tree &T, ProcessingUnit &Unit) {
  if (T.K != Tree::Kind::Mapping || T.Items.empty())
    return R.problem(T, "a mapping of names to sources of data is expected");
  for (const auto &[Name, Entry] : T.Items) {
    DataSource D;
    D.Name = Name;
    R.allowOnly(Entry, {"bandwidth", "measured", "capacity"});
    readRate(Entry, "bandwidth", BandwidthUnits, D.Bandwidth);
    if (const Tree *Capacity = R.optional(Entry, "capacity")) {
      Sourced<double> Number = sourced(*Capacity, ByteUnits);
      D.Capacity = {Bytes(Number.Value), Number.Source};
    }
    Unit.Sources.push_back(std::move(D));
  }
}

} // namespace roofline
