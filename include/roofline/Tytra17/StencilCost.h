// Price of passes with several steps of an iterated kernel.
//
/// \file
/// A pass of T steps is a chain of T equal stages. Its cycles, bytes and
/// resources grow by the same amount from each T >= 2 to the next, except for
/// rounding when stages share block RAM. So we extrapolate from the prices of 2
/// and 3 steps, for passes that may stop early and those that may not, and
/// price the passes of a result themselves (Exact). T = 1 is the kernel itself.
/// The host moves the fields once for all passes.
/// Source: the chain of time steps: Cattaneo et al., TACO 2015; performance as
/// TYTRA17 Eq. (1).
#ifndef ROOFLINE_TYTRA17_STENCILCOST_H
#define ROOFLINE_TYTRA17_STENCILCOST_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Steps/StreamBlocks.h"
#include "roofline/Tytra17/StreamCost.h"

namespace roofline {

/// Passes of 2 and 3 steps.
struct PassChain {
  StreamPricing Two, Three;
};

/// An iterated kernel on a platform.
struct StencilPricing {
  Iteration Loop;
  StreamPricing One; ///< the kernel on the whole field
  PassChain Whole;   ///< passes that do all their steps
  /// Passes that may do fewer; equal to Whole without MayStop.
  PassChain Stopping;
  /// Size of the blocks of both chains, and reach of a step.
  std::array<uint32_t, 3> Block = {0, 0};
  StepReach Reach;
  bool MayStop = true; ///< StepState::MayStop
  /// Widest vector of both chains; even one step of a wider one does not fit.
  uint32_t MostVector = 1u << MaxLogVector;
  uint32_t MostLanes = 1; ///< of PricedForms

  /// The chain whose passes of \p T steps do all steps of the iteration.
  const PassChain &chain(uint32_t T) const noexcept {
    return Loop.Steps % T == 0 ? Whole : Stopping;
  }
};

struct PassPrice {
  StreamPrice Pass; ///< one pass, or one block of it
  int64_t Passes = 1;
  /// Blocks of a pass; 0: a block would have no valid position.
  int64_t Blocks = 1;
  bool Exact = false; ///< not extrapolated from 2 and 3 steps

  Seconds time() const noexcept {
    return Pass.Time * (double(Passes) * double(Blocks));
  }
};

/// Blocks of a pass of \p D: 1 when \p D is not blocked, 0 when a block would
/// have no valid position.
int64_t numBlocks(const StencilPricing &P, const StreamDesign &D) noexcept;

/// The prices of passes of 2 and 3 steps of a design.
struct PassGrowth {
  StreamPrice Two, Three;
  Hertz Clock; ///< for passes of 3 steps or more
};
PassGrowth passGrowth(const PassChain &C, const StreamDesign &D) noexcept;

/// Prices passes of D.Steps steps. whyNotPriced() must be silent for One, or
/// for Two and Three. Pure, without allocation.
PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D) noexcept;
/// As above for two steps or more, from a given passGrowth().
PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D,
                      const PassGrowth &Growth) noexcept;

/// Completes \p Price of a pass of \p D: its share of the host's transfer,
/// which serves all passes, and its time. When its longest path is unknown, its
/// clock is at most that of one step, which the pass contains.
void settle(const StencilPricing &P, const StreamDesign &D,
            PassPrice &Price) noexcept;

/// [1] Bytes that a pass of \p D moves over the bytes of the buffers, each
/// once.
double movedOverCompulsory(const StencilPricing &P, const StreamDesign &D,
                           const PassPrice &Price) noexcept;

} // namespace roofline

#endif
