// READS read masters on one AXI4 port: a burst's ID is its master's number, so
// the port may answer bursts of different masters in any order. Masters take
// turns; one keeps its turn until its address is taken.
`default_nettype none
module roofline_axi_join_read #(
  parameter READS = 2,
  parameter DATA = 32,
  parameter ADDRESS = 32,
  parameter ID = 1, // [bit] 2^ID >= READS
  parameter OWN = 1 // [bit] of the masters' own IDs, the lower part of the port's
) (
  input  wire                     clk,
  input  wire                     rst,
  input  wire [READS*OWN-1:0]     s_arid,
  input  wire [READS*ADDRESS-1:0] s_araddr,
  input  wire [READS*8-1:0]       s_arlen,
  input  wire [READS-1:0]         s_arvalid,
  output wire [READS-1:0]         s_arready,
  output wire [READS*OWN-1:0]     s_rid,
  output wire [READS*DATA-1:0]    s_rdata,
  output wire [READS*2-1:0]       s_rresp,
  output wire [READS-1:0]         s_rlast,
  output wire [READS-1:0]         s_rvalid,
  input  wire [READS-1:0]         s_rready,
  output wire [ID+OWN-1:0]        m_arid,
  output wire [ADDRESS-1:0]       m_araddr,
  output wire [7:0]               m_arlen,
  output wire                     m_arvalid,
  input  wire                     m_arready,
  input  wire [ID+OWN-1:0]        m_rid,
  input  wire [DATA-1:0]          m_rdata,
  input  wire [1:0]               m_rresp,
  input  wire                     m_rlast,
  input  wire                     m_rvalid,
  output wire                     m_rready
);
  wire [ID-1:0] who;
  wire          has;
  roofline_turns #(.OF(READS), .ID(ID)) turns (
    .clk(clk), .rst(rst), .wants(s_arvalid), .who(who), .has(has),
    .next(m_arvalid & m_arready));
  assign m_arvalid = has;
  assign m_arid = {who, s_arid[who*OWN +: OWN]};
  assign m_araddr = s_araddr[who*ADDRESS +: ADDRESS];
  assign m_arlen = s_arlen[who*8 +: 8];
  wire [ID-1:0] whose = m_rid[OWN +: ID];
  assign m_rready = s_rready[whose];
  genvar i;
  generate
    for (i = 0; i < READS; i = i + 1) begin : master
      assign s_arready[i] = has & m_arready & who == i;
      assign s_rid[i*OWN +: OWN] = m_rid[OWN-1:0];
      assign s_rdata[i*DATA +: DATA] = m_rdata;
      assign s_rresp[i*2 +: 2] = m_rresp;
      assign s_rlast[i] = m_rlast;
      assign s_rvalid[i] = m_rvalid & whose == i;
    end
  endgenerate
endmodule
`default_nettype wire
