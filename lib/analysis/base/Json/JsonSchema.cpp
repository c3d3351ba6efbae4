// JSON Schema of a struct, from its list of fields.
#include "roofline/Json/JsonSchema.h"

using namespace llvm;

namespace roofline {

json::Object JsonSchema::integer(int64_t Least, uint64_t Most) {
  return json::Object{
      {"type", "integer"}, {"minimum", Least}, {"maximum", Most}};
}

static json::Array texts(ArrayRef<const char *> Texts) {
  json::Array List;
  for (StringRef Text : Texts)
    List.push_back(Text);
  return List;
}

json::Object JsonSchema::oneOf(ArrayRef<const char *> Texts) {
  return json::Object{{"enum", texts(Texts)}};
}

json::Object JsonSchema::listOf(json::Object Element,
                                std::optional<size_t> Size) {
  json::Object O{{"type", "array"}, {"items", std::move(Element)}};
  if (Size) {
    O["minItems"] = int64_t(*Size);
    O["maxItems"] = int64_t(*Size);
  }
  return O;
}

/// A number as an integer where it is one.
static json::Value bound(double Number) {
  if (Number == std::floor(Number) && std::abs(Number) < 0x1p63)
    return int64_t(Number);
  return Number;
}

static void addRule(json::Object &Type, const Rule &R) {
  json::Object *Numbers = &Type;
  StringRef Least = "minimum", Most = "maximum";
  if (Type.getString("type") == "string") {
    Least = "minLength";
    Most = "maxLength";
  } else if (Type.getString("type") == "array" && Type.get("minItems")) {
    Numbers = Type.getObject("items");
  } else if (Type.getString("type") == "array") {
    Least = "minItems";
    Most = "maxItems";
  }
  if (R.Least)
    (*Numbers)[Least] = bound(*R.Least);
  if (R.Most)
    (*Numbers)[Most] = bound(*R.Most);
  if (R.Each) {
    const bool IsList = Type.getString("type") == "array";
    addRule(*Type.getObject(IsList ? "items" : "additionalProperties"),
            *R.Each);
  }
  if (R.Above)
    Type["exclusiveMinimum"] = bound(*R.Above);
  if (R.Below)
    Type["exclusiveMaximum"] = bound(*R.Below);
  if (!R.OneOfNumbers.empty())
    Type["enum"] = json::Array(R.OneOfNumbers);
  if (!R.OneOf.empty())
    Type["enum"] = texts(R.OneOf);
  if (R.Pattern)
    Type["pattern"] = R.Pattern;
  if (R.Says)
    Type["description"] = R.Says;
}

void JsonSchema::may(const char *Key, json::Object Type, const Rule &R) {
  addRule(Type, R);
  Properties[Key] = std::move(Type);
}

void JsonSchema::need(const char *Key, json::Object Type, const Rule &R) {
  may(Key, std::move(Type), R);
  Required.push_back(Key);
}

static json::Object withNull(json::Object Type) {
  if (auto Name = Type.getString("type")) {
    Type["type"] = json::Array{*Name, "null"};
    return Type;
  }
  return json::Object{
      {"anyOf", json::Array{std::move(Type), json::Object{{"type", "null"}}}}};
}

void JsonSchema::needOrNull(const char *Key, json::Object Type, const Rule &R) {
  Rule Inner = R;
  Inner.Says = nullptr;
  addRule(Type, Inner);
  need(Key, withNull(std::move(Type)), {.Says = R.Says});
}

void JsonSchema::together(FieldKeys All) {
  for (const char *Key : All) {
    json::Array Others;
    for (const char *Other : All)
      if (Other != Key)
        Others.push_back(Other);
    Together[Key] = std::move(Others);
  }
}

void JsonSchema::addPart(StringRef Key, JsonSchema Part) {
  assert(Part.Together.empty() && "a part in a part");
  for (auto &[Name, Type] : Part.Properties) {
    Properties[Name] = std::move(Type);
    Together[Name] = json::Array{Key};
  }
  json::Array Others;
  for (const json::Value &Name : Part.Required)
    if (Name != Key)
      Others.push_back(Name);
  Together[Key] = std::move(Others);
}

void JsonSchema::with(const char *Key, FieldKeys Others) {
  Together[Key] = texts(Others);
}

void JsonSchema::without(const char *Key, FieldKeys Others) {
  for (const char *Other : Others)
    Never.push_back(json::Object{{"required", json::Array{Key, Other}}});
}

void JsonSchema::either(std::initializer_list<FieldKeys> Ways) {
  for (FieldKeys All : Ways)
    Either.push_back(json::Object{{"required", texts(All)}});
}

json::Object JsonSchema::object() const {
  json::Object O{{"type", "object"},
                 {"properties", json::Object(Properties)},
                 {"required", json::Array(Required)},
                 {"additionalProperties", false}};
  if (!Together.empty())
    O["dependentRequired"] = json::Object(Together);
  if (!Either.empty())
    O["anyOf"] = json::Array(Either);
  if (!Never.empty())
    O["not"] = json::Object{{"anyOf", json::Array(Never)}};
  if (Description)
    O["description"] = Description;
  return O;
}

json::Object JsonSchema::definition(StringRef Type,
                                    function_ref<json::Object()> Make) {
  Type.consume_front("roofline::");
  Type.consume_front("(anonymous namespace)::"); // of Clang
  Type.consume_front("{anonymous}::");           // of g++
  std::string Name = Type.str();
  for (size_t At; (At = Name.find("::")) != std::string::npos;)
    Name.replace(At, 2, ".");
  if (!Definitions.get(Name)) {
    Definitions[Name] = nullptr; // ends the recursion of a struct in itself
    json::Object Fields = Make();
    Definitions[Name] = std::move(Fields);
  }
  return json::Object{{"$ref", "#/$defs/" + Name}};
}

json::Value schemaFile(const FileFormat &Format, json::Object Root,
                       json::Object Definitions) {
  Root["$schema"] = "https://json-schema.org/draft/2020-12/schema";
  Root["title"] = ("Roofline " + Format.What).str();
  Root["description"] = Format.Says;
  if (!Definitions.empty())
    Root["$defs"] = std::move(Definitions);
  return Root;
}

} // namespace roofline
