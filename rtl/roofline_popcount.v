// y = number of ones in a.
// Latency: REGISTERED.
`default_nettype none
module roofline_popcount #(
  parameter WIDTH = 32,
  parameter REGISTERED = 1 // or 0
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] a,
  output wire [WIDTH-1:0] y
);
  localparam LEVELS = WIDTH > 32 ? 6 : WIDTH > 16 ? 5 : WIDTH > 8 ? 4
                    : WIDTH > 4 ? 3 : WIDTH > 2 ? 2 : WIDTH > 1 ? 1 : 0;
  wire [LEVELS:0] sum;
  /* verilator lint_off UNUSED */ // zeros
  wire [WIDTH+LEVELS:0] wide = {{WIDTH{1'b0}}, sum};
  /* verilator lint_on UNUSED */
  generate
    if (WIDTH == 1 << LEVELS) begin : whole
      roofline_bit_sum #(.LEVELS(LEVELS)) tree (a, sum);
    end else begin : padded
      roofline_bit_sum #(.LEVELS(LEVELS)) tree ({{((1<<LEVELS)-WIDTH){1'b0}}, a}, sum);
    end
  endgenerate
  roofline_stage #(.WIDTH(WIDTH), .REGISTERED(REGISTERED)) at_end (clk, enable, wide[WIDTH-1:0], y);
endmodule
`default_nettype wire
