// Values that templates of a system have in common.
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

json::Array sourceValues(const SystemPlan &P) {
  json::Array Values;
  for (StringRef Name : P.Sources)
    Values.push_back(json::Object{{"source", Name},
                                  {"file", Name.substr(Name.rfind('/') + 1)},
                                  {"top", Name == P.Name + "_system.v"}});
  return withLast(std::move(Values));
}

/// The buffers that hold arguments after passes.
json::Array holderValues(const SystemPlan &P) {
  json::Array Values;
  if (!P.Core.Passes)
    return Values;
  for (const CoreFile::PassResult &R : P.Core.Passes->Results) {
    json::Array Bases;
    for (const std::string &Base : R.BasePorts)
      Bases.push_back(json::Object{{"base", Base}});
    Values.push_back(json::Object{{"argument", R.Argument},
                                  {"number", int64_t(Bases.size())},
                                  {"bases", withLast(std::move(Bases))}});
  }
  return Values;
}

} // namespace

json::Object systemValues(const SystemPlan &P) {
  const MemoryMasters &Bus = P.memory().Bus;
  return json::Object{
      {"name", P.Name},
      {"NAME", StringRef(P.Name).upper()},
      {"kernel", P.Core.Kernel},
      {"core", P.Core.Name},
      {"check", P.HasCheck},
      {"data_bits", Bus.DataBits},
      {"address_bits", Bus.AddressBits},
      {"id_bits", P.portIds()},
      {"outer_id_bits", P.portIds() + 1},
      {"c_address", Bus.AddressBits > 32 ? "uint64_t" : "uint32_t"},
      {"identity", formatv("{0:x-8}", P.Identity)},
      {"sources", sourceValues(P)},
      {"arguments", registerValues(P, false)},
      {"results", registerValues(P, true)},
      {"control_signals", signalValues(controlSignals())},
      {"passes", P.Core.Passes.has_value()},
      {"holders", holderValues(P)}};
}

json::Array registerValues(const SystemPlan &P, bool IsResult) {
  json::Array Values;
  for (const Register &R : IsResult ? P.Results : P.Arguments)
    Values.push_back(
        json::Object{{"register", R.Name},
                     {"REGISTER", StringRef(R.Name).upper()},
                     {"port", R.Port},
                     {"type", R.Type},
                     {"says", R.Says},
                     {"offset", formatv("{0:x+}", P.addressOf(R, IsResult))},
                     {"bits", R.bits()},
                     {"range", range(R.bits())},
                     {"words", R.words()},
                     {"wide", R.words() > 1},
                     {"bit", R.Word * 32},
                     {"word_bits", R.words() * 32}});
  return Values;
}

json::Object signalValue(StringRef Name, bool IsOutput, unsigned Width) {
  return json::Object{{"signal", Name.str()},
                      {"SIGNAL", Name.upper()},
                      {"way", IsOutput ? "output" : "input "},
                      {"width", Width},
                      {"range", range(Width)}};
}

json::Array signalValues(ArrayRef<Signal> Signals) {
  json::Array Values;
  for (const Signal &S : Signals)
    Values.push_back(signalValue(S.Name, S.IsOutput, S.Width));
  return Values;
}

json::Array signalValues(ArrayRef<SystemPort> Ports) {
  json::Array Values;
  for (const SystemPort &S : Ports)
    Values.push_back(signalValue(S.Name, S.IsOutput, S.Width));
  return Values;
}

} // namespace roofline
