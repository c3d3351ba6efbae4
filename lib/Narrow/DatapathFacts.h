// Values that the nodes of a datapath can have, and their demanded bits.
#ifndef ROOFLINE_LIB_NARROW_DATAPATHFACTS_H
#define ROOFLINE_LIB_NARROW_DATAPATHFACTS_H

#include "roofline/Stream/StreamKernel.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/Support/KnownBits.h"

#include <vector>

namespace roofline {

/// Facts about an integer node. Nothing is known of a float, and all its bits
/// are demanded.
struct NodeFacts {
  llvm::ConstantRange Range; ///< every value that the node can have
  llvm::KnownBits Known;     ///< agrees with Range
  /// [bit] Only so many of the lowest bits change an output or a reduction.
  unsigned Demanded = 0;

  /// [bit] that hold every value, taken as unsigned or as signed; at least 1.
  unsigned bits(bool Signed) const {
    unsigned Bits = Signed ? Range.getMinSignedBits() : Range.getActiveBits();
    return Bits == 0 ? 1 : Bits;
  }
  bool isNonNegative() const { return Range.isAllNonNegative(); }
  bool mayBeZero() const {
    return Range.contains(llvm::APInt::getZero(Range.getBitWidth()));
  }
};

/// Finds the facts by node, as StreamKernel::Nodes. The results of evaluate()
/// count, also those of divisions by 0; arguments have any value.
std::vector<NodeFacts> datapathFacts(const StreamKernel &K);

} // namespace roofline

#endif
