// The starts of a transfer's rows, one after another: `rows` rows, `pitch`
// apart, then the same rows `plane` further on. `following` is the start after
// the current row, which `next` advances; `first` is valid with `start`, and
// the sizes are constant from there on. Addresses are in words, modulo 2^BITS.
`default_nettype none
module roofline_axi_rows #(
  parameter BITS = 32,
  parameter ROWS = 1,  // most of a plane
  parameter PLANE = 0  // 0: a single plane
) (
  input  wire            clk,
  input  wire            start,
  input  wire [BITS-1:0] first,
  input  wire [31:0]     rows,  // of a plane
  input  wire [BITS-1:0] pitch, // [word] from row to row
  input  wire [BITS-1:0] plane, // [word] from plane to plane
  input  wire            next,
  output wire [BITS-1:0] following
);
  reg [BITS-1:0] row;
  always @(posedge clk)
    if (start) row <= first;
    else if (next) row <= following;
  generate
    if (PLANE == 0) begin : flat
      wire unused = ^{rows, plane};
      assign following = row + pitch;
    end else begin : deep
      localparam COUNT = $clog2(ROWS + 1);
      wire [31:0] last = rows - 1;
      wire unused = ^last;
      reg [BITS-1:0] from; // start of the plane
      reg [COUNT-1:0] at;  // row of the plane
      wire turn = at == last[COUNT-1:0];
      assign following = turn ? from + plane : row + pitch;
      always @(posedge clk)
        if (start) begin
          from <= first;
          at <= {COUNT{1'b0}};
        end else if (next) begin
          if (turn) from <= following;
          at <= turn ? {COUNT{1'b0}} : at + 1'b1;
        end
    end
  endgenerate
endmodule
`default_nettype wire
