// The values of a device file: { value, unit, source }.
#include "roofline/DeviceFiles/ValueReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace llvm;

namespace roofline {

/// Beyond any value that a device has; keeps what follows within its types.
static constexpr double LargestValue = 1e18;

ArrayRef<StringLiteral> placeholders() {
  static constexpr StringLiteral All[] = {
      "",    "todo", "tbd",     "fixme", "?",    "??",      "???",
      "...", "xxx",  "unknown", "n/a",   "none", "assumed", "measured"};
  return All;
}

bool ValueReader::isPlaceholder(StringRef Text) {
  std::string Lower = Text.trim().lower();
  StringRef Rest = Lower;
  Rest.consume_front("assumed:") || Rest.consume_front("measured:");
  return is_contained(placeholders(), Rest.trim());
}

bool ValueReader::isWhole(ArrayRef<Unit> Units) {
  return !Units.empty() &&
         (Units.front().Name == "B" || Units.front().Name == "cycle" ||
          (Units.size() == 1 && Units.front().Name == "1"));
}

bool ValueReader::readNumber(const Tree &Entry, StringRef Key,
                             ArrayRef<Unit> Units, bool AllowZero,
                             double &Number, std::string &SourceText) {
  auto Wrong = [&](const Tree &Node, const Twine &Message) {
    R.problem(Node, Message);
    return false;
  };
  if (Entry.K != Tree::Kind::Mapping)
    return Wrong(Entry, "'" + Key + "' needs { value, unit, source }");
  R.allowOnly(Entry, {"value", "unit", "source"});
  const Tree *Value = R.required(Entry, "value");
  const Tree *UnitName = R.required(Entry, "unit");
  const Tree *Source = R.required(Entry, "source");
  if (!Value || !UnitName || !Source)
    return false;
  const Unit *U =
      find_if(Units, [&](const Unit &U) { return U.Name == UnitName->Text; });
  if (U == Units.end())
    return Wrong(
        *UnitName,
        "unit '" + UnitName->Text + "', expected " +
            join(map_range(Units, [](const Unit &U) { return U.Name; }),
                 " or "));
  if (StringRef(Value->Text).getAsDouble(Number) || !std::isfinite(Number))
    return Wrong(*Value, "'" + Value->Text + "' is not a number");
  if (Number < 0 || (Number == 0 && !AllowZero))
    return Wrong(*Value, "'" + Value->Text + "' is not positive");
  if (Number * U->Factor > LargestValue)
    return Wrong(*Value, "'" + Value->Text + "' is too large");
  if (isWhole(Units) && Number != std::floor(Number))
    return Wrong(*Value, "'" + Value->Text + "' is not a whole number");
  if (isPlaceholder(Source->Text))
    return Wrong(*Source, "a source is needed: document and table, `measured: "
                          "...` or `assumed: why`");
  Number *= U->Factor;
  SourceText = Source->Text;
  return true;
}

} // namespace roofline
