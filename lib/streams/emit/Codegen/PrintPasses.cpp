// The module that does all passes of an iterated kernel.
#include "CorePlan.h"

#include "roofline/Codegen/LegalNames.h"

#include "roofline/Steps/StreamIterate.h"

#include <algorithm>
#include <cassert>

namespace roofline {

std::vector<BasePort> basesOf(const CorePlan &P) {
  std::vector<BasePort> Bases;
  auto Has = [&](const std::string &Argument) {
    return std::any_of(Bases.begin(), Bases.end(), [&](const BasePort &B) {
      return B.Argument == Argument;
    });
  };
  VerilogNames Names;
  for (const MasterPlan &M : P.Masters)
    if (const std::string &Argument = P.streamOf(M).Name; !Has(Argument)) {
      Bases.push_back({Argument, M.Base});
      Names.legal(M.Base.substr(std::string_view("base_").size()));
    }
  // A buffer that a single pass neither reads nor writes takes turns, too.
  if (P.Passes)
    for (const auto &[Argument, From] : P.Passes->Turns)
      if (!Has(Argument))
        Bases.push_back({Argument, "base_" + Names.legal(Argument)});
  return Bases;
}

static const std::string &basePortOf(const std::vector<BasePort> &Bases,
                                     const std::string &Argument) {
  auto It = std::find_if(Bases.begin(), Bases.end(), [&](const BasePort &B) {
    return B.Argument == Argument;
  });
  assert(It != Bases.end() && "every argument of a pass has a base");
  return It->Port;
}

namespace {

class PassesPrinter {
public:
  explicit PassesPrinter(const CorePlan &P)
      : P(P), Passes(*P.Passes), Bases(basesOf(P)) {}

  std::string run() {
    printPorts();
    printControl();
    printTurns();
    Text += "\n  " + P.mastersName() + " pass (\n" + Connections +
            "    .start(go),\n    .done(pass__done)\n  );\nendmodule\n";
    return Text;
  }

private:
  const CorePlan &P;
  const CorePasses &Passes;
  std::vector<BasePort> Bases;
  std::string Text, Connections;

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void port(const char *Direction, uint32_t Width, const std::string &Name) {
    Text += std::string("  ") + Direction + " wire " +
            (Width > 1 ? bitRange(Width) : std::string()) + Name + ",\n";
  }
  void connect(const std::string &Port, const std::string &To) {
    Connections += "    ." + Port + "(" + To + "),\n";
  }
  bool isTurning(const std::string &Argument) const {
    return Passes.Turns.count(Argument) != 0;
  }
  /// The register of the base that argument \p Argument has in this pass.
  std::string now(const std::string &Argument) const {
    return basePortOf(Bases, Argument) + "__now";
  }
  void printPorts();
  void printControl();
  void printTurns();
};

void PassesPrinter::printPorts() {
  Text += "module " + P.topName() +
          " (\n"
          "  input  wire clk,\n"
          "  input  wire rst,   // synchronous, active high\n"
          "  input  wire start, // of all passes; ignored while they run\n"
          "  // From start to done the arguments and addresses are constant.\n";
  port("input ", PassesBits, PassesPort);
  connect("clk", "clk");
  connect("rst", "rst");
  for (size_t I = 0; I < P.Scalars.size(); ++I) {
    const ScalarArgument &S = P.K.Scalars[I];
    const std::string Name = "arg_" + P.Scalars[I];
    if (S.Name == StepsScalar) {
      port("input ", S.Type.Bits, LastStepsPort);
      connect(Name, std::string("last ? ") + LastStepsPort + " : " +
                        literal(uint64_t(Passes.Steps), S.Type.Bits));
      continue;
    }
    port("input ", S.Type.Bits, Name);
    connect(Name, Name);
  }
  for (const BasePort &B : Bases) {
    port("input ", P.Memory->AddressBits, B.Port);
    if (std::find(P.Bases.begin(), P.Bases.end(), B.Port) != P.Bases.end())
      connect(B.Port, isTurning(B.Argument) ? now(B.Argument) : B.Port);
  }
  for (const MasterPlan &M : P.Masters)
    for (const MasterSignal &S : signalsOf(P, M)) {
      port(S.IsOutput ? "output" : "input ", S.Width, M.Name + S.Suffix);
      connect(M.Name + S.Suffix, M.Name + S.Suffix);
    }
  Text += "  // Of each master: a response since start was no OKAY.\n"
          "  output wire " +
          bitRange(P.Masters.size()) +
          "error,\n"
          "  output wire done // all is written; until the next start\n);\n";
  connect("error", "pass__error");
}

void PassesPrinter::printControl() {
  line("wire first, turn, last, go, pass__done;");
  line("roofline_passes control (");
  line("  .clk(clk), .rst(rst), .start(start), .passes(passes), "
       ".first(first),");
  line("  .turn(turn), .last(last), .go(go), .pass_done(pass__done), "
       ".done(done));");
  const std::string Bits = bitRange(P.Masters.size());
  line("wire " + Bits + "pass__error;");
  line("reg " + Bits + "failed; // in passes before this one");
  line("// Without a pass the masters say what was before.");
  line("assign error = failed | (|passes ? pass__error : " +
       literal(0, P.Masters.size()) + ");");
  line("always @(posedge clk)");
  line("  if (rst | first) failed <= " + literal(0, P.Masters.size()) + ";");
  line("  else if (turn) failed <= error;");
}

void PassesPrinter::printTurns() {
  if (Passes.Turns.empty())
    return;
  Text += "\n  // The buffers take turns.\n";
  std::string First, Turn;
  for (const BasePort &B : Bases) {
    if (!isTurning(B.Argument))
      continue;
    line("reg " + bitRange(P.Memory->AddressBits) + now(B.Argument) + ";");
    First += "      " + now(B.Argument) + " <= " + B.Port + ";\n";
    Turn += "      " + now(B.Argument) +
            " <= " + now(Passes.Turns.at(B.Argument)) + ";\n";
  }
  Text += "  always @(posedge clk)\n    if (first) begin\n" + First +
          "    end else if (turn) begin\n" + Turn + "    end\n";
}

} // namespace

std::string printPasses(const CorePlan &P) { return PassesPrinter(P).run(); }

std::vector<CoreFile::PassResult> resultPorts(const CorePlan &P) {
  const std::vector<BasePort> Bases = basesOf(P);
  std::vector<CoreFile::PassResult> Results;
  for (const std::string &Field : P.Passes->Fields) {
    CoreFile::PassResult &R = Results.emplace_back();
    R.Argument = Field;
    for (const std::string &Holder : holdersOf(*P.Passes, Field))
      R.BasePorts.push_back(basePortOf(Bases, Holder));
    R.BasePort = basePortOf(Bases, holderOf(*P.Passes, Field));
  }
  return Results;
}

} // namespace roofline
