// Values computed from the sums after the loops.
#include "StreamFinish.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourcePlace.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace roofline {

std::optional<FixedAddress> fixedAddress(const StreamBody &Body,
                                         const Value *Pointer) {
  int64_t Bytes = 0;
  const auto *Buffer = dyn_cast<Argument>(GetPointerBaseWithConstantOffset(
      Pointer, Bytes, Body.F->getDataLayout()));
  if (!Buffer || Bytes < 0)
    return std::nullopt;
  return FixedAddress{
      kernelArgument(*Body.Kernel->getArg(Buffer->getArgNo())).Name,
      uint64_t(Bytes)};
}

bool isAlwaysExecuted(const StreamBody &Body, const Instruction &I) {
  return none_of(*Body.F, [&](const BasicBlock &B) {
    return isa<ReturnInst>(B.getTerminator()) &&
           !Body.DT->dominates(I.getParent(), &B);
  });
}

namespace {

class Finisher {
public:
  Finisher(StreamBody &Body, DatapathBuilder &Loops, StreamKernel &K)
      : Body(Body), K(K), Nodes(Loops.behind(Finish, [this](const LoadInst &I) {
          return load(I);
        })) {
    Finish.Name = K.Name + "_finish";
    Finish.Loc = K.Loc;
  }

  void define(const LastValue &Last);
  Error store(const StoreInst &I);
  void done();

private:
  uint32_t load(const LoadInst &I);
  uint32_t element(const FixedAddress &From, ValueType Type,
                   const Value *Place);

  StreamBody &Body;
  StreamKernel &K, Finish;
  DatapathBuilder Nodes;
};

} // namespace

/// Not the name of an argument.
static std::string sumName(uint32_t I) { return "sum " + std::to_string(I); }

void Finisher::define(const LastValue &Last) {
  const uint32_t Sum =
      Nodes.scalar(sumName(Last.Sum), K.Reductions[Last.Sum].Type, Last.V);
  Nodes.define(Last.V, Last.FinishNode ? Last.FinishNode(Nodes, Sum) : Sum);
}

/// An element as it was before the launch.
uint32_t Finisher::load(const LoadInst &I) {
  std::optional<FixedAddress> From = fixedAddress(Body, I.getPointerOperand());
  std::optional<ValueType> Type = streamType(I.getType());
  if (!From || !Type || Type->Bits % 8 || From->Byte % (Type->Bits / 8) ||
      I.isVolatile())
    return Nodes.fail(&I, "a load outside the mapped loops");
  for (const Instruction &Other : instructions(*Body.F)) {
    const auto *Store = dyn_cast<StoreInst>(&Other);
    if (!Store || !isPotentiallyReachable(Store, &I, nullptr, Body.DT.get()))
      continue;
    std::optional<FixedAddress> To =
        fixedAddress(Body, Store->getPointerOperand());
    const uint64_t Stored =
        I.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType());
    if (To ? To->Buffer == From->Buffer &&
                 To->Byte < From->Byte + Type->Bits / 8 &&
                 From->Byte < To->Byte + Stored
           : getUnderlyingObject(Store->getPointerOperand()) ==
                 getUnderlyingObject(I.getPointerOperand()))
      return Nodes.fail(&I,
                        "'" + From->Buffer + "' is read after it is written");
  }
  return element(*From, *Type, &I);
}

uint32_t Finisher::element(const FixedAddress &From, ValueType Type,
                           const Value *Place) {
  return Nodes.scalar(From.Buffer + "[" +
                          std::to_string(From.Byte * 8 / Type.Bits) + "]",
                      Type, Place);
}

Error Finisher::store(const StoreInst &I) {
  std::optional<FixedAddress> To = fixedAddress(Body, I.getPointerOperand());
  std::optional<ValueType> Type = streamType(I.getValueOperand()->getType());
  if (I.isVolatile() || !Type || Type->Bits % 8)
    return notAStream(&I, "a store outside of the mapped loop");
  if (!To || To->Byte % (Type->Bits / 8))
    return notAStream(&I, "the sum goes to no fixed element of a buffer");
  // Behind the loops a condition is one of the finish.
  const bool IsAlways = isAlwaysExecuted(Body, I);
  if (!IsAlways && (!isAlwaysExecuted(Body, Body.Header->front()) ||
                    !Body.DT->dominates(Body.Header, I.getParent())))
    return notAStream(&I, "whether the sum is stored depends on a condition");
  if (any_of(K.Outputs,
             [&](const OutputStream &Out) { return Out.Name == To->Buffer; }))
    return notAStream(&I, "the sum goes to '" + To->Buffer +
                              "', which the loops write, too");
  Reduction R;
  R.Name = To->Buffer;
  R.Element = To->Byte / (Type->Bits / 8);
  R.Op = DatapathOp::Or;
  R.Type = *Type;
  R.Initial = 0;
  R.Loc = sourceLocation(&I);
  R.Value = Nodes.node(I.getValueOperand());
  for (const Reduction &Other : Finish.Reductions)
    if (Other.Name == R.Name && Other.Type.Bits == R.Type.Bits &&
        Other.Type != R.Type) { // a float beside an integer
      R.Type = Other.Type;
      R.Value = Nodes.add(DatapathOp::Bitcast, R.Type, {R.Value}, &I);
      break;
    }
  for (const Reduction &Other : Finish.Reductions)
    if (Other.Name == R.Name && Other.Type != R.Type)
      return notAStream(&I, "'" + R.Name +
                                "' is written by another store, too, which "
                                "has another type");
  auto Before = find_if(Finish.Reductions, [&](const Reduction &Other) {
    return Other.Name == R.Name && Other.Element == R.Element;
  });
  const bool IsFirst = Before == Finish.Reductions.end();
  std::optional<uint32_t> Taken;
  if (!IsAlways)
    Taken = Nodes.runs(I.getParent());
  if (Taken)
    R.Value = Nodes.add(
        DatapathOp::Select, R.Type,
        {*Taken, R.Value, IsFirst ? element(*To, R.Type, &I) : Before->Value},
        &I);
  if (Nodes.failed())
    return Nodes.problem();
  if (IsFirst)
    Finish.Reductions.push_back(R);
  else
    *Before = R;
  return Error::success();
}

/// The scalars of the kernel come first, then its reductions.
void Finisher::done() {
  std::vector<uint64_t> Now(Finish.Scalars.size());
  auto Find = [](auto &List, const std::string &Name) {
    return size_t(
        find_if(List, [&](const ScalarArgument &S) { return S.Name == Name; }) -
        List.begin());
  };
  auto IsSum = [](const ScalarArgument &S) {
    return StringRef(S.Name).starts_with("sum ");
  };
  for (auto [Index, S] : enumerate(Finish.Scalars)) {
    if (IsSum(S))
      continue;
    Now[Index] = Find(K.Scalars, S.Name);
    if (Now[Index] == K.Scalars.size())
      K.Scalars.push_back(S);
  }
  std::vector<ScalarArgument> All = K.Scalars;
  for (uint32_t I = 0; I < K.Reductions.size(); ++I) {
    if (size_t Index = Find(Finish.Scalars, sumName(I));
        Index < Finish.Scalars.size())
      Now[Index] = All.size();
    All.push_back({sumName(I), K.Reductions[I].Type, std::nullopt});
  }
  for (DatapathNode &N : Finish.Nodes)
    if (N.Op == DatapathOp::Argument)
      N.Value = Now[N.Value];
  Finish.Scalars = std::move(All);
  K.Finish.push_back(std::move(Finish));
}

Error addFinish(StreamBody &Body, DatapathBuilder &Nodes, StreamKernel &K,
                ArrayRef<LastValue> Lasts,
                SmallPtrSetImpl<const StoreInst *> &Stores) {
  Finisher F(Body, Nodes, K);
  for (const LastValue &Last : Lasts)
    F.define(Last);
  for (const BasicBlock *B : ReversePostOrderTraversal<Function *>(Body.F))
    for (const Instruction &I : *B) {
      const auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || Body.isInNest(*B) ||
          isa<AllocaInst>(getUnderlyingObject(Store->getPointerOperand())))
        continue;
      if (Error E = F.store(*Store))
        return E;
      Stores.insert(Store);
    }
  F.done();
  return Error::success();
}

} // namespace roofline
