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

/// The units of \p Nearest that do not keep up, and by what.
static std::vector<std::string>
overloaded(const System &S, const PlatformResult &R, const Mapping &Nearest) {
  std::vector<std::string> Lines;
  for (size_t I = 0; I < Nearest.Blocks.size(); ++I) {
    if (!Nearest.Blocks[I])
      continue;
    const UnitLoad L = loadOf(R.Prices[R.Instances[I].Unit], Nearest.Blocks[I]);
    const std::string Text =
        formatv("  {0} has {1}", instanceName(S, R.Instances[I]),
                blockNames(S, Nearest.Blocks[I]));
    Lines.push_back(isFeasible(L.risk())
                        ? Text
                        : formatv("{0}: its {1} would be at {2:f2}", Text,
                                  L.limit(), L.risk())
                              .str());
  }
  return Lines;
}

std::vector<std::string> whyNoPlatform(const System &S, const PlatformResult &R,
                                       const Mapping &Nearest) {
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
  if (isFeasible(Nearest.Risk))
    return {"every mapping that meets the rate breaks the limit of cost or "
            "power"};
  if (Nearest.Risk == std::numeric_limits<double>::infinity())
    return {"not all blocks together: units that would share them lack an "
            "interconnect, or internal memory"};
  Why = overloaded(S, R, Nearest);
  Why.insert(Why.begin(), formatv("not all blocks together: the mapping that "
                                  "comes nearest has risk {0:f2}",
                                  Nearest.Risk));
  return Why;
}

} // namespace roofline
