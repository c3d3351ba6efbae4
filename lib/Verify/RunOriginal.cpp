// The original kernel, run on this machine on the memory of its streams.
#include "roofline/Verify/RunOriginal.h"

#include "roofline/Analysis/ArgumentNames.h"
#include "roofline/Analysis/CloneKernels.h"
#include "roofline/Analysis/StructuralBuiltins.h"
#include "roofline/Model/StreamChain.h"
#include "roofline/Transform/KernelVariant.h"
#include "roofline/Verify/KernelRunner.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"

#include <cmath>
#include <cstring>

using namespace llvm;

namespace roofline {

static Error wrong(const Twine &Text) {
  return createStringError(inconvertibleErrorCode(), Text);
}

/// Type of \p Buffer's element, by what the kernel does with it; all are as
/// wide.
static ValueType elementType(const StreamKernel &K, StringRef Buffer,
                             uint64_t Element = 0) {
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
  for (const Reduction &R : K.Reductions)
    if (R.Name == Buffer)
      return R.Type;
  return {};
}

/// "coef[3]": an element of a buffer that is a scalar of the core.
static bool isElementOf(StringRef Scalar, StringRef Buffer, uint64_t &Index) {
  return Scalar.consume_front(Buffer) && Scalar.consume_front("[") &&
         Scalar.consume_back("]") && !Scalar.getAsInteger(10, Index);
}

/// The bytes that the kernel's argument \p A points to, or is.
static Expected<std::vector<uint8_t>> bytesOf(const Argument &A,
                                              const StreamKernel &K,
                                              const Launch &L,
                                              const StreamMemory &From) {
  std::string Name = kernelArgument(A).Name;
  std::vector<uint8_t> Bytes(16);
  if (!A.getType()->isPointerTy()) {
    uint64_t Bits = 0;
    bool Known = false;
    for (size_t I = 0; I < K.Scalars.size(); ++I)
      if (K.Scalars[I].Name == Name)
        Bits = From.Scalars[I], Known = true;
    if (auto Bound = L.Args.find(Name); !Known && Bound != L.Args.end())
      Bits = Bound->second, Known = true;
    if (!Known && !A.use_empty() && A.getType()->isIntegerTy())
      return wrong("argument '" + Name + "' is not bound; use --arg");
    std::memcpy(Bytes.data(), &Bits, sizeof Bits);
    return Bytes;
  }
  ValueType Type = elementType(K, Name);
  for (const StreamMemory::Buffer &B : From.Buffers) {
    if (B.Name != Name)
      continue;
    size_t Size = Type.Bits / 8;
    Bytes.resize(B.Elements.size() * Size + 16);
    for (size_t I = 0; I < B.Elements.size(); ++I)
      std::memcpy(&Bytes[I * Size], &B.Elements[I], Size);
    return Bytes;
  }
  // Elements that are the same for all work-items.
  for (size_t I = 0; I < K.Scalars.size(); ++I)
    if (uint64_t Index; isElementOf(K.Scalars[I].Name, Name, Index)) {
      size_t Size = K.Scalars[I].Type.Bits / 8;
      Bytes.resize(std::max(Bytes.size(), (Index + 1) * Size + 16));
      std::memcpy(&Bytes[Index * Size], &From.Scalars[I], Size);
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

/// Runs kernel \p Name of the chain \p K, or \p K itself.
static Error runKernel(const Module &M, const StreamKernel &K, StringRef Name,
                       const Launch &L, StreamMemory &Memory) {
  std::unique_ptr<Module> Clone = cloneKernels(M);
  keepOnly(*Clone, Name);
  // A sum beyond its type wraps here too: data is random.
  for (Function &F : *Clone)
    for (Instruction &I : instructions(F))
      if (isa<BinaryOperator>(I) && I.getType()->isIntOrIntVectorTy())
        I.dropPoisonGeneratingFlags();
  lowerVectorAccesses(*Clone);
  linkStructuralBuiltins(*Clone);
  if (std::vector<std::string> Missing = KernelRunner::missingBuiltins(*Clone);
      !Missing.empty())
    return wrong("the original cannot be run here: no code for " +
                 join(Missing, ", "));
  const Function &Kernel = *Clone->getFunction(Name);
  roofline::Memory Data;
  std::vector<std::string> Names;
  for (const Argument &A : Kernel.args()) {
    Names.push_back(kernelArgument(A).Name);
    Expected<std::vector<uint8_t>> Bytes = bytesOf(A, K, L, Memory);
    if (!Bytes)
      return Bytes.takeError();
    Data.push_back(std::move(*Bytes));
  }
  StripDebugInfo(*Clone); // the clone does not list its compile unit
  SmallVector<char, 0> Bitcode;
  raw_svector_ostream OS(Bitcode);
  WriteBitcodeToFile(*Clone, OS);
  KernelRunner Runner;
  auto Own = Runner.Context.withContextDo([&](LLVMContext *Context) {
    return parseBitcodeFile(
        MemoryBufferRef(StringRef(Bitcode.data(), Bitcode.size()), Name),
        *Context);
  });
  if (!Own)
    return Own.takeError();
  KernelRunner::Code Code =
      Runner.compile(std::move(*Own), Name, /*Optimise=*/false);
  if (!Code)
    return wrong("the original cannot be compiled for this machine");
  unsigned Dimensions = std::max(1u, L.Dimensions);
  std::array<uint64_t, 3> Local = L.Local.value_or(
      std::array<uint64_t, 3>{L.Global[0], L.Global[1], L.Global[2]});
  KernelRunner::runNDRange(Code, ArrayRef(L.Global.data(), Dimensions),
                           ArrayRef(Local.data(), Dimensions), Data);
  for (StreamMemory::Buffer &B : Memory.Buffers) {
    auto At = find(Names, B.Name);
    size_t Size = elementType(K, B.Name).Bits / 8;
    for (size_t I = 0; At != Names.end() && I < B.Elements.size(); ++I) {
      B.Elements[I] = 0;
      std::memcpy(&B.Elements[I], &Data[At - Names.begin()][I * Size], Size);
    }
  }
  return Error::success();
}

Error runOriginal(const Module &M, const StreamKernel &K, const Launch &L,
                  StreamMemory &Memory) {
  StreamMemory All = Memory;
  for (const Stream &S : K.Temporaries) {
    if (All.find(S.Name))
      continue;
    All.Buffers.push_back({S.Name, {}});
    for (uint64_t I = 0; I < S.FirstElement + S.Window.volume(); ++I)
      All.Buffers.back().Elements.push_back(I); // what nobody may read
  }
  for (const std::string &Name : kernelsOfChain(K.Name))
    if (Error E = runKernel(M, K, Name, L, All))
      return E;
  All.Buffers.resize(Memory.Buffers.size());
  Memory = std::move(All);
  return Error::success();
}

static bool isNaN(uint64_t Bits, ValueType Type) {
  if (Type.Scalar != ScalarKind::Float)
    return false;
  float Single;
  double Double;
  uint32_t Low = Bits;
  std::memcpy(&Single, &Low, sizeof Single);
  std::memcpy(&Double, &Bits, sizeof Double);
  return Type.Bits == 32 ? std::isnan(Single) : std::isnan(Double);
}

std::optional<std::string> firstDifference(const StreamKernel &K,
                                           const StreamMemory &Expected,
                                           const StreamMemory &Actual) {
  for (const auto &[E, A] : zip_equal(Expected.Buffers, Actual.Buffers)) {
    for (size_t I = 0; I < E.Elements.size(); ++I)
      if (ValueType Type = elementType(K, E.Name, I);
          E.Elements[I] != A.Elements[I] &&
          !(isNaN(E.Elements[I], Type) && isNaN(A.Elements[I], Type)))
        return (E.Name + "[" + Twine(I) + "] is 0x" + utohexstr(A.Elements[I]) +
                ", not 0x" + utohexstr(E.Elements[I]))
            .str();
  }
  return std::nullopt;
}

} // namespace roofline
