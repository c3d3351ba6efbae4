// The top module: lanes side by side, start and done, joined reductions.
#include "CorePlan.h"

namespace roofline {
namespace {

class TopPrinter {
public:
  TopPrinter(const CorePlan &P, const Netlist &Lane) : P(P), Lane(Lane) {}

  std::string run() {
    Text = printTopPorts(P);
    printControl();
    for (uint32_t I = 0; I < P.D.Lanes; ++I)
      printLaneInstance(I);
    for (uint32_t I = 0; I < P.K.Reductions.size(); ++I)
      printResult(I);
    if (P.Finish)
      printFinish();
    return Text + "endmodule\n";
  }

private:
  const CorePlan &P;
  const Netlist &Lane;
  std::string Text;

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  bool isCombined() const { return combineCycles(P.K, P.D) > 0; }
  void printControl();
  void printLaneInstance(uint32_t Number);
  void printResult(uint32_t I);
  void printFinish();
  /// Reduction \p I of all lanes.
  std::string result(uint32_t I) const {
    return (P.Finish ? "sum__" : "result_") + P.Reductions[I];
  }
  std::string initial(uint32_t I) const {
    const Reduction &R = P.K.Reductions[I];
    if (R.InitialScalar)
      return "arg_" + P.Scalars[*R.InitialScalar];
    return CorePlan::hasInitialPort(R) ? "initial_" + P.Reductions[I]
                                       : literal(*R.Initial, R.Type.Bits);
  }
  static std::string laneResult(const std::string &Name, uint32_t Lane) {
    return "result__" + Name + "__lane" + std::to_string(Lane);
  }
};

void TopPrinter::printControl() {
  line("wire [" + std::to_string(P.D.Lanes - 1) + ":0] busy;");
  line("wire idle = ~(|busy);");
  // After the lanes' last step the launch may go on.
  line(P.Finish || isCombined()
           ? "wire load = rst | (start & (done | ~launched));"
           : "wire load = rst | (start & idle);");
  line("reg launched;");
  line("always @(posedge clk)");
  line("  if (rst) launched <= 1'b0;");
  line("  else if (start) launched <= 1'b1;");
  std::string Reduced = "launched & idle";
  if (const int64_t Levels = combineCycles(P.K, P.D)) {
    const std::string Last = std::to_string(Levels - 1);
    line("reg [" + Last + ":0] joined; // the lanes' results, level by level");
    line("always @(posedge clk)");
    line("  if (load) joined <= " + std::to_string(Levels) + "'d0;");
    line("  else joined <= " +
         (Levels == 1 ? Reduced
                      : "{joined[" + std::to_string(Levels - 2) + ":0], " +
                            Reduced + "}") +
         ";");
    Reduced = "joined[" + Last + "]";
  }
  if (!P.Finish) {
    line("assign done = " + Reduced + ";");
    return;
  }
  line("reg finishing; // since the reductions are there");
  line("wire finish = " + Reduced + " & ~finishing;");
  line("wire finish__busy;");
  line("always @(posedge clk)");
  line("  if (load) finishing <= 1'b0;");
  line("  else if (finish) finishing <= 1'b1;");
  line("assign done = finishing & ~finish__busy;");
}

/// Prints the unit that computes the stored results, when all reductions are
/// there.
void TopPrinter::printFinish() {
  const CorePlan &F = *P.Finish;
  std::string Instance = "  " + F.Name +
                         "_lane finish__lane (\n    .clk(clk), "
                         ".load(rst | finish), .rst(rst), .busy(finish__busy)";
  for (uint32_t I = 0; I < F.Scalars.size(); ++I) {
    size_t Own = P.Scalars.size();
    Instance += ",\n    .arg_" + F.Scalars[I] + "(" +
                (I < Own ? "arg_" + P.Scalars[I] : result(uint32_t(I - Own))) +
                ")";
  }
  for (uint32_t I = 0; I < F.Reductions.size(); ++I)
    Instance += ",\n    .result_" + F.Reductions[I] + "(result_" +
                F.Reductions[I] + ")";
  Text += Instance + "\n  );\n";
}

void TopPrinter::printLaneInstance(uint32_t Number) {
  for (uint32_t I = 0; I < P.Reductions.size(); ++I)
    line("wire " + bitRange(P.K.Reductions[I].Type.Bits) +
         laneResult(P.Reductions[I], Number) + ";");
  std::string Sets;
  for (const NetlistParameter &C : Lane.Parameters)
    Sets += (Sets.empty() ? "." : ", .") + C.Name + "(" +
            literal(C.Values[Number], C.Width) + ")";
  std::string Instance = "  " + P.Name + "_lane " +
                         (Sets.empty() ? "" : "#(" + Sets + ") ") + "lane" +
                         std::to_string(Number) +
                         " (\n    .clk(clk), .load(load), .rst(rst)"
                         ", .busy(busy[" +
                         std::to_string(Number) + "])";
  auto Connect = [&](const std::string &Port, const std::string &To) {
    Instance += ",\n    ." + Port + "(" + To + ")";
  };
  for (const std::string &Name : P.Scalars)
    Connect("arg_" + Name, "arg_" + Name);
  auto ConnectStream = [&](const std::string &Name,
                           std::initializer_list<const char *> Signals) {
    for (const char *Signal : Signals)
      Connect(Name + Signal, P.stream(Name, Number) + Signal);
  };
  for (uint32_t I : P.InputPorts)
    ConnectStream("s_" + P.Inputs[I], {"_tdata", "_tvalid", "_tready"});
  for (uint32_t I : P.OutputPorts)
    ConnectStream("m_" + P.Outputs[I],
                  {"_tdata", "_tstrb", "_tvalid", "_tready", "_tlast"});
  for (uint32_t I = 0; I < P.Reductions.size(); ++I) {
    if (!isCombined() && CorePlan::hasInitialPort(P.K.Reductions[I]))
      Connect("initial_" + P.Reductions[I], "initial_" + P.Reductions[I]);
    Connect("result_" + P.Reductions[I], laneResult(P.Reductions[I], Number));
  }
  Text += Instance + "\n  );\n";
}

void TopPrinter::printResult(uint32_t I) {
  const Reduction &R = P.K.Reductions[I];
  const std::string &Name = P.Reductions[I];
  if (P.Finish)
    line("wire " + bitRange(R.Type.Bits) + result(I) + ";");
  if (!isCombined()) {
    line("assign " + result(I) + " = " + laneResult(Name, 0) + ";");
    return;
  }
  std::vector<std::string> Values;
  if (joinedValues(R, P.D) > P.D.Lanes)
    Values.push_back(initial(I));
  for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
    Values.push_back(laneResult(Name, Lane));
  // Once the lanes are idle nothing changes: an odd value needs no register.
  for (uint32_t Level = 0; Values.size() > 1; ++Level) {
    std::vector<std::string> Joined;
    for (size_t V = 0; V + 1 < Values.size(); V += 2) {
      Joined.push_back("joined__" + Name + "__l" + std::to_string(Level) + "_" +
                       std::to_string(V / 2));
      line("reg " + bitRange(R.Type.Bits) + Joined.back() + ";");
      line("always @(posedge clk) " + Joined.back() +
           " <= " + expression(R.Op, {Values[V], Values[V + 1]}) + ";");
    }
    if (Values.size() % 2)
      Joined.push_back(Values.back());
    Values = std::move(Joined);
  }
  line("assign " + result(I) + " = " + Values.front() + ";");
}

} // namespace

std::string printTopPorts(const CorePlan &P) {
  std::string Text =
      "module " + P.Name +
      " (\n  input  wire clk,\n"
      "  input  wire rst,   // synchronous, active high\n"
      "  input  wire start, // of a launch; ignored while one runs\n";
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    Text += "  input  wire " + bitRange(P.K.Scalars[I].Type.Bits) + "arg_" +
            P.Scalars[I] + ", // constant during a launch\n";
  for (uint32_t I : P.InputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane) {
      std::string Name = P.stream("s_" + P.Inputs[I], Lane);
      Text += "  input  wire " + bitRange(beatBits(P.K.Inputs[I], P.D)) + Name +
              "_tdata,\n  input  wire " + Name + "_tvalid,\n  output wire " +
              Name + "_tready,\n  input  wire " + Name + "_tlast,\n";
    }
  for (uint32_t I : P.OutputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane) {
      std::string Name = P.stream("m_" + P.Outputs[I], Lane);
      uint32_t Width = beatBits(P.K.Outputs[I], P.D);
      Text += "  output wire " + bitRange(Width) + Name +
              "_tdata,\n  output wire " + bitRange(Width / 8) + Name +
              "_tstrb,\n  output wire " + Name + "_tvalid,\n  input  wire " +
              Name + "_tready,\n  output wire " + Name + "_tlast,\n";
    }
  for (size_t I = 0; I < P.Reductions.size(); ++I)
    if (CorePlan::hasInitialPort(P.K.Reductions[I]))
      Text += "  input  wire " + bitRange(P.K.Reductions[I].Type.Bits) +
              "initial_" + P.Reductions[I] + ", // constant during a launch\n";
  const CorePlan &Of = P.resultsOf();
  for (size_t I = 0; I < Of.Reductions.size(); ++I)
    Text += "  output wire " + bitRange(Of.K.Reductions[I].Type.Bits) +
            "result_" + Of.Reductions[I] + ", // valid with done\n";
  Text += "  output wire done // from the end of a launch to the next start\n"
          ");\n";
  return Text;
}

std::string printTop(const CorePlan &P, const Netlist &Lane) {
  return TopPrinter(P, Lane).run();
}

} // namespace roofline
