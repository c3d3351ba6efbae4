// An operator's expression as a tree of operators.
//
/// \file
/// Parses by precedence climbing; levels are those that C and Verilog share.
#include "roofline/Stream/OperatorParts.h"

#include <cctype>

namespace roofline {
namespace {

using Kind = OperatorPart::Kind;

/// Two operands' spelling; Signed is Op where both have a sign.
struct Infix {
  std::string_view Text;
  unsigned Level; ///< a higher one binds closer
  DatapathOp Op, Signed;
  bool IsSwapped = false; ///< computes it of b and a
};
/// Longer texts first.
constexpr Infix Infixes[] = {
    {">>>", 6, DatapathOp::LShr, DatapathOp::AShr},
    {"<<", 6, DatapathOp::Shl, DatapathOp::Shl},
    {">>", 6, DatapathOp::LShr, DatapathOp::LShr},
    {"<=", 5, DatapathOp::ULessEqual, DatapathOp::SLessEqual},
    {">=", 5, DatapathOp::ULessEqual, DatapathOp::SLessEqual, true},
    {"==", 4, DatapathOp::Equal, DatapathOp::Equal},
    {"!=", 4, DatapathOp::NotEqual, DatapathOp::NotEqual},
    {"<", 5, DatapathOp::ULess, DatapathOp::SLess},
    {">", 5, DatapathOp::ULess, DatapathOp::SLess, true},
    {"+", 7, DatapathOp::Add, DatapathOp::Add},
    {"-", 7, DatapathOp::Sub, DatapathOp::Sub},
    {"*", 8, DatapathOp::Mul, DatapathOp::Mul},
    {"/", 8, DatapathOp::UDiv, DatapathOp::SDiv},
    {"%", 8, DatapathOp::URem, DatapathOp::SRem},
    {"&", 3, DatapathOp::And, DatapathOp::And},
    {"^", 2, DatapathOp::Xor, DatapathOp::Xor},
    {"|", 1, DatapathOp::Or, DatapathOp::Or},
};

struct Term {
  uint8_t Part = 0;
  bool IsSigned = false;
};

class ExpressionParser {
public:
  ExpressionParser(const DatapathOperator &Operator, std::string_view Text)
      : Operator(Operator), Whole(Text), Text(Text) {}

  std::vector<OperatorPart> run() {
    const Term Result = choice();
    if (take(""), !Text.empty())
      fail("an operator is expected");
    if (Operator.Types == OperandTypes::Compare && !Parts[Result.Part].IsBit)
      fail("a comparison gives 1 bit");
    else if (Operator.Types == OperandTypes::Integer)
      word(Result);
    if (Parts.size() > MaxOperatorParts)
      fail("it is too long");
    if (Why)
      Parts.clear();
    return std::move(Parts);
  }
  std::optional<std::string> why() const { return Why; }

private:
  const DatapathOperator &Operator;
  std::string_view Whole, Text; ///< the expression, and what is left of it
  std::vector<OperatorPart> Parts;
  std::optional<std::string> Why; ///< it is none

  void fail(const std::string &Reason) {
    if (!Why)
      Why = "column " + std::to_string(Whole.size() - Text.size() + 1) + ": " +
            Reason;
  }
  bool take(std::string_view Word) {
    while (Text.starts_with(' '))
      Text.remove_prefix(1);
    if (!Text.starts_with(Word))
      return false;
    Text.remove_prefix(Word.size());
    return true;
  }
  Term add(OperatorPart P) {
    Parts.push_back(P);
    return {uint8_t(Parts.size() - 1)};
  }
  Term operation(DatapathOp Op, bool IsBit, Term A, Term B = {}, Term C = {}) {
    for (Term T : {A, B, C}) {
      const DatapathOp Inner = Parts[T.Part].Op;
      if (Inner == DatapathOp::AShr || Inner == DatapathOp::SDiv ||
          Inner == DatapathOp::SRem) // printed, it loses its sign
        fail("a signed shift or division stands alone");
    }
    return add({Kind::Operation, Op, IsBit, 0, {A.Part, B.Part, C.Part}});
  }
  Term number(uint64_t Value, bool IsBit = false) {
    return add({Kind::Number, DatapathOp::Constant, IsBit, Value, {}});
  }
  Term word(Term T) {
    return Parts[T.Part].IsBit ? operation(DatapathOp::ZeroExtend, false, T)
                               : T;
  }

  Term infix(const Infix &Sign, Term A, Term B) {
    // A shift goes by its first operand alone.
    const bool Shifts =
        Sign.Op == DatapathOp::LShr || Sign.Op == DatapathOp::Shl;
    if (A.IsSigned != B.IsSigned && !(Shifts && A.IsSigned))
      fail("one operand alone is $signed()");
    const bool AreBits = Parts[A.Part].IsBit && Parts[B.Part].IsBit;
    if (!AreBits) {
      A.Part = word(A).Part;
      B.Part = word(B).Part;
    }
    const DatapathOp Op = A.IsSigned ? Sign.Signed : Sign.Op;
    const bool Compares = facts(Op).Types == OperandTypes::Compare;
    return Sign.IsSwapped ? operation(Op, true, B, A)
                          : operation(Op, Compares || AreBits, A, B);
  }

  Term choice() {
    Term If = joined(1);
    if (!take("?"))
      return If;
    if (!Parts[If.Part].IsBit)
      If = operation(DatapathOp::NotEqual, true, If, number(0));
    const Term Then = word(choice());
    if (!take(":"))
      fail("':' is expected");
    const Term Else = word(choice());
    return operation(DatapathOp::Select, false, If, Then, Else);
  }

  Term joined(unsigned Level) {
    Term Left = primary();
    while (!Why) {
      const Infix *By = nullptr;
      for (const Infix &I : Infixes)
        if (!By && take(I.Text))
          By = &I;
      if (!By)
        break;
      if (By->Level < Level) { // of an outer one: gives it back
        Text = {Text.data() - By->Text.size(), Text.size() + By->Text.size()};
        break;
      }
      Left = infix(*By, Left, joined(By->Level + 1));
    }
    return Left;
  }

  Term primary() {
    if (take("~")) {
      const Term T = primary();
      const bool IsBit = Parts[T.Part].IsBit;
      return operation(DatapathOp::Xor, IsBit, T, number(~uint64_t(0), IsBit));
    }
    const bool IsSigned = take("$signed");
    if (take("(")) {
      Term T = choice();
      T.IsSigned = IsSigned;
      if (!take(")"))
        fail("')' is expected");
      return T;
    }
    if (take("W"))
      return add({Kind::Width, DatapathOp::Constant, false, 0, {}});
    if (!Text.empty() && std::isdigit((unsigned char)Text[0])) {
      uint64_t Value = 0;
      for (; !Text.empty() && std::isdigit((unsigned char)Text[0]);
           Text.remove_prefix(1))
        Value = 10 * Value + uint64_t(Text[0] - '0');
      return number(Value);
    }
    const uint64_t Operand =
        Text.empty() ? Operator.NumOperands : Text[0] - 'a';
    if (Operand < Operator.NumOperands)
      Text.remove_prefix(1);
    else
      fail("an operand, a decimal number or '(' is expected");
    const bool IsBit = Operator.Types == OperandTypes::Select && Operand == 0;
    return add(
        {Kind::Operand, DatapathOp::Constant, IsBit, Why ? 0 : Operand, {}});
  }
};

bool hasExpression(const DatapathOperator &Operator) {
  return !Operator.Expression.empty() &&
         (Operator.Types == OperandTypes::Integer ||
          Operator.Types == OperandTypes::Compare ||
          Operator.Types == OperandTypes::Select);
}

std::vector<std::vector<OperatorPart>> allParts() {
  std::vector<std::vector<OperatorPart>> All(NumDatapathOps);
  for (unsigned I = 0; I < NumDatapathOps; ++I)
    if (const DatapathOperator &Operator = DatapathOperators[I];
        hasExpression(Operator))
      All[I] = ExpressionParser(Operator, Operator.Expression).run();
  return All;
}

} // namespace

const std::vector<OperatorPart> &partsOf(DatapathOp Op) {
  static const std::vector<std::vector<OperatorPart>> All = allParts();
  return All[unsigned(Op)];
}

std::optional<std::string> whyNoParts(const DatapathOperator &Operator,
                                      std::string_view Text) {
  ExpressionParser Parser(Operator, Text);
  Parser.run();
  return Parser.why();
}

} // namespace roofline
