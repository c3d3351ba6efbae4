// builtin-library: cuts the structural builtins' bodies out of libclc.
//
/// \file
/// Run by the build: one file of LLVM assembly for each builtin name, with the
/// helpers it needs. Operators and work-item queries that the bodies call are
/// declarations. Lines that the functions share come first, then the functions,
/// so that the reader can take some of them
/// (lib/analysis/kernel/Canonical/StructuralBuiltins.cpp).
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Kernel/Operators.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IRReader/IRReader.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <map>

using namespace llvm;
using namespace roofline;

/// Makes a libclc function callable from SPIR code and free of its target.
static void adaptToSpir(Function &F) {
  F.setCallingConv(CallingConv::SPIR_FUNC);
  F.setAttributes(AttributeList());
  F.setUnnamedAddr(GlobalValue::UnnamedAddr::None);
  for (Instruction &I : instructions(F))
    if (auto *Call = dyn_cast<CallInst>(&I);
        Call && Call->getCalledFunction() &&
        !Call->getCalledFunction()->isIntrinsic())
      Call->setCallingConv(CallingConv::SPIR_FUNC);
}

/// True for what stays a call in the body of \p Root: operators and work-item
/// queries. Of a computed builtin libclc's own helpers are its body, too.
static bool staysCall(const Function &F, StringRef Root) {
  const StringRef Name = builtinName(F.getName());
  if (F.getName() == Root || isStructuralBuiltin(Name))
    return false;
  if (!isComputedBuiltin(Root) || !F.getName().contains("__clc_"))
    return true;
  const KernelOperator *Op = kernelOperator(Name, /*OnFloats=*/true);
  return Op && (!Op->Datapath.empty() || Op->Latency == "fp_round");
}

/// Copies builtins of a library, and the bodies that they need, into a module.
class Cutting {
public:
  Cutting(Module &Library, ArrayRef<std::string> Symbols)
      : Library(Library), Symbols(Symbols) {
    Result = std::make_unique<Module>("builtins", Library.getContext());
    Result->setDataLayout(Library.getDataLayout());
    Result->setTargetTriple(Library.getTargetTriple());
  }

  Expected<std::unique_ptr<Module>> run() {
    for (const std::string &Symbol : Symbols)
      if (Error E = addReached(*Library.getFunction(Symbol), Symbol))
        return E;
    for (Function *F : Bodies)
      copyBody(*F);
    return std::move(Result);
  }

private:
  /// Adds \p Root, and of what it calls the bodies that are its own.
  Error addReached(Function &Root, StringRef RootName) {
    SmallVector<Function *, 16> Work = {&Root};
    while (!Work.empty()) {
      Function *F = Work.pop_back_val();
      if (!add(*F) || F->isIntrinsic() || staysCall(*F, RootName))
        continue;
      if (Error E = F->materialize())
        return E;
      if (F->isDeclaration())
        continue;
      Bodies.push_back(F);
      for (Instruction &I : instructions(*F)) {
        if (auto *Call = dyn_cast<CallInst>(&I))
          if (Function *Callee = Call->getCalledFunction())
            Work.push_back(Callee);
        for (Value *Operand : I.operands())
          if (Error E = addTables(Operand))
            return E;
      }
    }
    return Error::success();
  }

  /// Declares \p F, once.
  bool add(Function &F) {
    if (Places.count(&F))
      return false;
    auto *Declared =
        Function::Create(F.getFunctionType(), GlobalValue::ExternalLinkage,
                         F.getName(), *Result);
    Declared->copyAttributesFrom(&F);
    if (!F.isIntrinsic())
      Declared->setCallingConv(CallingConv::SPIR_FUNC);
    Places[&F] = Declared;
    return true;
  }

  /// Copies the tables that \p V names, by names apart from a kernel's.
  Error addTables(Value *V) {
    if (auto *Table = dyn_cast<GlobalVariable>(V)) {
      if (Places.count(Table))
        return Error::success();
      if (!Table->isConstant() || !Table->hasInitializer())
        return createStringError(inconvertibleErrorCode(),
                                 Symbols.front() + ": its body has a variable");
      auto *Copy = new GlobalVariable(
          *Result, Table->getValueType(), true, GlobalValue::LinkOnceODRLinkage,
          Table->getInitializer(), "roofline." + Table->getName(), nullptr,
          Table->getThreadLocalMode(), Table->getAddressSpace());
      Copy->copyAttributesFrom(Table);
      Copy->setVisibility(GlobalValue::DefaultVisibility);
      Places[Table] = Copy;
    } else if (auto *C = dyn_cast<ConstantExpr>(V)) {
      for (Value *Operand : C->operands())
        if (Error E = addTables(Operand))
          return E;
    }
    return Error::success();
  }

  void copyBody(Function &F) {
    auto *Copy = cast<Function>(Places[&F]);
    for (auto [From, To] : zip_equal(F.args(), Copy->args())) {
      To.setName(From.getName());
      Places[&From] = &To;
    }
    SmallVector<ReturnInst *, 4> Returns;
    CloneFunctionInto(Copy, &F, Places,
                      CloneFunctionChangeType::DifferentModule, Returns);
    adaptToSpir(*Copy);
    Copy->setLinkage(GlobalValue::LinkOnceODRLinkage); // others bring it, too
  }

  const Module &Library;
  ArrayRef<std::string> Symbols;
  std::unique_ptr<Module> Result;
  ValueToValueMapTy Places;
  SmallVector<Function *, 16> Bodies;
};

/// True for lines before the functions: types, tables, declarations, attributes
/// and metadata. Intrinsics need no declaration, a module's own metadata no
/// reader.
static bool isShared(StringRef Line) {
  if (Line.consume_front("!"))
    return !Line.empty() && isDigit(Line.front());
  return Line.starts_with("attributes ") || Line.starts_with("@") ||
         (Line.starts_with("%") && Line.contains(" = type ")) ||
         (Line.starts_with("declare ") && !Line.contains("@llvm."));
}

static void print(const Module &M, raw_ostream &OS) {
  std::string Text;
  raw_string_ostream(Text) << M;
  if (!M.global_empty()) // nvptx's constant memory is OpenCL's in SPIR
    Text = join(split(Text, "addrspace(4)"), "addrspace(2)");
  SmallVector<StringRef> Lines;
  StringRef(Text).split(Lines, '\n');
  for (StringRef Line : Lines)
    if (isShared(Line))
      OS << Line << '\n';
  bool InFunction = false;
  for (StringRef Line : Lines) {
    InFunction |= Line.starts_with("define ");
    if (InFunction && !Line.empty())
      OS << Line.take_until([](char C) { return C == ';'; }).rtrim() << '\n';
    InFunction &= Line != "}";
  }
}

using SymbolsByGroup = std::map<std::string, std::vector<std::string>>;

/// The builtins of a library by their file.
static SymbolsByGroup groupsOf(const Module &Library) {
  SymbolsByGroup Groups;
  for (const Function &F : Library)
    if (StringRef Name = builtinName(F.getName());
        F.getName().starts_with("_Z") && !F.getName().contains("__clc_") &&
        !F.isDeclaration() &&
        (isStructuralBuiltin(Name) || isComputedBuiltin(F.getName())))
      Groups[builtinGroup(F.getName())].push_back(F.getName().str());
  return Groups;
}

static Error write(Module &Library, ArrayRef<std::string> Symbols,
                   const std::string &Path) {
  Expected<std::unique_ptr<Module>> Bodies = Cutting(Library, Symbols).run();
  if (!Bodies)
    return Bodies.takeError();
  std::string Text;
  raw_string_ostream OfText(Text);
  print(**Bodies, OfText);
  LLVMContext Reader;
  SMDiagnostic Diagnostic;
  if (!parseAssemblyString(Text, Diagnostic, Reader))
    return createStringError(inconvertibleErrorCode(),
                             Path + ": " + Diagnostic.getMessage());
  return writeToOutput(Path, [&](raw_ostream &OS) {
    OS << Text;
    return Error::success();
  });
}

/// Writes the first library's builtins, and from the second one, if there is
/// one, those of half that the first one lacks.
static Error run(StringRef Folder, ArrayRef<const char *> Libraries) {
  if (std::error_code EC = sys::fs::create_directories(Folder))
    return createStringError(EC, Folder + ": " + EC.message());
  StringSet<> Written;
  for (const char *Path : Libraries) {
    LLVMContext Context;
    SMDiagnostic Diagnostic;
    const std::unique_ptr<Module> Library =
        getLazyIRFileModule(Path, Diagnostic, Context);
    if (!Library)
      return createStringError(inconvertibleErrorCode(),
                               Path + (": " + Diagnostic.getMessage()));
    for (const auto &[Group, Symbols] : groupsOf(*Library))
      if ((Path == Libraries.front() ||
           (isOfHalf(Symbols.front()) &&
            !StringRef(Group).starts_with("async_"))) && // by its work-items
          Written.insert(Group).second)
        if (Error E =
                write(*Library, Symbols, (Folder + "/" + Group + ".ll").str()))
          return E;
  }
  return Error::success();
}

int main(int argc, char **argv) {
  if (argc < 3) {
    errs() << "usage: builtin-library FOLDER LIBCLC.bc [LIBCLC-OF-HALF.bc]\n";
    return 1;
  }
  if (Error E = run(argv[1], ArrayRef(argv, argc).drop_front(2))) {
    errs() << "builtin-library: error: " << toString(std::move(E)) << '\n';
    return 1;
  }
  return 0;
}
