// The smaller of a and b, or the larger with MAX. -0 is below +0, and of a number and a NaN
// the number wins. With FIRST y is b only when b is beyond a; for equals, as +0 and -0, and
// with a NaN y is a. With LAST y is a only when a is beyond b.
//
// Latency: 2.
module roofline_fminmax #(
    parameter EXP  = 8,
    parameter FRAC = 23,
    parameter MAX  = 0,
    parameter FIRST = 0,
    parameter LAST = 0
) (
    input  wire              clk,
    input  wire              enable,
    input  wire [EXP+FRAC:0] a,
    input  wire [EXP+FRAC:0] b,
    output reg  [EXP+FRAC:0] y
);
  localparam TOP = EXP + FRAC;
  localparam [TOP-1:0] INFINITY = {{EXP{1'b1}}, {FRAC{1'b0}}};

  reg [TOP:0] a1, b1;
  reg less, a_nan, b_nan;
  always @(posedge clk)
    if (enable) begin
      a1 <= a;
      b1 <= b;
      less <= a[TOP-1:0] < b[TOP-1:0];
      a_nan <= a[TOP-1:0] > INFINITY;
      b_nan <= b[TOP-1:0] > INFINITY;
    end

  wire b_below = a1[TOP] == b1[TOP] ? less == a1[TOP] : b1[TOP];
  wire b_beyond = b_below ^ (MAX != 0);
  generate
    if (FIRST != 0 || LAST != 0) begin : keep_one
      reg zeros;
      always @(posedge clk) if (enable) zeros <= ~|{a[TOP-1:0], b[TOP-1:0]};
      wire ordered = ~(a_nan | b_nan | zeros);
      wire take_b = LAST != 0 ? b_beyond | ~ordered : b_beyond & ordered;
      always @(posedge clk) if (enable) y <= take_b ? b1 : a1;
    end else begin : keep_number
      wire take_b = a_nan | (~b_nan & b_beyond);
      always @(posedge clk)
        if (enable) begin
          y <= take_b ? b1 : a1;
          if (a_nan & b_nan) y[FRAC-1] <= 1'b1;  // quiet
        end
    end
  endgenerate
endmodule
