// y = a * b + c, rounded once, to nearest even, with subnormals.
//
// Latency: 5 + max(2, ceil((FRAC + 1) / 17)) + ceil(log4(3 * FRAC + 8)). The product stays
// in place, below room for c. c is shifted to the right, starting where the product is less
// than a quarter of c's last bit. The whole sum is normalised.
module roofline_ffma #(
    parameter EXP  = 8,
    parameter FRAC = 23
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [EXP+FRAC:0] a,
    input  wire [EXP+FRAC:0] b,
    input  wire [EXP+FRAC:0] c,
    output wire [EXP+FRAC:0] y
);
  localparam TOP = EXP + FRAC;
  localparam SIG = FRAC + 1;  // with the hidden bit
  localparam ROWS = (SIG + 16) / 17;
  localparam BIAS = (1 << (EXP - 1)) - 1;
  // From the top: sign, c, a gap of two bits, the product, and two bits for rounding when a
  // subnormal factor leaves leading zeros in the product.
  localparam SUM = 3 * SIG + 5;
  localparam DIGITS = ($clog2(SUM) + 1) / 2;
  localparam SHIFT = 2 * DIGITS;  // bits of a shift that moves c out
  localparam E = EXP + 2 > SHIFT ? EXP + 2 : SHIFT + 1;  // bits of a signed exponent

  // Stage 1: hidden bits, sum of the exponents of a and b, and the threshold for it. A
  // subnormal's exponent counts as 1.
  localparam ORIGIN = SIG + 3 - BIAS;
  wire c_normal = |c[TOP-1:FRAC];
  wire c_low = c[FRAC] | ~c_normal;
  reg [SIG-1:0] a1, b1, c1;
  reg [EXP:0] sum1;
  reg [E-1:0] origin1;
  reg [EXP-1:0] c_e1;
  reg product_sign1, c_sign1, a_max1, b_max1, c_max1, a_blank1, b_blank1, c_blank1;
  always @(posedge clk)
    if (enable) begin
      product_sign1 <= a[TOP] ^ b[TOP];
      c_sign1 <= c[TOP];
      a1 <= {|a[TOP-1:FRAC], a[FRAC-1:0]};
      b1 <= {|b[TOP-1:FRAC], b[FRAC-1:0]};
      c1 <= {c_normal, c[FRAC-1:0]};
      c_e1 <= {c[TOP-1:FRAC+1], c_low};
      sum1 <= {1'b0, a[TOP-1:FRAC]} + {1'b0, b[TOP-1:FRAC]};
      origin1 <= ORIGIN[E-1:0] - {{E - EXP{1'b0}}, c[TOP-1:FRAC+1], c_low};
      a_max1 <= &a[TOP-1:FRAC];
      b_max1 <= &b[TOP-1:FRAC];
      c_max1 <= &c[TOP-1:FRAC];
      a_blank1 <= ~|a[FRAC-1:0];
      b_blank1 <= ~|b[FRAC-1:0];
      c_blank1 <= ~|c[FRAC-1:0];
    end
  wire a_zero = a_blank1 & ~a1[FRAC];
  wire b_zero = b_blank1 & ~b1[FRAC];

  // Stage 2: the shift of c. A product of two subnormals is far below c.
  wire [E-1:0] distance;
  wire unused_carry;
  assign {distance, unused_carry} = {{E - EXP - 1{1'b0}}, sum1, 1'b1}
                                  + {origin1, ~(a1[FRAC] & b1[FRAC])};
  reg [E-1:0] distance2;
  reg [SIG-1:0] c2;
  reg [EXP-1:0] c_e2;
  reg c_sign2, minus2, by_product2, special2, nan2, zero2;
  always @(posedge clk)
    if (enable) begin
      distance2 <= distance;
      c2 <= c1;
      c_e2 <= c_e1;
      c_sign2 <= c_sign1;
      minus2 <= product_sign1 ^ c_sign1;
      by_product2 <= a_max1 | b_max1;  // gives the sign of a special result
      special2 <= a_max1 | b_max1 | c_max1;
      nan2 <= a_max1 & (~a_blank1 | b_zero) | b_max1 & (~b_blank1 | a_zero)
            | c_max1 & (~c_blank1 | ((a_max1 | b_max1) & (product_sign1 ^ c_sign1)));
      zero2 <= a_zero | b_zero;
    end

  // Stages 3 and 4: the shift, in two steps.
  wire stay = zero2 | distance2[E-1];
  wire far = |(distance2[E-2:0] >> SHIFT);
  wire [SHIFT-1:0] amount = stay ? {SHIFT{1'b0}} : distance2[SHIFT-1:0] | {SHIFT{far}};
  wire [SUM-2:0] coarse, fine;
  wire lost_coarse, lost_fine;
  roofline_fright #(
      .WIDTH (SUM - 1),
      .STEP  (16),
      .DIGITS(DIGITS - 2)
  ) upper (
      .x({c2, {SUM - 1 - SIG{1'b0}}}),
      .amount(amount[SHIFT-1:4]),
      .y(coarse),
      .lost(lost_coarse)
  );
  reg [SUM-2:0] c3;
  reg [3:0] amount3;
  reg [E-2:0] distance3;
  reg [EXP-1:0] c_e3;
  reg c_sign3, minus3, by_product3, special3, nan3, lost3;
  always @(posedge clk)
    if (enable) begin
      c3 <= coarse;
      amount3 <= amount[3:0];
      lost3 <= lost_coarse;
      distance3 <= stay ? {E - 1{1'b0}} : distance2[E-2:0];
      c_e3 <= c_e2;
      c_sign3 <= c_sign2;
      minus3 <= minus2;
      by_product3 <= by_product2;
      special3 <= special2;
      nan3 <= nan2;
    end
  roofline_fright #(
      .WIDTH (SUM - 1),
      .STEP  (1),
      .DIGITS(2)
  ) lower (
      .x(c3),
      .amount(amount3),
      .y(fine),
      .lost(lost_fine)
  );
  reg [SUM-2:0] c4;
  reg [E-1:0] e4;
  reg c_sign4, minus4, by_product4, special4, nan4, lost4;
  always @(posedge clk)
    if (enable) begin
      c4 <= fine;
      lost4 <= lost3 | lost_fine;
      e4 <= {1'b0, distance3} + {{E - EXP{1'b0}}, c_e3};
      c_sign4 <= c_sign3;
      minus4 <= minus3;
      by_product4 <= by_product3;
      special4 <= special3;
      nan4 <= nan3;
    end

  // The product arrives in the same cycle.
  wire [2*SIG-1:0] early, product;
  wire [SUM-2:0] addend;
  wire [E-1:0] e_top;
  wire c_sign, minus, by_product, special, nan, lost;
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
  ) wait_for_c (
      .clk(clk),
      .enable(enable),
      .x(early),
      .y(product)
  );
  roofline_fdelay #(
      .WIDTH(SUM - 1 + E + 6),
      .DEPTH(ROWS > 2 ? ROWS - 2 : 0)
  ) wait_for_product (
      .clk(clk),
      .enable(enable),
      .x({c4, e4, c_sign4, minus4, by_product4, special4, nan4, lost4}),
      .y({addend, e_top, c_sign, minus, by_product, special, nan, lost})
  );

  // The sum, then its magnitude. The part lost below it is between 0 and 1, so its
  // complement is minus the sum.
  wire [SUM-1:0] sum;
  wire unused_sum;
  assign {sum, unused_sum} = {1'b0, addend, 1'b1}
      + {{SUM{minus}} ^ {{SIG + 3{1'b0}}, product, 2'b00}, minus};
  reg [SUM-1:0] sum5, sum6;
  reg [E-1:0] e5, e6;
  reg c_sign5, minus5, by_product5, special5, nan5, lost5;
  reg sign6, minus6, special6, nan6, lost6;
  wire negative = sum5[SUM-1];
  wire [SUM-1:0] magnitude;
  wire unused_magnitude;
  assign {magnitude, unused_magnitude} = {sum5 ^ {SUM{negative}}, 1'b1}
                                       + {{SUM{1'b0}}, negative & ~lost5};
  always @(posedge clk)
    if (enable) begin
      sum5 <= sum;
      e5 <= e_top;
      c_sign5 <= c_sign;
      minus5 <= minus;
      by_product5 <= by_product;
      special5 <= special;
      nan5 <= nan;
      lost5 <= lost;

      sum6 <= magnitude;
      e6 <= e5;
      sign6 <= c_sign5 ^ (minus5 & (special5 ? by_product5 : negative));
      minus6 <= minus5;
      special6 <= special5;
      nan6 <= nan5;
      lost6 <= lost5;
    end

  // One stage for each level.
  wire [SUM-1:0] normal;
  wire [E-1:0] e;
  wire sign_n, special_n, nan_n, lost_n;
  roofline_fnormalize #(
      .WIDTH(SUM),
      .EXP  (E)
  ) normalize (
      .clk(clk),
      .enable(enable),
      .x(sum6),
      .exponent(e6),
      .y(normal),
      .e(e)
  );
  roofline_fdelay #(
      .WIDTH(4),
      .DEPTH(DIGITS)
  ) flags (
      .clk(clk),
      .enable(enable),
      .x({sign6 & ~(minus6 & ~special6 & ~lost6 & ~|sum6), special6, nan6, lost6}),  // x - x is +0
      .y({sign_n, special_n, nan_n, lost_n})
  );
  roofline_fround #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) round (
      .clk(clk),
      .enable(enable),
      .sign(sign_n),
      .e(e[EXP-1:0]),
      .digits(normal[SUM-1-:SIG]),
      .guard(normal[SUM-1-SIG]),
      .sticky(lost_n | |normal[SUM-2-SIG:0]),
      .special(special_n | e >= (1 << EXP) - 1),
      .nan(nan_n),
      .y(y)
  );
endmodule
