// Envelope around the kernels of every JSON file of kernels.
#ifndef ROOFLINE_LIB_REPORT_KERNELFILE_H
#define ROOFLINE_LIB_REPORT_KERNELFILE_H

#include "JsonFields.h"

namespace roofline {

/// Envelope around the kernels of a file.
struct JsonFormat {
  const char *What; ///< "kernel summary"
  const char *Root; ///< first name of paths in errors: "summary"
  const char *Name; ///< "roofline-summary"
  int Version;
};

/// Parses \p Text; errors have \p Name, line and column.
llvm::Expected<json::Value> parseJsonText(llvm::StringRef Text,
                                          llvm::StringRef Name);

/// Parses a file of \p Format and returns its list "kernels".
llvm::Expected<json::Array> readKernelList(llvm::StringRef Text,
                                           llvm::StringRef Name,
                                           const JsonFormat &Format);
llvm::Error jsonError(llvm::StringRef Name, const llvm::Twine &Message);

/// Reads kernels and checks each by \p Check. Errors have \p Name and either
/// line and column (syntax) or the path of the value (structure).
template <typename T, typename Checker>
llvm::Expected<std::vector<T>>
readKernelsJSON(llvm::StringRef Text, llvm::StringRef Name,
                const JsonFormat &Format, Checker Check) {
  llvm::Expected<json::Array> List = readKernelList(Text, Name, Format);
  if (!List)
    return List.takeError();
  // Outlives Root, whose path points to the keys.
  const json::Value Values(std::move(*List));
  json::Path::Root Root(Format.Root);
  std::vector<T> Kernels;
  if (!JsonReader::read(Values, Kernels, json::Path(Root).field("kernels")))
    return jsonError(Name, llvm::toString(Root.getError()));
  for (const T &K : Kernels)
    if (auto Problem = Check(K))
      return jsonError(Name, "kernel '" + K.Name + "': " + *Problem);
  return Kernels;
}

} // namespace roofline

#endif
