// Bodies for OpenCL builtins that are structure, not operators.
#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace llvm;

namespace roofline {

StringRef builtinName(StringRef Symbol) {
  StringRef Rest = Symbol;
  if (!Rest.consume_front("_Z"))
    return Symbol;
  unsigned Length = 0;
  if (Rest.consumeInteger(10, Length) || Length > Rest.size())
    return Symbol;
  StringRef Name = Rest.take_front(Length);
  Name.consume_front("__clc_"); // libclc's internal name of the same builtin
  return Name;
}

/// OpenCL C 2.0 6.13.2-6.13.12: builtins that consist of a few plain operations.
static bool isStructural(StringRef Name) {
  static const StringSet<> Names = {
      "abs", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd", "clamp", "mad24",
      "mul24", "mad_hi", "mul_hi", "mad_sat", "max", "min", "fmin", "fmax", "fdim",
      "maxmag", "minmag", "rotate", "popcount", "clz", "ctz", "upsample", "mad",
      "mix", "step", "smoothstep", "sign", "degrees", "radians", "cross", "dot",
      "distance", "length", "normalize", "fast_distance", "fast_length",
      "fast_normalize", "select", "bitselect", "any", "all", "isequal",
      "isnotequal", "isgreater", "isgreaterequal", "isless", "islessequal",
      "islessgreater", "isfinite", "isinf", "isnan", "isnormal", "isordered",
      "isunordered", "signbit", "shuffle", "shuffle2", "async_work_group_copy",
      "async_work_group_strided_copy", "wait_group_events", "prefetch", "fract",
      "nan", "copysign", "fabs"};
  return Names.contains(Name) || Name.starts_with("convert_") ||
         Name.starts_with("vload_half") || Name.starts_with("vstore_half") ||
         Name.starts_with("vloada_half") || Name.starts_with("vstorea_half");
}

static bool callsStructuralBuiltin(const Module &M) {
  return any_of(M, [](const Function &F) {
    return F.isDeclaration() && !F.use_empty() && isStructural(builtinName(F.getName()));
  });
}

/// Makes a libclc function callable from SPIR code and free of its target.
static void adaptToSpir(Function &F) {
  F.setCallingConv(CallingConv::SPIR_FUNC);
  F.setAttributes(AttributeList());
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() && !Call->getCalledFunction()->isIntrinsic())
      Call->setCallingConv(CallingConv::SPIR_FUNC);
}

/// Keeps the bodies of structural builtins reachable from \p Root; operators
/// and work-item queries that they call become declarations.
static Error keepStructuralBodies(Module &Library, StringRef Root,
                                  SmallPtrSetImpl<Function *> &Seen) {
  SmallVector<Function *, 16> Work;
  auto Visit = [&](Function *F) {
    if (F && !F->isIntrinsic() && Seen.insert(F).second)
      Work.push_back(F);
  };
  Visit(Library.getFunction(Root));
  while (!Work.empty()) {
    Function *F = Work.pop_back_val();
    if (!isStructural(builtinName(F->getName()))) {
      if (!F->isDeclaration()) {
        F->deleteBody();
        F->setIsMaterializable(false);
      }
      F->setCallingConv(CallingConv::SPIR_FUNC);
      continue;
    }
    if (Error E = F->materialize())
      return E;
    if (F->isDeclaration())
      continue;
    adaptToSpir(*F);
    for (Instruction &I : instructions(*F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        Visit(Call->getCalledFunction());
  }
  return Error::success();
}

void linkStructuralBuiltins(Module &M) {
  StringRef Path = ROOFLINE_LIBCLC;
  if (!callsStructuralBuiltin(M) || !sys::fs::exists(Path))
    return;
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> Library =
      getLazyIRFileModule(Path, Diagnostic, M.getContext());
  if (!Library)
    return;
  // Before anything is linked: clang crashes on the warning about a difference.
  Library->setDataLayout(M.getDataLayout());
  Library->setTargetTriple(M.getTargetTriple());
  SmallPtrSet<Function *, 16> Seen;
  for (const Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic())
      if (Error E = keepStructuralBodies(*Library, F.getName(), Seen))
        return consumeError(std::move(E));
  Linker::linkModules(M, std::move(Library), Linker::LinkOnlyNeeded);
}

} // namespace roofline
