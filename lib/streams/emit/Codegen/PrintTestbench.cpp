// The self-checking testbench and its data.
#include "Stimulus.h"

#include "roofline/Base/FloatFormat.h"
#include "roofline/Core/StreamGaps.h"

#include <algorithm>

namespace roofline {
namespace {

class BenchPrinter {
public:
  BenchPrinter(const CorePlan &P, const Stimulus &Data, uint64_t Seed,
               int64_t Cycles)
      : P(P), Data(Data), Seed(Seed), Cycles(Cycles) {}

  std::vector<TextFile> run() {
    printHead();
    P.Memory ? printMemories() : printStreams();
    for (uint32_t I = 0; I < P.Reductions.size(); ++I)
      if (CorePlan::hasInitialPort(P.K.Reductions[I]))
        Ports += "    .initial_" + P.Reductions[I] + "(" +
                 literal(Data.Initial[I], P.K.Reductions[I].Type.Bits) + "),\n";
    for (uint32_t I = 0; I < P.resultsOf().Reductions.size(); ++I)
      printResult(I);
    for (uint32_t I = 0; I < P.Scalars.size(); ++I)
      Ports += "    .arg_" + P.Scalars[I] + "(" +
               literal(Data.Scalars[I], P.K.Scalars[I].Type.Bits) + "),\n";
    Text += "\n  " + P.topName() + " core (\n    .clk(clk),\n    .rst(rst),\n" +
            Ports + "    .start(start),\n    .done(done)\n  );\n";
    printMain();
    Files.insert(Files.begin(), {"tb/" + P.topName() + "_tb.v", Text});
    return std::move(Files);
  }

private:
  const CorePlan &P;
  const Stimulus &Data;
  uint64_t Seed;
  int64_t Cycles;
  std::string Text, Ports, Checks;
  std::string Settings; ///< of a launch
  std::vector<TextFile> Files;

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void printHead();
  void printStreams();
  void printSource(uint32_t I, uint32_t Lane);
  void printSink(uint32_t I, uint32_t Lane);
  std::string floatsOf(uint32_t I) const;
  void printMemories();
  void printMemory(const MasterPlan &M);
  std::string withGaps(const MasterPlan &M, const StreamWords &W) const;
  void printResult(uint32_t I);
  void printMain();
  std::string seedOf(const std::string &Name) const {
    uint32_t Hash = 2166136261u; // FNV-1a
    for (char C : Name)
      Hash = (Hash ^ uint8_t(C)) * 16777619u;
    return literal(Hash, 32);
  }
  void port(const std::string &Name) {
    Ports += "    ." + Name + "(" + Name + "),\n";
  }
};

void BenchPrinter::printHead() {
  Text = "// Runs the core " + P.Name +
         " twice: without back-pressure, where the cycles must\n// be the "
         "predicted ones, and with random pauses on every stream" +
         (P.Memory ? ";\n// then once with error responses.\n" : ".\n") +
         "// +seed=N: of the pauses. Run it in the folder above this one.\n"
         "module " +
         P.topName() + "_tb;\n";
  line("reg clk = 1'b0;");
  line("reg rst = 1'b1, start = 1'b0, restart = 1'b0, stall = 1'b0;");
  if (P.Memory)
    line("reg fail = 1'b0; // every response");
  line("reg [31:0] seed = " + literal(Seed, 32) + ";");
  line("wire done;");
  line("always #1 clk = ~clk;");
}

void BenchPrinter::printStreams() {
  for (uint32_t I : P.InputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      printSource(I, Lane);
  for (uint32_t I : P.OutputPorts)
    for (uint32_t Lane = 0; Lane < P.D.Lanes; ++Lane)
      printSink(I, Lane);
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
void BenchPrinter::printMemories() {
  for (size_t I = 0; I < P.Bases.size(); ++I) {
    uint32_t Widest = 0;
    for (const MasterPlan &M : P.Masters)
      if (M.Base == P.Bases[I])
        Widest = std::max(Widest, beatBits(P.streamOf(M), P.D));
    line("reg " + bitRange(P.Memory->AddressBits) + P.Bases[I] + ";");
    Settings += "      " + P.Bases[I] +
                " <= " + literal(4096 * (I + 1), P.Memory->AddressBits) +
                " - (paused ? " + number(3 * Widest / 8) + " : 0);\n";
    port(P.Bases[I]);
  }
  for (const MasterPlan &M : P.Masters)
    printMemory(M);
  if (P.Masters.empty())
    return;
  line("wire " + bitRange(P.Masters.size()) + "error;");
  port("error");
  std::string Used;
  for (size_t I = P.Masters.size(); I-- > 0;)
    Used += P.Masters[I].T.Beats ? '1' : '0';
  Checks += "    if (error !== (fail ? " + number(Used.size()) + "'b" + Used +
            " : " + number(Used.size()) +
            "'b0)) begin\n      $display(\"error is %b\", error);\n"
            "      errors = errors + 1;\n    end\n";
}

void BenchPrinter::printMemory(const MasterPlan &M) {
  const Stream &S = P.streamOf(M);
  const std::string &Name = M.Name;
  const StreamWords &W =
      (M.Reads ? Data.Inputs : Data.Outputs)[M.Stream][M.Lane];
  std::string A = M.Reads ? "_ar" : "_aw", File = "tb/" + Name + A + ".hex";
  uint32_t Address = P.Memory->AddressBits, Bits = P.Memory->DataBits;
  std::vector<std::pair<std::string, uint32_t>> Signals = {
      {A + "addr", Address}, {A + "len", 8},   {A + "size", 3},
      {A + "burst", 2},      {A + "valid", 1}, {A + "ready", 1}};
  if (M.Reads)
    Signals.insert(Signals.end(), {{"_rdata", Bits},
                                   {"_rresp", 2},
                                   {"_rlast", 1},
                                   {"_rvalid", 1},
                                   {"_rready", 1}});
  else
    Signals.insert(Signals.end(), {{"_wdata", Bits},
                                   {"_wstrb", Bits / 8},
                                   {"_wlast", 1},
                                   {"_wvalid", 1},
                                   {"_wready", 1},
                                   {"_bresp", 2},
                                   {"_bvalid", 1},
                                   {"_bready", 1}});
  std::string Ends = Name + A; // of the model: a port may read and write
  Text += "\n";
  std::string List;
  for (const auto &[Signal, Width] : Signals) {
    line("wire " + (Width > 1 ? bitRange(Width) : "") + Name + Signal + ";");
    port(Name + Signal);
    List += ", " + Name + Signal;
  }
  for (const char *Signal : {"cache", "prot"})
    Ports += "    ." + Name + A + Signal + "(),\n";
  line("wire [31:0] " + Ends + "_missing, " + Ends + "_errors;");
  line("roofline_tb_axi_" + std::string(M.Reads ? "read" : "write") +
       " #(.DATA(" + number(Bits) + "), .WIDTH(" + number(beatBits(S, P.D)) +
       "), .ADDRESS(" + number(Address) + "), .OUTSTANDING(" +
       number(P.Memory->Outstanding) + "), .BEATS(" + number(M.T.Beats) + ")" +
       rowParameters(M.T) + ", .FILE(\"" + File + "\"), .NAME(\"" + Name +
       "\"), .SEED(" + seedOf(Ends) + ")" +
       (M.Reads ? std::string()
                : ", .ELEMENT(" + number(S.Type.Bits) + "), .FLOAT(" +
                      floatsOf(M.Stream) + ")") +
       ") " + Ends + " (clk, restart, stall, fail, seed, " + M.Base + " + " +
       literal(uint64_t(P.offsetOf(M)), Address) + List + ", " + Ends +
       "_missing, " + Ends + "_errors);");
  Checks += "    if (" + Ends + "_missing != 0) begin\n      $display(\"" +
            Name + ": %0d bus words are missing\", " + Ends +
            "_missing);\n      errors = errors + 1;\n    end\n"
            "    errors = errors + " +
            Ends + "_errors;\n";
  if (W.Beats)
    Files.push_back(
        {File, M.Reads || W.Beats == M.T.Beats ? W.Hex : withGaps(M, W)});
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

void BenchPrinter::printSource(uint32_t I, uint32_t Lane) {
  std::string Name = P.stream("s_" + P.Inputs[I], Lane);
  const StreamWords &W = Data.Inputs[I][Lane];
  uint32_t Width = beatBits(P.K.Inputs[I], P.D);
  std::string File = "tb/" + Name + ".hex";
  Text += "\n  wire " + bitRange(Width) + Name + "_tdata;\n  wire " + Name +
          "_tvalid, " + Name + "_tready, " + Name + "_tlast;\n  wire [31:0] " +
          Name + "_count;\n  roofline_tb_source #(.WIDTH(" + number(Width) +
          "), .BEATS(" + number(W.Beats) + "), .FILE(\"" + File +
          "\"), .SEED(" + seedOf(Name) + ")) " + Name +
          " (clk, restart, stall, seed, " + Name + "_tdata, " + Name +
          "_tvalid, " + Name + "_tready, " + Name + "_tlast, " + Name +
          "_count);\n";
  for (const char *Signal : {"_tdata", "_tvalid", "_tready", "_tlast"})
    port(Name + Signal);
  Checks += "    if (" + Name + "_count != " + number(W.Beats) +
            ") begin\n      $display(\"" + Name +
            ": %0d beats were read, not " + number(W.Beats) + "\", " + Name +
            "_count);\n      errors = errors + 1;\n    end\n";
  if (W.Beats)
    Files.push_back({File, W.Hex});
}

void BenchPrinter::printSink(uint32_t I, uint32_t Lane) {
  std::string Name = P.stream("m_" + P.Outputs[I], Lane);
  const StreamWords &W = Data.Outputs[I][Lane];
  const ValueType &T = P.K.Outputs[I].Type;
  uint32_t Width = beatBits(P.K.Outputs[I], P.D);
  std::string File = "tb/" + Name + ".hex";
  Text += "\n  wire " + bitRange(Width) + Name + "_tdata;\n  wire " +
          bitRange(Width / 8) + Name + "_tstrb;\n  wire " + Name + "_tvalid, " +
          Name + "_tready, " + Name + "_tlast;\n  wire [31:0] " + Name +
          "_count, " + Name + "_errors;\n  roofline_tb_sink #(.WIDTH(" +
          number(Width) + "), .BEATS(" + number(W.Beats) + "), .FILE(\"" +
          File + "\"), .NAME(\"" + Name + "\"), .ELEMENT(" + number(T.Bits) +
          "), .FLOAT(" + floatsOf(I) + "), .SEED(" + seedOf(Name) + ")) " +
          Name + " (clk, restart, stall, seed, " + Name + "_tdata, " + Name +
          "_tstrb, " + Name + "_tvalid, " + Name + "_tready, " + Name +
          "_tlast, " + Name + "_count, " + Name + "_errors);\n";
  for (const char *Signal :
       {"_tdata", "_tstrb", "_tvalid", "_tready", "_tlast"})
    port(Name + Signal);
  Checks +=
      "    if (" + Name + "_count != " + number(W.Beats) +
      ") begin\n      $display(\"" + Name + ": %0d beats came, not " +
      number(W.Beats) + "\", " + Name +
      "_count);\n      errors = errors + 1;\n    end\n    errors = errors + " +
      Name + "_errors;\n";
  if (W.Beats)
    Files.push_back({File, W.Hex});
}

void BenchPrinter::printResult(uint32_t I) {
  const Reduction &R = P.K.results()[I];
  std::string Name = "result_" + P.resultsOf().Reductions[I];
  uint32_t Width = R.Type.Bits;
  line("wire " + bitRange(Width) + Name + ";");
  port(Name);
  std::string Want = literal(Data.Results[I], Width);
  uint32_t Fraction = fractionBits(Width);
  std::string High = "[" + number(Width - 2) + ":" + number(Fraction) + "]";
  bool IsNaN =
      R.Type.Scalar == ScalarKind::Float && isNaNBits(Data.Results[I], Width);
  Checks += "    if (" +
            (IsNaN ? "!(&" + Name + High + ")" : Name + " !== " + Want) +
            ") begin\n      $display(\"" + Name + " is %h, not " + Want +
            "\", " + Name + ");\n      errors = errors + 1;\n    end\n";
}

void BenchPrinter::printMain() {
  std::string Limit = number(32 * uint64_t(Cycles) + 10000);
  Text += R"(
  integer cycles = 0, errors = 0;
  always @(posedge clk)
    if (start) cycles <= 0;
    else if (!done) cycles <= cycles + 1;

  task launch;
    input paused;
    begin
      stall <= paused;
SETTINGS      restart <= 1'b1;
      @(posedge clk);
      restart <= 1'b0;
      start <= 1'b1;
      @(posedge clk);
      start <= 1'b0;
      @(posedge clk);
      while (done !== 1'b1) begin
        @(posedge clk);
        if (cycles > LIMIT) begin
          $display("FAIL: no done after %0d cycles", cycles);
          $fatal(1);
        end
      end
      repeat (4) @(posedge clk); // nothing more may come
)";
  Text.replace(Text.find("LIMIT)"), 5, Limit);
  Text.replace(Text.find("SETTINGS"), 8, Settings);
  Text += Checks;
  Text += R"(    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = )" +
          literal(Seed, 32) + R"(;
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    @(posedge clk);
    launch(1'b0);
    $display("cycles %0d, predicted )" +
          number(Cycles) + R"(", cycles);
    if (cycles != )" +
          number(Cycles) + R"() errors = errors + 1;
    launch(1'b1);
    $display("cycles with back-pressure %0d", cycles);
)" + (P.Memory ? "    fail <= 1'b1;\n    launch(1'b1);\n" : "") +
          R"(    if (errors != 0) begin
      $display("FAIL: )" +
          P.Name + R"(: %0d errors", errors);
      $fatal(1);
    end
    $display("PASS: )" +
          P.Name + R"(");
    $finish;
  end
endmodule
)";
}

} // namespace

std::vector<TextFile> printTestbench(const CorePlan &P, const StreamMemory &In,
                                     uint64_t Seed, int64_t Cycles) {
  Stimulus Data = stimulusOf(P, In);
  return BenchPrinter(P, Data, Seed, Cycles).run();
}

} // namespace roofline
