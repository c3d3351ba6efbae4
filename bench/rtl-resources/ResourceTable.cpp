// Predicted against synthesised resources of emitted cores.
//
//   rtl-resources [OPTIONS] TARGET COSTS.yaml RTL-FOLDER
//                 KERNEL[:LANES[:VECTOR[:FORM]]] ...
//
// KERNEL: a name of unittests/streams/Codegen, random:SEED, or a file of one
// stream kernel, NAME.json. FORM: pipe, pipe/BITS in stages, or comb. One line
// each. Options, in this order:
//
//   -v             with the parts that the prediction consists of
//   --json         each line is a JSON object, with longest paths and cells
//   --kept FOLDER  keeps each synthesis there, by its Verilog and script
//   --kept-only    synthesises nothing that is not kept
#include "CodegenKernels.h"
#include "KernelFile.h"

#include "roofline/Calibrate/CoreSynthesis.h"
#include "roofline/Codegen/Verilog.h"
#include "roofline/Core/CutStages.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Process/RunFolder.h"
#include "roofline/Resources/LogicPath.h"
#include "roofline/Resources/ResourceModel.h"
#include "roofline/Stream/DatapathOps.h"
#include "roofline/StreamFiles/CostFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace roofline;

namespace {

int fail(const Twine &Message) {
  errs() << "rtl-resources: " << Message << '\n';
  return 1;
}

struct Options {
  bool Verbose = false, Json = false, KeptOnly = false;
  std::string Kept; ///< folder of results; empty keeps none
  std::optional<CoreSynthesis> Yosys;
  CostModel Costs;
  std::string Rtl;
};

/// A kernel and the design that is built of it.
struct Asked {
  StreamKernel Kernel;
  StreamDesign Design;
};

/// The synthesis that is kept, or a new one, which is kept then; nothing where
/// none is kept and none is to be made.
Expected<std::optional<Synthesis>> synthesised(const Options &O,
                                               const VerilogCore &Core) {
  const RunFolder Folder("rtl-resources");
  if (std::error_code EC = Folder.error())
    return createStringError(EC, "a temporary folder");
  std::vector<std::string> Sources;
  for (const TextFile &File : Core.Files) {
    if (!StringRef(File.Name).ends_with(".v") ||
        StringRef(File.Name).starts_with("tb/"))
      continue;
    Sources.push_back(Folder.file(File.Name));
    sys::fs::create_directories(sys::path::parent_path(Sources.back()));
    std::error_code EC;
    raw_fd_ostream(Sources.back(), EC) << File.Content;
  }
  std::optional<Synthesis> Kept = O.Yosys->kept(Sources, Core.Name);
  if (Kept || O.KeptOnly)
    return Kept;
  Expected<Synthesis> Made = O.Yosys->run(Sources, Core.Name);
  if (!Made)
    return Made.takeError();
  return std::move(*Made);
}

/// The kernel and the design that \p Text names: see the head of this file.
Expected<Asked> asked(StringRef Text) {
  SmallVector<StringRef> Parts;
  Text.split(Parts, ':');
  uint64_t Seed = 0;
  bool Random = Parts[0] == "random" && Parts.size() > 1 &&
                !Parts[1].getAsInteger(10, Seed);
  Asked A;
  ArrayRef<StringRef> Rest = ArrayRef(Parts).drop_front(Random ? 2 : 1);
  if (!Rest.empty())
    Rest[0].getAsInteger(10, A.Design.Lanes);
  if (Rest.size() > 1)
    Rest[1].getAsInteger(10, A.Design.Vector);
  uint32_t StageBits = 0;
  if (Rest.size() > 2) {
    const auto [Form, Bits] = Rest[2].split('/');
    if (Form == "comb")
      A.Design.Form = ElementForm::Comb;
    if (!Bits.empty() && Bits.getAsInteger(10, StageBits))
      return createStringError("'" + Text + "': no bits of stages");
  }
  if (Parts[0].ends_with(".json")) {
    Expected<StreamKernel> K = test::kernelOfFile(Parts[0].str());
    if (!K)
      return K.takeError();
    A.Kernel = std::move(*K);
  } else {
    std::optional<StreamKernel> K =
        Random ? test::randomKernel(Seed) : test::codegenKernel(Parts[0].str());
    if (!K)
      return createStringError("no kernel '" + Text + "'");
    A.Kernel = std::move(*K);
  }
  A.Kernel = cutStages(narrowed(A.Kernel), StageBits);
  return std::move(A);
}

bool hasFloats(const StreamKernel &K) {
  return any_of(K.Nodes, [](const DatapathNode &N) {
    return facts(N.Op).Class == OperatorClass::Float;
  });
}

using NamedPart = std::pair<StringLiteral, const FabricResources *>;

std::array<NamedPart, 4> partsOf(const CorePrediction &P) {
  return {{{"logic", &P.Logic},
           {"delays", &P.Delays},
           {"line buffers", &P.LineBuffers},
           {"units", &P.Units}}};
}

double percent(double Predicted, double Real) {
  return Real == 0 ? 0 : 100 * (Predicted - Real) / Real;
}

void printRow(StringRef Text, const CorePrediction &P, const CostPoint &Real,
              bool Verbose) {
  const FabricResources Need = P.total(), &Is = Real.Need;
  outs() << formatv(
      "{0,-22} {1,6:f0} /{2,6:f0} {3,6:f1}% {4,6:f0} /{5,6:f0} {6,6:f1}% "
      "{7,5:f1} /{8,5:f1} {9,5:f1} /{10,5:f1}\n",
      Text, Need.Luts, Is.Luts, percent(Need.Luts, Is.Luts), Need.Registers,
      Is.Registers, percent(Need.Registers, Is.Registers), Need.DspBlocks,
      Is.DspBlocks, Need.MemoryBlocks, Is.MemoryBlocks);
  if (Verbose)
    for (const auto &[Name, Part] : partsOf(P))
      outs() << formatv("    {0,-14} LUT {1,8:f1} FF {2,8:f1} DSP {3,6:f1} "
                        "BRAM {4,6:f1}\n",
                        Name, Part->Luts, Part->Registers, Part->DspBlocks,
                        Part->MemoryBlocks);
  for (const std::string &Unknown : P.Unknowns)
    outs() << "    unknown: " << Unknown << '\n';
}

json::Object resourcesJson(const FabricResources &R) {
  return json::Object{{"LUT", R.Luts},
                      {"FF", R.Registers},
                      {"DSP", R.DspBlocks},
                      {"BRAM", R.MemoryBlocks}};
}

json::Object rowJson(const Options &O, const Asked &A, const CorePrediction &P,
                     const std::optional<Synthesis> &S,
                     const std::optional<CostPoint> &Real) {
  const LogicPath Path = logicPath(O.Costs, A.Kernel, A.Design);
  json::Object Predicted = resourcesJson(P.total()), Parts;
  Predicted["path_ps"] = Path.Delay;
  for (const auto &[Name, Part] : partsOf(P))
    Parts[Name] = resourcesJson(*Part);
  json::Array Unknowns;
  for (const auto *List : {&P.Unknowns, &Path.Unknowns})
    for (const std::string &Unknown : *List)
      Unknowns.push_back(Unknown);
  json::Object Row{{"float", hasFloats(A.Kernel)},
                   {"predicted", std::move(Predicted)},
                   {"parts", std::move(Parts)},
                   {"through", Path.Through},
                   {"unknown", std::move(Unknowns)}};
  if (!Real)
    return Row;
  json::Object Is = resourcesJson(Real->Need);
  Is["path_ps"] = Real->Delay;
  Row["synthesised"] = std::move(Is);
  Row["cells"] = std::move(*toJSON(*S).getObject("cells"));
  return Row;
}

/// Prints the line of \p Text; a core that cannot be built has one, too.
Error printCore(const Options &O, StringRef Text) {
  Expected<Asked> A = asked(Text);
  if (!A)
    return A.takeError();
  A->Design = laidOutFor(O.Costs, A->Design);
  VerilogOptions V;
  V.RtlFolder = O.Rtl;
  V.Testbench = false;
  Expected<VerilogCore> Core = emitVerilog(A->Kernel, A->Design, V);
  if (!Core) {
    std::string Why = toString(Core.takeError());
    if (O.Json)
      outs() << json::Value(json::Object{{"core", Text}, {"no core", Why}})
             << '\n';
    else
      outs() << Text << ": " << Why << '\n';
    return Error::success();
  }
  Expected<std::optional<Synthesis>> S = synthesised(O, *Core);
  if (!S)
    return S.takeError();
  std::optional<CostPoint> Real;
  if (*S) {
    Expected<CostPoint> Point = resourcesOf(O.Yosys->target(), **S);
    if (!Point)
      return Point.takeError();
    Real = *Point;
  }
  const CorePrediction P = predict(O.Costs, A->Kernel, A->Design);
  if (O.Json) {
    json::Object Row = rowJson(O, *A, P, *S, Real);
    Row["core"] = Text;
    outs() << json::Value(std::move(Row)) << '\n';
  } else if (Real) {
    printRow(Text, P, *Real, O.Verbose);
  } else {
    outs() << Text << ": not kept\n";
  }
  outs().flush();
  return Error::success();
}

} // namespace

int main(int argc, char **argv) {
  ArrayRef<char *> Args(argv + 1, argc - 1);
  Options O;
  auto Switch = [&](StringRef Name) {
    bool There = !Args.empty() && Args.front() == Name;
    Args = Args.drop_front(There);
    return There;
  };
  O.Verbose = Switch("-v");
  O.Json = Switch("--json");
  if (Switch("--kept") && !Args.empty()) {
    O.Kept = Args.front();
    Args = Args.drop_front();
  }
  O.KeptOnly = Switch("--kept-only");
  if (Args.size() < 4)
    return fail("[-v] [--json] [--kept FOLDER] [--kept-only] TARGET COSTS.yaml "
                "RTL-FOLDER KERNEL[:LANES[:VECTOR[:FORM]]]...");
  const SynthesisTarget *Target = findTarget(Args[0]);
  if (!Target)
    return fail("no target '" + Twine(Args[0]) + "'");
  Expected<CostModel> Costs = loadCosts(Args[1]);
  if (!Costs)
    return fail(toString(Costs.takeError()));
  O.Costs = std::move(*Costs);
  O.Rtl = Args[2];
  Expected<CoreSynthesis> Yosys = CoreSynthesis::find(*Target, O.Kept);
  if (!Yosys)
    return fail(toString(Yosys.takeError()));
  O.Yosys = std::move(*Yosys);
  if (!O.Json)
    outs() << formatv("{0,-22} {1,22} {2,22} {3,13} {4,13}\n",
                      "kernel:lanes:vec", "LUT pred / yosys", "FF pred / yosys",
                      "DSP", "BRAM");
  for (StringRef Text : Args.drop_front(3))
    if (Error Failed = printCore(O, Text))
      return fail(Text + ": " + toString(std::move(Failed)));
  return 0;
}
