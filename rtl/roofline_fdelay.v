// A delay of DEPTH enabled cycles, 0 or more.
module roofline_fdelay #(
    parameter WIDTH = 1,
    parameter DEPTH = 1
) (
    input  wire             clk,
    input  wire             enable,
    input  wire [WIDTH-1:0] x,
    output wire [WIDTH-1:0] y
);
  generate
    if (DEPTH == 0) begin : g_none
      wire unused = &{1'b0, clk, enable};
      assign y = x;
    end else if (DEPTH == 1) begin : g_one
      reg [WIDTH-1:0] line;
      always @(posedge clk) if (enable) line <= x;
      assign y = line;
    end else begin : g_line
      reg [WIDTH*DEPTH-1:0] line;
      always @(posedge clk) if (enable) line <= {line[WIDTH*(DEPTH-1)-1:0], x};
      assign y = line[WIDTH*DEPTH-1-:WIDTH];
    end
  endgenerate
endmodule
