// Bodies for OpenCL builtins that are structure, not operators.
#include "roofline/Canonical/StructuralBuiltins.h"

#include "roofline/Kernel/Operators.h"
#include "roofline/LLVM/LLVMVersions.h"
#include "roofline/Process/ShareFolder.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

#include <dlfcn.h>
#include <map>

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

/// OpenCL C 2.0 6.13.2-6.13.12: builtins that consist of a few plain
/// operations.
bool isStructuralBuiltin(StringRef Name) {
  // clang-format off
  static const StringSet<> Names = {
      "abs", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd", "clamp",
      "mad24", "mul24", "mad_hi", "mul_hi", "mad_sat", "max", "min", "fmin",
      "fmax", "fdim", "maxmag", "minmag", "rotate", "popcount", "clz", "ctz",
      "upsample", "mad", "mix", "step", "smoothstep", "sign", "degrees",
      "radians", "cross", "dot", "distance", "length", "normalize",
      "fast_distance", "fast_length", "fast_normalize", "select", "bitselect",
      "any", "all", "isequal", "isnotequal", "isgreater", "isgreaterequal",
      "isless", "islessequal", "islessgreater", "isfinite", "isinf", "isnan",
      "isnormal", "isordered", "isunordered", "signbit",
      "async_work_group_copy", "async_work_group_strided_copy",
      "wait_group_events", "prefetch", "fract", "nan", "copysign", "fabs"};
  // clang-format on
  return Names.contains(Name) || Name.starts_with("convert_") ||
         Name.starts_with("vload_half") || Name.starts_with("vstore_half") ||
         Name.starts_with("vloada_half") || Name.starts_with("vstorea_half");
}

/// The types of the arguments behind the name in a mangled symbol.
static StringRef mangledTypes(StringRef Symbol) {
  const StringRef Name = builtinName(Symbol);
  return Symbol.substr(Symbol.rfind(Name) + Name.size());
}

/// Mangled types without "Dv4_", of a vector, and with "S_" as what it repeats.
static std::string scalarTypes(StringRef Mangled) {
  std::string Types;
  while (!Mangled.empty()) {
    unsigned Lanes;
    if (Mangled.consume_front("S_") && !Types.empty())
      Types += Types.back();
    else if (Mangled.consume_front("Dv") &&
             (Mangled.consumeInteger(10, Lanes) || !Mangled.consume_front("_")))
      return "";
    else if (!Mangled.empty()) {
      Types += Mangled.front();
      Mangled = Mangled.drop_front();
    }
  }
  return Types;
}

/// Functions without loops.
bool isComputedBuiltin(StringRef Symbol) {
  // clang-format off
  static const StringSet<> Names = {
      "acos", "acosh", "acospi", "asin", "asinh", "asinpi", "atan", "atan2",
      "atan2pi", "atanh", "atanpi", "cbrt", "cos", "cosh", "cospi", "erf",
      "erfc", "exp", "exp10", "exp2", "expm1", "half_cos", "half_divide",
      "half_exp", "half_exp10", "half_exp2", "half_log", "half_log10",
      "half_log2", "half_powr", "half_recip", "half_rsqrt", "half_sin",
      "half_tan", "hypot", "ilogb", "ldexp", "log", "log10", "log1p", "log2",
      "logb", "native_divide", "native_recip", "nextafter", "pow", "pown",
      "powr", "rootn", "rsqrt", "sin", "sinh", "sinpi", "tan", "tanh",
      "tanpi"};
  // clang-format on
  const StringRef Name = builtinName(Symbol);
  if (!Names.contains(Name) || Symbol.contains("__clc_"))
    return false;
  const StringRef Mangled = mangledTypes(Symbol);
  if (Name.starts_with("erf") && Mangled.size() != 1) // a loop over the vector
    return false;
  const std::string Types = scalarTypes(Mangled);
  return Symbol.starts_with("_Z") &&
         is_contained({"f", "ff", "fi", "d", "dd", "di"}, Types);
}

bool isOfHalf(StringRef Symbol) {
  return Symbol.contains("Dh") ||
         builtinName(Symbol).starts_with("convert_half");
}

std::string builtinGroup(StringRef Symbol) {
  StringRef Name = builtinName(Symbol);
  // All roundings of one destination type: "convert_float4_rte" and its kin.
  if (Name.starts_with("convert_"))
    Name = Name.take_front(Name.find('_', StringRef("convert_").size()));
  return Name.str() + (isOfHalf(Symbol) ? "-of-half" : "");
}

/// The folder of the bodies in the form that this LLVM reads:
/// share/roofline/builtins/22 of the plugin's or the driver's installation.
static std::string builtinFolder() {
  Dl_info Info;
  SmallString<128> Binary;
  if (dladdr(reinterpret_cast<void *>(&builtinFolder), &Info) && Info.dli_fname)
    sys::fs::real_path(Info.dli_fname, Binary);
  if (!Binary.ends_with(".so"))
    Binary = sys::fs::getMainExecutable(
        nullptr, reinterpret_cast<void *>(&builtinFolder));
  return shareFolder(Binary) + "/builtins/" ROOFLINE_LLVM_MAJOR;
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
    Types.push_back(T->isPointerTy() ? PointerType::get(F.getContext(), Space)
                                     : T);
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

/// Calls the function of the symbol \p Name instead of \p F.
static void callInstead(Function &F, StringRef Name) {
  FunctionCallee Of = F.getParent()->getOrInsertFunction(
      Name, F.getFunctionType(), F.getAttributes());
  if (auto *Other = dyn_cast<Function>(Of.getCallee());
      Other && Other->getFunctionType() == F.getFunctionType()) {
    Other->setCallingConv(F.getCallingConv());
    F.replaceAllUsesWith(Other);
  }
}

/// OpenCL C 2.0 6.13.2: native_log and its kin may be as exact as log.
static void callExactly(Function &F) {
  StringRef Name = builtinName(F.getName());
  if (!F.isDeclaration() || !F.getName().starts_with("_Z") ||
      isComputedBuiltin(F.getName()) || !Name.consume_front("native_"))
    return;
  const std::string Exact =
      ("_Z" + Twine(Name.size()) + Name + mangledTypes(F.getName())).str();
  const Function *Own = F.getParent()->getFunction(Exact);
  if (isComputedBuiltin(Exact) && (!Own || Own->isDeclaration()))
    callInstead(F, Exact);
}

/// Halves are copied as any 16 bits are.
static void copyHalvesAsShorts(Function &F) {
  std::string Name = F.getName().str();
  if (!F.isDeclaration() || !isOfHalf(Name) ||
      !builtinName(Name).starts_with("async_work_group"))
    return;
  for (size_t At; (At = Name.find("Dh")) != std::string::npos;)
    Name.replace(At, 2, "s");
  callInstead(F, Name);
}

/// The OpenCL symbol of C's function \p F of floating-point numbers: "_Z3expf"
/// of expf and llvm.exp.f32. Empty where it is no such function.
static std::string symbolOfMath(const Function &F) {
  StringRef Name = F.getName();
  if (F.isIntrinsic()) {
    Name = Intrinsic::getBaseName(F.getIntrinsicID());
    Name.consume_front("llvm.");
    if (Name == "powi")
      Name = "pown";
  } else if (F.getReturnType()->isFloatTy() && !Name.consume_back("f")) {
    return "";
  }
  std::string Types;
  for (Type *T : F.getFunctionType()->params()) {
    const bool IsNumber = T == F.getReturnType() || T->isIntegerTy(32);
    if (!IsNumber || !(T->isFloatTy() || T->isDoubleTy() || T->isIntegerTy()))
      return "";
    Types += T->isFloatTy() ? 'f' : T->isDoubleTy() ? 'd' : 'i';
  }
  return ("_Z" + Twine(Name.size()) + Name + Types).str();
}

void callMathBuiltins(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    const std::string Symbol = F.isDeclaration() ? symbolOfMath(F) : "";
    if (!isComputedBuiltin(Symbol))
      continue;
    FunctionCallee Builtin = M.getOrInsertFunction(Symbol, F.getFunctionType());
    cast<Function>(Builtin.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallInst>(U);
          Call && Call->getCalledFunction() == &F) {
        Call->setCalledFunction(Builtin);
        Call->setCallingConv(CallingConv::SPIR_FUNC);
      }
  }
}

static bool isEvent(const Type *T) {
  const auto *Target = dyn_cast<TargetExtType>(T);
  return Target && Target->getName() == "spirv.Event";
}

/// libclc's bodies take and return an event as a pointer, and use none.
static void callWithoutEvents(Function &F) {
  const FunctionType *Old = F.getFunctionType();
  Type *Pointer = PointerType::get(F.getContext(), 0);
  auto Plain = [&](Type *T) { return isEvent(T) ? Pointer : T; };
  if (none_of(Old->params(), isEvent))
    return;
  SmallVector<Type *, 5> Types(map_range(Old->params(), Plain));
  const std::string Name = F.getName().str();
  F.setName("");
  FunctionCallee Target = F.getParent()->getOrInsertFunction(
      Name, FunctionType::get(Plain(Old->getReturnType()), Types,
                              /*isVarArg=*/false));
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getFunctionType() != Old)
      continue;
    SmallVector<Value *, 5> Arguments(Call->args());
    for (Value *&Argument : Arguments)
      if (isEvent(Argument->getType()))
        Argument = Constant::getNullValue(Pointer);
    CallInst *New = IRBuilder<>(Call).CreateCall(Target, Arguments);
    New->setCallingConv(Call->getCallingConv());
    Value *Result = New;
    if (isEvent(Call->getType()))
      Result = Constant::getNullValue(Call->getType());
    Call->replaceAllUsesWith(Result);
    Call->eraseFromParent();
  }
}

/// The text of the function \p Symbol in \p File, if it is there.
static StringRef definitionOf(StringRef Symbol, StringRef File) {
  std::string Name = ("@" + Symbol + "(").str();
  for (size_t At = 0; (At = File.find(Name, At)) != StringRef::npos; ++At) {
    size_t Begin = File.rfind('\n', At) + 1;
    constexpr StringRef End = "\n}\n";
    if (File.substr(Begin).starts_with("define "))
      return File.slice(Begin, File.find(End, At) + End.size());
  }
  return "";
}

/// LLVM assembly of \p Symbols and of what they call, out of a file that
/// builtin-library wrote: what the functions share, then the functions.
static std::string bodiesOf(std::vector<std::string> Symbols, StringRef File) {
  std::string Text = File.take_front(File.find("define ")).str();
  StringSet<> Seen;
  while (!Symbols.empty()) {
    std::string Symbol = std::move(Symbols.back());
    Symbols.pop_back();
    if (!Seen.insert(Symbol).second)
      continue;
    StringRef Definition = definitionOf(Symbol, File);
    Text += Definition;
    for (size_t At = 0; (At = Definition.find('@', At)) != StringRef::npos;
         ++At)
      Symbols.push_back(Definition.substr(At + 1)
                            .take_until([](char C) { return C == '('; })
                            .str());
  }
  return Text;
}

/// The module that \p Text describes.
static std::unique_ptr<Module> parse(StringRef Text, LLVMContext &Context) {
  // A context that discards names, as clang's does, refuses to read text.
  bool Discards = Context.shouldDiscardValueNames();
  Context.setDiscardValueNames(false);
  SMDiagnostic Diagnostic;
  std::unique_ptr<Module> M = parseAssemblyString(Text, Diagnostic, Context);
  Context.setDiscardValueNames(Discards);
  assert(M && "what builtin-library writes can be read");
  return M;
}

/// Both modules are of one context: what a linker would copy can move.
static void moveParts(Module &From, Module &To) {
  for (GlobalVariable &Table : make_early_inc_range(From.globals())) {
    if (GlobalVariable *There = To.getNamedGlobal(Table.getName())) {
      Table.replaceAllUsesWith(There);
    } else if (!Table.use_empty()) {
      From.removeGlobalVariable(&Table);
      To.insertGlobalVariable(&Table);
    }
  }
  for (Function &F : make_early_inc_range(From)) {
    Function *There = To.getFunction(F.getName());
    if (There && (F.isDeclaration() || !There->isDeclaration())) {
      F.replaceAllUsesWith(There);
      continue;
    }
    F.removeFromParent();
    if (There) {
      There->replaceAllUsesWith(&F);
      There->eraseFromParent();
    }
    To.getFunctionList().push_back(&F);
  }
}

/// OpenCL C 2.0 6.13.12: lane by lane what the low bits of the mask's lane
/// choose. libclc's body is a switch for each.
static bool defineShuffle(Function &F) {
  const StringRef Name = builtinName(F.getName());
  auto IsVector = [](const Argument &A) {
    return isa<FixedVectorType>(A.getType());
  };
  if ((Name != "shuffle" && Name != "shuffle2") ||
      F.arg_size() != (Name == "shuffle" ? 2 : 3) ||
      !all_of(F.args(), IsVector))
    return false;
  IRBuilder<> Builder(BasicBlock::Create(F.getContext(), "", &F));
  Value *From = F.getArg(0), *Mask = F.getArg(F.arg_size() - 1);
  uint64_t Lanes = cast<FixedVectorType>(From->getType())->getNumElements();
  if (Name == "shuffle2") {
    Lanes *= 2;
    const auto All = to_vector(seq<int>(0, Lanes));
    From = Builder.CreateShuffleVector(From, F.getArg(1), All);
  }
  Value *Result = PoisonValue::get(F.getReturnType());
  Value *Chosen =
      Builder.CreateAnd(Mask, ConstantInt::get(Mask->getType(), Lanes - 1));
  const auto *To = cast<FixedVectorType>(F.getReturnType());
  for (unsigned Lane : seq(To->getNumElements()))
    Result = Builder.CreateInsertElement(
        Result,
        Builder.CreateExtractElement(
            From, Builder.CreateExtractElement(Chosen, Lane)),
        Lane);
  Builder.CreateRet(Result);
  return true;
}

/// Ends the symbol of a function that an operator of a core computes.
constexpr StringLiteral OperatorSuffix = ".operator";

/// True for a function of numbers that one operator of a datapath computes, and
/// no operation of LLVM.
static bool isOperatorOfCores(const Function &F) {
  const KernelOperator *Op = kernelOperator(builtinName(F.getName()));
  if (!Op || !Op->IsFunction || Op->Datapath.empty() ||
      F.getName().ends_with(OperatorSuffix))
    return false;
  const bool AreNumbers = all_of(F.args(), [&](const Argument &A) {
    return Op->isFloat() ? A.getType()->isFloatingPointTy()
                         : A.getType()->isIntegerTy();
  });
  return AreNumbers && Intrinsic::lookupIntrinsicID(
                           ("llvm." + StringRef(Op->Datapath)).str()) ==
                           Intrinsic::not_intrinsic;
}

/// True where \p I computes with what memory holds: coordinates and arguments
/// alone belong to indices and bounds.
static bool isOfData(const Instruction &I) {
  SmallPtrSet<const Instruction *, 16> Seen = {&I};
  SmallVector<const Instruction *, 16> Work = {&I};
  while (!Work.empty())
    for (const Value *Of : Work.pop_back_val()->operands())
      if (const auto *From = dyn_cast<Instruction>(Of);
          From && Seen.insert(From).second) {
        if (From->mayReadFromMemory())
          return true;
        Work.push_back(From);
      }
  return false;
}

/// Gives the calls of \p F that compute with data a function of their own,
/// which stays without a body.
static void keepOperators(Function &F) {
  Function *Operator = nullptr;
  for (User *U : make_early_inc_range(F.users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledFunction() != &F || !isOfData(*Call))
      continue;
    if (!Operator) {
      Operator = Function::Create(F.getFunctionType(), F.getLinkage(),
                                  F.getName() + OperatorSuffix, F.getParent());
      Operator->setCallingConv(F.getCallingConv());
      Operator->setDoesNotAccessMemory();
      Operator->setDoesNotThrow();
      Operator->setWillReturn();
      Operator->setSpeculatable();
    }
    Call->setCalledFunction(Operator);
    Call->setAttributes(AttributeList());
  }
}

static bool wantsBody(const Function &F, BuiltinBodies Which) {
  if (!F.isDeclaration() || F.use_empty() ||
      F.getName().ends_with(OperatorSuffix))
    return false;
  return isStructuralBuiltin(builtinName(F.getName())) ||
         (Which != BuiltinBodies::Structural && isComputedBuiltin(F.getName()));
}

bool linkStructuralBuiltins(Module &M, BuiltinBodies Which) {
  bool Defined = false;
  for (Function &F : make_early_inc_range(M)) {
    copyHalvesAsShorts(F);
    if (Which != BuiltinBodies::Structural)
      callExactly(F);
  }
  for (Function &F : M)
    if (F.isDeclaration() && !F.use_empty())
      Defined |= defineShuffle(F);
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || F.use_empty() ||
        !isStructuralBuiltin(builtinName(F.getName())))
      continue;
    if (std::string Sibling = siblingOf(F.getName()); !Sibling.empty())
      callSibling(F, Sibling);
    else
      callWithoutEvents(F);
  }
  if (Which == BuiltinBodies::OfCores)
    for (Function &F : make_early_inc_range(M))
      if (F.isDeclaration() && isOperatorOfCores(F))
        keepOperators(F);
  std::map<std::string, std::vector<std::string>> Groups;
  for (const Function &F : M)
    if (wantsBody(F, Which))
      Groups[builtinGroup(F.getName())].push_back(F.getName().str());
  if (Groups.empty())
    return Defined;
  std::string Folder = builtinFolder();
  for (const auto &[Group, Symbols] : Groups) {
    auto File =
        MemoryBuffer::getFile(Folder + "/" + Group + ".ll", /*IsText=*/true);
    if (!File)
      continue;
    if (auto Bodies =
            parse(bodiesOf(Symbols, (*File)->getBuffer()), M.getContext()))
      moveParts(*Bodies, M);
  }
  return true;
}

std::optional<std::string> whyNoBuiltins() {
  const std::string Folder = builtinFolder();
  if (sys::fs::is_directory(Folder))
    return std::nullopt;
  return Folder + " is not there; it is built where libclc is (Debian: "
                  "libclc-" ROOFLINE_LLVM_MAJOR ")";
}

} // namespace roofline
