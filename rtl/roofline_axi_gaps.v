// Extends a stream of a box's rows to a stream of the whole buffer around the
// box, for roofline_axi_write: inserts words without strobe between rows and
// planes. Begins at `column` of `row`, ends with tlast.
// Latency: none. Each inserted word takes a cycle.
`default_nettype none
module roofline_axi_gaps #(
  parameter WIDTH = 32,
  parameter BITS = 5 // of each size, and of the longest gap
) (
  input  wire               clk,
  input  wire               clear, // rst, start
  input  wire [BITS-1:0]    column,
  input  wire [BITS-1:0]    row,
  input  wire [BITS-1:0]    last,   // column of a row of the box
  input  wire [BITS-1:0]    gap,    // [word] between its rows
  input  wire [BITS-1:0]    bottom, // row of a plane of the box
  input  wire [BITS-1:0]    long,   // [word] between its planes
  input  wire [WIDTH-1:0]   s_tdata,
  input  wire [WIDTH/8-1:0] s_tstrb,
  input  wire               s_tvalid,
  output wire               s_tready,
  input  wire               s_tlast,
  output wire [WIDTH-1:0]   m_tdata,
  output wire [WIDTH/8-1:0] m_tstrb,
  output wire               m_tvalid,
  input  wire               m_tready,
  output wire               m_tlast
);
  reg [BITS-1:0] x, y;
  reg [BITS-1:0] left; // words of this gap
  wire word = left == {BITS{1'b0}};
  wire taken = s_tvalid & s_tready;
  wire ends = x == last, turns = y == bottom;
  assign m_tdata = s_tdata;
  assign m_tstrb = s_tstrb & {WIDTH/8{word}};
  assign m_tvalid = s_tvalid | ~word;
  assign m_tlast = s_tlast & word;
  assign s_tready = m_tready & word;
  always @(posedge clk)
    if (clear) begin
      x <= column;
      y <= row;
      left <= {BITS{1'b0}};
    end else if (taken) begin
      x <= ends ? {BITS{1'b0}} : x + 1'b1;
      if (ends) y <= turns ? {BITS{1'b0}} : y + 1'b1;
      if (ends & ~s_tlast) left <= turns ? long : gap;
    end else if (m_tready & ~word)
      left <= left - 1'b1;
endmodule
`default_nettype wire
