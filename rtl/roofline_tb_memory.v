// For testbenches: an AXI4 memory of SIZE bytes behind one port with IDs. It
// takes a word each cycle in both directions and answers bursts in their order,
// the first word LATENCY cycles after the address. Beyond its end it answers
// with DECERR.
`default_nettype none
module roofline_tb_memory #(
  parameter DATA = 32,
  parameter ADDRESS = 32,
  parameter ID = 1,
  parameter SIZE = 1048576,
  parameter LATENCY = 20
) (
  input  wire               clk,
  input  wire               rst,
  input  wire [ID-1:0]      s_axi_arid,
  input  wire [ADDRESS-1:0] s_axi_araddr,
  input  wire [7:0]         s_axi_arlen,
  input  wire               s_axi_arvalid,
  output wire               s_axi_arready,
  output wire [ID-1:0]      s_axi_rid,
  output reg  [DATA-1:0]    s_axi_rdata,
  output wire [1:0]         s_axi_rresp,
  output wire               s_axi_rlast,
  output wire               s_axi_rvalid,
  input  wire               s_axi_rready,
  input  wire [ID-1:0]      s_axi_awid,
  input  wire [ADDRESS-1:0] s_axi_awaddr,
  input  wire [7:0]         s_axi_awlen, // s_axi_wlast says it, too
  input  wire               s_axi_awvalid,
  output wire               s_axi_awready,
  input  wire [DATA-1:0]    s_axi_wdata,
  input  wire [DATA/8-1:0]  s_axi_wstrb,
  input  wire               s_axi_wlast,
  input  wire               s_axi_wvalid,
  output wire               s_axi_wready,
  output wire [ID-1:0]      s_axi_bid,
  output wire [1:0]         s_axi_bresp,
  output reg                s_axi_bvalid,
  input  wire               s_axi_bready
);
  localparam BYTES = DATA / 8;
  reg [7:0] bytes [0:SIZE-1];
  integer b;
  /* verilator lint_off UNUSED */
  wire ignored = |s_axi_awlen;
  /* verilator lint_on UNUSED */

  reg [63:0] now; // [cycle]
  always @(posedge clk) now <= rst ? 64'd0 : now + 64'd1;

  reg [ID-1:0]      read_ids [0:63];
  reg [ADDRESS-1:0] read_at [0:63];
  reg [7:0]         read_len [0:63];
  reg [63:0]        read_from [0:63];
  reg [6:0] asked, answered;
  reg [7:0] beat;
  wire [6:0] open = asked - answered;
  wire [5:0] r = answered[5:0];
  wire [ADDRESS-1:0] from = (read_at[r] & ~(BYTES - 1)) + beat * BYTES;
  assign s_axi_arready = open < 7'd64;
  assign s_axi_rvalid = open != 7'd0 & now >= read_from[r];
  assign s_axi_rid = read_ids[r];
  assign s_axi_rlast = beat == read_len[r];
  assign s_axi_rresp = from + BYTES > SIZE ? 2'b11 : 2'b00;
  always @*
    for (b = 0; b < BYTES; b = b + 1)
      s_axi_rdata[b*8 +: 8] = from + b < SIZE ? bytes[from + b] : 8'd0;
  always @(posedge clk)
    if (rst) begin
      asked <= 7'd0;
      answered <= 7'd0;
      beat <= 8'd0;
    end else begin
      if (s_axi_arvalid & s_axi_arready) begin
        read_ids[asked[5:0]] <= s_axi_arid;
        read_at[asked[5:0]] <= s_axi_araddr;
        read_len[asked[5:0]] <= s_axi_arlen;
        read_from[asked[5:0]] <= now + LATENCY;
        asked <= asked + 7'd1;
      end
      if (s_axi_rvalid & s_axi_rready) begin
        beat <= s_axi_rlast ? 8'd0 : beat + 8'd1;
        if (s_axi_rlast) answered <= answered + 7'd1;
      end
    end

  reg writing, beyond;
  reg [ID-1:0] id;
  reg [ADDRESS-1:0] into;
  assign s_axi_awready = ~writing & (~s_axi_bvalid | s_axi_bready);
  assign s_axi_wready = writing;
  assign s_axi_bid = id;
  assign s_axi_bresp = beyond ? 2'b11 : 2'b00;
  integer w;
  always @(posedge clk)
    if (rst) begin
      writing <= 1'b0;
      s_axi_bvalid <= 1'b0;
    end else begin
      if (s_axi_bready) s_axi_bvalid <= 1'b0;
      if (s_axi_awvalid & s_axi_awready) begin
        writing <= 1'b1;
        beyond <= 1'b0;
        id <= s_axi_awid;
        into <= s_axi_awaddr & ~(BYTES - 1);
      end
      if (s_axi_wvalid & s_axi_wready) begin
        for (w = 0; w < BYTES; w = w + 1)
          if (s_axi_wstrb[w] & into + w < SIZE)
            bytes[into + w] <= s_axi_wdata[w*8 +: 8];
        if (into + BYTES > SIZE) beyond <= 1'b1;
        into <= into + BYTES;
        if (s_axi_wlast) begin
          writing <= 1'b0;
          s_axi_bvalid <= 1'b1;
        end
      end
    end
endmodule
`default_nettype wire
