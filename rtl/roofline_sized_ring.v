// y is x, last + 2 enabled cycles later: as roofline_ring, of at most LENGTH,
// with a length that is chosen before the load.
// Latency: last + 2 (at least 3).
`default_nettype none
module roofline_sized_ring #(
  parameter WIDTH = 32,
  parameter LENGTH = 512,
  parameter BITS = 9 // of an address: 2 to the power of BITS >= LENGTH - 1
) (
  input  wire             clk,
  input  wire             load, // restarts the address
  input  wire             enable,
  input  wire [BITS-1:0]  last, // address
  input  wire [WIDTH-1:0] x,
  output reg  [WIDTH-1:0] y
);
  (* ram_style = "block" *) reg [WIDTH-1:0] words [0:LENGTH-2];
  reg [BITS-1:0] address;
  always @(posedge clk)
    if (load) address <= {BITS{1'b0}};
    else if (enable)
      address <= address == last ? {BITS{1'b0}} : address + 1'b1;
  always @(posedge clk)
    if (enable) begin
      y <= words[address];
      words[address] <= x;
    end
endmodule
`default_nettype wire
