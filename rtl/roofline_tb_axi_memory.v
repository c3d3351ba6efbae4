// For testbenches: one memory of SIZE bytes for all AXI4 masters of a core, READS readers
// and WRITES writers. The first byte has address -`shift`. `restart` restores the bytes of
// BEFORE. While `stall` is 1 the memory accepts and answers at random times; otherwise it
// always accepts, and answers from the next cycle on. While `fail` is 1 every response is
// SLVERR. A word is read when it is taken, and written at once. The module checks the
// masters' part of the protocol, and at `compare` the bytes against AFTER. A line of AFTER
// has a mark before its byte: 1, or 0 if any byte is right, or 2, 4 or 8 at the start of
// a float of that many bytes, in which any NaN equals any NaN.
`default_nettype none
module roofline_tb_axi_memory #(
  parameter DATA = 64,
  parameter ADDRESS = 32,
  parameter READS = 1,
  parameter WRITES = 1,
  parameter OUTSTANDING = 4, // bursts that a master may have begun
  parameter SIZE = 4096,
  parameter BEFORE = "before.hex",
  parameter AFTER = "after.hex",
  parameter [31:0] SEED = 32'd1
) (
  input  wire                      clk,
  input  wire                      restart,
  input  wire                      stall,
  input  wire                      fail,
  input  wire                      compare,
  input  wire [31:0]               seed,
  input  wire [31:0]               shift, // [byte]
  input  wire [READS*ADDRESS-1:0]  araddr,
  input  wire [READS*8-1:0]        arlen,
  input  wire [READS*3-1:0]        arsize,
  input  wire [READS*2-1:0]        arburst,
  input  wire [READS-1:0]          arvalid,
  output wire [READS-1:0]          arready,
  output wire [READS*DATA-1:0]     rdata,
  output wire [READS*2-1:0]        rresp,
  output wire [READS-1:0]          rlast,
  output wire [READS-1:0]          rvalid,
  input  wire [READS-1:0]          rready,
  input  wire [WRITES*ADDRESS-1:0] awaddr,
  input  wire [WRITES*8-1:0]       awlen,
  input  wire [WRITES*3-1:0]       awsize,
  input  wire [WRITES*2-1:0]       awburst,
  input  wire [WRITES-1:0]         awvalid,
  output wire [WRITES-1:0]         awready,
  input  wire [WRITES*DATA-1:0]    wdata,
  input  wire [WRITES*DATA/8-1:0]  wstrb,
  input  wire [WRITES-1:0]         wlast,
  input  wire [WRITES-1:0]         wvalid,
  output wire [WRITES-1:0]         wready,
  output wire [WRITES*2-1:0]       bresp,
  output wire [WRITES-1:0]         bvalid,
  input  wire [WRITES-1:0]         bready,
  output wire [READS*32-1:0]       words_read, // by each master
  output wire [WRITES*32-1:0]      words_written,
  output reg  [31:0]               errors
);
  localparam BYTES = DATA / 8;
  reg [7:0] origin [0:SIZE-1];
  reg [11:0] wanted [0:SIZE-1];
  reg [7:0] bytes [0:SIZE-1];
  initial begin
    $readmemh(BEFORE, origin);
    $readmemh(AFTER, wanted);
  end

  function [31:0] xorshift;
    input [31:0] x;
    begin
      xorshift = x ^ (x << 13);
      xorshift = xorshift ^ (xorshift >> 17);
      xorshift = xorshift ^ (xorshift << 5);
    end
  endfunction

  function is_nan; // of 2, 4 or 8 bytes
    input [63:0] x;
    input [31:0] size;
    is_nan = size == 2 ? (&x[14:10]) && (|x[9:0])
      : size == 4 ? (&x[30:23]) && (|x[22:0])
      : (&x[62:52]) && (|x[51:0]);
  endfunction

  // An illegal burst.
  function wrong;
    input [ADDRESS-1:0] addr;
    input [7:0] len;
    input [2:0] size;
    input [1:0] burst;
    wrong = burst !== 2'b01 || (32'd1 << size) != BYTES || addr % BYTES != 0
      || addr % 4096 + (len + 1) * BYTES > 4096
      || {32'd0, addr} + shift + (len + 1) * BYTES > SIZE;
  endfunction

  genvar p, k;
  generate
    for (p = 0; p < READS; p = p + 1) begin : reader
      wire [ADDRESS-1:0] addr = araddr[p*ADDRESS +: ADDRESS];
      wire [7:0] len = arlen[p*8 +: 8];
      reg [ADDRESS-1:0] addresses [0:63];
      reg [7:0] lengths [0:63];
      reg [31:0] asked, answered, beat, count, random;
      reg ready, open, waiting;
      reg [7:0] pause;
      reg [ADDRESS+7:0] offered;
      wire [ADDRESS-1:0] at = addresses[answered[5:0]] + beat * BYTES + shift;
      wire valid = open && asked != answered;
      wire ends = beat == {24'd0, lengths[answered[5:0]]};
      assign arready[p] = ready;
      assign rvalid[p] = valid;
      assign rlast[p] = ends;
      assign rresp[p*2 +: 2] = fail ? 2'b10 : 2'b00;
      assign words_read[p*32 +: 32] = count;
      for (k = 0; k < BYTES; k = k + 1) begin : each
        assign rdata[p*DATA + k*8 +: 8] = bytes[at + k];
      end
      always @(posedge clk)
        if (restart) begin
          random <= (SEED + p) ^ seed | 32'd1;
          ready <= !stall;
          open <= !stall;
          pause <= 8'd0;
          asked <= 0;
          answered <= 0;
          beat <= 0;
          count <= 0;
          waiting <= 1'b0;
        end else begin
          random <= xorshift(random);
          ready <= !stall || random[1:0] == 2'd0;
          if (pause != 8'd0) pause <= pause - 8'd1;
          else if (stall && random[9:4] == 6'd0) pause <= random[17:10];
          if (!valid || rready[p])
            open <= !stall || (random[3:2] != 2'd0 && pause == 8'd0);
          waiting <= arvalid[p] & ~ready;
          offered <= {len, addr};
          if (waiting && (arvalid[p] !== 1'b1 || {len, addr} !== offered)) begin
            $display("reader %0d: an address was withdrawn or changed", p);
            errors = errors + 1;
          end
          if (arvalid[p] & ready) begin
            addresses[asked[5:0]] <= addr;
            lengths[asked[5:0]] <= len;
            asked <= asked + 1;
            if (wrong(addr, len, arsize[p*3 +: 3], arburst[p*2 +: 2])
                || asked - answered >= OUTSTANDING) begin
              $display("reader %0d: %0d words from %h are asked for, %0d are open",
                       p, len + 1, addr, asked - answered);
              errors = errors + 1;
            end
          end
          if (valid & rready[p]) begin
            count <= count + 1;
            beat <= ends ? 0 : beat + 1;
            if (ends) answered <= answered + 1;
          end
        end
    end

    for (p = 0; p < WRITES; p = p + 1) begin : writer
      wire [ADDRESS-1:0] addr = awaddr[p*ADDRESS +: ADDRESS];
      wire [7:0] len = awlen[p*8 +: 8];
      reg [ADDRESS-1:0] addresses [0:63];
      reg [7:0] lengths [0:63];
      reg [31:0] asked, written, answered, beat, count, random;
      reg ready, takes, open, waiting, holding;
      reg [7:0] pause;
      reg [ADDRESS+7:0] offered;
      reg [DATA+BYTES:0] held;
      wire [DATA+BYTES:0] word
        = {wlast[p], wstrb[p*BYTES +: BYTES], wdata[p*DATA +: DATA]};
      wire [ADDRESS-1:0] at = addresses[written[5:0]] + beat * BYTES + shift;
      assign awready[p] = ready;
      assign wready[p] = takes;
      assign bvalid[p] = open && written != answered;
      assign bresp[p*2 +: 2] = fail ? 2'b10 : 2'b00;
      assign words_written[p*32 +: 32] = count;
      reg store;
      reg [ADDRESS-1:0] place;
      always @(posedge clk)
        if (restart) begin
          random <= (SEED + READS + p) ^ seed | 32'd1;
          ready <= !stall;
          takes <= !stall;
          open <= !stall;
          pause <= 8'd0;
          asked <= 0;
          written <= 0;
          answered <= 0;
          beat <= 0;
          count <= 0;
          waiting <= 1'b0;
          holding <= 1'b0;
          store <= 1'b0;
        end else begin
          random <= xorshift(random);
          ready <= !stall || random[1:0] == 2'd0;
          takes <= !stall || (random[19:18] != 2'd0 && pause == 8'd0);
          if (pause != 8'd0) pause <= pause - 8'd1;
          else if (stall && random[9:4] == 6'd0) pause <= random[17:10];
          if (!bvalid[p] || bready[p]) open <= !stall || random[3:2] == 2'd0;
          waiting <= awvalid[p] & ~ready;
          offered <= {len, addr};
          holding <= wvalid[p] & ~takes;
          held <= word;
          store <= wvalid[p] & takes;
          place <= at;
          if ((waiting && (awvalid[p] !== 1'b1 || {len, addr} !== offered))
              || (holding && (wvalid[p] !== 1'b1 || word !== held))) begin
            $display("writer %0d: an address or data was withdrawn or changed", p);
            errors = errors + 1;
          end
          if (awvalid[p] & ready) begin
            addresses[asked[5:0]] <= addr;
            lengths[asked[5:0]] <= len;
            asked <= asked + 1;
            if (wrong(addr, len, awsize[p*3 +: 3], awburst[p*2 +: 2])
                || asked - answered >= OUTSTANDING) begin
              $display("writer %0d: %0d words to %h are announced, %0d are open",
                       p, len + 1, addr, asked - answered);
              errors = errors + 1;
            end
          end
          if (wvalid[p] & takes) begin
            count <= count + 1;
            beat <= wlast[p] ? 0 : beat + 1;
            if (wlast[p]) written <= written + 1;
            if (asked == written
                || wlast[p] !== (beat == {24'd0, lengths[written[5:0]]})) begin
              $display("writer %0d: a word without address, or wlast at word %0d",
                       p, beat);
              errors = errors + 1;
            end
          end
          if (bvalid[p] & bready[p]) answered <= answered + 1;
        end
      integer b;
      always @(negedge clk)
        if (store)
          for (b = 0; b < BYTES; b = b + 1)
            if (held[DATA + b]) bytes[place + b] = held[b*8 +: 8];
    end
  endgenerate

  integer i, j, size, shown;
  reg [63:0] is, must;
  always @(negedge clk)
    if (restart) begin
      errors = 0;
      for (i = 0; i < SIZE; i = i + 1) bytes[i] = origin[i];
    end else if (compare) begin
      shown = 0;
      for (i = 0; i < SIZE; i = i + 1) begin
        size = {28'd0, wanted[i][11:8]};
        is = 64'd0;
        must = 64'd0;
        for (j = 0; j < size; j = j + 1) begin
          is[j*8 +: 8] = bytes[i + j];
          must[j*8 +: 8] = wanted[i + j][7:0];
        end
        if (is !== must
            && !(size >= 2 && is_nan(is, size) && is_nan(must, size))) begin
          errors = errors + 1;
          shown = shown + 1;
          if (shown <= 10)
            $display("address %h: %0d bytes are %h, not %h", i - shift, size,
                     is, must);
        end
      end
    end
endmodule
`default_nettype wire
