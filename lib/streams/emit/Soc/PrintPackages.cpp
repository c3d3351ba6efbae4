// The system for Vivado and for Quartus: scripts, clocks, components.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

#include <optional>

using namespace llvm;

namespace roofline {
namespace {

/// The clock that tools are to meet; without one they are told.
std::string clockConstraint(const SystemPlan &P, std::optional<Hertz> Predicted,
                            bool IsQuartus, Templates &T) {
  json::Object Values{{"quartus", IsQuartus}, {"clock", nullptr}};
  if (const std::optional<Hertz> Clock = P.Clock ? P.Clock : Predicted)
    Values["clock"] = json::Object{
        {"mhz", formatv("{0:F1}", Clock->value() / 1e6)},
        {"period", formatv("{0:F3}", 1e9 / Clock->value())},
        {"says", P.Clock ? "by --clock"
                         : "the typical clock predicted of the core with its "
                           "masters"}};
  return T.fill("clock.sdc", std::move(Values));
}

/// A component of Platform Designer.
std::string quartusComponent(const SystemPlan &P, Templates &T) {
  auto Ports = [](ArrayRef<SystemPort> Ports) {
    json::Array Values;
    for (const SystemPort &S : Ports)
      Values.push_back(json::Object{{"signal", S.Name},
                                    {"way", S.IsOutput ? "Output" : "Input"},
                                    {"width", S.Width}});
    return Values;
  };
  json::Object Values = systemValues(P);
  Values["control_ports"] = Ports(controlPorts());
  Values["memory_ports"] = Ports(memoryPorts(P));
  Values["outstanding"] =
      int64_t(P.memory().Bus.Outstanding * P.memory().Masters.size());
  return T.fill("quartus/system_hw.tcl", std::move(Values));
}

} // namespace

std::vector<TextFile> printPackages(const SystemPlan &P, Templates &T) {
  const std::string Top = P.Name + "_system";
  const json::Object Values = systemValues(P);
  return {
      {"vivado/implement.tcl", T.fill("vivado/implement.tcl", Values)},
      {"vivado/package.tcl", T.fill("vivado/package.tcl", Values)},
      {"vivado/" + Top + ".xdc", clockConstraint(P, P.Series7Clock, false, T)},
      {"quartus/project.tcl", T.fill("quartus/project.tcl", Values)},
      {"quartus/" + Top + ".sdc", clockConstraint(P, P.CycloneVClock, true, T)},
      {"quartus/" + Top + "_hw.tcl", quartusComponent(P, T)},
      {"ip-xact/component.xml", printIpXact(P, T)},
      {"litex/" + P.Name + "_litex.py", printLitex(P, T)}};
}

} // namespace roofline
