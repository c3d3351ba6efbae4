// The structures of a core, as Verilog, at many sizes.
#include "roofline/Calibrate/Calibrate.h"

#include "roofline/Model/StreamKernel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <set>

using namespace llvm;

namespace roofline {
namespace {

std::string range(uint32_t Width) {
  return "[" + std::to_string(Width - 1) + ":0]";
}

/// An operator of one stage: an expression of a and b, and its register.
struct StageOperator {
  StringLiteral Name, Expression;
  bool OneBit;   ///< the result
  bool Constant; ///< has a form whose second operand is a constant
};
constexpr StageOperator StageOperators[] = {
    {"add", "a + b", false, true},
    {"sub", "a - b", false, false},
    {"and", "a & b", false, false},
    {"or", "a | b", false, false},
    {"xor", "a ^ b", false, false},
    {"shl", "a << b", false, false},
    {"lshr", "a >> b", false, false},
    {"ashr", "$signed(a) >>> b", false, false},
    {"umin", "a < b ? a : b", false, true},
    {"umax", "a < b ? b : a", false, true},
    {"smin", "$signed(a) < $signed(b) ? a : b", false, true},
    {"smax", "$signed(a) < $signed(b) ? b : a", false, true},
    {"rotl", "(a << b % W) | (a >> (W - b % W))", false, false},
    {"eq", "a == b", true, true},
    {"ne", "a != b", true, true},
    {"ult", "a < b", true, true},
    {"ule", "a <= b", true, true},
    {"slt", "$signed(a) < $signed(b)", true, true},
    {"sle", "$signed(a) <= $signed(b)", true, true},
};

/// A constant that uses all bits of \p Width and has neither long runs nor a
/// pattern: the golden ratio's.
uint64_t sampleConstant(uint32_t Width) {
  uint64_t Bits = 0x9E3779B97F4A7C15u >> (64 - Width);
  return Bits | 1;
}

class Builder {
public:
  explicit Builder(ArrayRef<uint32_t> Widths) : Widths(Widths) {}

  std::vector<MicroBenchmark> build() {
    for (uint32_t W : Widths) {
      addStageOperators(W);
      addSelects(W);
      addMultipliers(W);
    }
    addDelays();
    return std::move(All);
  }

private:
  void add(StringRef Structure, StringRef Form, uint32_t Parameter,
           uint32_t Size, std::string Verilog) {
    All.push_back(
        {Structure.str(), Form.str(), Parameter, Size, std::move(Verilog)});
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
    for (const StageOperator &Op : StageOperators) {
      std::string Width =
          "  localparam W = " + std::to_string(W) + ";\n"; // of rotl
      bool UsesWidth = Op.Expression.contains('W');
      uint32_t Result = Op.OneBit ? 1 : W;
      add(Op.Name, "variable", 0, W,
          ports({{"a", W}, {"b", W}}, Result) + (UsesWidth ? Width : "") +
              stage(Op.Expression));
      if (!Op.Constant || W < 2)
        continue;
      std::string B = formatv("  wire [{0}:0] b = {1}'d{2};\n", W - 1, W,
                              sampleConstant(W));
      add(Op.Name, "constant", 0, W,
          ports({{"a", W}}, Result) + B + stage(Op.Expression));
    }
    if (W >= 2)
      add("sub", "constant-left", 0, W,
          ports({{"b", W}}, W) +
              stage(formatv("{0}'d{1} - b", W, sampleConstant(W)).str()));
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

  static std::string multiplier(uint32_t A, uint32_t B, uint32_t Y) {
    return ports({{"a", A}, {"b", B}}, Y, false) +
           formatv("  roofline_mul #(.WIDTH({0})) u(.clk(clk), "
                   ".enable(enable), .a(a), .b(b), .y(y));\nendmodule\n",
                   Y)
               .str();
  }

  void addMultipliers(uint32_t W) {
    add("mul", "variable", 0, W, multiplier(W, W, W));
    if (W <= 32)
      add("mul", "widening", 0, W, multiplier(W, W, 2 * W));
    // By a constant: what counts is how many bits it has.
    for (uint32_t B = 2; B <= W; ++B)
      if (B <= 12 || is_contained(Widths, B))
        add("mul", "constant", B, W,
            ports({{"a", W}}, W, false) +
                formatv("  roofline_mul #(.WIDTH({0})) u(.clk(clk), "
                        ".enable(enable), .a(a), .b({0}'d{1}), .y(y));\n"
                        "endmodule\n",
                        W, sampleConstant(B))
                    .str());
  }

  /// A chain of registers, one bit wide: each bit takes the same.
  void addDelays() {
    for (uint32_t Depth = 1; Depth <= 64; ++Depth)
      add("delay", "", 0, Depth, delay(1, Depth));
    for (uint32_t Depth : {8, 20, 40})
      add("delay", "wide", Depth, 32, delay(32, Depth));
  }

  static std::string delay(uint32_t Width, uint32_t Depth) {
    return ports({{"a", Width}}, Width, false) +
           formatv("  reg [{0}:0] r;\n  assign y = r[{0}:{1}];\n"
                   "  always @(posedge clk) if (enable) r <= {{r, a};\n"
                   "endmodule\n",
                   Width * Depth - 1, Width * (Depth - 1))
               .str();
  }

  ArrayRef<uint32_t> Widths;
  std::vector<MicroBenchmark> All;
};

} // namespace

std::vector<uint32_t> defaultWidths() {
  return {1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 14, 16,
          17, 18, 19, 20, 22, 24, 25, 26, 28, 30, 32, 33, 34, 35,
          36, 40, 42, 43, 44, 48, 50, 51, 52, 56, 60, 63, 64};
}

std::vector<MicroBenchmark> microBenchmarks(ArrayRef<uint32_t> Widths) {
  return Builder(Widths).build();
}

} // namespace roofline
