// WRITES write masters on one AXI4 port: a burst's ID is its master's number.
// Data goes in the order of the addresses, as AXI4 wants it: a queue holds
// whose burst comes next, up to 16 of them.
`default_nettype none
module roofline_axi_join_write #(
  parameter WRITES = 2,
  parameter DATA = 32,
  parameter ADDRESS = 32,
  parameter ID = 1, // [bit] 2^ID >= WRITES
  parameter OWN = 1 // [bit] of the masters' own IDs, the lower part of the port's
) (
  input  wire                      clk,
  input  wire                      rst,
  input  wire [WRITES*OWN-1:0]     s_awid,
  input  wire [WRITES*ADDRESS-1:0] s_awaddr,
  input  wire [WRITES*8-1:0]       s_awlen,
  input  wire [WRITES-1:0]         s_awvalid,
  output wire [WRITES-1:0]         s_awready,
  input  wire [WRITES*DATA-1:0]    s_wdata,
  input  wire [WRITES*DATA/8-1:0]  s_wstrb,
  input  wire [WRITES-1:0]         s_wlast,
  input  wire [WRITES-1:0]         s_wvalid,
  output wire [WRITES-1:0]         s_wready,
  output wire [WRITES*OWN-1:0]     s_bid,
  output wire [WRITES*2-1:0]       s_bresp,
  output wire [WRITES-1:0]         s_bvalid,
  input  wire [WRITES-1:0]         s_bready,
  output wire [ID+OWN-1:0]         m_awid,
  output wire [ADDRESS-1:0]        m_awaddr,
  output wire [7:0]                m_awlen,
  output wire                      m_awvalid,
  input  wire                      m_awready,
  output wire [DATA-1:0]           m_wdata,
  output wire [DATA/8-1:0]         m_wstrb,
  output wire                      m_wlast,
  output wire                      m_wvalid,
  input  wire                      m_wready,
  input  wire [ID+OWN-1:0]         m_bid,
  input  wire [1:0]                m_bresp,
  input  wire                      m_bvalid,
  output wire                      m_bready
);
  wire [ID-1:0] who;
  wire          has, full;
  assign m_awvalid = has & ~full;
  wire next = m_awvalid & m_awready;
  roofline_turns #(.OF(WRITES), .ID(ID)) turns (
    .clk(clk), .rst(rst), .wants(s_awvalid), .who(who), .has(has), .next(next));
  assign m_awid = {who, s_awid[who*OWN +: OWN]};
  assign m_awaddr = s_awaddr[who*ADDRESS +: ADDRESS];
  assign m_awlen = s_awlen[who*8 +: 8];

  wire [ID-1:0] giver;
  wire          gives;
  /* verilator lint_off PINCONNECTEMPTY */
  roofline_fifo #(.WIDTH(ID), .BITS(4)) order (
    .clk(clk), .clear(rst), .push(next), .x(who), .full(full), .valid(gives),
    .ready(m_wvalid & m_wready & m_wlast), .y(giver), .take());
  /* verilator lint_on PINCONNECTEMPTY */
  assign m_wdata = s_wdata[giver*DATA +: DATA];
  assign m_wstrb = s_wstrb[giver*(DATA/8) +: DATA/8];
  assign m_wlast = s_wlast[giver];
  assign m_wvalid = gives & s_wvalid[giver];

  wire [ID-1:0] whose = m_bid[OWN +: ID];
  assign m_bready = s_bready[whose];
  genvar i;
  generate
    for (i = 0; i < WRITES; i = i + 1) begin : master
      assign s_awready[i] = next & who == i;
      assign s_wready[i] = gives & m_wready & giver == i;
      assign s_bid[i*OWN +: OWN] = m_bid[OWN-1:0];
      assign s_bresp[i*2 +: 2] = m_bresp;
      assign s_bvalid[i] = m_bvalid & whose == i;
    end
  endgenerate
endmodule
`default_nettype wire
