// y = a, an integer of WIDTH bits, as a float, rounded to nearest even. The largest integer
// must be finite as a float.
//
// Latency: 2 + ceil(log4(WIDTH)); of 1 bit 3.
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
  localparam N = WIDTH < 2 ? 2 : WIDTH;
  localparam LEVELS = ($clog2(N) + 1) / 2;
  localparam BIAS = (1 << (EXP - 1)) - 1;
  localparam E = BIAS + N - 2;  // fround adds the top bit

  // Stage 1: the magnitude.
  wire negative = SIGNED != 0 && a[WIDTH-1];
  wire [N-1:0] wide;
  generate
    if (WIDTH < 2) begin : g_bit
      assign wide = {negative, a};
    end else begin : g_wide
      assign wide = a;
    end
  endgenerate
  reg sign1;
  reg [N-1:0] magnitude1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= negative;
      magnitude1 <= (wide ^ {N{negative}}) + {{N - 1{1'b0}}, negative};
    end

  // A stage for each level.
  wire sign;
  wire [N-1:0] normal;
  wire [EXP-1:0] e;
  roofline_fnormalize #(
      .WIDTH(N),
      .EXP  (EXP)
  ) normalize (
      .clk(clk),
      .enable(enable),
      .x(magnitude1),
      .exponent(E[EXP-1:0]),
      .y(normal),
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

  wire [N+FRAC+2:0] padded = {normal, {FRAC + 3{1'b0}}};
  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign),
      .e(e),
      .digits(padded[N+FRAC+2-:FRAC+1]),
      .guard(padded[N+1]),
      .sticky(|padded[N:0]),
      .special(1'b0),
      .nan(1'b0),
      .y(y)
  );
endmodule
