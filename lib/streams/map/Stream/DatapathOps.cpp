// The operators of a datapath, from the list of Kernel/Operators.def.
#include "roofline/Stream/DatapathOps.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Base/LowMask.h"

#include <cassert>
#include <cctype>

namespace roofline {

using enum DatapathOperator::Law;

constinit const DatapathOperator DatapathOperators[] = {
#define DATAPATH_OPERATOR(ENUM, NAME, OPERANDS, TYPES, CLASS, LAWS, IDENTITY,  \
                          EXPRESSION, MODULE)                                  \
  {NAME,                                                                       \
   OPERANDS,                                                                   \
   OperandTypes::TYPES,                                                        \
   OperatorClass::CLASS,                                                       \
   LAWS,                                                                       \
   IdentityElement::IDENTITY,                                                  \
   EXPRESSION,                                                                 \
   MODULE},
#include "roofline/Kernel/Operators.def"
};

std::optional<DatapathOp> datapathOp(std::string_view Name) noexcept {
  for (unsigned I = 0; I < NumDatapathOps; ++I)
    if (DatapathOperators[I].Name == Name)
      return DatapathOp(I);
  return std::nullopt;
}

std::optional<uint64_t> identity(DatapathOp Op, uint32_t Bits) noexcept {
  assert(Bits >= 1 && Bits <= 64 && "an operator has words of 1 to 64 bits");
  const uint64_t Sign = uint64_t(1) << (Bits - 1);
  switch (facts(Op).Identity) {
  case IdentityElement::None:
    return std::nullopt;
  case IdentityElement::Zero:
    return 0;
  case IdentityElement::One:
    return 1;
  case IdentityElement::Ones:
    return lowMask(Bits);
  case IdentityElement::LeastSigned:
  case IdentityElement::MinusZero:
    return Sign;
  case IdentityElement::MostSigned:
    return Sign - 1;
  case IdentityElement::FloatOne:
    return oneBits(Bits);
  case IdentityElement::NaN:
    return quietNaNBits(Bits);
  }
  __builtin_unreachable();
}

std::string expression(DatapathOp Op, const std::vector<std::string> &Operands,
                       const std::vector<std::string> &Signed) {
  assert((Signed.empty() || Signed.size() == Operands.size()) &&
         "each operand has a text with a sign, or none has");
  constexpr std::string_view Begin = "$signed(";
  const std::string_view Text = facts(Op).Expression;
  auto IsLetter = [&](size_t Index) {
    return Index < Text.size() && std::isalpha(Text[Index]);
  };
  std::string Result;
  for (size_t At = 0; At < Text.size(); ++At) {
    const size_t Operand = size_t(Text[At] - 'a');
    if (!Signed.empty() && Text.substr(At).starts_with(Begin)) {
      At += Begin.size();
      Result += Signed[size_t(Text[At++] - 'a')];
    } else if (Operand < Operands.size() && !IsLetter(At - 1) &&
               !IsLetter(At + 1)) {
      Result += Operands[Operand];
    } else {
      Result += Text[At];
    }
  }
  return Result;
}

} // namespace roofline
