// A host at a byte stream reads and writes words of 32 bits. It sends
//   "w", address (4 bytes, the lowest first), words - 1 (2 bytes), the words; or
//   "r", address, words - 1.
// After "r" the words come back. Then, after both, "k": done, or "e": an access
// had an error. Other bytes in the place of "w" and "r" are ignored, so that a
// host that lost its place can send zeros. Addresses with bit 31 are registers
// behind AXI4-Lite, without that bit; the others go to memory, a bus word each.
`default_nettype none
module roofline_bridge #(
  parameter DATA = 32, // [bit] of the memory's bus
  parameter ADDRESS = 32
) (
  input  wire               clk,
  input  wire               rst,
  input  wire [7:0]         in_data,
  input  wire               in_valid,
  output wire               in_ready,
  output wire [7:0]         out_data,
  output wire               out_valid,
  input  wire               out_ready,
  // AXI4-Lite
  output wire [11:0]        m_lite_awaddr,
  output wire               m_lite_awvalid,
  input  wire               m_lite_awready,
  output wire [31:0]        m_lite_wdata,
  output wire [3:0]         m_lite_wstrb,
  output wire               m_lite_wvalid,
  input  wire               m_lite_wready,
  input  wire [1:0]         m_lite_bresp,
  input  wire               m_lite_bvalid,
  output wire               m_lite_bready,
  output wire [11:0]        m_lite_araddr,
  output wire               m_lite_arvalid,
  input  wire               m_lite_arready,
  input  wire [31:0]        m_lite_rdata,
  input  wire [1:0]         m_lite_rresp,
  input  wire               m_lite_rvalid,
  output wire               m_lite_rready,
  // AXI4, bursts of one word
  output wire [ADDRESS-1:0] m_axi_awaddr,
  output wire               m_axi_awvalid,
  input  wire               m_axi_awready,
  output wire [DATA-1:0]    m_axi_wdata,
  output wire [DATA/8-1:0]  m_axi_wstrb,
  output wire               m_axi_wvalid,
  input  wire               m_axi_wready,
  input  wire [1:0]         m_axi_bresp,
  input  wire               m_axi_bvalid,
  output wire               m_axi_bready,
  output wire [ADDRESS-1:0] m_axi_araddr,
  output wire               m_axi_arvalid,
  input  wire               m_axi_arready,
  input  wire [DATA-1:0]    m_axi_rdata,
  input  wire [1:0]         m_axi_rresp,
  input  wire               m_axi_rvalid,
  output wire               m_axi_rready
);
  localparam BYTES = DATA / 8;
  localparam [2:0] COMMAND = 3'd0, HEAD = 3'd1, TAKE = 3'd2, ACCESS = 3'd3,
                   GIVE = 3'd4, END = 3'd5;
  reg [2:0] state;
  reg [2:0] at;          // byte of a head or word
  reg       writes, failed;
  reg [47:0] head;       // words - 1, address
  reg [31:0] word;
  reg       address_open, data_open; // of the access
  wire [31:0] address = head[31:0];
  wire lite = address[31];

  assign in_ready = state == COMMAND | state == HEAD | state == TAKE;
  wire take = in_valid & in_ready;
  assign out_valid = state == GIVE | state == END;
  assign out_data = state == END ? (failed ? "e" : "k") : word[7:0];
  wire give = out_valid & out_ready;

  wire access = state == ACCESS;
  assign m_lite_awaddr = {address[11:2], 2'b00};
  assign m_lite_araddr = m_lite_awaddr;
  assign m_lite_awvalid = access & writes & lite & address_open;
  assign m_lite_wvalid = access & writes & lite & data_open;
  assign m_lite_arvalid = access & ~writes & lite & address_open;
  assign m_lite_wdata = word;
  assign m_lite_wstrb = 4'hf;
  assign m_lite_bready = access & writes & lite;
  assign m_lite_rready = access & ~writes & lite;

  wire [63:0] wide = {32'd0, address & ~(BYTES - 1)};
  wire [31:0] lane = (address & (BYTES - 1)) >> 2;
  assign m_axi_awaddr = wide[ADDRESS-1:0];
  assign m_axi_araddr = m_axi_awaddr;
  assign m_axi_awvalid = access & writes & ~lite & address_open;
  assign m_axi_wvalid = access & writes & ~lite & data_open;
  assign m_axi_arvalid = access & ~writes & ~lite & address_open;
  assign m_axi_wdata = {DATA / 32{word}};
  wire [BYTES-1:0] whole = {{BYTES - 1{1'b0}}, 1'b1};
  assign m_axi_wstrb = ((whole << 4) - whole) << (lane * 4);
  assign m_axi_bready = access & writes & ~lite;
  assign m_axi_rready = access & ~writes & ~lite;

  wire address_taken = lite ? (writes ? m_lite_awready : m_lite_arready)
                            : (writes ? m_axi_awready : m_axi_arready);
  wire data_taken = lite ? m_lite_wready : m_axi_wready;
  wire answer = writes ? (lite ? m_lite_bvalid : m_axi_bvalid)
                       : (lite ? m_lite_rvalid : m_axi_rvalid);
  wire [1:0] response = writes ? (lite ? m_lite_bresp : m_axi_bresp)
                               : (lite ? m_lite_rresp : m_axi_rresp);
  /* verilator lint_off UNUSED */ // the other words of the bus
  wire [DATA-1:0] shifted = m_axi_rdata >> (lane * 32);
  wire ignored = &{response[0], wide, address[1:0]};
  /* verilator lint_on UNUSED */
  wire last = head[47:32] == 16'd0;
  wire next = give & at == 3'd3 & state == GIVE | access & answer & writes;

  always @(posedge clk)
    if (rst) begin
      state <= COMMAND;
      at <= 3'd0;
      failed <= 1'b0;
    end else case (state)
      COMMAND: begin
        failed <= 1'b0;
        if (take & (in_data == "w" | in_data == "r")) state <= HEAD;
      end
      HEAD: if (take) begin
        at <= at == 3'd5 ? 3'd0 : at + 3'd1;
        if (at == 3'd5) state <= writes ? TAKE : ACCESS;
      end
      TAKE: if (take) begin
        at <= at == 3'd3 ? 3'd0 : at + 3'd1;
        if (at == 3'd3) state <= ACCESS;
      end
      ACCESS: if (answer) begin
        failed <= failed | response[1];
        state <= ~writes ? GIVE : last ? END : TAKE;
      end
      GIVE: if (give) begin
        at <= at == 3'd3 ? 3'd0 : at + 3'd1;
        if (at == 3'd3) state <= last ? END : ACCESS;
      end
      default: if (give) state <= COMMAND;
    endcase

  always @(posedge clk) begin
    if (state == COMMAND) writes <= in_data == "w";
    if (state == HEAD & take) head <= {in_data, head[47:8]};
    else if (next) head <= {head[47:32] - 16'd1, address + 32'd4};
    if (state == TAKE & take) word <= {in_data, word[31:8]};
    else if (state == GIVE & give) word <= {8'd0, word[31:8]};
    else if (access & answer & ~writes)
      word <= lite ? m_lite_rdata : shifted[31:0];
    if (~access) begin
      address_open <= 1'b1;
      data_open <= 1'b1;
    end else begin
      if (address_taken) address_open <= 1'b0;
      if (data_taken) data_open <= 1'b0;
    end
  end
endmodule
`default_nettype wire
