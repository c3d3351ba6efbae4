// For testbenches: an AXI4-Stream source that plays a file of hexadecimal
// words, with random pauses while `stall` is 1. `restart` starts it anew.
`default_nettype none
module roofline_tb_source #(
  parameter WIDTH = 32,
  parameter BEATS = 1,
  parameter FILE = "words.hex",
  parameter [31:0] SEED = 32'd1
) (
  input  wire             clk,
  input  wire             restart,
  input  wire             stall,
  input  wire [31:0]      seed,
  output reg  [WIDTH-1:0] tdata,
  output reg              tvalid,
  input  wire             tready,
  output reg              tlast,
  output reg  [31:0]      count // taken beats
);
  localparam DEPTH = BEATS > 0 ? BEATS : 1;
  reg [WIDTH-1:0] words [0:DEPTH-1];
  initial if (BEATS > 0) $readmemh(FILE, words);

  reg [31:0] random; // xorshift32
  wire [31:0] x1 = random ^ (random << 13);
  wire [31:0] x2 = x1 ^ (x1 >> 17);
  wire [31:0] x3 = x2 ^ (x2 << 5);

  wire [31:0] next = count + {31'd0, tvalid & tready};
  wire hold = tvalid & ~tready;
  always @(posedge clk)
    if (restart) begin
      random <= SEED ^ seed | 32'd1;
      count <= 32'd0;
      tvalid <= BEATS > 0 && !stall;
      tdata <= words[0];
      tlast <= BEATS == 1;
    end else begin
      random <= x3;
      count <= next;
      tvalid <= next < BEATS && (hold || !stall || random[1:0] != 2'd0);
      tlast <= next == BEATS - 1;
      // Data without `tvalid` must not matter.
      tdata <= next < BEATS && (hold || !stall || random[1:0] != 2'd0)
        ? words[next] : {WIDTH{random[5]}};
    end
endmodule
`default_nettype wire
