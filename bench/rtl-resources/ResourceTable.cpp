// Predicted against synthesised resources of emitted cores.
//
//   rtl-resources TARGET COSTS.yaml RTL-FOLDER KERNEL[:LANES[:VECTOR]] ...
//
// KERNEL: a name of unittests/Codegen, random:SEED, or a file of one stream
// kernel, NAME.json. One line each, with the parts that the prediction consists
// of where -v is first.
#include "CodegenKernels.h"
#include "KernelFile.h"

#include "roofline/Calibrate/Calibrate.h"
#include "roofline/Codegen/Verilog.h"
#include "roofline/DeviceFiles/CostFile.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Resources/ResourceModel.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace roofline;

namespace {

int fail(const Twine &Message) {
  errs() << "rtl-resources: " << Message << '\n';
  return 1;
}

Expected<CostPoint> synthesised(const SynthesisTarget &Target,
                                const VerilogCore &Core) {
  SmallString<128> Folder;
  if (std::error_code Code =
          sys::fs::createUniqueDirectory("rtl-resources", Folder))
    return createStringError(Code, "a temporary folder");
  std::vector<std::string> Sources;
  for (const TextFile &File : Core.Files) {
    if (!StringRef(File.Name).ends_with(".v") ||
        StringRef(File.Name).starts_with("tb/"))
      continue;
    SmallString<128> Path(Folder);
    sys::path::append(Path, File.Name);
    sys::fs::create_directories(sys::path::parent_path(Path));
    std::error_code Code;
    raw_fd_ostream(Path, Code) << File.Content;
    Sources.push_back(Path.str().str());
  }
  auto Synthesised = synthesizeCore(Target, Sources, Core.Name,
                                    sys::findProgramByName("yosys").get());
  sys::fs::remove_directories(Folder);
  if (!Synthesised)
    return Synthesised.takeError();
  return resourcesOf(Target, *Synthesised);
}

/// The kernel that \p Text names: see the head of this file.
Expected<StreamKernel> kernelNamed(StringRef Text, bool Random, uint64_t Seed) {
  if (Text.ends_with(".json"))
    return test::kernelOfFile(Text.str());
  std::optional<StreamKernel> K =
      Random ? test::randomKernel(Seed) : test::codegenKernel(Text.str());
  if (!K)
    return createStringError(inconvertibleErrorCode(),
                             "no kernel '" + Text + "'");
  return std::move(*K);
}

void printParts(const CorePrediction &P) {
  for (auto [Name, Part] :
       {std::pair("operators", &P.Operators), std::pair("delays", &P.Delays),
        std::pair("line buffers", &P.LineBuffers),
        std::pair("reductions", &P.Reductions),
        std::pair("control", &P.Control)})
    outs() << formatv("    {0,-14} LUT {1,8:f1} FF {2,8:f1} DSP {3,6:f1} BRAM "
                      "{4,6:f1}\n",
                      Name, Part->Luts, Part->Registers, Part->DspBlocks,
                      Part->MemoryBlocks);
}

double percent(double Predicted, double Real) {
  return Real == 0 ? 0 : 100 * (Predicted - Real) / Real;
}

} // namespace

int main(int argc, char **argv) {
  ArrayRef<char *> Args(argv + 1, argc - 1);
  bool Verbose = !Args.empty() && StringRef(Args.front()) == "-v";
  Args = Args.drop_front(Verbose);
  if (Args.size() < 4)
    return fail("[-v] TARGET COSTS.yaml RTL-FOLDER KERNEL[:LANES[:VECTOR]]...");
  const SynthesisTarget *Target = findTarget(Args[0]);
  if (!Target)
    return fail("no target '" + Twine(Args[0]) + "'");
  Expected<CostModel> Costs = loadCosts(Args[1]);
  if (!Costs)
    return fail(toString(Costs.takeError()));
  outs() << formatv("{0,-22} {1,22} {2,22} {3,13} {4,13}\n", "kernel:lanes:vec",
                    "LUT pred / yosys", "FF pred / yosys", "DSP", "BRAM");
  for (StringRef Text : Args.drop_front(3)) {
    SmallVector<StringRef> Parts;
    Text.split(Parts, ':');
    StreamDesign D;
    unsigned Seed = 0;
    bool Random = Parts[0] == "random" && Parts.size() > 1 &&
                  !Parts[1].getAsInteger(10, Seed);
    ArrayRef<StringRef> Rest = ArrayRef(Parts).drop_front(Random ? 2 : 1);
    if (!Rest.empty())
      Rest[0].getAsInteger(10, D.Lanes);
    if (Rest.size() > 1)
      Rest[1].getAsInteger(10, D.Vector);
    Expected<StreamKernel> K = kernelNamed(Parts[0], Random, Seed);
    if (!K)
      return fail(toString(K.takeError()));
    *K = narrowed(*K);
    VerilogOptions O;
    O.RtlFolder = Args[2];
    Expected<VerilogCore> Core = emitVerilog(*K, D, O);
    if (!Core) {
      outs() << Text << ": " << toString(Core.takeError()) << '\n';
      continue;
    }
    CorePrediction P = predict(*Costs, *K, D);
    FabricResources Need = P.total();
    Expected<CostPoint> Real = synthesised(*Target, *Core);
    if (!Real)
      return fail(Text + ": " + toString(Real.takeError()));
    const FabricResources &Is = Real->Need;
    outs() << formatv(
        "{0,-22} {1,6:f0} /{2,6:f0} {3,6:f1}% {4,6:f0} /{5,6:f0} {6,6:f1}% "
        "{7,5:f1} /{8,5:f1} {9,5:f1} /{10,5:f1}\n",
        Text, Need.Luts, Is.Luts, percent(Need.Luts, Is.Luts), Need.Registers,
        Is.Registers, percent(Need.Registers, Is.Registers), Need.DspBlocks,
        Is.DspBlocks, Need.MemoryBlocks, Is.MemoryBlocks);
    if (Verbose)
      printParts(P);
    for (const std::string &Unknown : P.Unknowns)
      outs() << "    unknown: " << Unknown << '\n';
    outs().flush();
  }
  return 0;
}
