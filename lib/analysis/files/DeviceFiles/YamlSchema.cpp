// JSON Schema of a YAML mapping.
#include "roofline/DeviceFiles/YamlSchema.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace roofline {

json::Object textForm() {
  return json::Object{{"type", "string"}, {"minLength", 1}};
}
json::Object anyTextForm() { return json::Object{{"type", "string"}}; }
json::Object numberForm() { return json::Object{{"type", "number"}}; }
json::Object wholeForm() { return json::Object{{"type", "integer"}}; }
json::Object wordForm(ArrayRef<StringRef> Words) {
  return json::Object{{"enum", json::Array(Words)}};
}
json::Object eitherForm(json::Object One, json::Object Other) {
  return json::Object{{"anyOf", json::Array{std::move(One), std::move(Other)}}};
}
json::Object listForm(json::Object Element) {
  return json::Object{{"type", "array"}, {"items", std::move(Element)}};
}
json::Object mapForm(json::Object Value) {
  return json::Object{{"type", "object"},
                      {"additionalProperties", std::move(Value)}};
}

/// A pattern of \p Text, in letters of either case.
static std::string anyCase(StringRef Text) {
  std::string Pattern;
  for (char C : Text)
    if (isAlpha(C))
      Pattern += {'[', toUpper(C), toLower(C), ']'};
    else
      Pattern += {'[', C, ']'};
  return Pattern;
}

/// A text that ValueReader::isPlaceholder() takes for a source.
json::Object sourceForm() {
  std::string Texts;
  for (StringRef Text : placeholders())
    Texts += (Texts.empty() ? "" : "|") + anyCase(Text);
  json::Object Form = textForm();
  Form["description"] =
      "Document and table, `measured: ...` or `assumed: why`.";
  Form["not"] = json::Object{{"pattern", "^\\s*((" + anyCase("assumed") + "|" +
                                             anyCase("measured") + "):)?\\s*(" +
                                             Texts + ")\\s*$"}};
  return Form;
}

static json::Object valueOf(json::Object Value, ArrayRef<Unit> Units,
                            double Factor, const Rule &Rules,
                            bool NeedsSource) {
  Value[Rules.Least == 0 ? "minimum" : "exclusiveMinimum"] = 0;
  if (Rules.Most)
    Value["maximum"] = *Rules.Most / Factor;
  SmallVector<StringRef> Names;
  for (const Unit &U : Units)
    if (!Rules.Most || U.Factor == Factor)
      Names.push_back(U.Name);
  json::Array Required{"value", "unit"};
  if (NeedsSource)
    Required.push_back("source");
  return json::Object{
      {"type", "object"},
      {"properties",
       json::Object{{"value", std::move(Value)},
                    {"unit", Units.empty() ? textForm() : wordForm(Names)},
                    {"source", json::Object{{"$ref", "#/$defs/source"}}}}},
      {"required", std::move(Required)},
      {"additionalProperties", false}};
}

json::Object valueForm(ArrayRef<Unit> Units, bool NeedsSource,
                       const Rule &Rules) {
  return valueOf(numberForm(), Units, 1, Rules, NeedsSource);
}

json::Object quantityForm(ArrayRef<Unit> Units, const Rule &Rules) {
  const json::Object Value =
      ValueReader::isWhole(Units) ? wholeForm() : numberForm();
  if (!Rules.Most)
    return valueOf(Value, Units, 1, Rules, /*NeedsSource=*/true);
  json::Array Forms; // the bound is another number in each unit
  for (const Unit &U : Units)
    Forms.push_back(valueOf(Value, Units, U.Factor, Rules, true));
  return json::Object{{"anyOf", std::move(Forms)}};
}

} // namespace roofline
