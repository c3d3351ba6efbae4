// Registers of a core behind AXI4-Lite, of 32 bits:
//   0x00  bit 0: start, reads 1 until the launch ends; bit 1: done, since the
//         last launch ended; bit 2: idle
//   0x04  bit 0: interrupts reach `irq`
//   0x08  bit 0: the end of a launch interrupts
//   0x0c  bit 0: a launch ended; write 1 to clear
//   0x10  ARGS words that are written and read, then RESULTS words that are read
// A start while a launch runs is ignored. A write takes address and data
// together; each access is answered in the next cycle.
`default_nettype none
module roofline_control #(
  parameter ARGS = 1,
  parameter RESULTS = 1,
  parameter ADDRESS = 12
) (
  input  wire                  clk,
  input  wire                  rst,
  input  wire [ADDRESS-1:0]    s_axi_awaddr,
  input  wire                  s_axi_awvalid,
  output wire                  s_axi_awready,
  input  wire [31:0]           s_axi_wdata,
  input  wire [3:0]            s_axi_wstrb,
  input  wire                  s_axi_wvalid,
  output wire                  s_axi_wready,
  output wire [1:0]            s_axi_bresp,
  output reg                   s_axi_bvalid,
  input  wire                  s_axi_bready,
  input  wire [ADDRESS-1:0]    s_axi_araddr,
  input  wire                  s_axi_arvalid,
  output wire                  s_axi_arready,
  output reg  [31:0]           s_axi_rdata,
  output wire [1:0]            s_axi_rresp,
  output reg                   s_axi_rvalid,
  input  wire                  s_axi_rready,
  output reg                   start, // for one cycle
  input  wire                  done,  // 0 from the cycle after `start` to the end
  output wire                  irq,
  output reg  [63:0]           cycles, // of the launch, while it runs so far
  output reg  [ARGS*32-1:0]    args,
  input  wire [RESULTS*32-1:0] results
);
  wire write = s_axi_awvalid & s_axi_wvalid & (~s_axi_bvalid | s_axi_bready);
  wire read = s_axi_arvalid & (~s_axi_rvalid | s_axi_rready);
  assign s_axi_awready = write;
  assign s_axi_wready = write;
  assign s_axi_arready = read;
  assign s_axi_bresp = 2'b00;
  assign s_axi_rresp = 2'b00;
  // Accesses are of whole words.
  wire [31:0] into = {{34 - ADDRESS{1'b0}}, s_axi_awaddr[ADDRESS-1:2]};
  wire [31:0] from = {{34 - ADDRESS{1'b0}}, s_axi_araddr[ADDRESS-1:2]};
  /* verilator lint_off UNUSED */
  wire ignored = |{s_axi_awaddr[1:0], s_axi_araddr[1:0]};
  /* verilator lint_on UNUSED */
  wire low = write & s_axi_wstrb[0];

  reg running, finished, began, passes, enabled, ended;
  wire ends = running & ~began & done;
  assign irq = passes & enabled & ended;
  always @(posedge clk)
    if (rst) begin
      start <= 1'b0;
      began <= 1'b0;
      running <= 1'b0;
      finished <= 1'b0;
      passes <= 1'b0;
      enabled <= 1'b0;
      ended <= 1'b0;
      cycles <= 64'd0;
    end else begin
      start <= low & into == 0 & s_axi_wdata[0] & ~running & ~start;
      began <= start;
      if (start) running <= 1'b1;
      else if (ends) running <= 1'b0;
      if (start) finished <= 1'b0;
      else if (ends) finished <= 1'b1;
      if (start) cycles <= 64'd0;
      else if (running & ~ends) cycles <= cycles + 64'd1;
      if (low & into == 1) passes <= s_axi_wdata[0];
      if (low & into == 2) enabled <= s_axi_wdata[0];
      if (ends) ended <= 1'b1;
      else if (low & into == 3 & s_axi_wdata[0]) ended <= 1'b0;
    end

  integer i, b;
  always @(posedge clk)
    if (write)
      for (i = 0; i < ARGS; i = i + 1)
        for (b = 0; b < 4; b = b + 1)
          if (into == i + 4 && s_axi_wstrb[b])
            args[i*32 + b*8 +: 8] <= s_axi_wdata[b*8 +: 8];

  reg [31:0] word;
  integer k;
  always @* begin
    word = 32'd0;
    if (from == 0) word = {29'd0, ~running & ~start, finished, running | start};
    if (from == 1) word = {31'd0, passes};
    if (from == 2) word = {31'd0, enabled};
    if (from == 3) word = {31'd0, ended};
    for (k = 0; k < ARGS; k = k + 1)
      if (from == k + 4) word = args[k*32 +: 32];
    for (k = 0; k < RESULTS; k = k + 1)
      if (from == k + ARGS + 4) word = results[k*32 +: 32];
  end
  always @(posedge clk)
    if (rst) begin
      s_axi_bvalid <= 1'b0;
      s_axi_rvalid <= 1'b0;
    end else begin
      if (write) s_axi_bvalid <= 1'b1;
      else if (s_axi_bready) s_axi_bvalid <= 1'b0;
      if (read) s_axi_rvalid <= 1'b1;
      else if (s_axi_rready) s_axi_rvalid <= 1'b0;
    end
  always @(posedge clk) if (read) s_axi_rdata <= word;
endmodule
`default_nettype wire
