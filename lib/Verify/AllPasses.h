// The passes of an iterated launch, on memory.
#ifndef ROOFLINE_VERIFY_ALLPASSES_H
#define ROOFLINE_VERIFY_ALLPASSES_H

#include "roofline/Verify/CoreFolder.h"

namespace roofline {

/// Makes the buffers in \p M that take turns by \p I as long as one another,
/// and what is in all of them the same where that is promised.
void matchTurns(const Iteration &I, StreamMemory &M);

/// Random contents for the pass and for its steps, as they are promised. An
/// odd \p Seed is of a whole pass, an even one of the last, shorter one.
StreamMemory memoryOfPass(const CoreOrigin &Origin, uint64_t Seed);

/// Contents of \p Memory after \p Steps launches of the original. Each buffer
/// has the name of the argument that has it in the next launch.
llvm::Expected<StreamMemory> afterSteps(const llvm::Module &M,
                                        const CoreOrigin &Origin,
                                        const StreamMemory &Memory,
                                        int64_t Steps);

/// How the passes of \p Origin follow one another; the error says why they
/// cannot.
llvm::Expected<CorePasses> allPasses(const CoreOrigin &Origin);

/// Runs all passes on random data, of the core and by the original; an error
/// where they differ. Many passes are cut to the first ones and the last.
llvm::Expected<PassesRun> runAllPasses(const llvm::Module &M,
                                       const CoreOrigin &Origin,
                                       const CorePasses &P, uint64_t Seed);

} // namespace roofline

#endif
