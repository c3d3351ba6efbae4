// A kernel and its launch as one plain function: executable variant IR.
#include "roofline/Variants/KernelVariant.h"

#include "LoopBuilder.h"
#include "LoopNest.h"

#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Variants/VariantRequest.h"
#include "roofline/Variants/WorkItem.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"

#include <numeric>

using namespace llvm;

namespace roofline {
namespace {

/// How the work-items of a launch are walked through.
struct Walk {
  std::vector<uint64_t> Size; ///< [work-item] per dimension
  /// Size, and what padding adds to the slowest dimension.
  std::vector<uint64_t> Padded;
  uint64_t Lanes = 1, Vector = 1;
  ElementForm Form = ElementForm::Pipe;
  /// Lanes divide the slowest dimension and vectors the fastest, so that every
  /// id is affine in the counters; else the ids are quotients and remainders of
  /// a linear position.
  bool Nested = true;
  uint64_t StepsPerLane = 1; ///< [vector]
  uint64_t LeftOver = 0;     ///< [work-item]

  bool isPadded() const { return Size != Padded; }
};

uint64_t volume(ArrayRef<uint64_t> Size) {
  return std::accumulate(Size.begin(), Size.end(), uint64_t(1),
                         std::multiplies<uint64_t>());
}

std::string sizeText(ArrayRef<uint64_t> Size) {
  return join(map_range(Size, [](uint64_t S) { return std::to_string(S); }),
              " x ");
}

Expected<Walk> planWalk(const VariantRequest &Request, StringRef Kernel) {
  Walk W;
  W.Size = W.Padded = Request.Global;
  Expected<LoweredVariant> D = requestedDesign(Request, Kernel, W.Size);
  if (!D)
    return D.takeError();
  W.Lanes = D->Design.Lanes;
  W.Vector = D->Design.Vector;
  W.Form = D->Design.Form;
  W.Padded.back() = uint64_t(D->Positions) / (volume(W.Size) / W.Size.back());
  uint64_t Volume = volume(W.Padded), AtOnce = W.Lanes * W.Vector;
  W.Nested = W.Size.size() == 1 ? Volume % AtOnce == 0
                                : W.Padded.back() % W.Lanes == 0 &&
                                      W.Padded.front() % W.Vector == 0;
  W.StepsPerLane = Volume / AtOnce;
  W.LeftOver = Volume % AtOnce;
  std::string What =
      (Twine(W.Lanes) + (W.Lanes == 1 ? " lane" : " lanes") + " of " +
       Twine(W.Vector) + (W.Vector == 1 ? " element" : " elements"))
          .str();
  std::string Items =
      (Twine(Volume) + " work-items of " + sizeText(W.Padded)).str();
  if (!W.StepsPerLane)
    return createStringError("kernel " + Kernel + ": " + What +
                             ": more at once than the " + Items);
  if (W.LeftOver && !Request.Remainder)
    return createStringError(
        "kernel " + Kernel + ": " + What + ": they do not divide the " + Items +
        "; 'remainder' gives what is left over to a pipeline of its own");
  return W;
}

/// Writes the loops of one variant.
class VariantBuilder {
public:
  VariantBuilder(Function &Kernel, const VariantRequest &Request,
                 Function &Variant)
      : Kernel(Kernel), Request(Request), Variant(Variant),
        Builder(BasicBlock::Create(Variant.getContext(), "entry", &Variant)),
        Loops(Builder), Form(formName(Request.Design.Form)) {}

  Error run(const Walk &W) {
    Form = formName(W.Form);
    if (W.isPadded())
      Padding = Builder.getInt64(W.Size.back());
    Ids.Dimensions = unsigned(W.Size.size());
    for (auto [D, Size] : enumerate(W.Size))
      Ids.GlobalSize[D] = Builder.getInt64(Size);
    setLocalSize();
    if (Error E = W.Nested ? nested(W) : linear(W))
      return E;
    Builder.CreateRetVoid();
    return Error::success();
  }

  /// One pipeline over sizes that are arguments, the last ones.
  Error runOfAnySize(unsigned Dimensions) {
    Ids.Dimensions = Dimensions;
    for (unsigned D = 0; D < Dimensions; ++D)
      Ids.GlobalSize[D] = Variant.getArg(unsigned(Kernel.arg_size()) + D);
    setLocalSize();
    for (unsigned D = Dimensions; D-- > 0;)
      Ids.Global[D] = Loops.open(Ids.GlobalSize[D], dimensionName(D), Form);
    if (Error E = insert())
      return E;
    Builder.CreateRetVoid();
    return Error::success();
  }

  /// A single work-item; its loops are the positions.
  Error runAlone() {
    Ids.Dimensions = 1;
    Ids.Global[0] = Builder.getInt64(0);
    Ids.GlobalSize[0] = Ids.LocalSize[0] = Builder.getInt64(1);
    if (Error E = insertWorkItem(Kernel, Request, Ids, Builder))
      return E;
    Builder.CreateRetVoid();
    return reshapeNest(Variant, Kernel.getName(), Request);
  }

private:
  static StringRef dimensionName(unsigned D) {
    return StringRef("xyz").substr(D, 1);
  }

  void setLocalSize() {
    for (auto [D, Size] : enumerate(Request.Local))
      Ids.LocalSize[D] = Builder.getInt64(Size);
  }

  /// The work-item at Ids, and the end of the loops around it.
  Error insert() {
    BasicBlock *Skipped = nullptr;
    if (Padding) {
      BasicBlock *Active =
          BasicBlock::Create(Builder.getContext(), "active", &Variant);
      Skipped = BasicBlock::Create(Builder.getContext(), "padding", &Variant);
      Builder.CreateCondBr(
          Builder.CreateICmpULT(Ids.Global[Ids.Dimensions - 1], Padding),
          Active, Skipped);
      Builder.SetInsertPoint(Active);
    }
    Error E = insertWorkItem(Kernel, Request, Ids, Builder);
    if (Skipped) {
      Builder.CreateBr(Skipped);
      Skipped->moveAfter(&Variant.back());
      Builder.SetInsertPoint(Skipped);
    }
    Loops.closeAll();
    return E;
  }

  /// A loop from 0 to \p Trip; 0 itself where it would run once.
  Value *openUnlessOne(uint64_t Trip, StringRef Name, StringRef Form) {
    return Trip == 1 ? Builder.getInt64(0)
                     : Loops.open(Builder.getInt64(Trip), Name, Form);
  }

  /// Outer * Count + Inner; nothing of it wraps.
  Value *join(Value *Outer, uint64_t Count, Value *Inner) {
    if (auto *C = dyn_cast<ConstantInt>(Outer); C && C->isZero())
      return Inner;
    Value *Product = Builder.CreateMul(Outer, Builder.getInt64(Count), "",
                                       /*NUW=*/true, /*NSW=*/true);
    if (auto *C = dyn_cast<ConstantInt>(Inner); C && C->isZero())
      return Product;
    return Builder.CreateAdd(Product, Inner, "", /*NUW=*/true, /*NSW=*/true);
  }

  Error nested(const Walk &W) {
    unsigned Slowest = Ids.Dimensions - 1;
    Value *Lane = openUnlessOne(W.Lanes, "lane", "par");
    uint64_t PerLane =
        W.Padded[Slowest] / W.Lanes / (Slowest == 0 ? W.Vector : 1);
    for (unsigned D = Slowest; D > 0; --D)
      Ids.Global[D] =
          Loops.open(Builder.getInt64(D == Slowest ? PerLane : W.Size[D]),
                     dimensionName(D), Form);
    Value *X = Loops.open(
        Builder.getInt64(Slowest == 0 ? PerLane : W.Size[0] / W.Vector),
        dimensionName(0), Form);
    Value *Element = openUnlessOne(W.Vector, "element", "par");
    if (Slowest > 0)
      Ids.Global[Slowest] = join(Lane, PerLane, Ids.Global[Slowest]);
    else
      X = join(Lane, PerLane, X);
    Ids.Global[0] = W.Vector == 1 ? X : join(X, W.Vector, Element);
    return insert();
  }

  /// The ids of the work-item at \p Position, x fastest.
  void setIds(const Walk &W, Value *Position) {
    for (unsigned D = 0; D + 1 < Ids.Dimensions; ++D) {
      Ids.Global[D] = Builder.CreateURem(Position, Ids.GlobalSize[D]);
      Position = Builder.CreateUDiv(Position, Ids.GlobalSize[D]);
    }
    Ids.Global[Ids.Dimensions - 1] = Position;
  }

  Error linear(const Walk &W) {
    Value *Lane = openUnlessOne(W.Lanes, "lane", "par");
    Value *Step =
        Loops.open(Builder.getInt64(W.StepsPerLane), "position", Form);
    Value *Element = openUnlessOne(W.Vector, "element", "par");
    Value *Position = join(Lane, W.StepsPerLane, Step);
    setIds(W, W.Vector == 1 ? Position : join(Position, W.Vector, Element));
    if (Error E = insert())
      return E;
    if (!W.LeftOver)
      return Error::success();
    Step = Loops.open(Builder.getInt64(W.LeftOver), "rest", Form);
    setIds(W, Builder.CreateAdd(Step,
                                Builder.getInt64(volume(W.Padded) - W.LeftOver),
                                "", /*NUW=*/true, /*NSW=*/true));
    return insert();
  }

  Function &Kernel;
  const VariantRequest &Request;
  Function &Variant;
  IRBuilder<> Builder;
  LoopBuilder Loops;
  StringRef Form;
  WorkItemIds Ids = {};
  Value *Padding = nullptr; ///< where the slowest dimension's starts
};

/// An empty function with the arguments of \p Kernel and \p Sizes i64 more.
Function *declareVariant(Function &Kernel, unsigned Sizes, MemoryForm Memory,
                         StringRef Name) {
  LLVMContext &Context = Kernel.getContext();
  SmallVector<Type *, 16> Types(Kernel.getFunctionType()->params());
  Types.append(Sizes, Type::getInt64Ty(Context));
  Function *Variant = Function::Create(
      FunctionType::get(Type::getVoidTy(Context), Types, /*isVarArg=*/false),
      GlobalValue::ExternalLinkage, Name, *Kernel.getParent());
  AttributeList Attributes = Kernel.getAttributes();
  for (Argument &A : Kernel.args()) {
    Argument *Own = Variant->getArg(A.getArgNo());
    Own->setName(kernelArgument(A).Name);
    AttrBuilder Same(Context, Attributes.getParamAttrs(A.getArgNo()));
    Own->addAttrs(Same);
  }
  for (unsigned D = 0; D < Sizes; ++D)
    Variant->getArg(unsigned(Kernel.arg_size()) + D)
        ->setName("global_size_" + Twine(D));
  Variant->addFnAttr(Attribute::NoUnwind);
  constexpr StringLiteral Forms[] = {"A", "B", "C"};
  Variant->addFnAttr("roofline.memory", Forms[unsigned(Memory)]);
  return Variant;
}

/// Folds what follows from known sizes and arguments.
void foldConstants(Function &F) {
  const DataLayout &Layout = F.getDataLayout();
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (Constant *C =
            isa<PHINode>(I) ? nullptr : ConstantFoldInstruction(&I, Layout)) {
      I.replaceAllUsesWith(C);
      I.eraseFromParent();
    }
}

Error checkRequest(const Function &Kernel, const VariantRequest &Request,
                   bool Alone) {
  const StreamDesign &Design = Request.Design;
  if (!Alone && Request.Global.empty() &&
      (Request.Text || Design.Lanes > 1 || Design.Vector > 1))
    return createStringError(
        "kernel " + Kernel.getName() +
        ": the number of work-items is not known, so it is not known whether "
        "lanes and vectors divide it: global=");
  if (!Request.Local.empty() && Request.Local.size() != Request.Global.size() &&
      !Request.Global.empty())
    return createStringError("local= has not as many sizes as global=");
  for (const auto &[Name, Value] : Request.Args)
    if (none_of(Kernel.args(), [&, &Bound = Name](const Argument &A) {
          return kernelArgument(A).Name == Bound;
        }))
      return createStringError("kernel " + Kernel.getName() +
                               ": there is no argument '" + Name + "'");
  return checkWorkItem(Kernel, Request);
}

} // namespace

Expected<Function *>
buildVariant(Function &Kernel, const VariantRequest &Request, StringRef Name) {
  unsigned InUse = dimensionsInUse(Kernel);
  bool Alone =
      Request.Global.empty() ? InUse == 0 : volume(Request.Global) == 1;
  if (Error E = checkRequest(Kernel, Request, Alone))
    return E;
  bool AnySize = Request.Global.empty() && !Alone;
  Walk W;
  if (!AnySize && !Alone) {
    Expected<Walk> Planned = planWalk(Request, Kernel.getName());
    if (!Planned)
      return Planned.takeError();
    W = *Planned;
  }
  Function *Variant = declareVariant(
      Kernel, AnySize ? InUse : 0,
      Request.Text ? Request.Text->Memory : Request.Design.Memory, Name);
  VariantBuilder Builder(Kernel, Request, *Variant);
  Error E = Alone     ? Builder.runAlone()
            : AnySize ? Builder.runOfAnySize(InUse)
                      : Builder.run(W);
  if (E) {
    Variant->eraseFromParent();
    return E;
  }
  foldConstants(*Variant);
  assert(!verifyFunction(*Variant, &errs()) && "a variant is valid IR");
  return Variant;
}

} // namespace roofline
