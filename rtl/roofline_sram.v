// An AXI4 memory on the chip, of 2^BITS words of 32 bits, one of which is read or
// written a cycle. Bursts of reads and of writes take turns, with a cycle between
// two bursts. Higher bits of an address than the memory has are ignored.
`default_nettype none
module roofline_sram #(
  parameter DATA = 32, // 32 and more
  parameter ADDRESS = 32,
  parameter ID = 1,
  parameter BITS = 15
) (
  input  wire               clk,
  input  wire               rst,
  input  wire [ID-1:0]      s_axi_arid,
  input  wire [ADDRESS-1:0] s_axi_araddr,
  input  wire [7:0]         s_axi_arlen,
  input  wire               s_axi_arvalid,
  output wire               s_axi_arready,
  output wire [ID-1:0]      s_axi_rid,
  output wire [DATA-1:0]    s_axi_rdata,
  output wire [1:0]         s_axi_rresp,
  output wire               s_axi_rlast,
  output wire               s_axi_rvalid,
  input  wire               s_axi_rready,
  input  wire [ID-1:0]      s_axi_awid,
  input  wire [ADDRESS-1:0] s_axi_awaddr,
  input  wire [7:0]         s_axi_awlen,
  input  wire               s_axi_awvalid,
  output wire               s_axi_awready,
  input  wire [DATA-1:0]    s_axi_wdata,
  input  wire [DATA/8-1:0]  s_axi_wstrb,
  input  wire               s_axi_wvalid,
  output wire               s_axi_wready,
  output reg  [ID-1:0]      s_axi_bid,
  output wire [1:0]         s_axi_bresp,
  output reg                s_axi_bvalid,
  input  wire               s_axi_bready
);
  /* verilator lint_off WIDTH */
  localparam [7:0] LAST = DATA / 32 - 1; // part of a bus word
  /* verilator lint_on WIDTH */
  (* ram_style = "huge" *) reg [31:0] words [0:(1<<BITS)-1];
  reg            runs, writes; // a burst, and its kind
  reg [ID-1:0]   id;
  reg [8:0]      left;  // bus words
  reg [BITS-1:0] place; // of the next 32 bits
  reg [7:0]      part;  // of the bus word

  wire [ADDRESS-1:0] address = turn_writes ? s_axi_awaddr : s_axi_araddr;
  /* verilator lint_off UNUSED */
  wire ignored = |address;
  /* verilator lint_on UNUSED */
  wire can_write = s_axi_awvalid & (~s_axi_bvalid | s_axi_bready);
  wire turn_writes = can_write & (~s_axi_arvalid | ~writes);
  assign s_axi_awready = ~runs & turn_writes;
  assign s_axi_arready = ~runs & ~turn_writes;

  // Words that were asked for and not taken; the queue behind has room for all.
  reg [4:0] asked;
  wire first = part == 8'd0, last = part == LAST;
  wire moves = runs & (writes ? s_axi_wvalid : ~first | asked != 5'd16);
  wire asks = moves & ~writes & first;
  wire all = last & left == 9'd1;
  wire take = s_axi_rvalid & s_axi_rready;
  assign s_axi_wready = moves & writes & last;

  always @(posedge clk)
    if (rst) begin
      runs <= 1'b0;
      writes <= 1'b0;
      asked <= 5'd0;
      s_axi_bvalid <= 1'b0;
    end else begin
      asked <= asked + {4'd0, asks} - {4'd0, take};
      if (s_axi_bready) s_axi_bvalid <= 1'b0;
      if (~runs) begin
        runs <= turn_writes | s_axi_arvalid;
        writes <= turn_writes | (writes & ~s_axi_arvalid);
        id <= turn_writes ? s_axi_awid : s_axi_arid;
        left <= {1'b0, turn_writes ? s_axi_awlen : s_axi_arlen} + 9'd1;
        place <= address[BITS+1:2];
        part <= 8'd0;
      end else if (moves) begin
        runs <= ~all;
        if (last) left <= left - 9'd1;
        place <= place + 1'b1;
        part <= last ? 8'd0 : part + 8'd1;
      end
      if (moves & writes & all) begin
        s_axi_bvalid <= 1'b1;
        s_axi_bid <= id;
      end
    end

  // One port, which reads or writes.
  wire [31:0] written = s_axi_wdata[part*32 +: 32];
  wire [3:0]  strobe = s_axi_wstrb[part*4 +: 4];
  reg  [31:0] was;
  always @(posedge clk)
    if (moves) begin
      if (writes) begin
        if (strobe[0]) words[place][7:0] <= written[7:0];
        if (strobe[1]) words[place][15:8] <= written[15:8];
        if (strobe[2]) words[place][23:16] <= written[23:16];
        if (strobe[3]) words[place][31:24] <= written[31:24];
      end else
        was <= words[place];
    end

  reg             comes, ends_word, ends_burst; // with `was`
  reg [ID-1:0]    of_id;
  reg [DATA-1:0]  gathered;
  // Parts come the lowest first: what came before goes down.
  /* verilator lint_off UNUSED */
  wire [DATA+31:0] parts = {was, gathered};
  /* verilator lint_on UNUSED */
  wire [DATA-1:0] word = parts[DATA+31:32];
  always @(posedge clk) begin
    comes <= ~rst & moves & ~writes;
    ends_word <= last;
    ends_burst <= all;
    of_id <= id;
    if (comes) gathered <= word;
  end
  /* verilator lint_off PINCONNECTEMPTY */
  roofline_fifo #(.WIDTH(DATA + ID + 1), .BITS(4)) answers (
    .clk(clk), .clear(rst), .push(comes & ends_word), .x({ends_burst, of_id, word}),
    .full(), .valid(s_axi_rvalid), .ready(s_axi_rready),
    .y({s_axi_rlast, s_axi_rid, s_axi_rdata}), .take());
  /* verilator lint_on PINCONNECTEMPTY */
  assign s_axi_rresp = 2'b00;
  assign s_axi_bresp = 2'b00;
endmodule
`default_nettype wire
