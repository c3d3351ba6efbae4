// yosys on whole cores, each of which it synthesises once.
#ifndef ROOFLINE_CALIBRATE_CORESYNTHESIS_H
#define ROOFLINE_CALIBRATE_CORESYNTHESIS_H

#include "roofline/Calibrate/Calibrate.h"

namespace roofline {

class CoreSynthesis {
public:
  /// Finds yosys. Results stay in folder \p Kept, by the Verilog without its
  /// comments, the script and the version of yosys; an empty one keeps none.
  static llvm::Expected<CoreSynthesis> find(const SynthesisTarget &Target,
                                            std::string Kept = "");

  /// Synthesises the module \p Top of the Verilog files \p Sources, or returns
  /// what is kept of them. May run on several threads.
  llvm::Expected<Synthesis> run(llvm::ArrayRef<std::string> Sources,
                                llvm::StringRef Top) const;
  /// Nothing where no result is kept.
  std::optional<Synthesis> kept(llvm::ArrayRef<std::string> Sources,
                                llvm::StringRef Top) const;
  const SynthesisTarget &target() const { return *Target; }
  /// "Yosys 0.23".
  llvm::StringRef version() const {
    return llvm::StringRef(Version).split(" (").first;
  }

private:
  const SynthesisTarget *Target = nullptr;
  std::string Yosys, Version, Folder;

  std::string fileOf(llvm::ArrayRef<std::string> Sources,
                     llvm::StringRef Top) const;
};

} // namespace roofline

#endif
