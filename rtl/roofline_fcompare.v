// y = a OP b, of IEEE 754: -0 equals +0, and a NaN is unordered with everything.
//
// Latency: 2.
module roofline_fcompare #(
    parameter EXP  = 8,
    parameter FRAC = 23,
    parameter OP   = 0    // 0: equal, 1: a < b, 2: a <= b, 3: unordered
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [EXP+FRAC:0] a,
    input  wire [EXP+FRAC:0] b,
    output reg               y
);
  localparam TOP = EXP + FRAC;
  localparam [TOP-1:0] INFINITY = {{EXP{1'b1}}, {FRAC{1'b0}}};

  // Stage 1: magnitudes.
  reg a_sign, b_sign, less, equal, zeros, unordered;
  always @(posedge clk)
    if (enable) begin
      a_sign <= a[TOP];
      b_sign <= b[TOP];
      less <= a[TOP-1:0] < b[TOP-1:0];
      equal <= a[TOP-1:0] == b[TOP-1:0];
      zeros <= ~|a[TOP-1:0] & ~|b[TOP-1:0];
      unordered <= a[TOP-1:0] > INFINITY | b[TOP-1:0] > INFINITY;
    end

  // Stage 2: signs.
  wire is_equal = a_sign == b_sign ? equal : zeros;
  wire is_less = a_sign == b_sign ? (a_sign ? ~less & ~equal : less) : a_sign & ~zeros;
  always @(posedge clk)
    if (enable)
      y <= OP == 3 ? unordered
         : ~unordered & ((OP != 1 & is_equal) | (OP != 0 & is_less));
endmodule
