// Control flow out of scopes, as the author wrote it.
#ifndef ROOFLINE_CANONICAL_SCOPEEXITS_H
#define ROOFLINE_CANONICAL_SCOPEEXITS_H

namespace llvm {
class Function;
} // namespace llvm

namespace roofline {

/// Where `break`, `goto` or `return` leave a scope, clang stores which of them
/// it was, ends the scope's variables, and asks the store where to go. Sends
/// each of them straight to its place. For code as clang first makes it: the
/// slot is still in memory.
void threadScopeExits(llvm::Function &F);

/// Gives a loop that `continue` takes back to its start, too, one way back.
/// Inlining copies what pragmas ask of a loop for each of several, and no two
/// copies are one loop's. For code whose values are still in memory.
void joinLatches(llvm::Function &F);

} // namespace roofline

#endif
