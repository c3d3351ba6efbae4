// y is x: an enabled cycle later when REGISTERED, else at once.
// Latency: REGISTERED.
`default_nettype none
module roofline_stage #(
  parameter WIDTH = 32,
  parameter REGISTERED = 1 // or 0
) (
  /* verilator lint_off UNUSED */ // when REGISTERED is 0
  input  wire             clk,
  input  wire             enable,
  /* verilator lint_on UNUSED */
  input  wire [WIDTH-1:0] x,
  output wire [WIDTH-1:0] y
);
  generate
    if (REGISTERED != 0) begin : later
      reg [WIDTH-1:0] word;
      always @(posedge clk)
        if (enable) word <= x;
      assign y = word;
    end else begin : at_once
      assign y = x;
    end
  endgenerate
endmodule
`default_nettype wire
