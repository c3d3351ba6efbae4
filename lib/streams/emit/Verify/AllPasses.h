// Runs the passes of an iterated launch on memory.
#ifndef ROOFLINE_VERIFY_ALLPASSES_H
#define ROOFLINE_VERIFY_ALLPASSES_H

#include "roofline/Verify/CoreFolder.h"

namespace roofline {

/// Gives the buffers in \p M that take turns by \p I equal sizes, and equal
/// borders when \p I promises that.
void matchTurns(const Iteration &I, StreamMemory &M);

/// Random contents for a pass and its steps that keep the promises of the
/// launch. An odd \p Seed gives a whole pass, an even one the last, shorter
/// pass.
StreamMemory memoryOfPass(const CoreOrigin &Origin, uint64_t Seed);

/// Contents of \p Memory after \p Steps launches of the original. Each buffer
/// has the name of its argument in the next launch.
llvm::Expected<StreamMemory> afterSteps(const llvm::Module &M,
                                        const CoreOrigin &Origin,
                                        const StreamMemory &Memory,
                                        int64_t Steps);

/// Plans the sequence of passes of \p Origin; the error says why there is none.
llvm::Expected<CorePasses> allPasses(const CoreOrigin &Origin);

/// Runs all passes of the core and the original on random data; an error when
/// they differ. Of many passes only the first ones and the last run.
llvm::Expected<PassesRun> runAllPasses(const llvm::Module &M,
                                       const CoreOrigin &Origin,
                                       const CorePasses &P, uint64_t Seed);

} // namespace roofline

#endif
