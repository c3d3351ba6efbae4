// An AXI4 write master. From `start` on it writes the `beats` words of WIDTH
// bits of a stream to `address` (a multiple of WIDTH / 8) and on. It does not
// write bytes without tstrb, nor bytes beside the transfer. A burst begins once
// all of its data has arrived, so its data never waits. INCR bursts of at most
// BURST bus words, none across 4 KiB, at most OUTSTANDING without a response.
// With ROW it writes rows, see roofline_axi_bursts.
// Latency: from the last word to `idle` 2 and the bus words of the last burst,
// with a memory that answers in the next cycle; never more than 2 + BURST.
`default_nettype none
module roofline_axi_write #(
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
  output wire               idle,  // all words are written and acknowledged
  output reg                error, // some response since `start` was not OKAY
  input  wire [WIDTH-1:0]   tdata,
  input  wire [WIDTH/8-1:0] tstrb,
  input  wire               tvalid,
  output wire               tready,
  input  wire               tlast, // with the last word
  output wire [ADDRESS-1:0] awaddr,
  output wire [7:0]         awlen,
  output wire               awvalid,
  input  wire               awready,
  output wire [DATA-1:0]    wdata,
  output wire [DATA/8-1:0]  wstrb,
  output wire               wlast,
  output wire               wvalid,
  input  wire               wready,
  input  wire [1:0]         bresp,
  input  wire               bvalid,
  output wire               bready
);
  localparam LENGTH = $clog2(BURST);
  localparam BITS = LENGTH < 2 ? 3 : LENGTH + 1; // two bursts
  localparam PARTS = $clog2(DATA / WIDTH);
  localparam BYTES = $clog2(DATA / 8);
  localparam PAGE = BYTES + LENGTH;
  localparam INDEX = LENGTH + PARTS;
  // [bit] of the bursts in the queue: short ones at both ends, or everywhere.
  localparam BURSTS = ROW == 0 ? BITS - LENGTH + 2 : BITS + 2;
  localparam PENDING = $clog2(OUTSTANDING + 1);
  wire clear = rst | start;
  wire taken = tvalid & tready;
  wire push; // a bus word is complete

  wire [INDEX-1:0] place; // of the word in its block
  wire ends;              // last word of a row, or of all
  generate
    if (ROW != 0) begin : in_rows
      wire unused_last = tlast;
      roofline_axi_places #(.BITS(INDEX), .ROW(ROW), .ROWS(ROWS),
                            .PLANE(PLANE)) places (
        .clk(clk), .start(start), .first(address[PAGE-1:BYTES-PARTS]),
        .row(beats[$clog2(ROW + 1)-1:0]), .rows(rows), .pitch(pitch[INDEX-1:0]),
        .plane(plane[INDEX-1:0]),
        .taken(taken), .place(place), .ends(ends));
    end else begin : run
      reg [LENGTH-1:0] index; // of the bus word
      assign ends = tlast;
      always @(posedge clk)
        if (start) index <= address[PAGE-1:BYTES];
        else if (push) index <= index + 1'b1;
      if (PARTS == 0) begin : same
        assign place = index;
      end else begin : narrower
        reg [PARTS-1:0] part;
        always @(posedge clk)
          if (start) part <= address[BYTES-1:BYTES-PARTS];
          else if (taken) part <= part + 1'b1;
        assign place = {index, part};
      end
    end
  endgenerate

  // The bus word: parts already taken, and the current one.
  wire [DATA-1:0] data;
  wire [DATA/8-1:0] strobes;
  wire whole; // this part completes it
  generate
    if (PARTS == 0) begin : same
      assign data = tdata;
      assign strobes = tstrb;
      assign whole = 1'b1;
    end else begin : narrower
      wire [PARTS-1:0] part = place[PARTS-1:0];
      assign whole = &part;
      genvar i;
      for (i = 0; i < DATA / WIDTH; i = i + 1) begin : each
        localparam [PARTS-1:0] ME = i;
        wire mine = part == ME;
        if (i == DATA / WIDTH - 1) begin : top // nothing to store
          assign data[i*WIDTH +: WIDTH] = tdata;
          assign strobes[i*WIDTH/8 +: WIDTH/8] = mine ? tstrb : {WIDTH/8{1'b0}};
        end else begin : below
          reg [WIDTH-1:0] held;
          reg [WIDTH/8-1:0] on;
          always @(posedge clk)
            if (taken & mine) held <= tdata;
          always @(posedge clk)
            if (clear | push) on <= {WIDTH/8{1'b0}};
            else if (taken & mine) on <= tstrb;
          assign data[i*WIDTH +: WIDTH] = mine ? tdata : held;
          assign strobes[i*WIDTH/8 +: WIDTH/8] = mine ? tstrb : on;
        end
      end
    end
  endgenerate

  wire last = ends | (&place[INDEX-1:PARTS]); // of the burst
  assign push = taken & (whole | ends);
  wire full, valid, next, take;
  assign tready = ~full;
  roofline_fifo #(.WIDTH(DATA + DATA/8 + 1), .BITS(BITS)) queue (
    .clk(clk), .clear(clear), .push(push), .x({last, strobes, data}),
    .full(full), .valid(valid), .ready(next), .y({wlast, wstrb, wdata}),
    .take(take));

  wire more;
  wire issue = awvalid & awready, acknowledge = bvalid & bready;
  wire sent = wvalid & wready & wlast;
  reg [BURSTS-1:0] here; // bursts in the queue before their address
  reg [BURSTS-1:0] owed; // bursts after their address
  reg [PENDING-1:0] pending; // bursts before their response
  assign awvalid = more & (|here) & pending != OUTSTANDING[PENDING-1:0];
  assign wvalid = valid & (|owed);
  assign next = wready & (|owed);
  assign bready = 1'b1;
  assign idle = ~more & pending == {PENDING{1'b0}};
  wire [1:0] unused = {take, bresp[0]};
  roofline_axi_bursts #(.DATA(DATA), .WIDTH(WIDTH), .ADDRESS(ADDRESS),
                        .BURST(BURST), .COUNT(COUNT), .ROW(ROW), .ROWS(ROWS),
                        .PLANE(PLANE), .RUNS(RUNS)) bursts (
    .clk(clk), .rst(rst), .start(start), .address(address), .beats(beats),
    .runs(runs), .rows(rows), .pitch(pitch), .plane(plane),
    .more(more), .addr(awaddr), .len(awlen), .take(issue));
  always @(posedge clk)
    if (clear) begin
      here <= {BURSTS{1'b0}};
      owed <= {BURSTS{1'b0}};
      pending <= {PENDING{1'b0}};
      error <= 1'b0;
    end else begin
      here <= here + {{BURSTS - 1{1'b0}}, push & last}
        - {{BURSTS - 1{1'b0}}, issue};
      owed <= owed + {{BURSTS - 1{1'b0}}, issue}
        - {{BURSTS - 1{1'b0}}, sent};
      pending <= pending + {{PENDING - 1{1'b0}}, issue}
        - {{PENDING - 1{1'b0}}, acknowledge};
      if (acknowledge & bresp[1]) error <= 1'b1;
    end
endmodule
`default_nettype wire
