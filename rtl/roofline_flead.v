// The index of the highest 1 of x; 0 when x is 0. Without registers.
module roofline_flead #(
    parameter WIDTH = 24,
    parameter INDEX = 5    // ceil(log2(WIDTH))
) (
    input  wire [WIDTH-1:0] x,
    output wire [INDEX-1:0] y
);
  localparam SIZE = 1 << INDEX;
  wire [SIZE-1:0] padded;
  genvar i;
  generate
    if (SIZE == WIDTH) begin : g_whole
      assign padded = x;
    end else begin : g_pad
      assign padded = {{SIZE - WIDTH{1'b0}}, x};
    end

    // By halves: in the upper half, or else in the lower half.
    for (i = INDEX - 1; i >= 0; i = i - 1) begin : g_half
      localparam HALF = 1 << i;
      wire [2*HALF-1:0] part;
      wire upper = |part[2*HALF-1:HALF];
      if (i == INDEX - 1) begin : g_first
        assign part = padded;
      end else begin : g_next
        assign part = g_half[i+1].upper ? g_half[i+1].part[4*HALF-1:2*HALF] : g_half[i+1].part[2*HALF-1:0];
      end
      assign y[i] = upper;
    end
  endgenerate
  wire unused = g_half[0].part[0];
endmodule
