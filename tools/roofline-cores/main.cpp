// The program `roofline-cores`, which `roofline` runs for its commands that
// make hardware of kernels: one file per command.
#include "Command.h"
#include "Driver.h"

using namespace roofline;

static int runCommand(Command C, llvm::ArrayRef<const char *> Words) {
  switch (C) {
  case Command::Calibrate:
    return commandMain<Command::Calibrate>(Words);
  case Command::Variants:
    return commandMain<Command::Variants>(Words);
  case Command::Explore:
    return commandMain<Command::Explore>(Words);
  case Command::Stencil:
    return commandMain<Command::Stencil>(Words);
  case Command::EmitVerilog:
    return commandMain<Command::EmitVerilog>(Words);
  case Command::EmitSystem:
    return commandMain<Command::EmitSystem>(Words);
  case Command::EmitOpenCL:
    return commandMain<Command::EmitOpenCL>(Words);
  case Command::EmitHls:
    return commandMain<Command::EmitHls>(Words);
  case Command::EmitNetlist:
    return commandMain<Command::EmitNetlist>(Words);
  case Command::Verify:
    return commandMain<Command::Verify>(Words);
  case Command::Farm:
    return commandMain<Command::Farm>(Words);
  default:
    return fail("'" + OptionTable::name(C) + "' is a command of roofline");
  }
}

int main(int argc, char **argv) { return driverMain(argc, argv, runCommand); }
