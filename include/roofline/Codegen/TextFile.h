// A file of what is emitted.
#ifndef ROOFLINE_CODEGEN_TEXTFILE_H
#define ROOFLINE_CODEGEN_TEXTFILE_H

#include <string>

namespace roofline {

/// The name may hold folders.
struct TextFile {
  std::string Name;
  std::string Content;
  bool operator==(const TextFile &) const = default;
};

} // namespace roofline

#endif
