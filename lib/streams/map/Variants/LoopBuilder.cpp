// Builds counted loops around code.
#include "LoopBuilder.h"

#include "roofline/Variants/KernelVariant.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace roofline {

constexpr StringLiteral FormKey = "roofline.form";

StringRef formName(ElementForm Form) { return ElementFormNames[size_t(Form)]; }

MDNode *loopOfForm(LLVMContext &Context, StringRef Form) {
  MDNode *Property = MDNode::get(
      Context, {MDString::get(Context, FormKey), MDString::get(Context, Form)});
  MDNode *Id = MDNode::getDistinct(Context, {nullptr, Property});
  Id->replaceOperandWith(0, Id); // as every llvm.loop node
  return Id;
}

StringRef executionForm(const llvm::Loop &L) {
  std::optional<const MDOperand *> Value =
      findStringMetadataForLoop(&L, FormKey);
  if (!Value || !*Value)
    return "";
  const auto *Form = dyn_cast_or_null<MDString>((*Value)->get());
  return Form ? Form->getString() : "";
}

Value *LoopBuilder::open(Value *Trip, const Twine &Name, StringRef Form) {
  LLVMContext &Context = Builder.getContext();
  BasicBlock *Before = Builder.GetInsertBlock();
  Function *F = Before->getParent();
  BasicBlock *Header = BasicBlock::Create(Context, Name + ".header", F);
  BasicBlock *Body = BasicBlock::Create(Context, Name + ".body", F);
  BasicBlock *Exit = BasicBlock::Create(Context, Name + ".exit", F);
  Builder.CreateBr(Header);
  Builder.SetInsertPoint(Header);
  PHINode *Counter = Builder.CreatePHI(Trip->getType(), 2, Name);
  Counter->addIncoming(Builder.getInt64(0), Before);
  Builder.CreateCondBr(Builder.CreateICmpULT(Counter, Trip, Name + ".more"),
                       Body, Exit);
  Builder.SetInsertPoint(Body);
  Open.push_back({Counter, Exit, Form});
  return Counter;
}

void LoopBuilder::close() {
  Frame Innermost = Open.pop_back_val();
  PHINode *Counter = Innermost.Counter;
  BasicBlock *Latch =
      BasicBlock::Create(Builder.getContext(), Counter->getName() + ".latch",
                         Counter->getFunction());
  Innermost.Exit->moveAfter(Latch); // in the order of execution
  Builder.CreateBr(Latch);
  Builder.SetInsertPoint(Latch);
  Value *Next = Builder.CreateAdd(Counter, Builder.getInt64(1),
                                  Counter->getName() + ".next", /*NUW=*/true,
                                  /*NSW=*/true);
  Counter->addIncoming(Next, Latch);
  Builder.CreateBr(Counter->getParent())
      ->setMetadata(LLVMContext::MD_loop,
                    loopOfForm(Builder.getContext(), Innermost.Form));
  Builder.SetInsertPoint(Innermost.Exit);
}

void LoopBuilder::closeAll() {
  while (!Open.empty())
    close();
}

} // namespace roofline
