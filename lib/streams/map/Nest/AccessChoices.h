// Takes accesses through a choice of addresses apart.
#ifndef ROOFLINE_LIB_NEST_ACCESSCHOICES_H
#define ROOFLINE_LIB_NEST_ACCESSCHOICES_H

namespace llvm {
class Function;
}

namespace roofline {

/// Makes one access for each address where \p F chooses between two buffers,
/// or reads one of two elements by what memory holds:
///   v = *(c ? &a[i] : &b[i])   becomes   v = c ? a[i] : b[i]
/// Compilers join such accesses. A choice that positions alone decide, as at a
/// border, stays one access.
void separateChoices(llvm::Function &F);

} // namespace roofline

#endif
