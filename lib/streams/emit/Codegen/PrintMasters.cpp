// The module that has AXI4 masters around the core's streams.
#include "CorePlan.h"
#include "PrintNetlist.h"

#include "roofline/Netlist/SizeNetlist.h"

#include "llvm/ADT/StringExtras.h"

#include <bit>

namespace roofline {
namespace {

class MasterPrinter {
public:
  explicit MasterPrinter(const CorePlan &P) : P(P), M(*P.Memory) {}

  std::string run() {
    printPorts();
    printControl();
    std::string Ports = std::move(Text);
    Text.clear();
    for (size_t I = 0; I < P.Masters.size(); ++I)
      printMaster(I);
    Text = std::move(Ports) + sizes() + std::move(Text);
    Text += "\n  " + P.Name + " core (\n" + Connections +
            "    .start(go),\n    .done(core__done)\n  );\nendmodule\n";
    return Text;
  }

private:
  const CorePlan &P;
  const MemoryMasters &M;
  std::string Text, Connections;
  std::vector<SizedWord> Sized; ///< that the masters take

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void port(const char *Direction, uint32_t Width, const std::string &Name) {
    Text += std::string("  ") + Direction + " wire " +
            (Width > 1 ? bitRange(Width) : std::string()) + Name + ",\n";
  }
  void connect(const std::string &Port, const std::string &To) {
    Connections += "    ." + Port + "(" + To + "),\n";
  }
  void printPorts();
  void printControl();
  void printMaster(size_t I);
  void printConstants(const std::string &Address);
  std::string sizes() const;
  std::string number(const MasterPlan &Master, const MasterNumber &Number);
  std::string parameters(const MasterPlan &Master);
  void printGaps(const MasterPlan &Master, const std::string &Port,
                 uint32_t Width);
};

/// Prefix of the address channel that \p C names: "ar" or "aw".
std::string addressChannel(const std::string &Port, char C) {
  return Port + "_a" + C;
}

void MasterPrinter::printPorts() {
  Text += "module " + P.mastersName() +
          " (\n  input  wire clk,\n"
          "  input  wire rst,   // synchronous, active high\n"
          "  input  wire start, // of a launch; ignored while one runs\n"
          "  // From start to done the arguments and addresses are constant.\n";
  connect("clk", "clk");
  connect("rst", "rst");
  auto PortOf = [&](const char *Direction, uint32_t Width,
                    const std::string &Name) {
    port(Direction, Width, Name);
    connect(Name, Name);
  };
  for (size_t I = 0; I < P.Scalars.size(); ++I)
    PortOf("input ", P.K.Scalars[I].Type.Bits, "arg_" + P.Scalars[I]);
  for (const std::string &Base : P.Bases)
    port("input ", M.AddressBits, Base);
  for (const MasterPlan &Master : P.Masters)
    for (const MasterSignal &S : signalsOf(P, Master))
      port(S.IsOutput ? "output" : "input ", S.Width, Master.Name + S.Suffix);
  for (size_t I = 0; I < P.Reductions.size(); ++I)
    if (CorePlan::hasInitialPort(P.K.Reductions[I]))
      PortOf("input ", P.K.Reductions[I].Type.Bits,
             "initial_" + P.Reductions[I]);
  const CorePlan &Plan = P.resultsOf();
  for (size_t I = 0; I < Plan.Reductions.size(); ++I)
    PortOf("output", Plan.K.Reductions[I].Type.Bits,
           "result_" + Plan.Reductions[I]);
  if (!P.Masters.empty())
    Text += "  // Of each master: a response since start was no OKAY.\n"
            "  output wire " +
            bitRange(P.Masters.size()) + "error,\n";
  Text += "  output wire done // all is written; until the next start\n);\n";
}

void MasterPrinter::printControl() {
  std::string Idle = "core__done";
  line("wire core__done;");
  for (const MasterPlan &Master : P.Masters)
    if (!Master.Reads) {
      line("wire idle__" + Master.Name + ";");
      Idle += " & idle__" + Master.Name;
    }
  line("reg launched;");
  line("wire go = start & (done | ~launched);");
  line("always @(posedge clk)");
  line("  if (rst) launched <= 1'b0;");
  line("  else if (start) launched <= 1'b1;");
  line("assign done = " + Idle + ";");
}

/// A literal, or a word that follows from the sizes of the launch.
std::string MasterPrinter::number(const MasterPlan &Master,
                                  const MasterNumber &Number) {
  if (!Number.isSized())
    return literal(uint64_t(Number.BySize[0]), Number.Width);
  Sized.push_back(
      {"of__" + Master.Name + "__" + Number.Name, Number.Width, Number.BySize});
  return Sized.back().Name;
}

/// Declares the words of Sized and prints what computes them.
std::string MasterPrinter::sizes() const {
  if (Sized.empty())
    return {};
  std::string Wires = "\n";
  for (const SizedWord &W : Sized)
    Wires += "  wire " + bitRange(W.Width) + W.Name + ";\n";
  return Wires + printNetlistBody(sizeNetlist(P.K, P, Sized));
}

std::string MasterPrinter::parameters(const MasterPlan &Master) {
  std::string Text = " #(.DATA(" + std::to_string(M.DataBits) + "), .WIDTH(" +
                     std::to_string(beatBits(P.streamOf(Master), P.D)) +
                     "), .ADDRESS(" + std::to_string(M.AddressBits) +
                     "), .BURST(" + std::to_string(M.Burst) +
                     "), .OUTSTANDING(" + std::to_string(M.Outstanding) +
                     "), .COUNT(" + std::to_string(Master.Count) + ")";
  if (Master.T.Rows)
    Text += ", .ROW(" + std::to_string(Master.Row) + "), .ROWS(" +
            std::to_string(Master.Rows) + "), .PLANE(" +
            std::to_string(Master.T.Rows->Plane) + "), .RUNS(" +
            std::to_string(Master.Runs) + ")";
  Text += std::string(")") + (Master.Reads ? " reader__" : " writer__") +
          Master.Name + " (\n    .clk(clk), .rst(rst), .start(go), .address(" +
          Master.Base;
  if (Master.T.First != 0 || Master.Offset.isSized())
    Text += " + " + number(Master, Master.Offset);
  Text += "),\n    ";
  for (const MasterNumber &Each : Master.OfTransfer)
    Text += std::string(&Each == &Master.OfTransfer[0] ? "." : ", .") +
            Each.Name + "(" + number(Master, Each) + ")";
  return Text;
}

/// Prints the signals that are the same for every burst of an address channel.
void MasterPrinter::printConstants(const std::string &Address) {
  line("assign " + Address +
       "size = " + literal(std::countr_zero(M.DataBits / 8), 3) + ";");
  line("assign " + Address + "burst = 2'b01; // INCR");
  line("assign " + Address + "cache = 4'b0011; // normal, may be merged");
  line("assign " + Address + "prot = 3'b000;");
}

/// From the core's stream \p Port to the master's, PORT__all.
void MasterPrinter::printGaps(const MasterPlan &Master, const std::string &Port,
                              uint32_t Width) {
  std::string All = Port + "__all";
  line("wire " + bitRange(Width) + All + "_tdata;");
  line("wire " + bitRange(Width / 8) + All + "_tstrb;");
  line("wire " + All + "_tvalid, " + All + "_tready, " + All + "_tlast;");
  std::string Instance = "roofline_axi_gaps #(.WIDTH(" + std::to_string(Width) +
                         "), .BITS(" + std::to_string(Master.GapBits) +
                         ")) gaps__" + Port +
                         " (\n    .clk(clk), .clear(rst | go)";
  for (const MasterNumber &Each : Master.OfGaps)
    Instance +=
        std::string(", .") + Each.Name + "(" + number(Master, Each) + ")";
  for (const char *Signal : {"tdata", "tstrb", "tvalid", "tready", "tlast"})
    Instance += std::string(",\n    .s_") + Signal + "(" + Port + "_" + Signal +
                "), .m_" + Signal + "(" + All + "_" + Signal + ")";
  line(Instance + ");");
}

void MasterPrinter::printMaster(size_t I) {
  const MasterPlan &Master = P.Masters[I];
  const Stream &S = P.streamOf(Master);
  uint32_t Width = beatBits(S, P.D);
  const std::string &Name = Master.Name;
  std::string Port = P.stream((Master.Reads ? "s_" + P.Inputs[Master.Stream]
                                            : "m_" + P.Outputs[Master.Stream]),
                              Master.Lane);
  char C = Master.Reads ? 'r' : 'w';
  Text += "\n  // Buffer " + S.Name + ", bytes " + bytesText(P, Master) + "\n";
  line("wire " + bitRange(Width) + Port + "_tdata;");
  line("wire " + Port + "_tvalid, " + Port + "_tready;");
  if (!Master.Reads) {
    line("wire " + bitRange(Width / 8) + Port + "_tstrb;");
    line("wire " + Port + "_tlast;");
  }
  if (Master.Gaps)
    printGaps(Master, Port, Width);
  std::string Address = addressChannel(Name, C);
  printConstants(Address);
  std::string Instance = std::string("roofline_axi_") +
                         (Master.Reads ? "read" : "write") + parameters(Master);
  std::vector<std::string> Row;
  auto Wire = [&](const std::string &Inner, const std::string &Outer) {
    Row.push_back("." + Inner + "(" + Outer + ")");
  };
  auto EndRow = [&] {
    Instance += ",\n    " + llvm::join(Row, ", ");
    Row.clear();
  };
  Wire("error", "error[" + std::to_string(I) + "]");
  if (!Master.Reads)
    Wire("idle", "idle__" + Name);
  std::vector<const char *> Stream = {"tdata", "tvalid", "tready"};
  if (!Master.Reads)
    Stream.insert(Stream.end(), {"tstrb", "tlast"});
  EndRow();
  for (const char *Signal : Stream) {
    Wire(Signal, Port + (Master.Gaps ? "__all_" : "_") + Signal);
    connect(Port + "_" + Signal, Port + "_" + Signal);
  }
  if (Master.Reads)
    connect(Port + "_tlast", "1'b0");
  EndRow();
  for (const char *Signal : {"addr", "len", "valid", "ready"})
    Wire(std::string("a") + C + Signal, Address + Signal);
  EndRow();
  std::vector<const char *> Data =
      Master.Reads
          ? std::vector<const char *>{"rdata", "rresp", "rlast", "rvalid",
                                      "rready"}
          : std::vector<const char *>{"wdata",  "wstrb", "wlast",  "wvalid",
                                      "wready", "bresp", "bvalid", "bready"};
  for (const char *Signal : Data)
    Wire(Signal, Name + "_" + Signal);
  EndRow();
  line(Instance + ");");
}

} // namespace

std::string rowParameters(const Transfer &T) {
  if (!T.Rows)
    return {};
  auto Text = [](int64_t N) { return std::to_string(N); };
  return ", .ROW(" + Text(T.Rows->Row) + "), .ROWS(" + Text(T.Rows->Rows) +
         "), .PITCH(" + Text(T.Rows->Pitch) + "), .PLANE(" +
         Text(T.Rows->Plane) + ")";
}

std::string bytesText(const CorePlan &P, const MasterPlan &M) {
  const int64_t Beat = beatBits(P.streamOf(M), P.D) / 8;
  auto Bytes = [&](int64_t Beats) { return std::to_string(Beats * Beat); };
  std::string Text = Bytes(M.T.First) + " to " +
                     std::to_string((M.T.First + M.T.row()) * Beat - 1);
  if (!M.T.Rows)
    return Text;
  Text += " and so on: " + std::to_string(M.T.Rows->Rows) + " rows, " +
          Bytes(M.T.Rows->Pitch) + " apart";
  if (M.T.Rows->Plane)
    Text += ", in each of " + std::to_string(M.T.numRows() / M.T.Rows->Rows) +
            " planes, " + Bytes(M.T.Rows->Plane) + " apart";
  return Text;
}

bool isConstant(const MasterSignal &S) {
  const std::string_view Suffix = S.Suffix;
  return Suffix.ends_with("cache") || Suffix.ends_with("prot");
}

std::vector<MasterSignal> signalsOf(const CorePlan &P, const MasterPlan &M) {
  const uint32_t Address = P.Memory->AddressBits, Data = P.Memory->DataBits;
  if (M.Reads)
    return {{"_araddr", Address, true},
            {"_arlen", 8, true},
            {"_arsize", 3, true},
            {"_arburst", 2, true},
            {"_arcache", 4, true},
            {"_arprot", 3, true},
            {"_arvalid", 1, true},
            {"_arready"},
            {"_rdata", Data},
            {"_rresp", 2},
            {"_rlast"},
            {"_rvalid"},
            {"_rready", 1, true}};
  return {{"_awaddr", Address, true},
          {"_awlen", 8, true},
          {"_awsize", 3, true},
          {"_awburst", 2, true},
          {"_awcache", 4, true},
          {"_awprot", 3, true},
          {"_awvalid", 1, true},
          {"_awready"},
          {"_wdata", Data, true},
          {"_wstrb", Data / 8, true},
          {"_wlast", 1, true},
          {"_wvalid", 1, true},
          {"_wready"},
          {"_bresp", 2},
          {"_bvalid"},
          {"_bready", 1, true}};
}

std::string printMasters(const CorePlan &P) { return MasterPrinter(P).run(); }

} // namespace roofline
