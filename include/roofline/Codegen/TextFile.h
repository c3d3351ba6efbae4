// A file to write, with its content.
#ifndef ROOFLINE_CODEGEN_TEXTFILE_H
#define ROOFLINE_CODEGEN_TEXTFILE_H

#include <string>

namespace roofline {

/// A file to write.
struct TextFile {
  std::string Name; ///< relative path
  std::string Content;
  bool operator==(const TextFile &) const = default;
};

} // namespace roofline

#endif
