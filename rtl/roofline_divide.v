// y = a / b, or a modulo b with REMAINDER; SIGNED rounds towards zero. Restoring, with one
// bit of the quotient per stage. For b = 0 the quotient is all ones, the remainder the
// lowest DIVISOR bits of a. DIVISOR: bits of the magnitude of b; higher bits are 0.
// Latency: WIDTH, SIGNED: WIDTH + 2 (magnitudes before, the sign after); 0 without
// REGISTERED.
`default_nettype none
module roofline_divide #(
  parameter WIDTH = 32,
  parameter SIGNED = 0,
  parameter REMAINDER = 0,
  parameter DIVISOR = WIDTH,
  parameter REGISTERED = 1 // or 0
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  output wire [WIDTH-1:0] y
);
  // Stage i holds the i topmost bits of the quotient in place of the consumed bits of the
  // dividend, and a remainder of i bits, at most DIVISOR.
  wire [WIDTH-1:0] dividend [0:WIDTH];
  wire [DIVISOR-1:0] divisor [0:WIDTH];
  wire [WIDTH-1:0] rest [0:WIDTH];
  assign rest[0] = {WIDTH{1'b0}};

  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : stage
      localparam TOP = i < DIVISOR ? i : DIVISOR; // of partial
      localparam REST = i < DIVISOR ? i + 1 : DIVISOR;
      localparam BITS = TOP < DIVISOR ? DIVISOR : DIVISOR + 1;
      wire [TOP:0] partial;
      if (i == 0) begin : first
        assign partial = dividend[i][WIDTH-1];
      end else begin : next
        assign partial = {rest[i][TOP-1:0], dividend[i][WIDTH-1]};
      end
      wire [BITS:0] difference =
        {{(BITS-TOP){1'b0}}, partial} - {{(BITS+1-DIVISOR){1'b0}}, divisor[i]};
      wire fits = ~difference[BITS];
      wire [REST-1:0] rest_bits;
      roofline_stage #(.WIDTH(WIDTH), .REGISTERED(REGISTERED)) of_dividend
        (clk, enable, (dividend[i] << 1) | {{(WIDTH-1){1'b0}}, fits}, dividend[i+1]);
      roofline_stage #(.WIDTH(REST), .REGISTERED(REGISTERED)) of_rest
        (clk, enable, fits ? difference[REST-1:0] : partial[REST-1:0], rest_bits);
      if (REST == WIDTH) begin : whole
        assign rest[i+1] = rest_bits;
      end else begin : part
        assign rest[i+1] = {{(WIDTH-REST){1'b0}}, rest_bits};
      end
      if (i == WIDTH-1) begin : last
        assign divisor[i+1] = {DIVISOR{1'b0}};
      end else begin : inner
        roofline_stage #(.WIDTH(DIVISOR), .REGISTERED(REGISTERED)) of_divisor
          (clk, enable, divisor[i], divisor[i+1]);
      end
    end
  endgenerate

  wire [WIDTH-1:0] result = REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH];
  generate
    if (SIGNED != 0) begin : signs
      wire [WIDTH-1:0] minus_b = -b;
      wire unused = ^minus_b; // its upper bits
      wire by_zero = b == {WIDTH{1'b0}};
      wire sign = REMAINDER != 0 ? a[WIDTH-1] : (a[WIDTH-1] ^ b[WIDTH-1]) & ~by_zero;
      wire negate;
      if (REGISTERED != 0) begin : later // along the stages
        roofline_delay #(.WIDTH(1), .LENGTH(WIDTH + 1)) of_sign (clk, enable, sign, negate);
      end else begin : at_once
        assign negate = sign;
      end
      roofline_stage #(.WIDTH(WIDTH), .REGISTERED(REGISTERED)) of_a
        (clk, enable, a[WIDTH-1] ? -a : a, dividend[0]);
      roofline_stage #(.WIDTH(DIVISOR), .REGISTERED(REGISTERED)) of_b
        (clk, enable, b[WIDTH-1] ? minus_b[DIVISOR-1:0] : b[DIVISOR-1:0], divisor[0]);
      roofline_stage #(.WIDTH(WIDTH), .REGISTERED(REGISTERED)) of_result
        (clk, enable, negate ? -result : result, y);
    end else begin : magnitudes
      wire unused = ^b; // its upper bits
      assign dividend[0] = a;
      assign divisor[0] = b[DIVISOR-1:0];
      assign y = result;
    end
  endgenerate
endmodule
`default_nettype wire
