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
  integer i;
  reg [31:0] count;
  always @* begin
    count = WIDTH;
    for (i = 0; i < WIDTH; i = i + 1)
      if (a[LEADING != 0 ? i : WIDTH-1-i]) count = WIDTH-1-i; // the last counts
  end
  /* verilator lint_off UNUSED */ // the upper bits
  wire [WIDTH+31:0] wide = {{WIDTH{1'b0}}, count};
  /* verilator lint_on UNUSED */
  roofline_stage #(.WIDTH(WIDTH), .REGISTERED(REGISTERED)) at_end (clk, enable, wide[WIDTH-1:0], y);
endmodule
`default_nettype wire
