// y is x, LENGTH enabled cycles later: a memory of LENGTH - 1 words, each read
// just before it is overwritten, and its output register; a block RAM.
// Latency: LENGTH (at least 3).
`default_nettype none
module roofline_ring #(
  parameter WIDTH = 32,
  parameter LENGTH = 512,
  parameter BITS = 9 // of an address: 2 to the power of BITS >= LENGTH - 1
) (
  input  wire             clk,
  input  wire             load, // restarts the address
  input  wire             enable,
  input  wire [WIDTH-1:0] x,
  output reg  [WIDTH-1:0] y
);
  (* ram_style = "block" *) reg [WIDTH-1:0] words [0:LENGTH-2];
  reg [BITS-1:0] address;
  localparam LAST = LENGTH - 2;
  always @(posedge clk)
    if (load) address <= {BITS{1'b0}};
    else if (enable)
      address <= address == LAST[BITS-1:0] ? {BITS{1'b0}} : address + 1'b1;
  always @(posedge clk)
    if (enable) begin
      y <= words[address];
      words[address] <= x;
    end
endmodule
`default_nettype wire
