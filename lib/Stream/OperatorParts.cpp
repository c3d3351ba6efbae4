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
  explicit ExpressionParser(const DatapathOperator &Of)
      : Of(Of), Text(Of.Expression) {}

  std::vector<OperatorPart> run() {
    const Term Result = choice();
    if (Text.find_first_not_of(' ') != std::string_view::npos)
      IsRight = false;
    if (Of.Types == OperandTypes::Compare)
      IsRight &= Parts[Result.Part].IsBit;
    else if (Of.Types == OperandTypes::Integer)
      word(Result);
    // A printed operation loses its sign beside an operand that has none.
    for (size_t I = 0; I + 1 < Parts.size(); ++I)
      IsRight &= Parts[I].Op != DatapathOp::AShr &&
                 Parts[I].Op != DatapathOp::SDiv &&
                 Parts[I].Op != DatapathOp::SRem;
    if (!IsRight || Parts.size() > MaxOperatorParts)
      Parts.clear();
    return std::move(Parts);
  }

private:
  const DatapathOperator &Of;
  std::string_view Text; ///< what is left
  std::vector<OperatorPart> Parts;
  bool IsRight = true;

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
    return add({Kind::Operation, Op, IsBit, 0, {A.Part, B.Part, C.Part}});
  }
  Term number(uint64_t Value, bool IsBit = false) {
    return add({Kind::Number, DatapathOp::Constant, IsBit, Value, {}});
  }
  Term word(Term T) {
    return Parts[T.Part].IsBit ? operation(DatapathOp::ZeroExtend, false, T)
                               : T;
  }

  Term infix(const Infix &By, Term A, Term B) {
    const bool AreBits = Parts[A.Part].IsBit && Parts[B.Part].IsBit;
    if (!AreBits) {
      A.Part = word(A).Part;
      B.Part = word(B).Part;
    }
    const bool IsSigned = A.IsSigned && B.IsSigned;
    // A shift goes by its first operand alone.
    const DatapathOp Op =
        IsSigned || (A.IsSigned && By.Signed == DatapathOp::AShr) ? By.Signed
                                                                  : By.Op;
    const bool Compares = facts(Op).Types == OperandTypes::Compare;
    return By.IsSwapped ? operation(Op, true, B, A)
                        : operation(Op, Compares || AreBits, A, B);
  }

  Term choice() {
    Term If = joined(1);
    if (!take("?"))
      return If;
    if (!Parts[If.Part].IsBit)
      If = operation(DatapathOp::NotEqual, true, If, number(0));
    const Term Then = word(choice());
    IsRight &= take(":");
    const Term Else = word(choice());
    return operation(DatapathOp::Select, false, If, Then, Else);
  }

  Term joined(unsigned Level) {
    Term Left = primary();
    while (IsRight) {
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
      IsRight &= take(")");
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
    const uint64_t Operand = Text.empty() ? Of.NumOperands : Text[0] - 'a';
    if (Operand < Of.NumOperands)
      Text.remove_prefix(1);
    else
      IsRight = false;
    const bool IsBit = Of.Types == OperandTypes::Select && Operand == 0;
    return add({Kind::Operand,
                DatapathOp::Constant,
                IsBit,
                IsRight ? Operand : 0,
                {}});
  }
};

std::vector<std::vector<OperatorPart>> allParts() {
  std::vector<std::vector<OperatorPart>> All(NumDatapathOps);
  for (unsigned I = 0; I < NumDatapathOps; ++I) {
    const DatapathOperator &Of = DatapathOperators[I];
    if (!Of.Expression.empty() &&
        (Of.Types == OperandTypes::Integer ||
         Of.Types == OperandTypes::Compare || Of.Types == OperandTypes::Select))
      All[I] = ExpressionParser(Of).run();
  }
  return All;
}

} // namespace

const std::vector<OperatorPart> &partsOf(DatapathOp Op) {
  static const std::vector<std::vector<OperatorPart>> All = allParts();
  return All[unsigned(Op)];
}

} // namespace roofline
