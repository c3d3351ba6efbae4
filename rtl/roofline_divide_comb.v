// y = a / b, or a modulo b with REMAINDER; SIGNED rounds towards zero. For b =
// 0 the quotient is all ones, the remainder a.
// Latency: 0.
`default_nettype none
module roofline_divide_comb #(
  parameter WIDTH = 32,
  parameter SIGNED = 0,
  parameter REMAINDER = 0
) (
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  output wire [WIDTH-1:0] y
);
  wire by_zero = b == {WIDTH{1'b0}};
  wire negative_a = SIGNED != 0 & a[WIDTH-1];
  wire negative_b = SIGNED != 0 & b[WIDTH-1];
  wire [WIDTH-1:0] positive_a = negative_a ? -a : a;
  wire [WIDTH-1:0] positive_b = negative_b ? -b : b;
  generate
    if (REMAINDER != 0) begin : remains
      wire [WIDTH-1:0] rest = positive_a % positive_b;
      assign y = by_zero ? a : negative_a ? -rest : rest;
    end else begin : divides
      wire [WIDTH-1:0] quotient = positive_a / positive_b;
      assign y = by_zero ? {WIDTH{1'b1}}
               : negative_a != negative_b ? -quotient : quotient;
    end
  endgenerate
endmodule
`default_nettype wire
