// The two forms of an index are the same number in every work-item and
// iteration.
//
/// \file
/// The summary has an index as a closed form over symbols (Expr), the
/// recogniser as lines along the dimensions of one launch (IndexForm). Both are
/// read from the same canonical IR and share no code behind it.
#include "RandomAccesses.h"

#include "roofline/Analysis/Hierarchy.h"
#include "roofline/Analysis/KernelAnalysis.h"
#include "roofline/Canonical/ArgumentNames.h"
#include "roofline/Canonical/Canonicalize.h"
#include "roofline/Canonical/CloneKernels.h"
#include "roofline/Canonical/SourcePlace.h"
#include "roofline/Canonical/StructuralBuiltins.h"
#include "roofline/Frontend/CompileOpenCL.h"
#include "roofline/IndexForms/IndexForm.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/TargetParser/Triple.h"

#include "gtest/gtest.h"

#include <random>

using namespace llvm;
using namespace roofline;

namespace {

/// How many accesses of all were compared, and why others were not.
struct Totals {
  unsigned Compared = 0;
  std::map<std::string, unsigned> Others;
};

/// A kernel whose accesses are looked at in both ways.
class KernelForms {
public:
  explicit KernelForms(Function &F)
      : F(F), Kernel(summarizeKernel(F, {})), DT(F), LI(DT),
        H(buildHierarchy(F, LI)), AC(F), TLII(F.getParent()->getTargetTriple()),
        TLI(TLII), SE(F, TLI, AC, DT, LI) {
    for (Instruction &I : instructions(F))
      if (isa<LoadInst, StoreInst>(I))
        Located[{sourceLocation(&I), isa<StoreInst>(I)}].push_back(&I);
  }

  /// Compares every access at one point of a launch by chance.
  void compare(std::mt19937_64 &Chance, Totals &Sum) {
    Random = &Chance;
    choosePoint();
    chooseVariables();
    for (const MemoryAccess &A : Kernel.Accesses)
      if (const char *Why = compare(A))
        ++Sum.Others[Why];
      else
        ++Sum.Compared;
  }

private:
  int64_t any(int64_t Least, int64_t Most) {
    return std::uniform_int_distribution(Least, Most)(*Random);
  }
  std::optional<int64_t> value(const Expr &E) const {
    return evaluate(E, [&](std::string_view S) -> std::optional<int64_t> {
      auto It = Point.find(S);
      return It == Point.end() ? std::nullopt : std::optional(It->second);
    });
  }

  /// Arguments, NDRange, a work-item of it, and an iteration of each loop.
  void choosePoint() {
    Point.clear();
    Entered.clear();
    for (const KernelArg &A : Kernel.Args)
      Point[A.Name] = any(0, 9) ? any(1, 40) : any(0, 2);
    for (const char *D : {"(0)", "(1)", "(2)"}) {
      const std::string Dim = D;
      const int64_t Local = any(1, 8), Groups = any(1, 6);
      const int64_t Group = any(0, Groups - 1), Id = any(0, Local - 1);
      Point["local_size" + Dim] = Local;
      Point["num_groups" + Dim] = Groups;
      Point["global_size" + Dim] = Local * Groups;
      Point["global_offset" + Dim] = 0;
      Point["group_id" + Dim] = Group;
      Point["local_id" + Dim] = Id;
      Point["global_id" + Dim] = Group * Local + Id;
    }
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id) {
      const TripCount &Trip = Kernel.Loops[Id].Trip;
      int64_t Iterations = 4;
      if (Trip.K != TripCount::Kind::Unknown)
        Iterations = value(Trip.Count).value_or(0);
      Entered.push_back(Iterations > 0);
      Point[symbolOfLoop(Id)] = any(0, std::max<int64_t>(0, Iterations - 1));
    }
  }

  /// Up to three directions are dimensions of the index forms, where the point
  /// is somewhere; along the others they stand still there.
  void chooseVariables() {
    std::vector<std::string> Directions = {"(0)", "(1)", "(2)"};
    for (uint32_t Id = 0; Id < Kernel.Loops.size(); ++Id)
      Directions.push_back(symbolOfLoop(Id));
    std::shuffle(Directions.begin(), Directions.end(), *Random);
    DimensionOf.clear();
    Sizes = {1, 1, 1};
    Index = {0, 0, 0};
    for (unsigned D = 0; D < 3; ++D) {
      const std::string &Along = Directions[D];
      DimensionOf[Along] = D;
      const bool IsLoop = Along[0] != '(';
      Index[D] = Point[IsLoop ? Along : "local_id" + Along];
      Sizes[D] = IsLoop ? Index[D] + any(1, 20) : Point["local_size" + Along];
    }
    DenseMap<const Value *, IndexVariable> Variables;
    for (const Argument &A : F.args())
      if (A.getType()->isIntegerTy())
        Variables[&A] = {0, Point[kernelArgument(A).Name], 0};
    for (const Instruction &I : instructions(F))
      if (const auto *Call = dyn_cast<CallInst>(&I))
        if (std::optional<IndexVariable> V = query(*Call))
          Variables[Call] = *V;
    Forms.emplace(Sizes, Variables, DT, F.getDataLayout());
    for (const auto &[Id, L] : enumerate(H.Loops)) {
      for (PHINode &Phi : L->getHeader()->phis())
        if (std::optional<IndexVariable> V = counter(Phi, *L, Id))
          Variables[&Phi] = *V;
      Forms->walk(Variables);
    }
  }

  /// The answer to get_global_id() and its like.
  std::optional<IndexVariable> query(const CallInst &Call) {
    const Function *Callee = Call.getCalledFunction();
    const auto *C = Call.arg_size() == 1
                        ? dyn_cast<ConstantInt>(Call.getArgOperand(0))
                        : nullptr;
    StringRef Name = Callee ? builtinName(Callee->getName()) : "";
    if (!C || C->getZExtValue() > 2 || !Name.consume_front("get_"))
      return std::nullopt;
    const std::string Dim = "(" + std::to_string(C->getZExtValue()) + ")";
    auto Here = Point.find(Name.str() + Dim);
    if (Here == Point.end())
      return std::nullopt;
    auto D = DimensionOf.find(Dim);
    if (D == DimensionOf.end() || (Name != "global_id" && Name != "local_id"))
      return IndexVariable{0, Here->second, 0};
    return IndexVariable{D->second, Here->second - Index[D->second], 1};
  }

  /// The counter of a loop that starts at a number and goes on by a number.
  std::optional<IndexVariable> counter(PHINode &Phi, const llvm::Loop &L,
                                       uint32_t Id) {
    const auto *Rec = Phi.getType()->isIntegerTy()
                          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(&Phi))
                          : nullptr;
    if (!Rec || !Rec->isAffine() || Rec->getLoop() != &L)
      return std::nullopt;
    const auto *Step = dyn_cast<SCEVConstant>(Rec->getOperand(1));
    const auto Start =
        Forms->of(Phi.getIncomingValueForBlock(L.getLoopPreheader()));
    if (!Step || !Start ||
        !all_of(Start->Axes, [](const Axis &A) { return A.isZero(); }))
      return std::nullopt;
    const int64_t By = Step->getAPInt().getSExtValue();
    auto D = DimensionOf.find(symbolOfLoop(Id));
    if (D == DimensionOf.end())
      return IndexVariable{0, Start->Constant + By * Point[symbolOfLoop(Id)],
                           0};
    return IndexVariable{D->second, Start->Constant, By};
  }

  /// Nothing, or why \p A cannot be compared.
  const char *compare(const MemoryAccess &A) {
    const auto Instructions =
        Located.find({A.Loc, A.K == MemoryAccess::Kind::Write});
    if (Instructions == Located.end() || Instructions->second.size() != 1)
      return "place is not one access";
    Instruction &I = *Instructions->second.front();
    if (!A.Index || A.Index->Clamped)
      return "no closed form";
    if (!runs(I, A))
      return "not executed";
    std::optional<int64_t> Sum = value(A.Index->Offset + A.Index->Irregular);
    for (const IndexTerm &T : A.Index->Terms)
      if (Sum) {
        const auto Moved = value(T.Coefficient * Expr::symbol(T.Variable));
        Sum = Moved ? std::optional(*Sum + *Moved) : std::nullopt;
      }
    if (!Sum)
      return "no closed form";
    std::optional<Place> P = Forms->placeOf(getLoadStorePointerOperand(&I));
    if (!P)
      return "no lines";
    int64_t Byte = P->Offset.Constant;
    for (unsigned D = 0; D < 3; ++D)
      Byte += P->Offset.Axes[D].at(Index[D]);
    // A place that wraps is none that a kernel may access.
    auto IsPlace = [](int64_t Index) { return Index >= 0 && Index < 1 << 30; };
    if (A.Index->AssumesNoWrap &&
        (!IsPlace(Byte) || !IsPlace(*Sum) ||
         dividesNegative(A.Index->Offset + A.Index->Irregular)))
      return "wraps";
    EXPECT_EQ(Byte, *Sum) << "kernel " << Kernel.Name << " at " << A.Loc.Line
                          << ":" << A.Loc.Column << where(A);
    return nullptr;
  }

  /// The access is executed at the point, as far as the summary tells.
  bool runs(const Instruction &I, const MemoryAccess &A) {
    if (value(Kernel.Blocks[A.BlockId].When.Form) != 1)
      return false;
    for (const llvm::Loop *L = LI.getLoopFor(I.getParent()); L;
         L = L->getParentLoop()) {
      const uint32_t Id = H.LoopIds.lookup(L);
      if (!Entered[Id] || value(Kernel.Loops[Id].When.Form) != 1)
        return false;
    }
    return true;
  }

  /// Divides what is a large number where it has no sign.
  bool dividesNegative(const Expr &E) const {
    return ((E.K == Expr::Kind::Div || E.K == Expr::Kind::Mod) &&
            value(E.Operands[0]) < 0) ||
           any_of(E.Operands,
                  [&](const Expr &E) { return dividesNegative(E); });
  }

  std::string where(const MemoryAccess &A) const {
    std::string Text = ": " + toString(A.Index->Offset);
    for (const IndexTerm &T : A.Index->Terms)
      Text += " + (" + toString(T.Coefficient) + ")*" + T.Variable;
    Text += " + " + toString(A.Index->Irregular) + " where";
    for (const auto &[Name, Value] : Point)
      Text += " " + Name + "=" + std::to_string(Value);
    return Text;
  }

  Function &F;
  KernelSummary Kernel;
  DominatorTree DT;
  LoopInfo LI;
  Hierarchy H;
  AssumptionCache AC;
  TargetLibraryInfoImpl TLII;
  TargetLibraryInfo TLI;
  ScalarEvolution SE;
  std::map<std::pair<SourceLocation, bool>, std::vector<Instruction *>> Located;
  std::mt19937_64 *Random = nullptr;
  std::map<std::string, int64_t, std::less<>> Point;
  std::vector<bool> Entered; ///< by loop
  std::map<std::string, unsigned> DimensionOf;
  std::array<int64_t, 3> Sizes, Index;
  std::optional<IndexForms> Forms;
};

/// A file of OpenCL C that is gone with this.
class SourceFile {
public:
  explicit SourceFile(StringRef Text) {
    int FD = -1;
    sys::fs::createTemporaryFile("accesses", "cl", FD, Path);
    raw_fd_ostream(FD, /*shouldClose=*/true) << Text;
    Remover.setFile(Path);
  }
  SmallString<128> Path;

private:
  FileRemover Remover;
};

/// Compares the accesses of all kernels of \p Path at 20 points each.
void compareAll(StringRef Path, Totals &Sum) {
  LLVMContext Context;
  auto M = compileOpenCL(Path, {"-cl-std=CL2.0", "-w"}, Context);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  SourceForms Sources;
  std::unique_ptr<Module> Canonical = canonicalClone(**M, Sources);
  std::mt19937_64 Random(1);
  for (Function &F : *Canonical)
    if (isKernel(F)) {
      KernelForms Both(F);
      for (unsigned I = 0; I < 20; ++I)
        Both.compare(Random, Sum);
    }
}

TEST(IndexAgreement, RandomKernels) {
  const SourceFile Source(test::randomAccesses(1, 400));
  Totals Sum;
  compareAll(Source.Path, Sum);
  EXPECT_GT(Sum.Compared, 10000u);
  EXPECT_LT(Sum.Others["wraps"], Sum.Compared / 10);
  EXPECT_LT(Sum.Others["no lines"], Sum.Compared / 10);
}

TEST(IndexAgreement, Samples) {
  Totals Sum;
  std::error_code Failed;
  for (sys::fs::recursive_directory_iterator I(ROOFLINE_SAMPLES, Failed), E;
       I != E && !Failed; I.increment(Failed))
    if (StringRef(I->path()).ends_with(".cl"))
      compareAll(I->path(), Sum);
  EXPECT_FALSE(Failed);
  EXPECT_GT(Sum.Compared, 5000u);
  EXPECT_LT(Sum.Others["wraps"], 10u);
}

// (size_t)1 - 3 is a large number, whose remainder by 3 is another one.
TEST(IndexAgreement, AQuotientWithoutASignAssumesNoWrap) {
  const SourceFile Source(R"(
kernel void k(global int *a, global int *b) {
  a[(1 - get_global_id(0)) % 3] = 1;
  b[(1 - get_global_id(0)) / 3] = 1;
  a[get_global_id(1) / 3] = 1;
})");
  LLVMContext Context;
  auto M = compileOpenCL(Source.Path, {"-cl-std=CL2.0"}, Context);
  ASSERT_TRUE(bool(M)) << toString(M.takeError());
  const KernelSummary K = summarizeKernels(**M).front();
  ASSERT_EQ(K.Accesses.size(), 3u);
  EXPECT_TRUE(K.Accesses[0].Index->AssumesNoWrap);
  EXPECT_TRUE(K.Accesses[1].Index->AssumesNoWrap);
  EXPECT_FALSE(K.Accesses[2].Index->AssumesNoWrap);
}

} // namespace
