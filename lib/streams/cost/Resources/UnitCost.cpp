// Resources of the modules of rtl/ that stay whole in a netlist.
#include "roofline/Resources/UnitCost.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Base/LowMask.h"
#include "roofline/Base/Reciprocal.h"
#include "roofline/Netlist/ExpandUnits.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <tuple>

namespace roofline {
namespace {

using Price = std::optional<UnitPrice>;

/// A product of \p Bits, without what synthesis leaves out of it.
struct Product : UnitPrice {
  uint32_t Bits = 0;
};

class UnitPricing {
public:
  UnitPricing(const CostModel &Costs, const Netlist &N, const BitBox &Box)
      : Costs(Costs), C(N.Cells[Box.Cell]),
        U(C.Kind == CellKind::Unit ? N.Units[C.Index] : NoUnit), Box(Box) {}

  Price run() const {
    if (C.Kind == CellKind::Operator)
      return C.Op == DatapathOp::Mul ? inOneStage(wholeProduct()) : logic();
    if (C.Op == DatapathOp::UDiv)
      return U.Latency > 0 ? reciprocalProduct()
                           : inOneStage(reciprocalProduct());
    if (C.Op == DatapathOp::Mul)
      return product();
    Price P = floating();
    if (P)
      P->Registers -= Box.OperandRegisters;
    return P;
  }

  /// The modules have two registers behind their product. Others that were
  /// measured are those of operands.
  ResultRegisters behindBlocks() const {
    constexpr uint32_t Most = 2;
    if (C.Op == DatapathOp::UDiv) {
      const auto Of = reciprocal();
      return Of ? ResultRegisters{Of->Bits,
                                  std::min(Of->Stages, Most) * Of->Bits}
                : ResultRegisters();
    }
    const auto P = C.Op == DatapathOp::Mul ? wholeProduct() : std::nullopt;
    if (!P || P->DspBlocks == 0)
      return {};
    return {P->Bits, std::min(uint32_t(P->Registers), Most * P->Bits)};
  }

private:
  const CostModel &Costs;
  const Cell &C;
  const NetlistUnit &U;
  const BitBox &Box;

  inline static const NetlistUnit NoUnit = {};

  /// Prices an operator as measured, without its register.
  Price logic() const {
    Price P =
        curve(name(C.Op), "variable", 0, uint32_t(Box.Operands[0].size()));
    if (P)
      P->Registers = 0;
    return P;
  }

  /// Prices a product without registers, whose DSP blocks follow one another.
  /// A reciprocal has the same sum of partial products with registers.
  Price inOneStage(Price P) const {
    const CostCurve *Comb = Costs.find("mul", "comb");
    const CostCurve *Behind = Costs.find("xor", "variable");
    if (!P || !Comb || !Behind)
      return std::nullopt;
    P->Registers = 0;
    P->Delay.reset();
    for (const CostPoint &Point : Comb->Points)
      if (Point.Need.DspBlocks >= P->DspBlocks) {
        if (C.Op == DatapathOp::Mul)
          P->Luts = std::max(0.0, Point.Need.Luts - Point.Size);
        if (const auto Last = Behind->delayAt(Point.Size); Point.Delay && Last)
          P->Delay = *Point.Delay - *Last;
        break;
      }
    return P;
  }

  std::optional<uint64_t> constant(size_t Operand) const {
    uint64_t Value = 0;
    const BitWord &W = Box.Operands[Operand];
    for (size_t I = 0; I < W.size(); ++I) {
      if (!isConstant(W[I]))
        return std::nullopt;
      Value |= uint64_t(W[I] == Literal::constant(true)) << I;
    }
    return Value;
  }
  /// Returns the [bit] of an operand up to the highest one that may be set.
  uint32_t highest(size_t Operand) const {
    const BitWord &W = Box.Operands[Operand];
    size_t High = W.size();
    while (High > 0 && W[High - 1] == Literal::constant(false))
      --High;
    return uint32_t(High);
  }

  static Price at(const CostCurve &Curve, uint32_t Size) {
    const auto Need = Curve.at(Size);
    return Need ? Price(UnitPrice{*Need, Curve.delayAt(Size)}) : std::nullopt;
  }
  Price curve(std::string_view Structure, std::string_view Form,
              uint32_t Parameter, uint32_t Size) const {
    const CostCurve *Curve = Costs.find(Structure, Form, Parameter);
    return Curve ? at(*Curve, Size) : std::nullopt;
  }
  /// Prices by the curve with the least parameter from \p Parameter on.
  Price above(std::string_view Structure, std::string_view Form,
              uint32_t Parameter, uint32_t Size) const {
    const CostCurve *Best = nullptr;
    for (const CostCurve &Curve : Costs.Curves)
      if (Curve.Structure == Structure && Curve.Form == Form &&
          Curve.Parameter >= Parameter &&
          (!Best || Curve.Parameter < Best->Parameter))
        Best = &Curve;
    return Best ? at(*Best, std::max({Size, Best->Parameter,
                                      Best->Points.front().Size}))
                : std::nullopt;
  }

  /// Returns the significand of a normal float constant, with its leading 1;
  /// 0 for any other operand.
  uint64_t significand(size_t Operand) const {
    const auto Value = constant(Operand);
    if (!Value)
      return 0;
    const uint32_t Fraction = fractionBits(C.Width);
    const uint32_t Exponent = C.Width - 1 - Fraction;
    const uint64_t Field = *Value >> Fraction & lowMask(Exponent);
    if (Field == 0 || Field == lowMask(Exponent))
      return 0;
    return uint64_t(1) << Fraction | (*Value & lowMask(Fraction));
  }

  /// Prices a product of floats of \p Size bits by a constant. It has a row of
  /// blocks for each 17 bits of \p Significand, but where these are a power of
  /// two or 0. Of the constants that were measured takes one with as many rows,
  /// and as many bits from the leading 1 to the lowest 1.
  Price timesConstant(uint64_t Significand, uint32_t Size) const {
    constexpr uint32_t RowBits = 17; // as rtl/roofline_fproduct.v
    const uint32_t Whole = fractionBits(Size) + 1;
    const uint32_t Bits = Whole - uint32_t(std::countr_zero(Significand));
    uint32_t Rows = 0, Multiplying = 0;
    for (uint32_t Low = 0; Low < Whole; Low += RowBits, ++Rows)
      Multiplying += std::popcount(Significand >> Low & lowMask(RowBits)) > 1;
    const Price Any = curve("fmul", "variable", 0, Size),
                OfBits = above("fmul", "constant", Bits, Size);
    const uint32_t Blocks = Any ? uint32_t(Any->DspBlocks) : 0;
    if (!Any || !OfBits || Blocks % Rows != 0) // rows share blocks
      return OfBits;
    auto Distance = [&](uint32_t Measured) { // one of fewer bits is the last
      return Measured < Bits ? Whole + Bits - Measured : Measured - Bits;
    };
    const CostCurve *Best = nullptr;
    for (const CostCurve &Curve : Costs.Curves) {
      if (Curve.Structure != "fmul" || Curve.Form != "constant" ||
          Curve.Parameter > Whole)
        continue;
      const auto Need = Curve.at(Size);
      if (Need && Need->DspBlocks == Blocks / Rows * Multiplying &&
          (!Best || Distance(Curve.Parameter) < Distance(Best->Parameter)))
        Best = &Curve;
    }
    if (Best)
      return at(*Best, Size);
    return Multiplying == Rows ? Any : OfBits;
  }

  Price floating() const {
    const std::string_view Name = name(C.Op);
    const uint32_t From = uint32_t(Box.Operands[0].size()), To = C.Width;
    switch (facts(C.Op).Types) {
    case OperandTypes::FloatToInt:
      return curve(Name, "variable", From, To);
    case OperandTypes::IntToFloat:
      return curve(Name, "variable", To, From);
    case OperandTypes::FloatToFloat:
      return curve(Name, "variable", From, To);
    default: // comparisons have results of one bit
      break;
    }
    Price Special;
    if (C.Op == DatapathOp::FMul) {
      if (uint64_t By = std::max(significand(0), significand(1)))
        Special = timesConstant(By, From);
      if (!Special && Box.Operands[0] == Box.Operands[1])
        Special = curve(Name, "square", 0, From);
    } else if (constant(0)) {
      Special = curve(Name, "constant-left", 0, From);
    } else if (facts(C.Op).NumOperands > 1 && constant(1)) {
      Special = curve(Name, "constant", 0, From);
    }
    return Special ? Special : curve(Name, "variable", 0, From);
  }

  /// Returns the [ps] of products with as many DSP blocks as one of \p Size:
  /// more blocks are a longer path.
  std::optional<double> delayOfBlocks(const CostCurve &Curve,
                                      uint32_t Size) const {
    const auto Need = Curve.at(Size);
    auto Least = [&](const CostCurve &Curve) {
      std::optional<double> Delay;
      for (const CostPoint &P : Curve.Points)
        if (Need && P.Delay && P.Need.DspBlocks == Need->DspBlocks)
          Delay = std::min(Delay.value_or(*P.Delay), *P.Delay);
      return Delay;
    };
    if (Least(Curve))
      return Curve.delayAt(Size);
    std::optional<double> Delay;
    for (const CostCurve &Other : Costs.Curves)
      if (Other.Structure == Curve.Structure && Other.Form == Curve.Form)
        if (auto Of = Least(Other))
          Delay = std::min(Delay.value_or(*Of), *Of);
    return Delay;
  }

  /// Returns the cheapest measured product of factors of at least \p Wide and
  /// \p Narrow bits, cut to \p Result bits. A stage before that has all bits is
  /// cut, too, and then the sum of partial products.
  std::optional<Product> measuredProduct(std::string_view Form, uint32_t Wide,
                                         uint32_t Narrow,
                                         uint32_t Result) const {
    auto Order = [](const FabricResources &Amounts) {
      return std::tuple(Amounts.DspBlocks, Amounts.Luts, Amounts.Registers);
    };
    std::optional<Product> Best;
    for (const CostCurve &Curve : Costs.Curves) {
      if (Curve.Structure != "mul" || Curve.Form != Form ||
          Curve.Parameter < Narrow)
        continue;
      const uint32_t Size =
          std::max({Wide, Curve.Parameter, Curve.Points.front().Size});
      const uint32_t Both = Size + Curve.Parameter;
      std::optional<FabricResources> Need = Curve.at(Size);
      if (Need && Need->Registers >= Both && Both > Result) {
        const double Cut = Both - Result;
        const bool BothStages = Need->Registers >= 2.0 * Both;
        Need->Registers -= Cut * (BothStages ? 2 : 1);
        Need->Luts -= BothStages ? std::min(Cut, Need->Luts) : 0;
      }
      if (Need && (!Best || Order(*Need) < Order(*Best)))
        Best = Product{{*Need, delayOfBlocks(Curve, Size)}, Result};
    }
    return Best;
  }

  /// \p P, which was measured of as many bits as the cell has.
  std::optional<Product> ofWidth(const Price &P) const {
    return P ? std::optional(Product{*P, C.Width}) : std::nullopt;
  }

  std::optional<Product> wholeProduct() const {
    const uint32_t W = C.Width;
    const auto Left = parameterOf(U, "LEFT"), Right = parameterOf(U, "RIGHT");
    uint32_t A = Left ? uint32_t(*Left) : highest(0);
    uint32_t B = Right ? uint32_t(*Right) : highest(1);
    if (A < B)
      std::swap(A, B);
    const uint32_t Narrow = std::max(2u, B), Result = std::min(W, A + B);
    if (Left)
      return measuredProduct("signed", A, Narrow, Result);
    const bool HasConstant = constant(0) || constant(1);
    if (A < W) {
      const auto Full = measuredProduct("full", A, Narrow, Result);
      const auto Cut = HasConstant || A + B > W
                           ? ofWidth(above("mul", "constant", Narrow, W))
                           : std::nullopt;
      const bool CutIsLess =
          Cut && (!Full || Cut->DspBlocks < Full->DspBlocks ||
                  (HasConstant && Cut->DspBlocks == Full->DspBlocks));
      return CutIsLess ? Cut : Full;
    }
    if (B != W)
      return ofWidth(above("mul", "constant", Narrow, W));
    auto Need = ofWidth(curve("mul", "variable", 0, W));
    // Both products of an upper and a lower part of x * x are one.
    if (Need && parameterOf(U, "PARTS") && Box.Operands[0] == Box.Operands[1])
      Need->DspBlocks -= 1;
    return Need;
  }

  /// Bits of the result that nothing reads have no flip-flops, nor have they in
  /// the stage before.
  Price product() const {
    std::optional<Product> P = wholeProduct();
    if (Box.ResultRegisters) {
      P->Registers -= Box.ResultRegisters;
      return P;
    }
    // Bits above the result are none.
    const auto Begin = Box.IsRead.begin();
    const double Unread =
        P ? double(std::count(Begin, Begin + P->Bits, false)) : 0;
    if (P && P->Registers >= P->Bits)
      P->Registers -= Unread + std::min(Unread, P->Registers - P->Bits);
    return P;
  }

  /// A product by a reciprocal, as it was measured of a division by 3.
  struct ReciprocalProduct {
    UnitPrice Third;
    uint32_t Stages;  ///< of registers behind the blocks
    uint32_t Bits;    ///< of the quotient
    double MoreBits;  ///< of the quotient by 3
    double MoreBelow; ///< bits below the quotient than below that by 3
  };
  std::optional<ReciprocalProduct> reciprocal() const {
    const bool IsSigned = parameterOf(U, "SIGNED").value_or(0);
    const Price P = curve(IsSigned ? "sdiv" : "udiv", "constant", 0, C.Width);
    if (!P || P->DspBlocks == 0)
      return std::nullopt;
    auto Of = [&](uint64_t Divisor) {
      return reciprocalOf(Divisor, C.Width - IsSigned, IsSigned);
    };
    auto Length = [&](const Reciprocal &R) {
      return R.bits() + IsSigned - R.Shift;
    };
    const Reciprocal Third = Of(3);
    const Reciprocal By = Of(parameterOf(U, "DIVISOR").value_or(1));
    const uint32_t Whole = uint32_t(P->Registers / Length(Third));
    const uint32_t Stages = Whole - std::min<uint32_t>(Whole, IsSigned);
    return ReciprocalProduct{*P, Stages, Length(By),
                             double(Length(Third)) - Length(By),
                             double(By.Shift) - Third.Shift};
  }

  /// The reciprocals of others than 3 have more or fewer bits, which the sum of
  /// the DSP blocks' products has then too; what is above the highest bit that
  /// is read is neither summed nor kept.
  Price reciprocalProduct() const {
    const auto Of = reciprocal();
    if (!Of)
      return std::nullopt;
    uint32_t Read = C.Width;
    while (Read > 0 && !Box.IsRead[Read - 1])
      --Read;
    const double Unread = Of->MoreBits + Of->Bits - std::min(Of->Bits, Read);
    UnitPrice P = Of->Third;
    P.Registers -= Box.ResultRegisters
                       ? Of->Stages * Of->MoreBits + Box.ResultRegisters
                       : Of->Stages * Unread;
    // The rounding has a register of its own, which is a cell of the netlist.
    if (parameterOf(U, "SIGNED").value_or(0)) {
      P.Registers -= C.Width;
      P.Luts -= C.Width;
    }
    // A sum of partial products has its lowest bits below the quotient.
    if (Of->Stages == 2)
      P.Luts -= Unread - Of->MoreBelow;
    return P;
  }
};

} // namespace

std::optional<UnitPrice> unitPrice(const CostModel &Costs, const Netlist &N,
                                   const BitBox &Box) {
  assert(Box.Cell < N.Cells.size() &&
         (N.Cells[Box.Cell].Kind == CellKind::Unit ||
          N.Cells[Box.Cell].Kind == CellKind::Operator) &&
         "a price is that of an operator or a unit");
  return UnitPricing(Costs, N, Box).run();
}

ResultRegisters registersBehindBlocks(const CostModel &Costs, const Netlist &N,
                                      const BitBox &Box) {
  assert(Box.Cell < N.Cells.size() &&
         (N.Cells[Box.Cell].Kind == CellKind::Unit ||
          N.Cells[Box.Cell].Kind == CellKind::Operator) &&
         "registers are those of an operator or a unit");
  return UnitPricing(Costs, N, Box).behindBlocks();
}

} // namespace roofline
