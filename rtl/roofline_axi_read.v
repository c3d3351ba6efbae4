// An AXI4 read master. From `start` on it reads `beats` consecutive words of
// WIDTH bits from `address` (a multiple of WIDTH / 8) and streams them. It
// reads up to OUTSTANDING bursts ahead. The queue has room for every requested
// word, so `rready` is always 1. INCR bursts of at most BURST bus words, none
// across 4 KiB. With ROW it reads rows, see roofline_axi_bursts.
// After the last word `tvalid` may stay 1 for the rest of its bus word.
// Latency: 3 from `start` to `tvalid`, with a memory that answers in the next
// cycle.
`default_nettype none
module roofline_axi_read #(
  parameter DATA = 64,    // [bit] of the bus
  parameter WIDTH = 32,   // [bit] of the stream; a power of two part of DATA
  parameter ADDRESS = 32, // [bit]
  parameter BURST = 16,   // [bus word] see roofline_axi_bursts
  parameter OUTSTANDING = 4,
  parameter COUNT = 16,   // [bit] of beats; see roofline_axi_bursts
  parameter ROW = 0,      // as the following of roofline_axi_bursts
  parameter ROWS = 1,
  parameter PLANE = 0,
  parameter RUNS = 1
) (
  input  wire               clk,
  input  wire               rst,
  input  wire               start,
  input  wire [ADDRESS-1:0] address,
  input  wire [COUNT-1:0]   beats,
  input  wire [31:0]        runs, // as the following of roofline_axi_bursts
  input  wire [31:0]        rows,
  input  wire [31:0]        pitch,
  input  wire [31:0]        plane,
  output reg                error, // some response since `start` was not OKAY
  output wire [WIDTH-1:0]   tdata,
  output wire               tvalid,
  input  wire               tready,
  output wire [ADDRESS-1:0] araddr,
  output wire [7:0]         arlen,
  output wire               arvalid,
  input  wire               arready,
  input  wire [DATA-1:0]    rdata,
  input  wire [1:0]         rresp,
  input  wire               rlast,
  input  wire               rvalid,
  output wire               rready
);
  localparam BITS = $clog2(BURST * OUTSTANDING);
  localparam LENGTH = $clog2(BURST);
  localparam PARTS = $clog2(DATA / WIDTH);
  localparam BYTES = $clog2(DATA / 8);
  wire clear = rst | start;
  wire more, take, valid, next;
  wire free; // fewer than OUTSTANDING open bursts
  wire issue = arvalid & arready;
  reg [BITS:0] room; // [bus word] of the queue not claimed by a burst
  assign arvalid = more & (|room[BITS:LENGTH]) & free;
  assign rready = 1'b1;
  roofline_axi_bursts #(.DATA(DATA), .WIDTH(WIDTH), .ADDRESS(ADDRESS),
                        .BURST(BURST), .COUNT(COUNT), .ROW(ROW), .ROWS(ROWS),
                        .PLANE(PLANE), .RUNS(RUNS)) bursts (
    .clk(clk), .rst(rst), .start(start), .address(address), .beats(beats),
    .runs(runs), .rows(rows), .pitch(pitch), .plane(plane),
    .more(more), .addr(araddr), .len(arlen), .take(issue));

  generate
    if (ROW == 0) begin : whole // bursts after the first: the room is enough
      assign free = 1'b1;
      wire unused_last = rlast;
    end else begin : short
      localparam PENDING = $clog2(OUTSTANDING + 1);
      reg [PENDING-1:0] pending; // bursts
      assign free = pending != OUTSTANDING[PENDING-1:0];
      always @(posedge clk)
        if (clear) pending <= {PENDING{1'b0}};
        else pending <= pending + {{PENDING - 1{1'b0}}, issue}
          - {{PENDING - 1{1'b0}}, rvalid & rlast};
    end
  endgenerate

  localparam ROOM = BURST * OUTSTANDING;
  wire [BITS:0] claimed = issue
    ? {{BITS + 1 - LENGTH{1'b0}}, arlen[LENGTH-1:0]} + 1'b1 : {BITS + 1{1'b0}};
  always @(posedge clk)
    if (start) room <= ROOM[BITS:0];
    else room <= room - claimed + {{BITS{1'b0}}, take};
  always @(posedge clk)
    if (clear) error <= 1'b0;
    else if (rvalid & rresp[1]) error <= 1'b1;

  wire [DATA-1:0] word;
  wire full; // never: see room
  wire [1:0] unused = {full, rresp[0]};
  roofline_fifo #(.WIDTH(DATA), .BITS(BITS)) queue (
    .clk(clk), .clear(clear), .push(rvalid), .x(rdata), .full(full),
    .valid(valid), .ready(next), .y(word), .take(take));

  assign tvalid = valid;
  generate
    if (PARTS == 0) begin : same
      assign tdata = word;
      assign next = tready;
    end else if (ROW != 0) begin : in_rows
      wire [PARTS-1:0] part;
      wire ends;
      roofline_axi_places #(.BITS(PARTS), .ROW(ROW), .ROWS(ROWS),
                            .PLANE(PLANE)) places (
        .clk(clk), .start(start), .first(address[BYTES-1:BYTES-PARTS]),
        .row(beats[$clog2(ROW + 1)-1:0]), .rows(rows), .pitch(pitch[PARTS-1:0]),
        .plane(plane[PARTS-1:0]),
        .taken(valid & tready), .place(part), .ends(ends));
      assign tdata = word[part*WIDTH +: WIDTH];
      assign next = tready & ((&part) | ends);
    end else begin : narrower
      reg [PARTS-1:0] part; // of the bus word
      always @(posedge clk)
        if (start) part <= address[BYTES-1:BYTES-PARTS];
        else if (valid & tready) part <= part + 1'b1;
      assign tdata = word[part*WIDTH +: WIDTH];
      assign next = tready & (&part);
    end
  endgenerate
endmodule
`default_nettype wire
