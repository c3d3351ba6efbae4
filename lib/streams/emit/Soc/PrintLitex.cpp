// The system as a module of LiteX.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {

/// "aw.addr" of "awaddr": LiteX has a stream for each channel.
static std::string fieldOf(StringRef Signal) {
  const size_t Channel =
      Signal.starts_with("aw") || Signal.starts_with("ar") ? 2 : 1;
  return (Signal.take_front(Channel) + "." + Signal.drop_front(Channel)).str();
}

static json::Array connections(ArrayRef<SystemPort> Ports) {
  json::Array Values;
  for (const SystemPort &S : Ports)
    Values.push_back(json::Object{{"signal", S.Name},
                                  {"letter", S.IsOutput ? "o" : "i"},
                                  {"field", fieldOf(S.Name)}});
  return Values;
}

std::string printLitex(const SystemPlan &P, Templates &T) {
  std::vector<SystemPort> Control = controlPorts();
  erase_if(Control, [](const SystemPort &S) { // LiteX has none on AXI4-Lite
    return StringRef(S.Name).ends_with("prot");
  });
  json::Object Values = systemValues(P);
  Values["control_ports"] = connections(Control);
  Values["memory_ports"] = connections(memoryPorts(P));
  Values["control_bytes"] = formatv("{0:x+}", 1u << ControlAddressBits);
  Values["control_address_bits"] = ControlAddressBits;
  return T.fill("litex/system.py", std::move(Values));
}

} // namespace roofline
