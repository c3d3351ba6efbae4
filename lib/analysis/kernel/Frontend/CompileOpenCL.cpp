// OpenCL C, C++ and LLVM IR to a module, in this process.
#include "roofline/Frontend/CompileOpenCL.h"

#include "ClangVersions.h"
#include "roofline/Base/Nesting.h"
#include "roofline/Frontend/ClangSide.h"
#include "roofline/Process/InputFile.h"

#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace roofline {

/// The clang program beside whose resource headers we compile; where LLVM was
/// at build time the headers are enough.
static Expected<std::string> clangProgram() {
  if (sys::fs::exists(ROOFLINE_CLANG_HEADERS "/opencl-c-base.h"))
    return std::string(ROOFLINE_CLANG);
  if (auto Path = sys::findProgramByName("clang-" ROOFLINE_LLVM_MAJOR))
    return *Path;
  return createStringError("the headers of clang " ROOFLINE_LLVM_MAJOR
                           " are not installed, which OpenCL C is compiled "
                           "with (Debian: libclang-common-" ROOFLINE_LLVM_MAJOR
                           "-dev)");
}

static std::vector<std::string>
commandLine(StringRef Clang, StringRef Path,
            const std::vector<std::string> &Extra) {
  std::vector<std::string> Args = {Clang.str(),
                                   "-x",
                                   "cl",
                                   "-target",
                                   "spir64",
                                   "-O2",
                                   "-fno-discard-value-names",
                                   "-cl-kernel-arg-info"};
  if (none_of(Extra, [](StringRef A) { return A.starts_with("-cl-std="); }))
    Args.push_back("-cl-std=CL2.0");
  Args.insert(Args.end(), Extra.begin(), Extra.end());
  Args.push_back("--");
  Args.push_back(Path.str());
  return Args;
}

/// Clang compiles whatever it is told to call OpenCL; a wrong file deserves a
/// better answer than its syntax errors.
static Error checkSource(StringRef Path) {
  if (std::error_code EC = sys::fs::access(Path, sys::fs::AccessMode::Exist))
    return createStringError(Path + ": " + EC.message());
  if (!sys::fs::is_regular_file(Path))
    return createStringError(Path + ": not a file");
  StringRef Suffix = sys::path::extension(Path);
  if (Suffix != ".cl" && Suffix != ".ocl")
    return createStringError(
        Path + ": not OpenCL C (expected a name that ends in .cl)");
  return Error::success();
}

static Error checkTarget(StringRef Path, const Module &M) {
  const Triple T = targetTriple(M);
  if (T.isSPIR() || T.isSPIRV())
    return Error::success();
  if (T.str().empty())
    return createStringError(Path + ": names no target, expected a SPIR target "
                                    "(clang -target spir64)");
  return createStringError(Path + ": target '" + T.str() +
                           "', expected a SPIR target (clang -target spir64)");
}

/// The options of Clang's compiler proper, or nothing after diagnostics.
static std::shared_ptr<clang::CompilerInvocation>
createInvocation(ArrayRef<const char *> Args, FileSystemPtr FS) {
  auto DiagOptions = clang::CreateAndPopulateDiagOpts(Args);
  clang::CreateInvocationOptions Options;
  Options.Diags = commandLineDiagnostics(DiagOptions, FS);
  std::shared_ptr<clang::CompilerInvocation> Invocation =
      clang::createInvocation(Args, Options);
  if (!Invocation || Options.Diags->hasErrorOccurred())
    return nullptr;
  auto &CodeGen = Invocation->getCodeGenOpts();
  CodeGen.DisableLLVMPasses = true;
  CodeGen.setDebugInfo(codegenoptions::LocTrackingOnly);
  CodeGen.DiscardValueNames = false;
  return Invocation;
}

/// Runs Clang with \p Line, its options and the file \p Path.
static Expected<std::unique_ptr<Module>>
compile(StringRef Path, ArrayRef<std::string> Line, LLVMContext &Context) {
  std::vector<const char *> Args;
  for (const std::string &Arg : Line)
    Args.push_back(Arg.c_str());
  registerClangSide({.Record = &recordArguments,
                     .RecordFunction = &recordFunction,
                     .WantsFunctions = [] { return true; }});
  auto FS = vfs::getRealFileSystem();
  auto Invocation = createInvocation(Args, FS);
  if (!Invocation)
    return createStringError(Path + ": clang does not accept the options");
  auto Compiler = createCompiler(std::move(Invocation), FS);
  clang::EmitLLVMOnlyAction Action(&Context);
  if (!Compiler->ExecuteAction(Action))
    return createStringError(Path + ": does not compile");
  std::unique_ptr<Module> M = Action.takeModule();
  if (!M)
    return createStringError(Path + ": does not compile");
  return M;
}

Expected<std::unique_ptr<Module>>
compileOpenCL(StringRef Path, const std::vector<std::string> &ClangArgs,
              LLVMContext &Context) {
  if (Error E = checkSource(Path))
    return E;
  Expected<std::string> Clang = clangProgram();
  if (!Clang)
    return Clang.takeError();
  auto M = compile(Path, commandLine(*Clang, Path, ClangArgs), Context);
  if (M)
    if (Error E = checkTarget(Path, **M))
      return E;
  return M;
}

bool isCpp(StringRef Path) {
  return is_contained({".cpp", ".cc", ".cxx", ".C", ".c++", ".c"},
                      sys::path::extension(Path));
}

Expected<std::unique_ptr<Module>>
compileCpp(StringRef Path, const std::vector<std::string> &ClangArgs,
           StringRef Headers, LLVMContext &Context) {
  if (std::error_code EC = sys::fs::access(Path, sys::fs::AccessMode::Exist))
    return createStringError(Path + ": " + EC.message());
  Expected<std::string> Clang = clangProgram();
  if (!Clang)
    return Clang.takeError();
  std::vector<std::string> Line = {
      *Clang, "-O2", "-fno-discard-value-names", "-fignore-exceptions",
      "-fno-math-errno", "-fno-threadsafe-statics",
      "-fno-c++-static-destructors",
      // Products of complex numbers without C99's rules for infinities.
      "-fcx-limited-range",
      // The vendor reads C++14 with GCC's leniency.
      "-Wno-register", "-D__SYNTHESIS__", "-D__VITIS_HLS__"};
  append_range(Line, ClangArgs);
  // The user's own folders come first.
  if (!Headers.empty())
    append_range(Line, ArrayRef<std::string>{"-isystem", Headers.str()});
  append_range(Line, ArrayRef<std::string>{"--", Path.str()});
  return compile(Path, Line, Context);
}

Expected<std::unique_ptr<Module>> loadIR(StringRef Path, LLVMContext &Context,
                                         bool AnyTarget) {
  auto Source = readInput(Path);
  if (!Source)
    return createStringError(Path + ": " + Source.getError().message());
  // Brackets of types and constants; LLVM's parser recurses.
  constexpr unsigned MaxNesting = 1000;
  if (auto Place =
          findTooDeep((*Source)->getBuffer(), MaxNesting, "([{", ")]}"))
    return createStringError(Path + ":" + *Place + ": nested too deeply");
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M =
      parseIR((*Source)->getMemBufferRef(), Diagnostic, Context);
  if (!M && Diagnostic.getLineNo() > 0)
    return createStringError(Path + ":" + Twine(Diagnostic.getLineNo()) + ":" +
                             Twine(Diagnostic.getColumnNo() + 1) + ": " +
                             Diagnostic.getMessage());
  if (!M)
    return createStringError(
        Path + ": cannot be read as LLVM IR: " + Diagnostic.getMessage());
  std::string Broken;
  raw_string_ostream Text(Broken);
  bool BrokenDebugInfo = false;
  if (verifyModule(*M, &Text, &BrokenDebugInfo))
    return createStringError(Path +
                             ": malformed IR: " + StringRef(Broken).rtrim());
  if (BrokenDebugInfo)
    StripDebugInfo(*M);
  if (AnyTarget)
    return M;
  if (Error E = checkTarget(Path, *M))
    return E;
  return M;
}

} // namespace roofline
