// Possible values of a datapath's nodes, and their demanded bits.
#ifndef ROOFLINE_NARROW_DATAPATHFACTS_H
#define ROOFLINE_NARROW_DATAPATHFACTS_H

#include "roofline/Stream/StreamKernel.h"

#include "llvm/IR/ConstantRange.h"
#include "llvm/Support/KnownBits.h"

#include <vector>

namespace roofline {

/// Facts about an integer node. The value of a float is unknown, and all its
/// bits are demanded.
struct NodeFacts {
  llvm::ConstantRange Range; ///< every value that the node can have
  llvm::KnownBits Known;     ///< agrees with Range
  /// [bit] Number of lowest bits that can change an output or a reduction.
  unsigned Demanded = 0;

  /// [bit] Least width that holds every value, unsigned or signed; at least 1.
  unsigned bits(bool Signed) const {
    unsigned Bits = Signed ? Range.getMinSignedBits() : Range.getActiveBits();
    return Bits == 0 ? 1 : Bits;
  }
  bool isNonNegative() const { return Range.isAllNonNegative(); }
  bool mayBeZero() const {
    return Range.contains(llvm::APInt::getZero(Range.getBitWidth()));
  }
};

/// Finds the facts of each of StreamKernel::Nodes. They cover the results of
/// evaluate(), also of divisions by 0, for any arguments.
std::vector<NodeFacts> datapathFacts(const StreamKernel &K);

} // namespace roofline

#endif
