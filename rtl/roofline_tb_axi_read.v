// For testbenches: a memory from which an AXI4 read master reads the BEATS words of WIDTH
// bits of FILE, from address `base` on; other bytes are 0xA5. The master must read every
// bus word with such a word once, in order; with ROW row by row, as in roofline_axi_bursts.
// While `stall` is 1 the memory accepts and answers at random times; otherwise it always
// accepts, and answers from the cycle after the address on. While `fail` is 1 every
// response is SLVERR. The module checks the master's part of the protocol. `restart` starts
// it anew.
`default_nettype none
module roofline_tb_axi_read #(
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
  parameter [31:0] SEED = 32'd1
) (
  input  wire               clk,
  input  wire               restart,
  input  wire               stall,
  input  wire               fail,
  input  wire [31:0]        seed,
  input  wire [ADDRESS-1:0] base,
  input  wire [ADDRESS-1:0] araddr,
  input  wire [7:0]         arlen,
  input  wire [2:0]         arsize,
  input  wire [1:0]         arburst,
  input  wire               arvalid,
  output reg                arready,
  output reg  [DATA-1:0]    rdata,
  output wire [1:0]         rresp,
  output wire               rlast,
  output wire               rvalid,
  input  wire               rready,
  output wire [31:0]        missing, // unread bus words
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
  reg [WIDTH-1:0] words [0:DEPTH-1];
  initial if (BEATS > 0) $readmemh(FILE, words);

  reg [31:0] random; // xorshift32
  wire [31:0] x1 = random ^ (random << 13);
  wire [31:0] x2 = x1 ^ (x1 >> 17);
  wire [31:0] x3 = x2 ^ (x2 << 5);

  // Requested bursts, and the burst being answered.
  reg [ADDRESS-1:0] addresses [0:63];
  reg [7:0] lengths [0:63];
  reg [31:0] asked, answered, beat, count;
  reg open;
  reg [7:0] pause;
  wire [ADDRESS-1:0] at = addresses[answered[5:0]] + beat * BYTES;
  assign rvalid = open && asked != answered;
  assign rlast = beat == {24'd0, lengths[answered[5:0]]};
  assign rresp = fail ? 2'b10 : 2'b00;
  integer i, part;
  integer asked_row, row; // row of the next request, row of the answer
  always @(at or base or rvalid or row)
    for (i = 0; i < DATA / WIDTH; i = i + 1) begin
      part = ($signed(at - base) + i * PART) / PART - start_of(row);
      rdata[i*WIDTH +: WIDTH] = rvalid
        && $signed(at - base) + i * PART >= start_of(row) * PART && part < RUN
        ? words[row * RUN + part] : {PART{8'hA5}};
    end

  reg [31:0] total;
  integer each;
  always @(base) begin
    total = 0;
    for (each = 0; each < RUNS; each = each + 1)
      total = total + (last_of(each) - first_of(each)) / BYTES + 1;
  end
  assign missing = total - count;
  reg [ADDRESS-1:0] next; // next bus word to request
  reg waiting;
  reg [ADDRESS+7:0] offered;
  wire right = araddr === next && arburst === 2'b01
    && (32'd1 << arsize) == BYTES
    && araddr % 4096 + (arlen + 1) * BYTES <= 4096
    && asked - answered < OUTSTANDING;
  always @(posedge clk)
    if (restart) begin
      random <= SEED ^ seed | 32'd1;
      arready <= !stall;
      open <= !stall;
      pause <= 8'd0;
      asked <= 0;
      answered <= 0;
      beat <= 0;
      count <= 0;
      errors <= 0;
      waiting <= 1'b0;
      asked_row <= 0;
      row <= 0;
      next <= first_of(0);
    end else begin
      random <= x3;
      arready <= !stall || random[1:0] == 2'd0;
      if (pause != 8'd0) pause <= pause - 8'd1;
      else if (stall && random[9:4] == 6'd0) pause <= random[17:10];
      if (!rvalid || rready)
        open <= !stall || (random[3:2] != 2'd0 && pause == 8'd0);
      waiting <= arvalid & ~arready;
      offered <= {arlen, araddr};
      if (waiting && (arvalid !== 1'b1 || {arlen, araddr} !== offered)) begin
        $display("%s: an address was withdrawn or changed", NAME);
        errors <= errors + 32'd1;
      end else if (arvalid & arready) begin
        addresses[asked[5:0]] <= araddr;
        lengths[asked[5:0]] <= arlen;
        asked <= asked + 1;
        if (araddr + arlen * BYTES == last_of(asked_row)) begin
          asked_row <= asked_row + 1;
          next <= first_of(asked_row + 1);
        end else next <= araddr + (arlen + 1) * BYTES;
        if (!right) begin
          errors <= errors + 32'd1;
          $display("%s: %0d words from %h are asked for, %h is next, %0d are open",
                   NAME, arlen + 1, araddr, next, asked - answered);
        end
      end
      if (rvalid & rready) begin
        count <= count + 1;
        beat <= rlast ? 0 : beat + 1;
        if (rlast) answered <= answered + 1;
        if (at == last_of(row)) row <= row + 1;
      end
    end
endmodule
`default_nettype wire
