// The driver `roofline`: one file per subcommand.
#include "Command.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {

int fail(const Twine &Message) {
  errs() << "roofline: error: " << Message << '\n';
  return BadInput;
}

Error invalid(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

int fail(Error E) { return fail(toString(std::move(E))); }

} // namespace roofline

static constexpr char Help[] = R"(usage: roofline COMMAND [ARGUMENTS]

How fast can an OpenCL kernel run on an FPGA, what limits it, what to change.

commands:
  analyze FILE     price the kernels of a .cl, .ll, .bc or .summary.json file
  diff OLD NEW     what became slower between two reports, and why
  calibrate        measure by synthesis what operators need on an FPGA family
  variants FILE    every design of a kernel on an FPGA, priced
  explore FILE     the best design, and all that none is better than
  stencil FILE     a kernel as a step of an iterative stencil, and its cones
  emit verilog FILE  a design as Verilog, with what proves it
  emit opencl|hls FILE  a design as OpenCL C or HLS C++, with what proves it
  verify DIR|FILE  a core, a program or a kernel's designs against original and prediction
  farm TASKS       run many commands, on this machine or on a Slurm cluster
  devices [NAME]   list the device files, or show one with its sources
  measure          measure an OpenCL device, or a kernel on it
  profile FILE     run a kernel under Oclgrind and count what it executes
  plot [FILE]      draw rooflines: HTML, SVG, CSV, or on the terminal
  platform FILE    choose the processing units of a system

`roofline COMMAND --help` describes a command.
)";

static int dispatch(int argc, char **argv) {
  StringRef Command = argc > 1 ? argv[1] : "";
  if (Command == "analyze")
    return roofline::analyzeMain(argc - 1, argv + 1);
  if (Command == "diff")
    return roofline::diffMain(argc - 1, argv + 1);
  if (Command == "calibrate")
    return roofline::calibrateMain(argc - 1, argv + 1);
  if (Command == "variants")
    return roofline::variantsMain(argc - 1, argv + 1);
  if (Command == "explore")
    return roofline::exploreMain(argc - 1, argv + 1);
  if (Command == "devices")
    return roofline::devicesMain(argc - 1, argv + 1);
  if (Command == "measure")
    return roofline::measureMain(argc - 1, argv + 1);
  if (Command == "profile")
    return roofline::profileMain(argc - 1, argv + 1);
  if (Command == "plot")
    return roofline::plotMain(argc - 1, argv + 1);
  if (Command == "emit")
    return roofline::emitMain(argc - 1, argv + 1);
  if (Command == "verify")
    return roofline::verifyMain(argc - 1, argv + 1);
  if (Command == "farm")
    return roofline::farmMain(argc - 1, argv + 1);
  if (Command == "platform")
    return roofline::platformMain(argc - 1, argv + 1);
  if (Command == "stencil")
    return roofline::stencilMain(argc - 1, argv + 1);
  if (Command == "--help" || Command == "-h" || Command == "help") {
    outs() << Help;
    return roofline::Done;
  }
  if (Command == "--version") {
    outs() << "roofline " ROOFLINE_VERSION "\n";
    return roofline::Done;
  }
  if (Command.empty()) {
    errs() << Help;
    return roofline::BadInput;
  }
  return roofline::fail("no command '" + Command + "'; see roofline --help");
}

/// LLVM gives up on some broken files, as bitcode that was altered, in the
/// middle of reading them: that is bad input too.
static void reportFatalError(void *, const char *Reason, bool) {
  roofline::fail(Reason);
  sys::Process::Exit(roofline::BadInput, /*NoCleanup=*/true);
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  install_fatal_error_handler(reportFatalError);
  int Code = dispatch(argc, argv);
  Error E = roofline::finishStandardOutput();
  return E ? roofline::fail(std::move(E)) : Code;
}
