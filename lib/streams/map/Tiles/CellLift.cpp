// Replaces values of work-items by expressions of global elements.
#include "CellLift.h"

#include "KernelCode.h"

#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace roofline {

/// True where both are the same operation on operands of their own.
static bool areAlike(const GroupNode &L, const GroupNode &R) {
  if (L.Kind != R.Kind || L.Type != R.Type)
    return false;
  if (L.Kind != GroupNode::Operation)
    return L.Kind == GroupNode::Index || L.V == R.V;
  const auto *I = cast<Instruction>(L.V), *Other = cast<Instruction>(R.V);
  const auto *Call = dyn_cast<CallBase>(I);
  return I->isSameOperationAs(Other) &&
         (!Call || Call->getCalledOperand() ==
                       cast<CallBase>(Other)->getCalledOperand());
}

Value *CellLift::fail(const Twine &Text) {
  if (!Problem)
    Problem = Text.str();
  return nullptr;
}

Error CellLift::replace(const std::vector<CellInstance> &Instances) {
  CellInstances Found;
  for (const CellInstance &I : Instances)
    if (Nodes[I.Node].Kind != GroupNode::Undefined)
      Found.push_back(&I);
  if (Found.empty())
    return errorAt(Read, "this reads local memory that no work-item of the "
                         "group has written");
  BasicBlock::iterator It = Read.getIterator();
  if (isa<PHINode>(Read))
    It = Read.getParent()->getFirstNonPHIIt();
  Value *Lifted = lift(Found, &*It);
  if (!Lifted)
    return errorAt(Read, *Problem);
  Read.replaceAllUsesWith(Lifted);
  Read.eraseFromParent();
  return Error::success();
}

Value *CellLift::lift(const CellInstances &Instances, Instruction *Before) {
  std::vector<uint32_t> Key;
  for (const CellInstance *I : Instances)
    Key.push_back(I->Node);
  if (auto Known = Scopes.back().find(Key); Known != Scopes.back().end())
    return Known->second;
  std::vector<CellInstances> Classes;
  for (const CellInstance *I : Instances) {
    auto IsAlike = [&](const CellInstances &C) {
      return areAlike(Nodes[C.front()->Node], Nodes[I->Node]);
    };
    if (auto Class = find_if(Classes, IsAlike); Class != Classes.end())
      Class->push_back(I);
    else
      Classes.push_back({I});
  }
  Value *Result = Classes.size() == 1 ? liftEqual(Instances, Before)
                                      : choose(std::move(Classes), Before);
  if (Result)
    Scopes.back()[std::move(Key)] = Result;
  return Result;
}

Value *CellLift::liftEqual(const CellInstances &Instances,
                           Instruction *Before) {
  const GroupNode &N = Nodes[Instances.front()->Node];
  if (N.Kind == GroupNode::Literal)
    return const_cast<Value *>(N.V);
  if (N.Kind == GroupNode::Operation)
    return liftOperation(Instances, Before);
  if (N.Kind == GroupNode::Opaque)
    return fail("this depends on data of the iterations before");
  IRBuilder<> Builder(Before);
  Builder.SetCurrentDebugLocation(Read.getDebugLoc());
  const bool IsIndex = N.Kind == GroupNode::Index;
  Value *Number =
      number(Instances, IsIndex ? N.Type : Builder.getInt64Ty(), Builder);
  if (!Number || IsIndex)
    return Number;
  Value *Address = Builder.CreatePtrAdd(const_cast<Value *>(N.V), Number);
  if (N.Kind == GroupNode::Address)
    return Address;
  uint64_t &Sum = Bits[N.V];
  Sum += N.Type->getPrimitiveSizeInBits();
  if (Sum > MostBits)
    return fail("a position, which is a work-group, finds more than the " +
                Twine(MostBits) +
                " bits of a buffer that a stream carries at once: have "
                "smaller work-groups, and sum up their results");
  return Builder.CreateLoad(N.Type, Address);
}

Value *CellLift::liftOperation(const CellInstances &Copies,
                               Instruction *Before) {
  // Each position would compute again what others did before it.
  constexpr uint32_t MostOperations = 1 << 14;
  if (++NumOperations > MostOperations)
    return fail("a position, which is a work-group, would take more than " +
                Twine(MostOperations) + " operations");
  const GroupNode &First = Nodes[Copies.front()->Node];
  SmallVector<Value *, 3> Operands;
  for (size_t Index = 0; Index < First.Operands.size(); ++Index) {
    std::vector<CellInstance> Instances;
    CellInstances Pointers;
    for (const CellInstance *I : Copies)
      Instances.push_back({I->Points, Nodes[I->Node].Operands[Index]});
    for (const CellInstance &I : Instances)
      Pointers.push_back(&I);
    Value *Operand = lift(Pointers, Before);
    if (!Operand)
      return nullptr;
    Operands.push_back(Operand);
  }
  Instruction *Copy = cast<Instruction>(First.V)->clone();
  for (const CellInstance *I : Copies)
    Copy->andIRFlags(Nodes[I->Node].V);
  for (auto [Index, Operand] : enumerate(Operands))
    Copy->setOperand(unsigned(Index), Operand);
  Copy->insertBefore(Before->getIterator());
  return Copy;
}

/// The number of each position, of type \p T: a sum, as its fit has it.
Value *CellLift::number(const CellInstances &Instances, Type *T,
                        IRBuilder<> &Builder) {
  std::optional<SumFit> Fit =
      fitSum(Axes, Instances, [&](uint32_t Node) -> const GroupForm & {
        return Nodes[Node].Form;
      });
  if (!Fit)
    return fail("the place of what this finds in local memory is no sum over "
                "the dimensions of the launch: have neighbouring work-items "
                "find neighbouring elements, in all groups");
  auto Constant = [T](int64_t Value) {
    return ConstantInt::getSigned(T, Value, /*ImplicitTrunc=*/true);
  };
  Value *Sum = Constant(Fit->Constant);
  for (size_t A = 0; A < Axes.size(); ++A) {
    const SumFit::Along &Along = Fit->Axes[A];
    if (Along.Slope)
      Sum = Builder.CreateAdd(
          Builder.CreateMul(Builder.CreateZExtOrTrunc(Positions[A], T),
                            Constant(Along.Slope)),
          Sum);
    Value *Beside = nullptr;
    for (const AxisRun &R : Along.Beside)
      Beside = Builder.CreateSelect(isIn({R}, A, Builder), Constant(R.Value),
                                    Beside ? Beside : Constant(0));
    if (Beside)
      Sum = Builder.CreateAdd(Sum, Beside);
  }
  return Sum;
}

Value *CellLift::isIn(const std::vector<AxisRun> &Runs, size_t Axis,
                      IRBuilder<> &Builder) {
  Value *Any = nullptr, *Position = Positions[Axis];
  for (const AxisRun &R : Runs) {
    Value *First = Builder.getInt64(uint64_t(R.First)),
          *Last = Builder.getInt64(uint64_t(R.Last));
    Value *In = nullptr;
    if (R.First == R.Last)
      In = Builder.CreateICmpEQ(Position, First);
    else if (R.First == 0)
      In = Builder.CreateICmpSLE(Position, Last);
    else if (R.Last == Axes[Axis].positions() - 1)
      In = Builder.CreateICmpSGE(Position, First);
    else
      In = Builder.CreateAnd(Builder.CreateICmpSGE(Position, First),
                             Builder.CreateICmpSLE(Position, Last));
    Any = Any ? Builder.CreateOr(Any, In) : In;
  }
  return Any;
}

/// One of \p Classes in a box of positions, the others elsewhere.
Value *CellLift::choose(std::vector<CellInstances> Classes,
                        Instruction *Before) {
  for (size_t C = 0; C < Classes.size(); ++C) {
    CellInstances Others;
    for (size_t Other = 0; Other < Classes.size(); ++Other)
      if (Other != C)
        append_range(Others, Classes[Other]);
    auto Box = boxAround(Axes, Classes[C], Others);
    if (!Box)
      continue;
    IRBuilder<> Builder(Before);
    Builder.SetCurrentDebugLocation(Read.getDebugLoc());
    Value *Condition = nullptr;
    for (size_t A = 0; A < Axes.size(); ++A)
      if (!(*Box)[A].empty()) {
        Value *In = isIn((*Box)[A], A, Builder);
        Condition = Condition ? Builder.CreateAnd(Condition, In) : In;
      }
    assert(Condition && "others are outside of the box");
    Instruction *Then = nullptr, *Else = nullptr;
    SplitBlockAndInsertIfThenElse(Condition, Before->getIterator(), &Then,
                                  &Else);
    auto LiftApart = [&](const CellInstances &Instances, Instruction *Inst) {
      Scopes.emplace_back();
      Value *Lifted = lift(Instances, Inst);
      Scopes.pop_back();
      return Lifted;
    };
    Value *T = LiftApart(Classes[C], Then), *F = LiftApart(Others, Else);
    if (!T || !F)
      return nullptr;
    PHINode *Phi =
        PHINode::Create(T->getType(), 2, "", Before->getParent()->begin());
    Phi->setDebugLoc(Read.getDebugLoc());
    Phi->addIncoming(T, Then->getParent());
    Phi->addIncoming(F, Else->getParent());
    return Phi;
  }
  return fail("which of several values this finds in local memory differs "
              "along several dimensions at once: stage them under conditions "
              "on one dimension each");
}

} // namespace roofline
