// The AXI4 bursts of one transfer of `beats` words of WIDTH bits from `address`
// on, a multiple of WIDTH / 8. A burst ends at each multiple of BURST bus
// words, so none crosses a border of 4 KiB: BURST is a power of two, at least
// 2, and BURST * DATA / 8 is at most 4096. `addr` and `len` are stable from
// `more` to `take`. With ROW the transfer is `runs` rows of `beats` words each
// (see roofline_axi_rows), and bursts also end with a row.
`default_nettype none
module roofline_axi_bursts #(
  parameter DATA = 64,    // [bit] of the bus
  parameter WIDTH = 32,   // [bit] of a word; a power of two part of DATA
  parameter ADDRESS = 32, // [bit]
  parameter BURST = 16,   // [bus word]
  parameter COUNT = 16,   // [bit] of beats; over log2(BURST * DATA / WIDTH)
  parameter ROW = 0,      // most words of a row; 0: consecutive words
  parameter ROWS = 1,     // as PLANE of roofline_axi_rows
  parameter PLANE = 0,
  parameter RUNS = 1      // most rows in all
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               start,
  input  wire [ADDRESS-1:0] address,
  input  wire [COUNT-1:0]   beats,
  input  wire [31:0]        runs, // rows in all
  input  wire [31:0]        rows, // as the others of roofline_axi_rows
  input  wire [31:0]        pitch,
  input  wire [31:0]        plane,
  output reg                more, // a burst is left
  output wire [ADDRESS-1:0] addr,
  output wire [7:0]         len,  // [bus word] less one
  input  wire               take
);
  localparam BYTES = $clog2(DATA / 8);  // log2
  localparam PARTS = $clog2(DATA / WIDTH);
  localparam LENGTH = $clog2(BURST);
  localparam PAGE = BYTES + LENGTH;     // address bits within a burst's block
  localparam FROM = BYTES - PARTS;      // log2, of a word
  localparam INDEX = PARTS + LENGTH;    // bits of a word's place in the block

  wire is_final;
  wire next; // row
  wire [ADDRESS-FROM-1:0] from; // start of a row
  generate
    if (ROW == 0) begin : run
      wire unused_rows = ^{runs, rows, pitch, plane};
      assign next = 1'b0;
      assign from = address[ADDRESS-1:FROM];
    end else begin : in_rows
      localparam LEFT = $clog2(RUNS + 1);
      wire [31:0] others = runs - 1;
      reg [LEFT-1:0] after; // rows behind this one
      wire [ADDRESS-FROM-1:0] following;
      wire [ADDRESS+31:0] down = {{ADDRESS{1'b0}}, pitch};
      wire [ADDRESS+31:0] up = {{ADDRESS{1'b0}}, plane};
      wire unused_sizes = ^{others, down, up};
      assign next = take & is_final & (|after);
      assign from = start ? address[ADDRESS-1:FROM] : following;
      always @(posedge clk)
        if (start) after <= others[LEFT-1:0];
        else if (next) after <= after - 1'b1;
      roofline_axi_rows #(.BITS(ADDRESS - FROM), .ROWS(ROWS), .PLANE(PLANE))
        starts (
        .clk(clk), .start(start), .first(address[ADDRESS-1:FROM]), .rows(rows),
        .pitch(down[ADDRESS-FROM-1:0]), .plane(up[ADDRESS-FROM-1:0]),
        .next(next), .following(following));
    end
  endgenerate

  // Place of the last word, from the start of the first block.
  wire [COUNT:0] last = {1'b0, beats} - 1'b1
    + {{COUNT + 1 - INDEX{1'b0}}, from[INDEX-1:0]};
  wire unused = ^{address, last}; // bits below a word, a bus word
  reg [ADDRESS-PAGE-1:0] block;
  reg [LENGTH-1:0] first; // bus word of the block
  reg [LENGTH-1:0] ending; // the last bus word of the last block
  reg [COUNT-INDEX:0] left; // blocks after this one
  assign is_final = left == {COUNT - INDEX + 1{1'b0}};
  wire [LENGTH-1:0] past = (ending | {LENGTH{~is_final}}) - first;
  assign len = {{8 - LENGTH{1'b0}}, past};
  assign addr = {block, first, {BYTES{1'b0}}};
  always @(posedge clk)
    if (rst) more <= 1'b0;
    else if (start) more <= beats != {COUNT{1'b0}};
    else if (take) more <= next | ~is_final;
  always @(posedge clk)
    if (start | next) begin
      block <= from[ADDRESS-FROM-1:INDEX];
      first <= from[INDEX-1:PARTS];
      ending <= last[INDEX-1:PARTS];
      left <= last[COUNT:INDEX];
    end else if (take) begin
      block <= block + 1'b1;
      first <= {LENGTH{1'b0}};
      left <= left - 1'b1;
    end
endmodule
`default_nettype wire
