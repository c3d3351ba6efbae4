// Streams of C++ as arrays, for what runs one process after the other.
#include "StreamArrays.h"

#include "KernelBuffers.h"
#include "StreamElements.h"

#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/PassAnalyses.h"
#include "roofline/LLVM/LLVMVersions.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Scalar/SROA.h"

#include <optional>

using namespace llvm;

namespace roofline {
namespace {

/// Elements that a stream may take.
constexpr uint64_t MostElements = uint64_t(1) << 20;

bool callsStreams(Function &F) {
  return any_of(calledBy(F),
                [](const Function *Callee) { return streamMethod(Callee); });
}

/// A call of a stream's method, and which of the streams in one variable.
struct Access {
  CallInst *Call;
  StreamMethod M;
  ElementLayout Element; ///< that is read or written
  OffsetSteps Steps;     ///< [byte] by index
  APInt Offset;          ///< [byte]
};

/// The streams of one variable, or of one argument.
class StreamVariable {
public:
  Value *Base;
  SmallVector<Access, 4> Accesses;

  /// True where they can be arrays: one element type, and a bound.
  bool plan(FunctionAnalysisManager &FAM);
  std::string name(size_t Part) const;
  size_t numParts() const { return Parts.size(); }
  /// \p Buffers: for each part, where the variable is an argument.
  void replace(ArrayRef<Argument *> Buffers);

private:
  bool findParts();
  bool findCapacity(FunctionAnalysisManager &FAM);
  AllocaInst &makeCounters(const char *Suffix);
  Value *which(const Access &A, IRBuilder<> &Builder) const;
  Value *advance(AllocaInst &Counters, Value *Which, IRBuilder<> &Builder);
  void read(const Access &A, Value *At, IRBuilder<> &Builder);
  void write(const Access &A, Value *At, IRBuilder<> &Builder);
  Value *place(size_t Part, Value *At, IRBuilder<> &Builder) const;

  SmallVector<ElementPart, 4> Parts;
  SmallVector<Value *, 4> Arrays; ///< for each part
  uint64_t StreamBytes = 0, NumStreams = 1, Capacity = 0;
};

bool StreamVariable::findParts() {
  const DataLayout &DL = Accesses.front().Call->getDataLayout();
  ElementLayout Element;
  for (const Access &A : Accesses) {
    if (A.M != StreamMethod::Read && A.M != StreamMethod::Write)
      continue;
    const ElementLayout Here = A.Element;
    if (!Here.T || (Element.T && !fillsAlike(Here.T, Element.T, DL)))
      return false;
    if (!Element.T || Here.T->isStructTy())
      Element.T = Here.T;
    Element.Bytes =
        std::min(Element.Bytes ? Element.Bytes : Here.Bytes, Here.Bytes);
  }
  if (Element.T)
    addParts(Element.T, 0, DL, Parts);
  erase_if(Parts,
           [&](const ElementPart &P) { return P.Offset >= Element.Bytes; });
  constexpr size_t MostParts = 64;
  return !Parts.empty() && Parts.size() <= MostParts &&
         all_of(Parts, [](const ElementPart &P) {
           return P.T->isIntegerTy() || P.T->isFloatingPointTy();
         });
}

/// The number of times that \p I runs at most; saturates.
static uint64_t timesAtMost(const Instruction &I, const LoopInfo &LI,
                            ScalarEvolution &SE) {
  uint64_t Times = 1;
  for (const llvm::Loop *L = LI.getLoopFor(I.getParent()); L;
       L = L->getParentLoop()) {
    const uint64_t Trips = SE.getSmallConstantMaxTripCount(L); // 0: not known
    // Where the head tests, the body runs once less.
    const bool IsBehindTest = L->getExitingBlock() == L->getHeader() &&
                              I.getParent() != L->getHeader();
    Times = SaturatingMultiply(Times,
                               Trips ? Trips - IsBehindTest : MostElements + 1);
  }
  return Times;
}

bool StreamVariable::findCapacity(FunctionAnalysisManager &FAM) {
  Function &F = *Accesses.front().Call->getFunction();
  const StreamMethod Counted =
      isa<Argument>(Base) && Accesses.front().M == StreamMethod::Read
          ? StreamMethod::Read
          : StreamMethod::Write;
  for (const Access &A : Accesses)
    if (A.M == Counted)
      Capacity = SaturatingAdd(
          Capacity, timesAtMost(*A.Call, FAM.getResult<LoopAnalysis>(F),
                                FAM.getResult<ScalarEvolutionAnalysis>(F)));
  Capacity = std::max<uint64_t>(Capacity, 1);
  return SaturatingMultiply(Capacity, NumStreams) <= MostElements;
}

/// True for the class of include-hls/hls_stream.h.
static bool isStream(const Type *T) {
  const auto *Class = dyn_cast<StructType>(T);
  return Class && Class->hasName() &&
         Class->getName().starts_with("class.hls::stream");
}

/// True where \p Pointer, to streams, is used by their methods and
/// constructors alone.
static bool isOnlyStream(const Value &Pointer,
                         SmallPtrSetImpl<const Value *> &Seen) {
  return all_of(Pointer.uses(), [&](const Use &U) {
    const User *By = U.getUser();
    if (const auto *Call = dyn_cast<CallBase>(By))
      return streamMethod(Call->getCalledFunction()) ||
             isa<MemSetInst, LifetimeIntrinsic>(Call);
    if (isa<StoreInst>(By))
      return U.getOperandNo() == StoreInst::getPointerOperandIndex();
    return isa<ICmpInst>(By) ||
           (isa<GEPOperator, AddrSpaceCastOperator, PHINode>(By) &&
            (!Seen.insert(By).second || isOnlyStream(*By, Seen)));
  });
}

bool StreamVariable::plan(FunctionAnalysisManager &FAM) {
  const DataLayout &DL = Accesses.front().Call->getDataLayout();
  Type *Declared = nullptr;
  if (const auto *Variable = dyn_cast<AllocaInst>(Base))
    Declared = Variable->getAllocatedType();
  else if (const auto *Variable = dyn_cast<GlobalVariable>(Base))
    Declared = Variable->getValueType();
  while (Declared && Declared->isArrayTy()) {
    NumStreams =
        SaturatingMultiply(NumStreams, Declared->getArrayNumElements());
    Declared = Declared->getArrayElementType();
  }
  if (Declared && !isStream(Declared)) // a class with more in it
    return false;
  StreamBytes = Declared ? DL.getTypeAllocSize(Declared).getFixedValue() : 0;
  SmallPtrSet<const Value *, 16> Seen;
  if (!isOnlyStream(*Base, Seen))
    return false;
  for (const Access &A : Accesses) {
    const bool IsOfOthers =
        isa<Argument>(Base) &&
        (A.M != Accesses.front().M ||
         (A.M != StreamMethod::Read && A.M != StreamMethod::Write));
    const bool IsInside = all_of(A.Steps, [&](const auto &S) {
      return StreamBytes && S.second.urem(StreamBytes) == 0;
    });
    const bool IsOne = StreamBytes
                           ? A.Offset.urem(StreamBytes) == 0 &&
                                 A.Offset.udiv(StreamBytes).ult(NumStreams)
                           : A.Offset.isZero();
    if (IsOfOthers || !IsInside || !IsOne)
      return false;
  }
  return findParts() && findCapacity(FAM);
}

/// The number of the stream in its variable.
Value *StreamVariable::which(const Access &A, IRBuilder<> &Builder) const {
  Value *Sum = Builder.getInt64(
      StreamBytes ? A.Offset.udiv(StreamBytes).getZExtValue() : 0);
  for (const auto &[Index, Step] : A.Steps)
    Sum = Builder.CreateAdd(
        Sum, Builder.CreateMul(
                 Builder.CreateSExtOrTrunc(Index, Builder.getInt64Ty()),
                 Builder.getInt64(Step.udiv(StreamBytes).getZExtValue())));
  return Sum;
}

/// Counters of 0, one for each stream.
AllocaInst &StreamVariable::makeCounters(const char *Suffix) {
  Function &F = *Accesses.front().Call->getFunction();
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Counters =
      Builder.CreateAlloca(ArrayType::get(Builder.getInt32Ty(), NumStreams),
                           nullptr, name(0) + Suffix);
  for (uint64_t N = 0; N < NumStreams; ++N)
    Builder.CreateStore(Builder.getInt32(0),
                        Builder.CreateConstInBoundsGEP2_64(
                            Counters->getAllocatedType(), Counters, 0, N));
  return *Counters;
}

/// The place of the counter of stream \p Which.
static Value *counterOf(AllocaInst &Counters, Value *Which,
                        IRBuilder<> &Builder) {
  return Builder.CreateInBoundsGEP(Counters.getAllocatedType(), &Counters,
                                   {Builder.getInt64(0), Which});
}

Value *StreamVariable::advance(AllocaInst &Counters, Value *Which,
                               IRBuilder<> &Builder) {
  Value *Counter = counterOf(Counters, Which, Builder);
  Value *Count = Builder.CreateLoad(Builder.getInt32Ty(), Counter);
  Builder.CreateStore(Builder.CreateAdd(Count, Builder.getInt32(1), "",
                                        /*HasNUW=*/true,
                                        /*HasNSW=*/true),
                      Counter);
  Value *First = Builder.CreateMul(Which, Builder.getInt64(Capacity));
  return Builder.CreateAdd(First,
                           Builder.CreateZExt(Count, Builder.getInt64Ty()));
}

Value *StreamVariable::place(size_t N, Value *At, IRBuilder<> &Builder) const {
  return Builder.CreateInBoundsGEP(Parts[N].T, Arrays[N], At);
}

/// The place of a part of a structure in memory.
static Value *partOf(Value *Structure, const ElementPart &P,
                     IRBuilder<> &Builder) {
  return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Structure,
                                            P.Offset);
}

/// \p T, or an integer of whole bytes that holds it.
static Type *wholeBytes(Type *T) {
  return T->isIntegerTy() ? Type::getIntNTy(T->getContext(),
                                            alignTo(T->getIntegerBitWidth(), 8))
                          : T;
}

/// Room for what \p A has in registers.
static AllocaInst *makeRoom(const Access &A) {
  BasicBlock &Entry = A.Call->getFunction()->getEntryBlock();
  return IRBuilder<>(&Entry, Entry.begin())
      .CreateAlloca(wholeBytes(registerType(*A.Call, A.M)));
}

void StreamVariable::read(const Access &A, Value *At, IRBuilder<> &Builder) {
  const bool IsInMemory = A.Call->hasStructRetAttr();
  Value *To = IsInMemory ? A.Call->getArgOperand(0) : makeRoom(A);
  for (const auto &[N, P] : enumerate(Parts))
    Builder.CreateStore(Builder.CreateLoad(P.T, place(N, At, Builder)),
                        partOf(To, P, Builder));
  if (IsInMemory)
    return;
  Type *T = A.Call->getType();
  Value *Whole = Builder.CreateLoad(wholeBytes(T), To);
  A.Call->replaceAllUsesWith(T->isIntegerTy() ? Builder.CreateTrunc(Whole, T)
                                              : Whole);
}

void StreamVariable::write(const Access &A, Value *At, IRBuilder<> &Builder) {
  CallInst &Call = *A.Call;
  Value *From = Call.getArgOperand(1);
  if (!From->getType()->isPointerTy()) {
    AllocaInst *Room = makeRoom(A);
    if (Call.arg_size() == 2)
      Builder.CreateStore(
          From->getType()->isIntegerTy()
              ? Builder.CreateZExt(From, Room->getAllocatedType())
              : From,
          Room);
    for (unsigned N = 1; Call.arg_size() > 2 && N < Call.arg_size(); ++N)
      Builder.CreateStore(
          Call.getArgOperand(N),
          Builder.CreateStructGEP(Room->getAllocatedType(), Room, N - 1));
    From = Room;
  }
  for (const auto &[N, P] : enumerate(Parts))
    Builder.CreateStore(Builder.CreateLoad(P.T, partOf(From, P, Builder)),
                        place(N, At, Builder));
}

/// Drops what constructors write to the streams at \p V.
static void dropStores(Value &V, SmallPtrSetImpl<const Value *> &Seen) {
  for (User *U : SetVector<User *>(V.user_begin(), V.user_end())) {
    auto *I = dyn_cast<Instruction>(U);
    if (isa_and_nonnull<GetElementPtrInst, PHINode>(I) && Seen.insert(I).second)
      dropStores(*I, Seen);
    if (isa_and_nonnull<StoreInst, MemSetInst, LifetimeIntrinsic>(I))
      I->eraseFromParent();
  }
}

/// Takes the static variable \p Symbol, of streams, for initialised: their
/// constructors do nothing. Itanium C++ ABI: _ZGV is the guard of a variable.
void skipConstructor(Module &M, StringRef Symbol) {
  Symbol.consume_front("_Z");
  GlobalVariable *Guard = M.getGlobalVariable(("_ZGV" + Symbol).str(), true);
  if (!Guard)
    return;
  for (User *U : make_early_inc_range(Guard->users()))
    if (auto *Load = dyn_cast<LoadInst>(U)) {
      Load->replaceAllUsesWith(ConstantInt::get(Load->getType(), 1));
      Load->eraseFromParent();
    }
}

/// The name in the source, with a number for parts behind the first one.
std::string StreamVariable::name(size_t Part) const {
  return sourceName(*Base) + (Part ? "_" + std::to_string(Part) : "");
}

void StreamVariable::replace(ArrayRef<Argument *> Buffers) {
  Function &F = *Accesses.front().Call->getFunction();
  IRBuilder<> Builder(&F.getEntryBlock(), F.getEntryBlock().begin());
  for (const auto &[N, P] : enumerate(Parts)) {
    const uint64_t Bytes = F.getDataLayout().getTypeAllocSize(P.T);
    if (!Buffers.empty()) {
      Buffers[N]->addAttr(Attribute::getWithDereferenceableBytes(
          F.getContext(), Capacity * Bytes));
      Arrays.push_back(Buffers[N]);
    } else {
      Arrays.push_back(Builder.CreateAlloca(
          ArrayType::get(P.T, NumStreams * Capacity), nullptr, name(N)));
    }
  }
  AllocaInst &Written = makeCounters(".written"), &Read = makeCounters(".read");
  for (const Access &A : Accesses) {
    Builder.SetInsertPoint(A.Call);
    Value *Which = which(A, Builder);
    auto Count = [&](AllocaInst &Counters) {
      return Builder.CreateLoad(Builder.getInt32Ty(),
                                counterOf(Counters, Which, Builder));
    };
    switch (A.M) {
    case StreamMethod::Read:
      read(A, advance(Read, Which, Builder), Builder);
      break;
    case StreamMethod::Write:
      write(A, advance(Written, Which, Builder), Builder);
      break;
    case StreamMethod::IsReadable:
      A.Call->replaceAllUsesWith(
          Builder.CreateICmpULT(Count(Read), Count(Written)));
      break;
    case StreamMethod::IsWritable:
      A.Call->replaceAllUsesWith(Builder.getTrue());
      break;
    case StreamMethod::Size:
      A.Call->replaceAllUsesWith(
          Builder.CreateSub(Count(Written), Count(Read)));
      break;
    }
    A.Call->eraseFromParent();
  }
  SmallPtrSet<const Value *, 16> Seen;
  if (isa<AllocaInst>(Base))
    dropStores(*Base, Seen);
  else if (isa<GlobalVariable>(Base))
    skipConstructor(*F.getParent(), Base->getName());
}

/// Follows \p Pointer to the variable that it points into, where indices alone
/// choose the place; null elsewhere.
Value *followPlace(Value *Pointer, const DataLayout &DL, Access &A) {
  A.Offset = APInt(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  while (true) {
    Pointer = Pointer->stripPointerCasts();
    auto *Step = dyn_cast<GEPOperator>(Pointer);
    if (!Step)
      return isa<AllocaInst, GlobalVariable, Argument>(Pointer) ? Pointer
                                                                : nullptr;
    if (!Step->collectOffset(DL, A.Offset.getBitWidth(), A.Steps, A.Offset))
      return nullptr;
    Pointer = Step->getPointerOperand();
  }
}

} // namespace

StringRef whyStreamStays(const Function &Callee) {
  const std::optional<StreamMethod> M = streamMethod(&Callee);
  if (!M)
    return "";
  return *M == StreamMethod::Read || *M == StreamMethod::Write
             ? "a stream of this kernel takes no constant number of elements "
               "at most (give loops constant bounds, or --arg n=VALUE), or is "
               "a member of a class, or one of several that are not told apart"
             : "the state of a stream that the kernel takes: others decide it; "
               "count the elements instead";
}

Function &makeStreamsArrays(Function &Kernel,
                            const StringMap<int64_t> &Values) {
  if (!callsStreams(Kernel))
    return Kernel;
  for (Argument &A : Kernel.args())
    if (auto Value = Values.find(A.getName());
        Value != Values.end() && A.getType()->isIntegerTy())
      A.replaceAllUsesWith(ConstantInt::get(
          Kernel.getContext(),
          APInt(64, uint64_t(Value->second), /*isSigned=*/true)
              .sextOrTrunc(A.getType()->getIntegerBitWidth())));
  inlineCallees(Kernel);
  SmallVector<Access, 8> Accesses;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const auto M = streamMethod(Call->getCalledFunction()))
        Accesses.push_back(
            {Call,
             *M,
             *M == StreamMethod::Read || *M == StreamMethod::Write
                 ? elementLayout(*Call, *M)
                 : ElementLayout(),
             {},
             APInt()});
  DenseMap<Type *, uint64_t> Bytes; // whoever copies less knows of paddings
  for (const Access &A : Accesses) {
    uint64_t &Least =
        Bytes.try_emplace(A.Element.T, A.Element.Bytes).first->second;
    Least = std::min(Least, A.Element.Bytes);
  }
  for (Access &A : Accesses)
    A.Element.Bytes = Bytes.lookup(A.Element.T);
  PassAnalyses Analyses;
  SROAPass(SROAOptions::PreserveCFG).run(Kernel, Analyses.FAM);
  Analyses.FAM.clear();
  MapVector<Value *, StreamVariable> Variables;
  for (Access &A : Accesses) {
    Value *Stream = A.Call->getArgOperand(A.Call->hasStructRetAttr() ? 1 : 0);
    Value *Base = followPlace(Stream, Kernel.getDataLayout(), A);
    if (!Base)
      return Kernel;
    StreamVariable &Variable = Variables[Base];
    Variable.Base = Base;
    Variable.Accesses.push_back(std::move(A));
  }
  for (auto &[Base, Variable] : Variables)
    if (!Variable.plan(Analyses.FAM))
      return Kernel;
  std::vector<std::string> Names;
  for (auto &[Base, Variable] : Variables)
    for (size_t Part = 1; isa<Argument>(Base) && Part < Variable.numParts();
         ++Part)
      Names.push_back(Variable.name(Part));
  unsigned Next = unsigned(Kernel.arg_size());
  DenseMap<Value *, unsigned> Numbers; // of arguments
  for (Argument &A : Kernel.args())
    Numbers[&A] = A.getArgNo();
  Function &Wider = addBuffers(Kernel, Names);
  for (auto &[Base, Variable] : Variables) {
    SmallVector<Argument *, 4> Buffers;
    if (auto Number = Numbers.find(Base); Number != Numbers.end()) {
      Variable.Base = Wider.getArg(Number->second);
      Buffers.push_back(Wider.getArg(Number->second));
      for (size_t Part = 1; Part < Variable.numParts(); ++Part)
        Buffers.push_back(Wider.getArg(Next++));
    }
    Variable.replace(Buffers);
  }
  return Wider;
}

} // namespace roofline
