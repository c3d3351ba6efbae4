// Micro-benchmarks of AXI4 masters: see Resources/MasterCost.h.
#include "ControlBenchmarks.h"

#include "roofline/Resources/MasterCost.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace roofline {
namespace {

/// Rows at a pitch, in planes or not.
struct RowSample {
  int64_t Row = 0, Rows = 1, Pitch = 1, Plane = 0, Runs = 1;
  bool IsSized = false; ///< numbers come from ports, these are the greatest
};
constexpr RowSample NoRows, SampleRows = {77, 90, 2741, 0, 90},
                            SamplePlanes = {77, 90, 2741, 350219, 5400};

constexpr RowSample sized(RowSample R) {
  R.IsSized = true;
  return R;
}

/// Ports of a master whose numbers are not constant.
std::string numberPorts(const MasterSizes &S, const RowSample &R) {
  if (!R.IsSized)
    return {};
  return formatv("input [{0}:0] beats, input [31:0] runs, input [31:0] rows, "
                 "input [31:0] pitch, input [31:0] plane, ",
                 S.Count - 1);
}

/// How a master is connected to its numbers.
std::string numbers(const MasterSizes &S, const RowSample &R) {
  if (R.IsSized)
    return ".beats(beats), .runs(runs), .rows(rows), .pitch(pitch), "
           ".plane(plane), ";
  return formatv(".beats({0}'d{1}), .runs({2}), .rows({3}), .pitch({4}), "
                 ".plane({5}), ",
                 S.Count, R.Row ? uint64_t(R.Row) : sampleConstant(S.Count),
                 R.Runs, R.Rows, R.Pitch, R.Plane);
}

/// "  roofline_axi_read #(...) m (" and the ports of both masters.
std::string instance(StringRef Module, const MasterSizes &S,
                     const RowSample &Rows) {
  return formatv("  roofline_axi_{0} #(.DATA({1}), .WIDTH({2}), .ADDRESS({3}), "
                 ".BURST({4}), .OUTSTANDING({5}), .COUNT({6}), .ROW({7}), "
                 ".ROWS({8}), .PLANE({9}), .RUNS({10})) m (.clk(clk), "
                 ".rst(rst), .start(start), .address(base), ",
                 Module, S.Data, S.Width, S.Address, S.Burst, S.Outstanding,
                 S.Count, Rows.Row, Rows.Rows, Rows.Plane, Rows.Runs)
             .str() +
         numbers(S, Rows) +
         ".error(error), .tdata(tdata), .tvalid(tvalid), .tready(tready), ";
}

std::string reader(const MasterSizes &S, const RowSample &Rows) {
  return formatv("({3}input clk, input rst, input start, input [{0}:0] base, "
                 "output error, output [{1}:0] tdata, output tvalid, input "
                 "tready, output [{0}:0] araddr, output [7:0] arlen, output "
                 "arvalid, input arready, input [{2}:0] rdata, input [1:0] "
                 "rresp, input rlast, input rvalid, output rready);\n",
                 S.Address - 1, S.Width - 1, S.Data - 1, numberPorts(S, Rows))
             .str() +
         instance("read", S, Rows) +
         ".araddr(araddr), .arlen(arlen), .arvalid(arvalid), "
         ".arready(arready), .rdata(rdata), .rresp(rresp), .rlast(rlast), "
         ".rvalid(rvalid), .rready(rready));\n";
}

std::string writer(const MasterSizes &S, const RowSample &Rows) {
  return formatv("({5}input clk, input rst, input start, input [{0}:0] base, "
                 "output idle, output error, input [{1}:0] tdata, input "
                 "[{2}:0] tstrb, input tvalid, output tready, input tlast, "
                 "output [{0}:0] awaddr, output [7:0] awlen, output awvalid, "
                 "input awready, output [{3}:0] wdata, output [{4}:0] wstrb, "
                 "output wlast, output wvalid, input wready, input [1:0] "
                 "bresp, input bvalid, output bready);\n",
                 S.Address - 1, S.Width - 1, S.Width / 8 - 1, S.Data - 1,
                 S.Data / 8 - 1, numberPorts(S, Rows))
             .str() +
         instance("write", S, Rows) +
         ".idle(idle), .tstrb(tstrb), .tlast(tlast), .awaddr(awaddr), "
         ".awlen(awlen), .awvalid(awvalid), .awready(awready), "
         ".wdata(wdata), .wstrb(wstrb), .wlast(wlast), .wvalid(wvalid), "
         ".wready(wready), .bresp(bresp), .bvalid(bvalid), "
         ".bready(bready));\n";
}

class MasterBuilder {
public:
  explicit MasterBuilder(std::vector<MicroBenchmark> &All) : All(All) {}

  void build() {
    addMasters("axi-read", reader);
    addMasters("axi-write", writer);
    for (uint32_t Bits = 3; Bits <= 11; ++Bits)
      for (uint32_t Width : {32, 37, 64, 73, 128, 145, 256, 289, 512, 577})
        addQueue(Bits, Width);
    for (uint32_t Bits = 2; Bits <= 20; ++Bits)
      for (bool IsSized : {false, true})
        addGaps(Bits, IsSized);
  }

private:
  void add(StringRef Structure, StringRef Form, uint32_t Parameter,
           uint32_t Size, std::string Verilog) {
    All.push_back({Structure.str(), Form.str(), Parameter, Size,
                   std::move(Verilog) + "endmodule\n"});
  }

  void addMasters(StringRef Name, std::string (*Print)(const MasterSizes &,
                                                       const RowSample &)) {
    for (uint32_t Data = 32; Data <= 512; Data *= 2)
      for (uint32_t Parts = 1; Parts <= 16 && Data / Parts >= 8; Parts *= 2)
        add(Name, "bus", Parts, Data, Print({Data, Data / Parts}, NoRows));
    for (uint32_t Address : {16, 24, 32, 40, 48, 64})
      add(Name, "address", 0, Address, Print({32, 32, Address}, NoRows));
    for (uint32_t Count = 6; Count <= 32; Count += Count < 24 ? 2 : 4) {
      const MasterSizes S = {32, 32, 32, 16, 4, Count};
      add(Name, "count", 0, Count, Print(S, NoRows));
      add(Name, "sized-count", 0, Count, Print(S, sized(NoRows)));
    }
    for (uint32_t Outstanding = 2; Outstanding <= 32; Outstanding *= 2)
      for (uint32_t Burst = 4; Burst <= 256; Burst *= 2)
        add(Name, "burst", Outstanding, Burst,
            Print({32, 32, 32, Burst, Outstanding}, NoRows));
    for (uint32_t Address : {32, 40, 48, 64})
      for (uint32_t Parts : {1, 2, 4, 8, 16}) {
        const uint32_t Data = rowSampleBits(Parts);
        const MasterSizes S = {Data, Data / Parts, Address};
        add(Name, "rows", Parts, Address, Print(S, SampleRows));
        add(Name, "planes", Parts, Address, Print(S, SamplePlanes));
        add(Name, "sized-rows", Parts, Address, Print(S, sized(SampleRows)));
        add(Name, "sized-planes", Parts, Address,
            Print(S, sized(SamplePlanes)));
      }
  }

  void addQueue(uint32_t Bits, uint32_t Width) {
    add("fifo", "", Bits, Width,
        formatv("(input clk, input clear, input push, input [{0}:0] x, output "
                "full, output valid, input ready, output [{0}:0] y, output "
                "take);\n  roofline_fifo #(.WIDTH({1}), .BITS({2})) q "
                "(.clk(clk), .clear(clear), .push(push), .x(x), .full(full), "
                ".valid(valid), .ready(ready), .y(y), .take(take));\n",
                Width - 1, Width, Bits));
  }

  void addGaps(uint32_t Bits, bool IsSized) {
    std::string Ports =
        "(input clk, input clear, input [31:0] s_tdata, input [3:0] s_tstrb, "
        "input s_tvalid, output s_tready, input s_tlast, output [31:0] "
        "m_tdata, output [3:0] m_tstrb, output m_tvalid, input m_tready, "
        "output m_tlast";
    std::string Instance = formatv("  roofline_axi_gaps #(.WIDTH(32), "
                                   ".BITS({0})) g (.clk(clk), .clear(clear)",
                                   Bits);
    const uint64_t Last = sampleConstant(Bits) - 1;
    for (auto [Name, Value] : {std::pair("column", uint64_t(1)),
                               {"row", 0},
                               {"last", Last},
                               {"gap", 2},
                               {"bottom", Last},
                               {"long", 2}}) {
      if (IsSized)
        Ports += formatv(", input [{0}:0] {1}", Bits - 1, Name);
      Instance += IsSized
                      ? formatv(", .{0}({0})", Name).str()
                      : formatv(", .{0}({1}'d{2})", Name, Bits, Value).str();
    }
    for (StringRef Signal : {"tdata", "tstrb", "tvalid", "tready", "tlast"})
      Instance += formatv(", .s_{0}(s_{0}), .m_{0}(m_{0})", Signal);
    add("axi-gaps", IsSized ? "sized" : "", 0, Bits,
        Ports + ");\n" + Instance + ");\n");
  }

  std::vector<MicroBenchmark> &All;
};

} // namespace

void addMasterBenchmarks(std::vector<MicroBenchmark> &All) {
  MasterBuilder(All).build();
}

} // namespace roofline
