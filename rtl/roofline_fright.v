// y = x >> amount * STEP, in radix-4 digits, the largest first; `lost` is 1 when a 1 was
// shifted out. Without registers: one LUT per bit and digit.
module roofline_fright #(
    parameter WIDTH  = 27,
    parameter STEP   = 1,
    parameter DIGITS = 2
) (
    input  wire [   WIDTH-1:0] x,
    input  wire [2*DIGITS-1:0] amount,
    output wire [   WIDTH-1:0] y,
    output wire                lost
);
  genvar i;
  generate
    for (i = DIGITS - 1; i >= 0; i = i - 1) begin : g_digit
      localparam BY = STEP << 2 * i;
      wire [1:0] digit = amount[2*i+:2];
      wire [WIDTH-1:0] from, to;
      wire [3*BY-1:0] below;
      wire lost_before, lost_so_far;
      if (i == DIGITS - 1) begin : g_first
        assign from = x;
        assign lost_before = 1'b0;
      end else begin : g_next
        assign from = g_digit[i+1].to;
        assign lost_before = g_digit[i+1].lost_so_far;
      end
      assign {to, below} =
          digit[1] ? (digit[0] ? {{3 * BY{1'b0}}, from} : {{2 * BY{1'b0}}, from, {BY{1'b0}}})
                   : (digit[0] ? {{BY{1'b0}}, from, {2 * BY{1'b0}}} : {from, {3 * BY{1'b0}}});
      assign lost_so_far = lost_before | |below;
    end
  endgenerate
  assign y = g_digit[0].to;
  assign lost = g_digit[0].lost_so_far;
endmodule
