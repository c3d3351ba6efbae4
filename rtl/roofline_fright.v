// One digit, of radix 4, of a shift to the right: y = x >> digit * STEP; `lost` says
// whether a 1 was shifted out. Without registers: one LUT a bit.
module roofline_fright #(
    parameter WIDTH = 27,
    parameter STEP  = 1
) (
    input  wire [WIDTH-1:0] x,
    input  wire [      1:0] digit,
    output wire [WIDTH-1:0] y,
    output wire             lost
);
  localparam PAD = 3 * STEP;
  wire [PAD-1:0] out;
  assign {y, out} = digit[1] ? (digit[0] ? {{3 * STEP{1'b0}}, x}
                                         : {{2 * STEP{1'b0}}, x, {STEP{1'b0}}})
                             : (digit[0] ? {{STEP{1'b0}}, x, {2 * STEP{1'b0}}}
                                         : {x, {PAD{1'b0}}});
  assign lost = |out;
endmodule
