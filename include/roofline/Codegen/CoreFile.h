// An emitted core as core.json describes it.
//
/// \file
/// Ports, cycles and resources for whoever drives a core; `verify` reads the
/// memory ports from it. docs/verilog.md explains the fields.
/// Try: roofline emit verilog opencl-samples/mm/mm.cl -o core
#ifndef ROOFLINE_CODEGEN_COREFILE_H
#define ROOFLINE_CODEGEN_COREFILE_H

#include "roofline/Base/FabricResources.h"
#include "roofline/Core/StreamMasters.h"
#include "roofline/Steps/StreamBlocks.h"
#include "roofline/Stream/StreamDesign.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace roofline {

/// Contents of core.json. Types are texts like "int32".
struct CoreFile {
  using Sizes = std::vector<int64_t>; ///< [position] by dimension

  /// Pipe between tiles.
  struct Pipe {
    uint32_t Source = 0, Target = 0; ///< [tile]
    std::string Buffer;
    uint32_t Depth = 1; ///< [beat] of a field
  };
  struct Shape {
    uint32_t Lanes = 1, Vector = 1;
    ElementForm Form = ElementForm::Pipe;
    DelayCells Delays = DelayCells::ShiftRegisters;
    /// Instead of lanes: tiles, their pipes and the [cycle] of all steps.
    std::optional<std::vector<std::vector<uint32_t>>> Tiles = {};
    std::optional<std::vector<Pipe>> Pipes = {};
    std::optional<std::vector<int64_t>> TileCycles = {};
  };
  struct Scalar {
    std::string Port, Argument, Type;
  };
  /// Beats of a box; see BeatTransfer of Core/StreamTransfers.h.
  struct StreamTransfer {
    int64_t FirstElement = 0; ///< [element] may be negative
    Sizes Counts;             ///< [beat], [row], [plane]
    Sizes Pitches;            ///< [element]
  };
  struct StreamPort {
    std::string Port, Buffer, Type;
    uint32_t Lane = 0;
    uint32_t DataBits = 8;      ///< [bit] of a beat
    uint64_t FirstElement = 0;  ///< [element]
    uint32_t Fields = 1;        ///< [element] of a position
    std::optional<Sizes> Pitch; ///< [element]
    Sizes Origin, Size;         ///< of the window, for outputs what is written
    int64_t FirstPosition = 0, EndPosition = 0;
    int64_t FirstStep = 0, EndStep = 0;
    int64_t Beats = 0;                     ///< [beat] of a launch
    std::vector<StreamTransfer> Transfers; ///< of these, in their order
  };
  struct Result {
    std::string Port, Buffer, Type;
    uint64_t Element = 0; ///< [element] of the buffer
    std::optional<std::string> Operator, InitialPort;
  };
  enum class Direction { Read, Write };
  /// Rows at a pitch, of planes at one.
  struct Rows {
    int64_t Bytes = 1;                      ///< [byte] of a row
    int64_t Pitch = 1;                      ///< [byte]
    int64_t Number = 1;                     ///< [row] of a plane
    std::optional<int64_t> PlanePitch = {}; ///< [byte]
  };
  struct Master {
    std::string Port, Buffer, BasePort;
    uint32_t Lane = 0;
    Direction Access = Direction::Read;
    int64_t FirstByte = 0, Bytes = 0; ///< [byte]
    std::optional<Rows> InRows;       ///< nothing: the bytes are one run
    uint64_t ErrorBit = 0;
  };
  struct MemoryPorts {
    MemoryMasters Bus;
    std::vector<Master> Masters;
  };
  /// Argument and the base address of the buffer that holds it.
  struct PassResult {
    std::string Argument, BasePort;
    /// After n passes that of n modulo their number.
    std::vector<std::string> BasePorts;
  };
  /// Passes that the core does alone.
  struct AllPasses {
    int64_t Passes = 1;
    int64_t Steps = 1, StepsPerPass = 1, StepsOfLastPass = 1; ///< [step]
    int64_t Cycles = 1;                                       ///< [cycle]
    /// [bit] Width of LastStepsPort; nothing: all passes have all steps.
    std::optional<int64_t> LastStepsBits;
    std::vector<PassResult> Results;
  };
  struct FieldPlace {
    std::string Field, Buffer;
  };
  /// Pass of an iterated kernel that a launch is.
  struct OnePass {
    int64_t Steps = 1, StepsPerPass = 1, StepsOfLastPass = 1; ///< [step]
    int64_t Passes = 1;
    std::optional<std::vector<std::vector<BlockPlace>>> Blocks;
    std::vector<FieldPlace> Results;
  };
  /// Launch values that the core takes at run time, and what follows from them,
  /// as texts: "height * width + 3".
  struct SizedTransfer {
    std::string FirstElement;
    std::vector<std::string> Counts, Pitches; ///< as in StreamTransfer
  };
  struct SizedPort {
    std::string Port, Beats;
    std::vector<SizedTransfer> Transfers;
  };
  struct SizeValue {
    std::string Port, Argument;
    int64_t Least = 1, Most = 1, Multiple = 1;
  };
  struct RunTimeSizes {
    std::vector<SizeValue> Values;
    int64_t SettleCycles = 1; ///< [cycle] for which they are there at a start
    std::string LaunchCycles;
    std::vector<SizedPort> Inputs, Outputs;
  };
  struct Prediction {
    std::string Target, Synthesizer;
    std::optional<FabricResources> Resources; ///< nothing: a part is unknown
    std::vector<std::string> Unknowns;
  };

  std::string Name, Kernel;
  std::optional<std::string> Source, Variant;
  Shape Design;
  Sizes Space;
  int64_t Latency = 0, LaunchCycles = 1; ///< [cycle]
  int64_t CyclesPerStep = 1;             ///< [cycle]
  std::vector<Scalar> Scalars;
  std::vector<StreamPort> Inputs, Outputs;
  std::vector<Result> Reductions;
  std::optional<RunTimeSizes> AtRunTime; ///< nothing: sizes are constants
  std::optional<OnePass> Iteration;
  std::optional<Prediction> Predicted;
  std::optional<MemoryPorts> Memory; ///< nothing: streams are ports
  std::optional<AllPasses> Passes;
  std::vector<std::string> Files;
};

/// Name of the module between the streams: that of the top without "_axi" or
/// "_passes".
std::string innerName(const CoreFile &C);

llvm::json::Value toJSON(const CoreFile &C);
/// Errors have \p Name, and line and column of syntax or the path of the value.
llvm::Expected<CoreFile> readCoreFile(llvm::StringRef Text,
                                      llvm::StringRef Name);
llvm::json::Value coreSchema();

} // namespace roofline

#endif
