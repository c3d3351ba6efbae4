// The top module: lanes side by side, start and done, joined reductions.
#include "CorePlan.h"
#include "PrintNetlist.h"

#include "roofline/Core/SizeForms.h"
#include "roofline/Netlist/CoreNetlist.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// Text of the instances in a top module.
class TopPrinter {
public:
  TopPrinter(const CorePlan &P, const Netlist &Lane) : P(P), Lane(Lane) {}

  std::string run() {
    const Netlist Control = controlNetlist(P.K, P.D, P);
    Text = printTopPorts(P);
    printWires(Control);
    for (uint32_t I = 0; I < P.D.Lanes; ++I)
      printLane(I);
    if (P.Finish)
      printFinish();
    return Text + printNetlistBody(Control) + "endmodule\n";
  }

private:
  const CorePlan &P;
  const Netlist &Lane;
  std::string Text;

  void printWires(const Netlist &Control);
  void printLane(uint32_t Number);
  void printFinish();
};

/// Declares what goes between \p Control and the lanes.
void TopPrinter::printWires(const Netlist &Control) {
  auto Declare = [&](const NetlistPort &Port, uint32_t Width) {
    const std::string &Name = Port.Name;
    for (const char *OfLanes : {"busy__", "load", "result__", "sum__"})
      if (Name.starts_with(OfLanes))
        Text += "  wire " + (Width > 1 ? bitRange(Width) : "") + Name + ";\n";
  };
  for (const NetlistPort &Port : Control.Inputs)
    Declare(Port, Port.Width);
  for (const NetlistPort &Port : Control.Outputs)
    Declare(Port, Port.Width);
}

/// Prints the unit that computes the stored results, when all reductions are
/// there.
void TopPrinter::printFinish() {
  const CorePlan &F = *P.Finish;
  std::string Instance = "  " + F.Name +
                         "_lane finish__lane (\n    .clk(clk), "
                         ".load(load__finish), .rst(rst), .busy(busy__finish)";
  for (uint32_t I = 0; I < F.Scalars.size(); ++I) {
    size_t Own = P.Scalars.size();
    Instance +=
        ",\n    .arg_" + F.Scalars[I] + "(" +
        (I < Own ? "arg_" + P.Scalars[I] : "sum__" + P.Reductions[I - Own]) +
        ")";
  }
  for (uint32_t I = 0; I < F.Reductions.size(); ++I)
    Instance += ",\n    .result_" + F.Reductions[I] + "(result_" +
                F.Reductions[I] + ")";
  Text += Instance + "\n  );\n";
}

void TopPrinter::printLane(uint32_t Number) {
  std::string Sets;
  for (const NetlistParameter &C : Lane.Parameters)
    Sets += (Sets.empty() ? "." : ", .") + C.Name + "(" +
            literal(C.Values[Number], C.Width) + ")";
  std::string Instance = "  " + P.Name + "_lane " +
                         (Sets.empty() ? "" : "#(" + Sets + ") ") + "lane" +
                         std::to_string(Number) +
                         " (\n    .clk(clk), .load(load), .rst(rst)"
                         ", .busy(" +
                         laneSignal("busy", Number) + ")";
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
    if (combineCycles(P.K, P.D) == 0 &&
        CorePlan::hasInitialPort(P.K.Reductions[I]))
      Connect("initial_" + P.Reductions[I], "initial_" + P.Reductions[I]);
    Connect("result_" + P.Reductions[I],
            laneSignal("result__" + P.Reductions[I], Number));
  }
  Text += Instance + "\n  );\n";
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
            P.Scalars[I] +
            (is_contained(P.K.SizeScalars, I)
                 ? ", // constant from " + number(uint64_t(SizeCycles)) +
                       " cycles before start to done\n"
                 : ", // constant during a launch\n");
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
  const CorePlan &Plan = P.resultsOf();
  for (size_t I = 0; I < Plan.Reductions.size(); ++I)
    Text += "  output wire " + bitRange(Plan.K.Reductions[I].Type.Bits) +
            "result_" + Plan.Reductions[I] + ", // valid with done\n";
  Text += "  output wire done // from the end of a launch to the next start\n"
          ");\n";
  return Text;
}

std::string printTop(const CorePlan &P, const Netlist &Lane) {
  return TopPrinter(P, Lane).run();
}

} // namespace roofline
