// Envelope around the kernels of every JSON file of kernels.
#include "KernelFile.h"

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
static constexpr unsigned MaxDepth = 1000;

/// "line:column" where \p Text nests deeper than that.
static std::optional<std::string> findTooDeep(StringRef Text) {
  unsigned Depth = 0;
  bool InString = false;
  for (size_t I = 0; I < Text.size(); ++I) {
    char C = Text[I];
    if (InString && C == '\\')
      ++I;
    else if (C == '"')
      InString = !InString;
    else if (InString)
      continue;
    else if ((C == ']' || C == '}') && Depth > 0)
      --Depth;
    else if ((C == '[' || C == '{') && ++Depth > MaxDepth)
      return std::to_string(1 + Text.take_front(I).count('\n')) + ":" +
             std::to_string(I - (Text.take_front(I).rfind('\n') + 1) + 1);
  }
  return std::nullopt;
}

static Error checkEnvelope(StringRef Name, const json::Object *O,
                           const JsonFormat &Format) {
  if (!O || O->getString("format") != StringRef(Format.Name))
    return jsonError(Name, formatv("not a {0}: \"format\": \"{1}\" is missing",
                                   Format.What, Format.Name));
  const json::Value *Version = O->get("version");
  if (!Version)
    return jsonError(Name, "\"version\" is missing");
  if (Version->getAsInteger() != int64_t(Format.Version))
    return jsonError(Name,
                     formatv("version {0}; this program reads version {1}",
                             *Version, Format.Version));
  if (!O->get("kernels"))
    return jsonError(Name, "\"kernels\" is missing");
  return Error::success();
}

Expected<json::Value> parseJsonText(StringRef Text, StringRef Name) {
  if (auto Place = findTooDeep(Text))
    return createStringError(inconvertibleErrorCode(),
                             Name + ":" + *Place + ": nested too deeply");
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return syntaxError(Name, toString(Root.takeError()));
  return Root;
}

Expected<json::Array> readKernelList(StringRef Text, StringRef Name,
                                     const JsonFormat &Format) {
  Expected<json::Value> Root = parseJsonText(Text, Name);
  if (!Root)
    return Root.takeError();
  json::Object *O = Root->getAsObject();
  if (Error E = checkEnvelope(Name, O, Format))
    return E;
  json::Array *List = O->getArray("kernels");
  if (!List)
    return jsonError(Name,
                     "expected a list at " + Twine(Format.Root) + ".kernels");
  for (const auto &[Key, Value] : *O)
    if (Key != "format" && Key != "version" && Key != "kernels")
      return jsonError(Name, "unknown field \"" + Key.str() + "\"");
  return std::move(*List);
}

} // namespace roofline
