// The folder of an emitted core: what is in it beside Verilog, and its proof.
//
/// \file
/// `origin/` holds what the core is derived from (clang's IR, the launch, the
/// stream kernel, the variant), so that it can be verified anywhere, against
/// the original and with new data. Layout: docs/verilog.md.
#ifndef ROOFLINE_VERIFY_COREFOLDER_H
#define ROOFLINE_VERIFY_COREFOLDER_H

#include "roofline/Codegen/Verilog.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamBlocks.h"
#include "roofline/Stream/TileNetwork.h"
#include "roofline/Stream/Variant.h"

#include "llvm/ADT/StringRef.h"

#include <functional>
#include <memory>
#include <string>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace roofline {

/// Kernel, design and launch that a core is derived from.
struct CoreOrigin {
  StreamKernel K; ///< padded and fused as the variant asks: one pass
  /// The kernel that a pass does Design.Steps steps of; nothing where that is
  /// K.
  std::optional<StreamKernel> Step;
  /// FusedSteps::Results.
  std::map<std::string, std::string> Results;
  BlockPlaces Places; ///< of the blocks of a pass; none: K is a whole pass
  std::optional<TileNetwork> Network; ///< of Design.Tiles
  StreamDesign Design;
  std::string Variant; ///< its text
  Launch L;
  std::optional<MemoryMasters> Masters; ///< AXI4, instead of stream ports
  std::optional<CoreCost> Cost;         ///< for its description; not read back
};

/// \p K as \p Variant has it; the error names the column and the condition.
llvm::Expected<CoreOrigin> applyVariant(StreamKernel K, llvm::StringRef Variant,
                                        const Launch &L);

/// True where the core does all passes of an iteration by itself.
bool doesAllPasses(const CoreOrigin &Origin);

/// The core, its testbench on random data and `origin/`. Before anything else
/// the stream kernel is run against the original, \p M, on that data: an error
/// where they differ. Without a testbench as compareLargeLaunch() does, or not
/// at all where whyNotCompared() says why.
llvm::Expected<VerilogCore> makeCore(const llvm::Module &M,
                                     const CoreOrigin &Origin, uint64_t Seed,
                                     llvm::StringRef RtlFolder,
                                     bool WithTestbench = true);

/// Cost of \p Origin on an FPGA family, with the logic that starts its passes.
CoreCost costOf(const CostModel &Costs, const CoreOrigin &Origin);

/// The files of `origin/`: clang's IR, the launch, the variant, the streams.
std::vector<TextFile> originFiles(const llvm::Module &M, const StreamKernel &K,
                                  const Launch &L, const std::string &Variant);

/// Writes \p Files to the new folder \p Path, all or nothing.
llvm::Error writeFolder(llvm::StringRef Path,
                        const std::vector<TextFile> &Files);

/// Reads `origin/` of the core in \p Folder back; the module lives in
/// \p Context.
llvm::Expected<CoreOrigin> readOrigin(llvm::StringRef Folder,
                                      llvm::LLVMContext &Context,
                                      std::unique_ptr<llvm::Module> &M);

} // namespace roofline

#endif
