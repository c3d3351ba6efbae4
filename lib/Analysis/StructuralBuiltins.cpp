// Bodies for OpenCL builtins that are structure, not operators.
#include "roofline/Analysis/StructuralBuiltins.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <dlfcn.h>
#include <set>

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
bool isStructuralBuiltin(StringRef Name) {
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

std::string builtinGroup(StringRef Name) {
  if (!Name.starts_with("convert_"))
    return Name.str();
  // All roundings of one destination type: "convert_float4_rte" and its kin.
  return Name.take_front(Name.find('_', StringRef("convert_").size())).str();
}

/// The folder of the bodies: share/roofline/builtins beside the plugin's or the
/// driver's own folder.
static std::string builtinFolder() {
  Dl_info Info;
  std::string Binary;
  if (dladdr(reinterpret_cast<void *>(&builtinFolder), &Info) && Info.dli_fname)
    Binary = Info.dli_fname;
  if (!StringRef(Binary).ends_with(".so"))
    Binary = sys::fs::getMainExecutable(nullptr,
                                        reinterpret_cast<void *>(&builtinFolder));
  SmallString<128> Path(sys::path::parent_path(sys::path::parent_path(Binary)));
  sys::path::append(Path, "share", "roofline", "builtins");
  return Path.str().str();
}

/// The name of \p Symbol's variant for another address space: libclc has bodies
/// for private, global and local memory. Empty where it has this one.
static std::string siblingOf(StringRef Symbol) {
  // Itanium mangling: PU3AS2 is a pointer to constant, PU3AS4 a generic one.
  std::string Name = Symbol.str();
  if (size_t At = Symbol.find("PU3AS2"); At != StringRef::npos)
    return Name.replace(At, 6, "PU3AS1");
  if (size_t At = Symbol.find("PU3AS4"); At != StringRef::npos)
    return Name.replace(At, 6, "P");
  return "";
}

/// Calls \p Sibling instead of \p F, with its pointers cast.
static void callSibling(Function &F, StringRef Sibling) {
  unsigned Space = Sibling.contains("PU3AS1") ? 1 : 0;
  SmallVector<Type *, 4> Types;
  for (Type *T : F.getFunctionType()->params())
    Types.push_back(T->isPointerTy() ? PointerType::get(F.getContext(), Space) : T);
  FunctionCallee Target = F.getParent()->getOrInsertFunction(
      Sibling, FunctionType::get(F.getReturnType(), Types, /*isVarArg=*/false));
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getFunctionType() != F.getFunctionType())
      continue;
    IRBuilder<> Builder(Call);
    for (auto [Argument, T] : zip_equal(Call->args(), Types))
      if (Argument->getType() != T)
        Argument.set(Builder.CreateAddrSpaceCast(Argument, T));
    Call->setCalledFunction(Target);
    Call->setAttributes(AttributeList());
  }
}

void linkStructuralBuiltins(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && !F.use_empty() &&
        isStructuralBuiltin(builtinName(F.getName())))
      if (std::string Sibling = siblingOf(F.getName()); !Sibling.empty())
        callSibling(F, Sibling);
  std::set<std::string> Groups;
  for (const Function &F : M)
    if (StringRef Name = builtinName(F.getName());
        F.isDeclaration() && !F.use_empty() && isStructuralBuiltin(Name))
      Groups.insert(builtinGroup(Name));
  if (Groups.empty())
    return;
  std::string Folder = builtinFolder();
  for (const std::string &Group : Groups) {
    std::string Path = Folder + "/" + Group + ".bc";
    if (!sys::fs::exists(Path))
      continue;
    SMDiagnostic Diagnostic;
    std::unique_ptr<Module> Bodies =
        getLazyIRFileModule(Path, Diagnostic, M.getContext());
    if (!Bodies)
      continue;
    // Before anything is linked: clang crashes on the warning about a difference.
    Bodies->setDataLayout(M.getDataLayout());
    Bodies->setTargetTriple(M.getTargetTriple());
    Linker::linkModules(M, std::move(Bodies), Linker::LinkOnlyNeeded);
  }
}

} // namespace roofline
