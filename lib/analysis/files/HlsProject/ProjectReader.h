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

/// Returns the path of \p Name, which starts from the folder of \p P.
std::string pathInProject(llvm::StringRef Name, const HlsProject &P);

/// Adds the sources that \p Name means, with * and ?, to \p P, or \p Flags to
/// those that it has; no headers.
void addSources(llvm::StringRef Name, llvm::ArrayRef<std::string> Flags,
                HlsProject &P);

/// Returns the options -I, -D, -U, -include and -std of \p Flags, separated by
/// blanks.
std::vector<std::string> flagsIn(llvm::StringRef Flags, const HlsProject &P);

/// Reads the latency of all buses: config_interface -m_axi_latency.
llvm::Error readBusLatency(llvm::StringRef Text, const ProjectLine &Place,
                           HlsProject &P);

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
