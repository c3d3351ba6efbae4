// The price of passes that do several steps of an iterated kernel.
//
/// \file
/// A pass of T steps is a chain of T equal stages, so its cycles, bytes and
/// resources grow by the same amount from each T >= 2 to the next, but for
/// rounding where stages share block RAM. They are computed from the prices of
/// 2 and 3 steps, of passes that may do fewer steps or not, and once more by
/// the pass itself where it counts (Exact). T = 1 is the kernel as it is. The
/// host moves the fields once for all passes.
/// Source: the chain of time steps: Cattaneo et al., TACO 2015; performance as
/// TYTRA17 Eq. (1).
#ifndef ROOFLINE_TYTRA17_STENCILCOST_H
#define ROOFLINE_TYTRA17_STENCILCOST_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamBlocks.h"
#include "roofline/Tytra17/StreamCost.h"

namespace roofline {

/// Passes of 2 and 3 steps.
struct PassChain {
  StreamPricing Two, Three;
};

/// An iterated kernel on a platform.
struct StencilPricing {
  Iteration Of;
  StreamPricing One;  ///< the kernel, on the whole field
  PassChain Whole;    ///< passes that do all of their steps
  PassChain Stopping; ///< and that may do fewer; as Whole without MayStop
  /// The size of the blocks that both chains are of, and how far a step
  /// reaches.
  std::array<uint32_t, 3> Block = {0, 0};
  StepReach Reach;
  bool MayStop = true; ///< StepState::MayStop
  /// The widest vector of both chains: one step of a wider one does not fit.
  uint32_t MostVector = 1u << MaxLogVector;

  /// The passes that \p T steps at a time take.
  const PassChain &chain(uint32_t T) const noexcept {
    return Of.Steps % T == 0 ? Whole : Stopping;
  }
};

struct PassPrice {
  StreamPrice Pass; ///< of one pass, or a block of it
  int64_t Passes = 1;
  int64_t Blocks = 1; ///< of a pass; 0: no position of one would be right
  bool Exact = false; ///< not from the growth between 2 and 3 steps

  Seconds time() const noexcept {
    return Pass.Time * (double(Passes) * double(Blocks));
  }
};

/// Blocks of a pass of \p D; 1 without them, 0 where there are none.
int64_t numBlocks(const StencilPricing &P, const StreamDesign &D) noexcept;

/// The prices of passes of 2 and 3 steps of a design.
struct PassGrowth {
  StreamPrice Two, Three;
  Hertz Clock; ///< of passes of 3 steps, and more
};
PassGrowth passGrowth(const PassChain &C, const StreamDesign &D) noexcept;

/// The price of D.Steps steps a pass, for designs that whyNotPriced() of One,
/// or of Two and Three, has nothing against. Pure, without allocation.
PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D) noexcept;
/// Prices two steps or more, where passGrowth() is known.
PassPrice pricePasses(const StencilPricing &P, const StreamDesign &D,
                      const PassGrowth &Growth) noexcept;

/// Gives \p Price, of a pass of \p D, its part of what the host moves once for
/// all passes, and its time. Where its path is not known, its clock is not
/// above that of one step, which the pass contains.
void settle(const StencilPricing &P, const StreamDesign &D,
            PassPrice &Price) noexcept;

/// [byte] that a pass of \p D moves, over what the buffers hold, once.
double movedOverCompulsory(const StencilPricing &P, const StreamDesign &D,
                           const PassPrice &Of) noexcept;

} // namespace roofline

#endif
