// y = number of zeros in a above its highest 1; all bits are zeros where a is 0.
// By halves: where the upper one is 0, those of the lower one count on. Without
// adders, since a count of a whole half is a power of two. Without registers.
`default_nettype none
module roofline_leading_zeros #(
  parameter LEVELS = 5 // a has 2 to the power of LEVELS bits
) (
  input  wire [(1<<LEVELS)-1:0] a,
  output wire [LEVELS:0]        y
);
  generate
    if (LEVELS == 0) begin : leaf
      assign y = ~a;
    end else begin : tree
      localparam HALF = 1 << (LEVELS - 1);
      wire [LEVELS-1:0] low, high;
      roofline_leading_zeros #(.LEVELS(LEVELS - 1)) of_low (a[HALF-1:0], low);
      roofline_leading_zeros #(.LEVELS(LEVELS - 1)) of_high (a[2*HALF-1:HALF], high);
      wire no_high = high[LEVELS-1];
      assign y[LEVELS] = no_high & low[LEVELS-1];
      assign y[LEVELS-1] = no_high & ~low[LEVELS-1];
      if (LEVELS > 1) begin : rest
        assign y[LEVELS-2:0] = no_high ? low[LEVELS-2:0] : high[LEVELS-2:0];
      end
    end
  endgenerate
endmodule
`default_nettype wire
