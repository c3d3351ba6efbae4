// Files with holes, which LLVM's Mustache fills.
#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Mustache.h"
#include "llvm/Support/raw_ostream.h"

#include <cassert>
#include <tuple>
#include <utility>

using namespace llvm;

namespace roofline {
namespace {

constexpr StringLiteral Open = "<%", Close = "%>";

/// Makes texts of the numbers in \p V: Mustache.h prints six digits of them.
void spellNumbers(json::Value &V) {
  assert((!V.getAsNumber() || V.getAsInteger()) && "numbers are whole ones");
  if (const std::optional<int64_t> Number = V.getAsInteger())
    V = std::to_string(*Number);
  else if (json::Array *Items = V.getAsArray())
    for (json::Value &Item : *Items)
      spellNumbers(Item);
  else if (json::Object *Fields = V.getAsObject())
    for (auto &[Name, Field] : *Fields)
      spellNumbers(Field);
}

/// Adds the names of all objects in \p V to \p Names.
void addNames(const json::Value &V, StringSet<> &Names) {
  if (const json::Array *Items = V.getAsArray())
    for (const json::Value &Item : *Items)
      addNames(Item, Names);
  else if (const json::Object *Fields = V.getAsObject())
    for (const auto &[Name, Field] : *Fields) {
      Names.insert(StringRef(Name));
      addNames(Field, Names);
    }
}

/// The names of the holes and sections of \p Text.
StringSet<> holes(StringRef Text) {
  StringSet<> Names;
  while (true) {
    const StringRef Tag = Text.split(Open).second;
    if (Tag.empty())
      return Names;
    StringRef Name;
    std::tie(Name, Text) = Tag.split(Close);
    if (!Name.starts_with("!") && Name != ".")
      Names.insert(Name.ltrim("#^/&").trim());
  }
}

} // namespace

void Templates::fail(const Twine &Message) {
  if (FirstError.empty())
    FirstError = Message.str();
}

Error Templates::takeError() {
  if (FirstError.empty())
    return Error::success();
  return createStringError(std::exchange(FirstError, ""));
}

std::string Templates::text(const Twine &Name) {
  const std::string Path = (Folder + "/" + Name).str();
  auto Buffer = MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (Buffer)
    return (*Buffer)->getBuffer().str();
  fail(Path + ": " + Buffer.getError().message());
  return "";
}

std::string Templates::fill(StringRef Name, json::Object Values) {
  const std::string File = (Name + ".mustache").str();
  auto Fail = [&](const Twine &Message) {
    fail(Folder + "/" + File + ": " + Message);
  };
  const std::string Holed =
      ("{{=" + Open + " " + Close + "=}}\n").str() + text(File);
  if (StringRef(Holed).contains("{{{"))
    Fail("'{{{' is a hole to LLVM, whatever the delimiters are");
  BumpPtrAllocator Allocator;
  StringSaver Saver(Allocator);
  mustache::MustacheContext Context(Allocator, Saver);
  mustache::Template Template(Holed, Context);
  Template.overrideEscapeCharacters(mustache::EscapeMap());

  json::Value Data = std::move(Values);
  spellNumbers(Data);
  StringSet<> Names;
  addNames(Data, Names);
  const StringSet<> Holes = holes(Holed);
  for (const StringRef Hole : Holes.keys()) {
    if (Names.contains(Hole))
      continue;
    // Mustache leaves it empty; a function there is called where it is reached.
    auto Missing = [&Fail, Hole = Hole.str()]() -> json::Value {
      Fail("no value of '" + Hole + "'");
      return nullptr;
    };
    Template.registerLambda(Hole.str(), mustache::Lambda(Missing));
    Template.registerLambda(
        Hole.str(),
        mustache::SectionLambda([Missing](std::string) { return Missing(); }));
  }
  std::string Text;
  raw_string_ostream Stream(Text);
  Template.render(Data, Stream);
  return Text;
}

json::Array withLast(json::Array Items) {
  for (json::Value &Item : Items)
    (*Item.getAsObject())["last"] = &Item == &Items.back();
  return Items;
}

} // namespace roofline
