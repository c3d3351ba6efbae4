// What both programs of the driver do before a command runs.
#ifndef ROOFLINE_TOOLS_DRIVER_H
#define ROOFLINE_TOOLS_DRIVER_H

#include "CommandLine.h"

namespace roofline {

/// Runs a command by the words behind its name, and gives the exit code.
using CommandRunner = int (*)(Command C, llvm::ArrayRef<const char *> Words);

/// The main function of a program whose commands \p Run runs.
int driverMain(int argc, char **argv, CommandRunner Run);

} // namespace roofline

#endif
