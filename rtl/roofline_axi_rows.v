// The starts of a transfer's rows, one after another: ROWS rows, PITCH apart,
// then the same rows PLANE further on (0: a single plane). `following` is the
// start after the current row, which `next` advances; `first` is valid with
// `start`. Addresses are in words, modulo 2^BITS.
`default_nettype none
module roofline_axi_rows #(
  parameter BITS = 32,
  parameter ROWS = 1,  // of a plane
  parameter PITCH = 1, // [word] from row to row
  parameter PLANE = 0  // [word] from plane to plane
) (
  input  wire            clk,
  input  wire            start,
  input  wire [BITS-1:0] first,
  input  wire            next,
  output wire [BITS-1:0] following
);
  /* verilator lint_off WIDTH */ // BITS may be more than 32
  localparam [BITS-1:0] DOWN = PITCH, UP = PLANE;
  /* verilator lint_on WIDTH */
  reg [BITS-1:0] row;
  always @(posedge clk)
    if (start) row <= first;
    else if (next) row <= following;
  generate
    if (PLANE == 0) begin : flat
      assign following = row + DOWN;
    end else begin : deep
      localparam COUNT = $clog2(ROWS + 1);
      localparam LAST = ROWS - 1;
      reg [BITS-1:0] plane;
      reg [COUNT-1:0] at; // row of the plane
      wire turn = at == LAST[COUNT-1:0];
      assign following = turn ? plane + UP : row + DOWN;
      always @(posedge clk)
        if (start) begin
          plane <= first;
          at <= {COUNT{1'b0}};
        end else if (next) begin
          if (turn) plane <= following;
          at <= turn ? {COUNT{1'b0}} : at + 1'b1;
        end
    end
  endgenerate
endmodule
`default_nettype wire
