// The last stage: rounds to nearest even and packs. The exponent field is e plus the top
// bit of `digits` plus the carry of rounding. A subnormal has e 0 and top bit 0, and
// rounding leads to normal numbers and to infinity without further logic.
//
// Latency: 1.
module roofline_fround #(
    parameter EXP  = 8,
    parameter FRAC = 23
) (
    input  wire                clk,
    input  wire                enable,
    input  wire                sign,
    input  wire [     EXP-1:0] e,
    input  wire [      FRAC:0] digits,
    input  wire                guard,    // the bit below
    input  wire                sticky,   // 1: there is a 1 below that
    input  wire                special,  // infinity, or a NaN
    input  wire                nan,      // then special is 1, too
    output reg  [EXP+FRAC:0] y
);
  wire up = guard & (digits[0] | sticky);
  wire [EXP+FRAC-1:0] rounded;
  wire carried;
  assign {rounded, carried} = {e, digits[FRAC-1:0], 1'b1} + {{EXP - 1{1'b0}}, digits[FRAC], {FRAC{1'b0}}, up};
  wire unused = carried;
  // Beyond the largest exponent the fraction must be 0. The order of the conditions is that
  // of a flip-flop's reset and enable.
  wire beyond = special | (e == {{EXP - 1{1'b1}}, 1'b0} & digits[FRAC]);
  wire override = enable & beyond;
  always @(posedge clk) begin
    if (override) y[EXP+FRAC-1:0] <= {{EXP{1'b1}}, {FRAC{1'b0}}};
    else if (enable) y[EXP+FRAC-1:0] <= rounded;
    if (enable) begin
      y[EXP+FRAC] <= sign;
      if (beyond & nan) y[FRAC-1] <= 1'b1;
    end
  end
endmodule
