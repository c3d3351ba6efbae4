// Runs a launch `passes` times; each pass begins when the one before is done.
// `first` and `turn` are 1 with `go`, in the cycle before a pass begins, to
// load the registers that differ between passes. Of no passes `done` comes at
// once.
// Latency: a pass takes 2 cycles more than the launch alone.
`default_nettype none
module roofline_passes (
  input  wire clk,
  input  wire rst,
  input  wire start, // starts all passes; ignored while they run
  input  wire [31:0] passes, // read with `start`
  output wire first, // the first pass is about to begin
  output wire turn,  // a later one is
  output wire last,  // the last pass; until its end
  output reg  go,
  input  wire pass_done, // from the end of a pass to the next `go`
  output reg  done   // from the end of the last pass to the next `start`
);
  reg running;
  reg [31:0] left; // passes after this one
  wire some = passes != 32'd0;
  assign first = start & ~running;
  assign last = left == 32'd0;
  wire ended = running & ~go & pass_done;
  assign turn = ended & ~last;
  always @(posedge clk)
    if (rst) begin
      running <= 1'b0;
      go <= 1'b0;
      done <= 1'b0;
    end else begin
      go <= (first & some) | turn;
      running <= (first & some) | (running & ~(ended & last));
      done <= first ? ~some : done | (ended & last);
    end
  always @(posedge clk)
    if (first | turn) left <= (first ? passes : left) - 32'd1;
endmodule
`default_nettype wire
