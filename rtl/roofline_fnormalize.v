// Shifts x to the left until its top bit is 1, but by at most `exponent`; e is the
// remaining exponent, 0 when the top bit stays 0 (a subnormal, or 0).
//
// Latency: ceil(log4(WIDTH)). Each level shifts by one radix-4 digit, the largest first,
// read from the leading bits: cheaper than a count of all leading zeros.
module roofline_fnormalize #(
    parameter WIDTH = 28,
    parameter EXP   = 8
) (
    input  wire             clk,
    input  wire             enable,
    input  wire [WIDTH-1:0] x,
    input  wire [  EXP-1:0] exponent,
    output wire [WIDTH-1:0] y,
    output wire [  EXP-1:0] e
);
  localparam LEVELS = ($clog2(WIDTH) + 1) / 2;

  wire [WIDTH*(LEVELS+1)-1:0] value;
  wire [  EXP*(LEVELS+1)-1:0] room;
  assign value[WIDTH-1:0] = x;
  assign room[EXP-1:0] = exponent;

  genvar i;
  generate
    for (i = 0; i < LEVELS; i = i + 1) begin : g_level
      wire [WIDTH-1:0] shifted;
      localparam STEP = 1 << 2 * (LEVELS - 1 - i);
      wire [EXP-1:0] rest;
      wire moved;
      reg [WIDTH-1:0] value_r;
      reg [EXP-1:0] room_r;
      roofline_fleft #(
          .WIDTH(WIDTH),
          .STEP (STEP),
          .EXP  (EXP)
      ) shifter (
          .x(value[WIDTH*i+:WIDTH]),
          .room(room[EXP*i+:EXP]),
          .y(shifted),
          .rest(rest),
          .moved(moved)
      );
      // The order of the conditions is that of a flip-flop's reset and enable.
      wire clear_low = enable & moved;
      wire clear_room = enable & (i == LEVELS - 1) & ~shifted[WIDTH-1];
      always @(posedge clk) begin
        if (enable) value_r[WIDTH-1:STEP] <= shifted[WIDTH-1:STEP];
        if (clear_low) value_r[STEP-1:0] <= {STEP{1'b0}};
        else if (enable) value_r[STEP-1:0] <= value[WIDTH*i+:STEP];
        if (clear_room) room_r <= {EXP{1'b0}};
        else if (enable) room_r <= rest;
      end
      assign value[WIDTH*(i+1)+:WIDTH] = value_r;
      assign room[EXP*(i+1)+:EXP] = room_r;
    end
  endgenerate
  assign y = value[WIDTH*LEVELS+:WIDTH];
  assign e = room[EXP*LEVELS+:EXP];
endmodule
