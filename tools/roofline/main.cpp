// The driver `roofline`: one file per command.
#include "Driver.h"
#include "RunCores.h"

using namespace roofline;

/// Runs what the analyser has; the other commands are roofline-cores'.
static int runCommand(Command C, llvm::ArrayRef<const char *> Words) {
  switch (C) {
  case Command::Analyze:
    return commandMain<Command::Analyze>(Words);
  case Command::Diff:
    return commandMain<Command::Diff>(Words);
  case Command::Explore:
    return commandMain<Command::Explore>(Words);
  case Command::CalibrateBoard:
    return commandMain<Command::CalibrateBoard>(Words);
  case Command::Devices:
    return commandMain<Command::Devices>(Words);
  case Command::Measure:
    return commandMain<Command::Measure>(Words);
  case Command::Profile:
    return commandMain<Command::Profile>(Words);
  case Command::Plot:
    return commandMain<Command::Plot>(Words);
  case Command::Platform:
    return commandMain<Command::Platform>(Words);
  default:
    return runCores(C, Words);
  }
}

int main(int argc, char **argv) { return driverMain(argc, argv, runCommand); }
