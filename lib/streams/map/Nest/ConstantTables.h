// Turns tables of constants into logic.
#ifndef ROOFLINE_LIB_NEST_CONSTANTTABLES_H
#define ROOFLINE_LIB_NEST_CONSTANTTABLES_H

namespace llvm {
class Function;
}

namespace roofline {

/// Replaces each load in \p F from a constant array at a variable index by a
/// tree of selections on the bits of the index. Tables above MaxTable stay. An
/// index outside of the table gives one of its elements.
void openTables(llvm::Function &F);

} // namespace roofline

#endif
