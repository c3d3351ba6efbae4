// y = a + b, or a - b with SUBTRACT; rounded to nearest even, with subnormals.
//
// Latency: 5 + ceil(log4(FRAC + 5)). The operand of smaller magnitude is shifted to the
// right by the difference of the exponents, with guard, round and sticky bits. The sum, one
// bit longer or shorter by cancellation, is normalised and rounded.
module roofline_fadd #(
    parameter EXP = 8,
    parameter FRAC = 23,
    parameter SUBTRACT = 0
) (
    input  wire                clk,
    input  wire                enable,
    input  wire [EXP+FRAC:0] a,
    input  wire [EXP+FRAC:0] b,
    output wire [EXP+FRAC:0] y
);
  localparam SIG = FRAC + 1;  // with the hidden bit
  localparam TOP = EXP + FRAC;
  // Difference of exponents that shifts the smaller operand out completely.
  localparam SHIFT = $clog2(FRAC + 4);
  localparam DIGITS = SHIFT / 2;  // digits above bit 0
  localparam SUM = SIG + 4;  // with carry, guard, round and sticky bits

  // Stage 1: the smaller operand; hidden bits.
  reg [TOP:0] a1, b1;
  reg less1, a_normal1, b_normal1;
  always @(posedge clk)
    if (enable) begin
      a1 <= a;
      b1 <= {b[TOP] ^ (SUBTRACT != 0), b[TOP-1:0]};
      less1 <= a[TOP-1:0] < b[TOP-1:0];
      a_normal1 <= |a[TOP-1:FRAC];
      b_normal1 <= |b[TOP-1:FRAC];
    end

  // Stage 2: the difference of the exponents, and the exchange. The exponent of a
  // subnormal counts as 1. With a smaller, a - b - 1 is the complement of b - a.
  wire a_low = a1[FRAC] | ~a_normal1;
  wire b_low = b1[FRAC] | ~b_normal1;
  wire [EXP-1:0] difference;
  wire unused_carry;
  assign {difference, unused_carry} = {a1[TOP-1:FRAC+1], a_low, 1'b1}
                                    + {~{b1[TOP-1:FRAC+1], b_low}, ~less1};
  wire [EXP-1:0] distance = difference ^ {EXP{less1}};
  wire far = |(distance >> SHIFT);
  wire odd = a_low ^ b_low;
  wire [SIG-1:0] smaller = less1 ? {a_normal1, a1[FRAC-1:0]} : {b_normal1, b1[FRAC-1:0]};

  reg sign2, minus2, normal2, equal2;
  reg [EXP-1:0] e2;
  reg [FRAC-1:0] larger2;
  reg [SIG:0] smaller2;  // shifted by bit 0 of the distance
  reg [2*DIGITS-1:0] distance2;
  always @(posedge clk)
    if (enable) begin
      sign2 <= less1 ? b1[TOP] : a1[TOP];
      minus2 <= a1[TOP] ^ b1[TOP];
      normal2 <= less1 ? b_normal1 : a_normal1;
      e2 <= less1 ? {b1[TOP-1:FRAC+1], b_low} : {a1[TOP-1:FRAC+1], a_low};
      larger2 <= less1 ? b1[FRAC-1:0] : a1[FRAC-1:0];
      equal2 <= {a1[TOP-1:FRAC+1], a_low} == {b1[TOP-1:FRAC+1], b_low};
      smaller2 <= odd ? {1'b0, smaller} : {smaller, 1'b0};
      distance2 <= distance[2*DIGITS:1] | {2 * DIGITS{far}};
    end

  // Stage 3: the other bits of the shift. Sizes and signs of infinities and NaNs.
  wire [SIG+1:0] aligned;
  wire lost;
  roofline_fright #(
      .WIDTH (SIG + 2),
      .STEP  (2),
      .DIGITS(DIGITS)
  ) align (
      .x({smaller2, 1'b0}),
      .amount(distance2),
      .y(aligned),
      .lost(lost)
  );

  reg sign3, minus3, normal3, special3, nan3;
  reg [EXP-1:0] e3;
  reg [FRAC-1:0] larger3;
  reg [SIG+2:0] smaller3;
  always @(posedge clk)
    if (enable) begin
      sign3 <= sign2;
      minus3 <= minus2;
      normal3 <= normal2;
      e3 <= e2;
      larger3 <= larger2;
      smaller3 <= {aligned, lost};
      special3 <= &e2;
      nan3 <= &e2 & (|larger2 | (minus2 & equal2));  // or inf - inf
    end

  // Stage 4: the sum.
  wire [SUM-1:0] sum;
  wire unused_sum;
  assign {sum, unused_sum} = {1'b0, normal3, larger3, 3'b0, 1'b1}
                           + {{SUM{minus3}} ^ {1'b0, smaller3}, minus3};
  reg sign4, minus4, special4, nan4;
  (* shreg_extract = "no" *) reg [EXP-1:0] e4;
  reg [SUM-1:0] sum4;
  always @(posedge clk)
    if (enable) begin
      sign4 <= sign3;
      minus4 <= minus3;
      special4 <= special3;
      nan4 <= nan3;
      sum4 <= sum;
    end
  // Normalising begins with it: not in a shift register, whose word comes late.
  (* keep *) always @(posedge clk)
    if (enable) e4 <= e3;

  // One stage for each level.
  localparam NORMALIZE = ($clog2(SUM) + 1) / 2;
  wire [SUM-1:0] normal;
  wire [EXP-1:0] e;
  wire sign, special, nan;
  roofline_fnormalize #(
      .WIDTH(SUM),
      .EXP  (EXP)
  ) normalize (
      .clk(clk),
      .enable(enable),
      .x(sum4),
      .exponent(e4),
      .y(normal),
      .e(e)
  );
  roofline_fdelay #(
      .WIDTH(3),
      .DEPTH(NORMALIZE)
  ) flags (
      .clk(clk),
      .enable(enable),
      .x({sign4 & ~(minus4 & ~|sum4), special4, nan4}),  // x - x is +0
      .y({sign, special, nan})
  );

  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign),
      .e(e),
      .digits(normal[SUM-1:4]),
      .guard(normal[3]),
      .sticky(|normal[2:0]),
      .special(special),
      .nan(nan),
      .y(y)
  );
endmodule
