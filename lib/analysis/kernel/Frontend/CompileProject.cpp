// Compiles a project of several sources into one module.
#include "roofline/Frontend/CompileProject.h"

#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/SourceDirectives.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/Process/InputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

#include <set>

using namespace llvm;

namespace roofline {
namespace {

/// "run" of "dsp::run<int>(int*)" and of "_ZN3dsp3runEPi".
std::string plainName(StringRef Symbol) {
  std::string Name = demangle(Symbol);
  const std::string Mangled = Symbol.str(); // to which the demangler refers
  ItaniumPartialDemangler Demangler;
  if (!Demangler.partialDemangle(Mangled.c_str()))
    if (char *Text = Demangler.getFunctionBaseName(nullptr, nullptr)) {
      Name = Text;
      std::free(Text);
    }
  const size_t Scope = Name.rfind("::");
  Name.erase(0, Scope == std::string::npos ? 0 : Scope + 2);
  return Name.substr(0, Name.find_first_of("<("));
}

/// True where \p Text holds \p Name as a word.
bool names(StringRef Text, StringRef Name) {
  auto IsPart = [](char C) { return isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Name); At != StringRef::npos;
       At = Text.find(Name, At + 1)) {
    const size_t End = At + Name.size();
    if ((At == 0 || !IsPart(Text[At - 1])) &&
        (End == Text.size() || !IsPart(Text[End])))
      return true;
  }
  return false;
}

class ProjectCompiler {
public:
  ProjectCompiler(ArrayRef<CppSource> Sources, ArrayRef<std::string> Tops,
                  StringRef Headers, LLVMContext &Context)
      : Sources(Sources), Tops(Tops), Headers(Headers), Context(Context),
        IsTaken(Sources.size()) {}

  Expected<std::unique_ptr<Module>> compile() {
    for (std::optional<size_t> Next = next(); Next; Next = next())
      if (Error E = add(*Next))
        return E;
    return std::move(Whole);
  }

private:
  /// Functions that are wanted and have no body, by their plain names.
  struct Wish {
    std::set<std::string> Names;
    bool IsTopAbsent = false;
  };
  Wish wish() const {
    Wish W;
    for (const std::string &Top : Tops) {
      const std::vector<std::string> Found =
          Whole ? functionsNamed(*Whole, Top) : std::vector<std::string>();
      if (Found.empty())
        W.Names.insert(plainName(Top));
      W.IsTopAbsent |= Found.empty();
      for (const std::string &Symbol : Found)
        for (const Function *Callee : calledBy(*Whole->getFunction(Symbol)))
          if (Callee->isDeclaration() && !Callee->isIntrinsic())
            W.Names.insert(plainName(Callee->getName()));
    }
    return W;
  }

  /// The next file to compile; nothing where none can help. A macro may make
  /// the name of a top, so that no file names it.
  std::optional<size_t> next() const {
    const Wish W = wish();
    const bool TakesAny = Tops.empty() || W.IsTopAbsent;
    std::optional<size_t> Other;
    for (size_t I = 0; I < Sources.size(); ++I) {
      if (IsTaken[I])
        continue;
      auto Text = readInput(Sources[I].Path);
      if (!Text || any_of(W.Names, [&](const std::string &Name) {
            return names((*Text)->getBuffer(), Name);
          }))
        return I;
      if (TakesAny && !Other)
        Other = I;
    }
    return Other;
  }

  Error add(size_t Number) {
    IsTaken[Number] = true;
    const CppSource &S = Sources[Number];
    Expected<std::unique_ptr<Module>> M =
        compileCpp(S.Path, S.ClangArgs, Headers, Context);
    if (!M)
      return M.takeError();
    if (Sources.size() > 1)
      renameLocal(**M, Number);
    if (!Whole) {
      Whole = std::move(*M);
      return Error::success();
    }
    // A source that another one includes is there twice.
    for (Function &F : **M)
      if (const Function *Known = Whole->getFunction(F.getName());
          Known && !Known->isDeclaration() && F.hasExternalLinkage())
        F.deleteBody();
    for (GlobalVariable &G : (*M)->globals())
      if (const GlobalVariable *Known = Whole->getGlobalVariable(G.getName());
          Known && Known->hasInitializer() && G.hasExternalLinkage())
        G.setInitializer(nullptr);
    if (Linker::linkModules(*Whole, std::move(*M)))
      return createStringError(S.Path + ": cannot be linked with " +
                               Sources.front().Path);
    return Error::success();
  }

  /// Static functions of two files may have one name.
  static void renameLocal(Module &M, size_t Number) {
    for (Function &F : M) {
      if (F.isDeclaration() || !F.hasLocalLinkage())
        continue;
      const SourceFunction *Known = recordedFunction(F.getName());
      const std::string Name = (F.getName() + ".file" + Twine(Number)).str();
      if (Known)
        recordFunction(Name, *Known);
      F.setName(Name);
    }
  }

  ArrayRef<CppSource> Sources;
  ArrayRef<std::string> Tops;
  StringRef Headers;
  LLVMContext &Context;
  std::vector<bool> IsTaken;
  std::unique_ptr<Module> Whole;
};

} // namespace

Expected<std::unique_ptr<Module>> compileProject(ArrayRef<CppSource> Sources,
                                                 ArrayRef<std::string> Tops,
                                                 StringRef Headers,
                                                 LLVMContext &Context) {
  assert(!Sources.empty() && "a project of files");
  return ProjectCompiler(Sources, Tops, Headers, Context).compile();
}

} // namespace roofline
