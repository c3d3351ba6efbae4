// Files with holes, which LLVM's Mustache fills.
//
/// \file
/// A template is a file NAME.mustache that reads like the file it becomes:
///   <%name%>                      the value `name`, as it is
///   <%#items%> .. <%/items%>      once for each element of a list, or where a
///                                 value is there; the tags alone on their
///                                 lines leave no lines
///   <%^items%> .. <%/items%>      where it is false, null or an empty list
/// Programs are full of braces, so that {{ }} are no holes here.
#ifndef ROOFLINE_CODEGEN_TEMPLATES_H
#define ROOFLINE_CODEGEN_TEMPLATES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <utility>

namespace roofline {

/// The templates of a folder. What fails is empty, and takeError() says why, so
/// that a printer needs no error of its own.
class Templates {
public:
  explicit Templates(std::string Folder) : Folder(std::move(Folder)) {}

  /// The template \p Name with \p Values. A hole whose name no object of them
  /// has is an error, where it is reached. Numbers are whole ones.
  std::string fill(llvm::StringRef Name, llvm::json::Object Values);
  /// The file \p Name, which has no holes.
  std::string text(const llvm::Twine &Name);
  /// The first error.
  llvm::Error takeError();

private:
  void fail(const llvm::Twine &Message);

  std::string Folder, FirstError;
};

/// Gives each object of \p Items `last`: whether it is the last one.
llvm::json::Array withLast(llvm::json::Array Items);

} // namespace roofline

#endif
