// When a loop reads what an earlier iteration of it wrote.
#include "roofline/Kernel/Dependence.h"

#include "ShiftRegisters.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace roofline {

bool isCounter(const KernelSummary &Kernel, const CarriedDependence &Dep) {
  assert(Dep.Producer < Kernel.Operations.size() &&
         Dep.Consumer < Kernel.Operations.size() &&
         "both ends of a dependence are operations of its kernel");
  const Operation &Op = Kernel.Operations[Dep.Producer];
  // The value of the iteration before is no operand where it is Op's own.
  const bool OfItselfAlone = Dep.Producer == Dep.Consumer
                                 ? Op.Operands.empty()
                                 : Op.Operands == std::vector{Dep.Consumer};
  return Dep.K == CarriedDependence::Kind::Register && OfItselfAlone &&
         (Op.Name == "add" || Op.Name == "sub" || Op.Name == "getelementptr");
}

/// Iterations, or places of a ring, that are searched one by one.
constexpr int64_t LongestSearch = 4096;

static std::optional<LoopMeetings::Ring> ringOf(const Expr &Irregular) {
  const Expr *E = &Irregular;
  LoopMeetings::Ring R;
  R.Scale = 1;
  if (E->K == Expr::Kind::Mul && E->Operands.size() == 2 &&
      E->Operands[0].isConstant()) {
    R.Scale = E->Operands[0].Value;
    E = &E->Operands[1];
  }
  if (E->K != Expr::Kind::Mod || !E->Operands[1].isConstant())
    return std::nullopt;
  R.Position = E->Operands[0];
  R.Modulus = E->Operands[1].Value;
  return R.Modulus > 0 ? std::optional(R) : std::nullopt;
}

/// Growth of \p E from one iteration, of counter \p Variable, to the next,
/// where it is always the same.
static std::optional<int64_t> stepOf(const Expr &E,
                                     const std::string &Variable) {
  auto At = [&](int64_t Iteration) {
    return substitute(E, [&](std::string_view S) {
      return S == Variable ? std::optional(Iteration) : std::nullopt;
    });
  };
  const Expr Step = At(1) - At(0);
  if (!Step.isConstant() || E != At(0) + Step * Expr::symbol(Variable))
    return std::nullopt;
  return Step.Value;
}

LoopMeetings::LoopMeetings(const KernelSummary &Kernel, uint32_t Loop,
                           MostTrips Trips, SymbolValue Value)
    : Kernel(Kernel), Variable(symbolOfLoop(Loop)), Trips(std::move(Trips)),
      Value(std::move(Value)), Trip(this->Trips(Loop)),
      IsInside(Kernel.Loops.size()) {
  assert(Loop < Kernel.Loops.size() &&
         "meetings are those in a loop of the kernel");
  // Loops stand after those around them.
  for (uint32_t I = 0; I < Kernel.Loops.size(); ++I)
    if (auto Parent = Kernel.Loops[I].Parent)
      IsInside[I] = *Parent == Loop || IsInside[*Parent];
  Shifts = shiftRegisters(Kernel, Loop, this->Trips, this->Value);
}

LoopMeetings::~LoopMeetings() = default;

LoopMeetings::Access LoopMeetings::along(const MemoryAccess &A) const {
  Access Result;
  Result.NumBytes = A.NumBytes;
  if (!A.Index)
    return Result;
  auto IsOfInside = [&](std::string_view Symbol) {
    const auto Id = loopOfSymbol(Symbol);
    return Id && *Id < IsInside.size() && IsInside[*Id];
  };
  Result.HasIndex = true;
  Result.Offset = substitute(A.Index->Offset, Value);
  Result.Irregular = substitute(A.Index->Irregular, Value);
  Result.Place = ringOf(Result.Irregular);
  for (const IndexTerm &Term : A.Index->Terms) {
    const Expr Coefficient = substitute(Term.Coefficient, Value);
    if (Term.Variable == Variable)
      Result.Step = Coefficient;
    else
      (IsOfInside(Term.Variable) ? Result.Inner : Result.Outer)
          .push_back({Term.Variable, Coefficient});
  }
  for (const std::string &Along : A.Index->IrregularAlong) {
    Result.IsIrregular |= Along == Variable;
    Result.IsIrregularInside |= IsOfInside(Along);
  }
  for (const ShiftRegister &S : Shifts)
    if (S.isOf(A)) {
      Result.Shifted = &S;
      Result.IsMove = A.BlockId == S.BlockId;
      Result.IsAfterMove = A.BlockId > S.BlockId;
    }
  return Result;
}

/// Along a ring that the loop moves.
Meeting LoopMeetings::inMovingRing(const Ring &Write, const Ring &Read) const {
  const auto Step = stepOf(Write.Position, Variable);
  const Expr Gap = Read.Position - Write.Position;
  if (!Step || !Gap.isConstant() || Write.Modulus > LongestSearch)
    return {};
  for (int64_t Distance = 1; Distance <= Write.Modulus; ++Distance)
    if ((Gap.Value + *Step % Write.Modulus * Distance) % Write.Modulus == 0)
      return {Meeting::Kind::After, Distance};
  return {Meeting::Kind::Never};
}

/// The loops inside, as parts of the distance from what \p Write accesses to
/// what \p Read does; nothing where a coefficient is no number.
std::optional<std::vector<LoopMeetings::Range>>
LoopMeetings::rangesInside(const Access &Write, const Access &Read) const {
  std::vector<Range> Result;
  auto Add = [&](const IndexTerm &Term, bool IsOfRead, bool IsOfBoth) {
    if (!Term.Coefficient.isConstant())
      return false;
    const auto Most = Trips(*loopOfSymbol(Term.Variable));
    const double Last = Most && Most->isConstant()
                            ? std::max(0.0, double(Most->Value) - 1)
                            : std::numeric_limits<double>::infinity();
    const double Coefficient = double(Term.Coefficient.Value);
    if (Coefficient != 0 && Last > 0)
      Result.push_back(
          {IsOfRead ? Coefficient : -Coefficient, IsOfBoth ? -Last : 0, Last});
    return true;
  };
  auto Has = [](const Access &A, const IndexTerm &Term) {
    return std::find(A.Inner.begin(), A.Inner.end(), Term) != A.Inner.end();
  };
  for (const IndexTerm &Term : Read.Inner)
    if (!Add(Term, true, Has(Write, Term)))
      return std::nullopt;
  for (const IndexTerm &Term : Write.Inner)
    if (!Has(Read, Term) && !Add(Term, false, false))
      return std::nullopt;
  return Result;
}

/// \p A without the loops inside whose coefficient is no number.
LoopMeetings::Access LoopMeetings::inOneRow(Access A) {
  std::erase_if(A.Inner, [](const IndexTerm &Term) {
    return !Term.Coefficient.isConstant();
  });
  return A;
}

/// True where loops inside whose coefficient is no number, which move both
/// accesses, lead from one row to another that no iteration of the loop itself
/// comes near: a[i + j * n] where i stays below n. \p Step and \p Gap are
/// numbers.
bool LoopMeetings::areRowsInsideApart(const Access &A, const Expr &Gap,
                                      uint32_t MostBytes) const {
  auto Span = [](const Expr &Coefficient, const std::optional<Expr> &Trips) {
    return Trips ? std::optional(Coefficient * (*Trips - Expr::constant(1)))
                 : std::nullopt;
  };
  auto SizeOf = [](const Expr &E) { return Expr::constant(std::abs(E.Value)); };
  std::optional<Expr> Reach = Span(SizeOf(A.Step), Trip);
  std::vector<IndexTerm> Rows;
  for (const IndexTerm &Term : A.Inner) {
    const auto Trips = this->Trips(*loopOfSymbol(Term.Variable));
    if (Trips && Trips->isConstant() && Trips->Value <= 1)
      continue;
    if (!Term.Coefficient.isConstant())
      Rows.push_back(Term);
    else if (auto Passed = Span(SizeOf(Term.Coefficient), Trips);
             Reach && Passed)
      Reach = *Reach + *Passed;
    else
      Reach.reset();
  }
  if (Reach)
    Reach = *Reach + SizeOf(Gap);
  // The shortest rows first: rows of rows are longer than what they are of.
  while (Reach && !Rows.empty()) {
    Expr Length;
    const auto Next =
        std::find_if(Rows.begin(), Rows.end(), [&](const IndexTerm &Row) {
          for (int64_t Sign : {1, -1}) {
            Length = Expr::constant(Sign) * Row.Coefficient;
            const Expr Left = Length - *Reach;
            if (Left.isConstant() && Left.Value >= int64_t(MostBytes))
              return true;
          }
          return false;
        });
    if (Next == Rows.end())
      return false;
    const auto Passed = Span(Length, Trips(*loopOfSymbol(Next->Variable)));
    Rows.erase(Next);
    if (!Passed)
      return Rows.empty();
    Reach = *Reach + *Passed;
  }
  return Rows.empty();
}

/// True where the counters of \p Ranges from \p First on may sum up to between
/// \p Least and \p Most. The largest coefficients come first.
bool LoopMeetings::canBeIn(const std::vector<Range> &Ranges, size_t First,
                           double Least, double Most) {
  if (First == Ranges.size())
    return Least <= 0 && 0 <= Most;
  double Low = 0, High = 0; // of the counters after this one
  for (size_t I = First + 1; I < Ranges.size(); ++I) {
    const double Ends[] = {Ranges[I].Coefficient * Ranges[I].Least,
                           Ranges[I].Coefficient * Ranges[I].Most};
    Low += std::min(Ends[0], Ends[1]);
    High += std::max(Ends[0], Ends[1]);
  }
  double From = (Least - High) / Ranges[First].Coefficient;
  double To = (Most - Low) / Ranges[First].Coefficient;
  if (Ranges[First].Coefficient < 0)
    std::swap(From, To);
  From = std::max(std::ceil(From), Ranges[First].Least);
  To = std::min(std::floor(To), Ranges[First].Most);
  constexpr double MostTried = 64;
  if (To - From >= MostTried)
    return true;
  for (double Counter = From; Counter <= To; ++Counter)
    if (const double Part = Ranges[First].Coefficient * Counter;
        canBeIn(Ranges, First + 1, Least - Part, Most - Part))
      return true;
  return false;
}

/// The nearest iteration whose read is \p Gap bytes before where \p Step has
/// moved it to, and what the loops inside move it by. \p AreRowsApart: what
/// they pass in an iteration ends before what they pass in the next.
Meeting LoopMeetings::nearest(double Step, double Gap,
                              std::vector<Range> Inside, bool AreRowsApart,
                              uint32_t WriteBytes, uint32_t ReadBytes) const {
  if (Step < 0) {
    Step = -Step, Gap = -Gap;
    std::swap(WriteBytes, ReadBytes);
    for (Range &R : Inside)
      R.Coefficient = -R.Coefficient;
  }
  std::sort(Inside.begin(), Inside.end(), [](const Range &L, const Range &R) {
    return std::abs(L.Coefficient) > std::abs(R.Coefficient);
  });
  const double Last = Trip && Trip->isConstant()
                          ? double(Trip->Value) - 1
                          : std::numeric_limits<double>::infinity();
  // They overlap where the read is less than its own bytes before what was
  // written, and less than the written bytes behind it.
  const double Least = Gap - ReadBytes + 1, Most = Gap + WriteBytes - 1;
  double Low = 0, High = 0;
  for (const Range &R : Inside) {
    const double Ends[] = {R.Coefficient * R.Least, R.Coefficient * R.Most};
    Low += std::min(Ends[0], Ends[1]);
    High += std::max(Ends[0], Ends[1]);
  }
  double From = 1, To = std::min(1.0, Last);
  if (Step != 0) {
    From = std::max(1.0, std::ceil((Least - High) / Step));
    To = std::min(Last, std::floor((Most - Low) / Step));
  }
  if (AreRowsApart) {
    From = std::max(1.0, std::round(Gap / Step));
    To = std::min(Last, std::round(Gap / Step));
  }
  const double End = std::min(To, From + LongestSearch);
  for (double D = From; D <= End; ++D)
    if (canBeIn(Inside, 0, Least - D * Step, Most - D * Step))
      return {Meeting::Kind::After, int64_t(D)};
  if (End < To)
    return {Meeting::Kind::After, int64_t(End)};
  return {Meeting::Kind::Never};
}

/// Meeting where the step or the gap is no number; the loops inside move both
/// accesses alike.
Meeting LoopMeetings::symbolic(const Expr &Step, const Expr &Gap,
                               uint32_t MostBytes) const {
  // a[i*N] against a[(i-1)*N] differ by N = 1 step.
  if (Step == Gap)
    return {Meeting::Kind::After, 1};
  if (Gap.isConstant(0))
    return {Meeting::Kind::Never};
  if (!Step.isConstant() || Step.isConstant(0) || !Trip)
    return {};
  // a[i*N + j] against a[(i-1)*N + j] along j, which ends before N.
  const Expr Length = *Trip * Expr::constant(std::abs(Step.Value));
  for (const Expr &Beyond : {Gap - Length, Expr::constant(0) - Gap - Length})
    if (Beyond.isConstant() && Beyond.Value >= 0 &&
        std::abs(Step.Value) >= int64_t(MostBytes))
      return {Meeting::Kind::Never};
  return {};
}

std::vector<Expr> LoopMeetings::symbolicReach(const Access &Read) const {
  std::vector<Expr> Result{Read.Offset + Read.Step};
  if (Trip && Read.Step.isConstant() && !Read.Step.isConstant(0)) {
    const Expr Length = *Trip * Expr::constant(std::abs(Read.Step.Value));
    Result.push_back(Read.Offset + Length);
    Result.push_back(Read.Offset - Length);
  }
  return Result;
}

/// \p A of a shift register, at the place that what it accesses had before the
/// first iteration: each moves all of it once.
LoopMeetings::Access LoopMeetings::followed(Access A) {
  const Expr By = Expr::constant(A.Shifted->Shift);
  A.Step = A.Step - By;
  if (A.IsAfterMove)
    A.Offset = A.Offset - By;
  return A;
}

/// True where all that \p A accesses is what the shift register's moves store.
bool LoopMeetings::isMovedTo(const Access &A) const {
  if (!A.HasIndex || !A.Irregular.isConstant(0) || !A.Outer.empty() ||
      !A.Offset.isConstant() || !A.Step.isConstant(0))
    return false;
  const auto Inside = rangesInside(Access(), A);
  if (!Inside)
    return false;
  double First = double(A.Offset.Value), Last = First;
  for (const Range &R : *Inside) {
    First += std::min(0.0, R.Coefficient * R.Most);
    Last += std::max(0.0, R.Coefficient * R.Most);
  }
  return double(A.Shifted->First) <= First && Last <= double(A.Shifted->Last);
}

Meeting LoopMeetings::of(const Access &Write, const Access &Read) const {
  if (!Write.Shifted || !Read.Shifted)
    return ofAddresses(Write, Read);
  // The moves are wires, and how far apart they bring the others is known.
  if (Write.IsMove || Read.IsMove)
    return {Meeting::Kind::Never};
  const Meeting Moved = ofAddresses(followed(Write), followed(Read));
  if (isMovedTo(Read))
    return Moved;
  const Meeting AtPlace = ofAddresses(Write, Read);
  if (Moved.K != Meeting::Kind::After || AtPlace.K == Meeting::Kind::Unknown)
    return Moved.K == Meeting::Kind::Unknown ? Moved : AtPlace;
  return AtPlace.K == Meeting::Kind::Never || Moved.Distance < AtPlace.Distance
             ? Moved
             : AtPlace;
}

/// As though nothing moved what is stored.
Meeting LoopMeetings::ofAddresses(const Access &Write,
                                  const Access &Read) const {
  using enum Meeting::Kind;
  if (!Write.HasIndex || !Read.HasIndex || Write.Outer != Read.Outer ||
      Write.Step != Read.Step)
    return {};
  const bool SameInside = Write.Inner == Read.Inner;
  const uint32_t MostBytes = std::max(Write.NumBytes, Read.NumBytes);
  const Expr Gap = Write.Offset - Read.Offset;
  std::vector<Expr> Gaps{Gap};
  if (Write.IsIrregular || Write.Irregular != Read.Irregular) {
    const auto &W = Write.Place, &R = Read.Place;
    if (!W || !R || W->Modulus != R->Modulus || W->Scale != R->Scale ||
        std::abs(W->Scale) < int64_t(MostBytes) || Write.IsIrregularInside ||
        Read.IsIrregularInside)
      return {};
    if (Write.IsIrregular || Read.IsIrregular)
      return SameInside && Gap.isConstant(0) && Write.Step.isConstant(0)
                 ? inMovingRing(*W, *R)
                 : Meeting();
    const Expr Apart = W->Position - R->Position;
    if (!Apart.isConstant())
      return {};
    const int64_t Places = (Apart.Value % W->Modulus + W->Modulus) % W->Modulus;
    Gaps = {Gap + Expr::constant(W->Scale * Places)};
    if (Places)
      Gaps.push_back(Gap + Expr::constant(W->Scale * (Places - W->Modulus)));
  }
  Meeting Nearest{Never};
  for (const Expr &G : Gaps) {
    std::optional<std::vector<Range>> Inside =
        Write.IsIrregularInside ? std::nullopt : rangesInside(Write, Read);
    const bool IsEndless =
        Inside && std::any_of(Inside->begin(), Inside->end(),
                              [](Range R) { return std::isinf(R.Most); });
    if (!Inside && !SameInside)
      return {};
    Meeting M;
    if (Write.Step.isConstant() && G.isConstant()) {
      const bool HasRows = !Inside && !Write.IsIrregularInside;
      if (HasRows)
        Inside = rangesInside(inOneRow(Write), inOneRow(Read));
      M = nearest(double(Write.Step.Value), double(G.Value),
                  Inside.value_or(std::vector<Range>()),
                  SameInside && IsEndless && !Write.Step.isConstant(0),
                  Write.NumBytes, Read.NumBytes);
      // Nothing is nearer than the next iteration.
      const bool IsNext = M.K == After && M.Distance == 1;
      if (HasRows && !IsNext && !areRowsInsideApart(Write, G, MostBytes))
        return {};
    } else if (SameInside) // without numbers, rows are taken not to overlap
      M = symbolic(Write.Step, G, MostBytes);
    if (M.K == Unknown)
      return M;
    if (M.K == After && (Nearest.K == Never || M.Distance < Nearest.Distance))
      Nearest = M;
  }
  return Nearest;
}

} // namespace roofline
