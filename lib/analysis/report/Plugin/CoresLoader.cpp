// Passes of libRooflineCores.so, the library that stands beside this plugin.
#include "roofline/Plugin/CoresLoader.h"

#include "roofline/Plugin/Sibling.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {
namespace {

/// Says that a pass of \p Name is not to be had, and \p Why.
struct MissingPass : PassInfoMixin<MissingPass> {
  MissingPass(StringRef Name, const std::string &Why)
      : Message((Name + ": " + Why +
                 "; the target `cores` of a build, or Debian's package "
                 "roofline-cores, has this pass")
                    .str()) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    M.getContext().emitError(Message);
    return PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
  std::string Message;
};

} // namespace

bool addCoresPass(StringRef Name, ModulePassManager &MPM) {
  const StringRef Base = Name.split('<').first;
  if (Base != "fpga-variants")
    return false;
  using AddFunction = bool (*)(StringRef, ModulePassManager &);
  void *Library = dlopen(siblingLibrary("libRooflineCores.so").c_str(),
                         RTLD_NOW | RTLD_LOCAL);
  auto Add = Library ? reinterpret_cast<AddFunction>(
                           dlsym(Library, "rooflineAddCoresPass"))
                     : nullptr;
  if (Add)
    return Add(Name, MPM);
  MPM.addPass(MissingPass(Base, dlerror()));
  return true;
}

} // namespace roofline
