// The cost of a block as a formula, for launches that are not bound yet.
#include "roofline/Report/ClosedForm.h"

#include "roofline/Model/LaunchSymbols.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <cmath>

using namespace llvm;

namespace roofline {

/// The iterations of loop \p Id of the unrolled pipeline.
static Expr tripForm(const AnalysisResult &R, uint32_t Id) {
  const Loop &L = R.Kernel->Loops[Id];
  uint32_t Factor = R.D.Unroll[Id];
  if (boundTrip(L, R.L))
    return Expr::constant(int64_t(std::ceil(R.Bound.Loops[Id].Trip / Factor)));
  Expr Trip = L.Trip.K == TripCount::Kind::Unknown
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
    return Expr::constant(int64_t(std::ceil(R.Bound.NumWorkItems / R.D.Simd)));
  Expr WI = Expr::symbol("WI");
  return R.D.Simd == 1
             ? WI
             : div(WI + Expr::constant(R.D.Simd - 1), Expr::constant(R.D.Simd));
}

/// `K*Form`, K with three digits, and in it what is constant of Form.
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
  if (Form.K == Expr::Kind::Add)
    Text = "(" + Text + ")";
  return K == 1 ? Text : formatv("{0:f3}*{1}", K, Text).str();
}

ClosedForm closedForm(const AnalysisResult &R, uint32_t Block) {
  const BoundBlock &B = R.Bound.Blocks[Block];
  const BlockEstimate &E = R.Priced.Blocks[Block];
  ClosedForm Form;
  Expr Chain = workItemForm(R), Outer = Expr::constant(1);
  double Iterations = std::ceil(R.Bound.NumWorkItems / R.D.Simd);
  uint32_t Level = 0;
  for (std::optional<uint32_t> L = B.Loop; L; L = R.Kernel->Loops[*L].Parent) {
    const Loop &Around = R.Kernel->Loops[*L];
    Form.AtMost |=
        Around.Trip.K == TripCount::Kind::AtMost && !boundTrip(Around, R.L);
    bool Pipelines = Level++ < B.ChainLength;
    Expr &Part = Pipelines ? Chain : Outer;
    Part = Part * tripForm(R, *L);
    if (Pipelines)
      Iterations *= std::ceil(R.Bound.Loops[*L].Trip / R.D.Unroll[*L]);
  }
  // Of an arm that not all take, as a profile has it, the iterations are a
  // bound.
  Form.AtMost |= R.Form == ModelForm::Hpca16Repaired && B.Share < 1;
  // What one iteration costs is in the priced block, whatever the form of the
  // model: its initiation interval in Eq. (11), its transactions in Eq. (14).
  double Interval = 1, Transactions = 0;
  if (Iterations > 0) {
    Interval = std::max(1.0, (E.CompMin - (E.Depth - 1)) * R.D.ComputeUnits /
                                 Iterations);
    Transactions = E.MemTrans / Iterations;
  }
  Expr PerUnit = Chain * Expr::constant(std::llround(Interval));
  if (R.D.ComputeUnits != 1)
    PerUnit = div(PerUnit, Expr::constant(R.D.ComputeUnits));
  Form.CompMin = formText(
      *R.Kernel, Outer * (PerUnit + Expr::constant(std::llround(E.Depth) - 1)));
  if (Transactions > 0)
    Form.MemTrans = scaled(R, Transactions, Outer * Chain);
  return Form;
}

} // namespace roofline
