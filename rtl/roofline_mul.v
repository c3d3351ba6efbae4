// y = a * b modulo 2^WIDTH, signed or not. With SIGNED only their lowest LEFT
// and RIGHT bits are multiplied, whose sign the other bits extend. With PARTS
// WIDTH is 18 to 34, and each partial product of a DSP block has a register, so
// that their sum is a stage of its own.
// Latency: 3, the registers of a DSP block (operands, product, result).
`default_nettype none
module roofline_mul #(
  parameter WIDTH = 32,
  parameter LEFT = WIDTH,
  parameter RIGHT = WIDTH,
  parameter SIGNED = 0,
  parameter PARTS = 0
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
    end else if (PARTS != 0) begin : g_parts
      localparam PART = 17; // bits of a factor beside its sign
      localparam UPPER = WIDTH - PART;
      reg [WIDTH-1:0] left, right, low;
      reg [UPPER-1:0] cross_left, cross_right;
      always @(posedge clk)
        if (enable) begin
          left <= a;
          right <= b;
          low <= left[PART-1:0] * right[PART-1:0];
          cross_left <= left[WIDTH-1:PART] * right[UPPER-1:0];
          cross_right <= left[UPPER-1:0] * right[WIDTH-1:PART];
          y <= low + {cross_left + cross_right, {PART{1'b0}}};
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
