// The Verilog around a core: its system, the bridge to a host, a simulation.
#include "SerialBoard.h"
#include "SystemValues.h"

#include "roofline/Codegen/Templates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// The port m_axi of \p P with IDs of so many bits.
Bus busOf(const SystemPlan &P, unsigned IdBits) {
  return {IdBits, P.memory().Bus.AddressBits, P.memory().Bus.DataBits};
}

std::vector<Signal> signalsOf(const Bus &B, CoreFile::Direction D) {
  return D == CoreFile::Direction::Read ? B.reads() : B.writes();
}

/// How results get their values: those that the core gives are wires.
json::Array systemResults(const SystemPlan &P) {
  json::Array Values = registerValues(P, true);
  for (auto [R, V] : zip_equal(P.Results, Values)) {
    json::Object &Value = *V.getAsObject();
    const std::string Bits =
        R.Name == "identity" ? formatv("32'h{0:x-8}", P.Identity) : R.Name;
    const unsigned Rest = R.words() * 32 - R.bits();
    Value["of_core"] = R.Name != "cycles" && R.Name != "identity";
    Value["value"] = Rest ? formatv("{{{0}'d0, {1}}", Rest, Bits).str() : Bits;
  }
  return Values;
}

/// The masters of the core, with the signals that they have for themselves.
json::Array masterValues(const SystemPlan &P) {
  json::Array Masters;
  for (const CoreFile::Master &M : P.memory().Masters) {
    std::vector<Signal> Signals = signalsOf(busOf(P, 1), M.Access);
    erase_if(Signals, [](const Signal &S) {
      return is_contained({"arid", "rid", "awid", "bid"}, StringRef(S.Name));
    });
    Masters.push_back(json::Object{
        {"master", M.Port},
        {"channel", M.Access == CoreFile::Direction::Read ? "ar" : "aw"},
        {"signals", signalValues(Signals)}});
  }
  return Masters;
}

/// Masters of one direction, side by side on one channel.
json::Object joinValue(const SystemPlan &P, CoreFile::Direction D) {
  const bool IsRead = D == CoreFile::Direction::Read;
  std::vector<std::string> Ports;
  for (const CoreFile::Master &M : P.memory().Masters)
    if (M.Access == D)
      Ports.insert(Ports.begin(), M.Port); // the first in the lowest bits
  const unsigned Id = idBits(Ports.size()), Own = P.portIds() - Id;
  json::Array Inner;
  for (const Signal &S : signalsOf(busOf(P, 1), D)) {
    const StringRef Name = S.Name;
    std::string Joined;
    if (Name == "arid" || Name == "awid")
      Joined = std::to_string(Ports.size() * Own) + "'d0";
    else if (Name != "rid" && Name != "bid")
      Joined = "{" +
               join(map_range(Ports,
                              [&](const std::string &Port) {
                                return Port + "_" + S.Name;
                              }),
                    ", ") +
               "}";
    Inner.push_back(json::Object{{"signal", Name}, {"joined", Joined}});
  }
  return json::Object{
      {"kind", IsRead ? "read" : "write"},
      {"KIND", IsRead ? "READ" : "WRITE"},
      {"number", int64_t(Ports.size())},
      {"join_id_bits", Id},
      {"own_bits", Own},
      {"inner", std::move(Inner)},
      {"outer", signalValues(signalsOf(busOf(P, P.portIds()), D))}};
}

/// A direction without masters.
json::Object tiedValue(const SystemPlan &P, CoreFile::Direction D) {
  json::Array Outputs, Inputs;
  for (const Signal &S : signalsOf(busOf(P, P.portIds()), D))
    (S.IsOutput ? Outputs : Inputs)
        .push_back(signalValue(S.Name, S.IsOutput, S.Width));
  return json::Object{{"outputs", std::move(Outputs)},
                      {"inputs", withLast(std::move(Inputs))}};
}

json::Array directionValues(const SystemPlan &P) {
  json::Array Directions;
  for (CoreFile::Direction D :
       {CoreFile::Direction::Read, CoreFile::Direction::Write}) {
    json::Object Value{{"join", nullptr}, {"tied", nullptr}};
    if (P.numMasters(D))
      Value["join"] = joinValue(P, D);
    else
      Value["tied"] = tiedValue(P, D);
    Directions.push_back(std::move(Value));
  }
  return Directions;
}

/// The signals of the bridge's memory port: bursts of one word without IDs.
bool isOfBridge(StringRef Name) {
  return !is_contained(
      {"arid", "arlen", "rid", "rlast", "awid", "awlen", "wlast", "bid"}, Name);
}

/// Signals of NAME_system, each with the host's beside it.
json::Array bridgedSignals(ArrayRef<Signal> Signals) {
  json::Array Values = signalValues(Signals);
  for (auto [S, V] : zip_equal(Signals, Values)) {
    const StringRef Name = S.Name;
    const bool HasWire =
        isOfBridge(Name) || is_contained({"rid", "bid", "rlast"}, Name);
    (*V.getAsObject())["host"] =
        HasWire ? "host_" + Name.str()
                : formatv("{0}'d{1}", S.Width, Name == "wlast" ? 1 : 0).str();
  }
  return Values;
}

std::string fillSimulation(const SystemPlan &P, json::Object Data,
                           Templates &T) {
  json::Object Values = systemValues(P);
  Values["outer"] = signalValues(busOf(P, P.portIds() + 1).all());
  Values["memory_size"] = int64_t(PowerOf2Ceil(P.MemoryBytes + 4096));
  for (const char *Part : {"serial", "sdram", "sram", "cells"})
    Values[Part] = nullptr;
  for (auto &[Name, Value] : Data)
    Values[Name] = std::move(Value);
  return T.fill("simulation.v", std::move(Values));
}

} // namespace

std::string printSystem(const SystemPlan &P, Templates &T) {
  json::Array Ports;
  for (const auto *Registers : {&P.Arguments, &P.Results})
    for (const Register &R : *Registers)
      if (!R.Port.empty())
        Ports.push_back(R.Port);
  json::Object Values = systemValues(P);
  Values["results"] = systemResults(P);
  Values["control_ports"] = signalValues(controlPorts());
  Values["memory_ports"] = signalValues(memoryPorts(P));
  Values["size"] = Log2_32(P.memory().Bus.DataBits / 8);
  Values["argument_words"] = P.argumentWords();
  Values["result_words"] = P.resultWords();
  Values["arguments_range"] = range(P.argumentWords() * 32);
  Values["results_range"] = range(P.resultWords() * 32);
  Values["core_ports"] = std::move(Ports);
  Values["masters"] = masterValues(P);
  Values["directions"] = directionValues(P);
  return T.fill("system.v", std::move(Values));
}

std::string printBridged(const SystemPlan &P, Templates &T) {
  const Bus Inner = busOf(P, P.portIds()), Outer = busOf(P, P.portIds() + 1);
  std::vector<Signal> Bridge = Inner.all();
  erase_if(Bridge, [](const Signal &S) { return !isOfBridge(S.Name); });
  json::Object Values = systemValues(P);
  Values["id_range"] = range(P.portIds());
  Values["inner"] = signalValues(Inner.all());
  Values["outer"] = signalValues(Outer.all());
  Values["bridge"] = signalValues(Bridge);
  Values["inner_reads"] = bridgedSignals(Inner.reads());
  Values["inner_writes"] = bridgedSignals(Inner.writes());
  Values["outer_reads"] = signalValues(Outer.reads());
  Values["outer_writes"] = signalValues(Outer.writes());
  return T.fill("bridged.v", std::move(Values));
}

std::string printSimulation(const SystemPlan &P, Templates &T) {
  json::Object Own;
  if (P.Board == SystemBoard::Ulx3s)
    Own["sdram"] = json::Object{{"period", periodOf(P)}};
  if (P.Board == SystemBoard::Icebreaker)
    Own["sram"] = true;
  if (!Own.empty())
    Own["serial"] = json::Object{{"divide", 4}};
  return fillSimulation(P, std::move(Own), T);
}

std::string printNetlistSimulation(const SystemPlan &P, Templates &T) {
  json::Object Own{{"cells", true}};
  Own["serial"] = json::Object{{"divide", int64_t(serialDivide(P))}};
  return fillSimulation(P, std::move(Own), T);
}

} // namespace roofline
