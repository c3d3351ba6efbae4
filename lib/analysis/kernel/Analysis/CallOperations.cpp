// Calls in the operation graph: operators, accesses, barriers.
#include "roofline/Analysis/OperationGraph.h"
#include "roofline/Canonical/AtomicBuiltins.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/Channels.h"
#include "roofline/Canonical/StructuralBuiltins.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace roofline {

void OperationGraph::addMultiplyAdd(CallInst &Call) {
  uint32_t Product =
      addOperation(Call, "fmul", Call.getType(),
                   {Call.getArgOperand(0), Call.getArgOperand(1)});
  uint32_t Sum = addOperation(Call, "fadd", Call.getType(), {});
  Kernel.Operations[Sum].Operands.push_back(Product);
  addOperands(Sum, Call.getArgOperand(2), Call.getParent());
}

void OperationGraph::addUnknownCall(CallInst &Call, Unknown::Kind K,
                                    const Twine &What) {
  Kernel.Unknowns.push_back({K, What.str(), sourceLocation(&Call)});
  addOperation(Call, What.str(), Call.getType());
}

void OperationGraph::addMemoryIntrinsic(AnyMemIntrinsic &Copy, uint32_t Id) {
  auto *Length = dyn_cast<ConstantInt>(Copy.getLength());
  if (!Length || !Length->getValue().isIntN(32)) {
    Kernel.Operations[Id].Name = "copy of unknown length";
    Kernel.Unknowns.push_back(
        {Unknown::Kind::Operation,
         Length ? "a copy of more than 4 GiB" : "a copy of unknown length",
         sourceLocation(&Copy)});
    return;
  }
  Type *Bytes = ArrayType::get(Type::getInt8Ty(Copy.getContext()),
                               Length->getZExtValue());
  if (auto *Transfer = dyn_cast<AnyMemTransferInst>(&Copy)) {
    if (Channel *C = findChannel(Copy, Transfer->getRawSource(), Bytes)) {
      noteUse(*C, /*IsRead=*/true, Copy, Transfer->getRawSource(), Id);
      Kernel.Operations[Id].Name = "read_channel";
    } else {
      Kernel.Operations[Id].Name = "load";
      addAccess(Copy, Id, {Transfer->getRawSource()}, Bytes,
                MemoryAccess::Kind::Read);
    }
    ValueType Element = Kernel.Operations[Id].Type;
    Id = addOperation(Copy, "store", Type::getInt8Ty(Copy.getContext()));
    Kernel.Operations[Id].Type = Element;
  }
  if (Channel *C = findChannel(Copy, Copy.getRawDest(), Bytes)) {
    noteUse(*C, /*IsRead=*/false, Copy, Copy.getRawDest(), Id);
    Kernel.Operations[Id].Name = "write_channel";
    return;
  }
  Kernel.Operations[Id].Name = "store";
  addAccess(Copy, Id, {Copy.getRawDest()}, Bytes, MemoryAccess::Kind::Write);
}

void OperationGraph::addIntrinsic(CallInst &Call, const Function &Callee) {
  switch (Callee.getIntrinsicID()) {
  case Intrinsic::fmuladd:
  case Intrinsic::fma:
    return addMultiplyAdd(Call);
  case Intrinsic::assume:
  case Intrinsic::experimental_noalias_scope_decl:
    return;
  default:
    break;
  }
  if (Call.isDebugOrPseudoInst() || Call.isLifetimeStartOrEnd())
    return;
  StringRef Name = Intrinsic::getBaseName(Callee.getIntrinsicID());
  Name.consume_front("llvm.");
  Type *T = Call.getType()->isVoidTy() ? Type::getInt8Ty(Call.getContext())
                                       : Call.getType();
  uint32_t Id = addOperation(Call, Name, T);
  if (auto *Copy = dyn_cast<AnyMemIntrinsic>(&Call))
    addMemoryIntrinsic(*Copy, Id);
}

/// "vload4" and "vstore16" give their lanes; nothing for other builtins,
/// vload_half among them, which convert.
static std::optional<unsigned> vectorAccessLanes(StringRef Name) {
  unsigned Lanes;
  if ((Name.consume_front("vload") || Name.consume_front("vstore")) &&
      !Name.getAsInteger(10, Lanes))
    return Lanes;
  return std::nullopt;
}

/// OpenCL C 2.0 6.13.7: vloadN(offset, p), vstoreN(data, offset, p); the offset
/// is in vectors of N elements.
void OperationGraph::addVectorAccess(CallInst &Call, bool IsLoad,
                                     unsigned Lanes) {
  unsigned First = IsLoad ? 0 : 1;
  Type *Data = IsLoad ? Call.getType() : Call.getArgOperand(0)->getType();
  Type *Element = Data->getScalarType();
  auto *T = FixedVectorType::get(Element, Lanes);
  // The address: a sum, unless the offset is wiring.
  std::optional<uint32_t> Address;
  Value *Offset = Call.getArgOperand(First);
  Value *Base = Call.getArgOperand(First + 1);
  if (!isa<Constant>(Offset))
    Address =
        addOperation(Call, "getelementptr", Base->getType(), {Offset, Base});
  uint32_t Id = addOperation(Call, IsLoad ? "load" : "store", T);
  if (Address)
    Kernel.Operations[Id].Operands.push_back(*Address);
  addAccess(
      Call, Id,
      {Base, SE.getSCEV(Offset), Element->getScalarSizeInBits() / 8 * Lanes}, T,
      IsLoad ? MemoryAccess::Kind::Read : MemoryAccess::Kind::Write);
}

static bool isTarget(const Value *V, StringRef Name) {
  const auto *T = dyn_cast<TargetExtType>(V->getType());
  return T && T->getName() == Name;
}

/// True when the sampler's coordinates are known to be pixels.
/// Source: OpenCL C 2.0 6.13.14.1, CLK_NORMALIZED_COORDS_TRUE is bit 0.
static bool countsPixels(const Value *Sampler) {
  const auto *Call = dyn_cast<CallInst>(Sampler);
  const auto *Flags = Call && Call->arg_size() == 1
                          ? dyn_cast<ConstantInt>(Call->getArgOperand(0))
                          : nullptr;
  return Flags && !(Flags->getZExtValue() & 1);
}

/// OpenCL C 2.0 6.13.14: read_imageT(image, [sampler,] coordinate, ..),
/// write_imageT(image, coordinate, .., color). Rows of pixels follow each other
/// in memory; how wide a pixel is the host decides, a color is the most it
/// holds.
void OperationGraph::addImageAccess(CallInst &Call, bool IsRead) {
  Type *Color = IsRead ? Call.getType()
                       : Call.getArgOperand(Call.arg_size() - 1)->getType();
  uint32_t Id = addOperation(Call, IsRead ? "load" : "store", Color);
  MemoryAccess A = describeAccess(Call, Color,
                                  IsRead ? MemoryAccess::Kind::Read
                                         : MemoryAccess::Kind::Write);
  const Value *Image = Call.getArgOperand(0);
  const bool HasSampler = isTarget(Call.getArgOperand(1), "spirv.Sampler");
  Value *Position = Call.getArgOperand(HasSampler ? 2 : 1);
  A.Base = baseName(Image);
  A.NumBytesAtMost = true;
  const llvm::Loop *L = LI.getLoopFor(Call.getParent());
  const auto *ImageType = dyn_cast<TargetExtType>(Image->getType());
  if (!ImageType || A.Base.empty()) {
    A.Reason = "the image is chosen when the kernel runs";
    return attach(Id, std::move(A));
  }
  if (HasSampler && !Position->getType()->isIntOrIntVectorTy() &&
      !countsPixels(Call.getArgOperand(1))) {
    A.Reason = "the sampler's coordinates may be normalized";
    return attach(Id, std::move(A));
  }
  // spirv.Image<T, Dim, Depth, Arrayed, ..>: Dim + 1 axes up to 3-D, 5 is a
  // buffer.
  unsigned Dim = ImageType->getIntParameter(0);
  SymbolicForm::Scope Here(Forms, L);
  unsigned Axes = (Dim < 3 ? Dim + 1 : 1) + ImageType->getIntParameter(2);
  Expr Pitch = Expr::constant(A.NumBytes);
  SymbolicForm::Result Offset;
  Offset.Form = Expr::constant(0);
  for (unsigned Axis = 0; Axis < Axes; ++Axis) {
    Offset.add(Forms.coordinate(Position, Axis), Pitch);
    Pitch = Pitch * Expr::symbol(A.Base + (Axis == 0 ? ".width" : ".height"));
  }
  A.Index = Forms.index(Offset, L, A.Reason);
  attach(Id, std::move(A));
}

Channel *OperationGraph::findChannel(const Instruction &I, const Value *Pointer,
                                     Type *Packet) {
  const GlobalVariable *Variable = channelOf(Pointer);
  if (!Variable)
    return nullptr;
  for (Channel &C : Kernel.Channels)
    if (C.K == Channel::Kind::Channel && C.Name == Variable->getName())
      return &C;
  Channel C;
  C.Name = Variable->getName();
  C.Depth = channelDepth(*Variable);
  const DataLayout &DL = Variable->getDataLayout();
  Type *Of = Variable->getValueType();
  for (; Of->isArrayTy() && Of != Packet; Of = Of->getArrayElementType())
    C.Number *= Of->getArrayNumElements();
  C.NumBytes = uint32_t(DL.getTypeAllocSize(Of).getFixedValue());
  C.Loc = sourceLocation(&I);
  Kernel.Channels.push_back(std::move(C));
  return &Kernel.Channels.back();
}

bool OperationGraph::isUnrolled(const llvm::Loop &L) const {
  const auto Id = H.LoopIds.find(&L);
  if (Id == H.LoopIds.end())
    return false;
  const Loop &Source = Kernel.Loops[Id->second];
  const std::optional<int64_t> Trip = constantTrip(Source);
  if (!Trip)
    return false;
  // Without a pragma the compiler unrolls a loop of constant length if it must.
  const UnrollRequest Asked =
      Source.Unroll.value_or(UnrollRequest{false, true});
  return Asked.Full || (!Asked.Disabled && Asked.Factor >= *Trip);
}

/// The element of [byte] \p Bytes at \p Index; nothing where it is not whole,
/// or not affine.
static std::optional<Expr> elementForm(const AffineIndex &Index,
                                       int64_t Bytes) {
  auto Quotient = [&](const Expr &E) -> std::optional<Expr> {
    if (!E.isConstant() || E.Value % Bytes)
      return std::nullopt;
    return Expr::constant(E.Value / Bytes);
  };
  std::optional<Expr> Element = Quotient(Index.Offset);
  if (!Index.Irregular.isConstant(0))
    return std::nullopt;
  for (const IndexTerm &T : Index.Terms)
    if (const auto Step = Quotient(T.Coefficient); Step && Element)
      Element = *Element + *Step * Expr::symbol(T.Variable);
    else
      return std::nullopt;
  return Element;
}

void OperationGraph::noteElements(const Channel &C, const Value *Pointer,
                                  const llvm::Loop *L, uint32_t Id,
                                  ChannelUse &Use) {
  if (C.Number == 1) {
    Use.Elements = {0};
    Kernel.Operations[Id].Element = Expr::constant(0);
    return;
  }
  const SCEV *Address = SE.getSCEV(const_cast<Value *>(Pointer));
  if (!isKnownToCompiler(*Address,
                         [&](const auto &L) { return isUnrolled(L); }))
    Kernel.Unknowns.push_back(
        {Unknown::Kind::Operation,
         "the index into channels '" + C.Name +
             "' is known only when the kernel runs: FPGA compilers refuse it, "
             "or expand it to all " +
             std::to_string(C.Number) + " channels",
         Use.Loc});
  SymbolicForm::Scope Here(Forms, L);
  std::string Reason;
  const AffineIndex Index = Forms.index(resolve(Pointer, L).second, L, Reason);
  if (!C.NumBytes)
    return;
  Use.Elements = elementsAt(Index, C.NumBytes, Kernel);
  Kernel.Operations[Id].Element = elementForm(Index, C.NumBytes);
}

void OperationGraph::noteUse(Channel &C, bool IsRead, const Instruction &I,
                             const Value *Pointer, uint32_t Id) {
  (IsRead ? C.Read : C.Written) = true;
  Kernel.Operations[Id].Channel = uint32_t(&C - Kernel.Channels.data());
  ChannelUse Use{C.Name, IsRead, sourceLocation(&I), std::nullopt};
  noteElements(C, Pointer, LI.getLoopFor(I.getParent()), Id, Use);
  ChannelUses.push_back(std::move(Use));
}

/// clang's lowering of OpenCL C 2.0 6.13.16: __read_pipe_2(pipe, packet, size,
/// ..), also with a reservation and an index before the packet.
void OperationGraph::addPipeAccess(CallInst &Call, bool IsRead) {
  Value *Packet = Call.getArgOperand(Call.arg_size() - 3);
  const auto *Size =
      dyn_cast<ConstantInt>(Call.getArgOperand(Call.arg_size() - 2));
  addOperation(Call, IsRead ? "read_pipe" : "write_pipe", Call.getType());
  if (const auto *A = dyn_cast<Argument>(Call.getArgOperand(0)))
    for (Channel &C : Kernel.Channels)
      if (C.K == Channel::Kind::Pipe && C.Name == baseName(A)) {
        (IsRead ? C.Read : C.Written) = true;
        C.NumBytes = Size ? uint32_t(Size->getZExtValue()) : 0;
        if (!C.Loc)
          C.Loc = sourceLocation(&Call);
      }
  if (!Size || !Packet->getType()->isPointerTy())
    return;
  auto *T =
      ArrayType::get(Type::getInt8Ty(Call.getContext()), Size->getZExtValue());
  uint32_t Id = addOperation(Call, IsRead ? "store" : "load", Call.getType());
  addAccess(Call, Id, {Packet}, T,
            IsRead ? MemoryAccess::Kind::Write : MemoryAccess::Kind::Read);
}

/// The method of hls::stream that \p Symbol is, by include-hls/hls_stream.h:
/// "fifo_read", "fifo_write", "fifo_state"; empty for other functions.
static StringRef streamMethod(StringRef Symbol) {
  if (!Symbol.starts_with("_ZN") || !Symbol.contains("3hls6stream"))
    return "";
  return Symbol.contains("8fifoRead")    ? "fifo_read"
         : Symbol.contains("9fifoWrite") ? "fifo_write"
         : Symbol.contains("fifo")       ? "fifo_state"
                                         : "";
}

/// [byte] that \p Call, a read, returns; a structure through its first pointer.
static uint32_t readBytes(const CallInst &Call) {
  const DataLayout &DL = Call.getDataLayout();
  if (Call.hasStructRetAttr())
    return uint32_t(DL.getTypeAllocSize(Call.getParamStructRetType(0)));
  return Call.getType()->isSized()
             ? uint32_t(DL.getTypeStoreSize(Call.getType()))
             : 0;
}

/// [byte] that \p Call writes to the stream, its first argument. A structure is
/// one pointer to a copy, or several arguments.
static uint32_t writtenBytes(const CallInst &Call) {
  const DataLayout &DL = Call.getDataLayout();
  uint32_t Sum = 0;
  for (unsigned I = 1; I < Call.arg_size(); ++I) {
    const Value *Argument = Call.getArgOperand(I);
    const auto *Copy = dyn_cast<AllocaInst>(getUnderlyingObject(Argument));
    Type *T = Call.getParamByValType(I);
    if (!T && Argument->getType()->isPointerTy() && Copy)
      T = Copy->getAllocatedType();
    Sum += uint32_t(DL.getTypeStoreSize(T ? T : Argument->getType()));
  }
  return Sum;
}

/// Depth of the stream, or of each of the array of streams, that \p Object
/// holds: its type has a byte for each slot, by include-hls/hls_stream.h.
static std::optional<uint32_t> streamDepth(const Value &Object) {
  const Type *T = nullptr;
  if (const auto *Local = dyn_cast<AllocaInst>(&Object))
    T = Local->getAllocatedType();
  else if (const auto *Global = dyn_cast<GlobalVariable>(&Object))
    T = Global->getValueType();
  while (T && T->isArrayTy())
    T = T->getArrayElementType();
  const auto *S = dyn_cast_or_null<StructType>(T);
  if (!S || S->getNumElements() < 2 || !S->getElementType(1)->isArrayTy())
    return std::nullopt;
  return uint32_t(S->getElementType(1)->getArrayNumElements());
}

void OperationGraph::addStreamAccess(CallInst &Call, StringRef Method) {
  const bool IsWrite = Method == "fifo_write";
  Type *T = IsWrite ? Call.getArgOperand(Call.arg_size() - 1)->getType()
                    : Call.getType();
  const uint32_t Id = addOperation(Call, Method, T);
  if (Method == "fifo_state")
    return;
  // A structure that is read comes through a pointer before the stream.
  const unsigned Place = Call.hasStructRetAttr() ? 1 : 0;
  const Value *Object = getUnderlyingObject(Call.getArgOperand(Place));
  if (!isa<Argument, AllocaInst, GlobalVariable>(Object))
    return;
  const std::string Name = baseName(Object);
  auto Known = find_if(Kernel.Channels,
                       [&](const Channel &C) { return C.Name == Name; });
  if (Known == Kernel.Channels.end()) {
    Channel C;
    C.Name = Name;
    C.NumBytes = IsWrite ? writtenBytes(Call) : readBytes(Call);
    C.Depth = streamDepth(*Object);
    C.Loc = sourceLocation(&Call);
    Known = Kernel.Channels.insert(Known, std::move(C));
  }
  (IsWrite ? Known->Written : Known->Read) = true;
  Kernel.Operations[Id].Channel = uint32_t(Known - Kernel.Channels.begin());
}

void OperationGraph::addCall(CallInst &Call) {
  const Function *Callee = Call.getCalledFunction();
  if (!Callee)
    return Call.isInlineAsm() ? addUnknownCall(Call, Unknown::Kind::Operation,
                                               "inline assembly")
                              : addUnknownCall(Call, Unknown::Kind::ControlFlow,
                                               "indirect call");
  if (Callee->isIntrinsic())
    return addIntrinsic(Call, *Callee);
  StringRef Name = builtinName(Callee->getName());
  if (!Callee->isDeclaration()) {
    addUnknownCall(Call, Unknown::Kind::ControlFlow,
                   Callee->hasFnAttribute(TooLarge)
                       ? "call of " + Name + ", too large to inline"
                       : "recursive call of " + Name);
    Kernel.Operations.back().Name = ("call " + Name).str();
    return;
  }
  if (StringRef Method = streamMethod(Callee->getName()); !Method.empty())
    return addStreamAccess(Call, Method);
  if (Name == "barrier" || Name == "work_group_barrier") {
    Kernel.Barriers.push_back(sourceLocation(&Call));
    addOperation(Call, "barrier", Call.getType());
    return;
  }
  if (Name.starts_with("get_") &&
      (Name.contains("_id") || Name.contains("_size") ||
       Name == "get_num_groups")) {
    // The same in all work-items of a compute unit.
    Kernel.UsesWorkItemIds |= Name.contains("_id") && Name != "get_compute_id";
    addOperation(Call, Name, Call.getType());
    return;
  }
  bool IsLoad = Name.starts_with("vload");
  if (auto Lanes = vectorAccessLanes(Name);
      Lanes && Call.arg_size() == (IsLoad ? 2 : 3))
    return addVectorAccess(Call, IsLoad, *Lanes);
  bool IsRead = Name.starts_with("read_image");
  if ((IsRead || Name.starts_with("write_image")) && Call.arg_size() >= 2)
    return addImageAccess(Call, IsRead);
  bool IsPipeRead = Name.starts_with("__read_pipe");
  if ((IsPipeRead || Name.starts_with("__write_pipe")) && Call.arg_size() >= 4)
    return addPipeAccess(Call, IsPipeRead);
  bool IsFloat = any_of(Call.args(), [](const Value *V) {
    return V->getType()->isFPOrFPVectorTy();
  });
  if ((Name == "fma" || Name == "mad") && Call.arg_size() == 3 && IsFloat)
    return addMultiplyAdd(Call);
  Type *T = Call.getType()->isVoidTy() && Call.arg_size()
                ? Call.getArgOperand(0)->getType()
                : Call.getType();
  uint32_t Id = addOperation(Call, Name, T);
  // Only the builtins' names are mangled.
  const bool IsUsers =
      Name == Callee->getName() && !Name.starts_with("__") && Name != "printf";
  if (IsUsers && any_of(Call.args(), [](const Value *V) {
        return V->getType()->isPointerTy();
      }))
    Kernel.Unknowns.push_back({Unknown::Kind::Operation,
                               ("what " + Name + " reads and writes").str(),
                               sourceLocation(&Call)});
  if (isStructuralBuiltin(Name))
    if (std::optional<std::string> Why = whyNoBuiltins())
      Kernel.Unknowns.push_back({Unknown::Kind::Operation,
                                 ("the body of " + Name + ": " + *Why).str(),
                                 sourceLocation(&Call)});
  if (auto Atomic = atomicMove(Call, Name))
    addAccess(Call, Id, {Call.getArgOperand(0)}, Atomic->Moved, Atomic->Kind);
}

} // namespace roofline
