// Iterations from a write to a read of its value, against executed loops.
#include "Forms.h"
#include "TestKernels.h"

#include "roofline/Kernel/Dependence.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>

using namespace roofline;
using namespace roofline::test;

namespace {

Expr s(const char *Name) { return Expr::symbol(Name); }

/// Loop 0 around loops 1 and 2, which stand side by side.
KernelSummary twoInOne(Expr Outer, Expr First, Expr Second) {
  KernelSummary K;
  for (Expr Count : {Outer, First, Second}) {
    Loop &L = K.Loops.emplace_back();
    L.Trip = {TripCount::Kind::Exact, Count, "", {}};
    if (K.Loops.size() > 1)
      L.Parent = 0;
  }
  return K;
}

MemoryAccess access(Expr Offset, std::vector<IndexTerm> Terms,
                    uint32_t NumBytes = 4) {
  MemoryAccess A;
  A.NumBytes = NumBytes;
  A.Index = AffineIndex{std::move(Offset), std::move(Terms)};
  return A;
}

Meeting meeting(const KernelSummary &K, uint32_t Loop,
                const MemoryAccess &Write, const MemoryAccess &Read) {
  const LoopMeetings Test(K, Loop, [&](uint32_t Id) {
    return std::optional(K.Loops[Id].Trip.Count);
  });
  return Test.of(Test.along(Write), Test.along(Read));
}

const Meeting Never{Meeting::Kind::Never}, Unknown{};
Meeting after(int64_t Distance) { return {Meeting::Kind::After, Distance}; }

TEST(DependenceTest, OneLoop) {
  KernelSummary K = twoInOne(number(100), number(1), number(1));
  auto At = [](int64_t Element, int64_t Step = 4) {
    return access(number(4 * Element), {{"loop:0", number(Step)}});
  };
  EXPECT_EQ(meeting(K, 0, At(3), At(0)), after(3)); // a[i + 3] = a[i]
  EXPECT_EQ(meeting(K, 0, At(0), At(3)), Never);    // a[i] = a[i + 3]
  EXPECT_EQ(meeting(K, 0, At(0), At(0)), Never);
  EXPECT_EQ(meeting(K, 0, At(99, -4), At(97, -4)), Never); // a[99-i] = a[97-i]
  EXPECT_EQ(meeting(K, 0, At(97, -4), At(99, -4)), after(2));
  EXPECT_EQ(meeting(K, 0, At(3, 8), At(0, 8)), Never); // odd = even
  EXPECT_EQ(meeting(K, 0, At(0, 0), At(0, 0)), after(1));
  EXPECT_EQ(meeting(K, 0, At(99), At(0)), after(99)); // the last that there is
  EXPECT_EQ(meeting(K, 0, At(100), At(0)), Never);
}

TEST(DependenceTest, RowsOfALengthThatIsNotKnown) {
  // a[i*n + j] = f(a[(i - 1)*n + j]), j from 1 to n - 2.
  KernelSummary K = twoInOne(s("m"), s("n") - number(2), number(1));
  const Expr Row = number(4) * s("n");
  const std::vector<IndexTerm> Terms{{"loop:0", Row}, {"loop:1", number(4)}};
  const MemoryAccess Write = access(Row + number(4), Terms),
                     Above = access(number(4), Terms),
                     Below = access(Row * number(2) + number(4), Terms),
                     Before = access(Row, Terms);
  EXPECT_EQ(meeting(K, 1, Write, Above), Never);
  EXPECT_EQ(meeting(K, 1, Write, Below), Never);
  EXPECT_EQ(meeting(K, 1, Write, Before), after(1));
  EXPECT_EQ(meeting(K, 0, Write, Above), after(1));
  K.Loops[1].Trip.Count = s("k"); // which may be longer than a row
  EXPECT_EQ(meeting(K, 1, Write, Above), Unknown);
}

TEST(DependenceTest, RowsInsideWhoseLengthIsNotKnown) {
  // a[i + j*n] = f(a[i + j*n]) along i, j inside.
  KernelSummary K = twoInOne(s("n"), s("k"), number(1));
  auto At = [](int64_t Element) {
    return access(number(4 * Element),
                  {{"loop:0", number(4)}, {"loop:1", number(4) * s("n")}});
  };
  EXPECT_EQ(meeting(K, 0, At(0), At(0)), Never); // i ends before n
  // Two iterations later, or in the next row n - 2 before; which is nearer?
  EXPECT_EQ(meeting(K, 0, At(2), At(0)), Unknown);
  EXPECT_EQ(meeting(K, 0, At(1), At(0)), after(1));
  K.Loops[0].Trip.Count = s("n") - number(2);
  EXPECT_EQ(meeting(K, 0, At(2), At(0)), after(2));
  EXPECT_EQ(meeting(K, 0, At(0), At(2)), Never);
  EXPECT_EQ(meeting(K, 0, At(0), At(3)),
            Unknown); // n - 3 later, in a row's end
  // Of 2 elements a row, a[3 + 0*2] is a[1 + 1*2].
  for (Expr Longer : {s("m"), number(100)}) {
    K.Loops[0].Trip.Count = Longer;
    EXPECT_EQ(meeting(K, 0, At(0), At(0)), Unknown);
  }
  K.Loops[1].Trip.Count = number(1); // there is no other row
  EXPECT_EQ(meeting(K, 0, At(0), At(0)), Never);
}

TEST(DependenceTest, RowsOfRowsInside) {
  // a[(k*m + j)*n + 8*i + l]: i below n / 8, j below m, l below 8.
  KernelSummary K = twoInOne(s("n"), s("m"), s("p"));
  Loop &Fourth = K.Loops.emplace_back();
  Fourth.Trip = {TripCount::Kind::Exact, number(8), "", {}};
  Fourth.Parent = 0;
  const Expr Row = number(32) * s("n");
  MemoryAccess A = access(number(0), {{"loop:0", number(32)},
                                      {"loop:2", Row * s("m")},
                                      {"loop:1", Row},
                                      {"loop:3", number(4)}});
  EXPECT_EQ(meeting(K, 0, A, A), Never);
  K.Loops[3].Trip.Count = number(9); // eight and the next one's first
  EXPECT_EQ(meeting(K, 0, A, A), after(1));
  K.Loops[3].Trip.Count = number(8);
  K.Loops[1].Trip.Count = s("m") + number(1);
  EXPECT_EQ(meeting(K, 0, A, A), Unknown);
}

TEST(DependenceTest, RowsOfAFixedPitchWhoseLengthIsNotKnown) {
  // a[i*100 + j] = ..., j below n, which is less than a row.
  KernelSummary K = twoInOne(number(50), s("n"), number(1));
  auto At = [](int64_t Element) {
    return access(number(4 * Element),
                  {{"loop:0", number(400)}, {"loop:1", number(4)}});
  };
  EXPECT_EQ(meeting(K, 0, At(100), At(0)), after(1));
  EXPECT_EQ(meeting(K, 0, At(101), At(0)), after(1)); // of another j
  EXPECT_EQ(meeting(K, 0, At(299), At(0)), after(3));
  EXPECT_EQ(meeting(K, 0, At(1), At(0)), Never); // of the same row
  EXPECT_EQ(meeting(K, 0, At(0), At(100)), Never);
  EXPECT_EQ(meeting(K, 0, At(5001), At(0)), Never); // there is no row 50
  // Every second element, between those of the other.
  auto Second = [](int64_t Element) {
    return access(number(4 * Element),
                  {{"loop:0", number(400)}, {"loop:1", number(8)}});
  };
  EXPECT_EQ(meeting(K, 0, Second(101), Second(0)), Never);
  EXPECT_EQ(meeting(K, 0, Second(102), Second(0)), after(1));
}

TEST(DependenceTest, HalvesOfADoubleBuffer) {
  // s[(i + 1) & 1][j] = s[i & 1][j] of rows of 64.
  KernelSummary K = twoInOne(s("n"), number(64), number(1));
  auto Half = [](int64_t First) {
    MemoryAccess A = access(number(0), {{"loop:1", number(4)}});
    A.Index->Irregular =
        number(256) * mod(s("loop:0") + number(First), number(2));
    A.Index->IrregularAlong = {"loop:0"};
    return A;
  };
  EXPECT_EQ(meeting(K, 1, Half(1), Half(0)), Never);
  EXPECT_EQ(meeting(K, 0, Half(1), Half(0)), after(1));
  EXPECT_EQ(meeting(K, 0, Half(1), Half(1)), after(2));
  K.Loops[1].Trip.Count =
      number(65); // the last of half 0 is the first of half 1
  EXPECT_EQ(meeting(K, 1, Half(0), Half(1)), after(64));
}

TEST(DependenceTest, WhatTwoLoopsInsideMove) {
  // b of all rows: for j: b[j] = ..., then for k: ... = b[k].
  KernelSummary K = twoInOne(s("t"), number(10), number(10));
  EXPECT_EQ(meeting(K, 0, access(number(0), {{"loop:1", number(4)}}),
                    access(number(0), {{"loop:2", number(4)}})),
            after(1));
  // Row i alone.
  auto Row = [](const char *Inner) {
    return access(number(0), {{"loop:0", number(40)}, {Inner, number(4)}});
  };
  EXPECT_EQ(meeting(K, 0, Row("loop:1"), Row("loop:2")), Never);
  // Longer rows are read before the next iteration writes them ...
  K.Loops[2].Trip.Count = s("n");
  EXPECT_EQ(meeting(K, 0, Row("loop:1"), Row("loop:2")), Never);
  // ... and written before it reads them.
  K.Loops[1].Trip.Count = s("n");
  K.Loops[2].Trip.Count = number(10);
  EXPECT_EQ(meeting(K, 0, Row("loop:1"), Row("loop:2")), after(1));
}

/// The least distance of all that loop 0, run, shows; 0 for none.
int64_t shortest(const KernelSummary &K, const MemoryAccess &Write,
                 const MemoryAccess &Read, bool OneLoopInside) {
  auto Bytes = [&](const MemoryAccess &A, int64_t I, int64_t J) {
    int64_t At = A.Index->Offset.Value;
    for (const IndexTerm &T : A.Index->Terms)
      At += T.Coefficient.Value * (T.Variable == "loop:0" ? I : J);
    return At;
  };
  const int64_t Outer = K.Loops[0].Trip.Count.Value;
  const int64_t First = K.Loops[1].Trip.Count.Value;
  const int64_t Second = K.Loops[OneLoopInside ? 1 : 2].Trip.Count.Value;
  std::map<int64_t, std::set<int64_t>> WrittenBy; // by byte, iterations
  for (int64_t I = 0; I < Outer; ++I)
    for (int64_t J = 0; J < First; ++J)
      for (int64_t B = 0; B < Write.NumBytes; ++B)
        WrittenBy[Bytes(Write, I, J) + B].insert(I);
  int64_t Least = 0;
  for (int64_t I = 0; I < Outer; ++I)
    for (int64_t J = 0; J < Second; ++J)
      for (int64_t B = 0; B < Read.NumBytes; ++B)
        for (int64_t Writer : WrittenBy[Bytes(Read, I, J) + B])
          if (Writer < I && (!Least || I - Writer < Least))
            Least = I - Writer;
  return Least;
}

TEST(DependenceTest, AgreesWithLoopsThatRun) {
  std::mt19937 Random(7);
  auto Any = [&](int Least, int Most) {
    return std::uniform_int_distribution(Least, Most)(Random);
  };
  int NumMet = 0, NumNever = 0;
  for (int Case = 0; Case < 4000; ++Case) {
    KernelSummary K =
        twoInOne(number(Any(1, 9)), number(Any(0, 6)), number(Any(0, 6)));
    const bool OneLoopInside = Any(0, 1);
    const int64_t Step = Any(-9, 9), Inner = Any(-9, 9);
    const int64_t Other = Any(0, 1) ? Inner : Any(-9, 9);
    const MemoryAccess Write = access(
        number(Any(-20, 20)),
        {{"loop:0", number(Step)}, {"loop:1", number(Inner)}}, Any(1, 8));
    const MemoryAccess Read = access(number(Any(-20, 20)),
                                     {{"loop:0", number(Step)},
                                      {OneLoopInside ? "loop:1" : "loop:2",
                                       number(OneLoopInside ? Inner : Other)}},
                                     Any(1, 8));
    const Meeting M = meeting(K, 0, Write, Read);
    const bool Runs = K.Loops[1].Trip.Count.Value &&
                      K.Loops[OneLoopInside ? 1 : 2].Trip.Count.Value;
    if (!Runs)
      continue; // a loop that is not entered has no say
    const int64_t Expected = shortest(K, Write, Read, OneLoopInside);
    (Expected ? NumMet : NumNever) += 1;
    EXPECT_EQ(M, Expected ? after(Expected) : Never) << "case " << Case;
  }
  EXPECT_GT(NumMet, 500);
  EXPECT_GT(NumNever, 500);
}

/// Where values that are stored in a shift register come out: each iteration of
/// 40 runs Before, the moves, After.
class ShiftRegisterTest : public testing::Test {
protected:
  struct Port {
    bool IsAfter;
    int64_t Element;
  };
  /// sr[j + To] = sr[j + From] for Count j, upwards or downwards.
  struct Moves {
    int64_t Source, Target, Count;
    bool IsDownwards;
  };

  /// As the summary has it.
  static Meeting analyzed(const Moves &M, Port Write, Port Read) {
    KernelSummary K;
    test::GraphBuilder G(K);
    G.loop("i", 2, number(40));
    G.loop("j", 4, number(M.Count));
    K.Loops[1].Parent = 0;
    auto Element = [](int64_t E, const char *Along = nullptr,
                      int64_t Step = 0) {
      AffineIndex Index{number(4 * E), {}};
      if (Along)
        Index.Terms = {{Along, number(4 * Step)}};
      return Index;
    };
    uint32_t Ends[2] = {};
    auto Ports = [&](bool IsAfter) {
      G.block();
      G.op("br");
      if (Read.IsAfter == IsAfter)
        Ends[1] = G.access(MemoryAccess::Kind::Read, "sr",
                           Element(Read.Element), {}, 3);
      if (Write.IsAfter == IsAfter)
        Ends[0] = G.access(MemoryAccess::Kind::Write, "sr",
                           Element(Write.Element), {}, 3);
    };
    Ports(false);
    G.block();
    const int64_t First = M.IsDownwards ? M.Count - 1 : 0;
    const int64_t Step = M.IsDownwards ? -1 : 1;
    const uint32_t Load =
        G.access(MemoryAccess::Kind::Read, "sr",
                 Element(First + M.Source, "loop:1", Step), {}, 5);
    G.access(MemoryAccess::Kind::Write, "sr",
             Element(First + M.Target, "loop:1", Step), {Load}, 5);
    Ports(true);
    G.node(Node::Kind::Loop, 0, {1, 2, 4});
    G.node(Node::Kind::Block, 0);
    G.node(Node::Kind::Loop, 1, {3});
    G.node(Node::Kind::Block, 1);
    G.node(Node::Kind::Block, 2);
    const LoopMeetings Test(K, 0, [&](uint32_t Id) {
      return std::optional(K.Loops[Id].Trip.Count);
    });
    auto Along = [&](uint32_t Op) {
      return Test.along(K.Accesses[*K.Operations[Op].Access]);
    };
    return Test.of(Along(Ends[0]), Along(Ends[1]));
  }

  /// By moving the numbers of the iterations that stored them; 0 for never.
  static int64_t simulated(const Moves &M, Port Write, Port Read) {
    std::map<int64_t, int64_t> WrittenIn; // by element
    int64_t Least = 0;
    for (int64_t I = 1; I <= 40; ++I) {
      auto Ports = [&](bool IsAfter) {
        if (Read.IsAfter == IsAfter)
          if (int64_t W = WrittenIn[Read.Element]; W && W < I)
            Least = Least ? std::min(Least, I - W) : I - W;
        if (Write.IsAfter == IsAfter)
          WrittenIn[Write.Element] = I;
      };
      Ports(false);
      for (int64_t J = 0; J < M.Count; ++J) {
        const int64_t At = M.IsDownwards ? M.Count - 1 - J : J;
        WrittenIn[At + M.Target] = WrittenIn[At + M.Source];
      }
      Ports(true);
    }
    return Least;
  }
};

TEST_F(ShiftRegisterTest, TheVendorsAccumulator) {
  // sr[8] = sr[0] + a[i], then sr[j] = sr[j + 1] for j = 0 ... 7.
  EXPECT_EQ(analyzed({1, 0, 8, false}, {false, 8}, {false, 0}), after(8));
  // sr[j] = sr[j - 1] for j = 3 ... 1, then sr[0] = f(sr[1]).
  EXPECT_EQ(analyzed({0, 1, 3, true}, {true, 0}, {true, 1}), after(1));
  // Upwards this copies the first element to all others: no shift register.
  EXPECT_EQ(analyzed({0, 1, 3, false}, {true, 0}, {true, 3}), Never);
  EXPECT_EQ(simulated({0, 1, 3, false}, {true, 0}, {true, 3}), 1);
}

// Never later than a run shows; as late where the moves lead from one to the
// other.
TEST_F(ShiftRegisterTest, AgreesWithOneThatRuns) {
  std::mt19937 Random(11);
  auto Any = [&](int Least, int Most) {
    return std::uniform_int_distribution(Least, Most)(Random);
  };
  int NumExact = 0;
  for (int Case = 0; Case < 4000; ++Case) {
    const int64_t By = Any(1, 2);
    const bool IsDownwards = Any(0, 1);
    const Moves M{IsDownwards ? 0 : By, IsDownwards ? By : 0, Any(1, 8),
                  IsDownwards};
    const Port Write{bool(Any(0, 1)), Any(0, 10)};
    const Port Read{bool(Any(0, 1)), Any(0, 10)};
    const int64_t Expected = simulated(M, Write, Read);
    const Meeting Found = analyzed(M, Write, Read);
    if (!Expected)
      continue;
    EXPECT_EQ(Found.K, Meeting::Kind::After) << "case " << Case;
    EXPECT_LE(Found.Distance, Expected) << "case " << Case;
    const bool Leaves =
        Write.Element >= M.Source && Write.Element < M.Source + M.Count;
    const bool Arrives =
        Read.Element >= M.Target && Read.Element < M.Target + M.Count;
    if (Leaves && Arrives) {
      EXPECT_EQ(Found, after(Expected)) << "case " << Case;
      ++NumExact;
    }
  }
  EXPECT_GT(NumExact, 300);
}

} // namespace
