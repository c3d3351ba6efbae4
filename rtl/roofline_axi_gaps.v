// Extends a stream of a box's rows to a stream of the whole buffer around the
// box, for roofline_axi_write: inserts words without strobe between rows and
// planes. Begins at `column` of `row`, ends with tlast.
// Latency: none. Each inserted word takes a cycle.
`default_nettype none
module roofline_axi_gaps #(
  parameter WIDTH = 32,
  parameter ROW = 30,  // [word] in a row of the box
  parameter GAP = 2,   // [word] between its rows
  parameter ROWS = 16, // of a plane of the box
  parameter PLANE = 0, // [word] more between its planes
  parameter BITS = 5   // of each size, and of GAP + PLANE
) (
  input  wire               clk,
  input  wire               clear, // rst, start
  input  wire [BITS-1:0]    column,
  input  wire [BITS-1:0]    row,
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
  localparam LAST = ROW - 1, FINAL = ROWS - 1, LONG = GAP + PLANE;
  reg [BITS-1:0] x, y;
  reg [BITS-1:0] left; // words of this gap
  wire word = left == {BITS{1'b0}};
  wire taken = s_tvalid & s_tready;
  wire ends = x == LAST[BITS-1:0], turns = y == FINAL[BITS-1:0];
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
      if (ends & ~s_tlast) left <= turns ? LONG[BITS-1:0] : GAP[BITS-1:0];
    end else if (m_tready & ~word)
      left <= left - 1'b1;
endmodule
`default_nettype wire
