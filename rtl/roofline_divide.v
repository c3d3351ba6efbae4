// y = a / b, or a modulo b with REMAINDER; SIGNED rounds towards zero. Restoring, with one
// bit of the quotient per stage. For b = 0 the quotient is all ones, the remainder the
// lowest DIVISOR bits of a. DIVISOR: bits of the magnitude of b; higher bits are 0.
// Latency: WIDTH, SIGNED: WIDTH + 2 (magnitudes before, the sign after).
`default_nettype none
module roofline_divide #(
  parameter WIDTH = 32,
  parameter SIGNED = 0,
  parameter REMAINDER = 0,
  parameter DIVISOR = WIDTH
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
      reg [WIDTH-1:0] quotient_bits;
      reg [REST-1:0] rest_bits;
      always @(posedge clk)
        if (enable) begin
          quotient_bits <= (dividend[i] << 1) | {{(WIDTH-1){1'b0}}, fits};
          rest_bits <= fits ? difference[REST-1:0] : partial[REST-1:0];
        end
      assign dividend[i+1] = quotient_bits;
      if (REST == WIDTH) begin : whole
        assign rest[i+1] = rest_bits;
      end else begin : part
        assign rest[i+1] = {{(WIDTH-REST){1'b0}}, rest_bits};
      end
      if (i == WIDTH-1) begin : last
        assign divisor[i+1] = {DIVISOR{1'b0}};
      end else begin : inner
        reg [DIVISOR-1:0] divisor_bits;
        always @(posedge clk)
          if (enable) divisor_bits <= divisor[i];
        assign divisor[i+1] = divisor_bits;
      end
    end
  endgenerate

  generate
    if (SIGNED != 0) begin : signs
      reg [WIDTH-1:0] positive_a, result;
      reg [DIVISOR-1:0] positive_b;
      wire [WIDTH-1:0] minus_b = -b;
      wire unused = ^minus_b; // its upper bits
      reg [WIDTH:0] negate; // the sign of y, along the stages
      wire by_zero = b == {WIDTH{1'b0}};
      wire sign = REMAINDER != 0 ? a[WIDTH-1] : (a[WIDTH-1] ^ b[WIDTH-1]) & ~by_zero;
      always @(posedge clk)
        if (enable) begin
          positive_a <= a[WIDTH-1] ? -a : a;
          positive_b <= b[WIDTH-1] ? minus_b[DIVISOR-1:0] : b[DIVISOR-1:0];
          negate <= {negate[WIDTH-1:0], sign};
          result <= negate[WIDTH]
            ? -(REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH])
            : (REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH]);
        end
      assign dividend[0] = positive_a;
      assign divisor[0] = positive_b;
      assign y = result;
    end else begin : magnitudes
      wire unused = ^b; // its upper bits
      assign dividend[0] = a;
      assign divisor[0] = b[DIVISOR-1:0];
      assign y = REMAINDER != 0 ? rest[WIDTH] : dividend[WIDTH];
    end
  endgenerate
endmodule
`default_nettype wire
