// Runs a launch PASSES times; each pass begins when the one before is done.
// `first` and `turn` are 1 with `go`, in the cycle before a pass begins, to
// load the registers that differ between passes.
// Latency: a pass takes 2 cycles more than the launch alone.
`default_nettype none
module roofline_passes #(
  parameter BITS = 4,
  parameter [BITS-1:0] PASSES = 4'd2 // at least 1
) (
  input  wire clk,
  input  wire rst,
  input  wire start, // starts all passes; ignored while they run
  output wire first, // the first pass is about to begin
  output wire turn,  // a later one is
  output wire last,  // the last pass; until its end
  output reg  go,
  input  wire pass_done, // from the end of a pass to the next `go`
  output reg  done   // from the end of the last pass to the next `start`
);
  localparam [BITS-1:0] LATER = PASSES - 1'b1;
  reg running;
  reg [BITS-1:0] left; // passes after this one
  assign first = start & ~running;
  assign last = left == {BITS{1'b0}};
  wire ended = running & ~go & pass_done;
  assign turn = ended & ~last;
  always @(posedge clk)
    if (rst) begin
      running <= 1'b0;
      go <= 1'b0;
      done <= 1'b0;
    end else begin
      go <= first | turn;
      running <= first | (running & ~(ended & last));
      done <= ~first & (done | (ended & last));
    end
  always @(posedge clk)
    if (first) left <= LATER;
    else if (turn) left <= left - 1'b1;
endmodule
`default_nettype wire
