// The system as a component of IP-XACT, IEEE 1685-2014.
//
// Elements of hosts/ip-xact/component.xml stand in the order of the standard's
// schema. AXI4 is by the definitions of Arm, clock, reset and interrupt by
// those of AMD, as the standard has none.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

json::Array ipXactPorts(ArrayRef<SystemPort> Ports) {
  json::Array Values;
  for (const SystemPort &S : Ports) {
    json::Object Value = signalValue(S.Name, S.IsOutput, S.Width);
    Value["direction"] = S.IsOutput ? "out" : "in";
    Value["high"] = nullptr;
    if (S.Width > 1)
      Value["high"] = S.Width - 1;
    Values.push_back(std::move(Value));
  }
  return Values;
}

json::Object ipXactWord(const Twine &Name, uint32_t Offset, StringRef Access,
                        const Twine &Says) {
  return json::Object{{"word", Name.str()},
                      {"says", Says.str()},
                      {"hex", formatv("{0:x-}", Offset)},
                      {"access", Access}};
}

/// Registers of one word; those of several words are as many.
json::Array ipXactWords(const SystemPlan &P) {
  json::Array Words;
  for (const ControlRegister &R : controlRegisters())
    Words.push_back(ipXactWord(R.Name, R.Offset, "read-write", R.Says));
  for (const bool IsResult : {false, true})
    for (const Register &R : IsResult ? P.Results : P.Arguments)
      for (unsigned I = 0; I < R.words(); ++I) {
        const std::string Number = std::to_string(I);
        Words.push_back(
            ipXactWord(R.words() > 1 ? R.Name + "_" + Number : R.Name,
                       P.addressOf(R, IsResult) + 4 * I,
                       IsResult ? "read-only" : "read-write",
                       R.words() > 1 ? R.Says + ", word " + Number : R.Says));
      }
  return Words;
}

} // namespace

std::string printIpXact(const SystemPlan &P, Templates &T) {
  const unsigned Bits = P.memory().Bus.AddressBits;
  json::Object Values = systemValues(P);
  Values["control_ports"] = ipXactPorts(controlPorts());
  Values["memory_ports"] = ipXactPorts(memoryPorts(P));
  Values["memory_range"] =
      std::to_string(1u << Bits % 4) + std::string(Bits / 4, '0');
  Values["control_bytes"] = 1u << ControlAddressBits;
  Values["words"] = ipXactWords(P);
  return T.fill("ip-xact/component.xml", std::move(Values));
}

} // namespace roofline
