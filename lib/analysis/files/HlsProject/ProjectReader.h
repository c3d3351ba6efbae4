// Parts that both forms of a project share.
#ifndef ROOFLINE_LIB_HLSPROJECT_PROJECTREADER_H
#define ROOFLINE_LIB_HLSPROJECT_PROJECTREADER_H

#include "roofline/HlsProject/HlsProject.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"

namespace roofline {

/// A line of a project's file.
struct ProjectLine {
  std::string File;
  uint32_t Line = 0;

  llvm::Error error(const llvm::Twine &Message) const;
};

/// Returns a clock from its period, "4", "4ns", or from "250MHz".
llvm::Expected<Hertz> parseHlsClock(llvm::StringRef Text,
                                    const ProjectLine &Place);

/// Adds the file \p Name, relative to the folder of \p Place, to \p P: sources
/// alone, no headers.
void addSource(llvm::StringRef Name, const ProjectLine &Place, HlsProject &P);

/// Adds the options -I and -D of \p Flags, separated by blanks, to \p P.
void addFlags(llvm::StringRef Flags, const ProjectLine &Place, HlsProject &P);

/// Adds directive \p Name to \p P. \p Words are its place, "gemm/L1", and the
/// variable, where it has one.
llvm::Error addDirective(llvm::StringRef Name,
                         llvm::ArrayRef<std::string> Words,
                         std::vector<Directive::Option> Options,
                         const ProjectLine &Place, HlsProject &P);

llvm::Error readTcl(llvm::StringRef Text, llvm::StringRef Path, HlsProject &P);
llvm::Error readConfig(llvm::StringRef Text, llvm::StringRef Path,
                       HlsProject &P);

} // namespace roofline

#endif
