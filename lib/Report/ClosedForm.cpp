// The cost of a block as a formula, for launches that are not bound yet.
#include "roofline/Report/ClosedForm.h"

#include "roofline/Model/LaunchSymbols.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

/// The iterations of loop \p Id of the unrolled pipeline.
static Expr tripForm(const AnalysisResult &R, uint32_t Id) {
  const Loop &L = R.Kernel->Loops[Id];
  uint32_t Factor = R.D.Unroll[Id];
  if (R.L.TripByLine.contains(L.Loc.Line))
    return Expr::constant(int64_t((R.Bound.Loops[Id].Trip + Factor - 1) / Factor));
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
  Expr WI = R.L.Dimensions ? Expr::constant(int64_t(R.Bound.NumWorkItems))
                           : Expr::symbol("WI");
  return R.D.Simd == 1 ? WI : div(WI, Expr::constant(R.D.Simd));
}

/// `K*Form`, K with three digits.
static std::string scaled(double K, const Expr &Form) {
  std::string Text = toString(Form);
  if (Form.K == Expr::Kind::Add)
    Text = "(" + Text + ")";
  return K == 1 ? Text : formatv("{0:f3}*{1}", K, Text).str();
}

ClosedForm closedForm(const AnalysisResult &R, uint32_t Block) {
  const BoundBlock &B = R.Bound.Blocks[Block];
  const BlockEstimate &E = R.Priced.Blocks[Block];
  Expr Chain = workItemForm(R), Outer = Expr::constant(1);
  uint32_t Level = 0;
  for (std::optional<uint32_t> L = B.Loop; L; L = R.Kernel->Loops[*L].Parent) {
    Expr &Part = Level++ < B.ChainLength ? Chain : Outer;
    Part = Part * tripForm(R, *L);
  }
  ClosedForm Form;
  Expr PerUnit = R.D.ComputeUnits == 1
                     ? Chain
                     : div(Chain, Expr::constant(R.D.ComputeUnits));
  Form.CompMin = toString(Outer * (PerUnit + Expr::constant(int64_t(E.Depth) - 1)));
  double PerIteration = E.MemBurst > 0 ? E.MemInsts / E.MemBurst : 0;
  if (PerIteration > 0)
    Form.MemTrans = scaled(PerIteration, Outer * Chain);
  return Form;
}

} // namespace roofline
