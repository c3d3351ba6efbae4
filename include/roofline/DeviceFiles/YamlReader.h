// YAML mappings with located errors.
//
/// \file
/// A thin layer over llvm::yaml that both file formats read through: every
/// problem is kept as "file:line:column: message"; the first one is the error.
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

/// llvm::yaml is a stream: a nested node has to be read before the next one,
/// so the reader copies the tree.
struct YamlTree {
  enum class Kind { Scalar, Mapping, Sequence } K = Kind::Scalar;
  std::string Text;               ///< of a scalar
  std::vector<YamlItem> Items;    ///< of a mapping
  std::vector<YamlTree> Elements; ///< of a sequence
  unsigned Line = 0, Column = 0;
  unsigned KeyLine = 0, KeyColumn = 0;
};

struct YamlItem {
  std::string Key;
  YamlTree Value;
};

class YamlReader {
public:
  using Tree = YamlTree;

  static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  load(llvm::StringRef Path);
  /// Reads \p Text, which is that of \p Path.
  static llvm::Expected<YamlReader> read(llvm::StringRef Path,
                                         const llvm::MemoryBuffer &Text);
  static llvm::Expected<YamlReader> open(llvm::StringRef Path);
  /// For a text that was read before.
  YamlReader(llvm::StringRef Path, Tree Root)
      : Path(Path), Root(std::move(Root)) {}

  const Tree &root() const { return Root; }

  /// Keeps "path:line:column: message" unless there is an earlier problem.
  void problem(const Tree &At, const llvm::Twine &Message);
  void keyProblem(const Tree &At, const llvm::Twine &Message);
  llvm::Error takeError();
  bool failed() const { return !Problem.empty(); }

  /// The item \p Key of a mapping; a problem where it is missing.
  const Tree *required(const Tree &Mapping, llvm::StringRef Key);
  const Tree *optional(const Tree &Mapping, llvm::StringRef Key) const;
  /// A problem for each key that is not in \p Known.
  void allowOnly(const Tree &Mapping, llvm::ArrayRef<llvm::StringRef> Known);
  /// Checks `format:` and `version:`.
  void checkFormat(llvm::StringRef Format, unsigned Version);

private:
  YamlReader() = default;
  void problemAt(unsigned Line, unsigned Column, const llvm::Twine &Message);
  std::optional<Tree> copy(llvm::yaml::Node *N, llvm::SourceMgr &SM,
                           unsigned Depth);

  std::string Path;
  Tree Root;
  std::string Problem;
};

} // namespace roofline

#endif
