// The last stages of multiplication and division. Bit FRAC + 2 of `value`, shifted to the
// right by `amount`, has exponent field e + 1. If that bit is 0 and e is not, the value
// moves up by one bit. Then it is rounded.
//
// Latency: 3.
module roofline_fpack #(
    parameter EXP    = 8,
    parameter FRAC   = 23,
    parameter WIDTH  = 49,  // at least FRAC + 4
    parameter DIGITS = 3,   // radix-4 digits of `amount`; at least 2
    parameter E      = 9    // bits of e, more than EXP
) (
    input  wire                clk,
    input  wire                enable,
    input  wire                sign,
    input  wire [       E-1:0] e,
    input  wire [   WIDTH-1:0] value,
    input  wire [2*DIGITS-1:0] amount,
    input  wire                sticky,   // 1: there is a 1 below `value`
    input  wire                special,  // infinity, or a NaN
    input  wire                nan,
    output wire [  EXP+FRAC:0] y
);
  // All digits of the shift except the last.
  wire [WIDTH-1:0] coarse;
  wire lost_coarse;
  roofline_fright #(
      .WIDTH (WIDTH),
      .STEP  (4),
      .DIGITS(DIGITS - 1)
  ) upper (
      .x(value),
      .amount(amount[2*DIGITS-1:2]),
      .y(coarse),
      .lost(lost_coarse)
  );
  reg [WIDTH-1:0] value1;
  reg [1:0] amount1;
  reg [EXP-1:0] e1;
  reg sticky1, sign1, special1, nan1;
  always @(posedge clk)
    if (enable) begin
      value1 <= coarse;
      amount1 <= amount[1:0];
      sticky1 <= sticky | lost_coarse;
      e1 <= e[EXP-1:0];
      sign1 <= sign;
      special1 <= special | e >= (1 << EXP) - 1;
      nan1 <= nan;
    end

  wire [WIDTH-1:0] fine;
  wire lost_fine;
  roofline_fright #(
      .WIDTH (WIDTH),
      .STEP  (1),
      .DIGITS(1)
  ) lower (
      .x(value1),
      .amount(amount1),
      .y(fine),
      .lost(lost_fine)
  );
  wire unused = &{1'b0, fine[WIDTH-1:FRAC+3]};  // zeros
  wire up = ~fine[FRAC+2] & |e1;
  reg [FRAC+2:0] value2;
  reg [EXP-1:0] e2;
  reg sticky2, sign2, special2, nan2;
  always @(posedge clk)
    if (enable) begin
      value2 <= up ? {fine[FRAC+1:0], 1'b0} : fine[FRAC+2:0];
      sticky2 <= sticky1 | lost_fine;
      e2 <= e1 - {{EXP - 1{1'b0}}, up};
      sign2 <= sign1;
      special2 <= special1;
      nan2 <= nan1;
    end

  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign2),
      .e(e2),
      .digits(value2[FRAC+2:2]),
      .guard(value2[1]),
      .sticky(value2[0] | sticky2),
      .special(special2),
      .nan(nan2),
      .y(y)
  );
endmodule
