// Reads the numbers, names and rates of a system file.
#include "SystemReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <cmath>

using namespace llvm;

namespace roofline {

/// Beyond any value that a system has; keeps what follows finite.
static constexpr double LargestOfSystem = 1e18;

double SystemReader::number(const Tree &T, bool AllowZero) {
  double Number = 0;
  if (T.K != Tree::Kind::Scalar || StringRef(T.Text).getAsDouble(Number) ||
      !std::isfinite(Number))
    R.problem(T, "'" + T.Text + "' is not a number");
  else if (Number < 0 || (Number == 0 && !AllowZero))
    R.problem(T, "'" + T.Text + "' is not positive");
  else if (Number > LargestOfSystem)
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
  if (Where && ValueReader::isPlaceholder(Where->Text))
    R.problem(*Where, "a source is needed: document and table, `measured: ...` "
                      "or `assumed: why`");
  if (!Value || !Name)
    return 0;
  if (Units.empty())
    return number(*Value, AllowZero);
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

double SystemReader::cost(const Tree &T, Origin From) {
  const Tree *Name = R.optional(T, "unit");
  if (Name && File.S.Currency.empty())
    File.S.Currency = Name->Text;
  if (Name && Name->Text != File.S.Currency)
    R.problem(*Name, "unit '" + Name->Text + "', expected " + File.S.Currency);
  return value(T, {}, From, /*AllowZero=*/true);
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
  const SmallVector<StringRef> Kinds(std::begin(OperatorKinds),
                                     std::end(OperatorKinds));
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

json::Object frameRateForm() { return valueForm(FrameRateUnits, false); }
json::Object powerForm() { return valueForm(PowerUnits, false); }
json::Object costForm() { return valueForm({}, false, FromZero); }
json::Object unitCostForm() { return valueForm({}, true, FromZero); }
json::Object sizeForm() { return valueForm(SizeUnits, false); }

static json::Object typeForm() {
  return json::Object{{"type", "string"},
                      {"pattern", "^(int|float)[1-9][0-9]*$"}};
}
json::Object typesForm() { return listForm(typeForm()); }

static json::Object amountForm() {
  json::Object Amount = numberForm();
  Amount["minimum"] = 0;
  return Amount;
}
json::Object operationsForm() {
  json::Object OfKinds = mapForm(amountForm());
  OfKinds["propertyNames"] = wordForm(SmallVector<StringRef>(
      std::begin(OperatorKinds), std::end(OperatorKinds)));
  json::Object OfTypes = mapForm(eitherForm(amountForm(), std::move(OfKinds)));
  OfTypes["propertyNames"] = typeForm();
  return eitherForm(amountForm(), std::move(OfTypes));
}
json::Object bytesForm() {
  return eitherForm(amountForm(), mapForm(amountForm()));
}

} // namespace roofline
