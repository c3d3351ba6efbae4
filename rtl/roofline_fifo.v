// A queue: a memory of 2^BITS words and the register behind it, which holds the
// oldest word. No word is lost while `full` is respected.
// Latency: 2 from `push` to `valid`; throughput: one word a cycle.
`default_nettype none
module roofline_fifo #(
  parameter WIDTH = 32,
  parameter BITS = 5
) (
  input  wire             clk,
  input  wire             clear, // forgets all words
  input  wire             push,
  input  wire [WIDTH-1:0] x,
  output wire             full,  // of the memory
  output reg              valid,
  input  wire             ready,
  output reg  [WIDTH-1:0] y,
  output wire             take   // a word leaves the memory
);
  reg [BITS:0] head, tail; // one more bit distinguishes full from empty
  assign full = head[BITS] != tail[BITS] && head[BITS-1:0] == tail[BITS-1:0];
  assign take = head != tail && (~valid | ready);
  always @(posedge clk)
    if (clear) begin
      head <= {BITS + 1{1'b0}};
      tail <= {BITS + 1{1'b0}};
      valid <= 1'b0;
    end else begin
      if (push) tail <= tail + 1'b1;
      if (take) head <= head + 1'b1;
      if (take) valid <= 1'b1;
      else if (ready) valid <= 1'b0;
    end
  // Up to 64 words are smaller in LUTs than in a block.
  generate
    if (BITS > 6) begin : block
      (* ram_style = "block" *) reg [WIDTH-1:0] words [0:(1<<BITS)-1];
      always @(posedge clk) begin
        if (push) words[tail[BITS-1:0]] <= x;
        if (take) y <= words[head[BITS-1:0]];
      end
    end else begin : luts
      (* ram_style = "distributed" *) reg [WIDTH-1:0] words [0:(1<<BITS)-1];
      always @(posedge clk) begin
        if (push) words[tail[BITS-1:0]] <= x;
        if (take) y <= words[head[BITS-1:0]];
      end
    end
  endgenerate
endmodule
`default_nettype wire
