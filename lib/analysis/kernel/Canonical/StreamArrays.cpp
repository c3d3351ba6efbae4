// Streams of C++ as arrays, for what runs one process after the other.
#include "StreamArrays.h"

#include "KernelBuffers.h"

#include "roofline/Canonical/HlsKernels.h"
#include "roofline/Canonical/PassAnalyses.h"

#include "llvm/ADT/MapVector.h"
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

/// A number in an element, at a distance from its begin [byte].
struct Part {
  Type *T;
  uint64_t Offset;
  bool operator==(const Part &) const = default;
};

enum class Method { Read, Write, IsReadable, IsWritable, Size };

/// The method of hls::stream that \p F is: include-hls/hls_stream.h.
std::optional<Method> methodOf(const Function *F) {
  if (!F || !F->isDeclaration() || !F->getName().contains("3hls6stream"))
    return std::nullopt;
  const std::pair<StringRef, Method> Methods[] = {
      {"8fifoReadE", Method::Read},
      {"9fifoWriteE", Method::Write},
      {"12fifoReadableE", Method::IsReadable},
      {"12fifoWritableE", Method::IsWritable},
      {"8fifoSizeE", Method::Size}};
  for (const auto &[Name, M] : Methods)
    if (F->getName().contains(Name))
      return M;
  return std::nullopt;
}

bool callsStreams(Function &F) {
  return any_of(calledBy(F),
                [](const Function *Callee) { return methodOf(Callee); });
}

/// The numbers in a \p T, integers by their bytes.
void addParts(Type *T, uint64_t Offset, const DataLayout &DL,
              SmallVectorImpl<Part> &Parts) {
  auto AddEach = [&](Type *Element, uint64_t Count) {
    const uint64_t Size = DL.getTypeAllocSize(Element);
    for (uint64_t N = 0; N < Count; ++N)
      addParts(Element, Offset + N * Size, DL, Parts);
  };
  if (auto *Struct = dyn_cast<StructType>(T)) {
    for (const auto &[N, Element] : enumerate(Struct->elements()))
      addParts(Element,
               Offset + DL.getStructLayout(Struct)->getElementOffset(N), DL,
               Parts);
  } else if (auto *Array = dyn_cast<ArrayType>(T)) {
    AddEach(Array->getElementType(), Array->getNumElements());
  } else if (auto *Vector = dyn_cast<FixedVectorType>(T)) {
    AddEach(Vector->getElementType(), Vector->getNumElements());
  } else if (T->isIntegerTy()) {
    uint64_t Left = DL.getTypeStoreSize(T);
    while (Left) {
      const uint64_t Bytes = std::min<uint64_t>(8, bit_floor(Left));
      Parts.push_back({Type::getIntNTy(T->getContext(), Bytes * 8), Offset});
      Offset += Bytes;
      Left -= Bytes;
    }
  } else {
    Parts.push_back({T, Offset});
  }
}

/// What an element is in memory.
struct Layout {
  Type *T = nullptr;  ///< null where it is not known
  uint64_t Bytes = 0; ///< without paddings at its end
};

/// A call of a stream's method, and which of the streams in one variable.
struct Access {
  CallInst *Call;
  Method M;
  Layout Element;                          ///< that is read or written
  SmallMapVector<Value *, APInt, 4> Steps; ///< [byte] by index
  APInt Offset;                            ///< [byte]
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
  uint64_t timesAtMost(const Instruction &I, const LoopInfo &LI,
                       ScalarEvolution &SE) const;
  AllocaInst &makeCounters(const char *Suffix);
  Value *which(const Access &A, IRBuilder<> &Builder) const;
  Value *advance(AllocaInst &Counters, Value *Which, IRBuilder<> &Builder);
  void read(const Access &A, Value *At, IRBuilder<> &Builder);
  void write(const Access &A, Value *At, IRBuilder<> &Builder);
  Value *place(size_t Part, Value *At, IRBuilder<> &Builder) const;

  SmallVector<Part, 4> Parts;
  SmallVector<Value *, 4> Arrays; ///< for each part
  uint64_t StreamBytes = 0, NumStreams = 1, Capacity = 0;
};

/// The variable that \p Pointer points into, or null.
AllocaInst *variableOf(Value *Pointer) {
  return dyn_cast<AllocaInst>(Pointer->stripInBoundsConstantOffsets());
}

/// The variable that \p V, or a part of it, is stored in at once; null where it
/// is not.
AllocaInst *storedIn(const Value &V) {
  for (const User *U : V.users()) {
    if (isa<ExtractValueInst>(U))
      return storedIn(*U);
    if (const auto *Store = dyn_cast<StoreInst>(U))
      return variableOf(const_cast<Value *>(Store->getPointerOperand()));
  }
  return nullptr;
}

/// The type in registers of what \p Call reads or writes.
Type *registerType(CallInst &Call, Method M) {
  if (M == Method::Read)
    return Call.hasStructRetAttr() ? Call.getParamStructRetType(0)
                                   : Call.getType();
  SmallVector<Type *, 2> Types;
  for (const Use &U : drop_begin(Call.args()))
    Types.push_back(U->getType());
  return Types.size() == 1 ? Types.front()
                           : StructType::get(Call.getContext(), Types);
}

/// True where \p L and \p R take as many registers.
bool fillsAlike(Type *L, Type *R, const DataLayout &DL) {
  constexpr unsigned RegisterBytes = 8;
  return divideCeil(DL.getTypeAllocSize(L), RegisterBytes) ==
         divideCeil(DL.getTypeAllocSize(R), RegisterBytes);
}

/// The layout of what is copied between \p Registers and another variable.
Layout copiedLayout(const AllocaInst &Registers, const DataLayout &DL) {
  for (const User *U : Registers.users())
    if (const auto *Copy = dyn_cast<MemCpyInst>(U)) {
      Value *Other = Copy->getRawSource() == &Registers ? Copy->getRawDest()
                                                        : Copy->getRawSource();
      const auto *Length = dyn_cast<ConstantInt>(Copy->getLength());
      if (const AllocaInst *Variable = variableOf(Other); Variable && Length)
        return {Variable->getAllocatedType(), Length->getZExtValue()};
    }
  Type *T = Registers.getAllocatedType();
  return {T, DL.getTypeAllocSize(T)};
}

/// The layout of what \p Call reads or writes, before its variables are values:
/// registers hold paddings, too.
Layout elementLayout(CallInst &Call, Method M) {
  const DataLayout &DL = Call.getDataLayout();
  auto Whole = [&](Type *T) { return Layout{T, DL.getTypeAllocSize(T)}; };
  Type *InRegisters = registerType(Call, M);
  const AllocaInst *Variable = nullptr;
  if (M == Method::Read) {
    Variable = storedIn(Call);
  } else if (Type *T = Call.getParamByValType(1)) {
    return Whole(T);
  } else {
    Value *V = Call.getArgOperand(1);
    const auto *Load = dyn_cast<LoadInst>(V);
    Variable =
        variableOf(Load ? const_cast<Value *>(Load->getPointerOperand()) : V);
  }
  if (Variable) {
    const Layout Found = copiedLayout(*Variable, DL);
    if (InRegisters->isPointerTy() || fillsAlike(Found.T, InRegisters, DL))
      return Found;
  }
  return InRegisters->isPointerTy() ? Layout() : Whole(InRegisters);
}

bool StreamVariable::findParts() {
  const DataLayout &DL = Accesses.front().Call->getDataLayout();
  Layout Element;
  for (const Access &A : Accesses) {
    if (A.M != Method::Read && A.M != Method::Write)
      continue;
    const Layout Here = A.Element;
    if (!Here.T || (Element.T && !fillsAlike(Here.T, Element.T, DL)))
      return false;
    if (!Element.T || Here.T->isStructTy())
      Element.T = Here.T;
    Element.Bytes =
        std::min(Element.Bytes ? Element.Bytes : Here.Bytes, Here.Bytes);
  }
  if (Element.T)
    addParts(Element.T, 0, DL, Parts);
  erase_if(Parts, [&](const Part &P) { return P.Offset >= Element.Bytes; });
  constexpr size_t MostParts = 64;
  return !Parts.empty() && Parts.size() <= MostParts &&
         all_of(Parts, [](const Part &P) {
           return P.T->isIntegerTy() || P.T->isFloatingPointTy();
         });
}

/// How often \p I runs at most; saturates.
uint64_t StreamVariable::timesAtMost(const Instruction &I, const LoopInfo &LI,
                                     ScalarEvolution &SE) const {
  uint64_t Times = 1;
  for (const llvm::Loop *L = LI.getLoopFor(I.getParent()); L;
       L = L->getParentLoop()) {
    uint64_t Trips = SE.getSmallConstantMaxTripCount(L);
    // Where the head tests, the body runs once less.
    if (Trips && L->getExitingBlock() == L->getHeader() &&
        I.getParent() != L->getHeader())
      --Trips;
    Times = SaturatingMultiply(Times, Trips ? Trips : MostElements + 1);
  }
  return Times;
}

bool StreamVariable::findCapacity(FunctionAnalysisManager &FAM) {
  Function &F = *Accesses.front().Call->getFunction();
  const Method Counted =
      isa<Argument>(Base) && Accesses.front().M == Method::Read ? Method::Read
                                                                : Method::Write;
  for (const Access &A : Accesses)
    if (A.M == Counted)
      Capacity = SaturatingAdd(
          Capacity, timesAtMost(*A.Call, FAM.getResult<LoopAnalysis>(F),
                                FAM.getResult<ScalarEvolutionAnalysis>(F)));
  return Capacity > 0 &&
         SaturatingMultiply(Capacity, NumStreams) <= MostElements;
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
  StreamBytes = Declared ? DL.getTypeAllocSize(Declared).getFixedValue() : 0;
  for (const Access &A : Accesses) {
    const bool IsOfOthers =
        isa<Argument>(Base) && (A.M != Accesses.front().M ||
                                (A.M != Method::Read && A.M != Method::Write));
    const bool IsInside = all_of(A.Steps, [&](const auto &S) {
      return StreamBytes && S.second.urem(StreamBytes) == 0;
    });
    if (IsOfOthers || !IsInside || (!StreamBytes && !A.Offset.isZero()))
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

/// The counter's place, and its value in an element's index.
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
static Value *partOf(Value *Structure, const Part &P, IRBuilder<> &Builder) {
  return Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Structure,
                                            P.Offset);
}

/// Room for what \p A has in registers.
static AllocaInst *makeRoom(const Access &A) {
  BasicBlock &Entry = A.Call->getFunction()->getEntryBlock();
  return IRBuilder<>(&Entry, Entry.begin())
      .CreateAlloca(registerType(*A.Call, A.M));
}

void StreamVariable::read(const Access &A, Value *At, IRBuilder<> &Builder) {
  const bool IsInMemory = A.Call->hasStructRetAttr();
  Value *To = IsInMemory ? A.Call->getArgOperand(0) : makeRoom(A);
  for (const auto &[N, P] : enumerate(Parts))
    Builder.CreateStore(Builder.CreateLoad(P.T, place(N, At, Builder)),
                        partOf(To, P, Builder));
  if (!IsInMemory)
    A.Call->replaceAllUsesWith(Builder.CreateLoad(A.Call->getType(), To));
}

void StreamVariable::write(const Access &A, Value *At, IRBuilder<> &Builder) {
  CallInst &Call = *A.Call;
  Value *From = Call.getArgOperand(1);
  if (!From->getType()->isPointerTy()) {
    AllocaInst *Room = makeRoom(A);
    for (unsigned N = 1; N < Call.arg_size(); ++N)
      Builder.CreateStore(
          Call.getArgOperand(N),
          Call.arg_size() == 2
              ? Room
              : Builder.CreateStructGEP(Room->getAllocatedType(), Room, N - 1));
    From = Room;
  }
  for (const auto &[N, P] : enumerate(Parts))
    Builder.CreateStore(Builder.CreateLoad(P.T, partOf(From, P, Builder)),
                        place(N, At, Builder));
}

/// Drops what constructors write to the variable \p V of streams.
void dropStores(Value &V) {
  for (User *U : make_early_inc_range(V.users())) {
    auto *I = dyn_cast<Instruction>(U);
    if (isa_and_nonnull<GetElementPtrInst>(I))
      dropStores(*I);
    if (I && I->use_empty())
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

/// With a number for parts behind the first one.
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
    case Method::Read:
      read(A, advance(Read, Which, Builder), Builder);
      break;
    case Method::Write:
      write(A, advance(Written, Which, Builder), Builder);
      break;
    case Method::IsReadable:
      A.Call->replaceAllUsesWith(
          Builder.CreateICmpULT(Count(Read), Count(Written)));
      break;
    case Method::IsWritable:
      A.Call->replaceAllUsesWith(Builder.getTrue());
      break;
    case Method::Size:
      A.Call->replaceAllUsesWith(
          Builder.CreateSub(Count(Written), Count(Read)));
      break;
    }
    A.Call->eraseFromParent();
  }
  if (isa<AllocaInst>(Base))
    dropStores(*Base);
  else if (isa<GlobalVariable>(Base))
    skipConstructor(*F.getParent(), Base->getName());
}

/// What \p Pointer points into, where indices alone choose the place.
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
  const std::optional<Method> M = methodOf(&Callee);
  if (!M)
    return "";
  return *M == Method::Read || *M == Method::Write
             ? "a stream of this kernel takes no constant number of elements "
               "at most, or which stream is meant is not followed: give loops "
               "constant bounds, or --arg n=VALUE"
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
      A.replaceAllUsesWith(ConstantInt::getSigned(A.getType(), Value->second));
  inlineCallees(Kernel);
  SmallVector<Access, 8> Accesses;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I))
      if (const auto M = methodOf(Call->getCalledFunction()))
        Accesses.push_back({Call,
                            *M,
                            *M == Method::Read || *M == Method::Write
                                ? elementLayout(*Call, *M)
                                : Layout(),
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
