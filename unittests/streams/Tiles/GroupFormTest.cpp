// Integers over boxes of groups: resultOf() for a box equals the result of each
// of its groups.
#include "GroupForm.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace roofline;

namespace {

/// One of each operation on two integers of \p Width.
void addOperations(Function &F, unsigned Width) {
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "", &F));
  Value *L = F.getArg(0), *R = F.getArg(1);
  for (auto Code :
       {Instruction::Add, Instruction::Sub, Instruction::Mul, Instruction::UDiv,
        Instruction::SDiv, Instruction::URem, Instruction::SRem,
        Instruction::Shl, Instruction::LShr, Instruction::AShr,
        Instruction::And, Instruction::Or, Instruction::Xor})
    B.Insert(BinaryOperator::Create(Code, L, R));
  for (unsigned P = CmpInst::FIRST_ICMP_PREDICATE;
       P <= CmpInst::LAST_ICMP_PREDICATE; ++P)
    B.Insert(new ICmpInst(CmpInst::Predicate(P), L, R));
  for (Intrinsic::ID Of : {Intrinsic::smin, Intrinsic::smax, Intrinsic::umin,
                           Intrinsic::umax, Intrinsic::usub_sat})
    B.CreateBinaryIntrinsic(Of, L, R);
  B.Insert(new ZExtInst(L, B.getIntNTy(Width + 7)));
  B.Insert(new SExtInst(L, B.getIntNTy(Width + 7)));
  B.Insert(new TruncInst(L, B.getIntNTy(Width - 3)));
  B.Insert(new FreezeInst(L));
  B.CreateRetVoid();
}

class GroupForms : public testing::TestWithParam<unsigned> {
protected:
  GroupForms() : M("groups", Context) {
    Type *T = Type::getIntNTy(Context, GetParam());
    F = Function::Create(
        FunctionType::get(Type::getVoidTy(Context), {T, T}, false),
        GlobalValue::ExternalLinkage, "f", M);
    addOperations(*F, GetParam());
  }
  LLVMContext Context;
  Module M;
  Function *F = nullptr;
};

/// Values of \p F in all groups of \p Box are signed numbers of \p Width.
bool fits(const GroupForm &F, const GroupBox &Box, unsigned Width) {
  for (int64_t X = Box.First[0]; X <= Box.Last[0]; ++X)
    for (int64_t Y = Box.First[1]; Y <= Box.Last[1]; ++Y)
      if (!isIntN(Width, F.at({X, Y, 0})))
        return false;
  return true;
}

TEST_P(GroupForms, AreWhatEachGroupComputes) {
  std::mt19937 Random(1);
  auto Number = [&](int Most) {
    return int64_t(Random() % (2 * Most + 1)) - Most;
  };
  auto Form = [&] {
    GroupForm Result = {Number(40), {0, 0, 0}};
    if (Random() % 3)
      Result.Slope[0] = Number(Random() % 2 ? 3 : 16);
    if (Random() % 3 == 0)
      Result.Slope[1] = Number(8);
    return Result;
  };
  std::map<std::string, unsigned> Found;
  for (int Trial = 0; Trial < 3000; ++Trial) {
    GroupBox Box;
    Box.First = {int64_t(Random() % 4), int64_t(Random() % 3), 0};
    Box.Last = {Box.First[0] + int64_t(Random() % 4),
                Box.First[1] + int64_t(Random() % 3), 0};
    const GroupForm L = Form(),
                    R = Random() % 2 ? Form() : GroupForm{Number(9), {}};
    if (!fits(L, Box, GetParam()) || !fits(R, Box, GetParam()))
      continue;
    for (const Instruction &I : instructions(*F)) {
      if (I.isTerminator())
        continue;
      auto At = [&](const GroupForm &F, int64_t X, int64_t Y) {
        return GroupForm{F.at({X, Y, 0}), {}};
      };
      const bool IsUnary = isa<CastInst, FreezeInst>(I);
      auto Of = [&](GroupForm L, GroupForm R, const GroupBox &Box) {
        const GroupForm Both[] = {L, R};
        return resultOf(I, ArrayRef(Both, IsUnary ? 1 : 2), Box);
      };
      const std::optional<GroupForm> All = Of(L, R, Box);
      if (!All)
        continue;
      Found[I.getOpcodeName()] += !Box.isOne();
      for (int64_t X = Box.First[0]; X <= Box.Last[0]; ++X)
        for (int64_t Y = Box.First[1]; Y <= Box.Last[1]; ++Y) {
          const GroupBox Here = {{X, Y, 0}, {X, Y, 0}};
          const auto One = Of(At(L, X, Y), At(R, X, Y), Here);
          ASSERT_TRUE(One) << I.getOpcodeName();
          ASSERT_EQ(One->at({X, Y, 0}), All->at({X, Y, 0}))
              << I.getOpcodeName() << " of " << At(L, X, Y).Constant << " and "
              << At(R, X, Y).Constant;
        }
    }
  }
  for (const char *Often : {"add", "sub", "mul", "sdiv", "urem", "icmp", "zext",
                            "trunc", "call", "and", "ashr"})
    EXPECT_GT(Found[Often], 50u) << Often;
}

INSTANTIATE_TEST_SUITE_P(Widths, GroupForms, testing::Values(8u, 16u, 32u));

TEST(GroupForm, ANumberBeyond64BitsIsNone) {
  const GroupForm Large = {int64_t(1) << 62, {}};
  EXPECT_FALSE(sum(Large, Large));
  EXPECT_EQ(sum(Large, Large, -1), GroupForm());
}

} // namespace
