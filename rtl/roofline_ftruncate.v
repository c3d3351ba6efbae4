// y = a in a narrower format, rounded to nearest even: EXP below EXP_IN, FRAC + 3 at most
// FRAC_IN.
//
// Latency: 4.
module roofline_ftruncate #(
    parameter EXP_IN  = 11,
    parameter FRAC_IN = 52,
    parameter EXP     = 8,
    parameter FRAC    = 23
) (
    input  wire                    clk,
    input  wire                    enable,
    input  wire [EXP_IN+FRAC_IN:0] a,
    output wire [    EXP+FRAC : 0] y
);
  localparam TOP = EXP_IN + FRAC_IN;
  localparam OFFSET = (1 << (EXP_IN - 1)) - (1 << (EXP - 1));  // of the biases
  localparam DIGITS = ($clog2(FRAC + 3) + 1) / 2;
  localparam SHIFT = 2 * DIGITS;  // bits of a shift that moves everything out
  localparam KEPT = FRAC + 2;  // hidden bit to guard

  // Stage 1: the exponent less the hidden bit; below 0 its magnitude is the shift of a
  // subnormal result.
  reg sign1, special1, nan1, sticky1;
  reg [FRAC:0] fraction1;
  reg [EXP_IN:0] e1;
  reg [EXP_IN-1:0] below1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= a[TOP];
      special1 <= &a[TOP-1:FRAC_IN];
      nan1 <= &a[TOP-1:FRAC_IN] & |a[FRAC_IN-1:0];
      fraction1 <= a[FRAC_IN-1-:FRAC+1];
      sticky1 <= |a[FRAC_IN-FRAC-2:0];
      e1 <= {1'b0, a[TOP-1:FRAC_IN]} - OFFSET[EXP_IN:0] - 1'b1;
      below1 <= OFFSET[EXP_IN-1:0] + 1'b1 - a[TOP-1:FRAC_IN];
    end

  // Stage 2: the shift. Every subnormal operand is below the smallest result.
  wire subnormal = e1[EXP_IN];
  wire far = |(below1 >> SHIFT);
  reg sign2, special2, nan2, sticky2;
  reg [FRAC:0] fraction2;
  reg [EXP-1:0] e2;
  reg [SHIFT-1:0] amount2;
  always @(posedge clk)
    if (enable) begin
      sign2 <= sign1;
      special2 <= special1 | ~subnormal & e1[EXP_IN-1:0] >= (1 << EXP) - 2;
      nan2 <= nan1;
      sticky2 <= sticky1;
      fraction2 <= fraction1;
      e2 <= subnormal ? {EXP{1'b0}} : e1[EXP-1:0];
      amount2 <= subnormal ? below1[SHIFT-1:0] | {SHIFT{far}} : {SHIFT{1'b0}};
    end

  // Stage 3.
  wire [KEPT-1:0] shifted;
  wire lost;
  roofline_fright #(
      .WIDTH (KEPT),
      .STEP  (1),
      .DIGITS(DIGITS)
  ) align (
      .x({1'b1, fraction2}),
      .amount(amount2),
      .y(shifted),
      .lost(lost)
  );
  reg sign3, special3, nan3, sticky3;
  reg [KEPT-1:0] value3;
  reg [EXP-1:0] e3;
  always @(posedge clk)
    if (enable) begin
      sign3 <= sign2;
      special3 <= special2;
      nan3 <= nan2;
      sticky3 <= sticky2 | lost;
      value3 <= shifted;
      e3 <= e2;
    end

  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign3),
      .e(e3),
      .digits(value3[KEPT-1:1]),
      .guard(value3[0]),
      .sticky(sticky3),
      .special(special3),
      .nan(nan3),
      .y(y)
  );
endmodule
