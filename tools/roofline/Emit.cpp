// roofline emit verilog: a variant of a kernel as a core.
#include "Command.h"
#include "CoreInput.h"
#include "DesignInput.h"
#include "StreamInput.h"

#include "roofline/Explore/StreamSearch.h"
#include "roofline/Pricing/PriceStreams.h"
#include "roofline/Recognition/StreamRecognition.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/Verify/CoreFolder.h"
#include "roofline/Verify/LargeLaunch.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace roofline {
namespace {

constexpr char Help[] = R"(usage: roofline emit verilog FILE -o DIR [OPTIONS]

One design variant of a kernel as a core: Verilog-2005 with AXI4-Streams, a
self-checking testbench, a FuseSoC core file, a description and what `roofline
verify` needs. FILE is OpenCL C (.cl) or LLVM IR (.ll, .bc). The kernel as
streams is run against the original before anything is written.
docs/verilog.md describes cores, docs/variants.md variants.

  --variant TEXT           the design (default 'map-pipe f'), as `roofline explore`
                           prints it
  -o DIR                   the core's folder, which must not exist
  --seed N                 of the testbench's data (default 1)
  --testbench KIND         auto (default): up to 262144 positions a launch; always
  --device NAME|FILE       refuse a design that does not fit on this FPGA
  --costs TARGET|FILE      predict resources by these, as for roofline explore
                           (default: the device's, else xc7)
  --utilization F          part of each resource that may be in use (default 0.8)
  --launches N             of the device, that share what form C keeps (default 1)
  --memory KIND            stream (default): AXI4-Stream ports; axi4: read and write
                           masters with bursts, so that the core moves its own data
of --memory axi4:
  --bus BITS               width of the memory's bus (default: of the widest stream)
  --burst N                longest burst [bus word] (default 16), 4 to 256
  --outstanding N          bursts ahead of their answers (default 4)
  --address BITS           width of an address (default 32)
what is run:
  --kernel NAME            the kernel, where FILE has several; NAME,NAME,.. as one
                           core: a chain
  --temporary NAME,..      buffers of a chain that nobody needs afterwards
  --global X[,Y[,Z]]       NDRange [work-item]
  --local X[,Y[,Z]]        work-group [work-item]
  --arg NAME=VALUE         a scalar argument; may be repeated
  --launch FILE|none       all of these from a launch file; options win.
                           Default: k.launch.yaml, else launch.yaml, beside k.cl
  --iterate H              steps, of which a pass does those that the variant fuses;
                           with --memory axi4 the core does all passes by itself
  --swap READ=WRITTEN      in the next step argument READ has the buffer of argument
                           WRITTEN; may be repeated
  --borders same           a promise: what no step writes is equal in the buffers
                           that take turns
compiling OpenCL C:
  -D NAME[=VALUE], -I DIR, -include FILE, -cl-std=STD    passed to clang
  --help

exit codes: 0 done, 1 bad input, 2 done but not compared with the original: the
buffers have more than 1 GiB
)";

struct Options {
  CoreInput Core;
  std::string Output, Testbench = "auto";
  uint64_t Seed = 1;
  std::string Device, Costs;
  PlatformRequest Request;
};

/// Predicts the core's resources, on xc7 where nothing else is asked for. An
/// error where they are too many for the device that is asked for.
Error price(const Options &O, CoreOrigin &Origin) {
  Device Reference;
  Reference.Name = Reference.CostTarget = "xc7";
  Expected<Device> D =
      O.Device.empty() ? std::move(Reference) : chosenDevice(O.Device);
  if (!D)
    return D.takeError();
  Expected<std::optional<CostModel>> Costs =
      chosenCosts(O.Costs, *D, driverFolders());
  if (!Costs)
    return Costs.takeError();
  if (*Costs)
    Origin.Cost = costOf(**Costs, Origin);
  if (O.Device.empty())
    return Error::success();
  if (Origin.Network)
    return invalid("--device: whether a design fits is unknown: tiles have no "
                   "measured cost");
  Expected<StreamPricing> P = pricingOn(Origin.K, *D, *Costs, O.Request,
                                        driverFolders(), Origin.Masters);
  if (!P)
    return P.takeError();
  if (std::optional<std::string> Why = whyTooLarge(*P, Origin.Design))
    return invalid(*Why);
  return Error::success();
}

std::vector<CommandOption> optionsOf(Options &O) {
  std::vector<CommandOption> Own = masterOptions(O.Core);
  append_range(Own, std::vector<CommandOption>{
                        text("variant", O.Core.Variant),
                        text("o", O.Output),
                        {"seed", true,
                         [&O](StringRef Value) -> Error {
                           if (Value.getAsInteger(10, O.Seed))
                             return invalid("--seed '" + Value +
                                            "': a whole number is expected");
                           return Error::success();
                         }},
                        temporaryOption(O.Core.Input),
                        {"testbench", true,
                         [&O](StringRef Value) -> Error {
                           O.Testbench = Value;
                           if (Value != "always" && Value != "auto")
                             return invalid("--testbench '" + Value +
                                            "': auto and always are there");
                           return Error::success();
                         }},
                        text("device", O.Device),
                        text("costs", O.Costs),
                        {"utilization", true,
                         [&O](StringRef Value) {
                           return parseUtilizationLimit(Value,
                                                        O.Request.Utilization);
                         },
                         "utilisation"},
                        {"launches", true, [&O](StringRef Value) {
                           return parseLaunches(Value, O.Request.Launches);
                         }}});
  return Own;
}

Expected<int> run(Options &O) {
  if (O.Output.empty())
    return invalid("-o DIR is missing");
  if (sys::fs::exists(O.Output))
    return invalid(O.Output + ": exists; a core goes into a new folder");
  LLVMContext Context;
  std::unique_ptr<Module> M;
  Expected<CoreOrigin> Origin = readCore(O.Core, Context, M);
  if (!Origin)
    return Origin.takeError();
  if (Error E = price(O, *Origin))
    return E;
  const bool WithTestbench =
      O.Testbench == "always" || !isLargeLaunch(Origin->K);
  Expected<VerilogCore> Core =
      makeCore(*M, *Origin, O.Seed, rtlFolder(), WithTestbench);
  if (!Core)
    return Core.takeError();
  if (Error E = writeFolder(O.Output, Core->Files))
    return E;
  outs() << formatv(
      "{0}: core {1}, {2}, {3} cycles {4}\n", O.Output, Core->Name,
      Origin->Variant, Core->Cycles,
      doesAllPasses(*Origin)
          ? formatv("for {0} steps", Origin->L.Iterate->Steps).str()
          : std::string("a launch"));
  if (std::optional<std::string> Why = whyNotCompared(Origin->K);
      Why && !WithTestbench) {
    errs() << "roofline: not compared with the original: " << *Why << '\n';
    return Incomplete;
  }
  return Done;
}

} // namespace

/// ../share/roofline/rtl from the driver's folder.
std::string rtlFolder() {
  SmallString<256> Path(sys::path::parent_path(sys::path::parent_path(
      sys::fs::getMainExecutable(nullptr, (void *)emitMain))));
  sys::path::append(Path, "share", "roofline", "rtl");
  return Path.str().str();
}

std::string shareFolder() { return sys::path::parent_path(rtlFolder()).str(); }

int emitMain(int argc, char **argv) {
  StringRef Language = argc > 1 ? argv[1] : "";
  if (Language == "--help" || Language == "-h") {
    outs()
        << "usage: roofline emit verilog|opencl|hls FILE -o DIR [OPTIONS]\n\n"
           "opencl, hls: `roofline emit opencl --help`, `roofline emit hls "
           "--help`.\n\n"
        << Help;
    return Done;
  }
  if (Language == "opencl" || Language == "hls") {
    argv[1] = argv[0];
    return emitProgramMain(argc - 1, argv + 1, Language == "hls");
  }
  if (Language != "verilog")
    return fail(Language.empty() || Language.starts_with("-")
                    ? Twine("what to emit is missing: verilog, opencl or hls")
                    : "'" + Language +
                          "' cannot be emitted: verilog, opencl and hls can");
  Options O;
  O.Core.Input.TakesIteration = true;
  argv[1] = argv[0];
  return runCommand(
      parseArguments(argc - 1, argv + 1, optionsOf(O), Help, O.Core.Input),
      O.Core.Input, [&] { return run(O); });
}

} // namespace roofline
