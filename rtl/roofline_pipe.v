// A queue of at most DEPTH words from one tile to another.
// Latency: 2 from `push` to `valid`; throughput: one word a cycle.
`default_nettype none
module roofline_pipe #(
  parameter WIDTH = 32,
  parameter DEPTH = 32,
  parameter BITS = 5 // 2 to the power of BITS >= DEPTH
) (
  input  wire             clk,
  input  wire             clear, // forgets all words
  input  wire             push,  // while there is room
  input  wire [WIDTH-1:0] x,
  output wire             room,
  output wire             valid,
  input  wire             pop, // while valid
  output wire [WIDTH-1:0] y
);
  localparam [BITS:0] FULL = DEPTH;
  reg [BITS:0] held;
  assign room = held != FULL;
  always @(posedge clk)
    if (clear) held <= {BITS + 1{1'b0}};
    else held <= held + {{BITS{1'b0}}, push} - {{BITS{1'b0}}, pop};
  /* verilator lint_off UNUSED */
  wire full, take; // held gives the same information
  /* verilator lint_on UNUSED */
  roofline_fifo #(.WIDTH(WIDTH), .BITS(BITS)) queue (
    .clk(clk), .clear(clear), .push(push), .x(x), .full(full),
    .valid(valid), .ready(pop), .y(y), .take(take));
endmodule
`default_nettype wire
