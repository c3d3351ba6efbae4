// Who of OF askers has the turn: the next one that wants it, round robin. It
// keeps the turn until `next`, so an asker that waits stays chosen.
// Latency: 1 from `wants` to `has`.
`default_nettype none
module roofline_turns #(
  parameter OF = 2,
  parameter ID = 1 // [bit] 2^ID >= OF
) (
  input  wire          clk,
  input  wire          rst,
  input  wire [OF-1:0] wants,
  output reg  [ID-1:0] who,
  output reg           has,
  input  wire          next // the one that has the turn is done
);
  reg [ID-1:0] chosen;
  reg any;
  integer i, at;
  // The first behind `who` that wants; the one that is done now does not.
  always @* begin
    chosen = who;
    any = 1'b0;
    for (i = OF; i > 0; i = i - 1) begin
      at = {{32 - ID{1'b0}}, who} + i;
      if (at >= OF) at = at - OF;
      if (wants[at] & ~(has & i == OF)) begin
        chosen = at[ID-1:0];
        any = 1'b1;
      end
    end
  end
  always @(posedge clk)
    if (rst) begin
      who <= {ID{1'b0}};
      has <= 1'b0;
    end else if (~has | next) begin
      who <= chosen;
      has <= any;
    end
endmodule
`default_nettype wire
