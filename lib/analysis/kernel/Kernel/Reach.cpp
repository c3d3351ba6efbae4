// How far a kernel reaches into its buffers: interval arithmetic on indices.
#include "roofline/Kernel/Reach.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/LoopMotion.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

namespace roofline {
namespace {

/// As long double, which holds 64-bit integers and tells overflow apart.
struct Interval {
  long double Low = 0, High = 0;
};

class Ranges {
public:
  Ranges(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), Symbols(launchSymbols(Kernel, L)) {}

  std::optional<Interval> of(const AffineIndex &Index) {
    std::optional<Interval> Sum = of(Index.Offset);
    for (const IndexTerm &T : Index.Terms)
      Sum = add(Sum, multiply(of(T.Coefficient), symbol(T.Variable)));
    return add(Sum, of(Index.Irregular));
  }

  std::string Missing; ///< the symbol that no range is known of

private:
  using Maybe = std::optional<Interval>;

  static Maybe add(const Maybe &A, const Maybe &B) {
    if (!A || !B)
      return std::nullopt;
    return Interval{A->Low + B->Low, A->High + B->High};
  }

  static Maybe multiply(const Maybe &A, const Maybe &B) {
    if (!A || !B)
      return std::nullopt;
    auto [Low, High] = std::minmax({A->Low * B->Low, A->Low * B->High,
                                    A->High * B->Low, A->High * B->High});
    return Interval{Low, High};
  }

  static Maybe divide(const Maybe &A, const Maybe &B) {
    if (!A || !B || (B->Low <= 0 && B->High >= 0))
      return std::nullopt;
    auto [Low, High] = std::minmax({A->Low / B->Low, A->Low / B->High,
                                    A->High / B->Low, A->High / B->High});
    return Interval{std::trunc(Low), std::trunc(High)};
  }

  static Maybe remainder(const Maybe &A, const Maybe &B) {
    if (!A || !B)
      return std::nullopt;
    long double Most = std::max(std::abs(B->Low), std::abs(B->High)) - 1;
    return Interval{A->Low < 0 ? std::max(A->Low, -Most) : 0,
                    A->High > 0 ? std::min(A->High, Most) : 0};
  }

  static Maybe logarithm(const Maybe &A) {
    if (!A)
      return std::nullopt;
    auto Log = [](long double V) {
      return V < 1 ? -1.0L : std::floor(std::log2(V));
    };
    return Interval{Log(A->Low), Log(A->High)};
  }
  static Maybe power(const Maybe &A) {
    if (!A)
      return std::nullopt;
    return Interval{std::exp2(A->Low), std::exp2(A->High)};
  }

  Maybe of(const Expr &E) {
    switch (E.K) {
    case Expr::Kind::Constant:
      return Interval{static_cast<long double>(E.Value),
                      static_cast<long double>(E.Value)};
    case Expr::Kind::Symbol:
      return symbol(E.Name);
    case Expr::Kind::Div:
      return divide(of(E.Operands[0]), of(E.Operands[1]));
    case Expr::Kind::Mod:
      return remainder(of(E.Operands[0]), of(E.Operands[1]));
    case Expr::Kind::Log2:
      return logarithm(of(E.Operands[0]));
    case Expr::Kind::Exp2:
      return power(of(E.Operands[0]));
    default:
      return fold(E);
    }
  }

  /// Sums, products, minima and maxima. One operand that is known bounds a
  /// minimum from above, whatever the others are; no other bound is open.
  Maybe fold(const Expr &E) {
    Maybe Result = of(E.Operands.front());
    for (size_t I = 1; I < E.Operands.size(); ++I) {
      Maybe Next = of(E.Operands[I]);
      if (E.K == Expr::Kind::Add) {
        Result = add(Result, Next);
      } else if (E.K == Expr::Kind::Mul) {
        Result = multiply(Result, Next);
      } else if (!Result || !Next) {
        Result = std::nullopt;
      } else if (E.K == Expr::Kind::Min) {
        Result = Interval{std::min(Result->Low, Next->Low),
                          std::min(Result->High, Next->High)};
      } else {
        Result = Interval{std::max(Result->Low, Next->Low),
                          std::max(Result->High, Next->High)};
      }
    }
    return Result;
  }

  /// [0, Size - 1]
  static Maybe below(const Maybe &Size) {
    if (!Size)
      return std::nullopt;
    return Interval{0, std::max(0.0L, Size->High - 1)};
  }

  Maybe symbol(std::string_view Name) {
    if (std::optional<int64_t> Value = Symbols(Name))
      return Interval{static_cast<long double>(*Value),
                      static_cast<long double>(*Value)};
    if (auto Id = loopOfSymbol(Name); Id && *Id < Kernel.Loops.size()) {
      const Loop &Counted = Kernel.Loops[*Id];
      if (Counted.Trip.K != TripCount::Kind::Unknown)
        return below(of(Counted.Trip.Count));
      Missing = "the iterations of the loop at line " +
                std::to_string(Counted.Loc.Line) + " (" + Counted.Trip.Reason +
                ")";
      return std::nullopt;
    }
    size_t Open = Name.find("_id(");
    if (Open != std::string_view::npos) {
      std::string Dim(Name.substr(Open + 3));
      std::string_view What = Name.substr(0, Open);
      return below(symbol((What == "global"  ? "global_size"
                           : What == "local" ? "local_size"
                                             : "num_groups") +
                          Dim));
    }
    Missing = Name.starts_with("value:") ? "data" : std::string(Name);
    return std::nullopt;
  }

  const KernelSummary &Kernel;
  SymbolValue Symbols;
};

} // namespace

std::variant<uint64_t, std::string>
reach(const KernelSummary &Kernel, const Launch &L, std::string_view Buffer) {
  long double End = 0;
  for (const MemoryAccess &A : Kernel.Accesses) {
    const bool MayBeOurs = A.Base == Buffer ||
                           (A.Base.empty() && A.Space != AddressSpace::Private);
    if (!MayBeOurs)
      continue;
    std::string At = "the access at line " + std::to_string(A.Loc.Line) + ":" +
                     std::to_string(A.Loc.Column);
    if (A.Base.empty() || !A.Index)
      return At + ": " + A.Reason;
    Ranges R(Kernel, L);
    std::optional<Interval> Range = R.of(*A.Index);
    if (!Range)
      return At + " depends on " +
             (R.Missing.empty() ? "a division by 0" : R.Missing);
    End = std::max(End, Range->High + A.NumBytes);
  }
  if (End > 0x1p62L)
    return std::string("its accesses may reach beyond 2^62 bytes");
  return static_cast<uint64_t>(std::max(0.0L, End));
}

namespace {

using WorkItem = std::array<uint64_t, 3>;

/// Follows one work-item of a launch where no data decide.
class OneWorkItem {
public:
  OneWorkItem(const KernelSummary &Kernel, const Launch &L)
      : Kernel(Kernel), L(L), Symbols(launchSymbols(Kernel, L)),
        LoopOf(loopsOfBlocks(Kernel)) {}

  /// The end of \p A [byte] in the last iteration of the loops around it.
  std::optional<uint64_t> endOf(const MemoryAccess &A, const WorkItem &Id) {
    Item = Id;
    Last.clear();
    // The form of a clamped index holds between its limits alone.
    if (!A.Index || A.Index->Clamped ||
        !passes(Kernel.Blocks[A.BlockId].When, LoopOf[A.BlockId]))
      return std::nullopt;
    std::optional<int64_t> Sum = value(A.Index->Offset);
    for (const IndexTerm &T : A.Index->Terms) {
      const std::optional<int64_t> Factor = value(T.Coefficient),
                                   Of = symbol(T.Variable);
      int64_t Product = 0, Next = 0;
      if (!Sum || !Factor || !Of ||
          __builtin_mul_overflow(*Factor, *Of, &Product) ||
          __builtin_add_overflow(*Sum, Product, &Next))
        return std::nullopt;
      Sum = Next;
    }
    const std::optional<int64_t> Irregular = value(A.Index->Irregular);
    int64_t End = 0;
    if (!Sum || !Irregular || __builtin_add_overflow(*Sum, *Irregular, &End) ||
        End < 0 || mayWrap(*A.Index, End))
      return std::nullopt;
    return uint64_t(End) + A.NumBytes;
  }

private:
  /// True where arithmetic of 32 bits may have come to another index.
  static bool mayWrap(const AffineIndex &Index, int64_t End) {
    return Index.AssumesNoWrap &&
           (!Index.Irregular.isConstant() || End > INT32_MAX);
  }

  std::optional<int64_t> value(const Expr &E) const {
    return evaluate(E, [this](std::string_view Name) { return symbol(Name); });
  }

  std::optional<int64_t> symbol(std::string_view Name) const {
    if (std::optional<int64_t> Value = Symbols(Name))
      return Value;
    if (auto Id = loopOfSymbol(Name)) {
      const auto Known = Last.find(*Id);
      return Known == Last.end() ? std::nullopt : std::optional(Known->second);
    }
    for (unsigned D = 0; D < 3; ++D) {
      const std::string Dim = "_id(" + std::to_string(D) + ")";
      if (Name == "global" + Dim)
        return int64_t(Item[D]);
      const uint64_t Size = L.Local ? (*L.Local)[D] : 0;
      if (Size && Name == "local" + Dim)
        return int64_t(Item[D] % Size);
      if (Size && Name == "group" + Dim)
        return int64_t(Item[D] / Size);
    }
    return std::nullopt;
  }

  /// True where \p When lets code inside of loop \p Around run, in the last
  /// iteration of each loop.
  bool passes(const Guard &When, std::optional<uint32_t> Around) {
    if (Around) {
      const Loop &L = Kernel.Loops[*Around];
      if (L.Trip.K != TripCount::Kind::Exact || !passes(L.When, L.Parent))
        return false;
      const std::optional<int64_t> Trip = value(L.Trip.Count);
      if (!Trip || *Trip < 1)
        return false;
      Last[*Around] = *Trip - 1;
    }
    const std::optional<int64_t> Runs = value(When.Form);
    return !When.IsOfData && Runs && *Runs > 0;
  }

  const KernelSummary &Kernel;
  const Launch &L;
  SymbolValue Symbols;
  const std::vector<std::optional<uint32_t>> LoopOf; ///< by block
  WorkItem Item = {};
  std::map<uint32_t, int64_t> Last; ///< iteration, by loop
};

} // namespace

std::optional<CertainAccess> certainReach(const KernelSummary &Kernel,
                                          const Launch &L,
                                          std::string_view Buffer) {
  OneWorkItem One(Kernel, L);
  std::optional<CertainAccess> Farthest;
  WorkItem Most = {};
  for (unsigned D = 0; D < L.Dimensions; ++D)
    Most[D] = std::max<uint64_t>(L.Global[D], 1) - 1;
  for (const MemoryAccess &A : Kernel.Accesses) {
    if (A.Base != Buffer)
      continue;
    auto Try = [&](const WorkItem &Id) {
      const std::optional<uint64_t> End = One.endOf(A, Id);
      if (End && (!Farthest || *End > Farthest->End))
        Farthest = {*End, A.Loc, Id};
      return End.has_value();
    };
    Try({});
    WorkItem Id = Most;
    if (Try(Id))
      continue;
    // A condition as i < n lets the first ones through.
    for (unsigned D = 0; D < L.Dimensions; ++D) {
      Id = {};
      uint64_t In = 0, Out = Most[D] + 1;
      while (Out - In > 1) {
        Id[D] = In + (Out - In) / 2;
        (Try(Id) ? In : Out) = Id[D];
      }
    }
  }
  return Farthest;
}

} // namespace roofline
