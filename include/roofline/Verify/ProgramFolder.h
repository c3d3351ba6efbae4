// The folder of an emitted program: its inputs and its proof.
//
/// \file
/// As CoreFolder.h for cores: the stream kernel, or the pass of an iteration,
/// is compared with the original kernel before anything is written. Layout:
/// docs/opencl.md.
#ifndef ROOFLINE_VERIFY_PROGRAMFOLDER_H
#define ROOFLINE_VERIFY_PROGRAMFOLDER_H

#include "roofline/Kernel/Launch.h"
#include "roofline/Programs/StreamProgram.h"

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace roofline {

/// Kernel, design and launch that a program is derived from.
struct ProgramOrigin {
  StreamKernel K; ///< one launch, padded by the variant
  StreamDesign Design;
  std::string Variant; ///< its text
  Launch L;
  ProgramDialect Dialect = ProgramDialect::Pipe;
  std::optional<uint32_t> Depth; ///< [packet] of each pipe
};

/// Applies \p Variant to \p K; the error names the column and the condition.
llvm::Expected<ProgramOrigin> applyProgramVariant(StreamKernel K,
                                                  llvm::StringRef Variant,
                                                  const Launch &L,
                                                  ProgramDialect Dialect);

/// Makes the program, its check on random data of \p Seed, and `origin/`.
/// Without data, compareLargeLaunch() compares the launch, unless
/// whyNotCompared() gives a reason. An odd \p Seed checks a whole pass, an even
/// one the last pass of an iteration, which may be shorter.
llvm::Expected<StreamProgram>
makeProgram(const llvm::Module &M, const ProgramOrigin &Origin, uint64_t Seed,
            llvm::StringRef SupportFolder, bool WithData = true);

/// Reads program.json and `origin/` of \p Folder back; the module lives in
/// \p Context.
llvm::Expected<ProgramOrigin>
readProgramOrigin(llvm::StringRef Folder, llvm::LLVMContext &Context,
                  std::unique_ptr<llvm::Module> &M);

} // namespace roofline

#endif
