// JSON Schema of a YAML mapping, from its list of fields (YamlFields.h).
#ifndef ROOFLINE_DEVICEFILES_YAMLSCHEMA_H
#define ROOFLINE_DEVICEFILES_YAMLSCHEMA_H

#include "roofline/DeviceFiles/YamlFields.h"
#include "roofline/Json/JsonSchema.h"

namespace roofline {

// Forms of values.
json::Object textForm(); ///< with a character at least
json::Object anyTextForm();
json::Object numberForm();
json::Object wholeForm();
/// One of the texts \p Words.
json::Object wordForm(llvm::ArrayRef<llvm::StringRef> Words);
json::Object eitherForm(json::Object One, json::Object Other);
/// A list, and a mapping of names, of such values.
json::Object listForm(json::Object Element);
json::Object mapForm(json::Object Value);
/// { value, unit, source }, a value as ValueReader reads them, with bounds in
/// the model's unit; refers to the definition "source".
json::Object quantityForm(llvm::ArrayRef<Unit> Units, const Rule &Rules = {});
/// Likewise, of any number. Without units any text is one.
json::Object valueForm(llvm::ArrayRef<Unit> Units, bool NeedsSource,
                       const Rule &Rules = {});
/// The definition "source".
json::Object sourceForm();

class YamlSchema {
public:
  explicit YamlSchema(json::Object &Definitions)
      : Definitions(Definitions), S(Definitions) {}

  void format(const FileFormat &Format) {
    S.constant("format", Format.Name);
    S.constant("version", Format.Version);
  }
  void place(const YamlTree *&) {}
  void place(const char *, const YamlTree *&) {}
  void says(const char *Text) { S.says(Text); }

  void need(const char *Key, const YamlTree *&, YamlForm Form,
            const Rule &Rules = {}) {
    S.need(Key, Form(), Rules);
  }
  void may(const char *Key, const YamlTree *&, YamlForm Form,
           const Rule &Rules = {}) {
    S.may(Key, Form(), Rules);
  }
  void text(const char *Key, std::string &, const Rule &Rules = {}) {
    S.need(Key, textForm(), Rules);
  }
  void mayText(const char *Key, std::string &, const Rule &Rules = {}) {
    S.may(Key, textForm(), Rules);
  }
  template <typename T> void whole(const char *Key, T &, const Rule &Rules) {
    S.need(Key, wholeForm(), Rules);
  }
  template <typename T> void mayWhole(const char *Key, T &, const Rule &Rules) {
    S.may(Key, wholeForm(), Rules);
  }
  template <typename T, size_t N>
  void choice(const char *Key, T &, const Choice<T> (&Choices)[N]) {
    S.need(Key, words(Choices), {});
  }
  template <typename T, size_t N>
  void mayChoice(const char *Key, T &, const Choice<T> (&Choices)[N],
                 const Rule &Rules = {}) {
    S.may(Key, words(Choices), Rules);
  }
  void names(const char *Key, std::vector<std::string> &,
             llvm::ArrayRef<llvm::StringLiteral> Known) {
    S.need(Key, listForm(wordForm(words(Known))), FromOne);
  }
  void mayNames(const char *Key, std::vector<std::string> &,
                llvm::ArrayRef<llvm::StringLiteral> Known) {
    S.may(Key, listForm(wordForm(words(Known))), FromOne);
  }
  template <typename T>
  void quantity(const char *Key, Sourced<T> &, llvm::ArrayRef<Unit> Units,
                const Rule &Rules = {}) {
    S.need(Key, quantityOf(Units, Rules), {.Says = Rules.Says});
  }
  template <typename T>
  void quantity(const char *Key, std::optional<Sourced<T>> &,
                llvm::ArrayRef<Unit> Units, const Rule &Rules = {}) {
    S.may(Key, quantityOf(Units, Rules), {.Says = Rules.Says});
  }
  template <typename T> void group(const char *Key, T &) {
    S.need(Key, definition<T>(), {});
  }
  template <typename T>
  void group(const char *Key, std::optional<T> &, const Rule & = {}) {
    S.may(Key, definition<T>(), {});
  }
  template <typename T>
  void each(const char *Key, std::vector<Named<T>> &, const Rule &Rules = {}) {
    S.need(Key, mapOf<T>(Rules, nullptr), {});
  }
  template <typename T>
  void mayEach(const char *Key, std::vector<Named<T>> &, const Rule &Rules = {},
               YamlNames Names = nullptr) {
    S.may(Key, mapOf<T>(Rules, Names), {});
  }
  template <typename Quantities>
  void mayQuantities(const char *Key, Quantities &, llvm::ArrayRef<Unit> Units,
                     const Rule &Rules) {
    S.may(Key, mapForm(quantityOf(Units, Rules)), {.Says = Rules.Says});
  }
  template <typename T>
  void mayElements(const char *Key, std::vector<T> &, const Rule &Rules = {}) {
    S.may(Key, listForm(definition<T>()), Rules);
  }

  void together(FieldKeys All, const char * = nullptr) { S.together(All); }
  void with(const char *Key, FieldKeys Others, const char * = nullptr) {
    S.with(Key, Others);
  }
  void without(const char *Key, FieldKeys Others, const llvm::Twine &) {
    S.without(Key, Others);
  }
  void either(const llvm::Twine &, std::initializer_list<FieldKeys> Ways) {
    S.either(Ways);
  }
  template <typename F> void check(const char *, F) {}

  json::Object object() const { return S.object(); }

private:
  static llvm::SmallVector<llvm::StringRef>
  words(llvm::ArrayRef<llvm::StringLiteral> Known) {
    return {Known.begin(), Known.end()};
  }
  template <typename T, size_t N>
  static json::Object words(const Choice<T> (&Choices)[N]) {
    llvm::SmallVector<llvm::StringRef> Words;
    for (const Choice<T> &C : Choices)
      Words.push_back(C.Name);
    return wordForm(Words);
  }
  json::Object quantityOf(llvm::ArrayRef<Unit> Units, const Rule &Rules) {
    Definitions["source"] = sourceForm();
    return quantityForm(Units, Rules);
  }
  template <typename T> json::Object definition() {
    return S.definition(llvm::getTypeName<T>(), [&] {
      YamlSchema Inner(Definitions);
      T Fields;
      list(Inner, Fields);
      return Inner.object();
    });
  }
  template <typename T> json::Object mapOf(const Rule &Rules, YamlNames Names) {
    json::Object Map = mapForm(definition<T>());
    if (Rules.Least)
      Map["minProperties"] = int64_t(*Rules.Least);
    if (Rules.Most)
      Map["maxProperties"] = int64_t(*Rules.Most);
    if (Names)
      Map["required"] = json::Array(Names());
    if (Rules.Says)
      Map["description"] = Rules.Says;
    return Map;
  }

  json::Object &Definitions;
  JsonSchema S;
};

/// Schema of a file of \p Format with the fields of T.
template <typename T> json::Value yamlSchemaOf(const FileFormat &Format) {
  json::Object Definitions;
  YamlSchema S(Definitions);
  T Root;
  list(S, Root);
  return schemaFile(Format, S.object(), std::move(Definitions));
}

} // namespace roofline

#endif
