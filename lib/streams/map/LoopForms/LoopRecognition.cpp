// Kernels of LLVM IR as loops with memories.
#include "roofline/LoopForms/LoopRecognition.h"

#include "LoopForms.h"

#include "roofline/Loops/LoopPorts.h"

#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace llvm;

namespace roofline {

Expected<LoopKernel> recognizeLoops(const Module &M, StringRef Kernel,
                                    const Launch &L) {
  Expected<OpenLoops> Open = openLoops(M, Kernel, L);
  if (!Open)
    return Open.takeError();
  if (getenv("DUMP_LOOPS"))
    Open->F->print(errs());
  CodeFacts Code(*Open);
  Expected<RegionPlan> Plan = planRegions(Code);
  if (!Plan)
    return Plan.takeError();
  Expected<LoopKernel> K = buildDatapaths(Code, *Plan, *M.getFunction(Kernel));
  if (!K)
    return K;
  if (auto Problem = checkLoopKernel(*K))
    return createStringError("kernel '" + Kernel +
                             "' as loops is malformed: " + *Problem);
  if (auto Problem = planPorts(*K))
    return createStringError(*Problem);
  if (getenv("DUMP_LOOPS")) {
    auto D = [](const LoopDatapath &P) {
      for (size_t N = 0; N < P.Graph.Nodes.size(); ++N) {
        const DatapathNode &X = P.Graph.Nodes[N];
        errs() << "  n" << N << " = " << name(X.Op) << " i" << X.Type.Bits;
        for (uint32_t O : X.Operands)
          errs() << " n" << O;
        if (X.Op == DatapathOp::Argument)
          errs() << " src " << int(P.Sources[X.Value].Kind) << "."
                 << P.Sources[X.Value].Index;
        else
          errs() << " (" << X.Value << ")";
        errs() << "\n";
      }
    };
    for (const LoopLeaf &L : K->Leaves) {
      errs() << "leaf";
      for (const LoopTrips &T : L.Levels)
        errs() << " " << T.Most << (T.Last ? "?" : "");
      errs() << "\n";
      D(L.Body);
      for (const LoopAccess &A : L.Accesses)
        errs() << "  access " << K->Memories[A.Memory].Name << " at n"
               << A.Address << " value " << int(A.Value.value_or(-1))
               << " enable " << int(A.Enable.value_or(-1)) << "\n";
      for (const LoopCarried &C : L.Carried)
        errs() << "  carried n" << C.Next << "\n";
    }
    errs() << "control\n";
    D(K->Control);
  }
  narrowLoops(*K);
  if (auto Problem = checkLoopKernel(*K))
    return createStringError("kernel '" + Kernel +
                             "' as loops is malformed: " + *Problem);
  return K;
}

} // namespace roofline
