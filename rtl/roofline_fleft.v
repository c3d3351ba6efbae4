// One radix-4 digit of a normalisation: shifts x to the left by 0 to 3 times STEP, as far
// as its leading zeros and `room` allow; `rest` is the remaining room. Without registers.
module roofline_fleft #(
    parameter WIDTH = 28,
    parameter STEP  = 16,  // a power of 2, below WIDTH
    parameter EXP   = 8
) (
    input  wire [WIDTH-1:0] x,
    input  wire [  EXP-1:0] room,
    output wire [WIDTH-1:0] y,
    output wire [  EXP-1:0] rest,
    output wire             moved  // shifted by at least STEP: its lowest STEP bits are 0
);
  localparam LOG = $clog2(STEP);
  // A digit of 2 or 3 is possible where x has that many bits.
  localparam CUT2 = 2 * STEP < WIDTH ? WIDTH - 2 * STEP : 0;
  localparam CUT3 = 3 * STEP < WIDTH ? WIDTH - 3 * STEP : 0;

  wire [EXP-1:0] most = room >> LOG;
  wire by1 = ~|(x >> (WIDTH - STEP)) && most != 0;
  wire by2 = CUT2 != 0 && ~|(x >> CUT2) && (most >> 1) != 0;
  wire by3 = CUT3 != 0 && ~|(x >> CUT3) && most > 2;
  wire [1:0] digit = {by2, by3 | (by1 & ~by2)};

  assign y = digit[1] ? (digit[0] ? x << 3 * STEP : x << 2 * STEP) : (digit[0] ? x << STEP : x);
  assign moved = by1;
  assign rest = room - ({{EXP - 2{1'b0}}, digit} << LOG);
endmodule
