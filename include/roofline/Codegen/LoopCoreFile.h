// A core of loops with memories as loops.json describes it.
//
/// \file
/// Ports, memories, loops and resources for whoever drives such a core;
/// docs/loops.md explains the fields.
/// Try: roofline emit verilog test/LoopCores/private-histogram.cl -o core
#ifndef ROOFLINE_CODEGEN_LOOPCOREFILE_H
#define ROOFLINE_CODEGEN_LOOPCOREFILE_H

#include "roofline/Codegen/CoreFile.h"

namespace roofline {

/// Contents of loops.json. Types are texts like "int32".
struct LoopCoreFile {
  struct Port {
    std::string Port, Buffer, Type;
    uint32_t Bits = 8;            ///< [bit] of a beat
    uint64_t FirstElement = 0;    ///< [element]
    std::vector<uint64_t> Counts; ///< [element] of each level, innermost first
    std::vector<int64_t> Strides; ///< [element] likewise
  };
  struct Scalar {
    std::string Port, Argument, Type;
    uint32_t Bits = 1; ///< [bit]
  };
  struct Memory {
    std::string Name;
    uint64_t Words = 2;
    uint32_t Bits = 1;   ///< [bit] of a word
    uint32_t Copies = 1; ///< each with a port that reads
    uint32_t Banks = 1;
  };
  struct Loop {
    unsigned Line = 0; ///< of the source; 0: the IR carries none
    uint32_t Interval = 1, Bound = 1, Depth = 1; ///< [cycle]
    std::optional<uint32_t> Process; ///< of those that run at the same time
  };
  struct Channel {
    std::string Name;
    uint64_t Words = 2;
    uint32_t Bits = 1; ///< [bit] of a word
  };

  std::string Name, Kernel;
  uint64_t Cycles = 1; ///< [cycle] of the launch
  /// Cycles are those of random data; absent in older cores.
  std::optional<bool> IsTimedByData;
  std::vector<Port> Ports;
  std::vector<Scalar> Scalars;
  std::vector<Memory> Memories;
  std::vector<Loop> Loops;
  std::optional<std::vector<Channel>> Channels; ///< between processes
  std::optional<CoreFile::Prediction> Predicted;
};

llvm::json::Value toJSON(const LoopCoreFile &C);
/// Errors have \p Name, and line and column of syntax or the path of the value.
llvm::Expected<LoopCoreFile> readLoopCoreFile(llvm::StringRef Text,
                                              llvm::StringRef Name);
llvm::json::Value loopCoreSchema();

} // namespace roofline

#endif
