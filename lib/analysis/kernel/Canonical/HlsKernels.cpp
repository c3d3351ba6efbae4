// Functions of C and C++ as kernels, which all analyses know.
#include "roofline/Canonical/HlsKernels.h"

#include "KernelBuffers.h"
#include "PassedMemories.h"
#include "StaticBuffers.h"
#include "StreamArrays.h"

#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

/// Metadata: the function, and the line and column of a loop or the number of
/// an array in it.
static constexpr StringLiteral SourceLoopMark = "roofline.source-loop",
                               SourceArrayMark = "roofline.source-array";

std::vector<std::string> functionsNamed(const Module &M, StringRef Name) {
  std::vector<std::string> Found;
  for (const Function &F : M) {
    if (F.isDeclaration())
      continue;
    const StringRef Symbol = F.getName();
    const SourceFunction *Known = recordedFunction(Symbol);
    ItaniumPartialDemangler Demangler;
    const std::string Mangled = Symbol.str(); // to which the demangler refers
    std::string Demangled;
    if (!Demangler.partialDemangle(Mangled.c_str()))
      if (char *Text = Demangler.getFunctionName(nullptr, nullptr)) {
        Demangled = Text;
        std::free(Text);
      }
    if (Symbol == Name || (Known && Known->Name == Name) || Demangled == Name)
      Found.push_back(Symbol.str());
  }
  return Found;
}

std::vector<std::string> topsByPragma(const Module &M) {
  std::vector<std::string> Found;
  for (const Function &F : M)
    if (const SourceFunction *Known =
            F.isDeclaration() ? nullptr : recordedFunction(F.getName());
        Known && any_of(Known->Directives, [](const SourceDirective &D) {
          return D.Name == "top";
        }))
      Found.push_back(F.getName().str());
  return Found;
}

static Metadata *number(LLVMContext &Context, uint32_t Value) {
  return ConstantAsMetadata::get(
      ConstantInt::get(Type::getInt32Ty(Context), Value));
}

static uint32_t numberIn(const MDNode &Node, unsigned Operand) {
  return uint32_t(
      mdconst::extract<ConstantInt>(Node.getOperand(Operand))->getZExtValue());
}

/// Gives each loop of \p F the place that its statement has.
static void markLoops(Function &F) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  LLVMContext &Context = F.getContext();
  for (llvm::Loop *L : LI.getLoopsInPreorder()) {
    const SourceLocation Place = loopPlace(*L);
    if (!Place)
      continue;
    MDNode *Mark = MDNode::get(Context, {MDString::get(Context, SourceLoopMark),
                                         MDString::get(Context, F.getName()),
                                         number(Context, Place.Line),
                                         number(Context, Place.Column)});
    L->setLoopID(
        makePostTransformationMetadata(Context, L->getLoopID(), {}, {Mark}));
  }
}

/// Gives each array of \p F its number in the source: by its name, or, where
/// names are dropped, as the next of its size.
static void markArrays(Function &F, const SourceFunction &Source) {
  std::vector<bool> IsTaken(Source.Arrays.size());
  auto NumElements = [](const SourceArray &M) {
    uint64_t Product = 1;
    for (uint64_t D : M.Dimensions)
      Product *= D;
    return Product;
  };
  for (Instruction &I : instructions(F)) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    if (!Array || !Array->getAllocatedType()->isArrayTy())
      continue;
    uint64_t Elements = 1;
    for (Type *T = Array->getAllocatedType(); T->isArrayTy();
         T = T->getArrayElementType())
      Elements *= T->getArrayNumElements();
    for (const auto &[Number, M] : enumerate(Source.Arrays)) {
      const bool Fits = !IsTaken[Number] && !M.IsStatic &&
                        NumElements(M) == Elements &&
                        (!Array->hasName() || Array->getName() == M.Name);
      if (!Fits)
        continue;
      IsTaken[Number] = true;
      if (!Array->hasName())
        Array->setName(M.Name);
      LLVMContext &Context = F.getContext();
      Array->setMetadata(
          SourceArrayMark,
          MDNode::get(Context, {MDString::get(Context, F.getName()),
                                number(Context, Number)}));
      break;
    }
  }
}

SmallSetVector<Function *, 8> calledBy(Function &F) {
  SmallSetVector<Function *, 8> Found;
  Found.insert(&F);
  for (size_t Next = 0; Next < Found.size(); ++Next)
    for (const Instruction &I : instructions(*Found[Next]))
      if (const auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction())
          Found.insert(Callee);
  return Found;
}

/// How a kernel gives its function's result.
enum class ResultForm { Returned, Buffer };

/// A kernel that calls \p Top, under its name.
static Function &wrap(Function &Top, ResultForm Result) {
  Module &M = *Top.getParent();
  std::vector<std::string> Names;
  for (const Function *F : calledBy(Top))
    if (!F->isDeclaration())
      Names.push_back(F->getName().str());
  SmallVector<Type *, 8> Types;
  for (const Argument &A : Top.args())
    Types.push_back(A.getType()->isPointerTy()
                        ? PointerType::get(M.getContext(), GlobalSpace)
                        : A.getType());
  const std::string Passed = passedMemoriesText(Top);
  const std::string Name = Top.getName().str();
  Type *Returned = Top.getReturnType();
  const bool IsStored = Result == ResultForm::Buffer && !Returned->isVoidTy();
  if (IsStored) {
    Types.push_back(PointerType::get(M.getContext(), GlobalSpace));
    Returned = Type::getVoidTy(M.getContext());
  }
  Top.setName(Name + ".body");
  Function *Kernel = Function::Create(FunctionType::get(Returned, Types, false),
                                      GlobalValue::ExternalLinkage,
                                      Top.getAddressSpace(), Name, &M);
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  Kernel->addFnAttr(HlsFunctions, join(Names, " "));
  Kernel->addFnAttr(PassedMemoriesMark, Passed);
  Kernel->setSubprogram(Top.getSubprogram());
  Top.setSubprogram(nullptr);
  Top.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Kernel));
  SmallVector<Value *, 8> Arguments;
  for (auto [Inner, Outer] : zip_first(Top.args(), Kernel->args())) {
    Outer.setName(Inner.getName());
    Arguments.push_back(Builder.CreateAddrSpaceCast(&Outer, Inner.getType()));
  }
  CallInst *Call = Builder.CreateCall(&Top, Arguments);
  Call->setCallingConv(Top.getCallingConv());
  if (IsStored) {
    Argument &Buffer = *(Kernel->arg_end() - 1);
    Buffer.setName("ap_return");
    Value *Word = Call; // of whole bytes
    if (Call->getType()->isIntegerTy(1))
      Word = Builder.CreateZExt(Call, Builder.getInt8Ty());
    Builder.CreateStore(Word, &Buffer);
  }
  if (Returned->isVoidTy())
    Builder.CreateRetVoid();
  else
    Builder.CreateRet(Call);
  return *Kernel;
}

/// Gives each array without a name that of its variable, or one of our own.
static void nameArrays(Function &F) {
  for (Instruction &I : instructions(F)) {
    auto *Array = dyn_cast<AllocaInst>(&I);
    if (!Array || Array->hasName() ||
        !Array->getAllocatedType()->isAggregateType())
      continue;
    const auto Declared = findDVRDeclares(Array);
    Array->setName(Declared.empty()
                       ? "array"
                       : Declared.front()->getVariable()->getName());
  }
}

/// True for a function that prints, or stops a program whose assertion fails:
/// the vendor's tool leaves it out. Source: AMD UG1399, "System Calls".
static bool isPrinting(StringRef Symbol) {
  return is_contained({"printf", "fprintf", "vprintf", "puts", "fputs",
                       "putchar", "fputc", "putc", "fflush", "fwrite", "perror",
                       "__assert_fail"},
                      Symbol) ||
         Symbol.starts_with("_ZNSo") || Symbol.contains("13basic_ostream");
}

/// Takes calls that print out of \p M. An operator of a stream gives the stream
/// back, which is its first argument.
static void dropPrinting(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallBase>(&I);
      const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (!isa_and_nonnull<CallInst>(Call) || !Callee ||
          !isPrinting(Callee->getName()))
        continue;
      const bool GivesFirst =
          Call->arg_size() > 0 &&
          Call->getArgOperand(0)->getType() == Call->getType();
      if (!Call->getType()->isVoidTy())
        Call->replaceAllUsesWith(GivesFirst
                                     ? Call->getArgOperand(0)
                                     : Constant::getNullValue(Call->getType()));
      Call->eraseFromParent();
    }
}

/// Takes the native widths of this machine out of the layout of \p M: a sum of
/// 12 bits shall stay one.
static void dropNativeWidths(Module &M) {
  std::string Layout;
  for (StringRef Part : split(M.getDataLayoutStr(), '-'))
    if (!Part.starts_with("n") || Part.starts_with("ni"))
      Layout += (Layout.empty() ? "" : "-") + Part.str();
  M.setDataLayout(Layout);
}

static void prepare(Module &M) {
  dropNativeWidths(M);
  dropPrinting(M);
  // A memory is known by its name.
  M.getContext().setDiscardValueNames(false);
  for (Function &F : M)
    if (const SourceFunction *Source =
            F.isDeclaration() ? nullptr : recordedFunction(F.getName())) {
      markLoops(F);
      markArrays(F, *Source);
    }
  for (Function &F : M) {
    nameArrays(F);
    // A stream is no array of the kernel: include-hls/hls_stream.h.
    if (F.isDeclaration() && F.getName().contains("3hls6stream"))
      F.setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  }
}

void makeHlsKernels(Module &M, ArrayRef<std::string> Tops) {
  prepare(M);
  for (const std::string &Top : Tops)
    if (Function *F = M.getFunction(Top))
      wrap(*F, ResultForm::Returned);
}

/// True where a directive \p Name without options that change its sense stands
/// in the loop at \p Loop; or, without a loop, in the function's body.
static bool isAsked(const SourceFunction &Source, StringRef Name,
                    std::optional<LinePlace> Loop) {
  return any_of(Source.Directives, [&](const SourceDirective &D) {
    const bool IsPlain = none_of(D.Options, [](const auto &Option) {
      return is_contained({"off", "factor", "region"}, Option.first);
    });
    return D.Name == Name && IsPlain && D.Loop == Loop;
  });
}

/// True where \p L is unrolled because a loop around it, or the function, is
/// pipelined. Source: AMD UG1399, "pragma HLS pipeline".
static bool isInPipeline(const llvm::Loop &L, const SourceFunction &Source) {
  if (isAsked(Source, "pipeline", std::nullopt))
    return true;
  for (const llvm::Loop *Outer = L.getParentLoop(); Outer;
       Outer = Outer->getParentLoop())
    if (const SourceLocation Place = loopPlace(*Outer);
        Place &&
        isAsked(Source, "pipeline", LinePlace{Place.Line, Place.Column}))
      return true;
  return false;
}

/// Lays out the loops of \p F that `unroll` without a factor stands in, and
/// those inside of a pipeline.
static void unrollAsAsked(Function &F, const SourceFunction &Source) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  LLVMContext &Context = F.getContext();
  for (llvm::Loop *L : LI.getLoopsInPreorder()) {
    const SourceLocation Place = loopPlace(*L);
    if ((Place &&
         isAsked(Source, "unroll", LinePlace{Place.Line, Place.Column})) ||
        isInPipeline(*L, Source))
      L->setLoopID(makePostTransformationMetadata(
          Context, L->getLoopID(), {"llvm.loop.unroll."},
          {MDNode::get(Context,
                       MDString::get(Context, "llvm.loop.unroll.full"))}));
  }
}

uint64_t elementBytes(const SourceArray &A) {
  // 12 bits take the room of 16, and one bit that of 8.
  const uint64_t Bits = A.Element.Bits;
  if (Bits == 0)
    return 0;
  return Bits > 64 ? divideCeil(Bits, 64) * 8
                   : std::max<uint64_t>(8, PowerOf2Ceil(Bits)) / 8;
}

/// Says how large the arrays are that \p Kernel takes.
static void sizeArrays(Function &Kernel, const SourceFunction &Source) {
  for (Argument &A : Kernel.args())
    for (const SourceArray &Known : Source.Arguments) {
      uint64_t Bytes = Known.Dimensions.empty() ? 0 : elementBytes(Known);
      for (uint64_t Size : Known.Dimensions)
        Bytes *= Size;
      if (A.getType()->isPointerTy() && A.getName() == Known.Name && Bytes)
        A.addAttr(
            Attribute::getWithDereferenceableBytes(Kernel.getContext(), Bytes));
    }
}

/// The last part of \p Name: "run" of "dsp::run<int>".
static StringRef lastPart(StringRef Name) {
  Name = Name.take_until([](char C) { return C == '<' || C == '('; });
  return Name.substr(Name.rfind(':') + 1);
}

void makeLaunchedKernels(Module &M, ArrayRef<std::string> Tops,
                         const StringMap<int64_t> &Values) {
  prepare(M);
  // Code before main is no part of a function that is synthesised.
  for (StringRef Name : {"llvm.global_ctors", "llvm.global_dtors"})
    if (GlobalVariable *List = M.getNamedGlobal(Name))
      List->eraseFromParent();
  for (Function &F : M)
    if (const SourceFunction *Source =
            F.isDeclaration() ? nullptr : recordedFunction(F.getName()))
      unrollAsAsked(F, *Source);
  callMathBuiltins(M);
  setTargetTriple(M, "spir64-unknown-unknown");
  SmallVector<const SourceFunction *, 2> Sources; // by kernel
  SmallVector<Function *, 2> Kernels;
  for (const std::string &Top : Tops)
    if (Function *F = M.getFunction(Top)) {
      Sources.push_back(recordedFunction(Top));
      Kernels.push_back(&wrap(*F, ResultForm::Buffer));
      if (Sources.back())
        sizeArrays(*Kernels.back(), *Sources.back());
    }
  for (Function *&Kernel : Kernels)
    Kernel = &makeStreamsArrays(*Kernel, Values);
  const StaticVariables Written = writtenStatics(Kernels);
  for (const auto &[Kernel, Source] : zip_equal(Kernels, Sources)) {
    Kernel = &makeStaticsBuffers(*Kernel, Written);
    const StringRef Name = Source ? lastPart(Source->Name) : StringRef();
    if (!Name.empty() && !M.getNamedValue(Name))
      Kernel->setName(Name);
  }
}

std::vector<const SourceFunction *> sourceFunctions(const Function &Kernel) {
  std::vector<const SourceFunction *> Found;
  SmallVector<StringRef, 8> Names;
  Kernel.getFnAttribute(HlsFunctions).getValueAsString().split(Names, ' ');
  for (StringRef Name : Names)
    if (const SourceFunction *F = recordedFunction(Name))
      Found.push_back(F);
  return Found;
}

LoopInSource loopInSource(const llvm::Loop &L) {
  const MDNode *Mark = findOptionMDForLoop(&L, SourceLoopMark);
  if (!Mark || Mark->getNumOperands() != 4)
    return {};
  return {recordedFunction(cast<MDString>(Mark->getOperand(1))->getString()),
          {numberIn(*Mark, 2), numberIn(*Mark, 3)}};
}

ArrayInSource arrayInSource(const AllocaInst &Array) {
  const MDNode *Mark = Array.getMetadata(SourceArrayMark);
  if (!Mark)
    return {};
  const SourceFunction *F =
      recordedFunction(cast<MDString>(Mark->getOperand(0))->getString());
  return {&F->Arrays[numberIn(*Mark, 1)], F};
}

} // namespace roofline
