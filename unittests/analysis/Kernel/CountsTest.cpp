// W and Q against sums done by hand.
#include "Forms.h"

#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/Summation.h"

#include "gtest/gtest.h"

using namespace roofline;
using namespace roofline::test;

namespace {

int64_t at(const Expr &E, int64_t N) {
  return *evaluate(E, [&](std::string_view) { return std::optional(N); });
}

TEST(Summation, PolynomialsToTheThirdDegree) {
  const Expr I = symbol("i"), N = symbol("n");
  // Sums over i = 0 ... 9: 1, i, i^2, i^3, and 2 i^2 + 3 i + 4.
  EXPECT_EQ(at(*sumOver(number(1), "i", N), 10), 10);
  EXPECT_EQ(at(*sumOver(I, "i", N), 10), 45);
  EXPECT_EQ(at(*sumOver(I * I, "i", N), 10), 285);
  EXPECT_EQ(at(*sumOver(I * I * I, "i", N), 10), 2025);
  EXPECT_EQ(
      at(*sumOver(number(2) * I * I + number(3) * I + number(4), "i", N), 10),
      2 * 285 + 3 * 45 + 40);
  EXPECT_FALSE(sumOver(I * I * I * I, "i", N));
  EXPECT_FALSE(sumOver(min(I, number(3)), "i", N));
}

/// Code that every work-item runs, without a loop.
KernelSummary kernelOfOneBlock() {
  KernelSummary K;
  K.UsesWorkItemIds = true;
  K.Blocks.resize(1);
  K.Nodes = {{Node::Kind::Block, 0, {}, {}}};
  return K;
}

/// One loop of \p Trip around an fmuladd on float4 at line 2 and its test, and
/// a load of 4 bytes before the loop.
KernelSummary kernelWithLoop(TripCount Trip) {
  KernelSummary K = kernelOfOneBlock();
  Loop L;
  L.Loc = {"k.cl", 2, 1};
  L.Trip = std::move(Trip);
  K.Loops.push_back(L);
  Tally Fma;
  Fma.Name = "fmuladd";
  Fma.Type = {ScalarKind::Float, 32, 4};
  Fma.Loop = 0;
  Tally Test;
  Test.Name = "icmp";
  Test.Type = {ScalarKind::Int, 32, 1};
  Test.Loop = 0;
  Test.AlsoAtExit = true;
  Tally Load;
  Load.Name = "load";
  Load.NumBytes = 4;
  Load.Space = AddressSpace::Global;
  K.Tallies = {Fma, Test, Load};
  return K;
}

const OperationTotal &total(const KernelCounts &K, const char *Name) {
  for (const OperationTotal &T : K.Operations)
    if (T.Name == Name)
      return T;
  ADD_FAILURE() << Name;
  return K.Operations.front();
}

TEST(Counts, LanesAndFusedOperationsAndTests) {
  KernelSummary Kernel =
      kernelWithLoop({TripCount::Kind::Exact, symbol("n"), "", {}});
  Launch L;
  L.Dimensions = 2;
  L.Global = {5, 2, 1};
  L.Args["n"] = 7;
  KernelCounts K = countKernel(Kernel, L);
  // 10 work-items x 7 iterations x 4 lanes of a product and of a sum.
  EXPECT_EQ(total(K, "fmul").Number.Most, 280);
  EXPECT_EQ(total(K, "fadd").Number.Most, 280);
  EXPECT_EQ(K.FloatWork.Least, 560);
  // The test runs 8 times in each of 10 work-items.
  EXPECT_EQ(K.IntegerWork.Most, 80);
  EXPECT_EQ(K.requested().Most, 40);
  EXPECT_TRUE(K.isFloat());
  EXPECT_TRUE(K.Missing.empty());
  EXPECT_EQ(toString(*K.FloatWork.MostForm), "8*WI*n");
}

// 2^62 times twice is more than an integer holds: 2^63 all the same.
TEST(Counts, HugeNumbersAddUp) {
  KernelSummary Kernel = kernelOfOneBlock();
  Tally Add;
  Add.Name = "fadd";
  Add.Type = {ScalarKind::Float, 32, 1};
  Add.Number = uint64_t(1) << 62;
  Kernel.Tallies = {Add, Add};
  Launch L;
  L.Dimensions = 1;
  L.Global = {1, 1, 1};
  EXPECT_EQ(countKernel(Kernel, L).FloatWork.Most, 0x1p63);
}

TEST(Counts, TriangularLoopsAddUp) {
  // for i in 0 .. gid: over 6 work-items 0 + 1 + ... + 5 = 15 iterations.
  KernelSummary Kernel =
      kernelWithLoop({TripCount::Kind::Exact, symbol("global_id(0)"), "", {}});
  Launch L;
  L.Dimensions = 1;
  L.Global = {6, 1, 1};
  KernelCounts K = countKernel(Kernel, L);
  EXPECT_EQ(total(K, "fadd").Number.Most, 15 * 4);
  EXPECT_EQ(total(K, "icmp").Number.Most, 15 + 6);
  // The form, at 6 work-items in one dimension: 2 x 4 x 15.
  EXPECT_EQ(at(*K.FloatWork.MostForm, 6), 120);
}

TEST(Counts, ABoundGivesBounds) {
  KernelSummary Kernel =
      kernelWithLoop({TripCount::Kind::AtMost, number(9), "break", {}});
  Launch L;
  L.Dimensions = 1;
  L.Global = {2, 1, 1};
  KernelCounts K = countKernel(Kernel, L);
  EXPECT_EQ(K.FloatWork.Least, 0);
  EXPECT_EQ(K.FloatWork.Most, 2 * 9 * 8);
  // The test is met once at least, and 10 times at most.
  EXPECT_EQ(K.IntegerWork.Least, 2);
  EXPECT_EQ(K.IntegerWork.Most, 20);
}

TEST(Counts, AnUnknownTripIsASymbolAndMissing) {
  KernelSummary Kernel =
      kernelWithLoop({TripCount::Kind::Unknown, number(0), "data", {}});
  Launch L;
  L.Dimensions = 1;
  L.Global = {2, 1, 1};
  KernelCounts K = countKernel(Kernel, L);
  EXPECT_FALSE(K.FloatWork.Most);
  EXPECT_EQ(K.Missing.size(), 1u);
  EXPECT_EQ(toString(*K.FloatWork.MostForm), "8*WI*trip(2)");
  EXPECT_EQ(K.requested().Most, 8); // the load is known all the same
  L.Trips[{2, 0}] = 2.5;
  EXPECT_EQ(countKernel(Kernel, L).FloatWork.Most, 2 * 2.5 * 8);
}

TEST(Counts, PredicatedCodeMayNotRun) {
  KernelSummary Kernel =
      kernelWithLoop({TripCount::Kind::Exact, number(3), "", {}});
  Kernel.Tallies[0].Predicated = true;
  Launch L;
  L.Dimensions = 1;
  L.Global = {4, 1, 1};
  KernelCounts K = countKernel(Kernel, L);
  EXPECT_EQ(K.FloatWork.Least, 0);
  EXPECT_EQ(K.FloatWork.Most, 4 * 3 * 8);
  EXPECT_TRUE(K.IntegerWork.isExact());
}

TEST(Counts, TheUserChoosesWhatCounts) {
  KernelSummary Kernel =
      kernelWithLoop({TripCount::Kind::Exact, number(3), "", {}});
  Launch L;
  L.Dimensions = 1;
  EXPECT_EQ(countKernel(Kernel, L, {{"fmul"}}).FloatWork.Most, 12);
  KernelCounts Compares = countKernel(Kernel, L, {{"compare"}});
  EXPECT_FALSE(Compares.isFloat());
  EXPECT_EQ(Compares.work().Most, 4);
  for (const char *Good : {"add", "xor", "sqrt", "getelementptr", "all"})
    EXPECT_TRUE(isOperatorName(Good)) << Good;
  for (const char *Bad : {"", "addd", "foo", "ADD", "add mul"})
    EXPECT_FALSE(isOperatorName(Bad)) << Bad;
}

TEST(Counts, EveryRoundingIsWorkAndCuttingAnIntegerIsNot) {
  KernelSummary Kernel = kernelOfOneBlock();
  for (const char *Name :
       {"floor", "ceil", "rint", "nearbyint", "round", "roundeven", "trunc"}) {
    Tally T;
    T.Name = Name;
    T.Type = {ScalarKind::Float, 32, 1};
    Kernel.Tallies.push_back(T);
  }
  Tally Wire;
  Wire.Name = "trunc";
  Wire.Type = {ScalarKind::Int, 16, 1};
  Kernel.Tallies.push_back(Wire);
  Launch L;
  L.Dimensions = 1;
  const KernelCounts K = countKernel(Kernel, L);
  EXPECT_EQ(K.FloatWork.Most, 7);
  EXPECT_EQ(K.IntegerWork.Most, 0);
  const auto Work = workload(Kernel, K, /*Compulsory=*/false);
  ASSERT_TRUE(Work);
  EXPECT_EQ((Work->Operations.at({"float32", "special"})), 7);
}

/// A kernel of global accesses, each in every work-item.
struct Access {
  const char *Base;
  MemoryAccess::Kind K;
  Expr Offset;
  std::vector<IndexTerm> Terms;
};
std::optional<double> compulsory(const std::vector<Access> &Accesses,
                                 const Launch &L) {
  KernelSummary Kernel = kernelOfOneBlock();
  for (const Access &A : Accesses) {
    MemoryAccess M;
    M.K = A.K;
    M.Base = A.Base;
    M.NumBytes = 4;
    M.Index = AffineIndex{A.Offset, A.Terms};
    Kernel.Accesses.push_back(M);
    Tally T;
    T.Name = "load";
    T.NumBytes = 1u << 20; // no limit
    T.Space = AddressSpace::Global;
    Kernel.Tallies.push_back(T);
  }
  Count C = countKernel(Kernel, L).Compulsory;
  return C.isExact() ? C.Most : std::nullopt;
}

TEST(Compulsory, EachByteOnce) {
  constexpr auto Read = MemoryAccess::Kind::Read;
  constexpr auto Write = MemoryAccess::Kind::Write;
  Launch L;
  L.Dimensions = 2;
  L.Global = {10, 5, 1};
  const Expr Four = number(4), Row = number(48);
  auto At = [&](int64_t Offset) {
    return Access{"A",
                  Read,
                  number(Offset),
                  {{"global_id(0)", Four}, {"global_id(1)", Row}}};
  };
  // A row of 10 floats in each of 5 rows of 12: 5 x 40 bytes.
  EXPECT_EQ(compulsory({At(0)}, L), 200);
  // Left and right neighbours too: rows of 12 floats.
  EXPECT_EQ(compulsory({At(0), At(-4), At(4)}, L), 5 * 48);
  // The row above too: 6 rows; that one of 10 floats.
  EXPECT_EQ(compulsory({At(0), At(-48)}, L), 6 * 40);
  // The same byte for all of a row.
  EXPECT_EQ(compulsory({{"A", Read, number(0), {{"global_id(1)", Four}}}}, L),
            20);
  // Backwards, every second float.
  EXPECT_EQ(
      compulsory({{"A", Read, number(400), {{"global_id(0)", number(-8)}}}}, L),
      40);
  // Read and written: fetched once, written back once.
  Access Written = At(0);
  Written.K = Write;
  EXPECT_EQ(compulsory({At(0), Written}, L), 400);
  // 4 i + 4 j covers 14 floats once: a sliding window.
  EXPECT_EQ(compulsory({{"A",
                         Read,
                         number(0),
                         {{"global_id(0)", Four}, {"global_id(1)", Four}}}},
                       L),
            56);
  // 8 i + 12 j: 0 ... 120 in steps of 4, without 4 and 116: 29 floats.
  EXPECT_EQ(compulsory(
                {{"A",
                  Read,
                  number(0),
                  {{"global_id(0)", number(8)}, {"global_id(1)", number(12)}}}},
                L),
            29 * 4);
}

// The lower triangle of 100 x 100 floats, 4950 of them, lies in rows of up to
// 99 that overlap in no byte; beside it 4 bytes that are requested 1000 times.
/// [byte] that \p Number work-items touch at \p Place, which goes in blocks.
std::optional<double> compulsoryInBlocks(const Expr &Place, uint64_t Number) {
  KernelSummary Kernel = kernelOfOneBlock();
  MemoryAccess M;
  M.Base = "A";
  M.NumBytes = 4;
  M.Index = AffineIndex{number(0), {}};
  M.Index->Irregular = Place;
  M.Index->IrregularAlong = {"global_id(0)"};
  M.Index->Blockwise = true;
  Kernel.Accesses.push_back(M);
  Tally T;
  T.Name = "load";
  T.NumBytes = 1u << 20; // no limit
  T.Space = AddressSpace::Global;
  Kernel.Tallies.push_back(T);
  Launch L;
  L.Dimensions = 1;
  L.Global = {Number, 1, 1};
  const Count C = countKernel(Kernel, L).Compulsory;
  return C.isExact() ? C.Most : std::nullopt;
}

TEST(Compulsory, OfBlocksCountsTheLastOneAsItIs) {
  const Expr G = Expr::symbol("global_id(0)");
  const Expr Row = div(G, number(24)), Column = mod(G, number(24));
  // 1000 = 41 * 24 + 16: every place once, in 42 rows, of 24 columns.
  EXPECT_EQ(compulsoryInBlocks(number(128) * Row + number(4) * Column, 1000),
            4000);
  EXPECT_EQ(compulsoryInBlocks(number(4) * Row, 1000), 42 * 4);
  EXPECT_EQ(compulsoryInBlocks(number(4) * Column, 1000), 24 * 4);
  // Fewer than a row, and a million rows.
  EXPECT_EQ(compulsoryInBlocks(number(4) * Column, 10), 40);
  EXPECT_EQ(
      compulsoryInBlocks(number(128) * Row + number(4) * Column, 24'000'000),
      96e6);
  // Heads of 6 columns share a value: 4 in a row.
  EXPECT_EQ(compulsoryInBlocks(
                number(16) * Row + number(4) * div(Column, number(6)), 48),
            2 * 4 * 4);
  // Blocks that begin at 5 do not come apart.
  EXPECT_EQ(compulsoryInBlocks(number(4) * div(G + number(5), number(24)), 48),
            std::nullopt);
}

TEST(Compulsory, AGroupsFirstElementIsOne) {
  constexpr auto Read = MemoryAccess::Kind::Read;
  const Expr Four = number(4), Back = number(-4);
  Launch L;
  L.Dimensions = 1;
  L.Global = {64, 1, 1};
  L.Local = {16, 1, 1};
  // a[global - local]: one float of each of 4 groups.
  EXPECT_EQ(compulsory({{"A",
                         Read,
                         number(0),
                         {{"global_id(0)", Four}, {"local_id(0)", Back}}}},
                       L),
            16);
  // a[global - 16 * group]: one of each of 16 places in a group.
  EXPECT_EQ(
      compulsory({{"A",
                   Read,
                   number(0),
                   {{"global_id(0)", Four}, {"group_id(0)", number(-64)}}}},
                 L),
      64);
}

TEST(Compulsory, OfABufferIsAtMostWhatIsRequestedOfIt) {
  KernelSummary K;
  K.Loops.resize(2);
  K.Loops[0].Trip = {TripCount::Kind::Exact, number(100), "", {}};
  K.Loops[1].Trip = {TripCount::Kind::Exact, Expr::symbol("loop:0"), "", {}};
  K.Loops[1].Parent = 0;
  K.Blocks.resize(1);
  K.Nodes = {{Node::Kind::Loop, 0, {1}, {}},
             {Node::Kind::Loop, 1, {2}, {}},
             {Node::Kind::Block, 0, {}, {}}};
  MemoryAccess M;
  M.Base = "L";
  M.NumBytes = 4;
  M.Loc = {"k.cl", 4, 7};
  M.Index =
      AffineIndex{number(0), {{"loop:0", number(400)}, {"loop:1", number(4)}}};
  K.Accesses.push_back(M);
  M.Base = "x";
  M.Loc.Column = 20;
  M.Index = AffineIndex{number(0), {}};
  K.Accesses.push_back(M);
  Tally T;
  T.Name = "load";
  T.NumBytes = 4;
  T.Space = AddressSpace::Global;
  T.Loop = 1;
  T.Loc = {"k.cl", 4, 7};
  K.Tallies.push_back(T);
  T.Loc.Column = 20;
  T.Number = 1000;
  K.Tallies.push_back(T);
  Count C = countKernel(K, {}).Compulsory;
  EXPECT_EQ(C.Most, 4 * 4950 + 4);
  EXPECT_EQ(C.Least, 0);
}

// An index that is read from memory may be any: 4 bytes of each of 10
// work-items at most, beside 40 bytes of an index that is read twice.
TEST(Compulsory, OfAnUnknownIndexIsAtMostWhatIsRequested) {
  KernelSummary K = kernelOfOneBlock();
  Tally T;
  T.Name = "load";
  T.NumBytes = 4;
  T.Space = AddressSpace::Global;
  MemoryAccess M;
  M.NumBytes = 4;
  for (uint32_t Column : {5, 9, 20}) {
    M.Base = Column == 20 ? "v" : "index";
    M.Loc = T.Loc = {"k.cl", 4, Column};
    M.Index.reset();
    if (Column != 20)
      M.Index = AffineIndex{number(0), {{"global_id(0)", number(4)}}};
    K.Accesses.push_back(M);
    K.Tallies.push_back(T);
  }
  Launch L;
  L.Dimensions = 1;
  L.Global = {10, 1, 1};
  KernelCounts C = countKernel(K, L);
  EXPECT_EQ(C.requested().Most, 120);
  EXPECT_EQ(C.Compulsory.Most, 80);
  EXPECT_EQ(C.Compulsory.Least, 40);
}

// A condition on 10 reads of 4 bytes leaves 10 writes certain; a read in a loop
// that may not run adds nothing to them.
TEST(Compulsory, IsAtLeastWhatIsTouchedForCertain) {
  KernelSummary K = kernelOfOneBlock();
  K.Loops.resize(1);
  K.Loops[0].Trip = {TripCount::Kind::AtMost, number(3), "break", {}};
  K.Blocks.resize(2);
  K.Nodes = {{Node::Kind::Sequence, 0, {1, 2}, {}},
             {Node::Kind::Block, 0, {}, {}},
             {Node::Kind::Loop, 0, {3}, {}},
             {Node::Kind::Block, 1, {}, {}}};
  auto Add = [&](const char *Base, MemoryAccess::Kind Kind) -> MemoryAccess & {
    MemoryAccess &M = K.Accesses.emplace_back();
    M.K = Kind;
    M.Base = Base;
    M.NumBytes = 4;
    M.Index = AffineIndex{number(0), {{"global_id(0)", number(4)}}};
    Tally T;
    T.Name = Kind == MemoryAccess::Kind::Read ? "load" : "store";
    T.NumBytes = 4;
    T.Space = AddressSpace::Global;
    T.Loc = M.Loc = {"k.cl", uint32_t(K.Accesses.size()), 1};
    K.Tallies.push_back(T);
    return M;
  };
  Add("in", MemoryAccess::Kind::Read).Predicated = true;
  Add("out", MemoryAccess::Kind::Write);
  Add("table", MemoryAccess::Kind::Read).BlockId = 1;
  Launch L;
  L.Dimensions = 1;
  L.Global = {10, 1, 1};
  Count C = countKernel(K, L).Compulsory;
  EXPECT_EQ(C.Least, 40);
  EXPECT_EQ(C.Most, 120);
}

} // namespace
