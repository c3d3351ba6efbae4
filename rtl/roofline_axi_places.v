// The place of each word of a transfer in rows (roofline_axi_rows): the low
// BITS bits of its address [word], and a flag for the last word of a row.
// `taken` leads to the next word.
`default_nettype none
module roofline_axi_places #(
  parameter BITS = 4,
  parameter ROW = 1, // [word] of a row
  parameter ROWS = 1,
  parameter PITCH = 1,
  parameter PLANE = 0
) (
  input  wire            clk,
  input  wire            start,
  input  wire [BITS-1:0] first,
  input  wire            taken,
  output reg  [BITS-1:0] place,
  output wire            ends
);
  localparam COUNT = $clog2(ROW + 1);
  localparam LAST = ROW - 1;
  reg [COUNT-1:0] column;
  wire [BITS-1:0] following;
  assign ends = column == LAST[COUNT-1:0];
  always @(posedge clk)
    if (start) begin
      place <= first;
      column <= {COUNT{1'b0}};
    end else if (taken) begin
      place <= ends ? following : place + 1'b1;
      column <= ends ? {COUNT{1'b0}} : column + 1'b1;
    end
  roofline_axi_rows #(.BITS(BITS), .ROWS(ROWS), .PITCH(PITCH), .PLANE(PLANE))
    rows (.clk(clk), .start(start), .first(first), .next(taken & ends),
          .following(following));
endmodule
`default_nettype wire
