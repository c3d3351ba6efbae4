// YAML mappings with located errors.
//
/// \file
/// A thin layer over llvm::yaml for all file formats. The reader keeps the
/// first problem as "file:line:column: message" and returns it as the error.
#ifndef ROOFLINE_DEVICEFILES_YAMLREADER_H
#define ROOFLINE_DEVICEFILES_YAMLREADER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct YamlItem;

/// A copy of a YAML node. llvm::yaml is a stream: a nested node must be read
/// before the next one, so the reader copies the whole tree.
struct YamlTree {
  enum class Kind { Scalar, Mapping, Sequence } K = Kind::Scalar;
  std::string Text;               ///< text of a scalar
  std::vector<YamlItem> Items;    ///< items of a mapping
  std::vector<YamlTree> Elements; ///< elements of a sequence
  unsigned Line = 0, Column = 0;
  unsigned KeyLine = 0, KeyColumn = 0;
  std::string File; ///< empty: the reader's own
};

/// A key of a mapping with its value.
struct YamlItem {
  std::string Key;
  YamlTree Value;
};

/// Reads mappings of a YAML text and keeps the first problem.
class YamlReader {
public:
  using Tree = YamlTree;

  /// Returns the text of file \p Path.
  static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  load(llvm::StringRef Path);
  /// Parses \p Text; errors name it \p Path.
  static llvm::Expected<YamlReader> read(llvm::StringRef Path,
                                         const llvm::MemoryBuffer &Text);
  /// Loads and parses the file \p Path.
  static llvm::Expected<YamlReader> open(llvm::StringRef Path);
  /// Reads from a tree that was parsed before.
  YamlReader(llvm::StringRef Path, Tree Root)
      : Path(Path), Root(std::move(Root)) {}

  const Tree &root() const { return Root; }

  /// Adds the items of mapping \p Base, of file \p File, that the root lacks,
  /// and so on in mappings that both have.
  void inherit(Tree Base, llvm::StringRef File);

  /// Keeps "path:line:column: message", unless an earlier problem exists.
  void problem(const Tree &Node, const llvm::Twine &Message);
  /// Keeps a problem at the place of the key of \p Node.
  void keyProblem(const Tree &Node, const llvm::Twine &Message);
  /// Returns the first problem as an error.
  llvm::Error takeError();
  bool failed() const { return !Problem.empty(); }

  /// Returns the item \p Key of a mapping; null and a problem where it is
  /// missing.
  const Tree *required(const Tree &Mapping, llvm::StringRef Key);
  /// Returns the item \p Key of a mapping; null where it is missing.
  const Tree *optional(const Tree &Mapping, llvm::StringRef Key) const;
  /// Keeps a problem where \p Mapping is no mapping or has a key outside
  /// \p Known.
  void allowOnly(const Tree &Mapping, llvm::ArrayRef<llvm::StringRef> Known);
  /// Keeps a problem where `format:` or `version:` differs.
  void checkFormat(llvm::StringRef Format, unsigned Version);

private:
  YamlReader() = default;
  void problemAt(unsigned Line, unsigned Column, const llvm::Twine &Message,
                 llvm::StringRef File = "");
  std::optional<Tree> copy(llvm::yaml::Node *N, llvm::SourceMgr &SM,
                           unsigned Depth);

  std::string Path;
  Tree Root;
  std::string Problem;
};

} // namespace roofline

#endif
