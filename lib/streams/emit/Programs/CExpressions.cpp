// Operators of a datapath as C.
//
/// \file
/// Each operator computes the value of StreamOperation.cpp, bit for bit, also
/// where DatapathOp leaves it open: a difference anywhere is an error.
#include "CExpressions.h"

#include "CHelpers.h"

#include "roofline/Stream/OperatorParts.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace roofline {
namespace {

void replaceAll(std::string &Text, const std::string &What,
                const std::string &New) {
  for (size_t At = 0; (At = Text.find(What, At)) != std::string::npos;) {
    bool Whole = (At == 0 || (!std::isalnum((unsigned char)Text[At - 1]) &&
                              Text[At - 1] != '_')) &&
                 (At + What.size() == Text.size() ||
                  (!std::isalnum((unsigned char)Text[At + What.size()]) &&
                   Text[At + What.size()] != '_'));
    if (Whole)
      Text.replace(At, What.size(), New);
    At += Whole ? New.size() : What.size();
  }
}

uint64_t ones(unsigned Bits) { return ~uint64_t(0) >> (64 - Bits); }
/// Whether values of \p Bits are in variables of 64.
bool isWide(unsigned Bits) { return Bits > 32; }
unsigned container(unsigned Bits) { return isWide(Bits) ? 64 : 32; }

/// The shortest decimal number that reads back as \p Value.
std::string decimal(double Value, bool Single) {
  char Text[64];
  for (int Digits = 1; Digits <= 17; ++Digits) {
    std::snprintf(Text, sizeof Text, "%.*g", Digits, Value);
    if (Single ? std::strtof(Text, nullptr) == float(Value)
               : std::strtod(Text, nullptr) == Value)
      break;
  }
  std::string Result = Text;
  if (Result.find_first_of(".e") == std::string::npos)
    Result += ".0";
  return Single ? Result + "f" : Result;
}

} // namespace

/// An operation apart from its kernel.
struct CPrinter::Operation {
  DatapathOp Op;
  ValueType ResultType, OperandType; ///< of the result and of operand 0
  const std::vector<std::string> &Operands;
  std::optional<uint64_t> Second; ///< operand 1, where it is a constant
};

std::string CPrinter::spelled(std::string Text) const {
  for (auto [Name, OpenCL, Cxx] : {std::array{"u32", "uint", "uint32_t"},
                                   std::array{"u64", "ulong", "uint64_t"},
                                   std::array{"s32", "int", "int32_t"},
                                   std::array{"s64", "long", "int64_t"}})
    replaceAll(Text, Name, isCxx() ? Cxx : OpenCL);
  return Text;
}

std::string CPrinter::type(const ValueType &T) const {
  if (T.Scalar == ScalarKind::Float)
    return T.Bits == 32 ? "float" : "double";
  return spelled(isWide(T.Bits) ? "u64" : "u32");
}

std::string CPrinter::elementType(const ValueType &T) const {
  if (T.Scalar == ScalarKind::Float || T.Bits > 16)
    return type(T);
  if (isCxx())
    return T.Bits > 8 ? "uint16_t" : "uint8_t";
  return T.Bits > 8 ? "ushort" : "uchar";
}

std::string CPrinter::number(uint64_t Bits, unsigned Width) const {
  char Text[32];
  std::snprintf(Text, sizeof Text, Bits < 65536 ? "%llu" : "0x%llx",
                static_cast<unsigned long long>(Bits));
  return Text + std::string(!isWide(Width) ? "u" : isCxx() ? "ull" : "ul");
}

std::string CPrinter::literal(uint64_t Bits, const ValueType &T) const {
  if (T.Scalar != ScalarKind::Float)
    return number(Bits, T.Bits);
  const bool Single = T.Bits == 32;
  double Value = Single ? std::bit_cast<float>(uint32_t(Bits))
                        : std::bit_cast<double>(Bits);
  if (std::isfinite(Value)) {
    std::string Text = decimal(Value, Single);
    return std::signbit(Value) ? "(" + Text + ")" : Text;
  }
  const char *Zero = Single ? "0.0f" : "0.0";
  if (std::isnan(Value))
    return std::string("(") + Zero + " / " + Zero + ")";
  return std::string(Value < 0 ? "(-1.0" : "(1.0") + (Single ? "f" : "") +
         " / " + Zero + ")";
}

std::string CPrinter::fromElement(const std::string &Value,
                                  const ValueType &T) const {
  return elementType(T) == type(T) ? Value : "(" + type(T) + ")" + Value;
}

std::string CPrinter::toElement(const std::string &Value,
                                const ValueType &T) const {
  return elementType(T) == type(T) ? Value : "(" + elementType(T) + ")" + Value;
}

std::string CPrinter::masked(const std::string &Value, unsigned Bits) const {
  if (Bits == container(Bits))
    return Value;
  const bool IsName = Value.find_first_of(" (") == std::string::npos;
  return (IsName ? Value : "(" + Value + ")") + " & " +
         number(ones(Bits), Bits);
}

std::string CPrinter::asSigned(const std::string &Value, unsigned Bits) const {
  std::string Type = spelled(isWide(Bits) ? "s64" : "s32");
  unsigned Unused = container(Bits) - Bits;
  if (!Unused)
    return "(" + Type + ")" + Value;
  std::string By = std::to_string(Unused);
  return "((" + Type + ")(" + Value + " << " + By + ") >> " + By + ")";
}

std::string CPrinter::call(const char *Helper, const std::string &Arguments) {
  Helpers.insert(Helper);
  return std::string(Helper) + "(" + Arguments + ")";
}

std::string CPrinter::division(const Operation &O) {
  const bool IsSigned = O.Op == DatapathOp::SDiv || O.Op == DatapathOp::SRem;
  const bool IsQuotient = O.Op == DatapathOp::UDiv || O.Op == DatapathOp::SDiv;
  const unsigned Bits = O.OperandType.Bits;
  const std::string A =
      IsSigned ? asSigned(O.Operands[0], Bits) : O.Operands[0];
  const std::string B =
      IsSigned ? asSigned(O.Operands[1], Bits) : O.Operands[1];
  if (O.Second && *O.Second != 0 && !(IsSigned && *O.Second == ones(Bits))) {
    std::string Text = A + (IsQuotient ? " / " : " % ") + B;
    return masked(
        IsSigned ? "(" + type(O.OperandType) + ")(" + Text + ")" : Text, Bits);
  }
  std::string Name = IsQuotient ? "quotient_" : "remainder_";
  Name += IsSigned ? 's' : 'u';
  Name += std::to_string(container(Bits));
  return masked(call(Name.c_str(), A + ", " + B), Bits);
}

std::string CPrinter::shift(const Operation &O) {
  const unsigned Bits = O.OperandType.Bits;
  const std::string &A = O.Operands[0], &B = O.Operands[1];
  const std::string Width = number(Bits, Bits);
  auto Guarded = [&](const std::string &Text, const std::string &Beyond) {
    if (O.Second)
      return *O.Second < Bits ? Text : Beyond;
    return B + " >= " + Width + " ? " + Beyond + " : " + Text;
  };
  const std::string Zero = number(0, Bits);
  switch (O.Op) {
  case DatapathOp::Shl:
    return masked(Guarded(A + " << " + B, Zero), Bits);
  case DatapathOp::LShr:
    return Guarded(A + " >> " + B, Zero);
  case DatapathOp::AShr: {
    std::string Value = asSigned(A, Bits);
    std::string Sign = Value + " >> " + std::to_string(container(Bits) - 1);
    return masked("(" + type(O.OperandType) + ")(" +
                      Guarded(Value + " >> " + B, Sign) + ")",
                  Bits);
  }
  case DatapathOp::RotateLeft: {
    if (O.Second && *O.Second % Bits == 0)
      return A;
    std::string By = "(" + B + " % " + Width + ")";
    std::string Back = "((" + Width + " - " + By + ") % " + Width + ")";
    return masked(A + " << " + By + " | " + A + " >> " + Back, Bits);
  }
  default:
    return parts(O);
  }
}

/// Counts and permutations of bits.
std::string CPrinter::bits(const Operation &O) {
  const unsigned Bits = O.OperandType.Bits, All = container(Bits);
  const char *Suffix = All == 64 ? "u64" : "u32";
  auto Call = [&](const std::string &Name, const std::string &Value) {
    return call((Name + "_" + Suffix).c_str(), Value);
  };
  auto Down = [&](const std::string &Value) {
    return Bits == All ? Value : Value + " >> " + std::to_string(All - Bits);
  };
  const std::string &A = O.Operands[0];
  switch (O.Op) {
  case DatapathOp::PopCount:
    return masked(Call("ones", A), O.ResultType.Bits);
  case DatapathOp::CountLeadingZeros:
    return masked(Call("zeros", A) + " - " + number(All - Bits, Bits),
                  O.ResultType.Bits);
  case DatapathOp::CountTrailingZeros:
    return masked(A + " == 0 ? " + number(Bits, Bits) + " : " +
                      Call("ones", "(" + A + " & (0 - " + A + ")) - 1"),
                  O.ResultType.Bits);
  case DatapathOp::ReverseBits:
    return Down(Call("reversed", A));
  default: // SwapBytes
    return Down(Call("swapped", A));
  }
}

/// Operation by operation: each one's result is a word of its width.
std::string CPrinter::parts(const Operation &O) {
  const uint32_t Width = O.OperandType.Bits;
  auto TypeOf = [](uint32_t Bits) {
    return ValueType{ScalarKind::Int, uint16_t(Bits), 1};
  };
  return foldExpression<std::string>(
      O.Op, Width, [&](uint64_t I) { return O.Operands[I]; },
      [&](uint64_t Value, uint32_t Bits) { return number(Value, Bits); },
      [&](const OperatorPart &P, const std::array<std::string, 3> &All,
          uint32_t From) {
        const std::vector<std::string> Of(All.begin(),
                                          All.begin() + numOperands(P.Op));
        return "(" +
               print({P.Op, TypeOf(P.bits(Width)), TypeOf(From), Of, {}}) + ")";
      });
}

std::string CPrinter::integer(const Operation &O) {
  const std::vector<OperatorPart> &Parts = partsOf(O.Op);
  const bool HasInner =
      std::any_of(Parts.begin(), Parts.end(), [&](const OperatorPart &P) {
        return P.K == OperatorPart::Kind::Operation && !P.IsBit &&
               &P != &Parts.back();
      });
  if (HasInner) // a word that may have more bits than its type
    return parts(O);
  const unsigned Bits = O.OperandType.Bits;
  std::vector<std::string> Signed;
  for (const std::string &Operand : O.Operands)
    Signed.push_back(asSigned(Operand, Bits));
  const OperatorClass Class = facts(O.Op).Class;
  const bool Grows =
      Class == OperatorClass::Sum || Class == OperatorClass::Product;
  std::string Text = expression(O.Op, O.Operands, Signed);
  return Grows ? masked(Text, Bits) : Text;
}

/// Towards zero, and the nearest integer there is where it is out of range.
std::string CPrinter::toInteger(const Operation &O) const {
  const bool IsSigned = O.Op == DatapathOp::FToSInt;
  const unsigned Bits = O.ResultType.Bits;
  const std::string &A = O.Operands[0];
  const bool Single = O.OperandType.Bits == 32;
  const double Limit = std::ldexp(1.0, int(IsSigned ? Bits - 1 : Bits));
  const uint64_t Most = IsSigned ? ones(Bits) >> 1 : ones(Bits);
  std::string Above =
      A + " >= " + decimal(Limit, Single) + " ? " + number(Most, Bits);
  if (!IsSigned)
    return "!(" + A + " > 0) ? " + number(0, Bits) + " : " + Above + " : (" +
           type(O.ResultType) + ")" + A;
  std::string Below =
      A + " < -" + decimal(Limit, Single) + " ? " + number(Most + 1, Bits);
  std::string Inside = "(" + type(O.ResultType) + ")(" +
                       spelled(isWide(Bits) ? "s64" : "s32") + ")" + A;
  return A + " != " + A + " ? " + number(0, Bits) + " : " + Above + " : " +
         Below + " : " + masked(Inside, Bits);
}

std::string CPrinter::reinterpreted(const Operation &O) {
  if (O.ResultType.Scalar == O.OperandType.Scalar)
    return O.Operands[0];
  const bool ToFloat = O.ResultType.Scalar == ScalarKind::Float;
  const bool Wide = isWide(O.ResultType.Bits);
  return call(ToFloat ? (Wide ? "as_double" : "as_float")
                      : (Wide ? "as_ulong" : "as_uint"),
              O.Operands[0]);
}

std::string CPrinter::conversion(const Operation &O) {
  const std::string &A = O.Operands[0];
  const std::string Cast = "(" + type(O.ResultType) + ")";
  switch (O.Op) {
  case DatapathOp::Truncate:
    return masked(type(O.ResultType) == type(O.OperandType) ? A : Cast + A,
                  O.ResultType.Bits);
  case DatapathOp::ZeroExtend:
    return type(O.ResultType) == type(O.OperandType) ? A : Cast + A;
  case DatapathOp::SignExtend: {
    std::string Value = asSigned(A, O.OperandType.Bits);
    if (isWide(O.ResultType.Bits) && !isWide(O.OperandType.Bits))
      Value = spelled("(s64)") + Value;
    return masked(Cast + Value, O.ResultType.Bits);
  }
  case DatapathOp::Bitcast:
    return reinterpreted(O);
  case DatapathOp::FToSInt:
  case DatapathOp::FToUInt:
    return toInteger(O);
  case DatapathOp::SIntToF:
    return Cast + asSigned(A, O.OperandType.Bits);
  default: // UIntToF, FToF
    return Cast + A;
  }
}

std::string CPrinter::floating(const Operation &O) {
  if (O.Op == DatapathOp::FMin || O.Op == DatapathOp::FMax) {
    std::string Name = O.Op == DatapathOp::FMin ? "smaller_f" : "larger_f";
    Name += std::to_string(O.OperandType.Bits);
    return call(Name.c_str(), O.Operands[0] + ", " + O.Operands[1]);
  }
  std::string Text = expression(O.Op, O.Operands);
  // An operand has one letter, a function has several.
  const std::string_view Of = facts(O.Op).Expression;
  const bool IsCall = std::isalpha(Of[0]) && std::isalpha(Of[1]);
  return isCxx() && IsCall ? "std::" + Text : Text;
}

std::string CPrinter::print(const Operation &O) {
  switch (facts(O.Op).Class) {
  case OperatorClass::Quotient:
    return division(O);
  case OperatorClass::Shift:
    return shift(O);
  case OperatorClass::Count:
    return bits(O);
  case OperatorClass::Choice:
    return expression(O.Op, O.Operands);
  default:
    break;
  }
  switch (facts(O.Op).Types) {
  case OperandTypes::Integer:
    return facts(O.Op).Class == OperatorClass::Wiring ? bits(O) : integer(O);
  case OperandTypes::Compare:
    return integer(O);
  case OperandTypes::Float:
  case OperandTypes::FloatCompare:
    return floating(O);
  default:
    return conversion(O);
  }
}

std::string CPrinter::operation(const StreamKernel &K, uint32_t N,
                                const std::vector<std::string> &Operands) {
  const DatapathNode &Node = K.Nodes[N];
  std::optional<uint64_t> Second;
  if (Node.Operands.size() > 1)
    if (const DatapathNode &B = K.Nodes[Node.Operands[1]];
        B.Op == DatapathOp::Constant)
      Second = B.Value;
  return print(
      {Node.Op, Node.Type, K.Nodes[Node.Operands[0]].Type, Operands, Second});
}

std::string CPrinter::operation(DatapathOp Op, const ValueType &T,
                                const std::vector<std::string> &Operands) {
  return print({Op, T, T, Operands, std::nullopt});
}

std::string CPrinter::helpers() const {
  std::set<std::string> Needed = Helpers;
  for (const Helper &H : CommonHelpers)
    if (Needed.count(H.Name))
      Needed.insert(H.Needs);
  std::string Text;
  auto Add = [&](const auto &All, const char *Prefix) {
    for (const Helper &H : All)
      if (Needed.count(H.Name))
        Text += Prefix + std::string(H.Text) + "\n";
  };
  if (isCxx())
    Add(CxxHelpers, "");
  else
    Add(OpenCLHelpers, "");
  Add(CommonHelpers, isCxx() ? "static inline " : "");
  return spelled(Text);
}

} // namespace roofline
