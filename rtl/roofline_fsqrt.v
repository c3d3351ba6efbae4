// y = the square root of a, rounded to nearest even; a NaN when a is below 0, and -0 for
// -0.
//
// Latency: FRAC + 4 + ceil(log4(FRAC + 1)). Non-restoring, with one bit of the root per
// stage: after a negative remainder the next step adds.
module roofline_fsqrt #(
    parameter EXP  = 8,
    parameter FRAC = 23
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [EXP+FRAC:0] a,
    output wire [EXP+FRAC:0] y
);
  localparam TOP = EXP + FRAC;
  localparam SIG = FRAC + 1;  // with the hidden bit
  localparam LEVELS = ($clog2(SIG) + 1) / 2;
  localparam BITS = SIG + 1;  // of the root, with the guard bit

  // Stage 1. The exponent of a subnormal counts as 1. All exponents are 2^EXP higher, so
  // that normalisation is not bounded.
  wire normal = |a[TOP-1:FRAC];
  wire max = &a[TOP-1:FRAC];
  wire blank = ~|a[FRAC-1:0];
  reg sign1, special1, nan1;
  reg [FRAC:0] digits1;
  reg [EXP:0] e1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= a[TOP];
      nan1 <= max & ~blank | a[TOP] & (normal | ~blank);
      special1 <= max | a[TOP] & (normal | ~blank);
      digits1 <= {normal, a[FRAC-1:0]};
      e1 <= {1'b1, a[TOP-1:FRAC+1], a[FRAC] | ~normal};
    end

  // One stage for each level.
  wire [FRAC:0] digits;
  wire [EXP:0] e;
  roofline_fnormalize #(
      .WIDTH(SIG),
      .EXP  (EXP + 1)
  ) normalize (
      .clk(clk),
      .enable(enable),
      .x(digits1),
      .exponent(e1),
      .y(digits),
      .e(e)
  );

  // Halves the exponent; doubles the number when the exponent is odd. The bias is odd.
  localparam ORIGIN = (1 << (EXP - 1)) + 3;
  wire [EXP:0] twice = e - ORIGIN[EXP:0];
  wire zero = ~digits[FRAC];
  reg [EXP-1:0] half;
  always @(posedge clk) if (enable) half <= zero ? {EXP{1'b0}} : twice[EXP:1];

  // One stage for each bit. The magnitude of the remainder is at most twice the root: i + 3
  // bits with the sign. A step subtracts four times the root plus 1, or adds four times the
  // root plus 3; either addend ends in 11.
  wire [SIG:0] radicand = e[0] ? {1'b0, digits} : {digits, 1'b0};
  genvar i;
  generate
    for (i = 0; i < BITS; i = i + 1) begin : g_step
      wire [i+2:0] from, by;
      wire [SIG-2:0] rest_from;
      reg [i+2:0] remainder;
      reg [SIG:0] rest;
      reg [i:0] root;
      wire [i+2:0] sum = from + by;
      if (i == 0) begin : g_first
        assign rest_from = radicand[SIG-2:0];
        assign from = {1'b0, radicand[SIG:SIG-1]};
        assign by = 3'b111;
        always @(posedge clk) if (enable) root <= ~sum[i+2];
      end else begin : g_next
        wire subtract = g_step[i-1].root[0];
        assign rest_from = g_step[i-1].rest[SIG-2:0];
        assign from = {g_step[i-1].remainder[i:0], g_step[i-1].rest[SIG:SIG-1]};
        assign by = {subtract, g_step[i-1].root ^ {i{subtract}}, 2'b11};
        wire unused = g_step[i-1].remainder[i+1];
        always @(posedge clk) if (enable) root <= {g_step[i-1].root, ~sum[i+2]};
      end
      always @(posedge clk)
        if (enable) begin
          remainder <= sum;
          rest <= {rest_from, 2'b00};
        end
    end
  endgenerate
  // The guard bit decides, because a root never has exactly one bit more than a float.
  wire [SIG:0] root = g_step[BITS-1].root;
  wire unused = &{twice[0], g_step[BITS-1].remainder, g_step[BITS-1].rest};

  wire sign, special, nan;
  wire [EXP-1:0] e_root;
  roofline_fdelay #(
      .WIDTH(3),
      .DEPTH(LEVELS + BITS)
  ) flags (
      .clk(clk),
      .enable(enable),
      .x({sign1, special1, nan1}),
      .y({sign, special, nan})
  );
  roofline_fdelay #(
      .WIDTH(EXP),
      .DEPTH(BITS - 1)
  ) exponents (
      .clk(clk),
      .enable(enable),
      .x(half),
      .y(e_root)
  );
  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign),
      .e(e_root),
      .digits(root[SIG:1]),
      .guard(root[0]),
      .sticky(1'b1),
      .special(special),
      .nan(nan),
      .y(y)
  );
endmodule
