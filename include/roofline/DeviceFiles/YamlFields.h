// Structs from YAML mappings: one list of keys reads them and is their schema.
//
/// \file
/// `list(Visit, S)` names the keys of a mapping once. Visit is a YamlFields or
/// a YamlSchema (YamlSchema.h), and is told of each key with
///   Visit.need(Key, Tree, Form)      any value; the reader of S looks into it
///   Visit.text(Key, Text)            a text that says something
///   Visit.whole(Key, Number, Rule)   a whole number
///   Visit.choice(Key, Out, Choices)  one of some words
///   Visit.names(Key, Names, Known)   a list of some words
///   Visit.quantity(Key, Sourced, Units)  { value, unit, source }
///   Visit.group(Key, S)              a mapping with keys of its own
///   Visit.each(Key, Mappings)        names, each with such a mapping
///   Visit.mayQuantities(Key, Map, Units)  names, each with a quantity
///   Visit.mayElements(Key, List)     a list of mappings
/// A key with `may` before the verb, or of a std::optional, may lack. Of
/// several keys it is told with
///   Visit.together({Key, ...})       all are there, or none
///   Visit.with(Key, Others)          the first only beside the others
///   Visit.without(Key, Others, Message)  the first only without the others
///   Visit.either(Message, {Keys, ...})   all of one of these sets are there
///   Visit.check(Key, Problem)        fails where Problem() is a text
///   Visit.place(Tree)                gives the mapping, for later problems
///   Visit.place(Key, Tree)           gives the key's value, or null
/// The reader of a struct checks what such a list cannot say. Problems have
/// line and column, and values units, both of which JsonFields.h lacks.
/// Try: roofline devices de5net
#ifndef ROOFLINE_DEVICEFILES_YAMLFIELDS_H
#define ROOFLINE_DEVICEFILES_YAMLFIELDS_H

#include "roofline/Base/Fresh.h"
#include "roofline/DeviceFiles/ValueReader.h"
#include "roofline/Json/JsonFile.h"

#include "llvm/ADT/STLExtras.h"

namespace roofline {

/// Makes the schema of a value.
using YamlForm = json::Object (*)();
/// Tells which names a mapping of names has to have; the reader sees to it.
using YamlNames = llvm::SmallVector<llvm::StringRef> (*)();

/// A word of a file and what it stands for.
template <typename T> struct Choice {
  llvm::StringLiteral Name;
  T Value;
};

/// A mapping that has a name.
template <typename T> struct Named {
  std::string Name;
  T Fields;
};

class YamlFields {
public:
  /// Reads the keys of \p Tree; with \p Keys takes note of them instead.
  YamlFields(YamlReader &R, const YamlTree &Tree,
             llvm::SmallVectorImpl<llvm::StringRef> *Keys = nullptr)
      : R(R), Node(Tree), Keys(Keys) {}

  /// The first keys of a file.
  void format(const FileFormat &) {
    find("format", May);
    find("version", May);
  }
  void place(const YamlTree *&Out) { Out = &Node; }
  void place(const char *Key, const YamlTree *&Out) {
    Out = Keys ? nullptr : R.optional(Node, Key);
  }
  void says(const char *) {}

  void need(const char *Key, const YamlTree *&Out, YamlForm,
            const Rule & = {}) {
    Out = find(Key, Need);
  }
  void may(const char *Key, const YamlTree *&Out, YamlForm, const Rule & = {}) {
    Out = find(Key, May);
  }
  void text(const char *Key, std::string &Out, const Rule &Rules = {}) {
    readText(Key, Need, Out, Rules);
  }
  void mayText(const char *Key, std::string &Out, const Rule &Rules = {}) {
    readText(Key, May, Out, Rules);
  }
  template <typename T> void whole(const char *Key, T &Out, const Rule &Rules) {
    readWhole(find(Key, Need), Out, Rules);
  }
  template <typename T>
  void mayWhole(const char *Key, T &Out, const Rule &Rules) {
    readWhole(find(Key, May), Out, Rules);
  }
  template <typename T, size_t N>
  void choice(const char *Key, T &Out, const Choice<T> (&Choices)[N]) {
    choose(Key, find(Key, Need), Out, Choices);
  }
  template <typename T, size_t N>
  void mayChoice(const char *Key, T &Out, const Choice<T> (&Choices)[N],
                 const Rule & = {}) {
    choose(Key, find(Key, May), Out, Choices);
  }
  void names(const char *Key, std::vector<std::string> &Out,
             llvm::ArrayRef<llvm::StringLiteral> Known) {
    readNames(Key, Need, Out, Known);
  }
  void mayNames(const char *Key, std::vector<std::string> &Out,
                llvm::ArrayRef<llvm::StringLiteral> Known) {
    readNames(Key, May, Out, Known);
  }
  template <typename T>
  void quantity(const char *Key, Sourced<T> &Out, llvm::ArrayRef<Unit> Units,
                const Rule &Rules = {}) {
    if (const YamlTree *Value = find(Key, Need))
      readQuantity(*Value, Key, Out, Units, Rules);
  }
  template <typename T>
  void quantity(const char *Key, std::optional<Sourced<T>> &Out,
                llvm::ArrayRef<Unit> Units, const Rule &Rules = {}) {
    if (const YamlTree *Value = find(Key, May))
      readQuantity(*Value, Key, fresh(Out), Units, Rules);
  }
  template <typename T> void group(const char *Key, T &Out) {
    if (const YamlTree *Value = find(Key, Need); isMapping(Value, Key, Group))
      fields(R, *Value, Out);
  }
  template <typename T>
  void group(const char *Key, std::optional<T> &Out,
             const Rule &Rules = Group) {
    if (const YamlTree *Value = find(Key, May); isMapping(Value, Key, Rules))
      fields(R, *Value, fresh(Out));
  }
  template <typename T>
  void each(const char *Key, std::vector<Named<T>> &Out,
            const Rule &Rules = {}) {
    readEach(Key, Need, Out, Rules);
  }
  template <typename T>
  void mayEach(const char *Key, std::vector<Named<T>> &Out,
               const Rule &Rules = {}, YamlNames = nullptr) {
    readEach(Key, May, Out, Rules);
  }
  template <typename Quantities>
  void mayQuantities(const char *Key, Quantities &Out,
                     llvm::ArrayRef<Unit> Units, const Rule &Rules) {
    if (const YamlTree *Value = find(Key, May); isMapping(Value, Key, Rules))
      for (const auto &[Name, T] : Value->Items)
        readQuantity(T, Name, Out[Name], Units, Rules);
  }
  template <typename T>
  void mayElements(const char *Key, std::vector<T> &Out,
                   const Rule &Rules = {}) {
    const YamlTree *Value = find(Key, May);
    if (!isList(Value, Key, Rules))
      return;
    Out.reserve(Value->Elements.size());
    for (const YamlTree &Element : Value->Elements)
      if (T &Fields = Out.emplace_back();
          isMapping(&Element, Key, Rules.Each ? *Rules.Each : Group))
        fields(R, Element, Fields);
  }

  /// \p Message instead of the name of the key that is missing.
  void together(FieldKeys All, const char *Message = nullptr) {
    if (llvm::any_of(All, [&](const char *Key) { return has(Key); }))
      require(All, Node, Message);
  }
  void with(const char *Key, FieldKeys Others, const char *Message = nullptr) {
    if (has(Key))
      require(Others, *R.optional(Node, Key), Message);
  }
  void without(const char *Key, FieldKeys Others, const llvm::Twine &Message) {
    for (const char *Other : Others)
      if (has(Key) && has(Other))
        R.keyProblem(*R.optional(Node, Other),
                     llvm::Twine("'") + Other + "' " + Message);
  }
  void either(const llvm::Twine &Message,
              std::initializer_list<FieldKeys> Ways) {
    if (!Keys && llvm::none_of(Ways, [&](FieldKeys All) {
          return llvm::all_of(All, [&](const char *Key) { return has(Key); });
        }))
      R.keyProblem(Node, Message);
  }
  /// \p Problem returns a text, empty where there is none; it is asked if all
  /// before is well and \p Key is there.
  template <typename F> void check(const char *Key, F Problem) {
    if (has(Key) && !R.failed())
      if (const std::string Text = Problem(); !Text.empty())
        R.problem(*R.optional(Node, Key), Text);
  }

  /// Reads \p Mapping, a mapping of the keys of \p Out and no others.
  template <typename T>
  static void fields(YamlReader &R, const YamlTree &Mapping, T &Out) {
    llvm::SmallVector<llvm::StringRef, 24> Keys;
    YamlFields Names(R, Mapping, &Keys);
    list(Names, Out);
    R.allowOnly(Mapping, Keys);
    YamlFields Values(R, Mapping);
    list(Values, Out);
  }

private:
  enum Presence { Need, May };
  static constexpr Rule Group = {.Expected = "a mapping is expected"};

  bool has(const char *Key) const { return !Keys && R.optional(Node, Key); }
  void require(FieldKeys All, const YamlTree &Place, const char *Message);
  const YamlTree *find(const char *Key, Presence P);
  void readText(const char *Key, Presence P, std::string &Out,
                const Rule &Rules);
  void readNames(const char *Key, Presence P, std::vector<std::string> &Out,
                 llvm::ArrayRef<llvm::StringLiteral> Known);
  /// False, and a problem where \p T is something else.
  bool isMapping(const YamlTree *T, const char *Key, const Rule &Rules);
  bool isList(const YamlTree *T, const char *Key, const Rule &Rules);
  /// Nothing, and a problem where \p T is no such number.
  std::optional<uint64_t> wholeOf(const YamlTree &T, const Rule &Rules);
  void unknownChoice(const char *Key, const YamlTree &T,
                     llvm::ArrayRef<llvm::StringRef> Known);

  template <typename T>
  void readWhole(const YamlTree *Value, T &Out, const Rule &Rules) {
    if (Value)
      if (const std::optional<uint64_t> Number = wholeOf(*Value, Rules))
        Out = T(*Number);
  }
  template <typename T, size_t N>
  void choose(const char *Key, const YamlTree *Value, T &Out,
              const Choice<T> (&Choices)[N]) {
    if (!Value)
      return;
    std::array<llvm::StringRef, N> Known;
    for (size_t I = 0; I < N; ++I) {
      if (Value->Text == Choices[I].Name) {
        Out = Choices[I].Value;
        return;
      }
      Known[I] = Choices[I].Name;
    }
    unknownChoice(Key, *Value, Known);
  }
  template <typename T>
  void readQuantity(const YamlTree &Value, llvm::StringRef Key, Sourced<T> &Out,
                    llvm::ArrayRef<Unit> Units, const Rule &Rules) {
    double Number = 0;
    if (!ValueReader(R).readNumber(Value, Key, Units, Rules.Least == 0, Number,
                                   Out.Source))
      return;
    Out.Value = T(Number);
    if (Rules.Most && Number > *Rules.Most)
      R.problem(Value, Rules.Expected);
  }
  template <typename T>
  void readEach(const char *Key, Presence P, std::vector<Named<T>> &Out,
                const Rule &Rules) {
    const YamlTree *Value = find(Key, P);
    if (!isMapping(Value, Key, Rules))
      return;
    for (const auto &[Name, Mapping] : Value->Items) {
      Out.push_back({Name, {}});
      if (isMapping(&Mapping, Name.c_str(), Rules.Each ? *Rules.Each : Group))
        fields(R, Mapping, Out.back().Fields);
    }
  }

  YamlReader &R;
  const YamlTree &Node;
  llvm::SmallVectorImpl<llvm::StringRef> *Keys;
};

/// Reads a file of \p Format with the fields of \p Root.
template <typename T>
void readYamlFile(YamlReader &R, const FileFormat &Format, T &Root) {
  R.checkFormat(Format.Name, Format.Version);
  YamlFields::fields(R, R.root(), Root);
}

} // namespace roofline

#endif
