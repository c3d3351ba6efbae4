// Integers wider than a datapath's words as several of these.
#ifndef ROOFLINE_LIB_CANONICAL_WIDEINTEGERS_H
#define ROOFLINE_LIB_CANONICAL_WIDEINTEGERS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Splits the integers of \p F of more than 64 bits into words of 64, the
/// lowest one first. Returns false where there are none, or where one of their
/// operations has no such form, as quotients and calls: then all stay.
bool splitWideIntegers(llvm::Function &F);

} // namespace roofline

#endif
