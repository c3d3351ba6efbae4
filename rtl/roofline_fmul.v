// y = a * b, rounded to nearest even, with subnormals.
//
// Latency: 5 + max(2, ceil((FRAC + 1) / 17)). The significands are multiplied unnormalised.
// One shift of the product then removes the leading zeros of a subnormal operand, or makes
// a subnormal result: by r to the right, from the leftmost place that any operand needs.
module roofline_fmul #(
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
  localparam ROWS = (SIG + 16) / 17;
  localparam BIAS = (1 << (EXP - 1)) - 1;
  localparam INDEX = $clog2(SIG);
  localparam LEVELS = ($clog2(2 * SIG + 2) + 1) / 2;
  localparam SHIFT = 2 * LEVELS;  // bits of r
  localparam E = EXP + 2 > SHIFT ? EXP + 2 : SHIFT + 1;  // bits of a signed exponent before rounding

  // Stage 1: hidden bits, sum of the exponents.
  reg [SIG-1:0] a1, b1;
  reg [EXP:0] sum1;
  reg sign1, a_max1, b_max1, a_blank1, b_blank1;
  always @(posedge clk)
    if (enable) begin
      sign1 <= a[TOP] ^ b[TOP];
      a1 <= {|a[TOP-1:FRAC], a[FRAC-1:0]};
      b1 <= {|b[TOP-1:FRAC], b[FRAC-1:0]};
      sum1 <= {1'b0, a[TOP-1:FRAC]} + {1'b0, b[TOP-1:FRAC]};
      a_max1 <= &a[TOP-1:FRAC];
      b_max1 <= &b[TOP-1:FRAC];
      a_blank1 <= ~|a[FRAC-1:0];
      b_blank1 <= ~|b[FRAC-1:0];
    end
  wire a_zero = a_blank1 & ~a1[FRAC];
  wire b_zero = b_blank1 & ~b1[FRAC];

  // Stage 2: the leading 1 of the operand that may be subnormal (a product of two is below
  // all subnormals), and the shift that gives exponent field 0. A subnormal's exponent
  // counts as 1.
  wire [INDEX-1:0] lead;
  roofline_flead #(
      .WIDTH(SIG),
      .INDEX(INDEX)
  ) find (
      .x(a1[FRAC] ? b1 : a1),
      .y(lead)
  );
  localparam ORIGIN = FRAC + BIAS;
  reg [INDEX-1:0] lead2;
  reg [E-1:0] lowest2;
  reg sign2, special2, nan2, zero2;
  always @(posedge clk)
    if (enable) begin
      sign2 <= sign1;
      lead2 <= lead;
      lowest2 <= ORIGIN[E-1:0] + {{E - EXP - 1{1'b1}}, ~sum1} + {{E - 1{1'b0}}, a1[FRAC] & b1[FRAC]};
      special2 <= a_max1 | b_max1;
      nan2 <= a_max1 & (~a_blank1 | b_zero) | b_max1 & (~b_blank1 | a_zero);
      zero2 <= a_zero | b_zero;
    end

  // Stage 3: the exponent of the product with the leading 1 in place; negative when the
  // result is subnormal.
  reg [INDEX-1:0] lead3;
  reg [E-1:0] lowest3, e3;
  reg sign3, special3, nan3, zero3;
  always @(posedge clk)
    if (enable) begin
      sign3 <= sign2;
      lead3 <= lead2;
      lowest3 <= lowest2;
      e3 <= {{E - INDEX{1'b0}}, lead2} - lowest2;
      special3 <= special2;
      nan3 <= nan2;
      zero3 <= zero2;
    end

  // Stage 4: r, and the exponent field less the top bit.
  wire far = |(lowest3 >> SHIFT);
  reg [SHIFT-1:0] r4;
  reg [E-2:0] e4;
  reg sign4, special4, nan4;
  always @(posedge clk)
    if (enable) begin
      sign4 <= sign3;
      r4 <= e3[E-1] ? lowest3[SHIFT-1:0] | {SHIFT{far}} : {{SHIFT - INDEX{1'b0}}, lead3};
      e4 <= e3[E-1] | zero3 ? {E - 1{1'b0}} : e3[E-2:0];
      special4 <= special3;
      nan4 <= nan3;
    end

  // The product arrives in the same cycle.
  wire [2*SIG-1:0] early, product;
  wire [SHIFT-1:0] r;
  wire [E-2:0] e;
  wire sign, special, nan;
  roofline_fproduct #(
      .WIDTH(SIG)
  ) multiply (
      .clk(clk),
      .enable(enable),
      .a(a1),
      .b(b1),
      .y(early)
  );
  roofline_fdelay #(
      .WIDTH(2 * SIG),
      .DEPTH(ROWS < 2 ? 2 - ROWS : 0)
  ) wait_for_r (
      .clk(clk),
      .enable(enable),
      .x(early),
      .y(product)
  );
  roofline_fdelay #(
      .WIDTH(SHIFT + E + 2),
      .DEPTH(ROWS > 2 ? ROWS - 2 : 0)
  ) wait_for_product (
      .clk(clk),
      .enable(enable),
      .x({r4, e4, sign4, special4, nan4}),
      .y({r, e, sign, special, nan})
  );

  roofline_fpack #(
      .EXP(EXP),
      .FRAC(FRAC),
      .WIDTH(2 * SIG + 1),
      .DIGITS(LEVELS),
      .E(E - 1)
  ) pack (
      .clk(clk),
      .enable(enable),
      .sign(sign),
      .e(e),
      .value({product, 1'b0}),
      .amount(r),
      .sticky(1'b0),
      .special(special),
      .nan(nan),
      .y(y)
  );
endmodule
