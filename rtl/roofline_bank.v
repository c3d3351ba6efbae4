// A memory of WORDS words, written and read from the first word on. A word may
// be overwritten once it has been read.
// Latency: 1 from `rewind` or `next` to the word `y`.
`default_nettype none
module roofline_bank #(
  parameter WIDTH = 32,
  parameter WORDS = 512,
  parameter BITS = 9 // of an address: 2 to the power of BITS >= WORDS
) (
  input  wire             clk,
  input  wire             rewind,
  input  wire             write,
  input  wire [WIDTH-1:0] x,
  input  wire             next, // y was taken
  output reg  [WIDTH-1:0] y
);
  (* ram_style = "block" *) reg [WIDTH-1:0] words [0:WORDS-1];
  localparam LAST = WORDS - 1;
  reg [BITS-1:0] to, from;
  wire [BITS-1:0] after = from == LAST[BITS-1:0] ? {BITS{1'b0}} : from + 1'b1;
  wire [BITS-1:0] now = rewind ? {BITS{1'b0}} : next ? after : from;
  always @(posedge clk) begin
    from <= now;
    if (rewind) to <= {BITS{1'b0}};
    else if (write) to <= to + 1'b1;
    if (write) words[to] <= x;
    y <= words[now];
  end
endmodule
`default_nettype wire
