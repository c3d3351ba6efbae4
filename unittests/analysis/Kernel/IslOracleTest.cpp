// Footprints, executions, reaches and dependences of random nests against isl.
//
/// \file
/// isl counts integer points and finds their minima by other means, and is no
/// part of the program: this test is built where Debian's libisl-dev is found.
/// A nest is written twice: as a summary, and as a set in isl's notation. \c
/// Certain is what runs for sure, \c Possible what may run where data decide.
#include "roofline/Kernel/Counts.h"
#include "roofline/Kernel/Dependence.h"
#include "roofline/Kernel/Reach.h"

#include <gtest/gtest.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/set.h>
#include <isl/val.h>
#include <map>
#include <random>

using namespace roofline;

namespace {

/// Constant + sum of Factor * variable.
struct Linear {
  int64_t Constant = 0;
  std::vector<std::pair<std::string, int64_t>> Terms;

  Expr expr() const {
    Expr E = Expr::constant(Constant);
    for (const auto &[Name, Factor] : Terms)
      E = E + Expr::constant(Factor) * Expr::symbol(Name);
    return E;
  }
  std::string text() const {
    std::string Text = std::to_string(Constant);
    for (const auto &[Name, Factor] : Terms)
      Text += " + " + std::to_string(Factor) + " " + variable(Name);
    return Text;
  }
  /// "loop:0" as "l0", ids as "global_id0".
  static std::string variable(const std::string &Name) {
    const size_t Digit = Name.find_first_of("0123456789");
    const std::string What = Name.substr(0, Name.find_first_of(":("));
    return (What == "loop" ? "l" : What) + Name.substr(Digit, 1);
  }
};

/// 1 where \p E is at least 0, and 0 elsewhere.
Expr isNotNegative(const Expr &E) {
  return min(Expr::constant(1), max(Expr::constant(0), E + Expr::constant(1)));
}

class IslOracle : public testing::Test {
protected:
  IslOracle() : Context(isl_ctx_alloc()) {}
  ~IslOracle() override { isl_ctx_free(Context); }

  int any(int Least, int Most) {
    return std::uniform_int_distribution(Least, Most)(Random);
  }
  bool chance(int Percent) { return any(1, 100) <= Percent; }

  /// The number of points of a set; "" is the empty one.
  double numPoints(const std::string &Text) {
    if (Text.empty())
      return 0;
    isl_set *Set = isl_set_read_from_str(Context, ("{ " + Text + " }").c_str());
    isl_val *Number = isl_set_count_val(Set);
    EXPECT_TRUE(Number) << Text;
    const double Result = Number ? isl_val_get_d(Number) : -1;
    isl_val_free(Number);
    isl_set_free(Set);
    return Result;
  }
  /// The least and the greatest value of a set of one dimension; nothing where
  /// it is empty.
  std::optional<std::pair<int64_t, int64_t>> ends(const std::string &Text) {
    if (Text.empty())
      return std::nullopt;
    isl_set *Set = isl_set_read_from_str(Context, ("{ " + Text + " }").c_str());
    EXPECT_TRUE(Set) << Text;
    std::optional<std::pair<int64_t, int64_t>> Result;
    if (isl_set_is_empty(Set) == isl_bool_false) {
      isl_val *Least = isl_set_dim_min_val(isl_set_copy(Set), 0);
      isl_val *Most = isl_set_dim_max_val(isl_set_copy(Set), 0);
      Result = {isl_val_get_num_si(Least), isl_val_get_num_si(Most)};
      isl_val_free(Least);
      isl_val_free(Most);
    }
    isl_set_free(Set);
    return Result;
  }

  isl_ctx *Context;
  std::mt19937_64 Random{1};
};

/// A kernel of up to two nested loops with a block of accesses in each.
class IslCounts : public IslOracle {
protected:
  struct Domain {
    std::string Certain, Possible; ///< constraints; Certain "": never certain
    bool isDecided() const { return Certain == Possible; }
  };
  struct Condition {
    Guard When;
    bool IsPredicated = false;
    std::string Text; ///< " and ..."
  };

  Linear linear(int Factor, int Constant) {
    Linear Of;
    Of.Constant = any(-Constant, Constant);
    for (const std::string &Name : Variables)
      if (chance(loopOfSymbol(Name) ? 50 : 25))
        Of.Terms.emplace_back(Name, any(-Factor, Factor));
    return Of;
  }

  Condition condition() {
    Condition C;
    if (chance(70))
      return C;
    C.IsPredicated = true;
    C.When.IsOfData = chance(40);
    if (chance(60)) {
      const Linear Of = linear(2, 6);
      C.When.Form = isNotNegative(Of.expr());
      C.Text = " and " + Of.text() + " >= 0";
    } else {
      C.When.IsOfData = true;
    }
    return C;
  }

  /// \p Around and a condition.
  static Domain within(const Domain &Around, const Condition &C) {
    Domain D = Around;
    D.Possible += C.Text;
    D.Certain =
        Around.Certain.empty() || C.When.IsOfData ? "" : D.Certain + C.Text;
    return D;
  }

  Domain addLoop(const Domain &Around) {
    const uint32_t Id = Kernel.Loops.size();
    Loop &L = Kernel.Loops.emplace_back();
    if (Id)
      L.Parent = Id - 1;
    L.Loc = {"k.cl", 100 + Id, 1};
    Linear Trip;
    Trip.Constant = any(0, 7);
    if (chance(30))
      Trip.Terms = {
          {Variables[any(0, int(Variables.size()) - 1)], chance(50) ? 1 : -1}};
    const bool IsExact = chance(75);
    L.Trip = {IsExact ? TripCount::Kind::Exact : TripCount::Kind::AtMost,
              Trip.expr(),
              IsExact ? "" : "break",
              {}};
    const Condition C = condition();
    L.Predicated = C.IsPredicated;
    L.When = C.When;
    Domain D = within(Around, C);
    Variables.push_back(symbolOfLoop(Id));
    const std::string Range =
        " and 0 <= l" + std::to_string(Id) + " < " + Trip.text();
    D.Possible += Range;
    D.Certain = IsExact && !D.Certain.empty() ? D.Certain + Range : "";
    return D;
  }

  void addAccess(const Domain &Around, const Condition &C) {
    MemoryAccess &A = Kernel.Accesses.emplace_back();
    const Linear At = linear(chance(50) ? 12 : 4, 30);
    A.Base = chance(60) ? "a" : "b";
    A.K = MemoryAccess::Kind(any(0, 2));
    A.NumBytes = 1u << any(0, 3);
    A.BlockId = Kernel.Blocks.size() - 1;
    A.Predicated = C.IsPredicated;
    A.Index = AffineIndex{Expr::constant(At.Constant), {}};
    for (const auto &[Name, Factor] : At.Terms)
      A.Index->Terms.push_back({Name, Expr::constant(Factor)});
    A.Loc = {"k.cl", uint32_t(Kernel.Accesses.size()), 1};
    Tally &T = Kernel.Tallies.emplace_back();
    T.Name = A.K == MemoryAccess::Kind::Read    ? "load"
             : A.K == MemoryAccess::Kind::Write ? "store"
                                                : "atomicrmw";
    T.NumBytes = A.NumBytes;
    T.Space = AddressSpace::Global;
    T.Predicated = C.IsPredicated;
    T.When = C.When;
    if (!Kernel.Loops.empty())
      T.Loop = Kernel.Loops.size() - 1;
    T.Loc = A.Loc;
    Domain D = within(Around, C);
    std::string Clamp;
    if (chance(10)) { // the part between the limits is touched
      A.Index->Clamped = true;
      Clamp = " and " + std::to_string(any(-20, 0)) + " <= " + At.text() +
              " <= " + std::to_string(any(1, 20));
    }
    const std::string Points = "[" + points() + "] : ";
    Executed.push_back(
        {D.Certain.empty() ? "" : Points + D.Certain, Points + D.Possible});
    const std::string Bytes = " and b = k + " + At.text() + " and 0 <= k < " +
                              std::to_string(A.NumBytes);
    for (bool Writes : {false, true})
      if (A.K == MemoryAccess::Kind::ReadWrite ||
          Writes == (A.K == MemoryAccess::Kind::Write)) {
        const std::pair Object{A.Base, Writes};
        Possible[Object] += touched(D.Possible + Clamp + Bytes);
        if (!D.Certain.empty() && Clamp.empty())
          Certain[Object] += touched(D.Certain + Bytes);
      }
  }

  std::string points() const {
    std::string Names;
    for (const std::string &Name : Variables)
      Names += (Names.empty() ? "" : ", ") + Linear::variable(Name);
    return Names;
  }
  std::string touched(const std::string &Constraints) const {
    return "[b] : exists " + points() + ", k : " + Constraints + "; ";
  }

  void addBlock(const Domain &Around) {
    const Condition C = condition();
    Block &B = Kernel.Blocks.emplace_back();
    B.When = C.When;
    for (int I = any(0, 2); I >= 0; --I)
      addAccess(Around, C);
  }

  void build() {
    Kernel = {};
    L = {};
    Certain.clear();
    Possible.clear();
    Executed.clear();
    Kernel.UsesWorkItemIds = true;
    L.Dimensions = 2;
    L.Global = L.Local.emplace(std::array<uint64_t, 3>{1, 1, 1});
    Variables.clear();
    std::string Items;
    for (int D = 0; D < 2; ++D) {
      const std::string Dim = std::to_string(D);
      const int Groups = any(1, 3);
      (*L.Local)[D] = any(1, 4 - D);
      L.Global[D] = (*L.Local)[D] * Groups;
      const std::string Local = std::to_string((*L.Local)[D]);
      Items += (D ? " and " : "") + ("global_id" + Dim) + " = " + Local +
               " group_id" + Dim + " + local_id" + Dim + " and 0 <= local_id" +
               Dim + " < " + Local + " and 0 <= group_id" + Dim + " < " +
               std::to_string(Groups);
      for (const char *Id : {"global_id(", "local_id(", "group_id("})
        Variables.push_back(Id + Dim + ")");
    }
    Domain D{Items, Items};
    const int Depth = any(0, 2);
    for (int Level = 0; Level <= Depth; ++Level) {
      if (Level)
        D = addLoop(D);
      addBlock(D);
    }
    // Sequence of a block and a loop, which has a sequence of its own ...
    for (int Level = 0; Level <= Depth; ++Level) {
      const uint32_t Id = Kernel.Nodes.size();
      Kernel.Nodes.push_back({Node::Kind::Sequence, 0, {Id + 1}, {}});
      Kernel.Nodes.push_back({Node::Kind::Block, uint32_t(Level), {}, {}});
      if (Level < Depth) {
        Kernel.Nodes[Id].Children.push_back(Id + 2);
        Kernel.Nodes.push_back(
            {Node::Kind::Loop, uint32_t(Level), {Id + 3}, {}});
      }
    }
    ASSERT_EQ(checkSummary(Kernel), std::nullopt);
  }

  double
  numPoints(const std::map<std::pair<std::string, bool>, std::string> &Maps) {
    double Sum = 0;
    for (const auto &[Object, Text] : Maps)
      Sum += IslOracle::numPoints(Text);
    return Sum;
  }

  using IslOracle::numPoints;

  KernelSummary Kernel;
  Launch L;
  std::vector<std::string> Variables;
  std::vector<Domain> Executed; ///< by access, sets of points
  /// By object and whether it is written: the bytes.
  std::map<std::pair<std::string, bool>, std::string> Certain, Possible;
};

TEST_F(IslCounts, FootprintsAreBounded) {
  int NumExact = 0, NumDecided = 0;
  for (int Case = 0; Case < 600; ++Case) {
    build();
    const Count Found = countKernel(Kernel, L).Compulsory;
    const double Least = numPoints(Certain), Most = numPoints(Possible);
    ASSERT_TRUE(Found.Least && Found.Most);
    EXPECT_LE(*Found.Least, Least) << "case " << Case;
    EXPECT_GE(*Found.Most, Most) << "case " << Case;
    NumDecided += Certain == Possible;
    NumExact += Certain == Possible && Found.isExact();
  }
  EXPECT_GT(NumDecided, 150);
  EXPECT_GT(NumExact, NumDecided * 2 / 3);
}

TEST_F(IslCounts, ExecutionsAreThePointsOfTheNest) {
  int NumExact = 0, NumDecided = 0;
  for (int Case = 0; Case < 600; ++Case) {
    build();
    for (size_t I = 0; I < Kernel.Tallies.size(); ++I) {
      const Count Found = executions(Kernel, L, Kernel.Tallies[I]);
      const double Least = numPoints(Executed[I].Certain),
                   Most = numPoints(Executed[I].Possible);
      ASSERT_TRUE(Found.Least && Found.Most);
      EXPECT_LE(*Found.Least, Least) << "case " << Case << " tally " << I;
      EXPECT_GE(*Found.Most, Most) << "case " << Case << " tally " << I;
      NumDecided += Executed[I].isDecided();
      NumExact += Executed[I].isDecided() && Found.isExact();
    }
  }
  EXPECT_GT(NumDecided, 1000);
  EXPECT_GT(NumExact, NumDecided * 9 / 10);
}

TEST_F(IslCounts, ReachesAreBounded) {
  int NumCertain = 0;
  for (int Case = 0; Case < 300; ++Case) {
    build();
    for (const char *Buffer : {"a", "b"}) {
      const auto Touched =
                     ends(Possible[{Buffer, false}] + Possible[{Buffer, true}]),
                 Always =
                     ends(Certain[{Buffer, false}] + Certain[{Buffer, true}]);
      const auto Most = reach(Kernel, L, Buffer);
      ASSERT_EQ(Most.index(), 0u) << std::get<1>(Most);
      if (Touched)
        EXPECT_GT(int64_t(std::get<0>(Most)), Touched->second)
            << "case " << Case << " " << Buffer;
      if (const auto Least = certainReach(Kernel, L, Buffer)) {
        ASSERT_TRUE(Always) << "case " << Case << " " << Buffer;
        EXPECT_LE(int64_t(Least->End), Always->second + 1)
            << "case " << Case << " " << Buffer;
        ++NumCertain;
      }
    }
  }
  EXPECT_GT(NumCertain, 150);
}

/// Loop 1, inside loop 0, around loops 2 and 3, one after the other.
class IslDependences : public IslOracle {
protected:
  struct Access {
    MemoryAccess Memory;
    std::string Address; ///< of iteration i, and j of the loop inside
  };

  /// \p Terms along loops 0, 1 and \p Inner, [byte] per iteration.
  static Access access(int64_t Offset, std::array<int64_t, 3> Terms,
                       const std::string &Inner, uint32_t NumBytes,
                       const std::string &Iteration, const std::string &J) {
    Access A;
    A.Memory.NumBytes = NumBytes;
    A.Memory.Index = AffineIndex{Expr::constant(Offset), {}};
    const std::array<std::string, 3> Loops = {"loop:0", "loop:1", Inner};
    for (int D = 0; D < 3; ++D)
      if (Terms[D])
        A.Memory.Index->Terms.push_back({Loops[D], Expr::constant(Terms[D])});
    A.Address = std::to_string(Offset) + " + " + std::to_string(Terms[0]) +
                " o + " + std::to_string(Terms[1]) + " " + Iteration + " + " +
                std::to_string(Terms[2]) + " " + J;
    return A;
  }
  static std::string below(const std::string &Name, int64_t Size) {
    return " and 0 <= " + Name + " < " + std::to_string(Size);
  }

  /// The least distance that isl finds; nothing for none.
  std::optional<int64_t> shortest(const std::array<int64_t, 4> &Trips,
                                  const Access &Write, const Access &Read,
                                  int64_t ReadTrip) {
    const auto Ends = ends(
        "[d] : exists o, i, e, j, k, b, c : d >= 1 and e = i + d and " +
        Write.Address + " + b = " + Read.Address + " + c" +
        below("o", Trips[0]) + below("i", Trips[1]) + below("e", Trips[1]) +
        below("j", Trips[2]) + below("k", ReadTrip) +
        below("b", Write.Memory.NumBytes) + below("c", Read.Memory.NumBytes));
    return Ends ? std::optional(Ends->first) : std::nullopt;
  }
};

TEST_F(IslDependences, AreTheShortest) {
  int NumMet = 0, NumNever = 0, NumUnknown = 0;
  for (int Case = 0; Case < 3000; ++Case) {
    const bool IsSymbolic = chance(30);
    const std::array<int64_t, 4> Trips = {any(1, 30), any(1, 60), any(1, 20),
                                          any(1, 20)};
    KernelSummary K;
    for (uint32_t Id = 0; Id < 4; ++Id) {
      Loop &L = K.Loops.emplace_back();
      L.Trip = {TripCount::Kind::Exact, Expr::constant(Trips[Id]), "", {}};
      if (IsSymbolic)
        L.Trip.Count = Expr::symbol("n" + std::to_string(Id));
      if (Id)
        L.Parent = Id == 1 ? 0 : 1;
    }
    const bool SameInner = chance(50), SameSteps = chance(70);
    const int64_t Row = any(-40, 40);
    std::array<int64_t, 3> Of = {Row, any(-30, 30), any(-9, 9)}, Other = Of;
    int64_t Begin = any(-90, 90);
    // Without numbers, rows are taken not to overlap: they are this or others.
    if (IsSymbolic && SameInner) {
      Of[1] = Other[1] = std::abs(Of[2]) * Trips[2] + 200;
      Begin += any(-3, 3) * Of[1];
    } else if (!SameSteps)
      Other = {chance(50) ? Row : any(-40, 40), any(-30, 30), any(-9, 9)};
    const Access Write =
        access(any(-90, 90), Of, "loop:2", 1 << any(0, 3), "i", "j");
    const Access Read = access(Begin, Other, SameInner ? "loop:2" : "loop:3",
                               1 << any(0, 3), "e", "k");
    const LoopMeetings Test(K, 1, [&](uint32_t Id) {
      return std::optional(K.Loops[Id].Trip.Count);
    });
    const Meeting Found =
        Test.of(Test.along(Write.Memory), Test.along(Read.Memory));
    const std::optional<int64_t> Least =
        shortest(Trips, Write, Read, Trips[SameInner ? 2 : 3]);
    if (Found.K == Meeting::Kind::Unknown) {
      ++NumUnknown;
    } else if (!Least) {
      // Without numbers there may be more iterations than here.
      EXPECT_TRUE(IsSymbolic || Found.K == Meeting::Kind::Never)
          << "case " << Case;
      NumNever += Found.K == Meeting::Kind::Never;
    } else {
      ASSERT_EQ(Found.K, Meeting::Kind::After) << "case " << Case;
      EXPECT_LE(Found.Distance, *Least) << "case " << Case;
      EXPECT_TRUE(IsSymbolic || Found.Distance == *Least) << "case " << Case;
      ++NumMet;
    }
  }
  EXPECT_GT(NumMet, 1000);
  EXPECT_GT(NumNever, 800);
  EXPECT_LT(NumUnknown, 1000);
}

} // namespace
