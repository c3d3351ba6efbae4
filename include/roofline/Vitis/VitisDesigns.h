// Designs of a C++ kernel: which pragmas its loops have, and the best of them.
#ifndef ROOFLINE_VITIS_VITISDESIGNS_H
#define ROOFLINE_VITIS_VITISDESIGNS_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Vitis/VitisEstimate.h"

#include <functional>
#include <string>
#include <variant>
#include <vector>

namespace roofline {

/// Pragmas of one loop.
struct LoopPragmas {
  enum class Pipeline : uint8_t { Unasked, On, Off };
  static constexpr uint64_t Full = 0;
  uint64_t Factor = 1; ///< of unrolling; 1: none, Full: all iterations
  Pipeline Pipelined = Pipeline::Unasked;
  bool operator==(const LoopPragmas &) const = default;
};

/// Pragmas of all loops, in the order of KernelSummary::Loops.
using VitisDesign = std::vector<LoopPragmas>;

/// Returns the design that the source asks for.
VitisDesign sourceChoices(const KernelSummary &Kernel);

/// Returns \p Kernel with the unroll and pipeline directives of \p D alone.
KernelSummary withChoices(const KernelSummary &Kernel, const VitisDesign &D);

/// Returns \p D with the changes of \p Text, "unroll@L2=8,pipeline@25=off"; a
/// loop is named by its label or line, a factor may be "full". A string says
/// what is wrong.
std::variant<VitisDesign, std::string> parseChoices(const std::string &Text,
                                                    const KernelSummary &Kernel,
                                                    VitisDesign D);

/// A design and what it costs.
struct PricedVitisDesign {
  VitisDesign D;
  VitisEstimate E;
};

struct VitisSpace {
  VitisOptions Options;
  /// Resources that a design may take; nothing: as many as it wants.
  std::optional<FabricResources> Available;
  uint64_t MaxFactor = 64; ///< of an unrolled loop that is not gone
  /// [operation] that the search may schedule, all designs together.
  double Budget = 5e6;
  /// Prices a design; estimateVitis() where empty.
  std::function<VitisEstimate(const KernelSummary &, const VitisOptions &)>
      Estimate = {};
  /// Called now and then with the number of priced designs; false ends the
  /// search.
  std::function<bool(size_t)> Progress = {};
};

/// True where \p E has no doubt and takes no more than \p Available.
bool fits(const VitisEstimate &E,
          const std::optional<FabricResources> &Available);

/// Resources of \p R as amounts of a device: block RAM of 36 Kbit.
FabricResources fabricOf(const VitisResources &R);

/// Returns the best fitting design of each loop, where it gains 5 %, that
/// changes the pragmas of that loop alone; the best first.
std::vector<PricedVitisDesign> singleChanges(const KernelSummary &Kernel,
                                             const VitisSpace &Space);

/// Arrays of arguments, all split by `array_partition` in one way.
struct PricedSplit {
  std::vector<std::string> Arguments;
  uint64_t Factor = 1;
  unsigned Dimension = 1; ///< as the pragma counts it
  VitisEstimate E;
};

/// Returns the fitting split of arguments that gains most, 5 % at least,
/// without those that gain nothing; nothing where none does. It changes the
/// interface of the function.
std::optional<PricedSplit> bestSplit(const KernelSummary &Kernel,
                                     const VitisSpace &Space);

struct FoundDesigns {
  /// Of those within 1 % of the fastest cycles the one that takes least of the
  /// scarcest resource; nothing: none fits.
  std::optional<PricedVitisDesign> Best;
  /// Fitting designs that no other one on the way beats in cycles and in the
  /// scarcest resource, the fastest first.
  std::vector<PricedVitisDesign> Front;
  size_t Priced = 0; ///< designs on the way
};

/// Finds the best fitting design from the source's by changing one loop or two
/// at a time until nothing gains.
FoundDesigns bestDesign(const KernelSummary &Kernel, const VitisSpace &Space);

/// Largest share of \p Available that \p R takes.
double scarcestShare(const VitisResources &R, const FabricResources &Available);

/// The loop's name for the reader: "L2 at line 25", "the loop at line 25".
std::string loopText(const KernelSummary &Kernel, uint32_t Loop);

/// Returns what the source has to say for \p To instead of \p From: "#pragma
/// HLS unroll factor=8 in L2 at line 25".
std::vector<std::string> changeTexts(const KernelSummary &Kernel,
                                     const VitisDesign &From,
                                     const VitisDesign &To);

} // namespace roofline

#endif
