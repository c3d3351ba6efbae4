// y = a / DIVISOR, or a modulo DIVISOR with REMAINDER, rounded towards zero:
// the upper half of a * FACTOR, where FACTOR = ceil(2^(WIDTH+SHIFT) / |DIVISOR|)
// (SIGNED: of WIDTH-1+SHIFT), which is exact for every a when
// 2^SHIFT >= |DIVISOR|. (Granlund and Montgomery, Division by Invariant
// Integers using Multiplication, PLDI 1994, theorems 4.2 and 5.1.)
// DIVISOR is given as its magnitude and its sign.
// Latency: 3, SIGNED: 1 more, REMAINDER: 4 more; 0 without REGISTERED.
`default_nettype none
module roofline_divide_constant #(
  parameter WIDTH = 32,
  parameter SIGNED = 0,
  parameter REMAINDER = 0,
  parameter REGISTERED = 1,
  parameter NEGATIVE = 0,
  parameter SHIFT = 3,
  parameter [WIDTH:0] FACTOR = 33'h1999999a,
  parameter [WIDTH-1:0] DIVISOR = 32'd5
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] a,
  output wire [WIDTH-1:0] y
);
  localparam STEPS = SIGNED != 0 ? 4 : 3;
  localparam DROPPED = WIDTH + SHIFT - (SIGNED != 0 ? 1 : 0);
  wire [WIDTH-1:0] quotient;
  generate
    if (REGISTERED == 0) begin : at_once
  /* verilator lint_off UNUSED */ // the upper bits
      wire ignored = clk & enable;
      wire signed [WIDTH+1:0] factor = {1'b0, FACTOR};
      wire signed [WIDTH:0] left = {SIGNED != 0 & a[WIDTH-1], a};
      wire signed [2*WIDTH+2:0] product = left * factor;
      wire signed [2*WIDTH+2:0] shifted = product >>> DROPPED;
  /* verilator lint_on UNUSED */
      wire [WIDTH-1:0] high = shifted[WIDTH-1:0];
      wire [WIDTH-1:0] ones = {WIDTH{left[WIDTH]}};
      assign quotient = NEGATIVE != 0 ? ones - high : high - ones;
    end else if (SIGNED != 0) begin : towards_zero
      // Rounds down, then adds one when a is negative; swaps operands to negate.
      reg signed [WIDTH-1:0] left;
      reg signed [2*WIDTH:0] product, result;
      reg [2:0] sign;
      reg [WIDTH-1:0] rounded;
      wire signed [WIDTH+1:0] factor = {1'b0, FACTOR};
  /* verilator lint_off UNUSED */ // the upper bits
      wire signed [2*WIDTH:0] shifted = result >>> DROPPED;
  /* verilator lint_on UNUSED */
      wire [WIDTH-1:0] high = shifted[WIDTH-1:0];
      wire [WIDTH-1:0] ones = {WIDTH{sign[2]}};
      always @(posedge clk)
        if (enable) begin
          left <= a;
          product <= left * factor;
          result <= product;
          sign <= {sign[1:0], a[WIDTH-1]};
          rounded <= NEGATIVE != 0 ? ones - high : high - ones;
        end
      assign quotient = rounded;
    end else begin : down
      reg [WIDTH-1:0] left;
      reg [2*WIDTH:0] product, result;
      always @(posedge clk)
        if (enable) begin
          left <= a;
          product <= left * FACTOR;
          result <= product;
        end
  /* verilator lint_off UNUSED */ // the upper bits
      wire [2*WIDTH:0] shifted = result >> DROPPED;
  /* verilator lint_on UNUSED */
      assign quotient = shifted[WIDTH-1:0];
    end
    if (REMAINDER != 0 && REGISTERED == 0) begin : remains_at_once
      assign y = a - quotient * DIVISOR;
    end else if (REMAINDER != 0) begin : remains
      wire [WIDTH-1:0] multiple, earlier;
      reg [WIDTH-1:0] rest;
      roofline_mul #(.WIDTH(WIDTH)) times (clk, enable, quotient, DIVISOR, multiple);
      roofline_delay #(.WIDTH(WIDTH), .LENGTH(STEPS + 3)) wait_a (clk, enable, a, earlier);
      always @(posedge clk)
        if (enable) rest <= earlier - multiple;
      assign y = rest;
    end else begin : divides
      assign y = quotient;
    end
  endgenerate
endmodule
`default_nettype wire
