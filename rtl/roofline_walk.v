// The coordinates of a walk through a box of X x Y x Z, x fastest; after its
// end it starts again.
// Latency: 1 from `advance` to the next coordinates.
`default_nettype none
module roofline_walk #(
  parameter X = 4,
  parameter Y = 4,
  parameter Z = 1,
  parameter BITS = 3 // of a coordinate: 2 to the power of BITS > X, Y and Z
) (
  input  wire            clk,
  input  wire            restart,
  input  wire            advance,
  output reg  [BITS-1:0] x,
  output reg  [BITS-1:0] y,
  output reg  [BITS-1:0] z,
  output wire            last
);
  localparam LAST_X = X - 1, LAST_Y = Y - 1, LAST_Z = Z - 1;
  wire end_x = x == LAST_X[BITS-1:0];
  wire end_y = y == LAST_Y[BITS-1:0];
  wire end_z = z == LAST_Z[BITS-1:0];
  assign last = end_x & end_y & end_z;
  always @(posedge clk)
    if (restart) begin
      x <= {BITS{1'b0}};
      y <= {BITS{1'b0}};
      z <= {BITS{1'b0}};
    end else if (advance) begin
      x <= end_x ? {BITS{1'b0}} : x + 1'b1;
      if (end_x) y <= end_y ? {BITS{1'b0}} : y + 1'b1;
      if (end_x & end_y) z <= end_z ? {BITS{1'b0}} : z + 1'b1;
    end
endmodule
`default_nettype wire
