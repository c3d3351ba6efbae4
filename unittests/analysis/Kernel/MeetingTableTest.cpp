// Pairs of accesses that share a test, against a test of each pair.
#include "Forms.h"

#include "roofline/Kernel/MeetingTable.h"

#include <gtest/gtest.h>
#include <random>

using namespace roofline;
using namespace roofline::test;

namespace {

std::optional<Expr> tripOf(const KernelSummary &K, uint32_t Id) {
  return K.Loops[Id].Trip.Count;
}

/// Loop 0 around loop 1, and accesses whose offsets and steps are small numbers
/// and small multiples of n, so that many meet.
class RandomAccesses {
public:
  explicit RandomAccesses(uint32_t Seed) : Random(Seed) {
    for (uint32_t Id : {0u, 1u}) {
      Loop &L = K.Loops.emplace_back();
      L.Trip.Count = below(2) ? number(1 + below(9)) : Expr::symbol("n");
      if (Id == 1)
        L.Parent = 0;
    }
    const Expr Step = form();
    for (int I = 0; I < 24; ++I) {
      MemoryAccess &A = K.Accesses.emplace_back();
      A.NumBytes = below(4) ? 4 : 8;
      if (!below(12))
        continue; // without an index
      A.Index = AffineIndex{form(), {{"loop:0", below(8) ? Step : form()}}};
      if (!below(3))
        A.Index->Terms.push_back({"loop:1", number(4)});
      if (!below(3))
        A.Index->Terms.push_back({"global_id(0)", Expr::symbol("n")});
      if (!below(4))
        A.Index->Irregular = number(4) * mod(ring(), number(5));
      if (!below(8))
        A.Index->IrregularAlong = {"loop:0"};
    }
  }

  KernelSummary K;

private:
  int64_t below(int64_t End) { return int64_t(Random() % uint64_t(End)); }
  Expr form() {
    Expr E = number(4 * (below(7) - 3));
    return below(2) ? E : E + number(4 * (below(5) - 2)) * Expr::symbol("n");
  }
  Expr ring() {
    return (below(2) ? Expr::symbol("loop:0") : Expr::symbol("n")) +
           number(below(3));
  }

  std::mt19937 Random;
};

TEST(MeetingTableTest, SharedTestsAreThoseOfEachPair) {
  std::array<int, 3> Seen{}; // by kind
  for (uint32_t Seed = 0; Seed < 100; ++Seed) {
    const RandomAccesses Of(Seed);
    const MostTrips Trips = [&](uint32_t Id) { return tripOf(Of.K, Id); };
    const LoopMeetings Test(Of.K, 0, Trips);
    MeetingTable Table(Of.K, 0, Trips);
    for (uint32_t W = 0; W < Of.K.Accesses.size(); ++W)
      for (uint32_t R = 0; R < Of.K.Accesses.size(); ++R) {
        const Meeting Alone =
            Test.of(Test.along(Of.K.Accesses[W]), Test.along(Of.K.Accesses[R]));
        EXPECT_EQ(Table.of(W, R), Alone)
            << "seed " << Seed << ", " << W << " and " << R;
        ++Seen[size_t(Alone.K)];
      }
  }
  for (int Number : Seen)
    EXPECT_GT(Number, 1000);
}

} // namespace
