// For testbenches: a memory to which an AXI4 write master writes BEATS words of
// WIDTH bits, from address `base` on. The module compares them with {tstrb,
// tdata} of FILE: the master must write each byte with a strobe there once, and
// no other byte; with ROW row by row, as in roofline_axi_bursts. ELEMENT: bits
// of an element; FLOAT: a bit for each element of a word in which all NaNs are
// equal. While `stall` is 1 the memory accepts and answers at random times;
// otherwise it always accepts, and answers from the cycle after a burst's last
// word on. While `fail` is 1 every response is SLVERR. The module checks the
// master's part of the protocol. `restart` starts it anew.
`default_nettype none
module roofline_tb_axi_write #(
  parameter DATA = 64,
  parameter WIDTH = 32,
  parameter ADDRESS = 32,
  parameter OUTSTANDING = 4, // bursts that the master may have begun
  parameter BEATS = 1,
  parameter ROW = 0,
  parameter ROWS = 1,
  parameter PITCH = 1,
  parameter PLANE = 0,
  parameter FILE = "words.hex",
  parameter NAME = "port",
  parameter ELEMENT = 32,
  parameter [WIDTH/ELEMENT-1:0] FLOAT = 0,
  parameter [31:0] SEED = 32'd1
) (
  input  wire               clk,
  input  wire               restart,
  input  wire               stall,
  input  wire               fail,
  input  wire [31:0]        seed,
  input  wire [ADDRESS-1:0] base,
  input  wire [ADDRESS-1:0] awaddr,
  input  wire [7:0]         awlen,
  input  wire [2:0]         awsize,
  input  wire [1:0]         awburst,
  input  wire               awvalid,
  output reg                awready,
  input  wire [DATA-1:0]    wdata,
  input  wire [DATA/8-1:0]  wstrb,
  input  wire               wlast,
  input  wire               wvalid,
  output reg                wready,
  output wire [1:0]         bresp,
  output wire               bvalid,
  input  wire               bready,
  output wire [31:0]        missing, // unwritten bus words
  output reg  [31:0]        errors
);
  localparam DEPTH = BEATS > 0 ? BEATS : 1;
  localparam BYTES = DATA / 8;
  localparam PART = WIDTH / 8;
  localparam RUN = ROW > 0 ? ROW : DEPTH;
  localparam RUNS = BEATS / RUN;
  function integer start_of; // of a row, in words
    input integer row;
    start_of = row / ROWS * PLANE + row % ROWS * PITCH;
  endfunction
  function [ADDRESS-1:0] aligned; // bus word of a byte
    input [ADDRESS-1:0] byte_address;
    aligned = byte_address - byte_address % BYTES;
  endfunction
  function [ADDRESS-1:0] first_of; // first bus word of a row
    input integer row;
    first_of = aligned(base + start_of(row) * PART);
  endfunction
  function [ADDRESS-1:0] last_of;
    input integer row;
    last_of = aligned(base + (start_of(row) + RUN) * PART - 1);
  endfunction
  localparam FRACTION = ELEMENT == 64 ? 52 : ELEMENT == 32 ? 23 : ELEMENT == 16 ? 10 : 1;
  reg [WIDTH+PART-1:0] words [0:DEPTH-1];
  initial if (BEATS > 0) $readmemh(FILE, words);

  reg [31:0] random; // xorshift32
  wire [31:0] x1 = random ^ (random << 13);
  wire [31:0] x2 = x1 ^ (x1 >> 17);
  wire [31:0] x3 = x2 ^ (x2 << 5);

  // Bursts with address, bursts with data, and answered bursts.
  reg [ADDRESS-1:0] addresses [0:63];
  reg [7:0] lengths [0:63];
  reg [31:0] asked, written, answered, beat, count;
  reg open;
  reg [7:0] pause;
  wire [ADDRESS-1:0] at = addresses[written[5:0]] + beat * BYTES;
  assign bvalid = open && written != answered;
  assign bresp = fail ? 2'b10 : 2'b00;

  function is_nan;
    input [ELEMENT-1:0] x;
    is_nan = (&x[ELEMENT-2:FRACTION]) && (|x[FRACTION-1:0]);
  endfunction

  // The expected bytes of this bus word.
  reg same;
  reg [WIDTH+PART-1:0] word;
  reg [ELEMENT-1:0] came, want;
  integer i, j, part;
  integer asked_row, row; // row of the next address, row of the data
  always @(at or base or wdata or wstrb or row) begin
    same = 1'b1;
    came = {ELEMENT{1'b0}};
    want = {ELEMENT{1'b0}};
    for (i = 0; i < DATA / WIDTH; i = i + 1) begin
      part = ($signed(at - base) + i * PART) / PART - start_of(row);
      word = $signed(at - base) + i * PART >= start_of(row) * PART
        && part < RUN ? words[row * RUN + part] : {WIDTH + PART{1'b0}};
      if (wstrb[i*PART +: PART] !== word[WIDTH +: PART]) same = 1'b0;
      for (j = 0; j < WIDTH / ELEMENT; j = j + 1) begin
        came = wdata[i*WIDTH + j*ELEMENT +: ELEMENT];
        want = word[j*ELEMENT +: ELEMENT];
        if (word[WIDTH + j*ELEMENT/8] && came !== want
            && !(FLOAT[j] && is_nan(came) && is_nan(want)))
          same = 1'b0;
      end
    end
  end

  reg [31:0] total;
  integer each;
  always @(base) begin
    total = 0;
    for (each = 0; each < RUNS; each = each + 1)
      total = total + (last_of(each) - first_of(each)) / BYTES + 1;
  end
  assign missing = total - count;
  reg [ADDRESS-1:0] next; // next bus word to announce
  reg waiting, holding;
  reg [ADDRESS+7:0] offered;
  reg [DATA+DATA/8:0] held;
  wire right = awaddr === next && awburst === 2'b01
    && (32'd1 << awsize) == BYTES
    && awaddr % 4096 + (awlen + 1) * BYTES <= 4096
    && asked - answered < OUTSTANDING;
  always @(posedge clk)
    if (restart) begin
      random <= SEED ^ seed | 32'd1;
      awready <= !stall;
      wready <= !stall;
      open <= !stall;
      pause <= 8'd0;
      asked <= 0;
      written <= 0;
      answered <= 0;
      beat <= 0;
      count <= 0;
      errors <= 0;
      waiting <= 1'b0;
      holding <= 1'b0;
      asked_row <= 0;
      row <= 0;
      next <= first_of(0);
    end else begin
      random <= x3;
      awready <= !stall || random[1:0] == 2'd0;
      wready <= !stall || (random[19:18] != 2'd0 && pause == 8'd0);
      if (pause != 8'd0) pause <= pause - 8'd1;
      else if (stall && random[9:4] == 6'd0) pause <= random[17:10];
      if (!bvalid || bready) open <= !stall || random[3:2] == 2'd0;
      waiting <= awvalid & ~awready;
      offered <= {awlen, awaddr};
      holding <= wvalid & ~wready;
      held <= {wlast, wstrb, wdata};
      if ((waiting && (awvalid !== 1'b1 || {awlen, awaddr} !== offered))
          || (holding && (wvalid !== 1'b1 || {wlast, wstrb, wdata} !== held)))
      begin
        $display("%s: an address or data was withdrawn or changed", NAME);
        errors <= errors + 32'd1;
      end else if (awvalid & awready & ~right) begin
        $display("%s: %0d words to %h are announced, %h is next, %0d are open",
                 NAME, awlen + 1, awaddr, next, asked - answered);
        errors <= errors + 32'd1;
      end else if (wvalid & wready & ~(asked != written && same
                   && wlast === (beat == {24'd0, lengths[written[5:0]]}))) begin
        if (errors < 32'd10)
          $display("%s: %h, strobes %b, last %b is written to %h", NAME, wdata,
                   wstrb, wlast, at);
        errors <= errors + 32'd1;
      end
      if (awvalid & awready) begin
        addresses[asked[5:0]] <= awaddr;
        lengths[asked[5:0]] <= awlen;
        asked <= asked + 1;
        if (awaddr + awlen * BYTES == last_of(asked_row)) begin
          asked_row <= asked_row + 1;
          next <= first_of(asked_row + 1);
        end else next <= awaddr + (awlen + 1) * BYTES;
      end
      if (wvalid & wready) begin
        count <= count + 1;
        beat <= wlast ? 0 : beat + 1;
        if (wlast) written <= written + 1;
        if (at == last_of(row)) row <= row + 1;
      end
      if (bvalid & bready) answered <= answered + 1;
    end
endmodule
`default_nettype wire
