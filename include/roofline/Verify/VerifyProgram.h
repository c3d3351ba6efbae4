// Runs an emitted program on this machine, on new data.
//
/// \file
/// clang compiles OpenCL C for this processor, g++ compiles HLS C++. Kernels
/// run side by side, joined by FIFOs of the program's depths, under random
/// schedules. The results are compared with the original kernel's.
/// Try: roofline verify out
#ifndef ROOFLINE_VERIFY_VERIFYPROGRAM_H
#define ROOFLINE_VERIFY_VERIFYPROGRAM_H

#include "roofline/Programs/StreamProgram.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace roofline {

struct VerifyProgramOptions {
  std::vector<uint64_t> Seeds = {11, 12, 13}; ///< seeds of the data
  unsigned Schedules = 20;                    ///< for each seed
  std::string SupportFolder;
  std::function<void(llvm::StringRef)> Progress;
};

struct ProgramVerification {
  std::string Kernel, Variant;
  ProgramDialect Dialect = ProgramDialect::Pipe;
  unsigned Schedules = 0; ///< schedules run, each compared element by element
  bool HasPipes = false;
  std::optional<int64_t> Cycles; ///< predicted for a pass
  std::optional<std::string> Failure;
};

llvm::Expected<ProgramVerification>
verifyProgram(llvm::StringRef Folder, const VerifyProgramOptions &O);

void printVerification(const ProgramVerification &V, llvm::raw_ostream &OS);
/// Format `roofline-program-verification`, version 1.
llvm::json::Value toJSON(const ProgramVerification &V);
llvm::json::Value programVerificationSchema();

} // namespace roofline

#endif
