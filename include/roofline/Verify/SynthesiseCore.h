// Designs through a synthesiser, beside what was predicted of them.
#ifndef ROOFLINE_VERIFY_SYNTHESISECORE_H
#define ROOFLINE_VERIFY_SYNTHESISECORE_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Resources/CostModel.h"
#include "roofline/Resources/ResourceComparison.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>

namespace roofline {

struct CoreOrigin;
struct Netlist;
struct StreamKernel;

struct SynthesisOptions {
  std::string Target; ///< family; a name that findTarget() knows
  std::optional<CostModel> Costs = {}; ///< of Target
  std::string RtlFolder = {};
  std::string Kept = {}; ///< folder of results, see CoreSynthesis; empty: none
  /// Called with what begins, or is done, by one thread at a time.
  std::function<void(llvm::StringRef)> Progress = {};
};

/// Predicts what \p Origin needs, and synthesises its module \p Top of the
/// Verilog files \p Sources. What is not found is an unknown of the result.
ResourceComparison synthesiseCore(const CoreOrigin &Origin,
                                  llvm::ArrayRef<std::string> Sources,
                                  llvm::StringRef Top,
                                  const SynthesisOptions &O);

/// The same of a core that is netlist \p N alone.
ResourceComparison synthesiseNetlist(const Netlist &N,
                                     llvm::ArrayRef<std::string> Sources,
                                     llvm::StringRef Top,
                                     const SynthesisOptions &O);

/// Synthesises the designs \p Variants of \p K, as many at once as the machine
/// has cores. An error where yosys is missing, or after an interrupt; results
/// until then are kept.
llvm::Expected<std::vector<SynthesisedDesign>>
synthesiseDesigns(const StreamKernel &K, const Launch &L,
                  llvm::ArrayRef<std::string> Variants,
                  const SynthesisOptions &O);

} // namespace roofline

#endif
