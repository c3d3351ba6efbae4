// y = a * b modulo 2^WIDTH, whatever the sign.
// Latency: 3, the registers of a DSP block (operands, product, result).
`default_nettype none
module roofline_mul #(
  parameter WIDTH = 32
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  output reg  [WIDTH-1:0] y
);
  reg [WIDTH-1:0] left, right, product;
  always @(posedge clk)
    if (enable) begin
      left <= a;
      right <= b;
      product <= left * right;
      y <= product;
    end
endmodule
`default_nettype wire
