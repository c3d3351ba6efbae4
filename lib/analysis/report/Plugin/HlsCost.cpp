// The pass `fpga-cost` on functions of C and C++.
#include "roofline/Plugin/HlsCost.h"

#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/HlsKernels.h"
#include "roofline/HlsKernels/HlsAnalysis.h"
#include "roofline/HlsReport/HlsResult.h"
#include "roofline/Plugin/OptionNames.h"
#include "roofline/Plugin/Remarks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace roofline {
namespace {

cl::list<std::string>
    TopNames("fpga-top",
             cl::desc("Function of C or C++ that is synthesised: NAME"));
cl::opt<bool> UnsafeMath("fpga-unsafe-math",
                         cl::desc("Sums of floating-point numbers may be "
                                  "rebalanced"));

/// Calls \p Use with the result of each chosen function of \p M.
void analyzeTops(Module &M,
                 function_ref<void(const HlsResult &, Function &)> Use) {
  const std::vector<std::string> Tops = hlsTops(M);
  if (Tops.empty())
    return;
  auto Report = [&](Error E) {
    M.getContext().emitError("fpga-cost: " +
                             inPluginOptions(toString(std::move(E))));
  };
  Expected<Device> D = chosenDevice("u200");
  if (!D)
    return Report(D.takeError());
  HlsOptions Options;
  Options.Vitis.UnsafeMath = UnsafeMath;
  if (std::optional<double> Clock = chosenClock())
    Options.Vitis.Clock = Hertz(*Clock * 1e6);
  for (const std::string &Top : Tops)
    for (KernelSummary &K : summarizeTops(M, ArrayRef(Top))) {
      if (!K.IsHls)
        continue;
      Expected<HlsResult> R = analyzeHls(std::move(K), *D, Options);
      if (!R)
        return Report(R.takeError());
      Use(*R, *M.getFunction(Top));
    }
}

/// The first function of \p M that has a pragma of HLS.
Function *firstWithPragma(Module &M) {
  for (Function &F : M)
    if (const SourceFunction *Known =
            F.isDeclaration() ? nullptr : recordedFunction(F.getName());
        Known && !Known->Directives.empty())
      return &F;
  return nullptr;
}

} // namespace

std::vector<std::string> hlsTops(const Module &M) {
  std::vector<std::string> Tops = topsByPragma(M);
  for (const std::string &Name : TopNames)
    for (std::string &Symbol : functionsNamed(M, Name))
      if (!is_contained(Tops, Symbol))
        Tops.push_back(std::move(Symbol));
  // A kernel of OpenCL is one without being asked.
  erase_if(Tops, [&](const std::string &Top) {
    return isKernel(*M.getFunction(Top));
  });
  return Tops;
}

bool wantsFunctions() { return !TopNames.empty(); }

void remarkOnHls(Module &M) {
  bool IsAny = false;
  analyzeTops(M, [&](const HlsResult &R, Function &F) {
    IsAny = true;
    OptimizationRemarkEmitter ORE(&F);
    for (const SourceRemark &Remark : remarksOnHls(R))
      emitRemark(F, Remark, ORE);
  });
  Function *F = IsAny || wantsFunctions() ? nullptr : firstWithPragma(M);
  if (!F)
    return;
  OptimizationRemarkEmitter ORE(F);
  SourceRemark R("MissingInput", {});
  R << "functions with #pragma HLS are not priced: name the one to synthesise "
       "with -fpga-top=NAME, or with #pragma HLS top in it";
  emitRemark(*F, R, ORE);
}

void printHlsReports(Module &M, raw_ostream &OS) {
  analyzeTops(M, [&](const HlsResult &R, Function &) {
    printHls(R, OS, /*Verbose=*/false);
  });
}

} // namespace roofline
