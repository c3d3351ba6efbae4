// A design of a stream kernel as OpenCL C or HLS C++, with what proves it.
//
/// \file
/// A pass through memory: a reader, one stage for each step, a writer, joined
/// by pipes whose packets are a beat of each stream; or, in the plain dialect,
/// one kernel in which they follow one another at every step. Tiles take the
/// place of the stages where the design has them: each does all steps in its
/// own memory and sends its neighbours what they read. Bounded FIFOs,
/// data and a Makefile that runs the program on the host's processor go with
/// it. Dialects, interface and why nothing deadlocks: docs/opencl.md,
/// docs/hls.md. Not handled: several lanes, forms comb and seq (errors).
/// Source: STENCILS 3.6; tiles: DAC17 sections 2 and 3.
#ifndef ROOFLINE_PROGRAMS_STREAMPROGRAM_H
#define ROOFLINE_PROGRAMS_STREAMPROGRAM_H

#include "roofline/Codegen/TextFile.h"
#include "roofline/Stream/EvaluateStreamKernel.h"
#include "roofline/Stream/StreamDesign.h"
#include "roofline/Stream/TileNetwork.h"

#include "llvm/Support/Error.h"

#include <map>

namespace roofline {

enum class ProgramDialect : uint8_t {
  Plain,  ///< OpenCL 1.2, one kernel without pipes
  Pipe,   ///< OpenCL 2.0, pipes as arguments
  Intel,  ///< OpenCL 1.2 with cl_intel_channels
  Xilinx, ///< OpenCL 1.2 with pipes of the program
  Hls,    ///< C++ with hls::stream
};

/// "plain", "pipe", "intel", "xilinx", "hls".
std::string_view name(ProgramDialect D) noexcept;
std::optional<ProgramDialect> programDialect(std::string_view Name) noexcept;

/// [packet] that a pipe holds where nothing else is asked for.
uint32_t defaultDepth(ProgramDialect D) noexcept;

/// The data that a program reads and must leave, for its check.
struct ProgramData {
  StreamMemory Before, After; ///< the same buffers and scalars
};

struct ProgramOptions {
  ProgramDialect Dialect = ProgramDialect::Pipe;
  /// [step] of a pass.
  uint32_t Stages = 1;
  /// The kernel is a step in state form: an output that has an input's name is
  /// what the next step reads there, at every position of its window, without
  /// Enable. Needed for more than one stage.
  bool IsState = false;
  /// A scalar says how many of the stages compute; the others pass on.
  bool MayStop = false;
  /// Buffer that the pass writes, by output; "": none. Empty: as they are
  /// named.
  std::vector<std::string> Results;
  /// Whether the pass reads the buffer, by input; empty: all.
  std::vector<bool> IsRead;
  /// By field of a state: the buffer that holds it after a pass.
  std::map<std::string, std::string> FieldBuffers;
  /// Tiles that do the steps, in place of a chain; the kernel is the step over
  /// the whole field.
  std::optional<TileNetwork> Network;
  BlockPlaces Places; ///< of the blocks of a pass of tiles; none: one block
  std::optional<uint32_t> Depth; ///< [packet] of each pipe
  std::string Variant;           ///< the variant's text, for README and JSON
  std::string SupportFolder;     ///< share/roofline/programs
  std::optional<ProgramData> Data;
};

struct StreamProgram {
  std::string Name;
  std::vector<TextFile> Files; ///< the program itself is the first
  /// [cycle] of a pass in which a beat moves every cycle and a packet is read
  /// in the cycle after it was written: beats + stages * delay + pipes.
  /// Nothing for tiles, which wait for one another.
  std::optional<int64_t> Cycles;
};

/// Fails on a design that cannot be a program, naming the condition.
llvm::Expected<StreamProgram> emitProgram(const StreamKernel &K,
                                          const StreamDesign &D,
                                          const ProgramOptions &O);

} // namespace roofline

#endif
