// The options of `roofline verify`, of one core and of a space of them.
#ifndef ROOFLINE_TOOLS_VERIFYINPUT_H
#define ROOFLINE_TOOLS_VERIFYINPUT_H

#include "CoreInput.h"
#include "DesignInput.h"
#include "FarmInput.h"

#include "roofline/Process/Sandbox.h"
#include "roofline/Verify/VerifyCore.h"

namespace roofline {

struct VerifyInput {
  CoreInput Core; ///< its file may be a folder
  VerifyOptions Verify;
  std::optional<uint32_t> Schedules;
  std::string Json, Html;
  bool HasVariant = false;           ///< Core.Variant was asked for
  bool Space = false, Front = false; ///< all designs, or those of the front
  DesignInput Design;
  uint32_t MaxSteps = 1024; ///< a pass
  RunLimits Limits;         ///< its time is Farm.TimeLimit
  FarmOptions Farm = {.Place = localPlace(), .Name = "roofline-verify"};
  /// Options given that only cores, programs, kernels or spaces have.
  std::string OfCores, OfPrograms, OfKernels, OfSpaces;
};

/// Verifies every design of the space that \p O asks for, each a task of a
/// farm, and prints the table.
llvm::Expected<int> verifySpace(VerifyInput &O);

} // namespace roofline

#endif
