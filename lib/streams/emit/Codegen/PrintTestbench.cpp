// The self-checking testbench and its data.
#include "Stimulus.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Codegen/Templates.h"
#include "roofline/Core/StreamGaps.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace roofline {
namespace {

class BenchPrinter {
public:
  BenchPrinter(const CorePlan &P, const Stimulus &Data, uint64_t Seed,
               int64_t Cycles)
      : P(P), Data(Data), Seed(Seed), Cycles(Cycles) {}

  std::vector<TextFile> run(Templates &From) {
    json::Object Values = values();
    Files.insert(Files.begin(), {"tb/" + P.topName() + "_tb.v",
                                 From.fill("testbench.v", std::move(Values))});
    return std::move(Files);
  }

private:
  const CorePlan &P;
  const Stimulus &Data;
  uint64_t Seed;
  int64_t Cycles;
  std::vector<TextFile> Files; ///< data

  json::Object values();
  void addStreams(json::Object &Values);
  json::Object source(uint32_t I, uint32_t Lane);
  json::Object sink(uint32_t I, uint32_t Lane);
  std::string floatsOf(uint32_t I) const;
  void addMemory(json::Object &Values);
  json::Object master(const MasterPlan &M);
  std::string withGaps(const MasterPlan &M, const StreamWords &W) const;
  json::Array initials() const;
  json::Array arguments() const;
  json::Object result(uint32_t I) const;
  void addWords(const std::string &Name, const StreamWords &W) {
    if (W.Beats)
      Files.push_back({"tb/" + Name + ".hex", W.Hex});
  }
  std::string seedOf(const std::string &Name) const {
    uint32_t Hash = 2166136261u; // FNV-1a
    for (char C : Name)
      Hash = (Hash ^ uint8_t(C)) * 16777619u;
    return literal(Hash, 32);
  }
};

json::Object BenchPrinter::values() {
  json::Array Results;
  for (uint32_t I = 0; I < P.resultsOf().Reductions.size(); ++I)
    Results.push_back(result(I));
  json::Object Values{{"name", P.Name},
                      {"top", P.topName()},
                      {"seed", literal(Seed, 32)},
                      {"cycles", Cycles},
                      {"limit", 32 * Cycles + 10000},
                      {"memory", P.Memory.has_value()},
                      {"sources", json::Array()},
                      {"sinks", json::Array()},
                      {"bases", json::Array()},
                      {"masters", json::Array()},
                      {"error", nullptr},
                      {"initials", initials()},
                      {"results", std::move(Results)},
                      {"arguments", arguments()}};
  if (P.Memory)
    addMemory(Values);
  else
    addStreams(Values);
  return Values;
}

json::Array BenchPrinter::initials() const {
  json::Array Values;
  for (uint32_t I = 0; I < P.Reductions.size(); ++I)
    if (CorePlan::hasInitialPort(P.K.Reductions[I]))
      Values.push_back(json::Object{
          {"port", "initial_" + P.Reductions[I]},
          {"value", literal(Data.Initial[I], P.K.Reductions[I].Type.Bits)}});
  return Values;
}

json::Array BenchPrinter::arguments() const {
  json::Array Values;
  for (uint32_t I = 0; I < P.Scalars.size(); ++I)
    Values.push_back(json::Object{
        {"port", "arg_" + P.Scalars[I]},
        {"value", literal(Data.Scalars[I], P.K.Scalars[I].Type.Bits)}});
  return Values;
}

void BenchPrinter::addStreams(json::Object &Values) {
  json::Array Sources, Sinks;
  for (uint32_t I : P.InputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      Sources.push_back(source(I, Lane));
  for (uint32_t I : P.OutputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      Sinks.push_back(sink(I, Lane));
  Values["sources"] = std::move(Sources);
  Values["sinks"] = std::move(Sinks);
}

/// Marks the elements of a beat of output \p I that are floating point.
std::string BenchPrinter::floatsOf(uint32_t I) const {
  std::string Floats;
  for (const OutputStream *Field : fieldsOf(P.K.Outputs, I))
    Floats.insert(0,
                  Field && Field->Type.Scalar == ScalarKind::Float ? "1" : "0");
  return "{" + number(P.D.Vector) + "{" + number(Floats.size()) + "'b" +
         Floats + "}}";
}

/// Buffers begin with a page; in the second launch three words of their streams
/// before one, so that bus words and pages are torn.
void BenchPrinter::addMemory(json::Object &Values) {
  const uint32_t Bits = P.Memory->AddressBits;
  json::Array Bases, Masters;
  for (size_t I = 0; I < P.Bases.size(); ++I) {
    uint32_t Widest = 0;
    for (const MasterPlan &M : P.Masters)
      if (M.Base == P.Bases[I])
        Widest = std::max(Widest, beatBits(P.streamOf(M), P.D));
    Bases.push_back(json::Object{{"base", P.Bases[I]},
                                 {"range", bitRange(Bits)},
                                 {"address", literal(4096 * (I + 1), Bits)},
                                 {"torn_bytes", 3 * Widest / 8}});
  }
  for (const MasterPlan &M : P.Masters)
    Masters.push_back(master(M));
  Values["bases"] = std::move(Bases);
  Values["masters"] = std::move(Masters);
  Values["data_bits"] = P.Memory->DataBits;
  Values["address_bits"] = Bits;
  Values["outstanding"] = P.Memory->Outstanding;
  if (P.Masters.empty())
    return;
  std::string Used;
  for (size_t I = P.Masters.size(); I-- > 0;)
    Used += P.Masters[I].T.Beats ? '1' : '0';
  Values["error"] = json::Object{{"range", bitRange(P.Masters.size())},
                                 {"bits", int64_t(Used.size())},
                                 {"used", Used}};
}

json::Object BenchPrinter::master(const MasterPlan &M) {
  const Stream &S = P.streamOf(M);
  const StreamWords &W =
      (M.Reads ? Data.Inputs : Data.Outputs)[M.Stream][M.Lane];
  // Of the model: a port may read and write.
  const std::string End = M.Name + (M.Reads ? "_ar" : "_aw");
  json::Array Signals;
  for (const MasterSignal &Of : signalsOf(P, M))
    if (!isConstant(Of))
      Signals.push_back(json::Object{
          {"suffix", Of.Suffix},
          {"range", Of.Width > 1 ? bitRange(Of.Width) : std::string()}});
  addWords(End, M.Reads || W.Beats == M.T.Beats
                    ? W
                    : StreamWords{W.Beats, withGaps(M, W)});
  json::Object Value{
      {"master", M.Name},
      {"end", End},
      {"kind", M.Reads ? "read" : "write"},
      {"signals", std::move(Signals)},
      {"width", beatBits(S, P.D)},
      {"beats", M.T.Beats},
      {"rows", rowParameters(M.T)},
      {"own_seed", seedOf(End)},
      {"base", M.Base},
      {"offset", literal(uint64_t(P.offsetOf(M)), P.Memory->AddressBits)},
      {"element", nullptr}};
  if (!M.Reads) {
    Value["element"] = S.Type.Bits;
    Value["floats"] = floatsOf(M.Stream);
  }
  return Value;
}

/// The words of an output with those between them that nobody writes.
std::string BenchPrinter::withGaps(const MasterPlan &M,
                                   const StreamWords &W) const {
  size_t Line = W.Hex.find('\n') + 1, At = 0;
  std::string Hex, Gap = std::string(Line - 1, '0') + '\n';
  const OutputStream &Out = P.K.Outputs[M.Stream];
  int64_t Begin =
      M.T.First - int64_t(Out.FirstElement / Out.Fields) / int64_t(P.D.Vector);
  for (int64_t I = Begin; I < Begin + M.T.Beats; ++I)
    if (isWritten(P.K, P.D, M.Stream, I)) {
      Hex.append(W.Hex, At, Line);
      At += Line;
    } else {
      Hex += Gap;
    }
  return Hex;
}

json::Object BenchPrinter::source(uint32_t I, uint32_t Lane) {
  const std::string Name = P.stream("s_" + P.Inputs[I], Lane);
  const StreamWords &W = Data.Inputs[I][Lane];
  const uint32_t Width = beatBits(P.K.Inputs[I], P.D);
  addWords(Name, W);
  return json::Object{{"stream", Name},
                      {"range", bitRange(Width)},
                      {"width", Width},
                      {"beats", W.Beats},
                      {"own_seed", seedOf(Name)}};
}

json::Object BenchPrinter::sink(uint32_t I, uint32_t Lane) {
  const std::string Name = P.stream("m_" + P.Outputs[I], Lane);
  const StreamWords &W = Data.Outputs[I][Lane];
  const uint32_t Width = beatBits(P.K.Outputs[I], P.D);
  addWords(Name, W);
  return json::Object{{"stream", Name},
                      {"range", bitRange(Width)},
                      {"strobe_range", bitRange(Width / 8)},
                      {"width", Width},
                      {"beats", W.Beats},
                      {"element", P.K.Outputs[I].Type.Bits},
                      {"floats", floatsOf(I)},
                      {"own_seed", seedOf(Name)}};
}

/// A result with its value; of a NaN with the bits of its exponent instead.
json::Object BenchPrinter::result(uint32_t I) const {
  const ValueType &Type = P.K.results()[I].Type;
  const uint32_t Width = Type.Bits;
  json::Object Value{{"result", "result_" + P.resultsOf().Reductions[I]},
                     {"range", bitRange(Width)},
                     {"value", literal(Data.Results[I], Width)},
                     {"exponent", nullptr}};
  if (Type.Scalar == ScalarKind::Float && isNaNBits(Data.Results[I], Width))
    Value["exponent"] = number(Width - 2) + ":" + number(fractionBits(Width));
  return Value;
}

} // namespace

std::vector<TextFile> printTestbench(const CorePlan &P, const StreamMemory &In,
                                     uint64_t Seed, int64_t Cycles,
                                     Templates &From) {
  assert(Cycles >= 1 && "a launch takes at least a cycle");
  Stimulus Data = stimulusOf(P, In);
  return BenchPrinter(P, Data, Seed, Cycles).run(From);
}

} // namespace roofline
