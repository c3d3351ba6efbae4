// The designs of an iterated kernel as text and JSON.
#ifndef ROOFLINE_DESIGNREPORT_STENCILDESIGNS_H
#define ROOFLINE_DESIGNREPORT_STENCILDESIGNS_H

#include "roofline/Dac17/Stencil.h"
#include "roofline/Tytra17/StencilSearchResult.h"

#include "llvm/Support/JSON.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace roofline {

/// Variant text of a design: "map-seq[4](map-chain[2](map-pipe f)) . fuse 2".
std::string variantText(const StencilReport &R, const StencilDesign &D);

/// The best cone with the elements, memory blocks and bandwidth of a design, by
/// the repaired model of DAC17. Its time is a lower bound: kernels start at no
/// cost, and pipes take no time.
struct ConePeer {
  ConeKind Kind = ConeKind::Overlapped;
  uint32_t Fused = 1; ///< h [step]
  Seconds Time;
};
std::vector<ConePeer> conePeers(const StencilReport &R, const Stencil &S,
                                double BlockBits);

void printStencilDesigns(const StencilReport &R,
                         const std::vector<ConePeer> &Peers,
                         llvm::raw_ostream &OS);

llvm::json::Value toJSON(const StencilReport &R,
                         const std::vector<ConePeer> &Peers);
llvm::json::Value stencilDesignsSchema();

} // namespace roofline

#endif
