// y = a, an integer of WIDTH bits, as a float, rounded to nearest even. The largest integer
// must be finite as a float.
//
// Latency: 2 + ceil(log4(WIDTH)).
module roofline_ffromint #(
    parameter WIDTH  = 32,
    parameter SIGNED = 1,
    parameter EXP    = 8,
    parameter FRAC   = 23
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [ WIDTH-1:0] a,
    output wire [EXP+FRAC:0] y
);
  localparam LEVELS = ($clog2(WIDTH) + 1) / 2;
  localparam BIAS = (1 << (EXP - 1)) - 1;
  localparam E = BIAS + WIDTH - 2;  // fround adds the top bit

  // Stage 1: the magnitude.
  wire negative = SIGNED != 0 && a[WIDTH-1];
  wire [WIDTH-1:0] magnitude;
  wire unused_carry;
  assign {magnitude, unused_carry} = {a ^ {WIDTH{negative}}, 1'b1} + {{WIDTH{1'b0}}, negative};
  reg sign1;
  reg [WIDTH-1:0] magnitude1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= negative;
      magnitude1 <= magnitude;
    end

  // One stage for each level; a single bit needs none.
  wire sign;
  wire [WIDTH-1:0] normal;
  wire [EXP-1:0] e;
  generate
    if (WIDTH == 1) begin : g_bit
      assign normal = magnitude1;
      assign e = magnitude1 ? E[EXP-1:0] : {EXP{1'b0}};
    end else begin : g_wide
      roofline_fnormalize #(
          .WIDTH(WIDTH),
          .EXP  (EXP)
      ) normalize (
          .clk(clk),
          .enable(enable),
          .x(magnitude1),
          .exponent(E[EXP-1:0]),
          .y(normal),
          .e(e)
      );
    end
  endgenerate
  roofline_fdelay #(
      .WIDTH(1),
      .DEPTH(LEVELS)
  ) signs (
      .clk(clk),
      .enable(enable),
      .x(sign1),
      .y(sign)
  );

  wire [WIDTH+FRAC+2:0] padded = {normal, {FRAC + 3{1'b0}}};
  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign),
      .e(e),
      .digits(padded[WIDTH+FRAC+2-:FRAC+1]),
      .guard(padded[WIDTH+1]),
      .sticky(|padded[WIDTH:0]),
      .special(1'b0),
      .nan(1'b0),
      .y(y)
  );
endmodule
