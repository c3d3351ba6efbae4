// Translates LLVM values to nodes of a datapath; branches become selections.
#include "DatapathBuilder.h"

#include "roofline/Base/LowMask.h"

#include "DatapathCalls.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/SourcePlace.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"

#include <bit>
#include <cassert>

using namespace llvm;

namespace roofline {

std::optional<ValueType> streamType(const Type *T) {
  if (T->isIntegerTy() && T->getIntegerBitWidth() <= 64)
    return ValueType{ScalarKind::Int, uint16_t(T->getIntegerBitWidth()), 1};
  if (T->isHalfTy())
    return ValueType{ScalarKind::Float, 16, 1};
  if (T->isFloatTy())
    return ValueType{ScalarKind::Float, 32, 1};
  if (T->isDoubleTy())
    return ValueType{ScalarKind::Float, 64, 1};
  return std::nullopt;
}

static std::string print(const Type &T) {
  std::string Text;
  raw_string_ostream OS(Text);
  T.print(OS);
  return Text;
}

DatapathBuilder::DatapathBuilder(StreamKernel &K, StreamBody &Body,
                                 IndexForms &Forms,
                                 std::array<int64_t, 3> Origin,
                                 std::array<unsigned, 3> SpaceDimension,
                                 LoadNode Load)
    : K(K), Body(Body), Forms(Forms), Origin(Origin),
      SpaceDimension(SpaceDimension), Load(Load), PDT(*Body.F) {}

DatapathBuilder DatapathBuilder::behind(StreamKernel &Finish,
                                        LoadNode Load) const {
  DatapathBuilder Other(Finish, Body, Forms, Origin, SpaceDimension,
                        std::move(Load));
  Other.IsBehind = true;
  return Other;
}

uint32_t DatapathBuilder::fail(const Value *Place, const Twine &Text) {
  if (!Failed) {
    Failed = true;
    Problem = Text.str();
    ProblemAt = Place;
  }
  return 0;
}

Error DatapathBuilder::problem() {
  return Failed ? notAStream(ProblemAt, Problem) : Error::success();
}

uint32_t DatapathBuilder::add(DatapathOp Op, ValueType Type,
                              std::vector<uint32_t> Operands,
                              const Value *Place, uint64_t Value, Offset Tap) {
  if (Failed)
    return 0;
  auto [It, IsNew] = Unique.try_emplace(
      {Op, unsigned(Type.Scalar), Type.Bits, Operands, Value, Tap},
      uint32_t(K.Nodes.size()));
  if (IsNew)
    K.Nodes.push_back(
        {Op, Type, std::move(Operands), Value, Tap, sourceLocation(Place)});
  return It->second;
}

uint32_t DatapathBuilder::constant(ValueType Type, uint64_t Bits) {
  assert(Type.Bits >= 1 && Type.Bits <= 64 && "a constant has 1 to 64 bits");
  if (Type.Bits < 64)
    Bits &= (uint64_t(1) << Type.Bits) - 1;
  return add(DatapathOp::Constant, Type, {}, nullptr, Bits);
}

uint32_t DatapathBuilder::bits(uint32_t Node) {
  const ValueType Own = Failed ? Bit : K.Nodes[Node].Type;
  return Own.Scalar == ScalarKind::Int
             ? Node
             : add(DatapathOp::Bitcast, {ScalarKind::Int, Own.Bits, 1}, {Node});
}

uint32_t DatapathBuilder::negate(uint32_t B) {
  return add(DatapathOp::Xor, Bit, {B, constant(Bit, 1)});
}

bool DatapathBuilder::areOpposite(uint32_t L, uint32_t R) const {
  auto IsNot = [&](uint32_t N, uint32_t Negated) {
    const DatapathNode &X = K.Nodes[N];
    return X.Op == DatapathOp::Xor && X.Operands[0] == Negated &&
           K.Nodes[X.Operands[1]].Op == DatapathOp::Constant &&
           K.Nodes[X.Operands[1]].Value == 1;
  };
  return IsNot(L, R) || IsNot(R, L);
}

std::optional<uint32_t> DatapathBuilder::both(std::optional<uint32_t> L,
                                              std::optional<uint32_t> R) {
  if (!L || !R)
    return L ? L : R;
  return add(DatapathOp::And, Bit, {*L, *R});
}

/// Position, as wide as the space asks for, or any other launch's.
ValueType DatapathBuilder::positionType(unsigned D) const {
  const uint64_t Most = Body.TakesSizes ? MaxLaunchSize : K.Space.Size[D];
  return {ScalarKind::Int, uint16_t(bitsFor(Most - 1)), 1};
}

uint32_t DatapathBuilder::place(unsigned D) {
  assert(D < 3 && "a space has at most three dimensions");
  const unsigned SD = SpaceDimension[D];
  return add(DatapathOp::Position, positionType(SD), {}, nullptr, SD);
}

uint32_t
DatapathBuilder::again(const StreamKernel &Loops, uint32_t Node,
                       const std::array<std::optional<uint32_t>, 3> &Places) {
  std::vector<bool> Is(Node + 1);
  Is[Node] = true;
  for (uint32_t I = Node + 1; I-- > 0;)
    if (Is[I])
      for (uint32_t Operand : Loops.Nodes[I].Operands)
        Is[Operand] = true;
  std::vector<uint32_t> Now(Node + 1);
  for (uint32_t I = 0; I <= Node; ++I) {
    const DatapathNode &N = Loops.Nodes[I];
    if (!Is[I])
      continue;
    if (N.Op == DatapathOp::Position) {
      Now[I] = Places[N.Value] ? *Places[N.Value]
                               : constant(N.Type, Loops.Active.Origin[N.Value]);
    } else if (N.Op == DatapathOp::Argument) {
      Now[I] = scalar(Loops.Scalars[N.Value].Name, N.Type);
    } else {
      std::vector<uint32_t> Operands;
      for (uint32_t Operand : N.Operands)
        Operands.push_back(Now[Operand]);
      Now[I] = add(N.Op, N.Type, std::move(Operands), nullptr, N.Value);
      K.Nodes[Now[I]].Loc = N.Loc;
    }
  }
  return Now[Node];
}

uint32_t DatapathBuilder::isWithin(unsigned D, int64_t First, int64_t Last) {
  assert(D < 3 && "a space has at most three dimensions");
  unsigned SD = SpaceDimension[D];
  int64_t Low = First + Origin[D], High = Last + Origin[D];
  ValueType Type = positionType(SD);
  uint32_t At = place(D);
  int64_t Begin = K.Active.Origin[SD],
          End = Begin + K.Active.Size[SD] - 1; // other positions do not matter
  if (Low > End || High < Begin)
    return constant(Bit, 0);
  Low = std::max(Low, Begin);
  High = std::min(High, End);
  if (Low == High)
    return add(DatapathOp::Equal, Bit, {At, constant(Type, Low)});
  std::optional<uint32_t> Above, Below;
  if (Low > Begin)
    Above = add(DatapathOp::ULessEqual, Bit, {constant(Type, Low), At});
  if (High < End)
    Below = add(DatapathOp::ULessEqual, Bit, {At, constant(Type, High)});
  std::optional<uint32_t> Within = both(Above, Below);
  return Within ? *Within : constant(Bit, 1);
}

uint32_t DatapathBuilder::index(const Value &V, const IndexVariable &Variable) {
  ValueType Type = *streamType(V.getType());
  unsigned SD = SpaceDimension[Variable.Dimension];
  ValueType Narrow = positionType(SD);
  uint32_t At = place(Variable.Dimension);
  if (Narrow.Bits < Type.Bits)
    At = add(DatapathOp::ZeroExtend, Type, {At});
  else if (Narrow.Bits > Type.Bits)
    At = add(DatapathOp::Truncate, Type, {At});
  if (Variable.Step != 1)
    At = add(DatapathOp::Mul, Type, {At, constant(Type, Variable.Step)});
  int64_t Shift = Variable.Start - Variable.Step * Origin[Variable.Dimension];
  return Shift ? add(DatapathOp::Add, Type, {At, constant(Type, Shift)}) : At;
}

/// The number that \p V is at every active position.
std::optional<int64_t> DatapathBuilder::fixedNumber(const Value *V) {
  // Without dimensions, what varies is not known here.
  if (!V->getType()->isIntegerTy() || IsBehind || Body.NumDimensions == 0)
    return std::nullopt;
  const std::optional<IndexForm> &F = Forms.of(V);
  if (!F)
    return std::nullopt;
  int64_t Number = F->Constant;
  for (unsigned D = 0; D < Body.NumDimensions; ++D) {
    const Axis &A = F->Axes[D];
    if (A.isZero())
      continue;
    unsigned SD = SpaceDimension[D];
    int64_t First = K.Active.Origin[SD] - Origin[D];
    for (const Line &L : A.within(First, First + K.Active.Size[SD] - 1))
      if (L.Slope != 0 || L.Value != A.at(First))
        return std::nullopt;
    Number += A.at(First);
  }
  return Number;
}

uint32_t DatapathBuilder::argument(const Argument &A) {
  std::optional<ValueType> Type = streamType(A.getType());
  std::string Name =
      A.getArgNo() < Body.Kernel->arg_size()
          ? kernelArgument(*Body.Kernel->getArg(A.getArgNo())).Name
          : "size";
  if (!Type)
    return fail(nullptr, "argument '" + Name + "' is of type " +
                             print(*A.getType()) +
                             "; a port takes integers, half, float and double");
  return scalar(Name, *Type);
}

uint32_t DatapathBuilder::scalar(StringRef Name, ValueType Type,
                                 const Value *Place) {
  auto It = find_if(K.Scalars,
                    [&](const ScalarArgument &S) { return S.Name == Name; });
  const uint64_t Index = It - K.Scalars.begin();
  if (It == K.Scalars.end())
    K.Scalars.push_back({Name.str(), Type, std::nullopt});
  return add(DatapathOp::Argument, K.Scalars[Index].Type, {}, Place, Index);
}

uint32_t DatapathBuilder::node(const Value *V) {
  if (Failed)
    return 0;
  // Operands first, from a list: chains of thousands are too deep to recurse.
  SmallVector<const Value *, 8> Work = {V};
  SmallPtrSet<const Value *, 8> Opened;
  while (!Failed && !Work.empty()) {
    const Value *Next = Work.back();
    if (Known.contains(Next)) {
      Work.pop_back();
      continue;
    }
    if (isa<BinaryOperator, CmpInst, CastInst, UnaryOperator>(Next) &&
        Opened.insert(Next).second && !fixedNumber(Next) &&
        !Body.Variables.contains(Next)) {
      append_range(Work, cast<Instruction>(Next)->operand_values());
      continue;
    }
    Work.pop_back();
    uint32_t N = build(Next);
    Known[Next] = N;
  }
  return Failed ? 0 : Known.lookup(V);
}

uint32_t DatapathBuilder::build(const Value *V) {
  if (const auto *I = dyn_cast<Instruction>(V);
      I && IsBehind && Body.isInNest(*I->getParent()) &&
      !(isa<PHINode>(I) && I->getNumOperands() == 1))
    return fail(V, "a value of the loops, and no sum, that is used behind "
                   "them");
  std::optional<ValueType> Type = streamType(V->getType());
  if (!Type)
    return fail(V, "a value of type " + print(*V->getType()) +
                       "; a datapath has integers to 64 bits, half, float "
                       "and double");
  if (const auto *C = dyn_cast<ConstantInt>(V))
    return constant(*Type, C->getZExtValue());
  if (const auto *C = dyn_cast<ConstantFP>(V))
    return constant(*Type, C->getValueAPF().bitcastToAPInt().getZExtValue());
  if (isa<UndefValue>(V))
    return constant(*Type, 0);
  if (const auto *A = dyn_cast<Argument>(V))
    return argument(*A);
  if (std::optional<int64_t> Number = fixedNumber(V))
    return constant(*Type, *Number);
  if (auto It = Body.Variables.find(V); It != Body.Variables.end())
    return index(*V, It->second);
  if (const auto *I = dyn_cast<Instruction>(V))
    return buildInstruction(*I);
  return fail(V, "a constant that only the linker knows");
}

uint32_t DatapathBuilder::buildInstruction(const Instruction &I) {
  ValueType Type = *streamType(I.getType());
  if (const auto *L = dyn_cast<LoadInst>(&I))
    return Load(*L);
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return buildJoin(*Phi);
  if (isa<FreezeInst>(I))
    return node(I.getOperand(0));
  if (isa<FCmpInst, ICmpInst>(I))
    return buildCompare(cast<CmpInst>(I));
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return buildCall(*Call);
  if (const auto *Cast = dyn_cast<CastInst>(&I);
      Cast && !streamType(Cast->getSrcTy()))
    return fail(&I, "a conversion from " + print(*Cast->getSrcTy()));
  if (const auto *Vector = dyn_cast<Argument>(I.getOperand(0));
      Vector && Vector->getType()->isVectorTy())
    return fail(&I, "argument '" + Vector->getName() +
                        "' is a vector; a port takes integers, half, float "
                        "and double: pass its members one by one");
  std::optional<DatapathOp> Op = operatorOf(I);
  if (!Op)
    return fail(&I, Twine("operation '") + I.getOpcodeName() +
                        "' has no operator in a datapath");
  std::vector<uint32_t> Operands;
  for (const Value *V : I.operands())
    Operands.push_back(node(V));
  // Any integer that float rounds is an infinity of half.
  if (facts(*Op).Types == OperandTypes::IntToFloat && Type.Bits == 16)
    return add(DatapathOp::FToF, Type,
               {add(*Op, {ScalarKind::Float, 32, 1}, std::move(Operands), &I)},
               &I);
  return add(*Op, Type, std::move(Operands), &I);
}

uint32_t DatapathBuilder::compareFloats(CmpInst::Predicate P, uint32_t L,
                                        uint32_t R, const Value *Place) {
  auto Ordered = [&](DatapathOp Op, uint32_t A, uint32_t B) {
    return add(Op, Bit, {A, B}, Place);
  };
  auto Either = [&](uint32_t A, uint32_t B) {
    return add(DatapathOp::Or, Bit, {A, B}, Place);
  };
  switch (P) {
  case CmpInst::FCMP_OEQ:
    return Ordered(DatapathOp::FEqual, L, R);
  case CmpInst::FCMP_OGT:
    return Ordered(DatapathOp::FLess, R, L);
  case CmpInst::FCMP_OGE:
    return Ordered(DatapathOp::FLessEqual, R, L);
  case CmpInst::FCMP_OLT:
    return Ordered(DatapathOp::FLess, L, R);
  case CmpInst::FCMP_OLE:
    return Ordered(DatapathOp::FLessEqual, L, R);
  case CmpInst::FCMP_ONE:
    return Either(Ordered(DatapathOp::FLess, L, R),
                  Ordered(DatapathOp::FLess, R, L));
  case CmpInst::FCMP_ORD:
    return negate(Ordered(DatapathOp::FUnordered, L, R));
  case CmpInst::FCMP_UNO:
    return Ordered(DatapathOp::FUnordered, L, R);
  case CmpInst::FCMP_UEQ:
    return Either(Ordered(DatapathOp::FUnordered, L, R),
                  Ordered(DatapathOp::FEqual, L, R));
  case CmpInst::FCMP_UGT: // not less or equal
    return negate(Ordered(DatapathOp::FLessEqual, L, R));
  case CmpInst::FCMP_UGE:
    return negate(Ordered(DatapathOp::FLess, L, R));
  case CmpInst::FCMP_ULT:
    return negate(Ordered(DatapathOp::FLessEqual, R, L));
  case CmpInst::FCMP_ULE:
    return negate(Ordered(DatapathOp::FLess, R, L));
  case CmpInst::FCMP_UNE:
    return negate(Ordered(DatapathOp::FEqual, L, R));
  default:
    return constant(Bit, P == CmpInst::FCMP_TRUE);
  }
}

uint32_t DatapathBuilder::buildCompare(const CmpInst &I) {
  if (!streamType(I.getOperand(0)->getType()))
    return fail(&I, "a comparison of " + print(*I.getOperand(0)->getType()));
  const uint32_t L = node(I.getOperand(0)), R = node(I.getOperand(1));
  return compare(I.getPredicate(), L, R, &I);
}

uint32_t DatapathBuilder::compare(CmpInst::Predicate P, uint32_t L, uint32_t R,
                                  const Value *Place) {
  auto Order = [&](DatapathOp Op, uint32_t A, uint32_t B) {
    return add(Op, Bit, {A, B}, Place);
  };
  switch (P) {
  case CmpInst::ICMP_EQ:
    return Order(DatapathOp::Equal, L, R);
  case CmpInst::ICMP_NE:
    return Order(DatapathOp::NotEqual, L, R);
  case CmpInst::ICMP_ULT:
    return Order(DatapathOp::ULess, L, R);
  case CmpInst::ICMP_ULE:
    return Order(DatapathOp::ULessEqual, L, R);
  case CmpInst::ICMP_UGT:
    return Order(DatapathOp::ULess, R, L);
  case CmpInst::ICMP_UGE:
    return Order(DatapathOp::ULessEqual, R, L);
  case CmpInst::ICMP_SLT:
    return Order(DatapathOp::SLess, L, R);
  case CmpInst::ICMP_SLE:
    return Order(DatapathOp::SLessEqual, L, R);
  case CmpInst::ICMP_SGT:
    return Order(DatapathOp::SLess, R, L);
  case CmpInst::ICMP_SGE:
    return Order(DatapathOp::SLessEqual, R, L);
  default:
    return compareFloats(P, L, R, Place);
  }
}

std::optional<uint32_t> DatapathBuilder::edgeTaken(const BasicBlock *From,
                                                   const BasicBlock *To) {
  std::optional<uint32_t> Reached = runs(From);
  const Instruction *Exit = From->getTerminator();
  if (const auto *Branch = dyn_cast<BranchInst>(Exit)) {
    if (!Branch->isConditional() ||
        Branch->getSuccessor(0) == Branch->getSuccessor(1))
      return Reached;
    uint32_t Condition = node(Branch->getCondition());
    return both(Reached,
                Branch->getSuccessor(0) == To ? Condition : negate(Condition));
  }
  const auto *Switch = dyn_cast<SwitchInst>(Exit);
  if (!Switch) {
    fail(Exit, "a jump that a datapath cannot follow");
    return std::nullopt;
  }
  uint32_t Asked = node(Switch->getCondition());
  std::optional<uint32_t> Here, Elsewhere;
  auto Join = [&](std::optional<uint32_t> &To, uint32_t More) {
    To = To ? add(DatapathOp::Or, Bit, {*To, More}) : More;
  };
  for (const auto &Case : Switch->cases())
    Join(Case.getCaseSuccessor() == To ? Here : Elsewhere,
         add(DatapathOp::Equal, Bit, {Asked, node(Case.getCaseValue())}, Exit));
  if (Switch->getDefaultDest() == To)
    Here = Elsewhere ? std::optional(negate(*Elsewhere)) : std::nullopt;
  return both(Reached, Here);
}

std::optional<uint32_t> DatapathBuilder::runs(const BasicBlock *B) {
  if (B == Body.Header || !Body.DT->dominates(Body.Header, B))
    return std::nullopt;
  if (auto It = Runs.find(B); It != Runs.end())
    return It->second;
  const BasicBlock *Above = Body.DT->getNode(B)->getIDom()->getBlock();
  std::optional<uint32_t> Condition;
  if (PDT.dominates(B, Above)) {
    Condition = runs(Above);
  } else {
    bool IsFirst = true;
    for (const BasicBlock *From : predecessors(B)) {
      std::optional<uint32_t> Edge = edgeTaken(From, B);
      if (!Edge) { // one way in is always taken
        Condition.reset();
        break;
      }
      Condition =
          IsFirst ? *Edge : add(DatapathOp::Or, Bit, {*Condition, *Edge});
      IsFirst = false;
    }
  }
  return Runs[B] = Condition;
}

uint32_t DatapathBuilder::buildJoin(const PHINode &Phi) {
  if (auto It = Body.Delayed.find(&Phi); It != Body.Delayed.end())
    return buildDelayed(Phi, It->second);
  for (unsigned D = 0; D < Body.NumDimensions; ++D)
    if (is_contained(Body.Carried[D], &Phi))
      return D ? fail(&Phi, RowsCarry) : buildCarried(Phi);
  if (Phi.getNumIncomingValues() == 1)
    return node(Phi.getIncomingValue(0));
  ValueType Type = *streamType(Phi.getType());
  if (Choice C = choiceOf(Phi, *Body.DT); C.Condition) {
    uint32_t If = node(C.Condition), T = node(C.IfTrue), F = node(C.IfFalse);
    return add(DatapathOp::Select, Type, {If, T, F}, &Phi);
  }
  // What is undefined on an edge may be what comes by another one.
  auto IsAny = [&](unsigned N) {
    return isa<UndefValue>(Phi.getIncomingValue(N));
  };
  unsigned Last = Phi.getNumIncomingValues() - 1;
  while (Last > 0 && IsAny(Last))
    --Last;
  uint32_t Result = node(Phi.getIncomingValue(Last));
  for (unsigned N = Last; N-- > 0;) {
    if (IsAny(N))
      continue;
    std::optional<uint32_t> Taken =
        edgeTaken(Phi.getIncomingBlock(N), Phi.getParent());
    uint32_t Value = node(Phi.getIncomingValue(N));
    Result = Taken
                 ? add(DatapathOp::Select, Type, {*Taken, Value, Result}, &Phi)
                 : Value;
  }
  return Result;
}

} // namespace roofline
