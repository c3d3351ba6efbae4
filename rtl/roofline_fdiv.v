// y = a / b, rounded to nearest even, with subnormals.
//
// Latency: FRAC + 7 + ceil(log4(FRAC + 1)). Non-restoring, with one bit of the quotient per
// stage: after a negative remainder the next step adds the divisor.
module roofline_fdiv #(
    parameter EXP  = 8,
    parameter FRAC = 23
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [EXP+FRAC:0] a,
    input  wire [EXP+FRAC:0] b,
    output wire [EXP+FRAC:0] y
);
  localparam TOP = EXP + FRAC;
  localparam SIG = FRAC + 1;  // with the hidden bit
  localparam LEVELS = ($clog2(SIG) + 1) / 2;
  localparam BITS = FRAC + 3;  // of the quotient, with a leading 0 and the guard bit
  localparam BIAS = (1 << (EXP - 1)) - 1;
  localparam DIGITS = FRAC < 12 ? 2 : ($clog2(FRAC + 5) + 1) / 2;
  localparam SHIFT = 2 * DIGITS;  // bits of a shift that moves the whole quotient out
  localparam E = EXP + 2;  // bits of a signed exponent

  // Stage 1. The exponent of a subnormal counts as 1. All exponents are 2^EXP higher, so
  // that normalisation is not bounded.
  wire a_normal = |a[TOP-1:FRAC];
  wire b_normal = |b[TOP-1:FRAC];
  reg sign1, a_max1, b_max1, a_blank1, b_blank1;
  reg [FRAC:0] a1, b1;
  reg [EXP:0] a_e1, b_e1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= a[TOP] ^ b[TOP];
      a_max1 <= &a[TOP-1:FRAC];
      b_max1 <= &b[TOP-1:FRAC];
      a_blank1 <= ~|a[FRAC-1:0];
      b_blank1 <= ~|b[FRAC-1:0];
      a1 <= {a_normal, a[FRAC-1:0]};
      b1 <= {b_normal, b[FRAC-1:0]};
      a_e1 <= {1'b1, a[TOP-1:FRAC+1], a[FRAC] | ~a_normal};
      b_e1 <= {1'b1, b[TOP-1:FRAC+1], b[FRAC] | ~b_normal};
    end
  wire a_zero = a_blank1 & ~a1[FRAC];
  wire b_zero = b_blank1 & ~b1[FRAC];
  wire nan1 = a_max1 & (~a_blank1 | b_max1) | b_max1 & ~b_blank1 | a_zero & b_zero;

  // One stage for each level.
  wire [FRAC:0] dividend, divisor;
  wire [EXP:0] a_e, b_e;
  roofline_fnormalize #(
      .WIDTH(SIG),
      .EXP  (EXP + 1)
  ) normalize_a (
      .clk(clk),
      .enable(enable),
      .x(a1),
      .exponent(a_e1),
      .y(dividend),
      .e(a_e)
  );
  roofline_fnormalize #(
      .WIDTH(SIG),
      .EXP  (EXP + 1)
  ) normalize_b (
      .clk(clk),
      .enable(enable),
      .x(b1),
      .exponent(b_e1),
      .y(divisor),
      .e(b_e)
  );

  // One stage for each bit. The remainder is at least minus the divisor, and below the
  // divisor.
  genvar i;
  generate
    for (i = 0; i < BITS; i = i + 1) begin : g_step
      wire [SIG:0] from;
      wire [SIG-1:0] by;
      wire subtract;
      reg [SIG:0] remainder;
      reg [SIG-1:0] divisor_r;
      reg [i:0] quotient;
      wire [SIG:0] sum;
      wire unused_carry;
      assign {sum, unused_carry} = {from, 1'b1} + {{SIG + 1{subtract}} ^ {1'b0, by}, subtract};
      if (i == 0) begin : g_first
        assign from = {1'b0, dividend};
        assign by = divisor;
        assign subtract = 1'b1;
        always @(posedge clk) if (enable) quotient <= ~sum[SIG];
      end else begin : g_next
        assign from = {g_step[i-1].remainder[SIG-1:0], 1'b0};
        assign by = g_step[i-1].divisor_r;
        assign subtract = ~g_step[i-1].remainder[SIG];
        always @(posedge clk) if (enable) quotient <= {g_step[i-1].quotient, ~sum[SIG]};
      end
      always @(posedge clk)
        if (enable) begin
          remainder <= sum;
          divisor_r <= by;
        end
    end
  endgenerate
  // The division is exact when the remainder is 0 or minus the divisor: then each bit of
  // one equals the other's, flipped above the lowest 1.
  wire [SIG:0] rest = g_step[BITS-1].remainder;
  wire [SIG:0] last = {1'b0, g_step[BITS-1].divisor_r};
  wire exact = rest[SIG] ? (rest ^ last) == {rest[SIG-1:0] | last[SIG-1:0], 1'b0} : ~|rest;

  // Meanwhile the exponent: the field less the hidden bit.
  localparam ORIGIN = BIAS - 1;
  reg [E-1:0] difference;
  always @(posedge clk) if (enable) difference <= {1'b0, a_e} - {1'b0, b_e} + ORIGIN[E-1:0];
  wire [E-1:0] wanted;
  wire sign, special, nan, zero, sign_2, special_2, nan_2;
  roofline_fdelay #(
      .WIDTH(E),
      .DEPTH(BITS - 2)
  ) exponents (
      .clk(clk),
      .enable(enable),
      .x(difference),
      .y(wanted)
  );
  roofline_fdelay #(
      .WIDTH(4),
      .DEPTH(LEVELS + BITS - 1)
  ) flags (
      .clk(clk),
      .enable(enable),
      .x({sign1, a_max1 | b_zero | nan1, nan1, a_zero | b_max1}),
      .y({sign, special, nan, zero})
  );
  // Results of 0 and results below the subnormals are shifted out.
  wire low = zero | wanted[E-1];
  wire [E-1:0] missing = -wanted;
  wire out = zero | |(missing[E-1:0] >> SHIFT);
  reg [SHIFT-1:0] amount;
  reg [E-2:0] e;
  reg [2:0] last_flags;
  always @(posedge clk)
    if (enable) begin
      amount <= low ? missing[SHIFT-1:0] | {SHIFT{out}} : {SHIFT{1'b0}};
      e <= low ? {E - 1{1'b0}} : wanted[E-2:0];
      last_flags <= {sign, special, nan};
    end
  assign {sign_2, special_2, nan_2} = last_flags;

  roofline_fpack #(
      .EXP(EXP),
      .FRAC(FRAC),
      .WIDTH(BITS + 1),
      .DIGITS(DIGITS),
      .E(E - 1)
  ) pack (
      .clk(clk),
      .enable(enable),
      .sign(sign_2),
      .e(e),
      .value({1'b0, g_step[BITS-1].quotient}),
      .amount(amount),
      .sticky(~exact),
      .special(special_2),
      .nan(nan_2),
      .y(y)
  );
endmodule
