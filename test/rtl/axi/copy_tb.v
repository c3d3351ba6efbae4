// Copies BEATS words from one memory to another through roofline_axi_read and
// roofline_axi_write, three times: see the plusargs. PASS or FAIL.
module copy_tb;
  parameter DATA = 64, WIDTH = 32, ADDRESS = 32, BURST = 16, OUTSTANDING = 4;
  parameter COUNT = 16, BEATS = 100, ROW = 0, ROWS = 1, PITCH = 1, PLANE = 0;
  localparam RUNS = ROW > 0 ? BEATS / ROW : 1;
  localparam PART = WIDTH / 8;
  reg clk = 1'b0, rst = 1'b1, start = 1'b0, restart = 1'b0;
  reg stall, fail, throttle;
  reg [31:0] seed;
  reg [ADDRESS-1:0] from, to;
  always #1 clk = ~clk;

  wire [WIDTH-1:0] tdata;
  wire tvalid, tready, idle, ready;
  wire [1:0] error;
  wire [ADDRESS-1:0] araddr, awaddr;
  wire [7:0] arlen, awlen;
  wire arvalid, arready, rlast, rvalid, rready;
  wire awvalid, awready, wlast, wvalid, wready, bvalid, bready;
  wire [DATA-1:0] rdata, wdata;
  wire [DATA/8-1:0] wstrb;
  wire [1:0] rresp, bresp;
  wire [31:0] rmissing, rerrors, wmissing, werrors;
  localparam [2:0] SIZE = $clog2(DATA / 8);
  localparam [COUNT-1:0] WORDS = ROW > 0 ? ROW : BEATS;

  reg [WIDTH+PART-1:0] words [0:BEATS];
  initial if (BEATS > 0) $readmemh("out.hex", words, 0, BEATS - 1);
  reg [31:0] count = 0; // words that were copied
  reg pass = 1'b1;      // this cycle's word
  wire go = pass && count != BEATS;
  assign tready = go & ready;
  roofline_axi_read #(.DATA(DATA), .WIDTH(WIDTH), .ADDRESS(ADDRESS),
      .BURST(BURST), .OUTSTANDING(OUTSTANDING), .COUNT(COUNT),
      .ROW(ROW), .ROWS(ROWS), .PLANE(PLANE), .RUNS(RUNS)) reader (
    .clk(clk), .rst(rst), .start(start), .address(from), .beats(WORDS),
    .runs(RUNS), .rows(ROWS), .pitch(PITCH), .plane(PLANE),
    .error(error[0]), .tdata(tdata), .tvalid(tvalid), .tready(tready),
    .araddr(araddr), .arlen(arlen), .arvalid(arvalid), .arready(arready),
    .rdata(rdata), .rresp(rresp), .rlast(rlast), .rvalid(rvalid), .rready(rready));
  roofline_axi_write #(.DATA(DATA), .WIDTH(WIDTH), .ADDRESS(ADDRESS),
      .BURST(BURST), .OUTSTANDING(OUTSTANDING), .COUNT(COUNT),
      .ROW(ROW), .ROWS(ROWS), .PLANE(PLANE), .RUNS(RUNS)) writer (
    .clk(clk), .rst(rst), .start(start), .address(to), .beats(WORDS),
    .runs(RUNS), .rows(ROWS), .pitch(PITCH), .plane(PLANE),
    .idle(idle), .error(error[1]), .tdata(tdata),
    .tstrb(words[count][WIDTH +: PART]), .tvalid(tvalid & go), .tready(ready),
    .tlast(count == BEATS - 1), .awaddr(awaddr), .awlen(awlen),
    .awvalid(awvalid), .awready(awready), .wdata(wdata), .wstrb(wstrb),
    .wlast(wlast), .wvalid(wvalid), .wready(wready), .bresp(bresp),
    .bvalid(bvalid), .bready(bready));
  roofline_tb_axi_read #(.DATA(DATA), .WIDTH(WIDTH), .ADDRESS(ADDRESS),
      .OUTSTANDING(OUTSTANDING), .BEATS(BEATS), .ROW(ROW), .ROWS(ROWS),
      .PITCH(PITCH), .PLANE(PLANE), .FILE("in.hex"),
      .NAME("read"), .SEED(32'd77)) source (
    clk, restart, stall, fail, seed, from, araddr, arlen, SIZE, 2'b01, arvalid,
    arready, rdata, rresp, rlast, rvalid, rready, rmissing, rerrors);
  roofline_tb_axi_write #(.DATA(DATA), .WIDTH(WIDTH), .ADDRESS(ADDRESS),
      .OUTSTANDING(OUTSTANDING), .BEATS(BEATS), .ROW(ROW), .ROWS(ROWS),
      .PITCH(PITCH), .PLANE(PLANE), .FILE("out.hex"),
      .NAME("write"), .ELEMENT(8), .SEED(32'd99)) sink (
    clk, restart, stall, fail, seed, to, awaddr, awlen, SIZE, 2'b01, awvalid,
    awready, wdata, wstrb, wlast, wvalid, wready, bresp, bvalid, bready,
    wmissing, werrors);

  integer cycles, errors = 0;
  always @(posedge clk) begin
    cycles <= start ? 0 : cycles + 1;
    pass <= !throttle || $urandom % 3 == 0;
    if (start) count <= 0;
    else if (tvalid & tready) count <= count + 1;
  end

  task copy;
    input [31:0] expected; // [cycle]; 0: any number
    begin
      restart <= 1'b1;
      @(posedge clk);
      restart <= 1'b0;
      start <= 1'b1;
      @(posedge clk);
      start <= 1'b0;
      @(posedge clk);
      while (!(idle && count == BEATS)) begin
        @(posedge clk);
        if (cycles > 64 * BEATS + 20000) begin
          $display("FAIL: %0d words after %0d cycles", count, cycles);
          $finish;
          @(posedge clk);
        end
      end
      if (expected != 0 && cycles != expected) begin
        $display("%0d cycles, not %0d", cycles, expected);
        errors = errors + 1;
      end
      repeat (6) @(posedge clk); // nothing more may come
      if (rmissing != 0 || wmissing != 0) begin
        $display("%0d words were not read, %0d not written", rmissing,
                 wmissing);
        errors = errors + 1;
      end
      if (error !== ((fail && BEATS > 0) ? 2'b11 : 2'b00)) begin
        $display("error is %b", error);
        errors = errors + 1;
      end
      errors = errors + rerrors + werrors;
    end
  endtask

  reg [31:0] expected;
  initial begin
    if (!$value$plusargs("from=%h", from)) from = 0;
    if (!$value$plusargs("to=%h", to)) to = 0;
    if (!$value$plusargs("seed=%d", seed)) seed = 1;
    if (!$value$plusargs("cycles=%d", expected)) expected = 0;
    stall = 1'b0;
    fail = 1'b0;
    throttle = 1'b0;
    repeat (3) @(posedge clk);
    rst <= 1'b0;
    @(posedge clk);
    copy(expected);
    stall <= 1'b1;
    copy(0);
    stall <= 1'b0;
    throttle <= 1'b1;
    copy(0);
    stall <= 1'b1;
    fail <= 1'b1;
    copy(0);
    if (errors != 0) $display("FAIL: %0d errors", errors);
    else $display("PASS");
    $finish;
  end
endmodule
