// Files of JSON: their format and version around the fields of a struct.
#include "roofline/Json/JsonFile.h"

#include "roofline/Base/Nesting.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

Error jsonError(StringRef Name, const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Name + ": " + Message);
}

/// "[line:column, byte=n]: message" of llvm::json as "name:line:column:
/// message".
static Error syntaxError(StringRef Name, StringRef Message) {
  StringRef Place = Message, Rest;
  if (!Place.consume_front("["))
    return jsonError(Name, Message);
  std::tie(Place, Rest) = Place.split("]: ");
  auto [Line, Column] = Place.split(',').first.split(':');
  if (Column == "0") // nothing of the line was read
    Column = "1";
  return createStringError(inconvertibleErrorCode(),
                           Name + ":" + Line + ":" + Column + ": " + Rest);
}

/// Nesting beyond which a file is not ours; the parser recurses.
static constexpr unsigned MaxNesting = 1000;

static Error checkEnvelope(StringRef Name, const json::Object *O,
                           const FileFormat &Format) {
  if (!O || O->getString("format") != Format.Name)
    return jsonError(Name, formatv("not a {0}: \"format\": \"{1}\" is missing",
                                   Format.What, Format.Name));
  const json::Value *Version = O->get("version");
  if (!Version)
    return jsonError(Name, "\"version\" is missing");
  if (Version->getAsInteger() != int64_t(Format.Version))
    return jsonError(Name,
                     formatv("version {0}; this program reads version {1}",
                             *Version, Format.Version));
  return Error::success();
}

Expected<json::Value> parseJsonText(StringRef Text, StringRef Name) {
  if (auto Place = findTooDeep(Text, MaxNesting))
    return createStringError(inconvertibleErrorCode(),
                             Name + ":" + *Place + ": nested too deeply");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return syntaxError(Name, toString(Root.takeError()));
  return Root;
}

Expected<json::Value> parseJsonFile(StringRef Text, StringRef Name,
                                    const FileFormat &Format) {
  Expected<json::Value> Root = parseJsonText(Text, Name);
  if (!Root)
    return Root.takeError();
  if (Error E = checkEnvelope(Name, Root->getAsObject(), Format))
    return E;
  return Root;
}

void writeWithList(json::OStream &J, const json::Object &O, StringRef Key,
                   function_ref<void()> Elements) {
  std::vector<StringRef> Keys;
  for (const auto &[Name, Value] : O)
    Keys.push_back(Name);
  sort(Keys); // as a json::Value is written
  J.object([&] {
    for (StringRef Name : Keys)
      if (Name == Key)
        J.attributeArray(Key, Elements);
      else
        J.attribute(Name, *O.get(Name));
  });
}

} // namespace roofline
