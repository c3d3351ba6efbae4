// Stream kernels priced on a device.
//
/// \file
/// Passes a device, its cost file and its shell to makePricing(), and notes the
/// basis of the clock.
#ifndef ROOFLINE_STREAMPRICING_PRICESTREAMS_H
#define ROOFLINE_STREAMPRICING_PRICESTREAMS_H

#include "roofline/Core/StreamMasters.h"
#include "roofline/Tytra17/StencilCost.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace roofline {

/// Loads the costs \p Name, a target or a path, or else those of \p D, from
/// \p Folders as in findCosts(). Nothing when neither names costs.
llvm::Expected<std::optional<CostModel>>
chosenCosts(llvm::StringRef Name, const Device &D,
            llvm::ArrayRef<std::string> Folders);

/// [bit] The longest stages (StreamKernel::StageBits) by which a pipeline of
/// \p K reaches \p Clock with typical routing; those of the fastest one where
/// none does, and 0 where whole operators do, or the path is not known.
uint32_t stageBitsFor(const StreamKernel &K, const CostModel &Costs,
                      Hertz Clock, CoveredLanes &Lanes);

/// The clock of a pipeline of \p K, one lane, with typical routing; nothing
/// where its path is not known.
std::optional<Hertz> pipelineClock(const StreamKernel &K,
                                   const CostModel &Costs, CoveredLanes &Lanes);

/// Prices \p K, cut for the clock that \p Request asks for, on \p D with \p
/// Masters around it, for the forms \p Forms as in makePricing(). The shell's
/// costs come from \p Folders. \p Costs must outlive the result.
llvm::Expected<StreamPricing>
pricingOn(StreamKernel K, const Device &D,
          const std::optional<CostModel> &Costs, PlatformRequest Request,
          llvm::ArrayRef<std::string> Folders,
          const std::optional<MemoryMasters> &Masters = std::nullopt,
          PricedForms Forms = {});

/// As pricingOn(), for \p K and for passes of several of its steps. Designs are
/// priced on demand.
llvm::Expected<StencilPricing>
stencilPricingOn(const StreamKernel &K, const Iteration &I, const Device &D,
                 const std::optional<CostModel> &Costs, PlatformRequest Request,
                 llvm::ArrayRef<std::string> Folders, PricedForms Forms = {});

/// Returns \p Whole with its passes replaced by pipelined passes over blocks of
/// size \p Block, on demand.
llvm::Expected<StencilPricing> blockPricingOn(
    const StencilPricing &Whole, const StreamKernel &K, const BlockSize &Block,
    const Device &D, const std::optional<CostModel> &Costs,
    const PlatformRequest &Request, llvm::ArrayRef<std::string> Folders);

} // namespace roofline

#endif
