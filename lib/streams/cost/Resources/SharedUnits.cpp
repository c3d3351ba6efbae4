// Parts that float units of common operands share after synthesis.
#include "roofline/Resources/UnitCost.h"

#include "roofline/Base/FloatFormat.h"

#include <algorithm>
#include <cassert>

namespace roofline {
namespace {

class Sharing {
public:
  Sharing(const CostModel &Costs, const Netlist &N,
          const std::vector<BitBox> &Boxes, const SharedParts &Parts,
          size_t Box)
      : Costs(Costs), N(N), Boxes(Boxes), Parts(Parts), Box(Box),
        Op(N.Cells[Boxes[Box].Cell].Op) {}

  FabricResources run() const {
    if (Op == DatapathOp::FMul && factor(own()) < 2)
      return ofConstants();
    // A constant has no registers to share. Dividends share none in any case.
    if (isConstant(own(), 1) ||
        (isConstant(own(), 0) && Op != DatapathOp::FDiv))
      return {};
    if (Op == DatapathOp::FDiv)
      return merged("fdiv", "common", [&](const BitBox &A) {
        return opOf(A) == Op && operand(A, 1) == operand(own(), 1);
      });
    if (structure(Op) == "minnum")
      if (const FabricResources Part =
              merged("minnum", "both",
                     [&](const BitBox &A) {
                       return opOf(A) != Op && structure(opOf(A)) == "minnum" &&
                              haveSameOperands(A, own());
                     });
          Part.Luts > 0)
        return Part;
    return ofOperands();
  }

private:
  const CostModel &Costs;
  const Netlist &N;
  const std::vector<BitBox> &Boxes;
  const SharedParts &Parts;
  size_t Box;
  DatapathOp Op;

  const BitBox &own() const { return Boxes[Box]; }
  const Cell &cell(const BitBox &B) const { return N.Cells[B.Cell]; }
  DatapathOp opOf(const BitBox &B) const { return cell(B).Op; }
  const BitWord &operand(const BitBox &B, size_t I) const {
    return B.Operands[I];
  }
  bool isConstant(const BitBox &B, size_t I) const {
    return roofline::isConstant(operand(B, I));
  }
  /// Returns which operand of a product by a constant is variable; 2 for other
  /// units.
  size_t factor(const BitBox &B) const {
    if (opOf(B) != DatapathOp::FMul || isConstant(B, 0) == isConstant(B, 1))
      return 2;
    return isConstant(B, 0) ? 1 : 0;
  }
  /// True where both words are equal but for the sign.
  static bool areOne(const BitWord &L, const BitWord &R) {
    return L.size() == R.size() &&
           std::equal(L.begin(), L.end() - 1, R.begin());
  }
  bool haveSameOperands(const BitBox &A, const BitBox &B) const {
    return (operand(A, 0) == operand(B, 0) && operand(A, 1) == operand(B, 1)) ||
           (operand(A, 0) == operand(B, 1) && operand(A, 1) == operand(B, 0));
  }
  /// Returns the structure of the cost file for a unit with registers of its
  /// operands.
  static std::string_view structure(DatapathOp Op) {
    switch (Op) {
    case DatapathOp::FAdd:
    case DatapathOp::FSub:
      return "fadd";
    case DatapathOp::FMul:
      return "fmul";
    case DatapathOp::FMin:
    case DatapathOp::FMax:
      return "minnum";
    default:
      return "";
    }
  }

  std::optional<FabricResources> measured(std::string_view Structure,
                                          std::string_view Form,
                                          uint32_t Parameter = 0) const {
    const CostCurve *C = Costs.find(Structure, Form, Parameter);
    return C ? C->at(cell(own()).Width) : std::nullopt;
  }

  /// Returns the first unit before this one that \p Matches and has its width
  /// and enable. What matches reads a word of this one's, but for the sign.
  template <typename Test> const BitBox *earlier(Test Matches) const {
    size_t First = Box;
    for (const BitWord &W : own().Operands)
      for (uint32_t I : Parts.readers(W)) {
        if (I >= First)
          break;
        if (cell(Boxes[I]).Kind == CellKind::Unit &&
            cell(Boxes[I]).Width == cell(own()).Width &&
            cell(Boxes[I]).Enable == cell(own()).Enable && Matches(Boxes[I]))
          First = I;
      }
    return First < Box ? &Boxes[First] : nullptr;
  }

  /// Returns the price of two units alone, less the price of both together,
  /// which has \p Form.
  template <typename Test>
  FabricResources merged(std::string_view Structure, std::string_view Form,
                         Test Matches) const {
    const BitBox *First = earlier(Matches);
    const auto Two = measured(Structure, Form);
    const auto One =
        First ? measured(name(opOf(*First)), "variable") : std::nullopt;
    const auto Own = measured(name(Op), "variable");
    if (!One || !Two || !Own)
      return {};
    return withoutOperands(*One + *Own - *Two, own().OperandRegisters);
  }

  /// Leaves \p Registers out of a shared part: flip-flops of the netlist, which
  /// has them once.
  static FabricResources withoutOperands(FabricResources Part,
                                         double Registers) {
    Part.Registers = std::max(0.0, Part.Registers - Registers);
    return Part;
  }

  /// Part that products of one factor by constants share. Constants of one
  /// significand need one product.
  FabricResources ofConstants() const {
    constexpr uint32_t MeasuredSignificand = 24; // [bit] in pairs
    const size_t Own = factor(own());
    const uint32_t Width = cell(own()).Width;
    const auto OneFactor = [&](const BitBox &A) {
      return factor(A) < 2 && operand(A, factor(A)) == operand(own(), Own);
    };
    const auto HasAlike = [&](uint32_t Bits) { // in the constants
      return earlier([&](const BitBox &A) {
        return OneFactor(A) &&
               std::equal(operand(own(), 1 - Own).begin(),
                          operand(own(), 1 - Own).begin() + Bits,
                          operand(A, 1 - factor(A)).begin());
      });
    };
    const auto One = measured("fmul", "constant", MeasuredSignificand);
    const char *Form = HasAlike(Width - 1)             ? "opposite"
                       : HasAlike(fractionBits(Width)) ? "scaled"
                                                       : "constants";
    const auto Two = measured("fmul", Form);
    return One && Two && earlier(OneFactor) ? *One * 2 - *Two
                                            : FabricResources();
  }

  /// Logic of single operands. Their registers are flip-flops of the netlist,
  /// which has them once.
  FabricResources ofOperands() const {
    const std::string_view Structure = structure(Op);
    if (Structure.empty())
      return {};
    const auto One = measured(Structure, "variable");
    const auto Two = measured(Structure, "common");
    if (!One || !Two)
      return {};
    const bool IsSquare = operand(own(), 0) == operand(own(), 1);
    const double Registers =
        own().OperandRegisters / (IsSquare && Op == DatapathOp::FMul ? 1 : 2.0);
    FabricResources Sum;
    for (size_t O = 0; O < (IsSquare ? 1 : 2); ++O)
      if (earlier([&](const BitBox &A) {
            return structure(opOf(A)) == Structure && !isConstant(A, 0) &&
                   !isConstant(A, 1) &&
                   (areOne(operand(A, 0), operand(own(), O)) ||
                    areOne(operand(A, 1), operand(own(), O)));
          }))
        Sum += withoutOperands(*One * 2 - *Two, Registers);
    return Sum;
  }
};

} // namespace

/// All bits count but the sign.
static uint64_t hashOf(const BitWord &W) {
  uint64_t Hash = 0xcbf29ce484222325; // FNV-1a
  for (size_t I = 0; I + 1 < W.size(); ++I)
    Hash = (Hash ^ W[I].Code) * 0x100000001b3;
  return Hash;
}

SharedParts::SharedParts(const CostModel &Costs, const Netlist &N,
                         const std::vector<BitBox> &Boxes)
    : Costs(Costs), N(N), Boxes(Boxes) {
  for (uint32_t I = 0; I < Boxes.size(); ++I)
    for (const BitWord &W : Boxes[I].Operands)
      if (W.size() > 1 && !isConstant(W)) // no enable; for it nothing is shared
        Readers[hashOf(W)].push_back(I);
}

const std::vector<uint32_t> &SharedParts::readers(const BitWord &W) const {
  static const std::vector<uint32_t> None;
  const auto Found = Readers.find(hashOf(W));
  return Found == Readers.end() ? None : Found->second;
}

FabricResources SharedParts::of(size_t Box) const {
  assert(Box < Boxes.size() && "a box is one of the netlist");
  const Cell &C = N.Cells[Boxes[Box].Cell];
  if (C.Kind != CellKind::Unit || facts(C.Op).Class != OperatorClass::Float ||
      facts(C.Op).NumOperands != 2 || facts(C.Op).Types != OperandTypes::Float)
    return {};
  FabricResources Part = Sharing(Costs, N, Boxes, *this, Box).run();
  // Some units are smaller than those that were measured in pairs.
  const auto Own = unitPrice(Costs, N, Boxes[Box]);
  for (auto Member : CostMembers)
    Part.*Member = Own ? std::min(Part.*Member, (*Own).*Member) : 0;
  return Part;
}

} // namespace roofline
