// Small tables of constants, as logic.
#ifndef ROOFLINE_LIB_NEST_CONSTANTTABLES_H
#define ROOFLINE_LIB_NEST_CONSTANTTABLES_H

namespace llvm {
class Function;
}

namespace roofline {

/// [element] of the largest table that becomes logic.
constexpr unsigned MaxTable = 16;

/// Makes a load of an element of a constant array of \p F's program, the index
/// of which is not constant, a tree of choices by the bits of the index. Larger
/// tables stay. An index beside the table gives one of its elements.
void openTables(llvm::Function &F);

} // namespace roofline

#endif
