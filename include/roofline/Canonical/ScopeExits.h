// Control flow out of scopes, as the author wrote it.
#ifndef ROOFLINE_CANONICAL_SCOPEEXITS_H
#define ROOFLINE_CANONICAL_SCOPEEXITS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Replaces indirect exits of scopes by direct branches. Where `break`, `goto`
/// or `return` leave a scope, clang stores a number for the exit in a slot,
/// ends the scope's variables and switches on the slot. \p F must be code as
/// clang first emits it, with the slot still in memory.
void threadScopeExits(llvm::Function &F);

/// Gives each loop with several back edges, such as one with `continue`, a
/// single latch. Otherwise the inliner would copy the loop's metadata for each
/// back edge, and the copies would no longer name the same loop. \p F must have
/// its values still in memory.
void joinLatches(llvm::Function &F);

} // namespace roofline

#endif
