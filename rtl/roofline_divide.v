// y = a / b, or a modulo b with REMAINDER; SIGNED rounds towards zero. One bit
// of the quotient a stage, restoring. By 0: the quotient is all ones, the
// remainder a.
// Latency: WIDTH, SIGNED: WIDTH + 2 (magnitudes before, the sign after).
`default_nettype none
module roofline_divide #(
  parameter WIDTH = 32,
  parameter SIGNED = 0,
  parameter REMAINDER = 0
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] a,
  input  wire [WIDTH-1:0] b,
  output wire [WIDTH-1:0] y
);
  // Stage i has the i topmost bits of the quotient in the place of those of
  // the dividend that it has consumed, and a remainder of i bits.
  wire [WIDTH-1:0] dividend [0:WIDTH];
  wire [WIDTH-1:0] divisor [0:WIDTH];
  wire [WIDTH-1:0] rest [0:WIDTH];
  assign rest[0] = {WIDTH{1'b0}};

  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : stage
      wire [i:0] partial;
      if (i == 0) begin : first
        assign partial = dividend[i][WIDTH-1];
      end else begin : next
        assign partial = {rest[i][i-1:0], dividend[i][WIDTH-1]};
      end
      wire [WIDTH:0] difference = {{(WIDTH-i){1'b0}}, partial} - {1'b0, divisor[i]};
      wire fits = ~difference[WIDTH];
      reg [WIDTH-1:0] quotient_bits;
      reg [i:0] rest_bits;
      always @(posedge clk)
        if (enable) begin
          quotient_bits <= (dividend[i] << 1) | {{(WIDTH-1){1'b0}}, fits};
          rest_bits <= fits ? difference[i:0] : partial;
        end
      assign dividend[i+1] = quotient_bits;
      if (i == WIDTH-1) begin : last
        assign divisor[i+1] = {WIDTH{1'b0}};
        assign rest[i+1] = rest_bits;
      end else begin : inner
        reg [WIDTH-1:0] divisor_bits;
        always @(posedge clk)
          if (enable) divisor_bits <= divisor[i];
        assign divisor[i+1] = divisor_bits;
        assign rest[i+1] = {{(WIDTH-1-i){1'b0}}, rest_bits};
      end
    end
  endgenerate

  generate
    if (SIGNED != 0) begin : signs
      reg [WIDTH-1:0] positive_a, positive_b, result;
      reg [WIDTH:0] negate; // the sign of y, along the stages
      wire by_zero = b == {WIDTH{1'b0}};
      wire sign = REMAINDER != 0 ? a[WIDTH-1] : (a[WIDTH-1] ^ b[WIDTH-1]) & ~by_zero;
      always @(posedge clk)
        if (enable) begin
          positive_a <= a[WIDTH-1] ? -a : a;
          positive_b <= b[WIDTH-1] ? -b : b;
          negate <= {negate[WIDTH-1:0], sign};
          result <= negate[WIDTH]
            ? -(REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH])
            : (REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH]);
        end
      assign dividend[0] = positive_a;
      assign divisor[0] = positive_b;
      assign y = result;
    end else begin : magnitudes
      assign dividend[0] = a;
      assign divisor[0] = b;
      assign y = REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH];
    end
  endgenerate
endmodule
`default_nettype wire
