// y = a * b modulo 2^WIDTH, whatever the sign; if SIGNED, of their lowest LEFT
// and RIGHT bits, which the others only extend.
// Latency: 3, the registers of a DSP block (operands, product, result).
`default_nettype none
module roofline_mul #(
  parameter WIDTH = 32,
  parameter LEFT = WIDTH,
  parameter RIGHT = WIDTH,
  parameter SIGNED = 0
) (
  input  wire             clk,
  input  wire             enable,
  // verilator lint_off UNUSEDSIGNAL
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  // verilator lint_on UNUSEDSIGNAL
  output reg  [WIDTH-1:0] y
);
  generate
    if (SIGNED != 0) begin : g_signed
      reg signed [LEFT-1:0] left;
      reg signed [RIGHT-1:0] right;
      reg signed [WIDTH-1:0] product;
      always @(posedge clk)
        if (enable) begin
          left <= a[LEFT-1:0];
          right <= b[RIGHT-1:0];
          product <= left * right;
          y <= product;
        end
    end else begin : g_modulo
      reg [WIDTH-1:0] left, right, product;
      always @(posedge clk)
        if (enable) begin
          left <= a;
          right <= b;
          product <= left * right;
          y <= product;
        end
    end
  endgenerate
endmodule
`default_nettype wire
