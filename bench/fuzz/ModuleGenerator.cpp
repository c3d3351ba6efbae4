// Random kernels as LLVM IR.
#include "ModuleGenerator.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Intrinsics.h"

#include <random>

using namespace llvm;

namespace roofline {
namespace {

constexpr unsigned GlobalSpace = 1, ConstantSpace = 2, LocalSpace = 3;
/// Statements of a body, and how deep bodies lie in each other.
constexpr unsigned MostStatements = 4, MostDepth = 3;

class Generator {
public:
  Generator(uint64_t Seed, LLVMContext &Context)
      : Random(Seed), M(std::make_unique<Module>("fuzz", Context)), B(Context),
        I32(B.getInt32Ty()), I64(B.getInt64Ty()), Float(B.getFloatTy()),
        Vector(FixedVectorType::get(Float, 4)),
        Record(StructType::get(Context, {I32, ArrayType::get(Float, 3), I64})) {
  }

  std::unique_ptr<Module> run() {
    if (chance(3))
      addHelper();
    for (uint64_t I = 0, Number = 1 + below(4) / 2; I < Number; ++I)
      addKernel("k" + std::to_string(I));
    makeKernels(*M);
    return std::move(M);
  }

private:
  // Choices
  // ---------------------------------------------------------------------------

  uint64_t below(uint64_t End) { return Random() % End; }
  bool chance(unsigned OneIn) { return below(OneIn) == 0; }
  template <typename T> T pick(std::initializer_list<T> Of) {
    return Of.begin()[below(Of.size())];
  }
  template <typename T> T &pick(std::vector<T> &Of) {
    return Of[below(Of.size())];
  }

  // Functions
  // ---------------------------------------------------------------------------

  void addHelper() {
    Helper = Function::Create(FunctionType::get(I32, {I32, I32}, false),
                              GlobalValue::InternalLinkage, "helper", *M);
    begin(*Helper);
    body(1);
    if (chance(4)) // recursion
      store(I32, B.CreateCall(Helper, {integer(1), integer(1)}));
    B.CreateRet(integer(2));
  }

  void addKernel(const std::string &Name) {
    auto *Global = PointerType::get(M->getContext(), GlobalSpace);
    auto *Constant = PointerType::get(M->getContext(), ConstantSpace);
    auto *Local = PointerType::get(M->getContext(), LocalSpace);
    Type *Parameters[] = {Global, Global, Global, Constant, Local,
                          I32,    I32,    I64,    Float};
    auto *F =
        Function::Create(FunctionType::get(B.getVoidTy(), Parameters, false),
                         GlobalValue::ExternalLinkage, Name, *M);
    static constexpr const char *ArgNames[] = {"a", "b", "c", "t", "l",
                                               "n", "m", "u", "f"};
    for (auto [Arg, ArgName] : zip(F->args(), ArgNames))
      Arg.setName(ArgName);
    if (chance(3)) {
      Metadata *Size[3];
      for (Metadata *&Of : Size)
        Of = ConstantAsMetadata::get(B.getInt32(pick({1u, 2u, 4u, 64u})));
      F->setMetadata("reqd_work_group_size",
                     MDNode::get(M->getContext(), Size));
    }
    begin(*F);
    Pointers = {F->getArg(0), F->getArg(1), F->getArg(2), F->getArg(4)};
    if (chance(2))
      Pointers.push_back(new GlobalVariable(
          *M, ArrayType::get(I32, 64), false, GlobalValue::InternalLinkage,
          UndefValue::get(ArrayType::get(I32, 64)), Name + ".tile", nullptr,
          GlobalValue::NotThreadLocal, LocalSpace));
    Sources = Pointers;
    Sources.push_back(F->getArg(3));
    body(0);
    if (chance(30))
      B.CreateUnreachable();
    else
      B.CreateRetVoid();
  }

  void begin(Function &F) {
    Of = &F;
    B.SetInsertPoint(BasicBlock::Create(M->getContext(), "entry", &F));
    Variables.clear(), Labels.clear(), Sources.clear(), Pointers.clear();
    for (Type *T : std::initializer_list<Type *>{
             I32, I32, I32, I64, Float, Vector, B.getInt8Ty(), B.getInt16Ty()})
      Variables.push_back(B.CreateAlloca(T));
    Private = B.CreateAlloca(ArrayType::get(I32, 16));
    for (AllocaInst *V : Variables)
      if (!chance(8)) // others are undefined until they are written
        B.CreateStore(Constant::getNullValue(V->getAllocatedType()), V);
    // Jumps may not lead to the entry.
    B.SetInsertPoint(next("begin"));
  }

  /// Goes on in a new block.
  BasicBlock *next(const char *Name) {
    auto *Block = BasicBlock::Create(M->getContext(), Name, Of);
    B.CreateBr(Block);
    return Block;
  }

  // Statements
  // ---------------------------------------------------------------------------

  void body(unsigned Depth) {
    for (uint64_t I = 0, Number = 1 + below(MostStatements); I < Number; ++I)
      statement(Depth);
  }

  void statement(unsigned Depth) {
    const uint64_t Kind = below(Depth < MostDepth ? 24 : 12);
    if (Kind < 4)
      return assign();
    if (Kind < 8)
      return storeMemory();
    if (Kind == 8)
      return atomic();
    if (Kind == 9)
      return barrier();
    if (Kind == 10)
      return chance(2) ? copy() : call();
    if (Kind == 11)
      return chance(3) ? jump() : assign();
    if (Kind < 18)
      return loop(Depth + 1);
    if (Kind < 22)
      return branch(Depth + 1);
    choice(Depth + 1);
  }

  void store(Type *T, Value *V) {
    for (AllocaInst *Variable : Variables)
      if (Variable->getAllocatedType() == T && (chance(2) || T != I32)) {
        B.CreateStore(V, Variable);
        return;
      }
  }

  void assign() {
    AllocaInst *V = pick(Variables);
    B.CreateStore(value(V->getAllocatedType(), 3), V, chance(20));
  }

  void storeMemory() {
    Type *T = elementType();
    auto *S = B.CreateStore(value(T, 2), address(T, true));
    if (chance(20))
      S->setVolatile(true);
    else if (chance(4))
      S->setAlignment(Align(1));
  }

  void atomic() {
    Value *At = address(I32, true);
    if (chance(4)) {
      B.CreateAtomicCmpXchg(At, integer(1), integer(1), MaybeAlign(4),
                            AtomicOrdering::SequentiallyConsistent,
                            AtomicOrdering::Monotonic);
      return;
    }
    using enum AtomicRMWInst::BinOp;
    store(I32, B.CreateAtomicRMW(pick({Add, Sub, Max, UMin, Xchg, And}), At,
                                 integer(2), MaybeAlign(4),
                                 AtomicOrdering::Monotonic));
  }

  void barrier() {
    auto F = M->getOrInsertFunction("_Z7barrierj", B.getVoidTy(), I32);
    auto *Callee = cast<Function>(F.getCallee());
    Callee->setCallingConv(CallingConv::SPIR_FUNC);
    Callee->addFnAttr(Attribute::Convergent);
    B.CreateCall(F, {B.getInt32(1 + below(3))})
        ->setCallingConv(CallingConv::SPIR_FUNC);
  }

  void copy() {
    Value *Length = chance(2) ? static_cast<Value *>(B.getInt64(below(80)))
                              : B.CreateZExt(integer(1), I64);
    Value *To = address(I32, true);
    if (chance(2))
      B.CreateMemSet(To, B.getInt8(uint8_t(below(256))), Length, MaybeAlign(4));
    else
      B.CreateMemCpy(To, MaybeAlign(4), address(I32, false), MaybeAlign(1),
                     Length);
  }

  void call() {
    if (Helper && Of != Helper)
      return store(I32, B.CreateCall(Helper, {integer(2), integer(2)}));
    auto F = M->getOrInsertFunction(pick({"_Z3sinf", "_Z4sqrtf", "unheard_of"}),
                                    Float, Float);
    store(Float, B.CreateCall(F, {real(2)}));
  }

  /// Jumps to a block before, into whatever loop it is in.
  void jump() {
    if (Labels.empty())
      return;
    BasicBlock *To = pick(Labels);
    auto *Else = BasicBlock::Create(M->getContext(), "go", Of);
    B.CreateCondBr(condition(2), To, Else);
    B.SetInsertPoint(Else);
  }

  void branch(unsigned Depth) {
    auto *Then = BasicBlock::Create(M->getContext(), "then", Of);
    auto *Else = BasicBlock::Create(M->getContext(), "else", Of);
    auto *End = BasicBlock::Create(M->getContext(), "end", Of);
    B.CreateCondBr(condition(3), Then, chance(2) ? Else : End);
    for (BasicBlock *Arm : {Then, Else}) {
      B.SetInsertPoint(Arm);
      body(Depth);
      B.CreateBr(End);
    }
    B.SetInsertPoint(End);
  }

  void choice(unsigned Depth) {
    auto *Default = BasicBlock::Create(M->getContext(), "default", Of);
    SwitchInst *S = B.CreateSwitch(integer(2), Default);
    std::vector<BasicBlock *> Arms{Default};
    const int64_t First = int64_t(below(5)) - 2;
    for (uint64_t I = 0, Number = below(6); I < Number; ++I) {
      auto *Arm = chance(3) ? Arms.back()
                            : Arms.emplace_back(BasicBlock::Create(
                                  M->getContext(), "case", Of));
      S->addCase(ConstantInt::getSigned(B.getInt32Ty(), First + int64_t(I)),
                 Arm);
    }
    auto *End = BasicBlock::Create(M->getContext(), "after", Of);
    for (size_t I = 0; I < Arms.size(); ++I) {
      B.SetInsertPoint(Arms[I]);
      body(Depth);
      B.CreateBr(I + 1 < Arms.size() && chance(3) ? Arms[I + 1] : End);
    }
    B.SetInsertPoint(End);
  }

  void loop(unsigned Depth) {
    auto *T = cast<IntegerType>(
        pick<Type *>({I32, I32, I32, I64, B.getInt8Ty(), B.getInt16Ty()}));
    IRBuilder<> AtEntry(&Of->getEntryBlock(), Of->getEntryBlock().begin());
    AllocaInst *Counter = AtEntry.CreateAlloca(T);
    B.CreateStore(chance(2) ? ConstantInt::getSigned(T, int64_t(below(9)) - 2)
                            : value(T, 1),
                  Counter);
    // In memory, for jumps into the loop pass by its entry.
    AllocaInst *Bound = AtEntry.CreateAlloca(T);
    B.CreateStore(value(T, 2), Bound);
    const bool TestsFirst = !chance(4);
    auto *Header = next("loop");
    auto *Body = BasicBlock::Create(M->getContext(), "body", Of);
    auto *Latch = BasicBlock::Create(M->getContext(), "latch", Of);
    auto *Exit = BasicBlock::Create(M->getContext(), "exit", Of);
    B.SetInsertPoint(Header);
    using enum CmpInst::Predicate;
    const auto Test =
        pick({ICMP_SLT, ICMP_ULT, ICMP_SLE, ICMP_NE, ICMP_SGT, ICMP_UGE});
    auto Goes = [&] {
      return B.CreateICmp(Test, B.CreateLoad(T, Counter),
                          chance(10) ? value(T, 2) : B.CreateLoad(T, Bound));
    };
    if (TestsFirst)
      B.CreateCondBr(Goes(), Body, Exit);
    else
      B.CreateBr(Body);
    B.SetInsertPoint(Body);
    Labels.push_back(Body);
    Counters.push_back(Counter);
    body(Depth);
    if (chance(6)) { // break, or continue
      auto *Else = BasicBlock::Create(M->getContext(), "go", Of);
      B.CreateCondBr(condition(2), chance(2) ? Exit : Latch, Else);
      B.SetInsertPoint(Else);
      body(Depth);
    }
    Counters.pop_back();
    B.CreateBr(Latch);
    B.SetInsertPoint(Latch);
    B.CreateStore(stepped(Test, B.CreateLoad(T, Counter), T), Counter);
    Instruction *Back = TestsFirst
                            ? static_cast<Instruction *>(B.CreateBr(Header))
                            : B.CreateCondBr(Goes(), Header, Exit);
    if (chance(3))
      Back->setMetadata("llvm.loop", loopMetadata());
    B.SetInsertPoint(Exit);
  }

  Value *stepped(CmpInst::Predicate Test, Value *Before, IntegerType *T) {
    const uint64_t By = pick({1u, 1u, 1u, 2u, 3u, 8u});
    const bool IsDown =
        Test == CmpInst::ICMP_SGT || Test == CmpInst::ICMP_UGE || chance(8);
    if (chance(8))
      return IsDown ? B.CreateLShr(Before, 1) : B.CreateShl(Before, 1);
    if (chance(8))
      return B.CreateMul(Before, ConstantInt::get(T, By + 1));
    if (chance(12))
      return B.CreateAdd(Before, value(T, 1));
    auto *Step = ConstantInt::get(T, By);
    return IsDown ? B.CreateSub(Before, Step, "", false, chance(2))
                  : B.CreateAdd(Before, Step, "", false, chance(2));
  }

  MDNode *loopMetadata() {
    LLVMContext &C = M->getContext();
    SmallVector<Metadata *, 3> Parts{nullptr};
    auto Add = [&](const char *Name, std::optional<unsigned> Number = {}) {
      SmallVector<Metadata *, 2> Of{MDString::get(C, Name)};
      if (Number)
        Of.push_back(ConstantAsMetadata::get(B.getInt32(*Number)));
      Parts.push_back(MDNode::get(C, Of));
    };
    switch (below(5)) {
    case 0:
      Add("llvm.loop.unroll.full");
      break;
    case 1:
      Add("llvm.loop.unroll.disable");
      break;
    case 2:
      Add("llvm.loop.unroll.count", pick({0u, 1u, 2u, 7u, 4096u}));
      break;
    case 3:
      Add("llvm.loop.pipeline.initiationinterval", 1 + below(9));
      break;
    default:
      Add("llvm.loop.ivdep.enable");
      break;
    }
    MDNode *Node = MDNode::getDistinct(C, Parts);
    Node->replaceOperandWith(0, Node);
    return Node;
  }

  // Values
  // ---------------------------------------------------------------------------

  Type *elementType() {
    return pick<Type *>({I32, I32, Float, Float, I64, B.getInt8Ty(), Vector});
  }

  Value *value(Type *T, unsigned Depth) {
    if (T == Float)
      return real(Depth);
    if (T == Vector)
      return vector(Depth);
    return B.CreateIntCast(integer(Depth), T, chance(2));
  }

  Value *condition(unsigned Depth) {
    using enum CmpInst::Predicate;
    if (chance(5))
      return B.CreateFCmp(pick({FCMP_OLT, FCMP_UNO, FCMP_UEQ}), real(Depth),
                          real(Depth));
    Value *Test = B.CreateICmp(
        pick({ICMP_EQ, ICMP_NE, ICMP_SLT, ICMP_ULE, ICMP_SGE, ICMP_UGT}),
        integer(Depth), integer(Depth));
    return chance(6) ? B.CreateAnd(Test, condition(1)) : Test;
  }

  Value *workItem() {
    auto F = M->getOrInsertFunction(
        pick({"_Z13get_global_idj", "_Z13get_global_idj", "_Z12get_local_idj",
              "_Z12get_group_idj", "_Z14get_local_sizej",
              "_Z15get_global_sizej", "_Z14get_num_groupsj"}),
        I64, I32);
    cast<Function>(F.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    CallInst *Call = B.CreateCall(
        F, {chance(10) ? integer(0) : B.getInt32(chance(3) ? below(4) : 0)});
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    return B.CreateTrunc(Call, I32);
  }

  Value *leaf() {
    switch (below(7)) {
    case 0:
      return ConstantInt::getSigned(
          I32, pick<int64_t>(
                   {0, 1, -1, 2, 3, 7, 16, 64, 1000, INT32_MIN, INT32_MAX}));
    case 1:
      return Of->getArg(Of->arg_size() > 6 ? 5 + below(2) : below(2));
    case 2:
    case 3:
      if (!Counters.empty()) {
        AllocaInst *C = pick(Counters);
        return B.CreateIntCast(B.CreateLoad(C->getAllocatedType(), C), I32,
                               chance(2));
      }
      [[fallthrough]];
    case 4:
      return workItem();
    default:
      return B.CreateLoad(I32, Variables[below(3)]);
    }
  }

  Value *integer(unsigned Depth) {
    if (Depth == 0 || chance(4))
      return leaf();
    switch (below(12)) {
    case 0:
      return B.CreateSelect(condition(0), integer(Depth - 1),
                            integer(Depth - 1));
    case 1: { // through another width
      Type *Wide =
          pick<Type *>({B.getInt8Ty(), B.getInt16Ty(), I64, B.getInt128Ty(),
                        B.getIntNTy(33), B.getIntNTy(5), B.getInt1Ty()});
      Value *There = B.CreateIntCast(integer(Depth - 1), Wide, chance(2));
      return B.CreateIntCast(chance(2) ? There : B.CreateAdd(There, There), I32,
                             chance(2));
    }
    case 2:
      return B.CreateLoad(I32, address(I32, false));
    case 3:
      return B.CreateBinaryIntrinsic(
          pick({Intrinsic::smin, Intrinsic::smax, Intrinsic::umin,
                Intrinsic::umax, Intrinsic::sadd_sat}),
          integer(Depth - 1), integer(Depth - 1));
    case 4:
      return B.CreateUnaryIntrinsic(
          pick({Intrinsic::ctpop, Intrinsic::bswap, Intrinsic::bitreverse}),
          integer(Depth - 1));
    case 5:
      return chance(2) ? B.CreateFPToSI(real(Depth - 1), I32)
                       : B.CreateFreeze(integer(Depth - 1));
    default:
      break;
    }
    using enum Instruction::BinaryOps;
    const auto Op = pick({Add, Add, Add, Sub, Mul, Shl, LShr, AShr, And, Or,
                          Xor, SDiv, UDiv, SRem, URem});
    Value *R = chance(2) ? static_cast<Value *>(ConstantInt::getSigned(
                               I32, pick<int64_t>({1, 2, 3, 4, 8, 31, 32, -1})))
                         : integer(Depth - 1);
    Value *V = B.CreateBinOp(Op, integer(Depth - 1), R);
    if (auto *I = dyn_cast<OverflowingBinaryOperator>(V); I && chance(2))
      if (auto *Made = dyn_cast<Instruction>(V))
        Made->setHasNoSignedWrap();
    return V;
  }

  Value *real(unsigned Depth) {
    if (Depth == 0 || chance(4))
      return chance(2)
                 ? ConstantFP::get(Float, pick({0.0, 1.0, -0.5, 1e30}))
                 : static_cast<Value *>(B.CreateLoad(Float, Variables[4]));
    switch (below(6)) {
    case 0:
      return B.CreateLoad(Float, address(Float, false));
    case 1:
      return B.CreateSIToFP(integer(Depth - 1), Float);
    case 2:
      return B.CreateExtractElement(
          vector(Depth - 1), chance(2) ? B.getInt32(below(4)) : integer(0));
    default:
      break;
    }
    using enum Instruction::BinaryOps;
    return B.CreateBinOp(pick({FAdd, FSub, FMul, FDiv, FRem}), real(Depth - 1),
                         real(Depth - 1));
  }

  Value *vector(unsigned Depth) {
    if (Depth == 0 || chance(3))
      return B.CreateLoad(Vector, Variables[5]);
    switch (below(4)) {
    case 0:
      return B.CreateLoad(Vector, address(Vector, false));
    case 1:
      return B.CreateInsertElement(vector(Depth - 1), real(Depth - 1),
                                   chance(2) ? B.getInt32(below(4))
                                             : integer(0));
    case 2:
      return B.CreateShuffleVector(vector(Depth - 1), vector(Depth - 1),
                                   ArrayRef<int>{0, 7, PoisonMaskElem, 2});
    default:
      return B.CreateFAdd(vector(Depth - 1), vector(Depth - 1));
    }
  }

  /// An address of a \p T in an array that may be read, or also written.
  Value *address(Type *T, bool IsWritten) {
    std::vector<Value *> &Some = IsWritten ? Pointers : Sources;
    if (Some.empty() || chance(8)) // the index is anything all the same
      return B.CreateGEP(Private->getAllocatedType(), Private,
                         {B.getInt32(0), integer(1)});
    Value *Base = pick(Some);
    if (chance(12))
      Base =
          B.CreateSelect(condition(0), Base, B.CreateGEP(T, Base, integer(0)));
    Value *Index = integer(2);
    if (chance(2))
      Index = chance(2) ? B.CreateSExt(Index, I64) : B.CreateZExt(Index, I64);
    if (chance(6))
      return B.CreateGEP(Record, Base,
                         {Index, B.getInt32(1), B.getInt32(below(3))});
    if (chance(20))
      return B.CreateIntToPtr(B.CreateAdd(B.CreatePtrToInt(Base, I64),
                                          B.CreateZExt(integer(1), I64)),
                              Base->getType());
    return chance(3) ? B.CreateInBoundsGEP(T, Base, Index)
                     : B.CreateGEP(T, Base, Index);
  }

  std::mt19937_64 Random;
  std::unique_ptr<Module> M;
  IRBuilder<> B;
  Type *const I32, *const I64, *const Float;
  FixedVectorType *const Vector;
  StructType *const Record;
  Function *Of = nullptr, *Helper = nullptr;
  std::vector<AllocaInst *> Variables; ///< three i32, then one of each type
  std::vector<AllocaInst *> Counters;  ///< of the loops around
  AllocaInst *Private = nullptr;
  std::vector<Value *> Pointers, Sources; ///< to write; to read
  std::vector<BasicBlock *> Labels;       ///< that jumps may lead to
};

} // namespace

std::unique_ptr<Module> structuredModule(uint64_t Seed, LLVMContext &Context) {
  return Generator(Seed, Context).run();
}

void makeKernels(Module &M) {
  M.setTargetTriple(Triple("spir64-unknown-unknown"));
  M.setDataLayout("e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-"
                  "v256:256-v512:512-v1024:1024-G1");
  // A kernel gives nothing back: one of its own calls a function that does.
  for (Function &F : make_early_inc_range(M)) {
    if (F.isDeclaration())
      continue;
    const bool MayBeKernel =
        F.getReturnType()->isVoidTy() && !F.hasStructRetAttr() && F.use_empty();
    F.setCallingConv(MayBeKernel ? CallingConv::SPIR_KERNEL
                                 : CallingConv::SPIR_FUNC);
    for (User *U : F.users())
      if (auto *Call = dyn_cast<CallBase>(U);
          Call && Call->getCalledFunction() == &F)
        Call->setCallingConv(CallingConv::SPIR_FUNC);
    if (MayBeKernel || !F.use_empty() || F.arg_size() > 0)
      continue;
    auto *Caller = Function::Create(
        FunctionType::get(Type::getVoidTy(M.getContext()), false),
        GlobalValue::ExternalLinkage, F.getName() + ".kernel", M);
    Caller->setCallingConv(CallingConv::SPIR_KERNEL);
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", Caller));
    B.CreateCall(&F)->setCallingConv(CallingConv::SPIR_FUNC);
    B.CreateRetVoid();
  }
}

} // namespace roofline
