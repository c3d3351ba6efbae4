// Runs kernels and their variants on this machine, through LLVM's JIT.
#include "roofline/Verify/KernelRunner.h"

#include "WorkItemPlace.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ExecutionEngine/Orc/ThreadSafeModule.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/TargetSelect.h"

#include "roofline/Canonical/PassAnalyses.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

uint64_t globalId(uint32_t D) { return Here.Id[D]; }
uint64_t globalSize(uint32_t D) { return Here.GlobalSize[D]; }
uint64_t localId(uint32_t D) { return Here.Id[D] % Here.LocalSize[D]; }
uint64_t localSize(uint32_t D) { return Here.LocalSize[D]; }
uint64_t groupId(uint32_t D) { return Here.Id[D] / Here.LocalSize[D]; }
uint64_t numGroups(uint32_t D) {
  return Here.GlobalSize[D] / Here.LocalSize[D];
}
uint64_t globalOffset(uint32_t) { return 0; }
uint64_t globalLinearId() {
  return Here.Id[0] +
         Here.GlobalSize[0] * (Here.Id[1] + Here.GlobalSize[1] * Here.Id[2]);
}
uint64_t localLinearId() {
  return localId(0) + localSize(0) * (localId(1) + localSize(1) * localId(2));
}
uint32_t workDim() { return Here.Dimensions; }
void fence(uint32_t) {}
int clampInt(int V, int Low, int High) {
  return std::min(std::max(V, Low), High); // defined also where Low > High
}
uint32_t absInt(int V) { return V < 0 ? -uint32_t(V) : uint32_t(V); }
int minInt(int A, int B) { return std::min(A, B); }
int maxInt(int A, int B) { return std::max(A, B); }
uint32_t minUnsigned(uint32_t A, uint32_t B) { return std::min(A, B); }
uint8_t minByte(uint8_t A, uint8_t B) { return std::min(A, B); }
uint32_t rotateUnsigned(uint32_t V, uint32_t Amount) {
  return V << (Amount & 31) | V >> (-Amount & 31);
}

template <typename T> void *unary(T (*F)(T)) {
  return reinterpret_cast<void *>(F);
}
/// \p F of half, of numbers that have a result of half, or of float that is
/// rounded.
template <float (*F)(float)> void *ofHalf() {
  return unary<_Float16>([](_Float16 V) { return _Float16(F(V)); });
}
template <float (*F)(float, float)> void *ofHalves() {
  return reinterpret_cast<void *>(
      +[](_Float16 A, _Float16 B) { return _Float16(F(A, B)); });
}
template <typename T> void *binary(T (*F)(T, T)) {
  return reinterpret_cast<void *>(F);
}
template <typename T> void *ternary(T (*F)(T, T, T)) {
  return reinterpret_cast<void *>(F);
}

/// OpenCL builtins by their mangled names.
const std::vector<std::pair<const char *, void *>> &builtinTable() {
  static const std::vector<std::pair<const char *, void *>> Table = {
      {"_Z13get_global_idj", reinterpret_cast<void *>(globalId)},
      {"_Z15get_global_sizej", reinterpret_cast<void *>(globalSize)},
      {"_Z12get_local_idj", reinterpret_cast<void *>(localId)},
      {"_Z14get_local_sizej", reinterpret_cast<void *>(localSize)},
      {"_Z12get_group_idj", reinterpret_cast<void *>(groupId)},
      {"_Z14get_num_groupsj", reinterpret_cast<void *>(numGroups)},
      {"_Z17get_global_offsetj", reinterpret_cast<void *>(globalOffset)},
      {"_Z20get_global_linear_idv", reinterpret_cast<void *>(globalLinearId)},
      {"_Z19get_local_linear_idv", reinterpret_cast<void *>(localLinearId)},
      {"_Z23get_enqueued_local_sizej", reinterpret_cast<void *>(localSize)},
      {"_Z12get_work_dimv", reinterpret_cast<void *>(workDim)},
      {"_Z7barrierj", reinterpret_cast<void *>(waitForGroup)},
      {"_Z18work_group_barrierj", reinterpret_cast<void *>(waitForGroup)},
      {"_Z18work_group_barrierj12memory_scope",
       reinterpret_cast<void *>(waitForGroupIn)},
      {"_Z9mem_fencej", reinterpret_cast<void *>(fence)},
      {"_Z14read_mem_fencej", reinterpret_cast<void *>(fence)},
      {"_Z15write_mem_fencej", reinterpret_cast<void *>(fence)},
      {"_Z5clampiii", reinterpret_cast<void *>(clampInt)},
      {"_Z3absi", reinterpret_cast<void *>(absInt)},
      {"_Z3minii", reinterpret_cast<void *>(minInt)},
      {"_Z3maxii", reinterpret_cast<void *>(maxInt)},
      {"_Z3minjj", reinterpret_cast<void *>(minUnsigned)},
      {"_Z3minhh", reinterpret_cast<void *>(minByte)},
      {"_Z6rotatejj", reinterpret_cast<void *>(rotateUnsigned)},
      {"_Z4fabsDh", ofHalf<std::fabs>()},
      {"_Z4sqrtDh", ofHalf<std::sqrt>()},
      {"_Z4rintDh", ofHalf<std::rint>()},
      {"_Z5floorDh", ofHalf<std::floor>()},
      {"_Z4ceilDh", ofHalf<std::ceil>()},
      {"_Z5truncDh", ofHalf<std::trunc>()},
      {"_Z5roundDh", ofHalf<std::round>()},
      {"_Z4fminDhDh", ofHalves<std::fmin>()},
      {"_Z4fmaxDhDh", ofHalves<std::fmax>()},
      {"_Z4fabsf", unary<float>(std::fabs)},
      {"_Z4fabsd", unary<double>(std::fabs)},
      {"_Z4sqrtf", unary<float>(std::sqrt)},
      {"_Z4sqrtd", unary<double>(std::sqrt)},
      {"_Z11native_sqrtf", unary<float>(std::sqrt)},
      {"_Z9half_sqrtf", unary<float>(std::sqrt)},
      {"_Z4rintf", unary<float>(std::rint)},
      {"_Z4rintd", unary<double>(std::rint)},
      {"_Z5floorf", unary<float>(std::floor)},
      {"_Z5floord", unary<double>(std::floor)},
      {"_Z4ceilf", unary<float>(std::ceil)},
      {"_Z4ceild", unary<double>(std::ceil)},
      {"_Z5truncf", unary<float>(std::trunc)},
      {"_Z5truncd", unary<double>(std::trunc)},
      {"_Z5roundf", unary<float>(std::round)},
      {"_Z5roundd", unary<double>(std::round)},
      {"rintf", unary<float>(std::rint)}, // what llvm.rint may become
      {"rint", unary<double>(std::rint)},
      {"_Z4fminff", binary<float>(std::fmin)},
      {"_Z4fmaxff", binary<float>(std::fmax)},
      {"_Z4fmindd", binary<double>(std::fmin)},
      {"_Z4fmaxdd", binary<double>(std::fmax)},
      {"_Z3fmafff", ternary<float>(std::fma)},
      {"_Z3fmaddd", ternary<double>(std::fma)},
  };
  return Table;
}

orc::SymbolMap builtins(orc::LLJIT &Jit) {
  orc::SymbolMap Map;
  for (auto [Name, Address] : builtinTable())
    Map[Jit.mangleAndIntern(Name)] = {orc::ExecutorAddr::fromPtr(Address),
                                      JITSymbolFlags::Exported};
  return Map;
}

/// a * b + c with two roundings: what a machine that may fuse them is not
/// obliged to do, and a core does.
void splitMultiplyAdds(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<IntrinsicInst>(&I);
      if (!Call || Call->getIntrinsicID() != Intrinsic::fmuladd)
        continue;
      IRBuilder<> Builder(Call);
      Value *Product =
          Builder.CreateFMul(Call->getArgOperand(0), Call->getArgOperand(1));
      Call->replaceAllUsesWith(
          Builder.CreateFAdd(Product, Call->getArgOperand(2)));
      Call->eraseFromParent();
    }
}

/// Gives \p Name, where the kernel calls it, a body that reads \p Coordinates:
/// a call for each work-item takes longer than what most of them compute.
void addCoordinate(Module &M, StringRef Name,
                   const std::array<uint64_t, 3> &Coordinates) {
  Function *F = M.getFunction(Name);
  if (!F || !F->isDeclaration() || !F->getReturnType()->isIntegerTy(64))
    return;
  F->setLinkage(GlobalValue::InternalLinkage);
  F->setAttributes({});
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", F));
  Value *Dimension = Builder.CreateZExt(F->getArg(0), Builder.getInt64Ty());
  Value *Base = Builder.CreateIntToPtr(
      Builder.getInt64(reinterpret_cast<uintptr_t>(Coordinates.data())),
      Builder.getPtrTy());
  Builder.CreateRet(Builder.CreateLoad(
      Builder.getInt64Ty(),
      Builder.CreateGEP(Builder.getInt64Ty(), Base, Dimension)));
}

/// Calls \p F with what is at the pointers that \p Slots points to.
void callKernel(IRBuilder<> &Builder, Function &F, Value *Slots) {
  Type *Pointer = Builder.getPtrTy();
  SmallVector<Value *, 16> Values;
  for (Argument &A : F.args()) {
    Value *Slot = Builder.CreateConstGEP1_32(Pointer, Slots, A.getArgNo());
    Value *At = Builder.CreateLoad(Pointer, Slot);
    Values.push_back(A.getType()->isPointerTy()
                         ? Builder.CreateAddrSpaceCast(At, A.getType())
                         : Builder.CreateLoad(A.getType(), At));
  }
  Builder.CreateCall(&F, Values);
}

/// Adds `entry`, which calls \p F with what is at the pointers it is given,
/// once for each of so many work-items of dimension 0, or where \p Waits, once.
void addEntry(Function &F, bool Waits) {
  LLVMContext &Context = F.getContext();
  IRBuilder<> Builder(Context);
  Type *Count = Builder.getInt64Ty();
  auto *Entry =
      Function::Create(FunctionType::get(Builder.getVoidTy(),
                                         {Builder.getPtrTy(), Count}, false),
                       GlobalValue::ExternalLinkage, "entry", *F.getParent());
  BasicBlock *Begin = BasicBlock::Create(Context, "", Entry);
  Builder.SetInsertPoint(Begin);
  if (Waits) {
    callKernel(Builder, F, Entry->getArg(0));
    Builder.CreateRetVoid();
    return;
  }
  BasicBlock *Body = BasicBlock::Create(Context, "", Entry),
             *End = BasicBlock::Create(Context, "", Entry);
  Builder.CreateBr(Body);
  Builder.SetInsertPoint(Body);
  PHINode *Item = Builder.CreatePHI(Count, 2);
  Builder.CreateStore(
      Item, Builder.CreateIntToPtr(
                Builder.getInt64(reinterpret_cast<uintptr_t>(Here.Id.data())),
                Builder.getPtrTy()));
  callKernel(Builder, F, Entry->getArg(0));
  Value *Next = Builder.CreateAdd(Item, Builder.getInt64(1));
  Item->addIncoming(Builder.getInt64(0), Begin);
  Item->addIncoming(Next, Body);
  Builder.CreateCondBr(Builder.CreateICmpEQ(Next, Entry->getArg(1)), End, Body);
  Builder.SetInsertPoint(End);
  Builder.CreateRetVoid();
}

void optimise(Module &M) {
  PassAnalyses Analyses;
  PassBuilder()
      .buildPerModuleDefaultPipeline(OptimizationLevel::O2)
      .run(M, Analyses.MAM);
}

/// Division that OpenCL leaves undefined gives what a core gives
/// (Stream/StreamKernel.h), where this machine would stop the program.
void defineDivisions(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      unsigned Code = I.getOpcode();
      bool IsQuotient = Code == Instruction::UDiv || Code == Instruction::SDiv;
      bool IsSigned = Code == Instruction::SDiv || Code == Instruction::SRem;
      if (!I.isIntDivRem() || isa<ConstantInt>(I.getOperand(1)))
        continue;
      Type *T = I.getType();
      Value *A = I.getOperand(0), *B = I.getOperand(1);
      Value *Zero = Constant::getNullValue(T),
            *Ones = Constant::getAllOnesValue(T);
      IRBuilder<> Builder(&I);
      Value *ByZero = Builder.CreateICmpEQ(B, Zero);
      Value *ByMinusOne = IsSigned ? Builder.CreateICmpEQ(B, Ones)
                                   : Constant::getNullValue(ByZero->getType());
      Value *Safe = Builder.CreateSelect(Builder.CreateOr(ByZero, ByMinusOne),
                                         ConstantInt::get(T, 1), B);
      Value *Result =
          Builder.CreateBinOp(Instruction::BinaryOps(Code), A, Safe);
      Result = Builder.CreateSelect(
          ByMinusOne, IsQuotient ? Builder.CreateNeg(A) : Zero, Result);
      Result = Builder.CreateSelect(ByZero, IsQuotient ? Ones : A, Result);
      I.replaceAllUsesWith(Result);
      I.eraseFromParent();
    }
}

} // namespace

KernelRunner::KernelRunner() : Context(std::make_unique<LLVMContext>()) {
  InitializeNativeTarget();
  InitializeNativeTargetAsmPrinter();
  Jit = cantFail(orc::LLJITBuilder().create());
  cantFail(Jit->getMainJITDylib().define(orc::absoluteSymbols(builtins(*Jit))));
}

/// Names used in \p M whose code or data is elsewhere, but for builtins.
static std::vector<std::string> foreignSymbols(const Module &M) {
  std::vector<std::string> Names;
  for (const Function &F : M)
    if (F.isDeclaration() && !F.isIntrinsic() && !F.use_empty() &&
        none_of(builtinTable(),
                [&](const auto &Known) { return F.getName() == Known.first; }))
      Names.push_back(F.getName().str());
  for (const GlobalVariable &G : M.globals())
    if (G.isDeclaration() && !G.use_empty())
      Names.push_back(G.getName().str());
  for (const GlobalIFunc &F : M.ifuncs())
    Names.push_back(F.getName().str());
  return Names;
}

std::optional<std::string> KernelRunner::whyNotRun(const Module &M) {
  constexpr uint64_t MaxGlobals = uint64_t(1) << 28; // [byte]
  if (std::vector<std::string> Foreign = foreignSymbols(M); !Foreign.empty())
    return "no code for " + join(Foreign, ", ");
  uint64_t Bytes = 0;
  for (const GlobalVariable &G : M.globals())
    Bytes = SaturatingAdd<uint64_t>(
        Bytes, M.getDataLayout().getTypeAllocSize(G.getValueType()));
  if (Bytes > MaxGlobals)
    return "variables of more than 256 MiB in a kernel";
  for (const Function &F : M)
    for (const Instruction &I : instructions(F)) {
      const auto *Call = dyn_cast<CallBase>(&I);
      if (Call && Call->isInlineAsm())
        return "assembly in a kernel";
      if (Call && !Call->getCalledFunction())
        return "a call through a pointer in a kernel";
    }
  return std::nullopt;
}

KernelRunner::Code KernelRunner::compile(std::unique_ptr<Module> M,
                                         StringRef Name, bool Optimise) {
  M->setTargetTriple(Jit->getTargetTriple());
  M->setDataLayout(Jit->getDataLayout());
  for (Function &F : *M) { // SPIR's conventions exist on SPIR alone
    F.setCallingConv(CallingConv::C);
    if (!F.isIntrinsic()) // a work-item's place is in memory here
      F.setMemoryEffects(MemoryEffects::unknown());
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I)) {
        Call->setCallingConv(CallingConv::C);
        if (!isa<IntrinsicInst>(Call))
          Call->setMemoryEffects(MemoryEffects::unknown());
      }
  }
  splitMultiplyAdds(*M);
  defineDivisions(*M);
  StripDebugInfo(*M); // a canonical clone does not list its compile unit
  // Local memory is the group's that runs.
  for (GlobalVariable &G : M->globals())
    if (G.getAddressSpace() == LocalSpace &&
        isa<UndefValue>(G.getInitializer()))
      G.setInitializer(Constant::getNullValue(G.getValueType()));
  addEntry(*M->getFunction(Name), ownStack(*M).has_value());
  addCoordinate(*M, "_Z13get_global_idj", Here.Id);
  addCoordinate(*M, "_Z15get_global_sizej", Here.GlobalSize);
  if (verifyModule(*M, &errs()))
    return nullptr;
  if (Optimise)
    optimise(*M);
  orc::JITDylib &Own =
      cantFail(Jit->createJITDylib("kernel" + std::to_string(NumModules++)));
  Own.addToLinkOrder(Jit->getMainJITDylib());
  cantFail(Jit->addIRModule(Own, orc::ThreadSafeModule(std::move(M), Context)));
  return cantFail(Jit->lookup(Own, "entry")).toPtr<Code>();
}

namespace {
/// The arguments at addresses that fit every OpenCL type: long16 has 128 bytes,
/// and code for it takes its loads to be aligned so.
class AlignedArguments {
public:
  explicit AlignedArguments(ArgumentBytes &Data) : Data(Data) {
    for (const std::vector<uint8_t> &Bytes : Data) {
      Buffers.push_back(allocate_buffer(Bytes.size() + 1, Widest));
      Pointers.push_back(Buffers.back());
      std::copy(Bytes.begin(), Bytes.end(),
                static_cast<uint8_t *>(Pointers.back()));
    }
  }
  ~AlignedArguments() {
    for (auto [Bytes, Buffer] : zip_equal(Data, Buffers)) {
      std::copy_n(static_cast<const uint8_t *>(Buffer), Bytes.size(),
                  Bytes.begin());
      deallocate_buffer(Buffer, Bytes.size() + 1, Widest);
    }
  }
  AlignedArguments(const AlignedArguments &) = delete;
  AlignedArguments &operator=(const AlignedArguments &) = delete;
  void **data() { return Pointers.data(); }

private:
  static constexpr size_t Widest = 128; // [byte]
  ArgumentBytes &Data;
  std::vector<void *> Buffers, Pointers;
};
} // namespace

void KernelRunner::run(Code Variant, ArgumentBytes &Data) {
  Variant(AlignedArguments(Data).data(), 1);
}

Error KernelRunner::runNDRange(Code Original, std::optional<size_t> OwnStack,
                               ArrayRef<uint64_t> Global,
                               ArrayRef<uint64_t> Local, ArgumentBytes &Data) {
  Here.GlobalSize = Here.LocalSize = {1, 1, 1};
  Here.Dimensions = Global.size();
  std::copy(Global.begin(), Global.end(), Here.GlobalSize.begin());
  std::copy(Local.begin(), Local.end(), Here.LocalSize.begin());
  AlignedArguments Arguments(Data);
  if (OwnStack)
    return runGroups(Original, *OwnStack, Arguments.data());
  std::array<uint64_t, 3> &Id = Here.Id;
  for (Id[2] = 0; Id[2] < Here.GlobalSize[2]; ++Id[2])
    for (Id[1] = 0; Id[1] < Here.GlobalSize[1]; ++Id[1])
      Original(Arguments.data(), Here.GlobalSize[0]);
  return Error::success();
}

} // namespace roofline
