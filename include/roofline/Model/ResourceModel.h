// What an emitted core needs of an FPGA, before it is synthesised.
//
/// \file
/// Sums what is emitted: operators, the registers and delays between them, line
/// buffers, counters, flags, handshakes, reductions and control; each from the
/// measured curve of its structure (Model/CostModel.h), at the width of the
/// bits that can be set. What synthesis merges across these borders, as LUTs
/// of two flags, is not seen. Source: TYTRA17 section 6.2.1.
#ifndef ROOFLINE_MODEL_RESOURCEMODEL_H
#define ROOFLINE_MODEL_RESOURCEMODEL_H

#include "roofline/Model/CostModel.h"
#include "roofline/Model/StreamSchedule.h"

#include <bit>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Bits [Low, High) of a value may be set; the others are 0. Masks are of its
/// lowest 64 bits, and no stream has more.
struct LiveBits {
  uint32_t Low = 0, High = 0; ///< [bit]
  uint64_t Varies = 0;        ///< neither always 0 nor always 1
  /// Those that a register of the value has: that vary and that something
  /// reads, one of those that are always the same as another.
  uint64_t Held = 0;
  uint64_t Read = 0; ///< those that something reads
  bool operator==(const LiveBits &) const = default;
  uint32_t count() const noexcept { return High > Low ? High - Low : 0; }
  uint32_t registers() const noexcept {
    return static_cast<uint32_t>(std::popcount(Held));
  }
};
/// Of each node of \p K.
std::vector<LiveBits> liveBits(const StreamKernel &K);

/// Whether a product modulo 2^\p Width of whole numbers is the sum of three of
/// parts, each in the register of a DSP block: as many blocks, a shorter path.
constexpr bool addsParts(uint32_t Width) noexcept {
  return Width > 27 && Width <= 34; // a block's widest factor; of two parts
}
/// Whether multiplication \p Node is one of them.
bool addsParts(const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live);

/// [bit] of the divisor's magnitude that may be set, of the Divider \p Node.
uint32_t divisorBits(const StreamKernel &K, uint32_t Node,
                     const std::vector<LiveBits> &Live);
/// True where the Divider \p Node keeps remainders of all bits, as by 0 they
/// are the dividend: that of a remainder, and of the quotient that shares it.
bool keepsRest(const StreamKernel &K, uint32_t Node);

/// The resources of a core by what they are for.
struct CorePrediction {
  FabricResources Operators, Delays, LineBuffers, Reductions, Control;
  FabricResources Finish; ///< all of it
  /// Operators and structures without a measured cost, with the reason:
  /// "k.cl:4:7: fdiv of 16 bits: not in the cost file of xc7". Where there are
  /// any, the sum is only a part of the core.
  std::vector<std::string> Unknowns;
  bool operator==(const CorePrediction &) const = default;

  FabricResources total() const noexcept;
};

/// Of all lanes of \p D, whose schedule and layout are \p S and \p L. No shell.
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D, const DatapathSchedule &S,
                       const LaneLayout &L);
CorePrediction predict(const CostModel &Costs, const StreamKernel &K,
                       const StreamDesign &D);

/// predict(), where everything is known.
std::optional<FabricResources> coreResources(const CostModel &Costs,
                                             const StreamKernel &K,
                                             const StreamDesign &D);

/// One copy of node \p Node, with the registers of its own stages; nothing
/// where it was not measured. Registered: as in form Pipe.
std::optional<FabricResources>
operatorCost(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
             const std::vector<LiveBits> &Live, bool Registered);

/// What operatorCost() counts for the quotient within remainder \p Node by a
/// constant, which the quotient beside it has, too; nothing without DSP blocks.
std::optional<FabricResources>
quotientInside(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live, bool Registered);

/// [ps] of its slowest structure, as measured from its operands to its
/// register; nothing where none was measured.
std::optional<double> operatorDelay(const CostModel &Costs,
                                    const StreamKernel &K, uint32_t Node,
                                    const std::vector<LiveBits> &Live,
                                    bool Registered);

FabricResources operator+(const FabricResources &L, const FabricResources &R);
inline FabricResources &operator+=(FabricResources &L,
                                   const FabricResources &R) {
  return L = L + R;
}

} // namespace roofline

#endif
