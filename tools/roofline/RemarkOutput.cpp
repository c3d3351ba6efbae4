// Remarks as files: paths that a reader can open, columns as SARIF counts them.
#include "RemarkOutput.h"

#include "Command.h"

#include "roofline/Process/InputFile.h"
#include "roofline/Report/SourcePath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>

using namespace llvm;

namespace roofline {
namespace {

/// The lines of source files, each file read once.
class Sources {
public:
  /// The column of \p Loc in UTF-16 code units; as it is where the file cannot
  /// be read.
  uint32_t column(const SourceLocation &Loc) {
    auto [File, IsNew] = Files.try_emplace(Loc.File);
    if (IsNew)
      if (auto Buffer = readInput(Loc.File))
        for (StringRef Line : split((*Buffer)->getBuffer(), '\n'))
          File->second.push_back(Line.str());
    if (Loc.Column == 0 || Loc.Line == 0 || Loc.Line > File->second.size())
      return Loc.Column;
    return 1 + utf16Units(File->second[Loc.Line - 1], Loc.Column - 1);
  }

private:
  std::map<std::string, std::vector<std::string>> Files;
};

/// Calls \p Use with each place of \p Kernels.
void eachPlace(std::vector<KernelRemarks> &Kernels,
               function_ref<void(SourceLocation &)> Use) {
  for (KernelRemarks &K : Kernels)
    for (SourceRemark &R : K.Remarks) {
      Use(R.Loc);
      for (SourceRemark::Other &O : R.Others)
        Use(O.Loc);
    }
}

} // namespace

void openPlaces(std::vector<KernelRemarks> &Kernels, StringRef Source) {
  eachPlace(Kernels, [&](SourceLocation &Loc) {
    Loc.File = openablePath(Loc.File, Source);
  });
}

std::vector<KernelRemarks> allRemarks(ArrayRef<const AnalysisResult *> Results,
                                      StringRef Source) {
  std::vector<KernelRemarks> Kernels;
  for (const AnalysisResult *R : Results) {
    KernelRemarks &K = Kernels.emplace_back();
    K.Kernel = R->Kernel->Name;
    if (!R->LaunchFile.empty())
      K.Remarks.push_back(remarkOnLaunch(*R));
    append_range(K.Remarks, remarksOf(*R, AdviceList::All));
  }
  openPlaces(Kernels, Source);
  return Kernels;
}

Error writeSarif(StringRef Path, std::vector<KernelRemarks> Kernels) {
  Sources Texts;
  eachPlace(Kernels,
            [&](SourceLocation &Loc) { Loc.Column = Texts.column(Loc); });
  return writeJson(Path, toSarif(Kernels, ROOFLINE_VERSION));
}

} // namespace roofline
