// A kernel and its launch as a map over streams.
#include "NestRecognition.h"

#include "AccessRefusals.h"
#include "DatapathBuilder.h"
#include "NestEntry.h"
#include "StreamGeometry.h"
#include "StreamReduction.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Narrow/NarrowDatapath.h"
#include "roofline/Stream/InPlace.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

namespace {

class Recognizer {
public:
  Recognizer(StreamBody Body, BufferParts Parts)
      : Body(std::move(Body)), Parts(Parts),
        Forms(this->Body.Sizes, this->Body.Variables, *this->Body.DT,
              this->Body.F->getDataLayout()) {}

  /// As recognized(), where no position depends on what others write.
  Expected<StreamKernel> run(StringRef Name);

private:
  bool leavesLoops() const;
  bool takesOrder();
  Expected<StreamKernel> recognized(StringRef Name);
  Error collect();
  Error storeOutside(const StoreInst &S) const;
  bool turnAround();
  bool isNeverExecuted(const BasicBlock &B);
  bool isOnePosition(const StreamAccess &A) const;
  Error addAccess(Instruction &I);
  StreamAccess followOthers(StreamAccess A) const;
  void followOthers();
  Error mergeStores();
  bool isOf(const StreamAccess &A, const Stream &S) const;
  uint64_t firstElement(const StreamAccess &A) const;
  std::optional<Offset> pitch(const StreamAccess &A) const;
  void addStreams();
  uint32_t load(const LoadInst &I);
  uint32_t element(const StreamAccess &A);
  uint32_t earlyLoad(const LoadInst &I);
  uint32_t stored(const StreamAccess &A, ValueType To);
  uint32_t cast(uint32_t Node, ValueType To, const Value *Place);
  uint32_t tap(const StreamAccess &A, unsigned Stream, unsigned D,
               std::array<int64_t, 3> Along);
  uint32_t uniform(const StreamAccess &A);
  Error addOutputs();

  StreamBody Body;
  BufferParts Parts;
  WalkOrder Order = WalkOrder::Memory;
  IndexForms Forms;
  StreamKernel K;
  StreamGeometry Geometry;
  std::vector<StreamAccess> Accesses;
  /// First and number of its accesses.
  DenseMap<const Instruction *, std::pair<unsigned, unsigned>> AccessOf;
  std::unique_ptr<DatapathBuilder> Nodes;
  /// The first access and store of one buffer whose elements are the same ones,
  /// if their conditions do not keep them apart.
  std::pair<const StreamAccess *, const StreamAccess *> Doubtful;
};

} // namespace

/// The streams go in another order than the loops.
bool Recognizer::leavesLoops() const {
  std::vector<unsigned> Dimensions; // of the space, by loop, innermost first
  for (unsigned D = 0; D < Body.NumDimensions; ++D)
    if (Body.Sizes[D] > 1)
      Dimensions.push_back(Geometry.spaceDimension()[D]);
  return !is_sorted(Dimensions) || is_contained(Body.IsTurned, true);
}

/// True where a position takes what another one has left.
static bool hasOrder(const StreamKernel &K) {
  return !K.Recurrences.empty() || any_of(K.Reductions, [](const Reduction &R) {
    return !facts(R.Op).associates();
  });
}

/// As hasOrder(), of what the loops compute, whatever the order of the streams.
/// Elements stand for themselves: where they lie follows from the order.
bool Recognizer::takesOrder() {
  if (Body.Delayed.empty() &&
      all_of(Body.Carried, [](const auto &Phis) { return Phis.empty(); }))
    return false;
  StreamKernel Loops;
  Loops.NumDimensions = Body.NumDimensions;
  Loops.Space.Size = Body.Sizes;
  Loops.Active = Loops.Space;
  DatapathBuilder *Builder = nullptr;
  DatapathBuilder Values(
      Loops, Body, Forms, {0, 0, 0}, {0, 1, 2}, [&](const LoadInst &I) {
        const std::optional<ValueType> Type = streamType(I.getType());
        if (!Type)
          return Builder->fail(&I, "no element of a stream");
        Loops.Inputs.emplace_back().Type = *Type;
        return Builder->add(DatapathOp::Input, *Type, {}, &I,
                            Loops.Inputs.size() - 1);
      });
  Builder = &Values;
  for (const StreamAccess &A : Accesses) {
    if (A.IsStore && !Values.failed())
      Values.node(llvm::cast<StoreInst>(A.Inst)->getValueOperand());
    if (A.IsStore && !Values.failed())
      Values.runs(A.Inst->getParent());
  }
  SmallPtrSet<const StoreInst *, 4> OfSums;
  if (!Values.failed())
    consumeError(addReductions(Body, Values, Loops, OfSums));
  consumeError(Values.problem()); // the datapath has it, too
  return hasOrder(Loops);
}

/// True where no position executes \p B.
bool Recognizer::isNeverExecuted(const BasicBlock &B) {
  return any_of(Forms.runs(&B),
                [](const IndexSet &S) { return S && S->empty(); });
}

Error Recognizer::addAccess(Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  if (I.isVolatile())
    return notAStream(&I, "a volatile access");
  std::optional<ValueType> Element = streamType(T);
  if (!Element || Element->Bits % 8 != 0)
    return notAStream(&I, "a stream has integers of 8 to 64 bits, half, float "
                          "or double, or vectors and structures of them");
  std::optional<Place> P = Forms.placeOf(Pointer);
  if (!P)
    return notAStream(
        &I, "the index of this access " +
                whyUnknown(Pointer, *Body.Kernel,
                           "is not the work-item's own place and a constant "
                           "offset" +
                               onFewPositions(Body)) +
                insteadOf(*getUnderlyingObject(Pointer)));
  const auto *Buffer = dyn_cast<Argument>(P->Base);
  if (!Buffer)
    return notAStream(&I, isa<AllocaInst>(P->Base)
                              ? "a private array whose index is not constant"
                              : "a table whose index is not constant");
  StreamAccess A;
  A.Inst = &I;
  A.Buffer = Buffer->getArgNo();
  A.Name = kernelArgument(*Body.Kernel->getArg(A.Buffer)).Name;
  A.Type = *Element;
  A.IsStore = isa<StoreInst>(I);
  if (std::optional<std::string> Why =
          fitAccess(P->Offset, Forms.runs(I.getParent()), Body.Sizes, A))
    return notAStream(&I, *Why);
  // The first iteration of a row alone reads the value it begins with.
  if (all_of(I.users(), [&](const User *U) {
        const auto *Phi = dyn_cast<PHINode>(U);
        return Phi && Phi->getParent() == Body.Header;
      }))
    for (unsigned D = 0;
         D < Body.NumDimensions - Body.LI->getLoopDepth(I.getParent()); ++D)
      A.Executed[D] = {0, 0};
  if (A.IsStore &&
      any_of(A.Runs, [](const auto &Runs) { return !Runs.empty(); }))
    return notAStream(
        &I, wrapsAt32Bits(A)
                ? "the index of this store is computed in 32 bits, which "
                  "positions of this launch overflow; compute it in 64, as in "
                  "'(long)y * width + x'"
                : leavesItsLine(A));
  Accesses.push_back(std::move(A));
  return Error::success();
}

/// \p A as the other accesses of its buffer move, in the dimensions of which it
/// is executed at one position alone.
StreamAccess Recognizer::followOthers(StreamAccess A) const {
  for (unsigned D = 0; D < Body.NumDimensions; ++D) {
    const auto [First, Last] = A.Executed[D];
    if (First != Last || A.Stride[D] || !A.Runs[D].empty() ||
        Body.Sizes[D] == 1)
      continue;
    for (const StreamAccess &Other : Accesses)
      if (Other.Buffer == A.Buffer && Other.Stride[D]) {
        A.Stride[D] = Other.Stride[D];
        A.Base -= A.Stride[D] * First;
        break;
      }
  }
  return A;
}

/// Under `if (i == 0)` the compiler puts the number for the index. One element
/// of a buffer that is only read is one that all positions share, where the
/// stream would have to keep it for long.
void Recognizer::followOthers() {
  std::vector<StreamAccess> Followed = Accesses;
  for (StreamAccess &A : Followed) {
    StreamAccess Moving = followOthers(A);
    bool IsStored = false, IsBefore = false, IsBehind = false;
    for (const StreamAccess &Other : Accesses) {
      if (Other.Buffer != A.Buffer)
        continue;
      IsStored |= Other.IsStore;
      if (Other.Stride == Moving.Stride) {
        IsBefore |= Moving.Base <= Other.Base;
        IsBehind |= Moving.Base >= Other.Base;
      }
    }
    if (!A.isUniform() || IsStored || (IsBefore && IsBehind))
      A = std::move(Moving);
  }
  Accesses = std::move(Followed);
}

/// \p S is within the nest, but not in its innermost loop. An array that a
/// position fills there is its own, so that this loop is no walk along
/// positions: it stores several times in each.
Error Recognizer::storeOutside(const StoreInst &S) const {
  if (isa<AllocaInst>(getUnderlyingObject(S.getPointerOperand())))
    for (const Instruction &I : instructions(*Body.F)) {
      const auto *Again = dyn_cast<StoreInst>(&I);
      if (!Again || !Body.isInBody(*I.getParent()))
        continue;
      if (const auto *Buffer = dyn_cast<Argument>(
              getUnderlyingObject(Again->getPointerOperand())))
        return writtenAlongLoop(
            &I, kernelArgument(*Body.Kernel->getArg(Buffer->getArgNo())).Name,
            Body.Sizes[0]);
    }
  return notAStream(&S, "a store outside the innermost mapped loop; that of a "
                        "row's result stands behind the row's loop alone, "
                        "under no condition");
}

/// Every access within the nest; results of reductions are stored behind it.
Error Recognizer::collect() {
  for (BasicBlock &B : *Body.F)
    for (Instruction &I : B) {
      if (!isa<LoadInst, StoreInst>(I) || !Body.isInNest(B) ||
          isNeverExecuted(B))
        continue;
      if (isa<StoreInst>(I) && !Body.isInBody(B))
        return storeOutside(cast<StoreInst>(I));
      if (Error E = addAccess(I))
        return E;
    }
  followOthers();
  if (Error E = toElements(Accesses))
    return E;
  if (Parts == BufferParts::Separate)
    separateParts(Accesses, separateOrders(Accesses, Body.Kernel->arg_size()));
  for (unsigned I = 0; I < Accesses.size(); ++I)
    ++AccessOf.try_emplace(Accesses[I].Inst, I, 0).first->second.second;
  return Error::success();
}

/// Dimensions along which every access runs backwards are walked the other way;
/// sums that round keep their order. True where there are any.
bool Recognizer::turnAround() {
  std::array<bool, 3> &Turn = Body.IsTurned;
  bool IsFree = Order == WalkOrder::Memory && Body.Delayed.empty() &&
                all_of(Body.Carried, [](const std::vector<PHINode *> &Phis) {
                  return all_of(Phis, [](const PHINode *P) {
                    return P->getType()->isIntegerTy();
                  });
                });
  for (unsigned D = 0; D < Body.NumDimensions && IsFree; ++D) {
    auto Runs = [&](auto Compare) {
      return [D, Compare](const StreamAccess &A) {
        return Compare(A.Stride[D], 0);
      };
    };
    Turn[D] = any_of(Accesses, Runs(std::less<int64_t>())) &&
              none_of(Accesses, Runs(std::greater<int64_t>()));
  }
  for (auto &[Phi, Variable] : Body.Variables)
    if (unsigned D = Variable.Dimension; Turn[D]) {
      Variable.Start += Variable.Step * (Body.Sizes[D] - 1);
      Variable.Step = -Variable.Step;
    }
  return is_contained(Turn, true);
}

/// True where \p Later may run after \p Earlier for one position, whose loops
/// are \p Loops.
static bool mayFollow(const Instruction &Later, const Instruction &Earlier,
                      LoopInfo &Loops) {
  if (Later.getParent() == Earlier.getParent())
    return Earlier.comesBefore(&Later);
  SmallVector<const BasicBlock *, 8> Work = {Earlier.getParent()};
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty())
    for (const BasicBlock *Next : successors(Work.pop_back_val())) {
      if (Loops.isLoopHeader(Next))
        continue; // of the next position
      if (Next == Later.getParent())
        return true;
      if (Seen.insert(Next).second)
        Work.push_back(Next);
    }
  return false;
}

/// A buffer that is written may be read at the very same place alone, before
/// that, and where nothing is written, which conditions may decide; each place
/// is written once.
Error Recognizer::mergeStores() {
  for (const StreamAccess &S : Accesses)
    if (S.IsStore)
      for (const StreamAccess &A : Accesses) {
        if (A.Buffer != S.Buffer || &A == &S ||
            (A.Fields == S.Fields && A.Field != S.Field))
          continue;
        if (!A.isSamePlace(S)) {
          if (A.IsStore)
            return atAnotherPlace(A, S, *Body.Kernel);
          if (!mayMeet(A, S))
            continue;
          if (mayFollow(*A.Inst, *S.Inst, *Body.LI)) // of its own element, too
            return atAnotherPlace(A, S, *Body.Kernel);
          if (!Doubtful.first)
            Doubtful = {&A, &S};
          continue;
        }
        if (!A.IsStore && mayFollow(*A.Inst, *S.Inst, *Body.LI))
          return notAStream(A.Inst,
                            "'" + A.Name + "' is read after it is written");
      }
  return Error::success();
}

/// A buffer that is read in several orders has a stream for each.
bool Recognizer::isOf(const StreamAccess &A, const Stream &S) const {
  return S.Name == A.Name && S.FirstElement == firstElement(A) &&
         S.Window == Geometry.window(A.Buffer) && S.Pitch == pitch(A);
}

/// [element] as Stream::Pitch.
std::optional<Offset> Recognizer::pitch(const StreamAccess &A) const {
  std::optional<Offset> P = Geometry.pitch(A.Buffer);
  for (int64_t D = 0; P && D < 3; ++D)
    (*P)[D] *= A.Fields;
  return P;
}

uint64_t Recognizer::firstElement(const StreamAccess &A) const {
  return Geometry.firstElement(A.Buffer) * A.Fields + A.Field;
}

void Recognizer::addStreams() {
  for (const StreamAccess &A : Accesses) {
    if (A.isUniform())
      continue;
    auto IsOurs = [&](const Stream &S) { return isOf(A, S); };
    Stream S{A.Name,          A.Type,   Geometry.window(A.Buffer),
             firstElement(A), A.Fields, pitch(A)};
    if (A.IsStore) {
      if (none_of(K.Outputs, IsOurs)) {
        OutputStream Out;
        static_cast<Stream &>(Out) = S;
        K.Outputs.push_back(Out);
      }
    } else if (none_of(K.Inputs, IsOurs)) {
      InputStream In;
      static_cast<Stream &>(In) = S;
      K.Inputs.push_back(In);
    }
  }
}

/// The element that \p A reads when the dimensions from \p D on are yet to be
/// chosen from, \p Along [element] by those before.
uint32_t Recognizer::tap(const StreamAccess &A, unsigned Stream, unsigned D,
                         std::array<int64_t, 3> Along) {
  if (D == 3 || D == Body.NumDimensions) {
    Offset Delta = Geometry.offset(A, Along);
    InputStream &In = K.Inputs[Stream];
    if (!is_contained(In.Taps, Delta))
      In.Taps.push_back(Delta);
    return Nodes->add(DatapathOp::Input, In.Type, {}, A.Inst, Stream, Delta);
  }
  uint32_t Result = tap(A, Stream, D + 1, Along);
  for (const IndexRun &R : A.Runs[D]) {
    Along[D] = R.Shift;
    uint32_t There = tap(A, Stream, D + 1, Along);
    uint32_t Within = Nodes->isWithin(D, R.First, R.Last);
    Result = Nodes->add(DatapathOp::Select, K.Inputs[Stream].Type,
                        {Within, There, Result}, A.Inst);
  }
  return Result;
}

/// The same element for every position: a port, like a scalar argument.
uint32_t Recognizer::uniform(const StreamAccess &A) {
  std::string Name = A.Name + "[" + std::to_string(A.element()) + "]";
  return Nodes->scalar(Name, A.Type, A.Inst);
}

/// Bits as they are, of the width that they have.
uint32_t Recognizer::cast(uint32_t Node, ValueType To, const Value *Place) {
  if (Nodes->failed() || K.Nodes[Node].Type == To)
    return Node;
  return Nodes->add(DatapathOp::Bitcast, To, {Node}, Place);
}

uint32_t Recognizer::element(const StreamAccess &A) {
  if (A.isUniform())
    return uniform(A);
  unsigned Stream =
      find_if(K.Inputs, [&](const InputStream &In) { return isOf(A, In); }) -
      K.Inputs.begin();
  return tap(A, Stream, 0, {0, 0, 0});
}

/// Before the loops: what one element holds is a port.
uint32_t Recognizer::earlyLoad(const LoadInst &I) {
  std::optional<Place> P = Forms.placeOf(I.getPointerOperand());
  std::optional<ValueType> Type = streamType(I.getType());
  IndexForm Fixed;
  Fixed.Constant = P ? P->Offset.Constant : 0;
  const auto *Buffer = P ? dyn_cast_or_null<Argument>(P->Base) : nullptr;
  if (!Buffer || !Type || P->Offset != Fixed || Fixed.Constant < 0 ||
      Fixed.Constant % (Type->Bits / 8) ||
      !Body.DT->dominates(I.getParent(), Body.Header))
    return Nodes->fail(&I, "a load outside the mapped loops");
  StreamAccess A;
  A.Inst = &I;
  A.Name = kernelArgument(*Body.Kernel->getArg(Buffer->getArgNo())).Name;
  A.Type = *Type;
  A.Base = Fixed.Constant / (Type->Bits / 8);
  return uniform(A);
}

uint32_t Recognizer::load(const LoadInst &I) {
  auto It = AccessOf.find(&I);
  if (It == AccessOf.end() && Body.isInNest(*I.getParent()))
    return Nodes->constant(*streamType(I.getType()), 0); // never executed
  if (It == AccessOf.end())
    return earlyLoad(I);
  auto [First, Count] = It->second;
  ValueType Whole = *streamType(I.getType());
  if (Count == 1)
    return cast(element(Accesses[First]), Whole, &I);
  ValueType Bits = {ScalarKind::Int, Whole.Bits, 1};
  std::optional<uint32_t> Result;
  for (unsigned Part = 0; Part < Count; ++Part) {
    ValueType Own = {ScalarKind::Int, Accesses[First].Type.Bits, 1};
    uint32_t N = cast(element(Accesses[First + Part]), Own, &I);
    N = Nodes->add(DatapathOp::ZeroExtend, Bits, {N}, &I);
    if (Part)
      N = Nodes->add(DatapathOp::Shl, Bits,
                     {N, Nodes->constant(Bits, Part * Own.Bits)}, &I);
    Result = Result ? Nodes->add(DatapathOp::Or, Bits, {*Result, N}, &I) : N;
  }
  return cast(*Result, Whole, &I);
}

/// Node of the value that \p A, one element of its store, writes.
uint32_t Recognizer::stored(const StreamAccess &A, ValueType To) {
  const auto *Store = llvm::cast<StoreInst>(A.Inst);
  auto [First, Count] = AccessOf.find(A.Inst)->second;
  uint32_t N = Nodes->node(Store->getValueOperand());
  if (Nodes->failed() || Count == 1)
    return cast(N, To, A.Inst);
  ValueType Bits = {ScalarKind::Int, K.Nodes[N].Type.Bits, 1};
  N = cast(N, Bits, A.Inst);
  if (uint64_t Low = (&A - &Accesses[First]) * To.Bits)
    N = Nodes->add(DatapathOp::LShr, Bits, {N, Nodes->constant(Bits, Low)},
                   A.Inst);
  N = Nodes->add(DatapathOp::Truncate, {ScalarKind::Int, To.Bits, 1}, {N},
                 A.Inst);
  return cast(N, To, A.Inst);
}

bool Recognizer::isOnePosition(const StreamAccess &A) const {
  return all_of(seq(Body.NumDimensions), [&](unsigned D) {
    return A.Executed[D].first == A.Executed[D].second;
  });
}

/// Stores of one element become one output: the later one wins.
Error Recognizer::addOutputs() {
  for (const StreamAccess &A : Accesses) {
    if (!A.IsStore)
      continue;
    if (A.isUniform())
      return notAStream(
          A.Inst, isOnePosition(A)
                      ? "one position alone writes this element, and no other "
                        "access of its buffer moves with the positions"
                      : "every work-item writes the same element");
    if (Geometry.offset(A, {0, 0, 0}) != Offset{0, 0, 0})
      return notAStream(A.Inst, "this store stands apart from the first one of "
                                "its work-item: rows of one stream would lag "
                                "behind those of the other");
    OutputStream &Out =
        *find_if(K.Outputs, [&](const OutputStream &O) { return isOf(A, O); });
    uint32_t Value = stored(A, Out.Type);
    std::optional<uint32_t> Enable = Nodes->runs(A.Inst->getParent());
    if (Nodes->failed())
      return Nodes->problem();
    bool IsFirst = none_of(Accesses, [&](const StreamAccess &B) {
      return B.IsStore && B.Buffer == A.Buffer && B.Field == A.Field && &B < &A;
    });
    if (IsFirst) {
      Out.Value = Value;
      Out.Enable = Enable;
    } else if (!Enable) {
      Out.Value = Value;
      Out.Enable.reset();
    } else {
      Out.Value = Nodes->add(DatapathOp::Select, Out.Type,
                             {*Enable, Value, Out.Value}, A.Inst);
      if (Out.Enable && Nodes->areOpposite(*Out.Enable, *Enable))
        Out.Enable.reset(); // both ways of a branch store
      else if (Out.Enable)
        Out.Enable = Nodes->add(DatapathOp::Or, Bit, {*Out.Enable, *Enable});
    }
  }
  return Nodes->problem();
}

Expected<StreamKernel> Recognizer::run(StringRef Name) {
  Expected<StreamKernel> Of = recognized(Name);
  const auto Order = dimensionsInUse(*Body.Kernel) || leavesLoops()
                         ? PositionOrder::None
                         : PositionOrder::Walk;
  if (!Of || !Doubtful.first || !mayReadWritten(*Of, Order))
    return Of;
  return atAnotherPlace(*Doubtful.first, *Doubtful.second, *Body.Kernel);
}

Expected<StreamKernel> Recognizer::recognized(StringRef Name) {
  K.Name = Name;
  K.Loc = sourceLocation(Body.Kernel);
  if (!K.Loc)
    K.Loc = sourceLocation(&*Body.Kernel->getEntryBlock().begin());
  if (Error E = collect())
    return E;
  Order = takesOrder() ? WalkOrder::Loops : WalkOrder::Memory;
  if (turnAround()) {
    Forms.walk(Body.Variables);
    Accesses.clear();
    AccessOf.clear();
    if (Error E = collect())
      return E;
  }
  if (Error E = mergeStores())
    return E;
  if (Error E = checkEntry(Body))
    return E;
  const bool KeepsValues =
      !Body.Delayed.empty() ||
      any_of(Body.Carried, [](const auto &Phis) { return !Phis.empty(); });
  if (Accesses.empty() && !KeepsValues)
    for (const Instruction &I : instructions(*Body.F))
      if (isa<StoreInst>(I) && !Body.isInNest(*I.getParent()))
        return notAStream(&I, "every position writes the same element");
  if (Error E = Geometry.layOut(Accesses, Body.Sizes, Body.NumDimensions,
                                KeepsValues, Order))
    return withBorder(std::move(E), Accesses, Body);
  K.NumDimensions = Geometry.numDimensions();
  K.Space = Geometry.space();
  K.Active = Geometry.active();
  addStreams();
  Nodes = std::make_unique<DatapathBuilder>(
      K, Body, Forms, Geometry.origin(), Geometry.spaceDimension(),
      [this](const LoadInst &I) { return load(I); });
  if (Error E = addOutputs())
    return E;
  SmallPtrSet<const StoreInst *, 4> OfSums;
  if (Error E = addReductions(Body, *Nodes, K, OfSums))
    return E;
  Nodes->completeRecurrences();
  if (Error E = Nodes->problem())
    return E;
  for (const BasicBlock &B : *Body.F)
    for (const Instruction &I : B)
      if (const auto *Store = dyn_cast<StoreInst>(&I);
          Store && !Body.isInNest(B) && !OfSums.contains(Store) &&
          !isNeverExecuted(B) &&
          !isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())))
        return notAStream(Store, "a store outside of the mapped loop; let the "
                                 "loop store this element, too, as in 'i == 0 "
                                 "? .. : ..', or a kernel of its own");
  if (K.Outputs.empty() && K.Reductions.empty())
    return notAStream(&*Body.Kernel->getEntryBlock().begin(),
                      "the kernel writes nothing");
  erase_if(K.Inputs, [](const InputStream &In) { return In.Taps.empty(); });
  for (InputStream &In : K.Inputs)
    sort(In.Taps, [&](const Offset &L, const Offset &R) {
      return std::pair(K.distance(L), L) < std::pair(K.distance(R), R);
    });
  if (Order == WalkOrder::Memory && hasOrder(K) && leavesLoops())
    return createStringError(inconvertibleErrorCode(),
                             Name + ": no stream kernel: its positions take "
                                    "what later ones leave");
  if (std::optional<std::string> Broken = verifyStreamKernel(K))
    return createStringError(inconvertibleErrorCode(),
                             Name + ": no stream kernel: " + *Broken);
  return std::move(K);
}

/// Value that \p L binds \p S to, as the bits of its type.
static std::optional<uint64_t> boundBits(const ScalarArgument &S,
                                         const Launch &L) {
  if (auto Float = L.Floats.find(S.Name);
      Float != L.Floats.end() && S.Type.Scalar == ScalarKind::Float) {
    APFloat Value(Float->second);
    bool LosesInfo;
    Value.convert(S.Type.Bits == 16   ? APFloat::IEEEhalf()
                  : S.Type.Bits == 32 ? APFloat::IEEEsingle()
                                      : APFloat::IEEEdouble(),
                  APFloat::rmNearestTiesToEven, &LosesInfo);
    return Value.bitcastToAPInt().getZExtValue();
  }
  auto Bound = L.Args.find(S.Name);
  if (Bound == L.Args.end() || S.Type.Scalar != ScalarKind::Int)
    return std::nullopt;
  return uint64_t(Bound->second) & maskTrailingOnes<uint64_t>(S.Type.Bits);
}

Expected<StreamKernel> recognizeNest(OpenKernel Open, const Launch &L,
                                     BufferParts Parts) {
  const std::string Name = Open.Kernel->getName().str();
  Expected<StreamBody> Body =
      prepareStreamBody(std::move(Open), Parts == BufferParts::Separate);
  if (!Body)
    return Body.takeError();
  Expected<StreamKernel> K = Recognizer(std::move(*Body), Parts).run(Name);
  if (!K)
    return K;
  for (ScalarArgument &S : K->Scalars)
    S.Bits = boundBits(S, L);
  for (StreamKernel &Finish : K->Finish)
    for (auto [S, Own] : zip(Finish.Scalars, K->Scalars))
      S.Bits = Own.Bits;
  // Constants that follow from launch values have other bits for others.
  return L.Maxima.empty() ? narrowed(*K) : std::move(K);
}

} // namespace roofline
