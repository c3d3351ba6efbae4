// One list of fields: what a writer, a reader and a schema make of it.
#include "roofline/Json/JsonFile.h"
#include "roofline/Json/JsonSchema.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <limits>

using namespace llvm;
using namespace roofline;

namespace roofline {

enum class Fruit { Apple, Pear };
ROOFLINE_NAMES(Fruit, "apple", "pear");

struct Origin {
  std::string Tree;
  unsigned Age = 0;
};
template <typename V> void list(V &Visit, Origin &S) {
  Visit("tree", S.Tree);
  Visit("age", S.Age);
}
struct Basket {
  std::string Code = "ab";
  unsigned Number = 1;
  double Weight = 1;
  std::vector<unsigned> Sizes = {1};
  std::vector<std::vector<double>> Layers = {{1}};
  std::map<std::string, int> Counts;
  unsigned Handles = 2;
  Fruit Kind = Fruit::Apple;
  std::optional<double> Price;
  std::optional<bool> Ripe;
  std::optional<unsigned> Row, Seat;
  std::optional<Origin> Tree;
  bool IsSold = false;
};
template <typename V> void list(V &Visit, Basket &S) {
  Visit("code", S.Code, {.Pattern = "^[a-z]{2}$"});
  Visit("number", S.Number, {.Least = 1, .Most = 9});
  Visit("weight", S.Weight, {.Above = 0, .Below = 99});
  Visit("sizes", S.Sizes, {.Most = 2, .Each = &FromOne});
  static constexpr Rule Layer = {.Least = 1, .Each = &FromZero};
  static constexpr uint32_t Numbers[] = {1, 2, 4};
  Visit("layers", S.Layers, {.Each = &Layer});
  Visit("counts", S.Counts, {.Each = &FromOne});
  Visit("handles", S.Handles, {.OneOfNumbers = Numbers});
  Visit.group("of", [&](auto &In) { In("kind", S.Kind); });
  Visit.orNull("price", S.Price, {.Least = 0});
  Visit("ripe", S.Ripe);
  Visit("row", S.Row);
  Visit("seat", S.Seat);
  Visit.together({"row", "seat"});
  Visit.either({"ripe"}, {"row", "seat"});
  Visit.part("tree", S.Tree);
  Visit.unless("sold", S.IsSold, false);
  Visit.derived("heavy", S.Weight > 10);
}

} // namespace roofline

namespace {

constexpr FileFormat Format = {"test-basket", 1, "basket", "basket", ""};
constexpr char Whole[] =
    R"({"code":"ab","counts":{"nut":3},"format":"test-basket","handles":4,)"
    R"("heavy":false,"layers":[[0.5],[3]],"number":1,"of":{"kind":"pear"},)"
    R"("price":null,"ripe":true,"sizes":[1,2],"version":1,"weight":1})";

TEST(JsonFields, WritesWhatItReads) {
  Basket B;
  ASSERT_FALSE(bool(readJsonFile(Whole, "b.json", Format, B)));
  EXPECT_EQ(B.Kind, Fruit::Pear);
  EXPECT_EQ(B.Sizes, (std::vector<unsigned>{1, 2}));
  EXPECT_FALSE(B.Price || B.Row);
  EXPECT_EQ(formatv("{0}", writeJsonFile(Format, B)).str(), Whole);
}

TEST(JsonFields, FieldsOfAPartAreAllThereOrNone) {
  Basket B;
  B.Ripe = true;
  B.Tree = {"oak", 90};
  const std::string Text = formatv("{0}", writeJsonFile(Format, B)).str();
  EXPECT_NE(Text.find("\"tree\":\"oak\""), std::string::npos);
  Basket Read;
  ASSERT_FALSE(bool(readJsonFile(Text, "b.json", Format, Read)));
  EXPECT_EQ(Read.Tree->Age, 90u);
}

/// Reads \p Text as of another version.
std::string lenientProblem(StringRef Text, Basket &B) {
  const json::Value Root = cantFail(json::parse(Text));
  json::Path::Root Path("basket");
  JsonReader R(*Root.getAsObject(), Path, JsonReader::Lenient);
  list(R, B);
  return R.finish() ? "" : toString(Path.getError());
}

TEST(JsonFields, OfAnotherVersionWhatIsAbsentKeepsItsDefault) {
  Basket B;
  B.Number = 7;
  EXPECT_EQ(lenientProblem(R"({"number": null, "x": 1, "row": 3,
                               "of": {"y": 1}, "tree": "oak"})",
                           B),
            "");
  EXPECT_EQ(B.Number, 7u);
  EXPECT_EQ(B.Row, 3u);
  EXPECT_EQ(B.Tree->Tree, "oak");
  EXPECT_EQ(lenientProblem(R"({"of": {"kind": 1}})", B),
            "unknown name at basket.of.kind");
}

TEST(JsonFields, NumbersThatJsonLacksAreNull) {
  Basket B;
  B.Weight = std::numeric_limits<double>::infinity();
  const json::Value File = writeJsonFile(Format, B);
  EXPECT_EQ(*File.getAsObject()->get("weight"), json::Value(nullptr));
}

/// One text of the file is another one, and the reader says why it is wrong.
struct Mistake {
  const char *Old, *New, *Message;
};
const Mistake Mistakes[] = {
    {"\"ab\"", "\"a1\"", "outside of the field's range at basket.code"},
    {"\"number\":1", "\"number\":0",
     "outside of the field's range at basket.number"},
    {"\"number\":1", "\"number\":10",
     "outside of the field's range at basket.number"},
    {"\"number\":1", "\"number\":-1",
     "expected an integer of the field's range at basket.number"},
    {"\"weight\":1", "\"weight\":0",
     "outside of the field's range at basket.weight"},
    {"\"weight\":1", "\"weight\":99",
     "outside of the field's range at basket.weight"},
    {"[1,2]", "[1,2,3]", "outside of the field's range at basket.sizes"},
    {"[1,2]", "[0]", "outside of the field's range at basket.sizes[0]"},
    {"[1,2]", "[\"a\"]",
     "expected an integer of the field's range at basket.sizes[0]"},
    {"[3]", "[-1]", "outside of the field's range at basket.layers[1][0]"},
    {"[3]", "[]", "outside of the field's range at basket.layers[1]"},
    {"\"nut\":3", "\"nut\":0",
     "outside of the field's range at basket.counts.nut"},
    {"\"handles\":4", "\"handles\":3",
     "outside of the field's range at basket.handles"},
    {"pear", "plum", "unknown name at basket.of.kind"},
    {"\"price\":null,", "", "missing at basket.price"},
    {"null", "-1", "outside of the field's range at basket.price"},
    {"\"price\"", "\"row\":1,\"price\"", "missing at basket.seat"},
    {"\"price\"", "\"tree\":\"oak\",\"price\"", "missing at basket.age"},
    {"\"price\"", "\"age\":9,\"price\"", "unknown key at basket.age"},
    {"\"ripe\":true,", "", "missing at basket.ripe"},
    {"\"price\"", "\"x\":1,\"price\"", "unknown key at basket.x"},
    {"\"heavy\":false,", "", "missing at basket.heavy"},
    // The first of two errors.
    {"\"heavy\":false,\"layers\":[[0.5],[3]],\"number\":1",
     "\"layers\":[],\"number\":0",
     "outside of the field's range at basket.number"},
    {"\"version\":1", "\"version\":2",
     "version 2; this program reads version 1"},
};

TEST(JsonFields, MistakesHaveThePathOfTheValue) {
  for (const Mistake &M : Mistakes) {
    std::string Text = Whole;
    Text.replace(Text.find(M.Old), StringRef(M.Old).size(), M.New);
    Basket B;
    EXPECT_EQ(toString(readJsonFile(Text, "b.json", Format, B)),
              std::string("b.json: ") + M.Message);
  }
}

TEST(JsonFields, TheSchemaHasTheRules) {
  const json::Value Schema = schemaOf<Basket>(Format);
  const json::Object &Fields = *Schema.getAsObject()->getObject("properties");
  auto Is = [&](const char *Key, const char *Text) {
    EXPECT_EQ(*Fields.get(Key), cantFail(json::parse(Text))) << Key;
  };
  Is("format", R"({"const": "test-basket"})");
  Is("code", R"({"type": "string", "pattern": "^[a-z]{2}$"})");
  Is("number", R"({"type": "integer", "minimum": 1, "maximum": 9})");
  Is("weight", R"({"type": "number", "exclusiveMinimum": 0,
      "exclusiveMaximum": 99})");
  Is("sizes", R"({"type": "array", "maxItems": 2, "items":
      {"type": "integer", "minimum": 1, "maximum": 4294967295}})");
  Is("layers", R"({"type": "array", "items": {"type": "array", "minItems": 1,
      "items": {"type": "number", "minimum": 0}}})");
  Is("counts", R"({"type": "object", "additionalProperties":
      {"type": "integer", "minimum": 1, "maximum": 2147483647}})");
  Is("handles", R"({"type": "integer", "minimum": 0, "maximum": 4294967295,
      "enum": [1, 2, 4]})");
  Is("of", R"({"type": "object", "additionalProperties": false,
      "required": ["kind"], "properties": {"kind": {"enum": ["apple", "pear"]}}})");
  Is("price", R"({"type": ["number", "null"], "minimum": 0})");
  Is("ripe", R"({"type": "boolean"})");
  Is("sold", R"({"const": true})");
  EXPECT_EQ(
      *Schema.getAsObject()->getArray("required"),
      (json::Array{"format", "version", "code", "number", "weight", "sizes",
                   "layers", "counts", "handles", "of", "price", "heavy"}));
  EXPECT_EQ(*Schema.getAsObject()->get("anyOf"),
            cantFail(json::parse(
                R"([{"required": ["ripe"]}, {"required": ["row", "seat"]}])")));
  EXPECT_EQ(*Schema.getAsObject()->get("dependentRequired"),
            cantFail(json::parse(R"({"row": ["seat"], "seat": ["row"],
                                      "tree": ["age"], "age": ["tree"]})")));
}

TEST(JsonFields, AListThatIsWrittenByElementsIsAsOneThatIsHeld) {
  const json::Object Held{{"z", 1}, {"list", {1, "two", {}}}, {"a", {2, 3}}};
  json::Object Without = Held;
  Without["list"] = json::Array();
  std::string Text;
  raw_string_ostream OS(Text);
  json::OStream J(OS, 2);
  writeWithList(J, Without, "list", [&] {
    for (const json::Value &V : *Held.getArray("list"))
      J.value(V);
  });
  EXPECT_EQ(Text, formatv("{0:2}", json::Value(json::Object(Held))).str());
}

} // namespace
