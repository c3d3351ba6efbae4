// Micro-benchmarks of the logic around a lane's datapath.
//
/// \file
/// The Verilog is that of lib/streams/emit/Codegen's lane and top modules, in
/// parts.
#include "ControlBenchmarks.h"

#include "roofline/Resources/RingCost.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace roofline {
namespace {

/// [bit] of the step counter of the lanes that are measured with many streams.
constexpr uint32_t UsualStepBits = 16;

class ControlBuilder {
public:
  ControlBuilder(const SynthesisTarget &Target,
                 std::vector<MicroBenchmark> &All)
      : Target(Target), All(All) {}

  void build() {
    addDelays();
    if (Target.MeasuresRings)
      addRings();
    else
      addSections();
    addLanes();
    addPauses();
    addTops();
    for (uint32_t Bits = 1; Bits <= 32; Bits += Bits < 14 ? 1 : 3)
      addCounting(Bits);
  }

private:
  void add(StringRef Structure, StringRef Form, uint32_t Parameter,
           uint32_t Size, std::string Verilog) {
    All.push_back({Structure.str(), Form.str(), Parameter, Size,
                   std::move(Verilog) + "endmodule\n"});
  }

  /// A chain of registers, one bit wide: each bit takes the same.
  void addDelays() {
    for (uint32_t Depth = 1; Depth < 1024; Depth += Depth < 70 ? 1 : 13)
      add("delay", "", 0, Depth,
          formatv("(input clk, input enable, input x, output y);\n"
                  "  roofline_delay #(.WIDTH(1), .LENGTH({0})) d(clk, enable, "
                  "x, y);\n",
                  Depth));
  }

  /// A ring whose address has just the bits that it needs.
  static std::string ring(uint32_t Width, uint32_t Length) {
    return formatv("(input clk, input load, input enable, "
                   "input [{0}:0] x, output [{0}:0] y);\n"
                   "  roofline_ring #(.WIDTH({1}), .LENGTH({2}), "
                   ".BITS({3})) r(clk, load, enable, x, y);\n",
                   Width - 1, Width, Length, Log2_32_Ceil(Length - 1));
  }

  /// Parameter: bits of the address; of a part of that many words, such as a
  /// row of 1280 or 2880, by how many times 512 words it has; of a short ring,
  /// which may be a memory in lookup tables, by how many times 8.
  void addRings() {
    const uint32_t Widths[] = {1,  2,  4,  8,  9,  16,  18,  24,  32,
                               36, 40, 64, 72, 96, 128, 144, 192, 256};
    for (uint32_t Width : Widths) {
      for (uint32_t Bits = 6; Bits <= 15; ++Bits)
        if (Width <= 128 || Bits <= 11)
          add("ring", "", Bits, Width, ring(Width, 1 << Bits));
      for (uint32_t Short = 2; Short <= MostShortWords / 8; ++Short)
        add("ring", "short", Short, Width, ring(Width, Short * 8 + 1));
      for (uint32_t Part : {3, 5, 6, 7})
        if (Width <= 128)
          add("ring", "part", Part, Width, ring(Width, Part * 512 + 1));
    }
  }

  /// Rings of so many sections of words, between which the output chooses, of
  /// a width (parameter); and the address of a ring alone.
  void addSections() {
    for (uint32_t Width : RingSectionWidths)
      for (uint32_t Sections = 1; Sections <= MostSections; ++Sections)
        add("ring", "sections", Width, Sections,
            ring(Width, Sections * RingSectionWords + 1));
    for (uint32_t Bits = 1; Bits <= 24; ++Bits)
      add("ring", "address", 0, Bits,
          formatv("(input clk, input load, input enable, "
                  "output reg [{0}:0] address);\n"
                  "  always @(posedge clk)\n"
                  "    if (load) address <= {1}'d0;\n"
                  "    else if (enable) address <= address == {1}'d{2} ? "
                  "{1}'d0 : address + 1'b1;\n",
                  Bits - 1, Bits, sampleConstant(Bits)));
  }

  /// A lane without a datapath: step counter, ranges, handshakes.
  static std::string lane(uint32_t In, uint32_t Out, uint32_t Bits) {
    std::string Text = "(input clk, input load, input rst, output reg busy, "
                       "output advance";
    for (uint32_t I = 0; I < In; ++I)
      Text += formatv(", input sv{0}, output sr{0}", I);
    for (uint32_t I = 0; I < Out; ++I)
      Text += formatv(", output mv{0}, input mr{0}, output ml{0}", I);
    uint64_t C = sampleConstant(Bits);
    Text +=
        formatv(");\n  reg [{0}:0] step; reg range0, range1;\n"
                "  wire e0 = step == {1}'d{2}, e1 = step == {1}'d{3}, "
                "e2 = step == {1}'d{4};\n"
                "  always @(posedge clk) if (load) step <= {1}'d0; "
                "else if (advance) step <= step + {1}'d1;\n"
                "  always @(posedge clk) if (rst) busy <= 1'b0; else if (load) "
                "busy <= 1'b1; else if (advance & e2) busy <= 1'b0;\n"
                "  always @(posedge clk) if (load) range0 <= 1'b1; "
                "else if (advance) range0 <= range0 & ~e0;\n"
                "  always @(posedge clk) if (load) range1 <= 1'b0; "
                "else if (advance) range1 <= (range1 | e1) & ~e2;\n",
                Bits - 1, Bits, C - C / 16 - 1, C / 16 + 2, C);
    std::string Ready = "busy";
    for (uint32_t I = 0; I < In; ++I) {
      Text += formatv("  assign sr{0} = advance & range0;\n", I);
      Ready += formatv(" & (sv{0} | ~range0)", I);
    }
    for (uint32_t I = 0; I < Out; ++I) {
      Text += formatv("  reg gave{0}; assign mv{0} = range1 & ~gave{0}; "
                      "assign ml{0} = e2;\n"
                      "  always @(posedge clk) if (load | advance) gave{0} <= "
                      "1'b0; else if (mv{0} & mr{0}) gave{0} <= 1'b1;\n",
                      I);
      Ready += formatv(" & (mr{0} | ~mv{0})", I);
    }
    return Text + "  assign advance = " + Ready + ";\n";
  }

  void addLanes() {
    for (uint32_t Out = 0; Out <= 12; ++Out)
      for (uint32_t In = 0; In <= 12; In += Out > 4 ? 4 : In < 4 ? 1 : 2)
        add("lane", "", Out, In, lane(In, Out, UsualStepBits));
    for (uint32_t Bits = 1; Bits <= 40; Bits += Bits < 4    ? 1
                                                : Bits < 24 ? 2
                                                            : 4)
      add("lane-steps", "", 0, Bits, lane(1, 1, Bits));
  }

  /// The condition to advance, of 1: at once; of more: only so many cycles
  /// after the step before, as sums of floats wait for themselves.
  void addPauses() {
    add("pause", "", 0, 1,
        "(input busy, input sv, input range, output advance);\n"
        "  assign advance = busy & (sv | ~range);\n");
    for (uint32_t Interval : {3, 8, 9, 10})
      add("pause", "", 0, Interval,
          formatv("(input clk, input load, input busy, input sv, input range, "
                  "output advance);\n"
                  "  wire there = busy & (sv | ~range);\n"
                  "  reg [{0}:0] pause;\n"
                  "  wire ripe = pause == {1}'d0;\n"
                  "  always @(posedge clk) if (load | advance) pause <= "
                  "{1}'d{2}; else if (there & ~ripe) pause <= pause - {1}'d1;\n"
                  "  assign advance = there & ripe;\n",
                  Log2_32_Ceil(Interval) - 1, Log2_32_Ceil(Interval),
                  Interval - 1));
  }

  /// Start and done.
  void addTops() {
    for (uint32_t Lanes = 1; Lanes <= 64; Lanes += Lanes < 8 ? 1 : 8) {
      add("top", "", 0, Lanes,
          formatv("(input clk, input rst, input start, input [{0}:0] busy, "
                  "output load, output done);\n  wire idle = ~(|busy);\n"
                  "  reg launched;\n"
                  "  always @(posedge clk) if (rst) launched <= 1'b0; "
                  "else if (start) launched <= 1'b1;\n"
                  "  assign load = rst | (start & idle);\n"
                  "  assign done = launched & idle;\n",
                  Lanes - 1));
    }
  }

  /// Adds the structures that depend on the bits of a counter.
  void addCounting(uint32_t Bits) {
    uint64_t C = sampleConstant(Bits);
    std::string Ports = formatv("(input clk, input load, input enable, "
                                "input [{0}:0] c, output reg f);\n",
                                Bits - 1);
    auto Flag = [&](StringRef Condition) {
      return Ports +
             formatv("  always @(posedge clk) if (load) f <= 1'b0; else if "
                     "(enable) f <= {0};\n",
                     Condition)
                 .str();
    };
    std::string Constant = formatv("{0}'d{1}", Bits, C);
    add("event", "", 0, Bits, Flag("c == " + Constant));
    add("side", "least", 0, Bits, Flag("c >= " + Constant));
    add("side", "below", 0, Bits, Flag("c < " + Constant));
    auto Counter = [&](const std::string &Next) {
      return formatv("(input clk, input load, input advance, input before, "
                     "output reg [{0}:0] c, output carry);\n"
                     "  assign carry = before & c == {1};\n"
                     "  always @(posedge clk) if (load) c <= {2}'d0;\n"
                     "    else if (advance & before) c <= {3};\n",
                     Bits - 1, Constant, Bits, Next)
          .str();
    };
    std::string Next = formatv("c + {0}'d1", Bits);
    std::string Last = formatv("{0}'d{1}", Bits, (uint64_t(1) << Bits) - 1);
    add("counter", "wrap", 0, Bits,
        Counter(formatv("c == {0} ? {1}'d0 : {2}", Constant, Bits, Next)));
    Constant = Last;
    add("counter", "power", 0, Bits, Counter(Next));
  }

  const SynthesisTarget &Target;
  std::vector<MicroBenchmark> &All;
};

} // namespace

uint64_t sampleConstant(uint32_t Width) {
  uint64_t Bits = 0x9E3779B97F4A7C15u >> (64 - Width);
  return Bits | 1;
}

void addControlBenchmarks(const SynthesisTarget &Target,
                          std::vector<MicroBenchmark> &All) {
  ControlBuilder(Target, All).build();
}

} // namespace roofline
