// Files of JSON: their format and version around the fields of a struct.
#ifndef ROOFLINE_JSON_JSONFILE_H
#define ROOFLINE_JSON_JSONFILE_H

#include "roofline/Json/JsonReader.h"
#include "roofline/Json/JsonWriter.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace roofline {

struct FileFormat {
  llvm::StringLiteral Name; ///< "roofline-summary"
  int Version;
  llvm::StringLiteral What; ///< "kernel summary", in errors and as a title
  llvm::StringLiteral Root; ///< of a path in an error: "summary"
  llvm::StringLiteral Says; ///< description in the schema
};

/// Parses \p Text; errors have \p Name, line and column.
llvm::Expected<json::Value> parseJsonText(llvm::StringRef Text,
                                          llvm::StringRef Name);
/// Parses \p Text, an object of that format and version.
llvm::Expected<json::Value> parseJsonFile(llvm::StringRef Text,
                                          llvm::StringRef Name,
                                          const FileFormat &Format);
llvm::Error jsonError(llvm::StringRef Name, const llvm::Twine &Message);

/// Writes \p O, whose list \p Key has the elements that \p Elements writes: one
/// at a time, where all together would take much memory.
void writeWithList(json::OStream &J, const json::Object &O, llvm::StringRef Key,
                   llvm::function_ref<void()> Elements);

/// A file of \p Format with the fields of \p Root.
template <typename T>
json::Value writeJsonFile(const FileFormat &Format, const T &Root) {
  json::Object File{{"format", Format.Name}, {"version", Format.Version}};
  JsonWriter W(File);
  list(W, const_cast<T &>(Root));
  return File;
}

/// Reads the fields of \p Root. Errors have \p Name, and line and column of
/// syntax or the path of the value.
template <typename T>
llvm::Error readJsonFile(llvm::StringRef Text, llvm::StringRef Name,
                         const FileFormat &Format, T &Root) {
  llvm::Expected<json::Value> File = parseJsonFile(Text, Name, Format);
  if (!File)
    return File.takeError();
  json::Path::Root Path(Format.Root);
  JsonReader R(*File->getAsObject(), Path);
  R.known("format");
  R.known("version");
  list(R, Root);
  return R.finish() ? llvm::Error::success()
                    : jsonError(Name, llvm::toString(Path.getError()));
}

/// Finishes the schema of \p Root; see JsonSchema.h.
json::Value schemaFile(const FileFormat &Format, json::Object Root,
                       json::Object Definitions);

} // namespace roofline

#endif
