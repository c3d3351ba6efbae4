// Loads libRooflineClang.so when the host program is Clang.
//
/// \file
/// The host may be clang or opt. opt has no Clang symbols, and linking Clang's
/// library into it would register LLVM's options twice; therefore everything
/// that needs Clang is a library of its own beside this one.
#include "roofline/Plugin/ClangLoader.h"

#include "roofline/Frontend/ClangSide.h"
#include "roofline/Plugin/CostPass.h"
#include "roofline/Plugin/HlsCost.h"
#include "roofline/Plugin/Sibling.h"

#include <dlfcn.h>

using namespace llvm;

namespace roofline {
namespace {

std::string &problem() {
  static std::string Text;
  return Text;
}

/// A constructor, because Clang asks its registries as soon as the plugin is
/// loaded.
__attribute__((constructor)) void loadClangSide() {
  if (!dlsym(RTLD_DEFAULT, "_ZN5clang13PragmaHandlerD2Ev"))
    return;
  void *Library = dlopen(siblingLibrary("libRooflineClang.so").c_str(),
                         RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    problem() = dlerror();
    return;
  }
  using RegisterFunction = void (*)(const ClangHost &);
  auto Register = reinterpret_cast<RegisterFunction>(
      dlsym(Library, "rooflineRegisterClangSide"));
  if (!Register) {
    problem() = dlerror();
    return;
  }
  Register({&recordArguments, &deviceDefines, &recordAttributes, &keepsHints,
            &recordFunction, &wantsFunctions});
}

} // namespace

StringRef clangSideProblem() { return problem(); }

} // namespace roofline
