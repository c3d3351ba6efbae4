// The structures of a core, as Verilog, at many sizes.
#include "ControlBenchmarks.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Calibrate/Calibrate.h"
#include "roofline/Resources/ResourceModel.h"

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <set>

using namespace llvm;

namespace roofline {
namespace {

std::string range(uint32_t Width) {
  return "[" + std::to_string(Width - 1) + ":0]";
}

/// The operators that \p Is true of, in the order of the list.
std::vector<DatapathOp>
operators(function_ref<bool(const DatapathOperator &)> Is) {
  std::vector<DatapathOp> Of;
  for (unsigned I = 0; I < NumDatapathOps; ++I)
    if (Is(facts(DatapathOp(I))))
      Of.push_back(DatapathOp(I));
  return Of;
}

std::vector<DatapathOp> operators(OperatorClass Class) {
  return operators([&](const DatapathOperator &O) { return O.Class == Class; });
}

/// Operators of one stage: an expression of a and b, and its register.
std::vector<DatapathOp> stageOperators() {
  return operators([](const DatapathOperator &O) {
    return is_contained({OperatorClass::Sum, OperatorClass::Bitwise,
                         OperatorClass::Shift, OperatorClass::Extreme,
                         OperatorClass::Equality, OperatorClass::Order},
                        O.Class);
  });
}

/// Arithmetic and comparisons of floats, no conversions.
std::vector<DatapathOp> floatOperators() {
  return operators([](const DatapathOperator &O) {
    return O.Class == OperatorClass::Float &&
           (O.Types == OperandTypes::Float ||
            O.Types == OperandTypes::FloatCompare);
  });
}

/// [bit] of the result of \p Op on operands of \p Width.
uint32_t resultBits(DatapathOp Op, uint32_t Width) {
  const bool IsTest = facts(Op).Types == OperandTypes::Compare ||
                      facts(Op).Types == OperandTypes::FloatCompare;
  return IsTest ? 1 : Width;
}

/// \p First, and the parameters of \p Op's module.
std::string parameters(std::string First, DatapathOp Op) {
  const std::string_view More = facts(Op).moduleParameters();
  return More.empty() ? First : First + ", " + std::string(More);
}

constexpr std::pair<uint32_t, StringLiteral> FloatFormats[] = {
    {16, ".EXP(5), .FRAC(10)"},
    {32, ".EXP(8), .FRAC(23)"},
    {64, ".EXP(11), .FRAC(52)"}};

/// Significands of constant factors [bit]: up to a row of the multiplier, and
/// to the next ones.
constexpr uint32_t SignificandBits[] = {1,  2,  3,  4,  6,  8,  10, 12,
                                        14, 16, 17, 18, 20, 22, 24, 32,
                                        34, 35, 44, 51, 52, 53};

/// Operands of "full" and constants of "constant" products [bit]: C's types,
/// and where DSP blocks have their steps (18 x 25, 18 x 18, 27 x 27).
constexpr uint32_t ProductWidths[] = {2,  3,  4,  6,  8,  9,  12, 16, 17,
                                      18, 20, 24, 25, 26, 27, 28, 32};
constexpr uint32_t ConstantWidths[] = {2,  3,  4,  5,  6,  7,  8,  9,  10, 12,
                                       14, 16, 17, 18, 24, 25, 26, 32, 34, 64};

/// Sizes of sums in one piece: how many numbers, and how wide [bit].
constexpr uint32_t TreeSummands[] = {3,  4,  5,  6,  7,  8,  9,  10, 11,
                                     12, 14, 16, 20, 25, 32, 40, 50};
constexpr uint32_t TreeWidths[] = {4, 8, 16, 32, 64};
/// Widths of products without registers, and of sums of two products [bit].
constexpr uint32_t CombWidths[] = {2,  3,  4,  6,  8,  9,  12, 16, 17, 18, 20,
                                   24, 25, 26, 27, 28, 32, 34, 35, 40, 48, 64};

constexpr StringLiteral SlackPorts = " input [215:0] deep, output reg slack";
constexpr StringLiteral SlackBody = "  always @(posedge clk) slack <= ^deep;\n";

class MicroBuilder {
public:
  MicroBuilder(const SynthesisTarget &Target, ArrayRef<uint32_t> Given)
      : Target(Target), Widths(Given) {
    if (Given.empty())
      append_range(Widths, seq_inclusive<uint32_t>(1, 64));
    Bisect = Given.empty();
  }

  std::vector<MicroBenchmark> build() {
    addControlBenchmarks(Target, All);
    addMasterBenchmarks(All);
    size_t First = All.size();
    for (uint32_t W : Widths) {
      addStageOperators(W);
      addSelects(W);
      addExtended(W);
      addMultipliers(W);
      addReductions(W);
      addCounts(W);
      addConstantDividers(W);
      addDividers(W);
    }
    for (MicroBenchmark &B : drop_begin(All, First))
      B.Bisect = Bisect;
    for (uint32_t W : Bisect ? ArrayRef(TreeWidths) : ArrayRef(Widths))
      addTrees(W);
    for (uint32_t W : Bisect ? ArrayRef(CombWidths) : ArrayRef(Widths))
      addCombProducts(W);
    addFloats();
    for (MicroBenchmark &B : All) {
      if (StringRef(B.Verilog).contains("roofline_fminmax") &&
          !StringRef(B.Form).starts_with("constant"))
        addSlack(B);
      StringRef Text = B.Verilog;
      B.TakesLong = B.Size >= 32 && (Text.contains("roofline_divide #") ||
                                     Text.contains("roofline_fdiv") ||
                                     Text.contains("roofline_fsqrt") ||
                                     Text.contains("roofline_ffma"));
    }
    return std::move(All);
  }

private:
  void add(StringRef Structure, StringRef Form, uint32_t Parameter,
           uint32_t Size, std::string Verilog) {
    All.push_back(
        {Structure.str(), Form.str(), Parameter, Size, std::move(Verilog)});
  }

  static void addSlack(MicroBenchmark &B) {
    B.Verilog.insert(B.Verilog.find(", input") + 1, SlackPorts.str() + ",");
    B.Verilog.insert(B.Verilog.rfind("endmodule"), SlackBody.str());
    B.HasSlack = true;
  }

  /// Ports of an operator's module, in the order that all of them have.
  static std::string ports(ArrayRef<std::pair<StringRef, uint32_t>> Inputs,
                           uint32_t Result, bool Registered = true) {
    std::string Text = "(input clk, input enable";
    for (auto [Name, Width] : Inputs)
      Text += (", input " + range(Width) + " " + Name).str();
    return Text + ", output " + (Registered ? "reg " : "") + range(Result) +
           " y);\n";
  }

  static std::string stage(StringRef Expression) {
    return ("  always @(posedge clk) if (enable) y <= " + Expression +
            ";\nendmodule\n")
        .str();
  }

  void addStageOperators(uint32_t W) {
    for (DatapathOp Op : stageOperators()) {
      const auto &[Class, Expression] =
          std::pair(facts(Op).Class, StringRef(facts(Op).Expression));
      std::string Width =
          "  localparam W = " + std::to_string(W) + ";\n"; // of rotl
      uint32_t Result = resultBits(Op, W);
      static constexpr StringLiteral Letters[] = {"a", "b", "c"};
      SmallVector<std::pair<StringRef, uint32_t>, 3> Operands;
      for (StringRef Letter : ArrayRef(Letters).take_front(numOperands(Op)))
        Operands.push_back({Letter, W});
      add(name(Op), "variable", 0, W,
          ports(Operands, Result) + (Expression.contains('W') ? Width : "") +
              stage(Expression));
      if (Class == OperatorClass::Shift && Op != DatapathOp::RotateLeft &&
          W > 1)
        add(name(Op), "masked", 0, W,
            ports({{"a", W}, {"b", Log2_32_Ceil(W)}}, Result) +
                stage(Expression));
      if (W < 2 || Op == DatapathOp::Sub || Operands.size() < 2 ||
          Class == OperatorClass::Bitwise || Class == OperatorClass::Shift)
        continue;
      Operands.erase(Operands.begin() + 1);
      std::string B = formatv("  wire [{0}:0] b = {1}'d{2};\n", W - 1, W,
                              sampleConstant(W));
      add(name(Op), "constant", 0, W,
          ports(Operands, Result) + B + stage(Expression));
    }
    if (W < 2)
      return;
    add("sub", "constant-left", 0, W,
        ports({{"b", W}}, W) +
            stage(formatv("{0}'d{1} - b", W, sampleConstant(W)).str()));
    add("sub", "negate", 0, W, ports({{"b", W}}, W) + stage("-b"));
  }

  /// Operands of which one has a single bit: what a bit takes that only the
  /// carry reaches.
  void addExtended(uint32_t W) {
    for (StringRef Op : {"+", "-"})
      add(Op == "+" ? "add" : "sub", "extended", 0, W,
          ports({{"a", W}, {"b", 1}}, W) + stage(("a " + Op + " b").str()));
  }

  /// Sums of several numbers without a register between them.
  void addTrees(uint32_t W) {
    for (uint32_t N : TreeSummands) {
      const std::string Whole = formatv(
          "input [{0}:0] a, output reg [{1}:0] y);\n", N * W - 1, W - 1);
      std::string Sum;
      for (uint32_t I = 0; I < N; ++I)
        Sum += formatv("{0}a[{1}:{2}]", I ? " + " : "", (I + 1) * W - 1, I * W)
                   .str();
      add("add", "tree", N, W,
          "(input clk, input enable, " + Whole + stage(Sum));
    }
  }

  /// With an exclusive-or behind them, so that no DSP block has their register.
  void addCombProducts(uint32_t W) {
    add("mul", "comb", 0, W,
        ports({{"a", W}, {"b", W}, {"c", W}}, W) + stage("(a * b) ^ c"));
    add("mul", "comb-sum", 0, W,
        ports({{"a", W}, {"b", W}, {"c", W}, {"d", W}, {"e", W}}, W) +
            stage("(a * b + c * d) ^ e"));
  }

  void addSelects(uint32_t W) {
    std::string C = formatv("{0}'d{1}", W, sampleConstant(W));
    add("select", "variable", 0, W,
        ports({{"c", 1}, {"a", W}, {"b", W}}, W) + stage("c ? a : b"));
    add("select", "constant", 0, W,
        ports({{"c", 1}, {"a", W}}, W) + stage("c ? a : " + C));
    add("select", "zero", 0, W,
        ports({{"c", 1}, {"a", W}}, W) +
            stage(formatv("c ? a : {0}'d0", W).str()));
  }

  static std::string instance(StringRef Module, StringRef Parameters,
                              StringRef Operands) {
    return formatv("  {0} #({1}) u(clk, enable, {2}, y);\nendmodule\n", Module,
                   Parameters, Operands);
  }

  /// Structure "mul" has the width of the result; Parameter: bits of the
  /// narrower operand where it is not the same.
  void addMultipliers(uint32_t W) {
    std::string Width = formatv(".WIDTH({0})", W);
    std::string Whole = Width + (addsParts(W) ? ", .PARTS(1)" : "");
    auto Ports = [&](uint32_t A, uint32_t B) {
      return ports({{"a", A}, {"b", B}}, W, false);
    };
    add("mul", "variable", 0, W,
        Ports(W, W) + instance("roofline_mul", Whole, "a, b"));
    add("mul", "registered", 0, W, // before one operand
        Ports(W, W) +
            formatv("  reg [{0}:0] r;\n  always @(posedge clk) if "
                    "(enable) r <= a;\n",
                    W - 1)
                .str() +
            instance("roofline_mul", Whole, "r, b"));
    if (W <= 40) // Size and Parameter: the operands; the result has all bits
      for (uint32_t B : ProductWidths)
        if (B <= W && W + B <= 64) {
          std::string Head = ports({{"a", W}, {"b", B}}, W + B, false);
          add("mul", "full", B, W,
              Head +
                  instance("roofline_mul", formatv(".WIDTH({0})", W + B).str(),
                           formatv("{{{0}'d0, a}, {{{1}'d0, b}", B, W).str()));
          add("mul", "signed", B, W,
              Head + instance("roofline_mul",
                              formatv(".WIDTH({0}), .LEFT({1}), .RIGHT({2}), "
                                      ".SIGNED(1)",
                                      W + B, W, B)
                                  .str(),
                              formatv("{{{{{0}{{a[{1}]}}, a}, "
                                      "{{{{{2}{{b[{3}]}}, b}",
                                      B, W - 1, W, B - 1)
                                  .str()));
        }
    // By a constant: what counts is how many bits it has.
    for (uint32_t B : ConstantWidths)
      if (B <= W)
        add("mul", "constant", B, W,
            ports({{"a", W}}, W, false) +
                instance("roofline_mul", Width,
                         formatv("a, {0}'d{1}", W, sampleConstant(B)).str()));
  }

  void addModule(DatapathOp Op, uint32_t W) {
    bool Two = numOperands(Op) == 2;
    add(name(Op), "variable", 0, W,
        (Two ? ports({{"a", W}, {"b", W}}, W, false)
             : ports({{"a", W}}, W, false)) +
            instance(facts(Op).moduleName(),
                     parameters(formatv(".WIDTH({0})", W), Op),
                     Two ? "a, b" : "a"));
  }
  void addCounts(uint32_t W) {
    for (DatapathOp Op : operators(OperatorClass::Count))
      addModule(Op, W);
  }
  void addDividers(uint32_t W) {
    if (W % 4 != 0 && W != 2)
      return; // what it takes is a square of the width, without breakpoints
    for (DatapathOp Op : operators(OperatorClass::Quotient))
      addModule(Op, W);
    for (DatapathOp Op : {DatapathOp::UDiv, DatapathOp::SDiv})
      addPair(name(Op), "both", W, W, facts(Op).moduleName(),
              parameters(formatv(".WIDTH({0})", W), Op), ", .REMAINDER(1)",
              "a");
  }

  /// Two operators on the same b, whose pipelines synthesis merges in part; the
  /// second one has the first operand \p Second and the parameters \p More.
  void addPair(StringRef Structure, StringRef Form, uint32_t Size, uint32_t W,
               StringRef Module, std::string Parameters, StringRef More,
               StringRef Second) {
    add(Structure, Form, 0, Size,
        ports({{"a", W}, {"b", W}, {"c", W}}, 2 * W, false) +
            formatv("  {0} #({1}) u(clk, enable, a, b, y[{2}:0]);\n"
                    "  {0} #({1}{3}) v(clk, enable, {4}, b, y[{5}:{6}]);\n"
                    "endmodule\n",
                    Module, Parameters, W - 1, More, Second, 2 * W - 1, W)
                .str());
  }

  /// By 2^W/3, whose bits alternate, and by a power of two; also where DSP
  /// blocks have their steps.
  void addConstantDividers(uint32_t W) {
    if (W % 4 != 0 && W != 17 && W != 18 && W != 25 && W != 26)
      return;
    for (bool Signed : {false, true})
      for (bool Remainder : {false, true}) {
        StringRef Name =
            Remainder ? (Signed ? "srem" : "urem") : (Signed ? "sdiv" : "udiv");
        // ceil(2^(whole + 1) / 3)
        uint32_t Whole = Signed ? W - 1 : W;
        APInt Factor =
            (APInt(W + 3, 1).shl(Whole + 1) + 2).udiv(APInt(W + 3, 3));
        SmallString<32> Hex;
        Factor.toStringUnsigned(Hex, 16);
        add(Name, "constant", 0, W,
            ports({{"a", W}}, W, false) +
                instance("roofline_divide_constant",
                         formatv(".WIDTH({0}), .SIGNED({1}), .REMAINDER({2}), "
                                 ".SHIFT(1), .FACTOR({3}'h{4}), "
                                 ".DIVISOR({0}'d3)",
                                 W, int(Signed), int(Remainder), W + 1, Hex)
                             .str(),
                         "a"));
      }
    std::string Bias = formatv("{{{0}'d0, {{3{{a[{1}]}}}", W - 3, W - 1);
    add("sdiv", "power", 0, W,
        ports({{"a", W}}, W) + stage(("$signed(a + " + Bias + ") >>> 3")));
    add("srem", "power", 0, W,
        ports({{"a", W}}, W) +
            stage(formatv("((a + {0}) & {1}'d7) - {0}", Bias, W).str()));
  }

  /// A sum over all positions, from a port or a constant.
  void addReductions(uint32_t W) {
    auto Reduce = [&](StringRef Form, StringRef Next, StringRef Initial) {
      add("reduce", Form, 0, W,
          formatv("(input clk, input load, input enable, input [{0}:0] "
                  "initial_y, input [{0}:0] b, output reg [{0}:0] y);\n"
                  "  wire [{0}:0] a = y;\n"
                  "  always @(posedge clk) if (load) y <= {1};\n"
                  "    else if (enable) y <= {2};\nendmodule\n",
                  W - 1, Initial, Next));
    };
    for (DatapathOp Op :
         {DatapathOp::Add, DatapathOp::And, DatapathOp::Or, DatapathOp::Xor,
          DatapathOp::UMin, DatapathOp::UMax, DatapathOp::SMin,
          DatapathOp::SMax, DatapathOp::Mul}) {
      const StringRef Name = name(Op), Next = facts(Op).Expression;
      Reduce(Name, Next, "initial_y");
      Reduce((Name + "-constant").str(), Next, formatv("{0}'d0", W).str());
    }
    if (W == 32 || W == 64) {
      Reduce("float", "b", "initial_y");
      Reduce("float-constant", "b", formatv("{0}'d0", W).str());
    }
  }

  /// 1.1... with so many bits from the first to the last one.
  static uint64_t sampleFloatBits(uint32_t Width, uint32_t Bits) {
    uint32_t Fraction = fractionBits(Width);
    uint64_t Digits = sampleConstant(Bits) << (Fraction + 1 - Bits);
    uint64_t One = maskTrailingOnes<uint64_t>(Width - 2 - Fraction) << Fraction;
    return One | (Digits & maskTrailingOnes<uint64_t>(Fraction));
  }
  static std::string sampleFloat(uint32_t Width, uint32_t Bits) {
    return formatv("{0}'h{1:x-}", Width, sampleFloatBits(Width, Bits));
  }

  /// With a constant, on the right or, where that is another operator, on the
  /// left. Parameter of a product: the bits of the constant's significand.
  void addFloatConstants() {
    for (auto [Bits, Format] : FloatFormats) {
      for (DatapathOp Op : floatOperators()) {
        if (numOperands(Op) != 2 || Op == DatapathOp::FMul)
          continue;
        std::string C =
            sampleFloat(Bits, std::min(24u, fractionBits(Bits) + 1));
        auto Add = [&](StringRef Form, const std::string &Operands) {
          add(name(Op), Form, 0, Bits,
              ports({{"a", Bits}}, resultBits(Op, Bits), false) +
                  instance(facts(Op).moduleName(), parameters(Format.str(), Op),
                           Operands));
        };
        Add("constant", "a, " + C);
        Add("constant-left", C + ", a");
      }
      for (uint32_t Significant : SignificandBits)
        if (Significant <= fractionBits(Bits) + 1)
          add("fmul", "constant", Significant, Bits,
              ports({{"a", Bits}}, Bits, false) +
                  instance("roofline_fmul", Format,
                           "a, " + sampleFloat(Bits, Significant)));
    }
  }

  /// One number times two constants: of one significand, but for the sign the
  /// same, and any.
  void addConstantPairs(uint32_t Bits, StringRef Format) {
    const uint64_t Flipped = uint64_t(0x2aaaaa) << (Bits == 64 ? 29 : 0);
    const APFloat First(Bits == 64 ? APFloat::IEEEdouble()
                                   : APFloat::IEEEsingle(),
                        APInt(Bits, sampleFloatBits(Bits, 24)));
    const APFloat Second(First.getSemantics(),
                         APInt(Bits, sampleFloatBits(Bits, 24) ^ Flipped));
    for (auto [Form, Other] :
         {std::pair("scaled", scalbn(First, -1, APFloat::rmTowardZero)),
          {"opposite", neg(First)},
          {"constants", Second}}) {
      std::string Text = ports({{"a", Bits}}, 2 * Bits, false);
      for (auto [Name, C, High] :
           {std::tuple("u", First, Bits - 1), {"v", Other, 2 * Bits - 1}})
        Text +=
            formatv("  roofline_fmul #({0}) {1}(clk, enable, a, {2}'h{3:x-}, "
                    "y[{4}:{5}]);\n",
                    Format, Name, Bits, C.bitcastToAPInt().getZExtValue(), High,
                    High + 1 - Bits);
      add("fmul", Form, 0, Bits, Text + "endmodule\n");
    }
  }

  void addFloats() {
    for (auto [Bits, Format] : FloatFormats)
      for (DatapathOp Op : floatOperators()) {
        std::pair<StringRef, uint32_t> Inputs[] = {
            {"a", Bits}, {"b", Bits}, {"c", Bits}};
        const unsigned N = numOperands(Op);
        add(name(Op), "variable", 0, Bits,
            ports(ArrayRef(Inputs, N), resultBits(Op, Bits), false) +
                instance(facts(Op).moduleName(), parameters(Format.str(), Op),
                         StringRef("a, b, c").take_front(3 * N - 2)));
      }
    addFloatConstants();
    addPair("fdiv", "common", 32, 32, "roofline_fdiv",
            FloatFormats[1].second.str(), "", "c");
    for (auto [Bits, Format] : FloatFormats) {
      for (DatapathOp Op : {DatapathOp::FAdd, DatapathOp::FMul})
        addPair(name(Op), "common", Bits, Bits, facts(Op).moduleName(),
                Format.str(), "", "c");
      for (auto [Form, More, Second] :
           {std::tuple("both", ", .MAX(1)", "a"), {"common", "", "c"}})
        addPair("minnum", Form, Bits, Bits, "roofline_fminmax", Format.str(),
                More, Second);
      if (Bits > 16) // of half its products are known, not what pairs share
        addConstantPairs(Bits, Format);
      add("fmul", "square", 0, Bits,
          ports({{"a", Bits}}, Bits, false) +
              instance("roofline_fmul", Format, "a, a"));
    }
    // Parameter: the float's width; size: the integer's.
    for (auto [Bits, Format] : FloatFormats)
      for (uint32_t W : {1, 8, 16, 24, 32, 48, 64})
        for (bool Signed : {false, true}) {
          std::string Set =
              formatv(".WIDTH({0}), .SIGNED({1}), {2}", W, int(Signed), Format);
          add(Signed ? "fptosi" : "fptoui", "variable", Bits, W,
              ports({{"a", Bits}}, W, false) +
                  instance("roofline_ftoint", Set, "a"));
          if (Bits == 16 && W >= 16) // more than half's greatest number
            continue;
          add(Signed ? "sitofp" : "uitofp", "variable", Bits, W,
              ports({{"a", W}}, Bits, false) +
                  instance("roofline_ffromint", Set, "a"));
        }
    // Parameter: the operand's width.
    for (auto [Bits, Format] : FloatFormats)
      for (auto [From, FromFormat] : FloatFormats)
        if (Bits != From)
          add("fpcast", "variable", From, Bits,
              ports({{"a", From}}, Bits, false) +
                  instance(
                      Bits > From ? "roofline_fextend" : "roofline_ftruncate",
                      formatv(".EXP_IN({0}), .FRAC_IN({1}), {2}",
                              exponentBits(From), fractionBits(From), Format)
                          .str(),
                      "a"));
  }

  const SynthesisTarget &Target;
  std::vector<uint32_t> Widths;
  bool Bisect; ///< they are only candidates
  std::vector<MicroBenchmark> All;
};

} // namespace

MicroBenchmark slackBenchmark() {
  MicroBenchmark B;
  B.Structure = "slack";
  B.Verilog =
      ("(input clk," + SlackPorts + ");\n" + SlackBody + "endmodule\n").str();
  return B;
}

std::vector<MicroBenchmark> microBenchmarks(const SynthesisTarget &Target,
                                            ArrayRef<uint32_t> Widths) {
  return MicroBuilder(Target, Widths).build();
}

} // namespace roofline
