// A ULX3S: its top, pins and build.
#include "SerialBoard.h"

#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace llvm;

namespace roofline {
namespace {

struct Pin {
  const char *Port, *Site;
};

/// Source: the board's constraints (ULX3S 2.x and 3.0), sheets "usb", "gpio",
/// "flash" and "ram".
constexpr Pin Ulx3sPins[] = {
    {"clk_25mhz", "G2"},    {"ftdi_rxd", "L4"},      {"ftdi_txd", "M1"},
    {"btn_pwr_n", "D6"},    {"led[0]", "B2"},        {"led[1]", "C2"},
    {"led[2]", "C1"},       {"led[3]", "D2"},        {"led[4]", "D1"},
    {"led[5]", "E2"},       {"led[6]", "E1"},        {"led[7]", "H3"},
    {"wifi_gpio0", "L2"},   {"sdram_clk", "F19"},    {"sdram_cke", "F20"},
    {"sdram_csn", "P20"},   {"sdram_wen", "T20"},    {"sdram_rasn", "R20"},
    {"sdram_casn", "T19"},  {"sdram_a[0]", "M20"},   {"sdram_a[1]", "M19"},
    {"sdram_a[2]", "L20"},  {"sdram_a[3]", "L19"},   {"sdram_a[4]", "K20"},
    {"sdram_a[5]", "K19"},  {"sdram_a[6]", "K18"},   {"sdram_a[7]", "J20"},
    {"sdram_a[8]", "J19"},  {"sdram_a[9]", "H20"},   {"sdram_a[10]", "N19"},
    {"sdram_a[11]", "G20"}, {"sdram_a[12]", "G19"},  {"sdram_ba[0]", "P19"},
    {"sdram_ba[1]", "N20"}, {"sdram_dqm[0]", "U19"}, {"sdram_dqm[1]", "E20"},
    {"sdram_d[0]", "J16"},  {"sdram_d[1]", "L18"},   {"sdram_d[2]", "M18"},
    {"sdram_d[3]", "N18"},  {"sdram_d[4]", "P18"},   {"sdram_d[5]", "T18"},
    {"sdram_d[6]", "T17"},  {"sdram_d[7]", "U20"},   {"sdram_d[8]", "E19"},
    {"sdram_d[9]", "D20"},  {"sdram_d[10]", "D19"},  {"sdram_d[11]", "C20"},
    {"sdram_d[12]", "E18"}, {"sdram_d[13]", "F18"},  {"sdram_d[14]", "J18"},
    {"sdram_d[15]", "J17"}};

std::string constraints() {
  std::string Text = "# ULX3S: pins of the top, all 3.3 V.\n"
                     "BLOCK RESETPATHS;\nBLOCK ASYNCPATHS;\n"
                     "FREQUENCY PORT \"clk_25mhz\" 25 MHZ;\n";
  for (const Pin &P : Ulx3sPins) {
    const StringRef Port = P.Port;
    const bool IsInput =
        Port == "clk_25mhz" || Port == "ftdi_txd" || Port == "btn_pwr_n";
    Text += formatv("LOCATE COMP \"{0}\" SITE \"{1}\";\nIOBUF PORT \"{0}\" "
                    "PULLMODE={2} IO_TYPE=LVCMOS33{3};\n",
                    Port, P.Site,
                    Port == "ftdi_txd" || Port == "btn_pwr_n" ? "UP" : "NONE",
                    IsInput ? "" : " DRIVE=4");
  }
  return Text;
}

/// The board's SDRAM.
BoardMemory sdram(const SystemPlan &P) {
  BoardMemory M;
  M.Says = "an SDRAM: a ULX3S without its pads";
  M.Parameters = formatv("\n  parameter START = {0} // cycles until the SDRAM "
                         "may be used: 200 us",
                         std::lround(P.boardClock().value() * 200e-6));
  M.Ports = R"(,
  output wire sdram_cke,
  output wire sdram_csn,
  output wire sdram_rasn,
  output wire sdram_casn,
  output wire sdram_wen,
  output wire [1:0] sdram_ba,
  output wire [12:0] sdram_a,
  output wire [1:0] sdram_dqm,
  input  wire [15:0] sdram_dq_in,
  output wire [15:0] sdram_dq_out,
  output wire sdram_dq_drive)";
  M.Module = "roofline_sdram";
  M.Settings = formatv(".PERIOD({0}), .START(START)", periodOf(P));
  M.Connections = R"(,
    .sdram_cke(sdram_cke), .sdram_csn(sdram_csn), .sdram_rasn(sdram_rasn),
    .sdram_casn(sdram_casn), .sdram_wen(sdram_wen), .sdram_ba(sdram_ba),
    .sdram_a(sdram_a), .sdram_dqm(sdram_dqm), .sdram_dq_in(sdram_dq_in), .sdram_dq_out(sdram_dq_out),
    .sdram_dq_drive(sdram_dq_drive))";
  return M;
}

/// The clocks of the pads: clk, of the SDRAM, and whether they are there.
std::string clocks(const SystemPlan &P) {
  if (!P.Pll)
    return "  wire clk = clk_25mhz, locked = 1'b1;\n"
           "  assign sdram_clk = ~clk;\n";
  const unsigned Divider = P.Pll->Divider;
  return formatv(
      R"(  // {0:F3} MHz; the SDRAM's clock is a quarter of a period behind.
  wire feedback, clk, locked;
  (* FREQUENCY_PIN_CLKI = "25", FREQUENCY_PIN_CLKOS = "{0:F3}",
     FREQUENCY_PIN_CLKOS2 = "{0:F3}", ICP_CURRENT = "12", LPF_RESISTOR = "8",
     MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
    .CLKI_DIV(1), .CLKFB_DIV(1), .FEEDBK_PATH("CLKOP"),
    .CLKOP_ENABLE("ENABLED"), .CLKOP_DIV({1}), .CLKOP_CPHASE({2}), .CLKOP_FPHASE(0),
    .CLKOS_ENABLE("ENABLED"), .CLKOS_DIV({3}), .CLKOS_CPHASE({4}), .CLKOS_FPHASE(0),
    .CLKOS2_ENABLE("ENABLED"), .CLKOS2_DIV({3}), .CLKOS2_CPHASE({5}), .CLKOS2_FPHASE({6}),
    .OUTDIVIDER_MUXA("DIVA"), .OUTDIVIDER_MUXB("DIVB"), .OUTDIVIDER_MUXC("DIVC")
  ) pll (
    .CLKI(clk_25mhz), .CLKFB(feedback), .CLKOP(feedback), .CLKOS(clk),
    .CLKOS2(sdram_clk), .LOCK(locked), .RST(1'b0), .STDBY(1'b0),
    .PHASESEL0(1'b0), .PHASESEL1(1'b0), .PHASEDIR(1'b0), .PHASESTEP(1'b0),
    .PHASELOADREG(1'b0), .PLLWAKESYNC(1'b0), .ENCLKOP(1'b0), .ENCLKOS(1'b0),
    .ENCLKOS2(1'b0), .ENCLKOS3(1'b0));
)",
      P.Pll->Clock.value() / 1e6, P.Pll->Feedback, P.Pll->Feedback - 1, Divider,
      Divider - 1, Divider - 1 + Divider / 4, Divider % 4 * 2);
}

std::string pads(const SystemPlan &P) {
  return formatv(R"(// {0} on a ULX3S. The power button resets it.
// Generated by Roofline.
`default_nettype none
module {0}_ulx3s (
  input  wire clk_25mhz,
  input  wire btn_pwr_n,
  input  wire ftdi_txd,
  output wire ftdi_rxd,
  output wire [7:0] led,
  output wire wifi_gpio0, // 1, or the board's other processor takes over
  output wire sdram_clk,
  output wire sdram_cke,
  output wire sdram_csn,
  output wire sdram_rasn,
  output wire sdram_casn,
  output wire sdram_wen,
  output wire [1:0] sdram_ba,
  output wire [12:0] sdram_a,
  output wire [1:0] sdram_dqm,
  inout  wire [15:0] sdram_d
);
{1}  reg [7:0] held = 8'h00; // 1 once the clock and the button are steady
  always @(posedge clk) held <= btn_pwr_n & locked ? {{held[6:0], 1'b1} : 8'h00;
  wire [15:0] dq_in, dq_out;
  wire drive;
  {0}_board board (
    .clk(clk), .rst(~held[7]), .rx(ftdi_txd), .tx(ftdi_rxd),
    .sdram_cke(sdram_cke), .sdram_csn(sdram_csn),
    .sdram_rasn(sdram_rasn), .sdram_casn(sdram_casn), .sdram_wen(sdram_wen),
    .sdram_ba(sdram_ba), .sdram_a(sdram_a), .sdram_dqm(sdram_dqm),
    .sdram_dq_in(dq_in), .sdram_dq_out(dq_out), .sdram_dq_drive(drive));
  BB pad [15:0] (.B(sdram_d), .I(dq_out), .T(~drive), .O(dq_in));
  assign led = {{6'd0, ~ftdi_txd, held[7]};
  assign wifi_gpio0 = 1'b1;
endmodule
`default_nettype wire
)",
                 P.Name, clocks(P));
}

std::string guideUlx3s(const SystemPlan &P) {
  return formatv(R"(
## On the board

    make bitstream                # yosys, nextpnr-ecp5, ecppack
    make program                  # openFPGALoader
{0}
The core runs at {1:F3} MHz{2}; the SDRAM of 32 MiB is its memory, from address 0 on. The
host's line has 1 Mbit/s. The power button resets the core.
{3}
)",
                 P.HasCheck ? "    make run PORT=/dev/ttyUSB0    # the same "
                              "check, on the board\n"
                            : "",
                 P.boardClock().value() / 1e6,
                 P.Pll ? ", by a PLL" : ", the board's crystal",
                 P.Ecp5Clock ? formatv("{0:F0} MHz are predicted of the core "
                                       "with its masters and typical routing; "
                                       "`make bitstream` prints\nthe clock "
                                       "that the whole design reaches.",
                                       P.Ecp5Clock->value() / 1e6)
                                   .str()
                             : "`make bitstream` prints the clock that it "
                               "reaches; none is predicted.");
}

constexpr const char *Ulx3sRules = R"(bitstream: $(NAME)_ulx3s.bit
$(NAME)_ulx3s.bit: $(NAME)_ulx3s.config
	ecppack --compress $< $@
$(NAME)_ulx3s.config: $(NAME)_ulx3s.json ulx3s/ulx3s.lpf
	nextpnr-ecp5 --85k --package CABGA381 --json $< --lpf ulx3s/ulx3s.lpf --textcfg $@
$(NAME)_ulx3s.json: $(CORE) ulx3s/$(NAME)_ulx3s.v
	yosys -q -p "read_verilog $^; synth_ecp5 -top $(NAME)_ulx3s -json $@"
program: $(NAME)_ulx3s.bit
	openFPGALoader -b ulx3s $<
MADE = $(NAME)_ulx3s.json $(NAME)_ulx3s.config $(NAME)_ulx3s.bit
)";

} // namespace

BoardParts ulx3sParts(const SystemPlan &P) {
  BoardParts Board;
  Board.Files = {{P.Name + "_board.v", printSerialBoard(P, sdram(P))},
                 {"ulx3s/" + P.Name + "_ulx3s.v", pads(P)},
                 {"ulx3s/ulx3s.lpf", constraints()}};
  Board.Row = "| `" + P.Name +
              "_board.v`, `ulx3s/` | the Radiona ULX3S: serial line, SDRAM, "
              "pins |\n";
  Board.Guide = guideUlx3s(P);
  Board.Targets = "#   make bitstream (yosys, nextpnr-ecp5, ecppack)\n"
                  "#   make program   loads it (openFPGALoader)\n";
  Board.Rules = Ulx3sRules;
  addSerialRun(P, "/dev/ttyUSB0", Board);
  return Board;
}

} // namespace roofline
