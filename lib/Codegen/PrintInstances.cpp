// Operators that are modules of rtl/.
#include "PrintExpressions.h"

#include "roofline/Base/Reciprocal.h"

#include <bit>

namespace roofline {
namespace {

using Parameters = std::vector<std::pair<const char *, std::string>>;

std::string instance(const std::string &Module, const Parameters &Set,
                     const std::string &Result, const OperandTexts &Of,
                     const char *Enable = nullptr, std::string_view More = "") {
  std::string Text = Module;
  if (!Set.empty()) {
    Text += " #(";
    for (size_t I = 0; I < Set.size(); ++I)
      Text += std::string(I ? ", ." : ".") + Set[I].first + "(" +
              Set[I].second + ")";
    if (!More.empty())
      Text += ", " + std::string(More);
    Text += ")";
  }
  Text += " of_" + Result + " (";
  if (Enable)
    Text += std::string("clk, ") + Enable + ", ";
  for (const std::string &Operand : Of)
    Text += Operand + ", ";
  return Text + Result + ");";
}

std::string bits(uint64_t Value) { return std::to_string(Value); }

std::string wideLiteral(unsigned __int128 Value, unsigned Width) {
  std::string Low = literal(uint64_t(Value), 64).substr(4);
  std::string High = literal(uint64_t(Value >> 64), 64).substr(4);
  std::string All = High + Low;
  return bits(Width) + "'h" + All.substr(All.size() - (Width + 3) / 4);
}

std::string dividerByConstant(const CorePlan &P, const DatapathNode &N,
                              const OperandTexts &Of,
                              const std::string &Result) {
  unsigned Width = N.Type.Bits;
  bool Signed = N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem;
  bool Remainder = N.Op == DatapathOp::URem || N.Op == DatapathOp::SRem;
  uint64_t Divisor = P.K.Nodes[N.Operands[1]].Value;
  bool Negative = Signed && Divisor >> (Width - 1) & 1;
  if (Negative)
    Divisor = -Divisor & (~uint64_t(0) >> (64 - Width));
  Reciprocal R = reciprocalOf(Divisor, Signed ? Width - 1 : Width, Signed);
  const bool Comb = P.D.Form == ElementForm::Comb;
  return instance("roofline_divide_constant",
                  {{"WIDTH", bits(Width)},
                   {"SIGNED", bits(Signed)},
                   {"REMAINDER", bits(Remainder)},
                   {"REGISTERED", bits(!Comb)},
                   {"NEGATIVE", bits(Negative && !Remainder)},
                   {"SHIFT", bits(R.Shift)},
                   {"FACTOR", wideLiteral(R.Factor, Width + 1)},
                   {"DIVISOR", literal(Divisor, Width)}},
                  Result, {Of[0]}, P.enable());
}

std::string divider(const CorePlan &P, uint32_t Node, const OperandTexts &Of,
                    const std::string &Result) {
  const DatapathNode &N = P.K.Nodes[Node];
  bool Signed = N.Op == DatapathOp::SDiv || N.Op == DatapathOp::SRem;
  bool Remainder = N.Op == DatapathOp::URem || N.Op == DatapathOp::SRem;
  bool Comb = P.D.Form == ElementForm::Comb;
  Parameters Set = {{"WIDTH", bits(N.Type.Bits)},
                    {"SIGNED", bits(Signed)},
                    {"REMAINDER", bits(Remainder)}};
  if (Comb)
    return instance("roofline_divide_comb", Set, Result, Of);
  if (!keepsRest(P.K, Node))
    Set.push_back({"DIVISOR", bits(divisorBits(P.K, Node, liveBits(P.K)))});
  return instance("roofline_divide", Set, Result, Of, P.enable());
}

std::string bitCount(const CorePlan &P, const DatapathNode &N,
                     const OperandTexts &Of, const std::string &Result) {
  Parameters Set = {{"WIDTH", bits(N.Type.Bits)},
                    {"REGISTERED", P.D.Form == ElementForm::Comb ? "0" : "1"}};
  return instance(std::string(facts(N.Op).moduleName()), Set, Result, Of,
                  P.enable(), facts(N.Op).moduleParameters());
}

} // namespace

std::string printFloatInstance(DatapathOp Op, unsigned Bits, unsigned From,
                               const OperandTexts &Of,
                               const std::string &Result,
                               const std::string &Enable) {
  bool Wide = Bits == 64, WideFrom = From == 64;
  Parameters Format = {{"EXP", Wide ? "11" : "8"},
                       {"FRAC", Wide ? "52" : "23"}};
  Parameters FromFormat = {{"EXP", WideFrom ? "11" : "8"},
                           {"FRAC", WideFrom ? "52" : "23"}};
  const DatapathOperator &Facts = facts(Op);
  std::string Module(Facts.moduleName());
  Parameters Set = Format;
  switch (Facts.Types) {
  case OperandTypes::FloatCompare:
    Set = FromFormat;
    break;
  case OperandTypes::FloatToInt:
    Set = FromFormat;
    Set.emplace_back("WIDTH", bits(Bits));
    break;
  case OperandTypes::IntToFloat:
    Set.emplace_back("WIDTH", bits(From));
    break;
  case OperandTypes::FloatToFloat:
    Module = Bits > From ? "roofline_fextend" : "roofline_ftruncate";
    Set.insert(Set.begin(), {{"EXP_IN", FromFormat[0].second},
                             {"FRAC_IN", FromFormat[1].second}});
    break;
  default:
    break;
  }
  return instance(Module, Set, Result, Of, Enable.c_str(),
                  Facts.moduleParameters());
}

std::string printInstance(const CorePlan &P, uint32_t Node,
                          const OperandTexts &Of, const std::string &Result) {
  const DatapathNode &N = P.K.Nodes[Node];
  switch (P.S.Nodes[Node].Unit.Kind) {
  case UnitKind::Multiplier: {
    Parameters Widths = {{"WIDTH", bits(N.Type.Bits)}};
    if (ProductFactors F = productFactors(P.K, Node); F.Signed)
      Widths.insert(
          Widths.end(),
          {{"LEFT", bits(F.Left)}, {"RIGHT", bits(F.Right)}, {"SIGNED", "1"}});
    else if (addsParts(P.K, Node, P.Live))
      Widths.emplace_back("PARTS", "1");
    return instance("roofline_mul", Widths, Result, Of, P.enable());
  }
  case UnitKind::ConstantDivider:
    return dividerByConstant(P, N, Of, Result);
  case UnitKind::Divider:
    return divider(P, Node, Of, Result);
  case UnitKind::BitCount:
    return bitCount(P, N, Of, Result);
  default:
    return printFloatInstance(N.Op, N.Type.Bits,
                              P.K.Nodes[N.Operands[0]].Type.Bits, Of, Result,
                              P.enable());
  }
}

} // namespace roofline
