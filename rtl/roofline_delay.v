// y is x, LENGTH enabled cycles later. No reset, so that long delays become
// shift-register LUTs.
// Latency: LENGTH (at least 1).
`default_nettype none
module roofline_delay #(
  parameter WIDTH = 32,
  parameter LENGTH = 1
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] x,
  output wire [WIDTH-1:0] y
);
  reg [WIDTH*LENGTH-1:0] line;
  assign y = line[WIDTH*LENGTH-1 -: WIDTH];
  generate
    if (LENGTH == 1) begin : one
      always @(posedge clk)
        if (enable) line <= x;
    end else begin : many
      always @(posedge clk)
        if (enable) line <= {line[WIDTH*(LENGTH-1)-1:0], x};
    end
  endgenerate
endmodule
`default_nettype wire
