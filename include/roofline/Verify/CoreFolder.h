// The folder of an emitted core: its proof and its files beside Verilog.
//
/// \file
/// `origin/` holds the inputs of the core (clang's IR, the launch, the stream
/// kernel, the variant). From them the core can be verified anywhere, against
/// the original and on new data. Layout: docs/verilog.md.
#ifndef ROOFLINE_VERIFY_COREFOLDER_H
#define ROOFLINE_VERIFY_COREFOLDER_H

#include "roofline/Codegen/Verilog.h"
#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Resources/LogicPath.h"
#include "roofline/Steps/StreamBlocks.h"
#include "roofline/Steps/TileNetwork.h"
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
  StreamKernel K; ///< one pass: padded and fused by the variant
  /// Kernel of one step, Design.Steps of which are a pass; nothing: K is it.
  std::optional<StreamKernel> Step;
  /// FusedSteps::Results.
  std::map<std::string, std::string> Results;
  BlockPlaces Places; ///< blocks of a pass; none: K is a whole pass
  std::optional<TileNetwork> Network; ///< of Design.Tiles
  StreamDesign Design;
  std::string Variant; ///< its text
  std::string Name;    ///< of the core; empty: the kernel's
  Launch L;
  std::optional<MemoryMasters> Masters; ///< AXI4, instead of stream ports
  std::optional<CoreCost> Cost;         ///< for descriptions; not read back
};

/// Applies \p Variant to \p K; the error names the column and the condition.
llvm::Expected<CoreOrigin> applyVariant(StreamKernel K, llvm::StringRef Variant,
                                        const Launch &L);

/// True when the core does all passes of an iteration by itself.
bool doesAllPasses(const CoreOrigin &Origin);

/// Makes the core, its testbench on random data and `origin/`. First compares
/// the stream kernel with the original in \p M on that data; an error when they
/// differ. Without a testbench, compareLargeLaunch() compares them, unless
/// whyNotCompared() gives a reason.
llvm::Expected<VerilogCore> makeCore(const llvm::Module &M,
                                     const CoreOrigin &Origin, uint64_t Seed,
                                     llvm::StringRef RtlFolder,
                                     bool WithTestbench = true);

/// The core of \p Origin alone: nothing is compared.
llvm::Expected<VerilogCore> emitWithoutBench(const CoreOrigin &Origin,
                                             llvm::StringRef RtlFolder);

/// Writes the Verilog of \p Core, but for its testbench, below \p Folder and
/// returns the paths, sorted.
llvm::Expected<std::vector<std::string>> writeVerilog(const VerilogCore &Core,
                                                      llvm::StringRef Folder);

/// Runs the original on \p Memory, for one launch of \p Origin. Interleaved
/// sums are those of the stream kernel: the original has another order.
llvm::Error runLaunch(const llvm::Module &M, const CoreOrigin &Origin,
                      StreamMemory &Memory);

/// Buffers and scalars of a whole launch, or of all passes.
struct LaunchData {
  StreamMemory Before;
  /// Buffers at the end, by the argument that the host gave them for; without
  /// those that hold nothing of use.
  StreamMemory After;
};

/// Passes that a host asks for.
struct PassCount {
  int64_t Passes = 1;    ///< [pass]
  int64_t LastSteps = 1; ///< [step] in the last one
};

/// Runs the original on random data of \p Seed, with all passes where the core
/// does them, or with \p Count of them.
llvm::Expected<LaunchData>
launchData(const llvm::Module &M, const CoreOrigin &Origin, uint64_t Seed,
           std::optional<PassCount> Count = std::nullopt);

/// Cost of the core on an FPGA family, with the logic that starts its passes.
CoreCost costOf(const CostModel &Costs, const CoreOrigin &Origin);

/// Longest path of the core with its masters.
LogicPath pathOf(const CostModel &Costs, const CoreOrigin &Origin);

/// The files of `origin/`: clang's IR, the launch, the variant, the streams.
std::vector<TextFile> originFiles(const llvm::Module &M, const StreamKernel &K,
                                  const Launch &L, const std::string &Variant);

/// Writes \p F below \p Folder.
llvm::Error writeFile(llvm::StringRef Folder, const TextFile &F);

/// Fails where writeFolder() could not make the folder \p Path of a \p What: it
/// exists, or nothing can be written beside it. Asked before work that takes
/// long; leaves nothing behind.
llvm::Error checkNewFolder(llvm::StringRef Path, llvm::StringRef What);

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
