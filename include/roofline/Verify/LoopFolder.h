// The folder of a core of loops with memories, and its proof.
//
/// \file
/// As CoreFolder.h and VerifyCore.h for cores of streams: `origin/` holds
/// clang's IR and the launch, and the core is compared with the original.
#ifndef ROOFLINE_VERIFY_LOOPFOLDER_H
#define ROOFLINE_VERIFY_LOOPFOLDER_H

#include "roofline/Codegen/LoopVerilog.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Loops/LoopKernel.h"
#include "roofline/Tytra17/LoopCost.h"
#include "roofline/Verify/VerifyCore.h"

namespace roofline {

/// Makes the core of \p Kernel of \p M under \p L: compares the loops with the
/// original on random data of \p Seed, and the netlist with both. Its name is
/// the kernel's where \p O has none. Files of `origin/` are among the core's.
llvm::Expected<LoopCore> makeLoopCore(const llvm::Module &M,
                                      llvm::StringRef Kernel, const Launch &L,
                                      uint64_t Seed, LoopOptions O);

/// Prices the core of \p Kernel under \p L by \p Costs, without a look at the
/// original; null: its resources and path are not known. Its cycles are those
/// of random data.
llvm::Expected<LoopLaunch> priceLoopCore(const llvm::Module &M,
                                         llvm::StringRef Kernel,
                                         const Launch &L,
                                         const CostModel *Costs);

/// True for the folder of such a core.
bool isLoopFolder(llvm::StringRef Folder);

/// Verifies the core of loops in \p Folder.
llvm::Expected<Verification> verifyLoopCore(llvm::StringRef Folder,
                                            const VerifyOptions &O);

} // namespace roofline

#endif
