// The place of each word of a transfer in rows (roofline_axi_rows): the low
// BITS bits of its address [word], and a flag for the last word of a row.
// `taken` leads to the next word.
`default_nettype none
module roofline_axi_places #(
  parameter BITS = 4,
  parameter ROW = 1,  // most words of a row
  parameter ROWS = 1, // as PLANE of roofline_axi_rows
  parameter PLANE = 0,
  parameter COUNT = $clog2(ROW + 1)
) (
  input  wire            clk,
  input  wire            start,
  input  wire [BITS-1:0] first,
  input  wire [COUNT-1:0] row,  // [word] of a row
  input  wire [31:0]     rows,  // as the others of roofline_axi_rows
  input  wire [BITS-1:0] pitch,
  input  wire [BITS-1:0] plane,
  input  wire            taken,
  output reg  [BITS-1:0] place,
  output wire            ends
);
  reg [COUNT-1:0] column;
  wire [BITS-1:0] following;
  wire [COUNT-1:0] last = row - 1'b1;
  assign ends = column == last;
  always @(posedge clk)
    if (start) begin
      place <= first;
      column <= {COUNT{1'b0}};
    end else if (taken) begin
      place <= ends ? following : place + 1'b1;
      column <= ends ? {COUNT{1'b0}} : column + 1'b1;
    end
  roofline_axi_rows #(.BITS(BITS), .ROWS(ROWS), .PLANE(PLANE))
    starts (.clk(clk), .start(start), .first(first), .rows(rows),
            .pitch(pitch), .plane(plane), .next(taken & ends),
            .following(following));
endmodule
`default_nettype wire
