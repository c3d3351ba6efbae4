// The cost of a block as a formula, for unbound launches.
#include "roofline/Report/ClosedForm.h"

#include "roofline/Kernel/LaunchSymbols.h"
#include "roofline/Kernel/Summation.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {

/// The iterations of loop \p Id of the unrolled pipeline; with \p OfMeans one
/// that varies is trip(LINE), its mean.
static Expr tripForm(const AnalysisResult &R, uint32_t Id, bool OfMeans) {
  const Loop &L = R.Kernel->Loops[Id];
  uint32_t Factor = R.priced().Unroll[Id];
  if (boundTrip(L, R.L))
    return Expr::constant(int64_t(std::ceil(R.Bound.Loops[Id].Trip / Factor)));
  Expr Trip =
      L.Trip.K == TripCount::Kind::Unknown || (OfMeans && varies(L.Trip.Count))
          ? Expr::symbol("trip(" + std::to_string(L.Loc.Line) + ")")
          : substitute(L.Trip.Count, launchSymbols(*R.Kernel, R.L));
  if (Factor == 1)
    return Trip;
  return div(Trip + Expr::constant(Factor - 1), Expr::constant(Factor));
}

static Expr workItemForm(const AnalysisResult &R) {
  if (R.Bound.SingleWorkItem)
    return Expr::constant(1);
  if (R.L.Dimensions)
    return Expr::constant(
        int64_t(std::ceil(R.Bound.NumWorkItems / R.priced().Simd)));
  Expr WI = Expr::symbol("WI");
  return R.priced().Simd == 1 ? WI
                              : div(WI + Expr::constant(R.priced().Simd - 1),
                                    Expr::constant(R.priced().Simd));
}

namespace {
/// How often a block runs, in form.
struct RunForms {
  Expr Passes; ///< of its pipeline, by all work-items
  Expr Outer;  ///< runs of its pipeline by the loops further out, Eq. (9)
};
} // namespace

/// The runs of \p Block as sums over what its trip counts vary with; nothing
/// where one has no such form.
static std::optional<RunForms> sumRuns(const AnalysisResult &R, uint32_t Block,
                                       bool OfMeans) {
  std::optional<Expr> Passes = Expr::constant(1), Outer = Expr::constant(1);
  uint32_t Level = 0;
  for (std::optional<uint32_t> L = R.Bound.Blocks[Block].Loop;
       L && Passes && Outer; L = R.Kernel->Loops[*L].Parent) {
    if (!OfMeans && !boundTrip(R.Kernel->Loops[*L], R.L) &&
        !sumsAsItStands(*R.Kernel, R.Kernel->Loops[*L]))
      return std::nullopt;
    const std::string Iteration = symbolOfLoop(*L);
    const Expr Trip = tripForm(R, *L, OfMeans);
    Passes = sumOver(*Passes, Iteration, Trip);
    if (Level++ >= R.Priced.Blocks[Block].ChainLength)
      Outer = sumOver(*Outer, Iteration, Trip);
  }
  if (!Passes || !Outer || varies(*Outer))
    return std::nullopt;
  Expr WI = workItemForm(R);
  if (!varies(*Passes))
    return RunForms{*Passes * WI, *Outer};
  if (R.priced().Simd > 1 || !(Passes = sumOverWorkItems(*Passes, WI)))
    return std::nullopt;
  return RunForms{substitute(*Passes, launchSymbols(*R.Kernel, R.L)), *Outer};
}

/// `K*Form`, K with six digits unless it is whole, and in it what is constant
/// of Form.
static std::string scaled(const AnalysisResult &R, double K, Expr Form) {
  if (Form.isConstant())
    return countText(K * Form.Value);
  if (Form.K == Expr::Kind::Mul && Form.Operands.front().isConstant()) {
    K *= Form.Operands.front().Value;
    Expr Rest = Expr::constant(1);
    for (size_t I = 1; I < Form.Operands.size(); ++I)
      Rest = Rest * Form.Operands[I];
    Form = Rest;
  }
  std::string Text = formText(*R.Kernel, Form);
  const bool IsQuotient =
      Form.K == Expr::Kind::Div || Form.K == Expr::Kind::Mod;
  if (Form.K == Expr::Kind::Add || (IsQuotient && K != 1))
    Text = "(" + Text + ")";
  if (K == 1)
    return Text;
  std::string Factor;
  if (K == std::floor(K))
    Factor = countText(K);
  else
    raw_string_ostream(Factor) << format("%.6g", K);
  return Factor + "*" + Text;
}

ClosedForm closedForm(const AnalysisResult &R, uint32_t Block) {
  const BoundBlock &B = R.Bound.Blocks[Block];
  const BlockEstimate &E = R.Priced.Blocks[Block];
  ClosedForm Form;
  std::optional<RunForms> Runs = sumRuns(R, Block, /*OfMeans=*/false);
  const bool OfMeans = !Runs;
  if (OfMeans)
    Runs = sumRuns(R, Block, OfMeans);
  double Iterations = std::ceil(R.Bound.NumWorkItems / R.priced().Simd);
  uint32_t Level = 0;
  for (std::optional<uint32_t> L = B.Loop; L; L = R.Kernel->Loops[*L].Parent) {
    const Loop &Around = R.Kernel->Loops[*L];
    Form.AtMost |=
        Around.Trip.K == TripCount::Kind::AtMost && !boundTrip(Around, R.L);
    if (OfMeans && !boundTrip(Around, R.L) && varies(Around.Trip.Count))
      Form.Means.push_back(*L);
    if (Level++ < E.ChainLength) // a mean is one in the form's sums, too
      Iterations *= boundTrip(Around, R.L)
                        ? std::ceil(unrolledTrip(R.Bound, R.priced(), *L))
                        : unrolledTrip(R.Bound, R.priced(), *L);
  }
  // The iterations are a bound for an arm that not all work-items take, as the
  // launch or a profile tells.
  Form.AtMost |= R.Form == ModelForm::Hpca16Repaired && B.Share < 1;
  // The priced block has the cost of one iteration, whatever the form of the
  // model: its initiation interval in Eq. (11), its transactions in Eq. (14).
  const double Transactions = Iterations > 0 ? E.MemTrans / Iterations : 0;
  const int64_t Interval = std::llround(E.Interval);
  // As hpca16::compMinAtInterval() has it, which is Eq. (11) where that is 1.
  Expr PerUnit = Runs->Passes * Expr::constant(Interval) +
                 Runs->Outer * Expr::constant(1 - Interval);
  if (R.priced().ComputeUnits != 1)
    PerUnit = div(PerUnit, Expr::constant(R.priced().ComputeUnits));
  Form.Comp = PerUnit + Runs->Outer * Expr::constant(std::llround(E.Depth) - 1);
  Form.CompMin = formText(*R.Kernel, Form.Comp);
  if (Transactions > 0)
    Form.MemTrans = scaled(R, Transactions, Runs->Passes);
  return Form;
}

} // namespace roofline
