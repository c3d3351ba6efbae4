// An emitted program as program.json describes it.
//
/// \file
/// A host starts a program by it, and `verify` reads it from the folder.
/// docs/opencl.md and docs/hls.md explain the fields.
/// Try: roofline emit opencl opencl-samples/vecadd/vecadd.cl -o program
#ifndef ROOFLINE_PROGRAMS_PROGRAMFILE_H
#define ROOFLINE_PROGRAMS_PROGRAMFILE_H

#include "roofline/Json/JsonFields.h"
#include "roofline/Programs/StreamProgram.h"

namespace roofline {

ROOFLINE_NAMES(ProgramDialect, "plain", "pipe", "intel", "xilinx", "hls");

/// Contents of program.json. Types are texts like "int32".
struct ProgramFile {
  struct Pipe {
    std::string Name;
    int64_t Depth = 1;       ///< [packet]
    int64_t PacketBytes = 0; ///< [byte]
  };
  struct Buffer {
    std::string Name, Argument, Type;
    uint64_t Elements = 0;
    bool IsRead = false, IsWritten = false;
  };
  struct Scalar {
    std::string Name, Argument, Type;
  };
  /// Line buffer of a stage.
  struct Line {
    std::string Name, Type;
    int64_t Elements = 1;
    int64_t InMemory = 0; ///< [element] not in registers
  };
  struct Tile {
    Box Writes, Reads; ///< [position] of a block
    int64_t Delay = 0; ///< [beat] from what a step takes to what it gives
  };
  /// Values of the arguments that say where a block is, by argument.
  using BlockArguments = std::map<std::string, uint64_t>;

  std::string Name, Kernel, Variant;
  ProgramDialect Dialect = ProgramDialect::Pipe;
  uint32_t Vector = 1;
  uint32_t Steps = 1;            ///< [step] of a pass
  bool MayStop = false;          ///< an argument says how many steps are done
  std::vector<int64_t> Space;    ///< [position] by dimension
  int64_t Beats = 0;             ///< [beat]
  std::optional<uint32_t> Depth; ///< [packet] of each pipe, where asked for
  std::vector<std::string> Kernels;
  std::vector<Pipe> Pipes;
  std::vector<Buffer> Buffers;
  std::vector<Scalar> Scalars;
  std::map<std::string, std::string> FieldBuffers; ///< after a pass, by field
  std::vector<std::string> Files;

  // A chain of stages.
  std::optional<int64_t> StageDelay; ///< [beat]
  std::optional<int64_t> PassCycles; ///< [cycle]
  std::optional<std::vector<Line>> Lines;
  // Or tiles.
  std::optional<std::vector<Tile>> Tiles;
  std::optional<std::vector<BlockArguments>> Blocks; ///< nothing: one block
};

llvm::json::Value toJSON(const ProgramFile &P);
/// Errors have \p Name, and line and column of syntax or the path of the value.
llvm::Expected<ProgramFile> readProgramFile(llvm::StringRef Text,
                                            llvm::StringRef Name);
llvm::json::Value programSchema();

} // namespace roofline

#endif
