// A design of a stream kernel as OpenCL C or HLS C++, with its proof.
//
/// \file
/// A pass through memory is a reader, one stage for each step, and a writer,
/// joined by pipes whose packets are a beat of each stream. In the plain
/// dialect one kernel runs them in turn at every step. A design may have tiles
/// instead of stages: each tile does all steps in its own memory and sends its
/// neighbours the elements that they read. Bounded FIFOs, data and a Makefile
/// run the program on the host's processor. Dialects, interface and why nothing
/// deadlocks: docs/opencl.md, docs/hls.md. Not handled: several lanes, forms
/// comb and seq (errors).
/// Source: STENCILS 3.6; tiles: DAC17 sections 2 and 3.
#ifndef ROOFLINE_PROGRAMS_STREAMPROGRAM_H
#define ROOFLINE_PROGRAMS_STREAMPROGRAM_H

#include "roofline/Codegen/TextFile.h"
#include "roofline/Steps/TileNetwork.h"
#include "roofline/Stream/EvaluateStreamKernel.h"
#include "roofline/Stream/StreamDesign.h"

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

/// Default depth of a pipe [packet].
uint32_t defaultDepth(ProgramDialect D) noexcept;

/// Data for a program's check: its memory before the run, and the expected
/// memory after it.
struct ProgramData {
  StreamMemory Before, After; ///< the same buffers and scalars
};

struct ProgramOptions {
  ProgramDialect Dialect = ProgramDialect::Pipe;
  /// [step] in a pass.
  uint32_t Stages = 1;
  /// The kernel is a step in state form: the next step reads an output in place
  /// of the input of that name, at every position of its window, without
  /// Enable. Needed for more than one stage.
  bool IsState = false;
  /// A scalar sets how many of the stages compute; the others pass data on.
  bool MayStop = false;
  /// Buffer that the pass writes, by output; "": none. Empty: the outputs' own
  /// names.
  std::vector<std::string> Results;
  /// True when the pass reads the buffer, by input; empty: all are read.
  std::vector<bool> IsRead;
  /// Buffer that holds a field after a pass, by the state's field.
  std::map<std::string, std::string> FieldBuffers;
  /// Tiles that do the steps, instead of a chain; the kernel is the step over
  /// the whole field.
  std::optional<TileNetwork> Network;
  BlockPlaces Places;            ///< blocks of a pass of tiles; none: one block
  std::optional<uint32_t> Depth; ///< [packet] of each pipe
  std::string Variant;           ///< the variant's text, for README and JSON
  std::string SupportFolder;     ///< share/roofline/programs
  std::optional<ProgramData> Data;
};

struct StreamProgram {
  std::string Name;
  std::vector<TextFile> Files; ///< the program itself is the first
  /// [cycle] of a pass when a beat moves every cycle and a packet is read one
  /// cycle after it is written: beats + stages * delay + pipes. Nothing for
  /// tiles, which wait for one another.
  std::optional<int64_t> Cycles;
};

/// Writes the program; the error names the condition that \p D breaks.
llvm::Expected<StreamProgram> emitProgram(const StreamKernel &K,
                                          const StreamDesign &D,
                                          const ProgramOptions &O);

} // namespace roofline

#endif
