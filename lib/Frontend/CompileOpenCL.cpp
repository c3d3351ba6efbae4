// OpenCL C and LLVM IR to a module, in this process.
#include "roofline/Frontend/CompileOpenCL.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace roofline {

static Error failure(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

/// The clang program beside whose resource headers we compile.
static Expected<std::string> clangProgram() {
  if (sys::fs::exists(ROOFLINE_CLANG))
    return std::string(ROOFLINE_CLANG);
  if (auto Path = sys::findProgramByName("clang-22"))
    return *Path;
  return failure("clang-22 is not installed: its headers are needed to compile "
                 "OpenCL C (Debian: clang-22)");
}

static std::vector<std::string> commandLine(StringRef Clang, StringRef Path,
                                            const std::vector<std::string> &Extra) {
  std::vector<std::string> Args = {Clang.str(), "-x", "cl", "-target", "spir64",
                                   "-O2",
                                   "-fno-discard-value-names",
                                   "-cl-kernel-arg-info"};
  bool HasStandard = any_of(Extra, [](StringRef A) { return A.starts_with("-cl-std="); });
  if (!HasStandard)
    Args.push_back("-cl-std=CL2.0");
  Args.insert(Args.end(), Extra.begin(), Extra.end());
  Args.push_back(Path.str());
  return Args;
}

Expected<std::unique_ptr<Module>>
compileOpenCL(StringRef Path, const std::vector<std::string> &ClangArgs,
              LLVMContext &Context) {
  Expected<std::string> Clang = clangProgram();
  if (!Clang)
    return Clang.takeError();
  std::vector<std::string> Line = commandLine(*Clang, Path, ClangArgs);
  std::vector<const char *> Args;
  for (const std::string &Arg : Line)
    Args.push_back(Arg.c_str());

  auto FS = vfs::getRealFileSystem();
  clang::CreateInvocationOptions Options;
  auto DiagOptions = clang::CreateAndPopulateDiagOpts(Args);
  clang::TextDiagnosticPrinter Printer(errs(), *DiagOptions);
  Options.Diags = clang::CompilerInstance::createDiagnostics(
      *FS, *DiagOptions, &Printer, /*ShouldOwnClient=*/false);
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Args, Options);
  if (!Invocation)
    return failure(Path + ": clang does not accept the options");
  auto &CodeGen = Invocation->getCodeGenOpts();
  CodeGen.DisableLLVMPasses = true;
  CodeGen.setDebugInfo(codegenoptions::LocTrackingOnly);
  CodeGen.DiscardValueNames = false;

  clang::CompilerInstance Compiler(std::move(Invocation));
  Compiler.setVirtualFileSystem(FS);
  Compiler.createDiagnostics(&Printer, /*ShouldOwnClient=*/false);
  clang::EmitLLVMOnlyAction Action(&Context);
  if (!Compiler.ExecuteAction(Action))
    return failure(Path + ": does not compile");
  std::unique_ptr<Module> M = Action.takeModule();
  if (!M)
    return failure(Path + ": does not compile");
  return M;
}

Expected<std::unique_ptr<Module>> loadIR(StringRef Path, LLVMContext &Context) {
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseIRFile(Path, Diagnostic, Context);
  if (!M) {
    std::string Place = Path.str();
    if (Diagnostic.getLineNo() > 0)
      Place += ":" + std::to_string(Diagnostic.getLineNo()) + ":" +
               std::to_string(Diagnostic.getColumnNo() + 1);
    return failure(Place + ": " + Diagnostic.getMessage());
  }
  const Triple &T = M->getTargetTriple();
  if (!T.isSPIR() && !T.isSPIRV())
    return failure(Path + ": target '" + T.str() +
                   "', expected a SPIR target (clang -target spir64)");
  return M;
}

} // namespace roofline
