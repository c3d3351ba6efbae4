// y = a in a wider format, exactly. FRAC is at least FRAC_IN, and every subnormal of the
// narrower format is normal in the wider one.
//
// Latency: 1 + ceil(log4(FRAC_IN + 1)).
module roofline_fextend #(
    parameter EXP_IN  = 8,
    parameter FRAC_IN = 23,
    parameter EXP     = 11,
    parameter FRAC    = 52
) (
    input  wire                    clk,
    input  wire                    enable,
    input  wire [EXP_IN+FRAC_IN:0] a,
    output wire [    EXP+FRAC : 0] y
);
  localparam TOP = EXP_IN + FRAC_IN;
  localparam LEVELS = ($clog2(FRAC_IN + 1) + 1) / 2;
  localparam OFFSET = (1 << (EXP - 1)) - (1 << (EXP_IN - 1));  // of the biases

  // Stage 1: the exponent in the new format; a subnormal's counts as 1. An infinity passes
  // as a number with the largest exponent, and so does a NaN, made quiet.
  wire normal = |a[TOP-1:FRAC_IN];
  wire special = &a[TOP-1:FRAC_IN];
  wire nan = special & |a[FRAC_IN-1:0];
  reg sign1;
  reg [FRAC_IN:0] digits1;
  reg [EXP-1:0] e1;
  wire override = enable & special;
  always @(posedge clk) begin
    if (enable) begin
      sign1 <= a[TOP];
      digits1 <= {normal, a[FRAC_IN-1] | nan, a[FRAC_IN-2:0]};
    end
    if (override) e1 <= {EXP{1'b1}};
    else if (enable)
      e1 <= OFFSET[EXP-1:0] + {{EXP - EXP_IN{1'b0}}, a[TOP-1:FRAC_IN+1], a[FRAC_IN] | ~normal};
  end

  // One stage for each level.
  wire sign;
  wire [FRAC_IN:0] digits;
  wire [EXP-1:0] e;
  roofline_fnormalize #(
      .WIDTH(FRAC_IN + 1),
      .EXP  (EXP)
  ) normalize (
      .clk(clk),
      .enable(enable),
      .x(digits1),
      .exponent(e1),
      .y(digits),
      .e(e)
  );
  roofline_fdelay #(
      .WIDTH(1),
      .DEPTH(LEVELS)
  ) signs (
      .clk(clk),
      .enable(enable),
      .x(sign1),
      .y(sign)
  );
  wire unused = digits[FRAC_IN];
  assign y = {sign, e, digits[FRAC_IN-1:0], {FRAC - FRAC_IN{1'b0}}};
endmodule
