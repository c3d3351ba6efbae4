// The AXI4 bursts of one transfer of `beats` words of WIDTH bits from `address`
// on, a multiple of WIDTH / 8. Bursts end where a multiple of BURST bus words
// does, so that none crosses a border of 4 KiB: BURST is a power of two, at
// least 2, and BURST * DATA / 8 is at most 4096. `addr` and `len` hold from
// `more` to `take`.
`default_nettype none
module roofline_axi_bursts #(
  parameter DATA = 64,    // [bit] of the bus
  parameter WIDTH = 32,   // [bit] of a word; a power of two part of DATA
  parameter ADDRESS = 32, // [bit]
  parameter BURST = 16,   // [bus word]
  parameter COUNT = 16    // [bit] of beats; more than log2(BURST * DATA / WIDTH)
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               start,
  input  wire [ADDRESS-1:0] address,
  input  wire [COUNT-1:0]   beats,
  output reg                more, // a burst is left
  output wire [ADDRESS-1:0] addr,
  output wire [7:0]         len,  // [bus word] less one
  input  wire               take
);
  localparam BYTES = $clog2(DATA / 8);  // log2
  localparam PARTS = $clog2(DATA / WIDTH);
  localparam LENGTH = $clog2(BURST);
  localparam PAGE = BYTES + LENGTH;     // address bits within a burst's block
  localparam FROM = BYTES - PARTS;      // of a word
  localparam INDEX = PARTS + LENGTH;    // bits of a word's place in the block

  // Of the last word, counted from the start of the first block.
  wire [COUNT:0] last = {1'b0, beats} - 1'b1
    + {{COUNT + 1 - INDEX{1'b0}}, address[PAGE-1:FROM]};
  wire unused = ^{address, last}; // their bits below a word, a bus word
  reg [ADDRESS-PAGE-1:0] block;
  reg [LENGTH-1:0] first; // bus word of the block
  reg [LENGTH-1:0] ending; // the last bus word of the last block
  reg [COUNT-INDEX:0] left; // blocks after this one
  wire is_final = left == {COUNT - INDEX + 1{1'b0}};
  wire [LENGTH-1:0] past = (ending | {LENGTH{~is_final}}) - first;
  assign len = {{8 - LENGTH{1'b0}}, past};
  assign addr = {block, first, {BYTES{1'b0}}};
  always @(posedge clk)
    if (rst) more <= 1'b0;
    else if (start) more <= beats != {COUNT{1'b0}};
    else if (take) more <= ~is_final;
  always @(posedge clk)
    if (start) begin
      block <= address[ADDRESS-1:PAGE];
      first <= address[PAGE-1:BYTES];
      ending <= last[INDEX-1:PARTS];
      left <= last[COUNT:INDEX];
    end else if (take) begin
      block <= block + 1'b1;
      first <= {LENGTH{1'b0}};
      left <= left - 1'b1;
    end
endmodule
`default_nettype wire
