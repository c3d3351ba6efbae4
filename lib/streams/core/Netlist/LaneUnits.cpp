// Operators that are modules of rtl/.
#include "roofline/Netlist/OperatorCells.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Base/LowMask.h"
#include "roofline/Base/Reciprocal.h"

namespace roofline {
namespace {

using Parameters = std::vector<std::pair<std::string, std::string>>;

std::string bits(uint64_t Value) { return std::to_string(Value); }

/// "36'h123456789" of at most 128 bits.
std::string wideLiteral(unsigned __int128 Value, unsigned Width) {
  static const char Digits[] = "0123456789abcdef";
  std::string Hex;
  for (unsigned I = (Width + 3) / 4; I-- > 0;)
    Hex += Digits[unsigned(Value >> (4 * I)) & 15];
  return bits(Width) + "'h" + Hex;
}

bool isSignedQuotient(DatapathOp Op) {
  return Op == DatapathOp::SDiv || Op == DatapathOp::SRem;
}
bool isRemainder(DatapathOp Op) {
  return Op == DatapathOp::URem || Op == DatapathOp::SRem;
}

/// Adds the parameters that the list of operators names: ".MAX(1), .FIRST(1)".
void addParameters(std::string_view Text, Parameters &To) {
  while (!Text.empty()) {
    const size_t Open = Text.find('('), Close = Text.find(')');
    To.emplace_back(Text.substr(1, Open - 1),
                    Text.substr(Open + 1, Close - Open - 1));
    const size_t Next = Text.find('.', Close);
    Text = Next == Text.npos ? std::string_view() : Text.substr(Next);
  }
}

} // namespace

NetlistUnit floatUnit(DatapathOp Op, unsigned Bits, unsigned From,
                      unsigned Latency) {
  auto FormatOf = [](unsigned Width) {
    return Parameters{{"EXP", bits(exponentBits(Width))},
                      {"FRAC", bits(fractionBits(Width))}};
  };
  const Parameters Format = FormatOf(Bits), FromFormat = FormatOf(From);
  const DatapathOperator &Facts = facts(Op);
  NetlistUnit U = {std::string(Facts.moduleName()), Format, Latency, true};
  switch (Facts.Types) {
  case OperandTypes::FloatCompare:
    U.Parameters = FromFormat;
    break;
  case OperandTypes::FloatToInt:
    U.Parameters = FromFormat;
    U.Parameters.emplace_back("WIDTH", bits(Bits));
    break;
  case OperandTypes::IntToFloat:
    U.Parameters.emplace_back("WIDTH", bits(From));
    break;
  case OperandTypes::FloatToFloat:
    U.Module = Bits > From ? "roofline_fextend" : "roofline_ftruncate";
    U.Parameters.insert(
        U.Parameters.begin(),
        {{"EXP_IN", FromFormat[0].second}, {"FRAC_IN", FromFormat[1].second}});
    break;
  default:
    break;
  }
  addParameters(Facts.moduleParameters(), U.Parameters);
  return U;
}

NetlistUnit OperatorCells::multiplier(uint32_t N) const {
  NetlistUnit U = {"roofline_mul",
                   {{"WIDTH", bits(K.Nodes[N].Type.Bits)}},
                   Choice.unit(N).Latency,
                   true};
  if (const ProductFactors F = productFactors(K, N); F.Signed)
    U.Parameters.insert(
        U.Parameters.end(),
        {{"LEFT", bits(F.Left)}, {"RIGHT", bits(F.Right)}, {"SIGNED", "1"}});
  else if (addsParts(K, N, Live))
    U.Parameters.emplace_back("PARTS", "1");
  return U;
}

NetlistUnit OperatorCells::divider(uint32_t N) const {
  const DatapathNode &Node = K.Nodes[N];
  const bool IsComb = Choice.isComb(N);
  NetlistUnit U = {"roofline_divide",
                   {{"WIDTH", bits(Node.Type.Bits)},
                    {"SIGNED", bits(isSignedQuotient(Node.Op))},
                    {"REMAINDER", bits(isRemainder(Node.Op))}},
                   IsComb ? 0 : operatorUnit(K, N).Latency,
                   true};
  if (!keepsRest(K, N))
    U.Parameters.emplace_back("DIVISOR", bits(divisorBits(K, N, Live)));
  if (IsComb)
    U.Parameters.emplace_back("REGISTERED", "0");
  return U;
}

NetlistUnit OperatorCells::constantDivider(uint32_t N) const {
  const DatapathNode &Node = K.Nodes[N];
  const unsigned Width = Node.Type.Bits;
  const bool Signed = isSignedQuotient(Node.Op);
  const bool Remainder = isRemainder(Node.Op);
  uint64_t Divisor = K.Nodes[Node.Operands[1]].Value;
  const bool Negative = Signed && Divisor >> (Width - 1) & 1;
  if (Negative)
    Divisor = -Divisor & lowMask(Width);
  const Reciprocal R =
      reciprocalOf(Divisor, Signed ? Width - 1 : Width, Signed);
  const bool IsComb = Choice.isComb(N);
  return {"roofline_divide_constant",
          {{"WIDTH", bits(Width)},
           {"SIGNED", bits(Signed)},
           {"REMAINDER", bits(Remainder)},
           {"REGISTERED", bits(!IsComb)},
           {"NEGATIVE", bits(Negative && !Remainder)},
           {"SHIFT", bits(R.Shift)},
           {"FACTOR", wideLiteral(R.Factor, Width + 1)},
           {"DIVISOR", wideLiteral(Divisor, Width)}},
          IsComb ? 0 : operatorUnit(K, N).Latency,
          true};
}

NetlistUnit OperatorCells::unitOf(uint32_t N) const {
  const DatapathNode &Node = K.Nodes[N];
  switch (Choice.unit(N).Kind) {
  case UnitKind::Multiplier:
    return multiplier(N);
  case UnitKind::ConstantDivider:
    return constantDivider(N);
  case UnitKind::Divider:
    return divider(N);
  case UnitKind::BitCount: {
    const bool IsComb = Choice.isComb(N);
    NetlistUnit U = {
        std::string(facts(Node.Op).moduleName()),
        {{"WIDTH", bits(Node.Type.Bits)}, {"REGISTERED", IsComb ? "0" : "1"}},
        IsComb ? 0u : 1u,
        true};
    addParameters(facts(Node.Op).moduleParameters(), U.Parameters);
    return U;
  }
  default:
    return floatUnit(Node.Op, Node.Type.Bits,
                     K.Nodes[Node.Operands[0]].Type.Bits,
                     operatorUnit(K, N).Latency);
  }
}

} // namespace roofline
