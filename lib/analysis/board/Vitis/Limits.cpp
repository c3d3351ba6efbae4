// Directives that limit or promise something: dependences, latencies, units.
#include "Limits.h"

#include "Partition.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

namespace roofline::vitis {
namespace {

/// The vendor's name of an operator: "dmul", "fadd", "mul".
std::string vendorName(const Operation &O) {
  const bool IsFloat =
      O.Type.Scalar == ScalarKind::Float && O.Name.starts_with('f');
  if (!IsFloat)
    return O.Name;
  return (O.Type.Bits > 32   ? "d"
          : O.Type.Bits > 16 ? "f"
                             : "h") +
         O.Name.substr(1);
}

/// One unit adds and subtracts.
bool isOfKind(const Operation &O, std::string_view Kind) {
  std::string Name = vendorName(O);
  auto Same = [&](std::string_view Sum, std::string_view Difference) {
    return (Name == Sum || Name == Difference) &&
           (Kind == Sum || Kind == Difference);
  };
  return Name == Kind || Same("fadd", "fsub") || Same("dadd", "dsub") ||
         Same("hadd", "hsub");
}

bool isLimit(const Frame &F, const Directive &D) {
  return D.Name == "allocation" && !optionOf(D, "function") &&
         optionOf(D, "instances") && wholeOption(D, "limit") &&
         (D.Function.empty() || D.Function == F.Kernel->Name);
}

} // namespace

std::optional<int64_t> wholeOption(const Directive &D, std::string_view Name) {
  const std::string Text = optionOf(D, Name).value_or("");
  int64_t Number = 0;
  auto [End, Error] =
      std::from_chars(Text.data(), Text.data() + Text.size(), Number);
  return Error == std::errc() && End != Text.data() ? std::optional(Number)
                                                    : std::nullopt;
}

bool standsIn(const Frame &F, const Directive &D,
              const std::vector<uint32_t> &Loops) {
  if (D.Loop)
    return std::ranges::count(Loops, *D.Loop) != 0;
  return !D.IsLoopLost && D.Function == F.Kernel->Name;
}

bool promisesOf(const Directive &D, const Frame &F, uint32_t Array) {
  if (D.Name != "dependence")
    return false;
  const ArrayForm &Form = F.Arrays->Arrays[Array];
  if (optionOf(D, "variable"))
    return Form.Memory ? isAbout(D, F.Kernel->Memories[*Form.Memory])
                       : optionOf(D, "variable") == Form.Name;
  const bool IsPointer =
      optionOf(D, "pointer") || optionOf(D, "class") == "pointer";
  return IsPointer ? Form.IsArgument
                   : optionOf(D, "array") || optionOf(D, "class") == "array";
}

bool isAboutWrites(const Directive &D) {
  for (const char *Direction : {"war", "waw", "WAR", "WAW"})
    if (optionOf(D, Direction) || optionOf(D, "direction") == Direction)
      return true;
  return false;
}

/// Source: AMD UG1399, pragma HLS dependence: type inter unless intra is said.
Promise promiseOf(const Frame &F, uint32_t Array,
                  const std::vector<uint32_t> &Loops) {
  Promise P;
  for (const Directive &D : F.Kernel->Directives) {
    if (!promisesOf(D, F, Array) || !standsIn(F, D, Loops))
      continue;
    auto Has = [&](const char *Flag) {
      return optionOf(D, Flag) || optionOf(D, "type") == Flag ||
             optionOf(D, "direction") == Flag ||
             optionOf(D, "dependent") == Flag;
    };
    if (isAboutWrites(D))
      continue;
    const bool IsFalse = Has("false");
    if (Has("intra"))
      P.IsFreeInside |= IsFalse;
    else if (IsFalse)
      P.IsFreeBetween = true;
    else
      P.Distance = std::max(P.Distance, wholeOption(D, "distance").value_or(0));
  }
  return P;
}

double leastLatency(const Frame &F, std::optional<uint32_t> Loop) {
  double Least = 0;
  for (const Directive &D : F.Kernel->Directives)
    if (D.Name == "latency" && D.Loop == Loop && !D.IsLoopLost &&
        (Loop || D.Function == F.Kernel->Name))
      Least = std::max(Least, double(wholeOption(D, "min").value_or(0)));
  return Least;
}

std::optional<double> unitsAllowed(const Frame &F, const Operation &O) {
  std::optional<double> Allowed;
  for (const Directive &D : F.Kernel->Directives)
    if (isLimit(F, D) && isOfKind(O, *optionOf(D, "instances")))
      Allowed = std::max(1.0, double(*wholeOption(D, "limit")));
  return Allowed;
}

UnitLimit unitLimit(const Frame &F, const Body &B) {
  UnitLimit Limit;
  for (const Directive &D : F.Kernel->Directives) {
    if (!isLimit(F, D))
      continue;
    const std::string Kind = *optionOf(D, "instances");
    const double Allowed = std::max(1.0, double(*wholeOption(D, "limit")));
    const double Number =
        double(std::ranges::count_if(B.Ops, [&](const BodyOp &O) {
          return !O.IsGone && !O.IsInvariant &&
                 isOfKind(F.Kernel->Operations[O.Source], Kind);
        }));
    const double Interval = std::ceil(Number / Allowed);
    if (Interval > Limit.Interval)
      Limit = {Interval, "an iteration has " + std::to_string(int64_t(Number)) +
                             " " + Kind + ", and line " +
                             std::to_string(D.Loc.Line) + " allows " +
                             std::to_string(int64_t(Allowed)) + " unit" +
                             (Allowed == 1 ? "" : "s")};
  }
  return Limit;
}

bool mergesInside(const Frame &F, std::optional<uint32_t> Around) {
  return std::ranges::any_of(F.Kernel->Directives, [&](const Directive &D) {
    return D.Name == "loop_merge" && D.Loop == Around && !D.IsLoopLost &&
           (Around || D.Function == F.Kernel->Name);
  });
}

bool keepsOrder(const Frame &F, const std::vector<uint32_t> &Loops) {
  return std::ranges::any_of(F.Kernel->Directives, [&](const Directive &D) {
    return D.Name == "expression_balance" && optionOf(D, "off") &&
           standsIn(F, D, Loops);
  });
}

std::vector<uint32_t> boundOperations(const KernelSummary &K,
                                      const Directive &D) {
  const std::string Kind = optionOf(D, "op").value_or("");
  std::vector<uint32_t> Found;
  for (uint32_t Op = 0; Op < K.Operations.size(); ++Op)
    if (vendorName(K.Operations[Op]) == Kind)
      Found.push_back(Op);
  for (uint32_t Op : Found)
    if (K.Operations[Op].Loc.Line != K.Operations[Found.front()].Loc.Line)
      return {};
  return Found;
}

} // namespace roofline::vitis
