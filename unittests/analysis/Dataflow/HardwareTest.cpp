// Random networks as hardware, simulated by Icarus Verilog beside the model.
#include "RandomNetworks.h"

#include "roofline/Dataflow/DataflowRun.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

using namespace roofline;
namespace fs = std::filesystem;

namespace {

/// Networks of each style. DATAFLOW_NETWORKS=250 takes a minute.
unsigned numNetworks() {
  const char *Asked = std::getenv("DATAFLOW_NETWORKS");
  return Asked ? unsigned(std::atoi(Asked)) : 100;
}

std::string number(uint64_t Value) { return std::to_string(Value); }

/// Network \p Id as a Verilog module that writes its cycles when time is over.
class Printer {
public:
  Printer(const PlainNetwork &N, unsigned Id) : N(N), Id(Id) {}

  std::string print() {
    for (size_t P = 0; P < N.Processes.size(); ++P)
      process(P);
    for (size_t F = 0; F < N.Fifos.size(); ++F)
      fifo(F);
    std::string Values, Holes;
    for (size_t P = 0; P < N.Processes.size(); ++P) {
      Holes += " %0d";
      Values += ", done" + number(P);
    }
    return "module net" + number(Id) +
           "(input clk, input reset, input over);\n" + Declared + Body +
           "always @(posedge over) $display(\"net " + number(Id) + Holes +
           "\"" + Values + ");\nendmodule\n";
  }

private:
  void process(size_t P) {
    const PlainNest &Nest = N.Processes[P].Nests[0];
    const std::string Name = number(P), Last = number(Nest.Depth - 1);
    const bool Flushes = N.Processes[P].Style == StallStyle::Flushes;
    Declared += "wire [" + Last + ":0] valid" + Name + ", moves" + Name +
                "; reg [" + Last + ":0] ok" + Name + "; wire [" +
                number(16 * Nest.Depth - 1) + ":0] its" + Name +
                "; wire [31:0] done" + Name + ";\n";
    Body += "pipeline #(" + number(Nest.Trips) + ", " + number(Nest.Interval) +
            ", " + number(Nest.Depth) + ", " + number(Flushes) + ") p" + Name +
            "(clk, reset, ok" + Name + ", valid" + Name + ", its" + Name +
            ", moves" + Name + ", done" + Name + ");\n";
    std::string Checks;
    for (size_t A = 0; A < Nest.Accesses.size(); ++A)
      access(P, A, Nest.Accesses[A], Checks);
    Body += "always @* begin ok" + Name + " = ~0;\n" + Checks + "end\n";
  }

  void access(size_t P, size_t Number, const PlainAccess &A,
              std::string &Checks) {
    const std::string Name = number(P) + "_" + number(Number),
                      Stage = number(A.Stage), Fifo = number(A.Fifo);
    const size_t Trips = A.Iterations.size();
    std::string Bits;
    for (size_t I = Trips; I-- > 0;)
      Bits += A.Iterations[I] ? '1' : '0';
    Declared += "wire [" + number(Trips - 1) + ":0] when" + Name + " = " +
                number(Trips) + "'b" + Bits + ";\n";
    Body += "wire wants" + Name + " = valid" + number(P) + "[" + Stage +
            "] && when" + Name + "[its" + number(P) + "[16*" + Stage +
            "+:16]];\n";
    Body += "wire does" + Name + " = wants" + Name + " && moves" + number(P) +
            "[" + Stage + "];\n";
    Checks += "if (wants" + Name + " && !" + (A.IsWrite ? "canw" : "canr") +
              Fifo + ") ok" + number(P) + "[" + Stage + "] = 0;\n";
    (A.IsWrite ? Writers : Readers)[A.Fifo] = "does" + Name;
  }

  void fifo(size_t F) {
    const std::string Name = number(F);
    Declared += "wire canw" + Name + ", canr" + Name + "; wire [15:0] head" +
                Name + "; reg [15:0] sent" + Name + ", got" + Name + ";\n";
    Body += "fifo #(" + number(N.Fifos[F].Depth) + ", " +
            number(N.Fifos[F].Latency) + ") f" + Name + "(clk, reset, " +
            Writers[F] + ", " + Readers[F] + ", sent" + Name + ", canw" + Name +
            ", canr" + Name + ", head" + Name + ");\n";
    // Tokens come out in the order in which they went in.
    Body += "always @(posedge clk) if (reset) begin sent" + Name +
            " <= 0; got" + Name + " <= 0; end else begin sent" + Name +
            " <= sent" + Name + " + " + Writers[F] + "; got" + Name +
            " <= got" + Name + " + " + Readers[F] + "; if (" + Readers[F] +
            " && head" + Name + " != got" + Name +
            ") $display(\"wrong token\"); end\n";
  }

  const PlainNetwork &N;
  unsigned Id;
  std::string Declared, Body;
  std::map<size_t, std::string> Writers, Readers;
};

std::string simulate(const fs::path &Folder, const std::string &Text) {
  std::ofstream(Folder / "nets.v") << Text;
  const std::string Command = "cd " + Folder.string() +
                              " && iverilog -g2005 -o nets nets.v " +
                              PIPELINES + " 2>&1 && vvp -n nets";
  std::string Output;
  if (FILE *Pipe = popen(Command.c_str(), "r")) {
    char Buffer[4096];
    while (size_t Size = fread(Buffer, 1, sizeof(Buffer), Pipe))
      Output.append(Buffer, Size);
    pclose(Pipe);
  }
  return Output;
}

void compare(StallStyle Style) {
  if (std::system("iverilog -V > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no Icarus Verilog";
  std::string Text, Top;
  std::vector<DataflowRun> Runs;
  uint64_t MostCycles = 0;
  for (unsigned Id = 0; Id < numNetworks(); ++Id) {
    const PlainNetwork Plain = RandomNetworks(Id, Style, true).network();
    Runs.push_back(runDataflow(networkOf(Plain)));
    MostCycles = std::max(MostCycles, Runs.back().Cycles);
    Text += Printer(Plain, Id).print();
    Top += "net" + number(Id) + " n" + number(Id) + "(clk, reset, over);\n";
  }
  // Cycle 0 is the first one without reset.
  Text += "module top;\nreg clk = 0, reset = 1, over = 0;\n" + Top +
          "always #1 clk = !clk;\ninitial begin #2.5 reset = 0; #" +
          number(2 * MostCycles + 200) +
          " over = 1; #1 $finish; end\nendmodule\n";
  const fs::path Folder = fs::temp_directory_path() /
                          ("dataflow-hardware-" + number(uint64_t(Style)) +
                           "-" + number(std::random_device()()));
  fs::create_directories(Folder);
  std::istringstream Output(simulate(Folder, Text));
  fs::remove_all(Folder);
  unsigned Compared = 0, Deadlocks = 0;
  for (std::string Line; std::getline(Output, Line);) {
    std::istringstream Words(Line);
    std::string Word;
    unsigned Id = 0;
    if (!(Words >> Word >> Id) || Word != "net") {
      ADD_FAILURE() << Line;
      break;
    }
    for (const ProcessRun &P : Runs[Id].Processes) {
      uint64_t Done = 0;
      Words >> Done;
      EXPECT_EQ(P.Done, Done) << "network " << Id;
    }
    ++Compared;
    Deadlocks += Runs[Id].isDeadlock();
  }
  EXPECT_EQ(Compared, numNetworks());
  EXPECT_GT(Deadlocks, 0u);
}

TEST(Hardware, FreezingPipelinesAreExact) { compare(StallStyle::Freezes); }

TEST(Hardware, FlushingPipelinesAreExact) { compare(StallStyle::Flushes); }

} // namespace
