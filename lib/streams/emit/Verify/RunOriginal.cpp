// Runs the original kernel on this machine, on the memory of its streams.
#include "roofline/Verify/RunOriginal.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Nest/AtomicUpdates.h"
#include "roofline/Nest/PrivateArrays.h"
#include "roofline/Nest/TimeLoop.h"
#include "roofline/Process/Sandbox.h"
#include "roofline/Stream/StreamChain.h"
#include "roofline/Variants/KernelVariant.h"
#include "roofline/Verify/KernelRunner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/SROA.h"

#include <cmath>
#include <cstring>

using namespace llvm;

namespace roofline {

ValueType elementType(const StreamKernel &K, StringRef Buffer,
                      uint64_t Element) {
  std::optional<ValueType> Found;
  auto Look = [&](const Stream &S) {
    if (S.Name == Buffer && (!Found || Element % S.Fields == S.field()))
      Found = S.Type;
  };
  for_each(K.Inputs, Look);
  for_each(K.Outputs, Look);
  for_each(K.Temporaries, Look);
  if (Found)
    return *Found;
  for (const Reduction &R : K.results())
    if (R.Name == Buffer)
      return R.Type;
  return {};
}

/// [byte] More than a work-group has of local memory.
constexpr size_t MaxLocalBytes = size_t(1) << 20;

/// "coef[3]": an element of a buffer that is a scalar of the core.
static bool isElementOf(StringRef Scalar, StringRef Buffer, uint64_t &Index) {
  return Scalar.consume_front(Buffer) && Scalar.consume_front("[") &&
         Scalar.consume_back("]") && !Scalar.getAsInteger(10, Index);
}

/// The bytes that the kernel's argument \p A points to, or is; those of \p
/// Buffers are moved out.
static std::vector<uint8_t> bytesOf(const Argument &A, const StreamKernel &K,
                                    const Launch &L, ArrayRef<uint64_t> Scalars,
                                    BufferBytes &Buffers) {
  std::string Name = kernelArgument(A).Name;
  std::vector<uint8_t> Bytes(16);
  if (!A.getType()->isPointerTy()) {
    // An argument that is no scalar of the core decides nothing. As a small
    // number it also ends the loops whose results nobody needs.
    uint64_t Bits = A.getType()->isIntegerTy();
    for (const auto &[S, Value] : zip_equal(K.Scalars, Scalars))
      if (S.Name == Name)
        Bits = Value;
    if (auto Bound = L.Args.find(Name);
        Bound != L.Args.end() &&
        none_of(K.Scalars, [&](const auto &S) { return S.Name == Name; }))
      Bits = Bound->second;
    std::memcpy(Bytes.data(), &Bits, sizeof Bits);
    return Bytes;
  }
  if (auto It = Buffers.find(Name); It != Buffers.end())
    return std::move(It->second);
  if (A.getType()->getPointerAddressSpace() == LocalSpace) {
    Bytes.resize(MaxLocalBytes);
    return Bytes;
  }
  // Elements that are the same for all work-items.
  for (const auto &[S, Value] : zip_equal(K.Scalars, Scalars))
    if (uint64_t Index; isElementOf(S.Name, Name, Index)) {
      size_t Size = S.Type.Bits / 8;
      Bytes.resize(std::max(Bytes.size(), (Index + 1) * Size + 16));
      std::memcpy(&Bytes[Index * Size], &Value, Size);
    }
  return Bytes;
}

/// Other kernels may call what cannot be run here.
static void keepOnly(Module &M, StringRef Kernel) {
  for (Function &F : M)
    if (!F.isDeclaration() && F.getName() != Kernel)
      F.setLinkage(GlobalValue::InternalLinkage);
  ModuleAnalysisManager MAM;
  GlobalDCEPass().run(M, MAM);
}

/// Gives a value to what has any one in OpenCL C, as the core does: sums beyond
/// their type wrap, and floats beyond an integer are its nearest value; data is
/// random.
static void defineOverflow(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    if (isa<BinaryOperator>(I) && I.getType()->isIntOrIntVectorTy())
      I.dropPoisonGeneratingFlags();
    if (!isa<FPToSIInst, FPToUIInst>(I))
      continue;
    IRBuilder<> B(&I);
    Value *From = I.getOperand(0);
    I.replaceAllUsesWith(B.CreateIntrinsic(
        isa<FPToSIInst>(I) ? Intrinsic::fptosi_sat : Intrinsic::fptoui_sat,
        {I.getType(), From->getType()}, {From}));
    I.eraseFromParent();
  }
}

/// Drops the events of copies, which are complete when they are called here:
/// this machine has no such type.
static void dropEvents(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    const auto *Store = dyn_cast<StoreInst>(&I);
    Type *T = Store ? Store->getValueOperand()->getType() : I.getType();
    if (!isa<TargetExtType>(T) || !isa<StoreInst, LoadInst, PHINode>(I))
      continue;
    I.replaceAllUsesWith(PoisonValue::get(I.getType()));
    I.eraseFromParent();
  }
}

/// Drops what decides nothing: a buffer that only such code reads is no stream
/// of the core, and there is nothing behind its pointer.
static void dropDeadCode(Module &M) {
  PassAnalyses Analyses;
  FunctionPassManager Passes;
  Passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  Passes.addPass(EarlyCSEPass());
  Passes.addPass(ADCEPass());
  for (Function &F : M)
    if (!F.isDeclaration())
      Passes.run(F, Analyses.FAM);
}

namespace {

/// A kernel of the original, for this machine.
struct CompiledKernel {
  std::unique_ptr<Module> Clone; ///< for its arguments
  std::string Name;
  std::unique_ptr<KernelRunner> Runner;
  KernelRunner::Code Code = nullptr;
  std::optional<size_t> OwnStack = {}; ///< KernelRunner::ownStack()
};

} // namespace

/// With \p Stop its time loop ends after as many steps.
static Expected<CompiledKernel> compileKernel(const Module &M, StringRef Name,
                                              bool Optimise,
                                              std::optional<int64_t> Stop) {
  std::unique_ptr<Module> Clone = cloneKernels(M);
  keepOnly(*Clone, Name);
  if (Stop)
    if (Error E = stopTimeLoop(*Clone, Name, *Stop))
      return E;
  lowerVectorAccesses(*Clone);
  leavePadding(*Clone);
  linkStructuralBuiltins(*Clone, BuiltinBodies::All);
  splitVectorOperators(*Clone);
  clearPrivateArrays(*Clone);
  for (Function &F : *Clone) {
    lowerAtomicUpdates(
        F, AtomicOrder::OneByOne); // work-items run one after another here
    defineOverflow(F);
    dropEvents(F);
  }
  dropDeadCode(*Clone);
  if (std::optional<std::string> Why = KernelRunner::whyNotRun(*Clone))
    return createStringError("the original cannot be run here: " + *Why);
  StripDebugInfo(*Clone); // the clone does not list its compile unit
  SmallVector<char, 0> Bitcode;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(*Clone, OS);
  CompiledKernel Kernel = {std::move(Clone), Name.str(),
                           std::make_unique<KernelRunner>()};
  Kernel.OwnStack = KernelRunner::ownStack(*Kernel.Clone);
  auto Own = Kernel.Runner->Context.withContextDo([&](LLVMContext *Context) {
    return parseBitcodeFile(
        MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), Name),
        *Context);
  });
  if (!Own)
    return Own.takeError();
  Kernel.Code = Kernel.Runner->compile(std::move(*Own), Name, Optimise);
  if (!Kernel.Code)
    return createStringError(
        "the original cannot be compiled for this machine");
  return std::move(Kernel);
}

/// Runs a kernel of the chain \p K, or \p K itself.
static Error runKernel(const CompiledKernel &Kernel, const StreamKernel &K,
                       const Launch &L, ArrayRef<uint64_t> Scalars,
                       BufferBytes &Buffers) {
  ArgumentBytes Data;
  std::vector<std::string> Names;
  for (const Argument &A : Kernel.Clone->getFunction(Kernel.Name)->args()) {
    Names.push_back(kernelArgument(A).Name);
    Data.push_back(bytesOf(A, K, L, Scalars, Buffers));
  }
  unsigned Dimensions = std::max(1u, L.Dimensions);
  std::array<uint64_t, 3> Local = L.Local.value_or(
      std::array<uint64_t, 3>{L.Global[0], L.Global[1], L.Global[2]});
  if (Error E = KernelRunner::runNDRange(
          Kernel.Code, Kernel.OwnStack, ArrayRef(L.Global.data(), Dimensions),
          ArrayRef(Local.data(), Dimensions), Data))
    return E;
  for (const auto &[Name, Bytes] : zip_equal(Names, Data))
    if (auto It = Buffers.find(Name); It != Buffers.end())
      It->second = std::move(Bytes);
  return Error::success();
}

/// Gives each buffer to the argument that has it in the next step.
static void takeTurns(const std::map<std::string, std::string> &Turns,
                      BufferBytes &Buffers) {
  BufferBytes Next;
  for (const auto &[Argument, From] : Turns)
    Next[Argument] = std::move(Buffers[From]);
  for (auto &[Argument, Bytes] : Next)
    Buffers[Argument] = std::move(Bytes);
}

namespace {

/// How the original does some steps.
struct StepPlan {
  int64_t Calls = 1;
  std::optional<int64_t> Stop; ///< [step] of the kernel's own loop
  /// Buffer that each argument has next. The buffers take turns TurnsOfCall
  /// times after each call.
  std::map<std::string, std::string> Turns;
  int64_t TurnsOfCall = 0;
  /// Buffers into which a copy of the kernel's puts what the next step reads.
  std::vector<std::string> CopiedTo;
};

} // namespace

/// \p Steps, or one alone after which no buffer takes turns.
static StepPlan planOf(const Launch &L, std::optional<int64_t> Steps) {
  StepPlan Plan;
  const int64_t Number = Steps.value_or(1);
  if (!L.Iterate) {
    Plan.Calls = Number;
    return Plan;
  }
  if (Steps && L.Iterate->Runner != StepLoop::Copies)
    Plan.Turns = turnsOf(L.Iterate->Swap);
  if (L.Iterate->Runner == StepLoop::Host) {
    Plan.Calls = Number;
    Plan.TurnsOfCall = 1;
    return Plan;
  }
  Plan.TurnsOfCall = Number;
  if (Number != L.Iterate->Steps)
    Plan.Stop = Number;
  if (!Steps && L.Iterate->Runner == StepLoop::Copies)
    for (const SwapPair &P : L.Iterate->Swap)
      Plan.CopiedTo.push_back(P.Read);
  return Plan;
}

/// Calls \p Kernels as \p Plan says.
static Error runCalls(ArrayRef<CompiledKernel> Kernels, const StepPlan &Plan,
                      const StreamKernel &K, const Launch &L,
                      ArrayRef<uint64_t> Scalars, BufferBytes &Buffers) {
  for (int64_t Call = 0; Call < Plan.Calls; ++Call) {
    for (const CompiledKernel &Kernel : Kernels)
      if (Error E = runKernel(Kernel, K, L, Scalars, Buffers))
        return E;
    for (int64_t Turn = 0; Turn < Plan.TurnsOfCall; ++Turn)
      takeTurns(Plan.Turns, Buffers);
  }
  return Error::success();
}

/// As runCalls(), in a process apart: what the kernel does to memory it does
/// there. \p Buffers get their turns here, so that sizes are not the child's.
static Error runCallsApart(ArrayRef<CompiledKernel> Kernels,
                           const StepPlan &Plan, const StreamKernel &K,
                           const Launch &L, ArrayRef<uint64_t> Scalars,
                           BufferBytes &Buffers) {
  size_t Size = 0;
  for (const auto &[Name, Bytes] : Buffers)
    Size += Bytes.size();
  auto Run = [&](MutableArrayRef<uint8_t> Result) -> Error {
    if (Error E = runCalls(Kernels, Plan, K, L, Scalars, Buffers))
      return E;
    uint8_t *To = Result.data();
    for (const auto &[Name, Bytes] : Buffers)
      To = std::copy(Bytes.begin(), Bytes.end(), To);
    return Error::success();
  };
  auto Take = [&](ArrayRef<uint8_t> Result) {
    for (int64_t Turn = 0; Turn < Plan.Calls * Plan.TurnsOfCall; ++Turn)
      takeTurns(Plan.Turns, Buffers);
    const uint8_t *From = Result.data();
    for (auto &[Name, Bytes] : Buffers) {
      std::copy_n(From, Bytes.size(), Bytes.begin());
      From += Bytes.size();
    }
  };
  return runApart("the original", Size, Run, Take);
}

static Error runSteps(const Module &M, const StreamKernel &K, const Launch &L,
                      ArrayRef<uint64_t> Scalars, BufferBytes &Buffers,
                      bool Optimise, std::optional<int64_t> Steps) {
  for (const Stream &S : K.Temporaries) {
    size_t Size = S.Type.Bits / 8;
    auto [It, IsNew] = Buffers.try_emplace(S.Name);
    if (IsNew) // what nobody may read
      It->second.assign(Size * endOfElements(S) + 16, 0x5a);
  }
  const StepPlan Plan = planOf(L, Steps);
  std::vector<CompiledKernel> Kernels;
  for (const std::string &Name : kernelsOfChain(K.Name)) {
    Expected<CompiledKernel> Kernel =
        compileKernel(M, Name, Optimise, Plan.Stop);
    if (!Kernel)
      return Kernel.takeError();
    Kernels.push_back(std::move(*Kernel));
  }
  BufferBytes Before;
  for (const std::string &Name : Plan.CopiedTo)
    Before[Name] = Buffers[Name];
  if (Error E = runCallsApart(Kernels, Plan, K, L, Scalars, Buffers))
    return E;
  for (auto &[Name, Bytes] : Before)
    Buffers[Name] = std::move(Bytes);
  return Error::success();
}

Error runOriginal(const Module &M, const StreamKernel &K, const Launch &L,
                  ArrayRef<uint64_t> Scalars, BufferBytes &Buffers,
                  bool Optimise) {
  return runSteps(M, K, L, Scalars, Buffers, Optimise, std::nullopt);
}

Error runOriginal(const Module &M, const StreamKernel &K, const Launch &L,
                  StreamMemory &Memory, std::optional<int64_t> Steps) {
  // Behind each buffer, room for what the original may write beside the core's
  // window: 16 bytes that vectors of three and their kin may touch, and more.
  constexpr size_t Touched = 16, MostGuarded = size_t(1) << 24;
  constexpr uint8_t Untouched = 0xa5;
  BufferBytes Buffers;
  for (const StreamMemory::Buffer &B : Memory.Buffers) {
    size_t Size = elementType(K, B.Name).Bits / 8;
    std::vector<uint8_t> &Bytes = Buffers[B.Name];
    Bytes.resize(B.Elements.size() * Size + Touched);
    for (size_t I = 0; I < B.Elements.size(); ++I)
      std::memcpy(&Bytes[I * Size], &B.Elements[I], Size);
    Bytes.resize(Bytes.size() +
                     std::min<size_t>(K.Space.volume() * 8, MostGuarded),
                 Untouched);
  }
  if (Error E =
          runSteps(M, K, L, Memory.Scalars, Buffers, /*Optimise=*/false, Steps))
    return E;
  for (StreamMemory::Buffer &B : Memory.Buffers) {
    size_t Size = elementType(K, B.Name).Bits / 8;
    const std::vector<uint8_t> &Bytes = Buffers[B.Name];
    if (any_of(drop_begin(Bytes, B.Elements.size() * Size + Touched),
               [](uint8_t Byte) { return Byte != Untouched; }))
      return createStringError("the original writes elements of '" + B.Name +
                               "' that are not in the streams");
    for (size_t I = 0; I < B.Elements.size(); ++I) {
      B.Elements[I] = 0;
      std::memcpy(&B.Elements[I], &Bytes[I * Size], Size);
    }
  }
  return Error::success();
}

static bool isNaN(uint64_t Bits, ValueType Type) {
  return Type.Scalar == ScalarKind::Float && isNaNBits(Bits, Type.Bits);
}

std::optional<std::string> differenceOf(const StreamKernel &K, StringRef Buffer,
                                        uint64_t Element, uint64_t Expected,
                                        uint64_t Actual) {
  if (Expected == Actual)
    return std::nullopt;
  if (ValueType Type = elementType(K, Buffer, Element);
      isNaN(Expected, Type) && isNaN(Actual, Type))
    return std::nullopt;
  return (Buffer + "[" + Twine(Element) + "] is 0x" + utohexstr(Actual) +
          ", not 0x" + utohexstr(Expected))
      .str();
}

std::optional<std::string> firstDifference(const StreamKernel &K,
                                           const StreamMemory &Expected,
                                           const StreamMemory &Actual) {
  for (const auto &[E, A] : zip_equal(Expected.Buffers, Actual.Buffers)) {
    // A temporary may be read from memory first; nobody reads it afterwards.
    if (any_of(K.Temporaries,
               [&](const Stream &S) { return S.Name == E.Name; }))
      continue;
    for (size_t I = 0; I < E.Elements.size(); ++I)
      if (auto Difference =
              differenceOf(K, E.Name, I, E.Elements[I], A.Elements[I]))
        return Difference;
  }
  return std::nullopt;
}

} // namespace roofline
