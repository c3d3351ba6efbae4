// Operators that are modules of rtl/.
#include "PrintExpressions.h"

#include "roofline/Base/Reciprocal.h"

#include <bit>

namespace roofline {
namespace {

using Parameters = std::vector<std::pair<const char *, std::string>>;

std::string instance(const std::string &Module, const Parameters &Set,
                     const std::string &Result, const OperandTexts &Of,
                     const char *Enable = nullptr) {
  std::string Text = Module;
  if (!Set.empty()) {
    Text += " #(";
    for (size_t I = 0; I < Set.size(); ++I)
      Text += std::string(I ? ", ." : ".") + Set[I].first + "(" +
              Set[I].second + ")";
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
  if (N.Op == DatapathOp::PopCount)
    return instance("roofline_popcount", Set, Result, Of, P.enable());
  Set.push_back({"LEADING", bits(N.Op == DatapathOp::CountLeadingZeros)});
  return instance("roofline_count_zeros", Set, Result, Of, P.enable());
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
  auto Make = [&](const char *Module, Parameters Set,
                  Parameters More = Parameters()) {
    Set.insert(Set.end(), More.begin(), More.end());
    std::string Text = instance(Module, Set, Result, Of);
    size_t Ports = Text.find(" of_" + Result + " (") + Result.size() + 6;
    return Text.insert(Ports, "clk, " + Enable + ", ");
  };
  switch (Op) {
  case DatapathOp::FAdd:
    return Make("roofline_fadd", Format);
  case DatapathOp::FSub:
    return Make("roofline_fadd", Format, {{"SUBTRACT", "1"}});
  case DatapathOp::FMul:
    return Make("roofline_fmul", Format);
  case DatapathOp::FDiv:
    return Make("roofline_fdiv", Format);
  case DatapathOp::FSqrt:
    return Make("roofline_fsqrt", Format);
  case DatapathOp::Fma:
    return Make("roofline_ffma", Format);
  case DatapathOp::FMin:
    return Make("roofline_fminmax", Format);
  case DatapathOp::FMax:
    return Make("roofline_fminmax", Format, {{"MAX", "1"}});
  case DatapathOp::FMinFirst:
    return Make("roofline_fminmax", Format, {{"FIRST", "1"}});
  case DatapathOp::FMaxFirst:
    return Make("roofline_fminmax", Format, {{"MAX", "1"}, {"FIRST", "1"}});
  case DatapathOp::FMinLast:
    return Make("roofline_fminmax", Format, {{"LAST", "1"}});
  case DatapathOp::FMaxLast:
    return Make("roofline_fminmax", Format, {{"MAX", "1"}, {"LAST", "1"}});
  case DatapathOp::FEqual:
    return Make("roofline_fcompare", FromFormat, {{"OP", "0"}});
  case DatapathOp::FLess:
    return Make("roofline_fcompare", FromFormat, {{"OP", "1"}});
  case DatapathOp::FLessEqual:
    return Make("roofline_fcompare", FromFormat, {{"OP", "2"}});
  case DatapathOp::FUnordered:
    return Make("roofline_fcompare", FromFormat, {{"OP", "3"}});
  case DatapathOp::FToSInt:
  case DatapathOp::FToUInt:
    return Make(
        "roofline_ftoint", FromFormat,
        {{"WIDTH", bits(Bits)}, {"SIGNED", bits(Op == DatapathOp::FToSInt)}});
  case DatapathOp::SIntToF:
  case DatapathOp::UIntToF:
    return Make(
        "roofline_ffromint", Format,
        {{"WIDTH", bits(From)}, {"SIGNED", bits(Op == DatapathOp::SIntToF)}});
  default: // FToF
    return Make(
        Bits > From ? "roofline_fextend" : "roofline_ftruncate",
        {{"EXP_IN", FromFormat[0].second}, {"FRAC_IN", FromFormat[1].second}},
        Format);
  }
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
