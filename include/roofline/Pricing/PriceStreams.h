// Stream kernels priced on a device.
//
/// \file
/// Brings together a device, its cost file and its shell for makePricing(),
/// and says in notes what the clock rests on.
#ifndef ROOFLINE_PRICING_PRICESTREAMS_H
#define ROOFLINE_PRICING_PRICESTREAMS_H

#include "roofline/Core/StreamMasters.h"
#include "roofline/Tytra17/StencilCost.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace roofline {

/// The costs that \p Name or a path says, else those of \p D, from \p Folders
/// as in findCosts(); nothing: neither names any.
llvm::Expected<std::optional<CostModel>>
chosenCosts(llvm::StringRef Name, const Device &D,
            llvm::ArrayRef<std::string> Folders);

/// \p K on \p D, whose shell is looked for in \p Folders, with \p Masters
/// around it; \p Costs has to outlive it. \p Of: see makePricing().
llvm::Expected<StreamPricing>
pricingOn(StreamKernel K, const Device &D,
          const std::optional<CostModel> &Costs, PlatformRequest Request,
          llvm::ArrayRef<std::string> Folders,
          const std::optional<MemoryMasters> &Masters = std::nullopt,
          const PricedForms &Of = {});

/// As pricingOn() of \p K and of passes of several of its steps.
llvm::Expected<StencilPricing>
stencilPricingOn(const StreamKernel &K, const Iteration &I, const Device &D,
                 const std::optional<CostModel> &Costs,
                 const PlatformRequest &Request,
                 llvm::ArrayRef<std::string> Folders, PricedForms Of = {});

/// \p Whole with pipelined passes over blocks of \p Block of \p K.
llvm::Expected<StencilPricing> blockPricingOn(
    const StencilPricing &Whole, const StreamKernel &K, const BlockSize &Block,
    const Device &D, const std::optional<CostModel> &Costs,
    const PlatformRequest &Request, llvm::ArrayRef<std::string> Folders);

} // namespace roofline

#endif
