// For testbenches: an AXI4-Stream sink that compares beats with a file of expected words
// {tstrb, tdata}, with random pauses while `stall` is 1. Bytes without strobe are not
// compared. ELEMENT: bits of an element; FLOAT: a bit for each element of a beat in which
// all NaNs are equal. `restart` starts it anew.
`default_nettype none
module roofline_tb_sink #(
  parameter WIDTH = 32,
  parameter BEATS = 1,
  parameter FILE = "words.hex",
  parameter NAME = "stream",
  parameter ELEMENT = 32,
  parameter [WIDTH/ELEMENT-1:0] FLOAT = 0,
  parameter [31:0] SEED = 32'd1
) (
  input  wire               clk,
  input  wire               restart,
  input  wire               stall,
  input  wire [31:0]        seed,
  input  wire [WIDTH-1:0]   tdata,
  input  wire [WIDTH/8-1:0] tstrb,
  input  wire               tvalid,
  output reg                tready,
  input  wire               tlast,
  output reg  [31:0]        count, // received beats
  output reg  [31:0]        errors
);
  localparam DEPTH = BEATS > 0 ? BEATS : 1;
  localparam FRACTION = ELEMENT == 64 ? 52 : ELEMENT == 32 ? 23 : 10;
  reg [WIDTH+WIDTH/8-1:0] words [0:DEPTH-1];
  initial if (BEATS > 0) $readmemh(FILE, words);

  reg [31:0] random; // xorshift32
  wire [31:0] x1 = random ^ (random << 13);
  wire [31:0] x2 = x1 ^ (x1 >> 17);
  wire [31:0] x3 = x2 ^ (x2 << 5);

  wire [WIDTH+WIDTH/8-1:0] expected = words[count < BEATS ? count : 0];
  wire [WIDTH-1:0] data = expected[WIDTH-1:0];
  wire [WIDTH/8-1:0] strobes = expected[WIDTH+WIDTH/8-1:WIDTH];
  wire [WIDTH/ELEMENT-1:0] equal;
  genvar i;
  generate
    for (i = 0; i < WIDTH / ELEMENT; i = i + 1) begin : element
      wire [ELEMENT-1:0] came = tdata[i*ELEMENT +: ELEMENT];
      wire [ELEMENT-1:0] want = data[i*ELEMENT +: ELEMENT];
      wire on = strobes[i*ELEMENT/8];
      if (FLOAT[i]) begin : number
        wire nan_came = (&came[ELEMENT-2:FRACTION]) && (|came[FRACTION-1:0]);
        wire nan_want = (&want[ELEMENT-2:FRACTION]) && (|want[FRACTION-1:0]);
        assign equal[i] = !on || (nan_came && nan_want) || came === want;
      end else begin : bits
        assign equal[i] = !on || came === want;
      end
    end
  endgenerate
  wire right = count < BEATS && tstrb === strobes && (&equal)
    && tlast === (count == BEATS - 1);

  // AXI4-Stream: a valid beat stays unchanged until it is taken.
  reg waiting = 1'b0;
  reg [WIDTH-1:0] offered;
  always @(posedge clk)
    if (restart) begin
      random <= SEED ^ seed | 32'd1;
      count <= 32'd0;
      errors <= 32'd0;
      tready <= !stall;
      waiting <= 1'b0;
    end else begin
      random <= x3;
      tready <= !stall || random[3:2] != 2'd0;
      waiting <= tvalid & ~tready;
      offered <= tdata;
      if ((waiting && (tvalid !== 1'b1 || (tdata !== offered && (&strobes))))) begin
        $display("%s: beat %0d was withdrawn or changed", NAME, count);
        errors <= errors + 32'd1;
      end else if (tvalid & tready) begin
        count <= count + 32'd1;
        if (!right) begin
          errors <= errors + 32'd1;
          if (errors < 32'd10)
            $display("%s: beat %0d is %h, strobes %b, last %b; expected %h, %b, %b",
                     NAME, count, tdata, tstrb, tlast, data, strobes,
                     count == BEATS - 1);
        end
      end
    end
endmodule
`default_nettype wire
