// y = number of zeros in a before the first 1, from the top (LEADING) or from
// bit 0; WIDTH when a is 0.
// Latency: REGISTERED.
`default_nettype none
module roofline_count_zeros #(
  parameter WIDTH = 32,
  parameter LEADING = 1,
  parameter REGISTERED = 1 // or 0
) (
  input  wire             clk,
  input  wire             enable,
  input  wire [WIDTH-1:0] a,
  output wire [WIDTH-1:0] y
);
  localparam LEVELS = WIDTH > 32 ? 6 : WIDTH > 16 ? 5 : WIDTH > 8 ? 4
                    : WIDTH > 4 ? 3 : WIDTH > 2 ? 2 : WIDTH > 1 ? 1 : 0;
  wire [WIDTH-1:0] first; // from the top
  wire [LEVELS:0] count;
  /* verilator lint_off UNUSED */ // zeros
  wire [WIDTH+LEVELS:0] wide = {{WIDTH{1'b0}}, count};
  /* verilator lint_on UNUSED */
  genvar i;
  generate
    for (i = 0; i < WIDTH; i = i + 1) begin : turn
      assign first[i] = a[LEADING != 0 ? i : WIDTH-1-i];
    end
    if (WIDTH == 1 << LEVELS) begin : whole
      roofline_leading_zeros #(.LEVELS(LEVELS)) tree (first, count);
    end else begin : padded // ones end the count
      roofline_leading_zeros #(.LEVELS(LEVELS)) tree ({first, {((1<<LEVELS)-WIDTH){1'b1}}}, count);
    end
  endgenerate
  roofline_stage #(.WIDTH(WIDTH), .REGISTERED(REGISTERED)) at_end (clk, enable, wide[WIDTH-1:0], y);
endmodule
`default_nettype wire
