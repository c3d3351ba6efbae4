// y = number of ones in a, by a tree of adders, each a bit wider than its
// operands. Without registers.
`default_nettype none
module roofline_bit_sum #(
  parameter LEVELS = 5 // a has 2 to the power of LEVELS bits
) (
  input  wire [(1<<LEVELS)-1:0] a,
  output wire [LEVELS:0]        y
);
  generate
    if (LEVELS == 0) begin : leaf
      assign y = a;
    end else begin : tree
      localparam HALF = 1 << (LEVELS - 1);
      wire [LEVELS-1:0] low, high;
      roofline_bit_sum #(.LEVELS(LEVELS - 1)) of_low (a[HALF-1:0], low);
      roofline_bit_sum #(.LEVELS(LEVELS - 1)) of_high (a[2*HALF-1:HALF], high);
      assign y = {1'b0, low} + {1'b0, high};
    end
  endgenerate
endmodule
`default_nettype wire
