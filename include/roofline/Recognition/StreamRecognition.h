// A kernel and its launch as a map over streams.
//
/// \file
/// An NDRange kernel, or the loop nests of a single work-item, whose accesses
/// are at constant offsets from the work-item's own place, becomes a
/// StreamKernel: shift registers and line buffers become offsets, nests in
/// sequence a chain, and branches selections. Indices are evaluated for the
/// sizes of the launch, and constant loops are unrolled. Integer arguments that
/// sizes and addresses depend on are constants of the core, the others its
/// ports. Vectors and structures are fields of streams. Tiles in local memory
/// are read as the elements that they hold (Tiles/LocalTiles.h). Not handled:
/// other local memory, atomics, float16, images; each is an error at its place.
/// Source: TYTRA17 section 4. Try: roofline variants k.cl --global 64,48
#ifndef ROOFLINE_RECOGNITION_STREAMRECOGNITION_H
#define ROOFLINE_RECOGNITION_STREAMRECOGNITION_H

#include "roofline/Kernel/Design.h"
#include "roofline/Kernel/Launch.h"
#include "roofline/Stream/StreamKernel.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <vector>

namespace llvm {
class Module;
} // namespace llvm

namespace roofline {

/// Recognises \p Kernel of \p M under launch \p L. The error names the access,
/// operation or missing size that prevents it: "k.cl:7:12: ...".
llvm::Expected<StreamKernel> recognizeStreams(const llvm::Module &M,
                                              llvm::StringRef Kernel,
                                              const Launch &L);

/// As composeChain() of Stream/StreamChain.h, with an llvm::Error.
llvm::Expected<StreamKernel>
chainOf(const std::vector<StreamKernel> &Kernels,
        const std::vector<std::string> &Temporaries);

/// Recognises \p Kernels of \p M, "first,second", as one chain, or a single
/// kernel. \p Temporaries are buffers that are unused after the chain.
llvm::Expected<StreamKernel>
recognizeChain(const llvm::Module &M, llvm::StringRef Kernels,
               const std::vector<std::string> &Temporaries, const Launch &L);

/// Recognises one step of the time loop of \p Kernel (Nest/TimeLoop.h) and sets
/// the iteration of \p L to the loop's steps. Nothing when the kernel has no
/// such loop. A buffer that a step copies back is a temporary; with
/// Launch::SameBorders both buffers take turns.
llvm::Expected<std::optional<StreamKernel>>
recognizeTimeStep(const llvm::Module &M, llvm::StringRef Kernel,
                  const std::vector<std::string> &Temporaries, Launch &L);

/// The names of the kernels of \p M.
std::vector<std::string> kernelNames(const llvm::Module &M);

} // namespace roofline

#endif
