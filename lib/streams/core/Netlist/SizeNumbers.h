// Words that follow from the sizes of a launch.
#ifndef ROOFLINE_LIB_NETLIST_SIZENUMBERS_H
#define ROOFLINE_LIB_NETLIST_SIZENUMBERS_H

#include "roofline/Netlist/NetlistBuilder.h"
#include "roofline/Stream/StreamKernel.h"

#include <map>

namespace roofline {

/// Computes them in registers, which no enable holds: they are there some
/// cycles after the scalars (SizeCycles).
class SizeNumbers {
public:
  /// \p Scalars are the words of \p K's scalars.
  SizeNumbers(NetlistBuilder &B, const StreamKernel &K,
              const std::vector<CellId> &Scalars)
      : B(B), K(K), Scalars(Scalars) {}

  /// The word that is \p BySize at StreamKernel::Sizes: a constant, or a
  /// register "size__" and \p Name.
  CellId of(const std::string &Name, uint32_t Width,
            const std::vector<int64_t> &BySize);

private:
  CellId product(const std::vector<uint32_t> &Powers);
  CellId scaled(CellId Word, uint64_t Factor, uint32_t Most);

  NetlistBuilder &B;
  const StreamKernel &K;
  const std::vector<CellId> &Scalars;
  std::optional<uint32_t> Section;
  std::map<std::vector<uint32_t>, CellId> Products; ///< by powers
  std::map<std::pair<uint32_t, std::vector<int64_t>>, CellId>
      Numbers; ///< by width and number
};

} // namespace roofline

#endif
