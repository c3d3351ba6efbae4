// Why no mapping is feasible.
#include "WhyNoPlatform.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

/// Why block \p B cannot run alone on the unit; empty: it can.
static std::string whyNot(const PricedUnit &P, size_t B) {
  if (!P.Blocks[B].Unfit.empty())
    return P.Blocks[B].Unfit;
  UnitLoad L = loadOf(P, BlockSet(1) << B);
  if (isFeasible(L.Compute) && isFeasible(L.Memory))
    return "";
  if (L.Compute >= L.Memory)
    return formatv("needs {0:f2} Gop/s, it reaches {1:f2}", L.Operations / 1e9,
                   L.Operations / L.Compute / 1e9);
  return formatv("needs {0:f2} GB/s, it reaches {1:f2}", L.Bytes / 1e9,
                 L.Bytes / L.Memory / 1e9);
}

std::vector<std::string> whyNoPlatform(const System &S, const PlatformResult &R,
                                       double LeastRisk) {
  std::vector<std::string> Why;
  for (size_t B = 0; B < S.Blocks.size(); ++B) {
    std::vector<std::string> Here;
    for (size_t U = 0; U < S.Units.size(); ++U)
      if (std::string Reason = whyNot(R.Prices[U], B); !Reason.empty())
        Here.push_back("  " + S.Units[U].Name + ": " + Reason);
    if (Here.size() < S.Units.size())
      continue;
    Why.push_back("block " + S.Blocks[B].Name + " fits no unit");
    Why.insert(Why.end(), Here.begin(), Here.end());
  }
  if (!Why.empty())
    return Why;
  if (isFeasible(LeastRisk))
    return {"every mapping that meets the rate breaks the limit of cost or "
            "power"};
  if (LeastRisk < std::numeric_limits<double>::infinity())
    return {formatv("each block fits a unit, but not all together: the best "
                    "mapping has risk {0:f2}",
                    LeastRisk)};
  return {"each block fits a unit, but not all together: units that would "
          "share them lack an interconnect, or internal memory"};
}

} // namespace roofline
