// Operators of the vendor's library: their latencies and multiplier blocks.
#include "roofline/VitisNests/Family.h"

#include <algorithm>
#include <string_view>

namespace roofline::vitis {
namespace {

/// Clocks above get the longer pipelines.
constexpr Hertz SlowClock = Hertz(260e6);

/// A floating-point operator of a family: its latency by the clock.
struct FloatRow {
  std::string_view Name;
  unsigned Bits;
  unsigned Slow; ///< [cycle] to SlowClock
  unsigned Fast; ///< [cycle] above
  unsigned Dsp;
  unsigned Quick = 0; ///< [cycle] above, of the form without blocks
};

/// Family UltraScale+ and speed grade -2. Source: sums, products and quotients
/// of double to 260 MHz by HLSyn-Vitis; sums, products and comparisons of float
/// above by the reports of Stream-HLS. All others are assumed;
/// docs/model-vitis.md.
constexpr FloatRow FloatRows[] = {
    {"fadd", 64, 6, 7, 3},    {"fsub", 64, 6, 7, 3},   {"fmul", 64, 5, 6, 8},
    {"fdiv", 64, 31, 36, 0},  {"frem", 64, 60, 70, 0}, {"sqrt", 64, 29, 36, 0},
    {"exp", 64, 18, 22, 26},  {"log", 64, 24, 30, 30}, {"pow", 64, 60, 70, 60},
    {"sin", 64, 40, 46, 40},  {"cos", 64, 40, 46, 40}, {"fadd", 32, 4, 7, 2, 4},
    {"fsub", 32, 4, 7, 2, 4}, {"fmul", 32, 3, 4, 3},   {"fdiv", 32, 10, 12, 0},
    {"frem", 32, 30, 36, 0},  {"sqrt", 32, 10, 12, 0}, {"exp", 32, 8, 10, 7},
    {"log", 32, 10, 12, 6},   {"pow", 32, 24, 28, 20}, {"sin", 32, 18, 20, 10},
    {"cos", 32, 18, 20, 10},  {"fcmp", 64, 2, 2, 0},   {"fcmp", 32, 1, 2, 0},
    {"sitofp", 64, 4, 5, 0},  {"uitofp", 64, 4, 5, 0}, {"sitofp", 32, 4, 5, 0},
    {"uitofp", 32, 4, 5, 0},  {"fptosi", 64, 2, 3, 0}, {"fptoui", 64, 2, 3, 0},
    {"fptosi", 32, 2, 3, 0},  {"fptoui", 32, 2, 3, 0}, {"fpext", 64, 1, 2, 0},
    {"fptrunc", 32, 1, 2, 0}};

bool isOneOf(std::string_view Name, std::initializer_list<const char *> List) {
  return std::ranges::any_of(List, [&](const char *N) { return Name == N; });
}

bool isWire(std::string_view Name) {
  return isOneOf(
      Name, {"zext",          "sext",          "trunc",       "bitcast",
             "getelementptr", "select",        "icmp",        "br",
             "switch",        "ret",           "and",         "or",
             "xor",           "shl",           "lshr",        "ashr",
             "extractvalue",  "insertvalue",   "freeze",      "ptrtoint",
             "inttoptr",      "fneg",          "fabs",        "extractelement",
             "insertelement", "shufflevector", "unreachable", "add",
             "sub",           "min",           "max",         "abs",
             "smin",          "smax",          "umin",        "umax",
             "addrspacecast", "fifo_state",    "bitreverse",  "bswap",
             "fshl",          "fshr",          "copysign",    "is.constant",
             "usub.sat",      "uadd.sat",      "ssub.sat",    "sadd.sat"});
}

/// Integer multiplication: one stage per DSP cascade. Division: a bit per
/// cycle and four around.
OperatorCost integerCost(const Operation &O) {
  unsigned Bits = O.Type.Bits;
  if (O.Name == "mul") {
    if (O.Constant)
      return {0, 0};
    if (Bits <= 18)
      return {1, 1};
    return Bits <= 32 ? OperatorCost{2, 3} : OperatorCost{5, 16};
  }
  return {O.Constant && (*O.Constant & (*O.Constant - 1)) == 0 ? 0 : Bits + 4,
          0};
}

} // namespace

bool isPricedInteger(std::string_view Name) {
  return isOneOf(Name, {"add", "sub", "and", "or", "xor"});
}

OpClass classOf(const Operation &O) {
  std::string_view N = O.Name;
  if (N == "load")
    return OpClass::Load;
  if (N == "store")
    return OpClass::Store;
  if (N == "fifo_read" || N == "fifo_write")
    return OpClass::Stream;
  if (N == "phi")
    return OpClass::Phi;
  if (isOneOf(N, {"fadd", "fsub"}))
    return OpClass::Add;
  if (N == "fmul")
    return OpClass::Multiply;
  if (N == "fdiv")
    return OpClass::Divide;
  if (isOneOf(N, {"mul", "sdiv", "udiv", "srem", "urem"}))
    return OpClass::Integer;
  return isWire(N) ? OpClass::Wire : OpClass::Function;
}

std::optional<OperatorCost> costOf(const Operation &O, Hertz Clock) {
  switch (classOf(O)) {
  case OpClass::Wire:
  case OpClass::Phi:
    return OperatorCost{};
  case OpClass::Stream:
    return OperatorCost{1, 0};
  case OpClass::Load:
    return OperatorCost{2, 0};
  case OpClass::Store:
    return OperatorCost{1, 0};
  case OpClass::Integer:
    return integerCost(O);
  default:
    break;
  }
  std::string_view Name = O.Name;
  // C's functions of float end in f: "sqrtf".
  if (Name.ends_with('f') && O.Type.Bits <= 32)
    Name.remove_suffix(1);
  bool IsFast = Clock > SlowClock;
  unsigned Bits = O.Type.Bits <= 32 ? 32 : 64;
  for (const FloatRow &Row : FloatRows)
    if (Row.Name == Name && Row.Bits == Bits)
      return IsFast ? OperatorCost{Row.Fast, Row.Dsp, Row.Quick}
                    : OperatorCost{Row.Slow, Row.Dsp};
  return std::nullopt;
}

bool choiceTakesCycle(Hertz Clock) { return Clock > SlowClock; }

} // namespace roofline::vitis
