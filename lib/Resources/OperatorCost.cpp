// Resources and delay of one operation of the datapath.
#include "roofline/Resources/OperatorCost.h"

#include "roofline/Base/LowMask.h"
#include "roofline/Base/Reciprocal.h"
#include "roofline/Resources/BarrelShifter.h"
#include "roofline/Resources/ResourceModel.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <tuple>

namespace roofline {
namespace {

/// Price of a structure, or of several.
struct Priced : FabricResources {
  std::optional<double> Delay; ///< [ps] of the slowest; nothing: not measured
};
using Cost = std::optional<Priced>;

/// The resources \p Need with the delay of the slowest of \p Parts.
Priced madeOf(const FabricResources &Need,
              std::initializer_list<Priced> Parts) {
  Priced Whole = {Need, std::nullopt};
  for (const Priced &Part : Parts)
    Whole.Delay = std::max(Whole.Delay, Part.Delay); // nothing is the least
  return Whole;
}

/// Inputs of a look-up table. Some families have fewer, so that the bound is
/// low there.
constexpr uint32_t LutInputs = 6;

/// An operation, its operands, and the curves that price it.
class Operator {
public:
  Operator(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
           const std::vector<LiveBits> &Live, bool Registered)
      : Costs(Costs), K(K), Node(Node), N(K.Nodes[Node]), Live(Live),
        R(Live[Node]), Unit(operatorUnit(K, Node)), Registered(Registered) {
    if (Registered && Unit.Kind == UnitKind::Multiplier)
      Factors = productFactors(K, Node);
  }

  Cost price() const;
  Cost quotientInside() const;

private:
  const CostModel &Costs;
  const StreamKernel &K;
  const uint32_t Node;
  const DatapathNode &N;
  const std::vector<LiveBits> &Live;
  LiveBits R; ///< of the result
  OperatorUnit Unit;
  bool Registered;        ///< else in one stage
  ProductFactors Factors; ///< of a multiplier with registers

  LiveBits operand(unsigned I) const { return Live[N.Operands[I]]; }
  bool isConstant(unsigned I) const {
    return I < N.Operands.size() &&
           K.Nodes[N.Operands[I]].Op == DatapathOp::Constant;
  }
  uint64_t constant(unsigned I) const { return K.Nodes[N.Operands[I]].Value; }
  /// Significant bits of operand \p I, a normal float constant: from the
  /// leading 1 to the lowest one that is set. A product by the constant
  /// multiplies them. 0 for any other operand.
  uint32_t significantBits(unsigned I) const {
    uint32_t Fraction = N.Type.Bits == 64 ? 52 : 23;
    uint32_t Exponent = N.Type.Bits - 1 - Fraction;
    if (!isConstant(I))
      return 0;
    uint64_t Field = constant(I) >> Fraction & ((1u << Exponent) - 1);
    uint64_t Digits = constant(I) & ~(~uint64_t(0) << Fraction);
    bool IsNormal = Field && Field != (1u << Exponent) - 1;
    uint32_t Zeros =
        std::min(Fraction, Digits ? uint32_t(std::countr_zero(Digits)) : 64u);
    return IsNormal ? Fraction + 1 - Zeros : 0;
  }

  Cost curve(std::string_view Structure, std::string_view Form,
             uint32_t Parameter, uint32_t Size) const {
    const CostCurve *C = Costs.find(Structure, Form, Parameter);
    return C ? at(*C, Size) : Cost();
  }
  Cost at(const CostCurve &C, uint32_t Size) const {
    const std::optional<FabricResources> Need = C.at(Size);
    return Need ? Cost(Priced{*Need, C.delayAt(Size)}) : std::nullopt;
  }
  /// A curve of one stage, whose register has the result's live bits.
  Cost stage(std::string_view Structure, std::string_view Form,
             uint32_t Size) const {
    Cost C = Size == 0 ? Cost(std::in_place) : curve(Structure, Form, 0, Size);
    if (C)
      C->Registers = R.registers();
    return C;
  }
  /// Cost by the curve whose Parameter is the next one from \p Parameter on.
  Cost above(std::string_view Structure, std::string_view Form,
             uint32_t Parameter, uint32_t Size) const {
    const CostCurve *Best = nullptr;
    for (const CostCurve &C : Costs.Curves)
      if (C.Structure == Structure && C.Form == Form &&
          C.Parameter >= Parameter && (!Best || C.Parameter < Best->Parameter))
        Best = &C;
    return Best ? at(*Best, std::max({Size, Best->Parameter,
                                      Best->Points.front().Size}))
                : Cost();
  }
  Cost above(std::string_view Form, uint32_t Parameter, uint32_t Size) const {
    return above(name(N.Op), Form, Parameter, Size);
  }
  Cost logic() const;
  Cost carried(std::string_view Structure, uint32_t Span, uint32_t Both) const;
  Cost sum() const;
  Cost comparison() const;
  Cost choice() const;
  Cost shift() const;
  Cost shiftAdd() const;
  Cost measuredProduct(std::string_view Form, uint32_t Wide, uint32_t Narrow,
                       uint32_t Result) const;
  std::optional<double> delayOfBlocks(const CostCurve &C, uint32_t Size) const;
  Cost product() const;
  Cost inOneStage(Cost Need) const;
  Cost quotient() const;
  struct ByConstant;
  Cost quotientByConstant(ByConstant &Of) const;
  Cost byConstant() const;
  Cost remainder(const ByConstant &Of, const Priced &Quotient) const;
  Cost floating() const;
};

/// Below the lowest bit that both operands have, bits only pass; above the
/// highest one, only the carry does.
Cost Operator::carried(std::string_view Structure, uint32_t Span,
                       uint32_t Both) const {
  Cost Low = stage(Structure, "variable", std::min(Both, Span));
  Cost From = stage(Structure, "extended", 1);
  Cost To = stage(Structure, "extended", 1 + Span - std::min(Both, Span));
  if (!Low || !From || !To)
    return std::nullopt;
  Low->Luts += To->Luts - From->Luts;
  return madeOf(*Low, {*Low, *To});
}

Cost Operator::sum() const {
  if (N.Op != DatapathOp::Add && N.Op != DatapathOp::Sub)
    return stage(name(N.Op), "variable", R.High);
  LiveBits A = operand(0), B = operand(1);
  bool Adds = N.Op == DatapathOp::Add;
  for (unsigned I : {0u, 1u})
    if (isConstant(I) && (Adds || I == 1)) {
      // Counts the set bits of the constant that is added.
      uint64_t C =
          Adds ? constant(I)
               : (~constant(I) + 1) & (~uint64_t(0) >> (64 - N.Type.Bits));
      uint32_t Low = C ? uint32_t(std::countr_zero(C)) : R.High;
      return carried("add", R.High - std::min(R.High, Low),
                     uint32_t(std::popcount(C)));
    }
  if (!Adds && isConstant(0)) { // each 0 of the constant takes an inverter
    if (Cost C = constant(0) ? Cost() : stage("sub", "negate", R.High - B.Low))
      return C;
    return stage("sub", "constant-left", R.High - B.Low);
  }
  LiveBits Both = {std::max(A.Low, B.Low), std::min(A.High, B.High)};
  uint32_t Low = Adds ? Both.Low : B.Low;
  return carried(Adds ? "add" : "sub", R.High - std::min(R.High, Low),
                 Adds ? Both.count() : B.count());
}

Cost Operator::comparison() const {
  LiveBits A = operand(0), B = operand(1);
  bool Constant = isConstant(0) || isConstant(1);
  uint32_t Width = uint32_t(std::popcount(A.Varies | B.Varies));
  if (N.Op == DatapathOp::SLess && isConstant(1) && constant(1) == 0)
    return stage("eq", "variable", 0); // the sign
  // Comparisons of few bits are measured without a constant only.
  Cost ByConstant =
      Constant && Width > 1 ? stage(name(N.Op), "constant", Width) : Cost();
  return ByConstant ? ByConstant : stage(name(N.Op), "variable", Width);
}

/// Select and the four of minimum and maximum.
Cost Operator::choice() const {
  for (unsigned I : {0u, 1u}) {
    if (N.Op == DatapathOp::SMax && isConstant(I) && !constant(I))
      return stage("select", "zero", R.count()); // by the sign
    if (N.Op == DatapathOp::UMin && isLowMask(K, N.Operands[I])) {
      // by the bits above those of the constant
      uint32_t High = std::max(operand(1 - I).High, R.High) - R.High;
      Cost Above = stage("ne", "constant", High > 1 ? High : 0);
      Cost C = stage("select", "constant", R.count());
      if (!C || !Above)
        return std::nullopt;
      C->Luts += Above->Luts;
      return madeOf(*C, {*C, *Above});
    }
  }
  if (N.Op != DatapathOp::Select) {
    // More bits are compared than chosen: those that nothing reads, or that
    // the smaller one does not have.
    uint32_t Compared = R.count();
    if (N.Op == DatapathOp::UMin)
      Compared = std::max(operand(0).count(), operand(1).count());
    Cost C = stage(name(N.Op),
                   isConstant(0) || isConstant(1) ? "constant" : "variable",
                   Compared);
    if (C)
      C->Luts -= Compared - R.registers();
    return C;
  }
  if (isConstant(1) && isConstant(2)) { // the condition, and its opposite
    Priced Need;
    Need.Luts = (~constant(1) & constant(2)) != 0;
    Need.Registers = Need.Luts + ((constant(1) & ~constant(2)) != 0);
    return Need;
  }
  for (unsigned I : {1u, 2u})
    if (isConstant(I))
      return stage("select", constant(I) ? "constant" : "zero", R.registers());
  return stage("select", "variable", R.registers());
}

Cost Operator::shift() const {
  uint32_t Width = N.Type.Bits;
  if (isConstant(0)) // each bit is a function of the few bits of the amount
    return stage("select", "variable", R.count());
  const uint32_t Deepest = uint32_t(std::bit_width(Width - 1u));
  const bool Masked = operand(1).High <= Deepest;
  // A rotation has but one form: it reads no higher bits of the amount.
  Cost C = Masked ? stage(name(N.Op), "masked", Width) : Cost();
  if (!C)
    C = stage(name(N.Op), "variable", Width);
  if (!C || N.Op == DatapathOp::RotateLeft || Width > 64)
    return C;
  // Measured were all bits of the value, of the amount and of the result.
  const bool HasSign = N.Op == DatapathOp::AShr && operand(0).High == Width;
  const DatapathOp Op =
      N.Op == DatapathOp::AShr && !HasSign ? DatapathOp::LShr : N.Op;
  const VariableShift Whole = {Op, Width, Deepest, Width, lowMask(Width)};
  const VariableShift Part = {Op, std::max(1u, operand(0).High),
                              std::clamp(operand(1).High, 1u, Deepest), Width,
                              R.Held};
  if (Part == Whole)
    return C;
  const double OfWhole = barrelTables(Whole), OfPart = barrelTables(Part);
  // The barrel counts tables of six inputs. Where what was measured of the
  // whole is as good as that, the device has them: within a quarter, for
  // synthesis shares some. Smaller tables are about as many times more.
  const double Scale = C->Luts / OfWhole;
  constexpr double OfSixInputs = 0.25;
  if (!Masked)
    C->Luts += OfPart - OfWhole;
  else
    C->Luts = OfPart * (std::abs(Scale - 1) < OfSixInputs ? 1 : Scale);
  return C;
}

/// x * (2^a + 2^b) or x * (2^a - 2^b): the lower bits of x pass.
Cost Operator::shiftAdd() const {
  unsigned X = isConstant(0) ? 1 : 0;
  const TwoTerms Terms = *twoTerms(constant(1 - X), N.Type.Bits);
  const uint32_t Low =
      operand(X).Low + (Terms.Adds ? Terms.First : Terms.Second);
  if (Terms.Adds) { // the upper copy begins at Low, the lower one ends earlier
    uint32_t End = operand(X).High + Terms.Second;
    return carried("add", R.High - std::min(R.High, Low),
                   End > Low ? End - Low : 0);
  }
  return stage("sub", Terms.First == N.Type.Bits ? "constant-left" : "variable",
               R.High - std::min(R.High, Low));
}

/// [ps] of products of as many DSP blocks as one of \p Size has: more follow
/// one another in a longer path.
std::optional<double> Operator::delayOfBlocks(const CostCurve &C,
                                              uint32_t Size) const {
  const std::optional<FabricResources> Need = C.at(Size);
  auto Least = [&](const CostCurve &Of) {
    std::optional<double> Delay;
    for (const CostPoint &P : Of.Points)
      if (Need && P.Delay && P.Need.DspBlocks == Need->DspBlocks)
        Delay = std::min(Delay.value_or(*P.Delay), *P.Delay);
    return Delay;
  };
  if (Least(C))
    return C.delayAt(Size);
  std::optional<double> Delay;
  for (const CostCurve &Other : Costs.Curves)
    if (Other.Structure == C.Structure && Other.Form == C.Form)
      if (auto Of = Least(Other))
        Delay = std::min(Delay.value_or(*Of), *Of);
  return Delay;
}

/// The cheapest of the products that were measured of factors of at least
/// \p Wide and \p Narrow bits, for \p Result bits: those above are cut off,
/// also of the stage before where that has all bits, and of the sum of partial
/// products then.
Cost Operator::measuredProduct(std::string_view Form, uint32_t Wide,
                               uint32_t Narrow, uint32_t Result) const {
  auto Order = [](const FabricResources &C) {
    return std::tuple(C.DspBlocks, C.Luts, C.Registers);
  };
  Cost Best;
  for (const CostCurve &C : Costs.Curves) {
    if (C.Structure != name(N.Op) || C.Form != Form || C.Parameter < Narrow)
      continue;
    const uint32_t Size = std::max({Wide, C.Parameter, C.Points.front().Size});
    const uint32_t Both = Size + C.Parameter;
    std::optional<FabricResources> Need = C.at(Size);
    if (Need && Need->Registers >= Both && Both > Result) {
      const double Cut = Both - Result;
      const bool BothStages = Need->Registers >= 2.0 * Both;
      Need->Registers -= Cut * (BothStages ? 2 : 1);
      Need->Luts -= BothStages ? std::min(Cut, Need->Luts) : 0;
    }
    if (Need && (!Best || Order(*Need) < Order(*Best)))
      Best = Priced{*Need, delayOfBlocks(C, Size)};
  }
  return Best;
}

/// Multiplies the live bits. A result as wide as both factors together is a
/// full product; otherwise the upper part is cut off.
Cost Operator::product() const {
  const uint32_t W = N.Type.Bits;
  const bool Signed = Factors.Signed;
  uint32_t A = Signed ? Factors.Left : operand(0).High;
  uint32_t B = Signed ? Factors.Right : operand(1).High;
  if (A < B)
    std::swap(A, B);
  const uint32_t Narrow = std::max(2u, B), Result = std::min(W, A + B);
  if (Signed)
    return measuredProduct("signed", A, Narrow, Result);
  const bool Constant = isConstant(0) || isConstant(1);
  if (A < W) {
    Cost Full = measuredProduct("full", A, Narrow, Result);
    Cost Cut = Constant || A + B > W ? above("constant", Narrow, W) : Cost();
    const bool CutIsLess =
        Cut && (!Full || Cut->DspBlocks < Full->DspBlocks ||
                (Constant && Cut->DspBlocks == Full->DspBlocks));
    return CutIsLess ? Cut : Full;
  }
  if (B != W)
    return above("constant", Narrow, W);
  Cost Need = curve("mul", "variable", 0, W);
  // Both products of an upper and a lower part of x * x are one.
  if (Need && addsParts(W) && N.Operands[0] == N.Operands[1])
    Need->DspBlocks -= 1;
  return Need;
}

/// Cost in one stage of an operation that needs \p Need with registers. Without
/// registers no sum of parts is kept, and its DSP blocks follow one another.
Cost Operator::inOneStage(Cost Need) const {
  const CostCurve *Comb = Costs.find("mul", "comb");
  const CostCurve *Behind = Costs.find("xor", "variable");
  if (!Need || Need->DspBlocks == 0 || !Comb || !Behind)
    return Need;
  for (const CostPoint &P : Comb->Points)
    if (P.Need.DspBlocks >= Need->DspBlocks) {
      if (Unit.Kind == UnitKind::Multiplier)
        Need->Luts = std::max(0.0, P.Need.Luts - P.Size);
      const auto Last = Behind->delayAt(P.Size);
      if (P.Delay && Last)
        Need->Delay = *P.Delay - *Last;
      break;
    }
  return Need;
}

Cost Operator::quotient() const {
  if (Unit.Kind == UnitKind::Logic)
    return curve(name(N.Op), "power", 0, N.Type.Bits);
  if (Unit.Kind == UnitKind::ConstantDivider)
    return byConstant();
  Cost C = curve(name(N.Op), "variable", 0, N.Type.Bits);
  if (!C || !Registered)
    return C;
  // One bit less of the divisor is one less to compare and to keep in each
  // stage, and one of the remainder from that stage on; the last stage's
  // remainder is none.
  const bool HasSign = operand(1).High >= N.Type.Bits;
  const bool KeepsRest = keepsRest(K, Node);
  if (KeepsRest && HasSign) // nothing says what a magnitude does not have
    return C;
  const double Width = N.Type.Bits, Less = Width - divisorBits(K, Node, Live);
  const double Triangle = Less * (Less - 1) / 2;
  if (KeepsRest) {
    C->Luts -= (Width - Less) * Less + Triangle;
    C->Registers -= (Width - 1) * Less;
  } else {
    C->Luts -= (Width - 1) * Less + Triangle;
    C->Registers -= (Width - 1) * Less + Triangle;
  }
  if (N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem) {
    // A divisor without a sign needs neither its opposite nor the choice.
    C->Luts -= 2 * (HasSign ? Less : Width);
    C->Registers -= Less;
  }
  return C;
}

/// A division by a constant, as roofline_divide_constant has it.
struct Operator::ByConstant {
  bool Signed;
  uint64_t Divisor; ///< its magnitude
  unsigned Stages;  ///< of the reciprocal's product, in flip-flops
  unsigned Read;    ///< [bit] of the quotient, the lowest ones
};

/// The curve is of a division by 3. The reciprocals of others have more or
/// fewer bits, which the sum of the DSP blocks' products has then too; what is
/// above the highest bit that is read is neither summed nor kept. A remainder
/// subtracts its product from the dividend's lowest bits alone, those below the
/// divisor's. It reads as many bits of the quotient, less the divisor's lowest
/// zeros.
Cost Operator::quotientByConstant(ByConstant &Of) const {
  Of.Signed = N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem;
  const uint32_t W = N.Type.Bits;
  Of.Divisor = constant(1);
  if (Of.Signed && Of.Divisor >> (W - 1) & 1)
    Of.Divisor = -Of.Divisor & (~uint64_t(0) >> (64 - W));
  const uint32_t Zeros = uint32_t(std::countr_zero(Of.Divisor));
  const bool Remains = N.Op == DatapathOp::URem || N.Op == DatapathOp::SRem;
  Of.Read = uint32_t(std::bit_width(R.Held));
  if (Remains)
    Of.Read -= std::min(Of.Read, Zeros);
  Cost C = curve(Of.Signed ? "sdiv" : "udiv", "constant", 0, W);
  if (!C || C->DspBlocks == 0 || Of.Read == 0 || Of.Divisor >> Zeros == 1)
    return std::nullopt;

  auto Length = [&](const Reciprocal &By) { // [bit] of the quotient
    return By.bits() + Of.Signed - By.Shift;
  };
  const Reciprocal Third = reciprocalOf(3, W - Of.Signed, Of.Signed);
  const Reciprocal By = reciprocalOf(Of.Divisor, W - Of.Signed, Of.Signed);
  const double Unread = double(Length(Third)) - std::min(Length(By), Of.Read);
  // The rounding has a register of its own.
  Of.Stages = unsigned(C->Registers / Length(Third)) - Of.Signed;
  C->Registers -= Of.Stages * Unread;
  if (Of.Signed) {
    C->Luts -= Unread;
    C->Registers -= W - std::min(W, Of.Read);
  }
  if (Of.Stages == 2) // there is a sum; its lowest bits are below the quotient
    C->Luts -= Unread - (double(By.Shift) - Third.Shift);
  return C;
}

Cost Operator::byConstant() const {
  ByConstant Of;
  Cost C = quotientByConstant(Of);
  if (!C)
    return curve(name(N.Op), "constant", 0, N.Type.Bits);
  const bool Remains = N.Op == DatapathOp::URem || N.Op == DatapathOp::SRem;
  return Remains ? remainder(Of, *C) : C;
}

/// Cost of the quotient alone in a remainder by a constant.
Cost Operator::quotientInside() const {
  ByConstant Of;
  return quotientByConstant(Of);
}

/// Cost of a - quotient * divisor.
Cost Operator::remainder(const ByConstant &Of, const Priced &Quotient) const {
  FabricResources Need = Quotient;
  const uint32_t Read = Of.Read;
  const uint32_t Zeros = uint32_t(std::bit_width(R.Held)) - Read;
  const uint32_t Factor =
      std::min(Read, uint32_t(std::bit_width(Of.Divisor)) - Zeros);
  const unsigned Wait = 6 + Of.Signed; // [step] of the dividend
  Cost Product = above("mul", "constant", std::max(2u, Factor), Read);
  Cost Earlier = curve("delay", "", 0, Wait);
  Cost Passed = curve("delay", "", 0, Wait + 1); // to the result
  Cost Rest = curve("sub", "variable", 0, Read);
  if (!Product || !Earlier || !Passed || !Rest)
    return std::nullopt;
  if (Product->DspBlocks == 0) {
    // Its own register, and those before it, are a chain.
    const unsigned Before = Of.Signed ? 1 : Of.Stages;
    Cost Chain = curve("delay", "", 0, Before + 1);
    if (!Chain)
      return std::nullopt;
    Need += *Chain * Read;
    Need.Registers -= double(Before) * Read;
    Product->Registers = 2.0 * Read;
    // Bit I is a function of I + 1 bits; of few, tables are the smallest.
    double Tables = 0;
    for (uint32_t I = 1; I < Read; ++I)
      Tables += I < LutInputs ? 1 : double(1u << (I + 1 - LutInputs));
    if (Read <= LutInputs + 1)
      Product->Luts = std::min(Product->Luts, Tables);
  }
  return madeOf(Need + *Product + *Earlier * Read + *Passed * Zeros + *Rest,
                {Quotient, *Product, *Earlier, *Passed, *Rest});
}

Cost Operator::floating() const {
  uint32_t From = K.Nodes[N.Operands[0]].Type.Bits, To = N.Type.Bits;
  switch (facts(N.Op).Types) {
  case OperandTypes::FloatToInt:
    return curve(name(N.Op), "variable", From, To);
  case OperandTypes::IntToFloat:
    return curve(name(N.Op), "variable", To, From);
  case OperandTypes::FloatToFloat:
    return curve(name(N.Op), "variable", 0, To);
  default: // comparisons have results of one bit
    break;
  }
  Cost Special;
  if (N.Op == DatapathOp::FMul) {
    if (uint32_t Bits = std::max(significantBits(0), significantBits(1)))
      Special = above("constant", Bits, From);
    if (!Special && N.Operands[0] == N.Operands[1])
      Special = curve("fmul", "square", 0, From);
  } else if (isConstant(0)) {
    Special = curve(name(N.Op), "constant-left", 0, From);
  } else if (isConstant(1)) {
    Special = curve(name(N.Op), "constant", 0, From);
  }
  return Special ? Special : curve(name(N.Op), "variable", 0, From);
}

Cost Operator::logic() const {
  switch (facts(N.Op).Class) {
  case OperatorClass::Sum:
    return sum();
  case OperatorClass::Bitwise: // the other bits only pass
    return stage(name(N.Op), "variable",
                 uint32_t(std::popcount(operand(0).Varies & operand(1).Varies &
                                        R.Held)));
  case OperatorClass::Shift:
    return shift();
  case OperatorClass::Choice:
  case OperatorClass::Extreme:
    return choice();
  case OperatorClass::Quotient:
    return quotient();
  default:
    return comparison();
  }
}

Cost Operator::price() const {
  switch (Unit.Kind) {
  case UnitKind::Source:
  case UnitKind::Wire:
    return Priced();
  case UnitKind::ShiftAdd:
    return shiftAdd();
  case UnitKind::Multiplier: {
    if (!Registered)
      return inOneStage(product());
    Cost C = product();
    // Bits of a result in flip-flops that nothing reads have none. Nor have
    // they in the stage before, where the lowest part of a product of several
    // DSP blocks is.
    double Unread = R.High - R.registers();
    if (C && C->Registers >= R.High)
      C->Registers -= Unread + std::min(Unread, C->Registers - R.High);
    return C;
  }
  case UnitKind::Divider:
  case UnitKind::ConstantDivider:
    return Registered ? quotient() : inOneStage(quotient());
  case UnitKind::BitCount:
    return stage(name(N.Op), "variable", N.Type.Bits);
  case UnitKind::Float:
    return floating();
  case UnitKind::Logic:
    break;
  }
  return logic();
}

} // namespace

/// The resources of \p C; without registers where there is but one stage.
static std::optional<FabricResources> resourcesOf(Cost C, bool Registered) {
  if (C && !Registered)
    C->Registers = 0;
  return C;
}

std::optional<FabricResources>
operatorCost(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
             const std::vector<LiveBits> &Live, bool Registered) {
  return resourcesOf(Operator(Costs, K, Node, Live, Registered).price(),
                     Registered);
}

std::optional<FabricResources>
quotientInside(const CostModel &Costs, const StreamKernel &K, uint32_t Node,
               const std::vector<LiveBits> &Live, bool Registered) {
  return resourcesOf(
      Operator(Costs, K, Node, Live, Registered).quotientInside(), Registered);
}

std::optional<double> operatorDelay(const CostModel &Costs,
                                    const StreamKernel &K, uint32_t Node,
                                    const std::vector<LiveBits> &Live,
                                    bool Registered) {
  const Cost C = Operator(Costs, K, Node, Live, Registered).price();
  if (!C)
    return std::nullopt;
  // An operation without a structure is a LUT at most, as a choice of
  // constants.
  const CostCurve *OneLut = Costs.find("and", "variable");
  return C->Delay || !OneLut ? C->Delay : OneLut->delayAt(1);
}

} // namespace roofline
