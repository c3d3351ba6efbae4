// The self-checking testbench of a core that does all passes, and its data.
//
/// \file
/// One memory behind all masters holds the buffers, each from a page on; in
/// launches with back-pressure they begin before it, so that bus words and
/// pages are torn. Afterwards all bytes are compared: those that the
/// original's launches leave, and those that nobody may write.
#include "Stimulus.h"

#include "roofline/Steps/StreamIterate.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace roofline {
namespace {

constexpr uint64_t Page = 4096; ///< [byte]

class PassesBenchPrinter {
public:
  PassesBenchPrinter(const CorePlan &P, const PassesRun &Run, uint64_t Seed,
                     int64_t Cycles)
      : P(P), Run(Run), Seed(Seed), Cycles(Cycles), Bases(basesOf(P)) {}

  std::vector<TextFile> run() {
    layOut();
    printHead();
    printMemory();
    printCore();
    printMain();
    return {{"tb/" + P.topName() + "_tb.v", std::move(Text)},
            {"tb/before.hex", before()},
            {"tb/after.hex", after()}};
  }

private:
  const CorePlan &P;
  const PassesRun &Run;
  uint64_t Seed;
  int64_t Cycles;
  std::vector<BasePort> Bases;
  std::vector<uint64_t> Addresses; ///< by base
  uint64_t Size = 0;               ///< [byte] of the memory
  uint64_t Shift = 0;              ///< [byte] that buffers begin earlier
  std::string Text;

  void line(const std::string &L) { Text += "  " + L + "\n"; }
  void layOut();
  uint32_t elementBytes(const std::string &Argument) const;
  bool isFloat(const std::string &Argument) const;
  void printHead();
  void printMemory();
  void printCore();
  void printMain();
  std::vector<uint8_t> image(const StreamMemory &Memory) const;
  bool isFree(const std::string &Argument) const;
  std::string before() const;
  std::string after() const;
  uint64_t words(const MasterPlan &M, uint64_t Shift) const;
  std::string checks() const;
};

/// The streams of \p Argument's buffer, called for each.
template <typename Fn>
void forEachStream(const StreamKernel &K, const std::string &Argument, Fn Do) {
  for (const InputStream &S : K.Inputs)
    if (S.Name == Argument)
      Do(S);
  for (const OutputStream &S : K.Outputs)
    if (S.Name == Argument)
      Do(S);
}

/// Arguments that take turns have one type; one of them is a stream.
template <typename Fn>
void forEachStreamInTurn(const CorePlan &P, const std::string &Argument,
                         Fn Do) {
  std::string At = Argument;
  do {
    forEachStream(P.K, At, Do);
    auto Next = P.Passes->Turns.find(At);
    At = Next == P.Passes->Turns.end() ? Argument : Next->second;
  } while (At != Argument);
}

uint32_t PassesBenchPrinter::elementBytes(const std::string &Argument) const {
  uint32_t Bytes = 0;
  forEachStreamInTurn(P, Argument,
                      [&](const Stream &S) { Bytes = S.Type.Bits / 8; });
  return Bytes;
}

bool PassesBenchPrinter::isFloat(const std::string &Argument) const {
  bool Is = false;
  forEachStreamInTurn(P, Argument, [&](const Stream &S) {
    Is |= S.Type.Scalar == ScalarKind::Float;
  });
  return Is;
}

/// Whole pages for each buffer, and one before and behind them all.
void PassesBenchPrinter::layOut() {
  Size = Page;
  for (const BasePort &B : Bases) {
    Addresses.push_back(Size);
    uint64_t Bytes = 0;
    for (const StreamMemory::Buffer &Of : Run.Before.Buffers)
      if (Of.Name == B.Argument)
        Bytes = Of.Elements.size() * elementBytes(B.Argument);
    // In some pass any of those that take turns has this buffer.
    for (const MasterPlan &M : P.Masters)
      Bytes = std::max(Bytes, uint64_t(M.T.end()) *
                                  (beatBits(P.streamOf(M), P.D) / 8));
    Size += (Bytes + Page) / Page * Page;
  }
  Size += Page;
  for (const MasterPlan &M : P.Masters)
    Shift = std::max<uint64_t>(Shift, 3 * beatBits(P.streamOf(M), P.D) / 8);
}

std::string hexByte(uint8_t Byte) {
  return {"0123456789abcdef"[Byte >> 4], "0123456789abcdef"[Byte & 15]};
}

/// The bytes of \p Memory, each buffer at its address.
std::vector<uint8_t>
PassesBenchPrinter::image(const StreamMemory &Memory) const {
  constexpr uint8_t Beside = 0xa5;
  std::vector<uint8_t> Image(Size, Beside);
  for (size_t I = 0; I < Bases.size(); ++I) {
    const uint32_t Bytes = elementBytes(Bases[I].Argument);
    uint64_t At = Addresses[I];
    for (const StreamMemory::Buffer &B : Memory.Buffers)
      if (B.Name == Bases[I].Argument)
        for (uint64_t Element : B.Elements)
          for (uint32_t Byte = 0; Byte < Bytes; ++Byte)
            Image[At++] = uint8_t(Element >> (8 * Byte));
  }
  return Image;
}

std::string PassesBenchPrinter::before() const {
  std::string Hex;
  for (uint8_t Byte : image(Run.Before))
    Hex += hexByte(Byte) + "\n";
  return Hex;
}

/// True where the buffer of \p Argument holds nothing of use at the end.
bool PassesBenchPrinter::isFree(const std::string &Argument) const {
  return Run.Passes.Turns.count(Argument) &&
         std::none_of(Run.Passes.Fields.begin(), Run.Passes.Fields.end(),
                      [&](const std::string &Field) {
                        return holderOf(Run.Passes, Field) == Argument;
                      });
}

/// Lines as roofline_tb_axi_memory reads them.
std::string PassesBenchPrinter::after() const {
  StreamMemory Memory = Run.Before;
  for (const std::string &Field : Run.Passes.Fields)
    for (const StreamMemory::Buffer &B : Run.After.Buffers)
      if (B.Name == Field)
        Memory.find(holderOf(Run.Passes, Field))->Elements = B.Elements;
  std::string Kinds(Size, '1');
  for (size_t I = 0; I < Bases.size(); ++I) {
    const std::string &Argument = Bases[I].Argument;
    const StreamMemory::Buffer *B = Memory.find(Argument);
    const uint32_t Bytes = elementBytes(Argument);
    const bool IsFree = isFree(Argument);
    if (!B || (!IsFree && !isFloat(Argument)))
      continue;
    for (uint64_t Byte = 0; Byte < B->Elements.size() * Bytes; ++Byte)
      Kinds[Addresses[I] + Byte] =
          IsFree || Byte % Bytes ? '0' : char('0' + Bytes);
  }
  std::vector<uint8_t> Image = image(Memory);
  std::string Hex;
  for (uint64_t I = 0; I < Size; ++I)
    Hex += Kinds[I] + hexByte(Image[I]) + "\n";
  return Hex;
}

void PassesBenchPrinter::printHead() {
  Text = "// Runs all passes of the core " + P.Name + ": " +
         number(uint64_t(Run.Passes.Passes)) + " of " +
         number(uint64_t(P.Passes->Passes)) + R"(, on one memory,
// three times: without back-pressure, where the cycles must be the predicted
// ones; with random pauses on every channel and with `start` again while it
// runs; and with error responses as well. +seed=N: of the pauses. Run it in
// the folder above this one.
module )" +
         P.topName() + "_tb;\n";
  line("reg clk = 1'b0;");
  line("reg rst = 1'b1, start = 1'b0, restart = 1'b0, stall = 1'b0;");
  line("reg fail = 1'b0; // every response");
  line("reg compare = 1'b0;");
  line("reg [31:0] seed = " + literal(Seed, 32) + ";");
  line("reg [31:0] shift = 32'd0; // [byte] that buffers begin earlier");
  line("wire done;");
  line("always #1 clk = ~clk;");
}

void PassesBenchPrinter::printMemory() {
  std::string Rows;
  for (bool Reads : {true, false}) {
    std::vector<const MasterPlan *> Masters;
    for (const MasterPlan &M : P.Masters)
      if (M.Reads == Reads)
        Masters.insert(Masters.begin(), &M); // the first has the lowest bits
    for (const MasterSignal &S : signalsOf(P, *Masters.front())) {
      const std::string Suffix = S.Suffix;
      if (Suffix.find("cache") != std::string::npos ||
          Suffix.find("prot") != std::string::npos)
        continue;
      std::vector<std::string> Wires;
      for (const MasterPlan *M : Masters) {
        line("wire " + (S.Width > 1 ? bitRange(S.Width) : std::string()) +
             M->Name + Suffix + ";");
        Wires.push_back(M->Name + Suffix);
      }
      Rows +=
          "    ." + Suffix.substr(1) + "({" + llvm::join(Wires, ", ") + "}),\n";
    }
    line("wire " + bitRange(32 * Masters.size()) +
         (Reads ? "words_read;" : "words_written;"));
  }
  const auto Readers =
      std::count_if(P.Masters.begin(), P.Masters.end(),
                    [](const MasterPlan &M) { return M.Reads; });
  line("wire [31:0] wrong;");
  line("roofline_tb_axi_memory #(.DATA(" + number(P.Memory->DataBits) +
       "), .ADDRESS(" + number(P.Memory->AddressBits) + "), .READS(" +
       number(uint64_t(Readers)) + "), .WRITES(" +
       number(P.Masters.size() - uint64_t(Readers)) + "), .OUTSTANDING(" +
       number(P.Memory->Outstanding) + "), .SIZE(" + number(Size) +
       "), .BEFORE(\"tb/before.hex\"), .AFTER(\"tb/after.hex\")) memory (");
  Text += Rows;
  line("  .clk(clk), .restart(restart), .stall(stall), .fail(fail),");
  line("  .compare(compare), .seed(seed), .shift(shift),");
  line("  .words_read(words_read), .words_written(words_written),");
  line("  .errors(wrong));");
}

void PassesBenchPrinter::printCore() {
  Text += "\n  wire " + bitRange(P.Masters.size()) + "error;\n  " +
          P.topName() + " core (\n    .clk(clk),\n    .rst(rst),\n    ." +
          PassesPort + "(" + literal(uint64_t(Run.Passes.Passes), PassesBits) +
          "),\n";
  for (size_t I = 0; I < P.Scalars.size(); ++I) {
    const bool IsSteps = P.K.Scalars[I].Name == StepsScalar;
    Text += "    ." + (IsSteps ? LastStepsPort : "arg_" + P.Scalars[I]) + "(" +
            literal(IsSteps ? uint64_t(Run.Passes.LastSteps)
                            : Run.Before.Scalars[I],
                    P.K.Scalars[I].Type.Bits) +
            "),\n";
  }
  const uint32_t Bits = P.Memory->AddressBits;
  for (size_t I = 0; I < Bases.size(); ++I)
    Text += "    ." + Bases[I].Port + "(" + literal(Addresses[I], Bits) +
            " - shift),\n";
  for (const MasterPlan &M : P.Masters)
    for (const MasterSignal &S : signalsOf(P, M)) {
      const std::string Name = M.Name + S.Suffix;
      const bool IsOpen = Name.ends_with("cache") || Name.ends_with("prot");
      Text += "    ." + Name + "(" + (IsOpen ? "" : Name) + "),\n";
    }
  Text += "    .error(error),\n    .start(start),\n    .done(done)\n  );\n";
}

/// [bus word] that master \p M moves in a pass, whatever buffer it has.
uint64_t PassesBenchPrinter::words(const MasterPlan &M, uint64_t By) const {
  const uint64_t Word = P.Memory->DataBits / 8;
  const uint64_t Beat = beatBits(P.streamOf(M), P.D) / 8;
  uint64_t Words = 0;
  for (int64_t Row = 0; M.T.Beats && Row < M.T.numRows(); ++Row) {
    const uint64_t Begin = (Page + uint64_t(M.T.rowAt(Row)) * Beat - By) % Word;
    Words += (Begin + uint64_t(M.T.row()) * Beat + Word - 1) / Word;
  }
  return Words;
}

/// Checks how many words have moved, and which errors are there.
std::string PassesBenchPrinter::checks() const {
  std::string Checks, Used;
  uint64_t Place[2] = {0, 0}; // of written and of read ones
  const uint64_t Passes = uint64_t(Run.Passes.Passes);
  for (const MasterPlan &M : P.Masters) {
    const std::string Count =
        std::string(M.Reads ? "words_read[" : "words_written[") +
        number(32 * Place[M.Reads]++) + " +: 32]";
    const std::string Want = "(paused ? " + number(Passes * words(M, Shift)) +
                             " : " + number(Passes * words(M, 0)) + ")";
    Checks += "      if (" + Count + " != " + Want +
              ") begin\n        $display(\"" + M.Name +
              ": %0d bus words, not %0d\", " + Count + ", " + Want +
              ");\n        errors = errors + 1;\n      end\n";
    Used.insert(0, M.T.Beats ? "1" : "0");
  }
  const std::string Bits = number(Used.size()) + "'b";
  return Checks + "      if (error !== (fail ? " + Bits + Used + " : " + Bits +
         "0)) begin\n        $display(\"error is %b\", error);\n"
         "        errors = errors + 1;\n      end\n";
}

void PassesBenchPrinter::printMain() {
  Text += R"(
  integer cycles = 0, errors = 0;
  always @(posedge clk)
    if (restart || (start && cycles == 0)) cycles <= 0;
    else if (!done) cycles <= cycles + 1;

  task launch;
    input paused;
    begin
      stall <= paused;
      shift <= paused ? )" +
          number(Shift) + R"( : 0;
      restart <= 1'b1;
      @(posedge clk);
      restart <= 1'b0;
      start <= 1'b1;
      @(posedge clk);
      start <= 1'b0;
      @(posedge clk);
      while (done !== 1'b1) begin
        start <= paused && cycles % 16 == 7 && cycles < )" +
          number(uint64_t(Cycles) / 2) + R"(; // is ignored
        @(posedge clk);
        if (cycles > )" +
          number(32 * uint64_t(Cycles) + 10000) + R"() begin
          $display("FAIL: no done after %0d cycles", cycles);
          $fatal(1);
        end
      end
      repeat (4) @(posedge clk); // nothing more may come
      compare <= 1'b1;
      @(posedge clk);
      compare <= 1'b0;
      @(posedge clk);
      errors = errors + wrong;
)" + checks() +
          R"(    end
  endtask

  initial begin
    if (!$value$plusargs("seed=%d", seed)) seed = )" +
          literal(Seed, 32) + R"(;
    repeat (4) @(posedge clk);
    rst <= 1'b0;
    @(posedge clk);
    launch(1'b0);
    $display("cycles %0d, predicted )" +
          number(uint64_t(Cycles)) + R"(", cycles);
    if (cycles != )" +
          number(uint64_t(Cycles)) + R"() errors = errors + 1;
    launch(1'b1);
    $display("cycles with back-pressure %0d", cycles);
    fail <= 1'b1;
    launch(1'b1);
    if (errors != 0) begin
      $display("FAIL: )" +
          P.topName() + R"(: %0d errors", errors);
      $fatal(1);
    end
    $display("PASS: )" +
          P.topName() + R"(");
    $finish;
  end
endmodule
)";
}

} // namespace

std::vector<TextFile> printPassesTestbench(const CorePlan &P,
                                           const PassesRun &Run, uint64_t Seed,
                                           int64_t Cycles) {
  return PassesBenchPrinter(P, Run, Seed, Cycles).run();
}

} // namespace roofline
